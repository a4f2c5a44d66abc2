//! A channel tried with one number: what was sent, what came back, what it means.

use std::fmt::Write as _;

use http::{HeaderMap, HeaderValue};
use serde::Serialize;
use utoipa::ToSchema;

use crate::config::ChannelConfig;
use crate::fault::Fault;
use crate::outcome::{Answer, CheckError, Outcome};
use crate::reply::Reply;
use crate::request::Prepared;
use crate::secret::MASK;

/// A channel tried with one number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Trial {
    /// Everything that was sent and came back, in its order: one exchange in mode `sync`, several in
    /// mode `poll`, the submission and the delivery in mode `callback`.
    pub exchanges: Vec<Exchange>,
    /// The row that it gives, when the channel served it.
    pub mapped: Option<Outcome>,
    /// Why the channel did not serve it.
    pub error: Option<String>,
    /// What is wrong with the configuration.
    pub faults: Vec<Fault>,
    /// Milliseconds from the start to the result.
    pub latency_ms: u64,
}

impl Trial {
    /// A trial that could not be made because of what is wrong with the configuration.
    pub fn impossible(faults: Vec<Fault>) -> Self {
        Self { exchanges: Vec::new(), mapped: None, error: None, faults, latency_ms: 0 }
    }
}

/// A request and its answer, secrets masked in both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Exchange {
    /// The raw request: its line, headers and body. Empty for a delivery.
    pub request: String,
    /// The answer, when there was one.
    pub response: Option<Shown>,
}

/// An answer as it came, cut to a length that can be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Shown {
    /// The HTTP status; 0 for a delivery.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body, cut.
    pub body: String,
    /// Whether the body was cut.
    pub cut: bool,
}

/// Longest body that is shown.
const SHOWN_BYTES: usize = 16 * 1024;
/// Exchanges that are kept; a job can be asked after very often.
const KEPT: usize = 20;
/// Shorter secrets are not looked for in texts: they would be found everywhere.
const SHORTEST_SECRET: usize = 4;

/// Notes what a trial sends and gets, without its secrets.
pub(crate) struct Recorder {
    exchanges: Vec<Exchange>,
    hidden: Vec<String>,
}

impl Recorder {
    pub(crate) fn new(config: &ChannelConfig) -> Self {
        let mut hidden: Vec<String> = config.clone().take_secrets().into_values().collect();
        hidden.retain(|secret| secret.len() >= SHORTEST_SECRET);
        Self { exchanges: Vec::new(), hidden }
    }

    pub(crate) fn exchange(&mut self, request: &Prepared, reply: Option<&Reply>, hidden: Vec<String>) {
        self.hidden.extend(hidden.into_iter().filter(|secret| secret.len() >= SHORTEST_SECRET));
        // The longest first: one may be part of another.
        self.hidden.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        let request = self.masked(&raw(request));
        let response = reply.map(|reply| Shown {
            status: reply.status.as_u16(),
            headers: self.headers(&reply.headers),
            ..self.body(reply.raw(), reply.is_cut())
        });
        self.push(Exchange { request, response });
    }

    pub(crate) fn delivery(&mut self, raw: &[u8]) {
        let response = Some(self.body(raw, false));
        self.push(Exchange { request: String::new(), response });
    }

    /// The trial, with its row or its error.
    pub(crate) fn finish(self, answers: Result<Vec<Answer>, CheckError>, latency_ms: u64) -> Trial {
        let (mapped, error) = match answers {
            Ok(answers) => (answers.into_iter().next().map(|answer| answer.outcome), None),
            Err(error) => (None, Some(self.masked(&error.to_string()))),
        };
        Trial { exchanges: self.exchanges, mapped, error, faults: Vec::new(), latency_ms }
    }

    fn push(&mut self, exchange: Exchange) {
        if self.exchanges.len() == KEPT {
            // The submission and the latest are what tells most.
            self.exchanges.remove(1);
        }
        self.exchanges.push(exchange);
    }

    fn headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        let text = |value: &HeaderValue| self.masked(&String::from_utf8_lossy(value.as_bytes()));
        headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect()
    }

    fn body(&self, raw: &[u8], cut: bool) -> Shown {
        let part = &raw[..raw.len().min(SHOWN_BYTES)];
        let body = self.masked(&String::from_utf8_lossy(part));
        Shown { status: 0, headers: Vec::new(), body, cut: cut || part.len() < raw.len() }
    }

    fn masked(&self, text: &str) -> String {
        self.hidden.iter().fold(text.to_owned(), |text, secret| text.replace(secret, MASK))
    }
}

/// A request as it goes over the wire, but for what is sensitive.
fn raw(request: &Prepared) -> String {
    let mut target = request.url.path().to_owned();
    if let Some(query) = request.url.query() {
        target.push('?');
        target.push_str(query);
    }
    let mut text = format!("{} {target} HTTP/1.1\n", request.method);
    let port = request.url.port().map(|port| format!(":{port}")).unwrap_or_default();
    let host = request.url.host_str().unwrap_or_default();
    let _ = writeln!(text, "host: {host}{port}");
    for (name, value) in &request.headers {
        let shown =
            if value.is_sensitive() { MASK.into() } else { String::from_utf8_lossy(value.as_bytes()) };
        let _ = writeln!(text, "{name}: {shown}");
    }
    if let Some(body) = &request.body {
        text.push('\n');
        text.push_str(body);
    }
    text
}
