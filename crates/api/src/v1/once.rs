//! `Idempotency-Key`: a repeated request gets the first response again.

use std::convert::Infallible;

use axum::body::Body;
use axum::extract::FromRequestParts;
use axum::http::StatusCode;
use axum::http::header::{CONTENT_TYPE, HeaderName, HeaderValue, LOCATION};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use numsift_model::api_key::{OnceAnswer, OnceClaim};
use numsift_model::id::Uid;
use numsift_store::{OnceMet, Tx};
use serde::Serialize;

use super::problem::{Code, Problem};
use crate::app::App;

/// Longest idempotency key.
pub const KEY_CHARS: usize = 255;
const KEY: HeaderName = HeaderName::from_static("idempotency-key");
const REPLAYED: HeaderName = HeaderName::from_static("idempotency-replayed");

/// The idempotency key of a request, if it has one.
pub struct IdempotencyKey(Option<HeaderValue>);

impl FromRequestParts<App> for IdempotencyKey {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Infallible> {
        Ok(Self(parts.headers.get(KEY).cloned()))
    }
}

impl IdempotencyKey {
    pub fn is_none(&self) -> bool {
        self.0.is_none()
    }
}

/// Carries out a request, unless one with the same idempotency key was carried out: then its response is sent again.
/// `work` stores its answer with [`keep`], in the transaction of its change.
pub async fn run<Work>(
    app: &App,
    uid: Uid,
    name: &IdempotencyKey,
    parts: &[&[u8]],
    work: impl FnOnce(Option<OnceClaim>) -> Work,
) -> Result<Response, Problem>
where
    Work: Future<Output = Result<OnceAnswer, Problem>>,
{
    let claim = match begin(app, uid, name, parts).await? {
        Once::Done(response) => return Ok(response),
        Once::Do(claim) => claim,
    };
    // Boxed: most of these futures are large.
    match Box::pin(work(claim.clone())).await {
        Ok(answer) => Ok(respond(answer)),
        Err(problem) => Err(refused(app, claim.as_ref(), problem).await),
    }
}

/// Stores the answer of a request with an idempotency key. Refuses if a later request has taken over.
pub async fn keep(
    app: &App,
    tx: &mut dyn Tx,
    claim: Option<&OnceClaim>,
    answer: &OnceAnswer,
) -> Result<(), Problem> {
    match claim {
        Some(claim) if !app.api_keys.answer_once(tx, claim, answer).await? => Err(taken_over()),
        _ => Ok(()),
    }
}

/// What to do with a request.
pub enum Once {
    /// Carry it out; with a claim if it has an idempotency key.
    Do(Option<OnceClaim>),
    /// It was carried out before.
    Done(Response),
}

/// Claims a request with an idempotency key, unless it was claimed before. `parts` identify the request: a different
/// one with the same key is refused.
pub async fn begin(app: &App, uid: Uid, name: &IdempotencyKey, parts: &[&[u8]]) -> Result<Once, Problem> {
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
            let detail = "this Idempotency-Key was used with another path or body";
            Err(Problem::new(Code::IdempotencyMismatch, detail))
        }
        OnceMet::InFlight { retry_after } => {
            // The first request usually completes long before its lease expires.
            let detail = "the first request with this Idempotency-Key is still being processed";
            Err(Problem::new(Code::IdempotencyConflict, detail).after(retry_after.min(5)))
        }
    }
}

/// Releases the claim of a refused request: nothing happened, so the same key may be used again. The claim of a request
/// that goes on is kept.
pub async fn refused(app: &App, claim: Option<&OnceClaim>, problem: Problem) -> Problem {
    if let Some(claim) = claim.filter(|_| !problem.goes_on)
        && let Err(error) = app.api_keys.forget_once(claim).await
    {
        tracing::warn!(%error, "cannot release the claim of a refused request; its lease will expire");
    }
    problem
}

/// A successful response as it is stored.
pub fn answer<T: Serialize>(status: StatusCode, location: String, body: &T) -> Result<OnceAnswer, Problem> {
    let body = serde_json::to_string(body).map_err(Problem::internal)?;
    Ok(OnceAnswer { status: status.as_u16(), location, body })
}

/// A stored response as it is sent.
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

/// The lease of this request expired, and another one has taken over.
pub fn taken_over() -> Problem {
    Problem::new(Code::IdempotencyConflict, "a later request with this Idempotency-Key has taken over")
        .after(1)
}
