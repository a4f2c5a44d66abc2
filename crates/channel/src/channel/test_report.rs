//! The report of a channel test: what was sent, what came back and the result.

use std::fmt::Write as _;

use http::{HeaderMap, HeaderValue};
use serde::Serialize;
use url::form_urlencoded;
use utoipa::ToSchema;

use crate::config::ChannelConfig;
use crate::config::fault::Fault;
use crate::config::secret::MASK;
use crate::outcome::{Answer, CheckError, Outcome, Reason};
use crate::transport::reply::Reply;
use crate::transport::send::HttpRequest;

/// The report of a channel test with one number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Trial)]
pub struct TestReport {
    /// Every request and reply in order: one exchange in mode `sync`, several in mode `poll`, the submission
    /// and the delivery in mode `callback`.
    pub exchanges: Vec<Exchange>,
    /// The result for the number, if the channel served it.
    pub mapped: Option<Outcome>,
    /// Why the channel did not serve the number.
    pub failure: Option<TestFailure>,
    /// What is known beyond the kind of failure: the HTTP status, the transport error, or the field that could not
    /// be rendered.
    pub detail: Option<String>,
    /// Faults of the configuration.
    pub faults: Vec<Fault>,
    /// Milliseconds from the start to the result.
    pub latency_ms: u64,
}

impl TestReport {
    /// The report of an invalid configuration, which cannot be tested.
    pub fn invalid(faults: Vec<Fault>) -> Self {
        Self { exchanges: Vec::new(), mapped: None, failure: None, detail: None, faults, latency_ms: 0 }
    }

    /// The report of a test that was not made, because results are delivered to saved channels only.
    pub fn not_saved() -> Self {
        Self { failure: Some(TestFailure::NotSaved), ..Self::invalid(Vec::new()) }
    }
}

/// The kind of a failure, which decides what the operator can do about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TrialFailure)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum TestFailure {
    /// The provider refuses the account or the request: a real request would disable the channel.
    Disabled,
    /// The provider asks for a pause.
    Throttled,
    /// There was no usable reply.
    Failed { reason: Reason },
    /// This machine cannot resolve host names.
    ResolverAway,
    /// Too many recent failures.
    BreakerOpen,
    /// The channel must be saved before it is tested.
    NotSaved,
}

impl From<&CheckError> for TestFailure {
    fn from(error: &CheckError) -> Self {
        match error {
            CheckError::Disabled { .. } => Self::Disabled,
            CheckError::Throttled { .. } => Self::Throttled,
            CheckError::Failed { reason, .. } => Self::Failed { reason: *reason },
            CheckError::ResolverAway => Self::ResolverAway,
            CheckError::BreakerOpen { .. } => Self::BreakerOpen,
        }
    }
}

/// A request and its reply, with masked secrets.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Exchange {
    /// The raw request: request line, headers and body. Empty for a delivery.
    pub request: String,
    /// The reply, if there was one.
    pub response: Option<ShownReply>,
}

/// A reply as received, with a truncated body.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Shown)]
pub struct ShownReply {
    /// The HTTP status; 0 for a delivery.
    pub status: u16,
    pub headers: Vec<(String, String)>,
    /// The body, truncated.
    pub body: String,
    /// Whether the body was truncated.
    pub cut: bool,
}

/// Longest body that is shown.
const MAX_SHOWN_BYTES: usize = 16 * 1024;
/// Most exchanges in a report; a job may be polled very often.
const MAX_EXCHANGES: usize = 20;
/// Shorter secrets are not masked inside texts, because they would match everywhere.
const MIN_SECRET: usize = 4;

/// Records what a test sends and receives, with masked secrets.
pub(crate) struct Recorder {
    exchanges: Vec<Exchange>,
    hidden: Vec<String>,
}

impl Recorder {
    pub(crate) fn new(config: &ChannelConfig) -> Self {
        let mut hidden: Vec<String> = config.clone().take_secrets().into_values().collect();
        // A provider may send a secret back as it received it: escaped in JSON or percent-encoded.
        for secret in hidden.clone() {
            let escape = |text: &str| serde_json::Value::from(text).to_string().trim_matches('"').to_owned();
            let escaped = escape(&secret);
            let encoded: String = form_urlencoded::byte_serialize(secret.as_bytes()).collect();
            let spaced = encoded.replace('+', "%20");
            hidden.extend([escape(&escaped), escaped, encoded, spaced]);
        }
        hidden.sort();
        hidden.dedup();
        hidden.retain(|secret| secret.len() >= MIN_SECRET);
        Self { exchanges: Vec::new(), hidden }
    }

    pub(crate) fn record_exchange(
        &mut self,
        request: &HttpRequest,
        reply: Option<&Reply>,
        hidden: Vec<String>,
    ) {
        self.hidden.extend(hidden.into_iter().filter(|secret| secret.len() >= MIN_SECRET));
        // Longest first, because one secret may contain another.
        self.hidden.sort_by_key(|secret| std::cmp::Reverse(secret.len()));
        let request = self.masked(&raw(request));
        let response = reply.map(|reply| ShownReply {
            status: reply.status.as_u16(),
            headers: self.headers(&reply.headers),
            ..self.body(reply.raw(), reply.is_truncated())
        });
        self.push(Exchange { request, response });
    }

    pub(crate) fn record_delivery(&mut self, raw: &[u8]) {
        let response = Some(self.body(raw, false));
        self.push(Exchange { request: String::new(), response });
    }

    /// The finished report.
    pub(crate) fn finish(self, answers: Result<Vec<Answer>, CheckError>, latency_ms: u64) -> TestReport {
        let (mapped, failure, detail) = match answers {
            Ok(answers) => (answers.into_iter().next().map(|answer| answer.outcome), None, None),
            Err(error) => {
                (None, Some(TestFailure::from(&error)), error.detail().map(|text| self.masked(text)))
            }
        };
        TestReport { exchanges: self.exchanges, mapped, failure, detail, faults: Vec::new(), latency_ms }
    }

    fn push(&mut self, exchange: Exchange) {
        if self.exchanges.len() == MAX_EXCHANGES {
            // Keep the submission and the latest exchanges.
            self.exchanges.remove(1);
        }
        self.exchanges.push(exchange);
    }

    fn headers(&self, headers: &HeaderMap) -> Vec<(String, String)> {
        let text = |value: &HeaderValue| self.masked(&String::from_utf8_lossy(value.as_bytes()));
        headers.iter().map(|(name, value)| (name.to_string(), text(value))).collect()
    }

    fn body(&self, raw: &[u8], cut: bool) -> ShownReply {
        let part = &raw[..raw.len().min(MAX_SHOWN_BYTES)];
        let body = self.masked(&String::from_utf8_lossy(part));
        ShownReply { status: 0, headers: Vec::new(), body, cut: cut || part.len() < raw.len() }
    }

    fn masked(&self, text: &str) -> String {
        self.hidden.iter().fold(text.to_owned(), |text, secret| text.replace(secret, MASK))
    }
}

/// The request as sent, with masked sensitive headers.
fn raw(request: &HttpRequest) -> String {
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
