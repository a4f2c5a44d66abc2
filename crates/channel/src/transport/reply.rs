//! A provider's reply, read within limits of size and depth.

use std::time::Duration;

use http::{HeaderMap, StatusCode, header};
use numsift_model::clock::Timestamp;

use super::json::Document;
use crate::config::exchange::Csv;
use crate::config::limits::AnswerLimits;
use crate::outcome::Reason;

/// Longest wait that a provider can ask for.
const MAX_WAIT: Duration = Duration::from_hours(24);
/// Most bytes that are allocated because of a `Content-Length` header.
const MAX_PREALLOCATED: usize = 64 * 1024;

/// A reply to a request.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    /// The parsed body, or why it cannot be used.
    pub(crate) body: Result<Document, UnusableBody>,
}

/// A body that cannot be used.
#[derive(Debug)]
pub(crate) struct UnusableBody {
    pub(crate) reason: Reason,
    pub(crate) raw: Vec<u8>,
}

impl Reply {
    /// The body as received.
    pub(crate) fn raw(&self) -> &[u8] {
        self.body.as_ref().map_or_else(|unusable| unusable.raw.as_slice(), |body| body.text().as_bytes())
    }

    /// Whether the body was larger than allowed and only a part was read.
    pub(crate) fn is_truncated(&self) -> bool {
        self.body.as_ref().is_err_and(|unusable| unusable.reason == Reason::TooLarge)
    }

    /// The wait that the `Retry-After` header asks for, in seconds or as a date.
    pub(crate) fn retry_after(&self, now: Timestamp) -> Option<Duration> {
        let text = self.headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
        if let Ok(seconds) = text.parse() {
            return Some(capped_wait(Duration::from_secs(seconds)));
        }
        let then = httpdate::parse_http_date(text).ok()?;
        let then = then.duration_since(std::time::UNIX_EPOCH).ok()?;
        let now = Duration::from_secs(u64::try_from(now.0).unwrap_or(0));
        Some(capped_wait(then.saturating_sub(now)))
    }
}

/// Limits a wait that a provider asks for.
pub(crate) fn capped_wait(wait: Duration) -> Duration {
    wait.min(MAX_WAIT)
}

/// Reads a reply; with `csv`, one that is not JSON is CSV. The caller limits the time.
pub(crate) async fn read(
    mut response: reqwest::Response,
    limits: &AnswerLimits,
    csv: Option<&Csv>,
) -> Result<Reply, reqwest::Error> {
    let (status, headers) = (response.status(), response.headers().clone());
    let most = limits.max_bytes as usize;
    let expected = response.content_length().and_then(|bytes| usize::try_from(bytes).ok()).unwrap_or(0);
    let mut raw = Vec::with_capacity(expected.min(most).min(MAX_PREALLOCATED));
    while let Some(part) = response.chunk().await? {
        if raw.len() + part.len() > most {
            // The unread rest is dropped together with the connection.
            let body = Err(UnusableBody { reason: Reason::TooLarge, raw });
            return Ok(Reply { status, headers, body });
        }
        raw.extend_from_slice(&part);
    }
    let csv = csv.filter(|_| !is_json(&headers));
    Ok(Reply { status, headers, body: parse_as(raw, limits, csv) })
}

/// Whether the body is JSON according to its headers.
fn is_json(headers: &HeaderMap) -> bool {
    let kind = headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok());
    kind.is_some_and(|kind| kind.to_ascii_lowercase().contains("json"))
}

/// Parses a JSON body within the limits.
pub(crate) fn parse(raw: Vec<u8>, limits: &AnswerLimits) -> Result<Document, UnusableBody> {
    parse_as(raw, limits, None)
}

/// Parses a body within the limits, as CSV if it is described.
fn parse_as(raw: Vec<u8>, limits: &AnswerLimits, csv: Option<&Csv>) -> Result<Document, UnusableBody> {
    if raw.len() > limits.max_bytes as usize {
        return Err(UnusableBody { reason: Reason::TooLarge, raw });
    }
    let text = String::from_utf8(raw)
        .map_err(|error| UnusableBody { reason: Reason::WrongShape, raw: error.into_bytes() })?;
    let parsed = match csv {
        Some(csv) => Document::from_csv(text, csv),
        None => Document::parse(text, limits.max_depth),
    };
    parsed.map_err(|(reason, text)| UnusableBody { reason, raw: text.into_bytes() })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::Value;

    use super::*;

    fn reply(retry_after: &str) -> Reply {
        let mut headers = HeaderMap::new();
        headers.insert(header::RETRY_AFTER, retry_after.parse().unwrap());
        Reply { status: StatusCode::OK, headers, body: Ok(Document::from_value(&Value::Null)) }
    }

    #[test]
    fn retry_after_is_parsed_as_seconds_or_date() {
        // 1994-11-06 08:49:37 UTC.
        let now = Timestamp(784_111_777);
        for (text, seconds) in [
            ("0", Some(0)),
            (" 120 ", Some(120)),
            ("99999999", Some(86_400)),
            ("Sun, 06 Nov 1994 08:50:37 GMT", Some(60)),
            ("Sunday, 06-Nov-94 08:49:38 GMT", Some(1)),
            ("Sun, 06 Nov 1994 08:00:00 GMT", Some(0)),
            ("-5", None),
            ("soon", None),
        ] {
            assert_eq!(reply(text).retry_after(now), seconds.map(Duration::from_secs), "{text}");
        }
    }

    #[test]
    fn bodies_that_are_too_large_too_deep_or_invalid_are_refused() {
        let limits = AnswerLimits { max_bytes: 20, max_depth: 3, ..AnswerLimits::default() };
        assert!(parse(b"[[[1]], [\"[[[[\"]]".to_vec(), &limits).is_ok());
        for (raw, reason) in [
            (&b"[[[[1]]]]"[..], Reason::TooDeep),
            (b"[                     ]", Reason::TooLarge),
            (b"<html>", Reason::WrongShape),
            (b"", Reason::WrongShape),
            (b"\xff", Reason::WrongShape),
            (b"\"\xff\"", Reason::WrongShape),
        ] {
            let refused = parse(raw.to_vec(), &limits).unwrap_err();
            assert_eq!((refused.reason, refused.raw.as_slice()), (reason, raw));
        }
        let many = format!("[{}0]", "0,".repeat(numsift_model::limits::ANSWER_VALUES));
        let refused = parse(many.into_bytes(), &AnswerLimits::default()).unwrap_err();
        assert_eq!(refused.reason, Reason::TooLarge, "too many values");
    }

    proptest! {
        #[test]
        fn any_bytes_parse_like_serde_json_or_are_refused(raw in prop::collection::vec(any::<u8>(), 0..200)) {
            let limits = AnswerLimits { max_depth: 4, ..AnswerLimits::default() };
            let expected = serde_json::from_slice::<Value>(&raw);
            if let Ok(document) = parse(raw, &limits) {
                prop_assert_eq!(document.root().to_value(), expected.unwrap());
            }
        }
    }
}
