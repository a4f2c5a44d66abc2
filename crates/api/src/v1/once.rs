//! `Idempotency-Key`: a request that is sent again gets its first answer again.

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue, LOCATION};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use numsift_model::api_key::{OnceAnswer, OnceClaim};
use numsift_model::id::Uid;
use numsift_store::OnceMet;
use serde::Serialize;

use super::problem::{Code, Problem};
use crate::app::App;

/// Longest name of a request.
const KEY_CHARS: usize = 255;
const KEY: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The name that its sender gave to a request, if any.
pub struct Name(Option<HeaderValue>);

impl FromRequestParts<App> for Name {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Infallible> {
        Ok(Self(parts.headers.get(KEY).cloned()))
    }
}

impl Name {
    /// Whether the request was given no name: it may happen as often as it is sent.
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

/// What is to be done with a request.
pub enum Once {
    /// Do it; with the claim, if its sender gave it a name.
    Do(Option<OnceClaim>),
    /// It was done.
    Done(Response),
}

/// Takes a request that its sender has named, unless it was taken before. `parts` are what makes it
/// the same request.
pub async fn begin(app: &App, uid: Uid, name: &Name, parts: &[&[u8]]) -> Result<Once, Problem> {
    let Some(key) = &name.0 else { return Ok(Once::Do(None)) };
    let good = |key: &&str| (1..=KEY_CHARS).contains(&key.len());
    let Some(key) = key.to_str().ok().filter(good) else {
        let detail = format!("an Idempotency-Key has 1 to {KEY_CHARS} printable ASCII characters");
        return Err(Problem::new(Code::InvalidRequest, detail));
    };
    match app.api_keys.claim_once(uid, key, parts).await? {
        OnceMet::Mine(claim) => Ok(Once::Do(Some(claim))),
        OnceMet::Answered(answer) => Ok(Once::Done(replay(answer))),
        OnceMet::Other => {
            let detail = "this Idempotency-Key was used for a request to another place or with another body";
            Err(Problem::new(Code::IdempotencyMismatch, detail))
        }
        OnceMet::InFlight { retry_after } => {
            // The other one is probably done much sooner than at the latest.
            let detail = "the first request with this Idempotency-Key is still being answered";
            Err(Problem::new(Code::IdempotencyConflict, detail).after(retry_after.min(5)))
        }
    }
}

/// A request that was refused did nothing: it may be sent again with the same name.
pub async fn refused(app: &App, claim: Option<&OnceClaim>, problem: Problem) -> Problem {
    if let Some(claim) = claim
        && let Err(error) = app.api_keys.forget_once(claim).await
    {
        tracing::warn!(%error, "a refused request could not be given back; its lease will end");
    }
    problem
}

/// A good answer as it is kept.
pub fn answer<T: Serialize>(status: StatusCode, location: String, body: &T) -> Result<OnceAnswer, Problem> {
    let body = serde_json::to_string(body).map_err(Problem::internal)?;
    Ok(OnceAnswer { status: status.as_u16(), location, body })
}

/// A good answer as it is sent.
pub fn respond(answer: OnceAnswer) -> Response {
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::OK);
    let mut response = (status, Body::from(answer.body)).into_response();
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("application/json"));
    if let Some(location) = Some(answer.location).filter(|location| !location.is_empty())
        && let Ok(value) = HeaderValue::from_str(&location)
    {
        headers.insert(LOCATION, value);
    }
    response
}

fn replay(answer: OnceAnswer) -> Response {
    let mut response = respond(answer);
    response.headers_mut().insert(REPLAYED, HeaderValue::from_static("true"));
    response
}

/// The other taker of a request that took so long that it was taken over has the word.
pub fn taken_over() -> Problem {
    Problem::new(Code::IdempotencyConflict, "the request was taken over by a later one").after(1)
}
