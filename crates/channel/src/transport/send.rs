//! Sends a request and reads its reply.

use http::{HeaderMap, Method};
use url::Url;

use super::outbound::Outbound;
use super::reply::{self, Reply};
use crate::config::exchange::Csv;
use crate::config::limits::AnswerLimits;
use crate::outcome::Reason;

/// A rendered request, before or after authentication is added.
#[derive(Debug, Clone)]
pub(crate) struct HttpRequest {
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: HeaderMap,
    pub(crate) body: Option<String>,
}

/// Why there is no reply to a request.
pub(crate) struct NoReply {
    pub(crate) reason: Reason,
    pub(crate) detail: String,
    /// Whether a retry may help.
    pub(crate) transient: bool,
    /// Whether the provider may have received the request.
    pub(crate) maybe_received: bool,
}

/// Sends a request and reads its reply. The caller limits the time.
pub(crate) async fn send(
    outbound: &Outbound,
    request: HttpRequest,
    limits: &AnswerLimits,
    csv: Option<&Csv>,
) -> Result<Reply, NoReply> {
    let refused = || NoReply {
        reason: Reason::RefusedAddress,
        detail: "the address is not on the public internet".to_owned(),
        transient: false,
        maybe_received: false,
    };
    let unreachable = |error: reqwest::Error| {
        if Outbound::was_refused(&error) {
            return refused();
        }
        let reason = if error.is_timeout() { Reason::Timeout } else { Reason::Unreachable };
        let maybe_received = !error.is_connect();
        NoReply { reason, detail: root_cause(&error.without_url()), transient: true, maybe_received }
    };
    let client = outbound.client_for(&request.url).map_err(|_| refused())?;
    let mut builder = client.request(request.method, request.url).headers(request.headers);
    if let Some(body) = request.body {
        builder = builder.body(body);
    }
    let response = outbound.send(builder).await.map_err(unreachable)?;
    reply::read(response, limits, csv).await.map_err(unreachable)
}

fn root_cause(error: &dyn std::error::Error) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}
