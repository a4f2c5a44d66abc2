//! A client of the public API.

use std::time::Duration;

use anyhow::Context as _;
use reqwest::header::{AUTHORIZATION, HeaderValue, RETRY_AFTER};
use reqwest::{Client, Method, RequestBuilder, Response, StatusCode, redirect};
use serde::Deserialize;
use serde_json::Value;
use url::Url;

use crate::Settings;

/// Lookups are answered within 25 seconds; the rest is for slow connections.
const TIMEOUT: Duration = Duration::from_mins(1);
/// Times that a request is sent if the server is busy or the connection is lost.
const ATTEMPTS: u32 = 3;
/// Longest wait before another attempt. If the server asks for more, the model is told.
const LONGEST_WAIT: Duration = Duration::from_secs(10);
/// Largest response that is read.
const MOST_BYTES: usize = 16 << 20;

/// Why a tool has no result. The texts are for models and say what to do next.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    #[error("invalid arguments: {0}")]
    Arguments(String),
    #[error("{0}")]
    NotAllowed(&'static str),
    #[error("{0}")]
    Refused(String),
    #[error("the Numsift server at {0} did not answer: {1}; ask the user whether it is running")]
    Unreachable(Url, String),
    #[error("unexpected response of {0}: {1}; ask the user to check the address of the Numsift server")]
    Unexpected(Url, String),
}

/// The fields of a problem (RFC 9457) that help a model.
#[derive(Deserialize)]
struct Problem {
    detail: String,
    code: String,
    #[serde(default)]
    errors: Vec<FieldProblem>,
}

#[derive(Deserialize)]
struct FieldProblem {
    pointer: String,
    detail: String,
}

pub struct Api {
    http: Client,
    base: Url,
    authorization: HeaderValue,
}

impl Api {
    pub fn new(settings: &Settings) -> anyhow::Result<Self> {
        // Fails if it is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let base =
            Url::parse(&settings.url).with_context(|| format!("invalid address `{}`", settings.url))?;
        anyhow::ensure!(
            matches!(base.scheme(), "http" | "https"),
            "invalid address `{base}`: expected http or https"
        );
        let mut authorization = HeaderValue::try_from(format!("Bearer {}", settings.api_key.trim()))
            .context("invalid API key: expected printable characters")?;
        authorization.set_sensitive(true);
        let http = Client::builder()
            .timeout(TIMEOUT)
            // The key must not reach another server.
            .redirect(redirect::Policy::none())
            .build()?;
        Ok(Self { http, base, authorization })
    }

    pub async fn get(&self, path: &[&str], query: &[(&str, String)]) -> Result<Value, Fault> {
        self.send(|| Ok(self.request(Method::GET, path)?.query(query))).await
    }

    /// Sends a request that is processed once, however often it is sent.
    pub async fn post(&self, path: &[&str], body: &Value) -> Result<Value, Fault> {
        let mut name = [0; 16];
        getrandom::fill(&mut name).map_err(|error| Fault::Refused(format!("no random numbers: {error}")))?;
        let name = hex::encode(name);
        self.send(|| Ok(self.request(Method::POST, path)?.header("Idempotency-Key", &name).json(body))).await
    }

    fn request(&self, method: Method, path: &[&str]) -> Result<RequestBuilder, Fault> {
        let mut url = self.base.clone();
        let wrong = || Fault::Unexpected(self.base.clone(), "the address has no path".to_owned());
        url.path_segments_mut().map_err(|()| wrong())?.pop_if_empty().push("v1").extend(path);
        Ok(self.http.request(method, url).header(AUTHORIZATION, &self.authorization))
    }

    async fn send(&self, request: impl Fn() -> Result<RequestBuilder, Fault>) -> Result<Value, Fault> {
        let mut attempt = 1;
        loop {
            let last = attempt == ATTEMPTS;
            match request()?.send().await {
                Ok(response) => match busy_for(&response) {
                    Some(wait) if !last && wait <= LONGEST_WAIT => tokio::time::sleep(wait).await,
                    wait => return self.read(response, wait).await,
                },
                Err(error) if last || error.is_timeout() => {
                    return Err(Fault::Unreachable(self.base.clone(), causes(&error)));
                }
                Err(_) => tokio::time::sleep(Duration::from_millis(200) * attempt).await,
            }
            attempt += 1;
        }
    }

    async fn read(&self, mut response: Response, wait: Option<Duration>) -> Result<Value, Fault> {
        let status = response.status();
        let request_id = response.headers().get("x-request-id").and_then(|id| id.to_str().ok());
        let request_id = request_id.unwrap_or_default().to_owned();
        let mut body = Vec::new();
        let lost = |error: &reqwest::Error| Fault::Unreachable(self.base.clone(), causes(error));
        while let Some(piece) = response.chunk().await.map_err(|error| lost(&error))? {
            if body.len() + piece.len() > MOST_BYTES {
                return Err(Fault::Refused("the response is too large; ask for fewer rows".to_owned()));
            }
            body.extend_from_slice(&piece);
        }
        let unexpected =
            |what: &str| Fault::Unexpected(self.base.clone(), format!("{what}, status {status}"));
        if status.is_success() {
            return serde_json::from_slice(&body).map_err(|_| unexpected("not JSON"));
        }
        let problem = serde_json::from_slice::<Problem>(&body).map_err(|_| unexpected("not a problem"))?;
        Err(Fault::Refused(refusal(status, &problem, wait, &request_id)))
    }
}

/// The wait that the server asks for before the same request is sent again.
fn busy_for(response: &Response) -> Option<Duration> {
    let wait = response.headers().get(RETRY_AFTER)?.to_str().ok()?.parse().ok()?;
    let again = matches!(
        response.status(),
        StatusCode::TOO_MANY_REQUESTS | StatusCode::SERVICE_UNAVAILABLE | StatusCode::CONFLICT
    );
    again.then(|| Duration::from_secs(wait))
}

fn refusal(status: StatusCode, problem: &Problem, wait: Option<Duration>, request_id: &str) -> String {
    use std::fmt::Write as _;
    let mut text = format!("{} ({}, status {})", problem.detail, problem.code, status.as_u16());
    for error in problem.errors.iter().filter(|error| error.detail != problem.detail) {
        let _ = write!(text, "; {}: {}", error.pointer, error.detail);
    }
    if let [error] = problem.errors.as_slice()
        && error.detail == problem.detail
    {
        let _ = write!(text, " at {}", error.pointer);
    }
    if let Some(wait) = wait {
        let _ = write!(text, "; call again in {} seconds", wait.as_secs());
    }
    if status == StatusCode::UNAUTHORIZED {
        text.push_str("; ask the user for a valid API key");
    } else if status == StatusCode::FORBIDDEN {
        text.push_str("; ask the user for a key that may do this");
    }
    if status.is_server_error() && !request_id.is_empty() {
        let _ = write!(text, "; request {request_id}");
    }
    text
}

/// An error and its causes, without the address, which may be long.
fn causes(error: &reqwest::Error) -> String {
    let mut text = String::new();
    let mut cause = std::error::Error::source(error);
    while let Some(error) = cause {
        text = error.to_string();
        cause = error.source();
    }
    if text.is_empty() { "timed out".to_owned() } else { text }
}
