//! An answer as it is read: within limits of size, time and depth.

use std::time::Duration;

use http::{HeaderMap, StatusCode, header};
use numsift_model::clock::Timestamp;
use serde_json::Value;

use crate::config::AnswerLimits;
use crate::outcome::Reason;

/// Longest wait that anybody can ask of us.
const LONGEST_WAIT: Duration = Duration::from_hours(24);

/// An answer.
pub(crate) struct Reply {
    pub(crate) status: StatusCode,
    pub(crate) headers: HeaderMap,
    pub(crate) raw: Vec<u8>,
    /// The body, parsed; or why it cannot be used.
    pub(crate) body: Result<Value, Reason>,
}

impl Reply {
    /// How long the provider asks to wait, in a header.
    pub(crate) fn retry_after(&self, now: Timestamp) -> Option<Duration> {
        let text = self.headers.get(header::RETRY_AFTER)?.to_str().ok()?.trim();
        if let Ok(seconds) = text.parse() {
            return Some(sane_wait(Duration::from_secs(seconds)));
        }
        let then = httpdate::parse_http_date(text).ok()?;
        let then = then.duration_since(std::time::UNIX_EPOCH).ok()?;
        let now = Duration::from_secs(u64::try_from(now.0).unwrap_or(0));
        Some(sane_wait(then.saturating_sub(now)))
    }
}

/// A wait that somebody asks of us, within reason.
pub(crate) fn sane_wait(wait: Duration) -> Duration {
    wait.min(LONGEST_WAIT)
}

/// Reads an answer. The caller limits the time.
pub(crate) async fn read(
    mut response: reqwest::Response,
    limits: &AnswerLimits,
) -> Result<Reply, reqwest::Error> {
    let (status, headers) = (response.status(), response.headers().clone());
    let most = limits.max_bytes as usize;
    let mut raw = Vec::new();
    while let Some(part) = response.chunk().await? {
        if raw.len() + part.len() > most {
            // What is left unread is dropped together with the connection.
            return Ok(Reply { status, headers, raw, body: Err(Reason::TooLarge) });
        }
        raw.extend_from_slice(&part);
    }
    let body = parse(&raw, limits);
    Ok(Reply { status, headers, raw, body })
}

/// Parses a body within the limits.
pub(crate) fn parse(raw: &[u8], limits: &AnswerLimits) -> Result<Value, Reason> {
    if raw.len() > limits.max_bytes as usize {
        return Err(Reason::TooLarge);
    }
    if deeper_than(raw, limits.max_depth) {
        return Err(Reason::TooDeep);
    }
    serde_json::from_slice(raw).map_err(|_| Reason::WrongShape)
}

/// Whether JSON is nested deeper than so many levels, without parsing it.
fn deeper_than(raw: &[u8], most: u32) -> bool {
    let (mut depth, mut in_text, mut escaped) = (0_u32, false, false);
    for byte in raw {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_text => escaped = true,
            b'"' => in_text = !in_text,
            b'[' | b'{' if !in_text => {
                depth += 1;
                if depth > most {
                    return true;
                }
            }
            b']' | b'}' if !in_text => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn reply(retry_after: &str) -> Reply {
        let mut headers = HeaderMap::new();
        headers.insert(header::RETRY_AFTER, retry_after.parse().unwrap());
        Reply { status: StatusCode::OK, headers, raw: Vec::new(), body: Ok(Value::Null) }
    }

    #[test]
    fn retry_after_is_read_as_seconds_and_as_a_date() {
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
    fn a_body_is_refused_for_its_size_depth_or_syntax() {
        let limits = AnswerLimits { max_bytes: 20, max_depth: 3, ..AnswerLimits::default() };
        assert!(parse(b"[[[1]], [\"[[[[\"]]", &limits).is_ok());
        assert_eq!(parse(b"[[[[1]]]]", &limits), Err(Reason::TooDeep));
        assert_eq!(parse(b"[                     ]", &limits), Err(Reason::TooLarge));
        assert_eq!(parse(b"<html>", &limits), Err(Reason::WrongShape));
        assert_eq!(parse(b"", &limits), Err(Reason::WrongShape));
        assert_eq!(parse(b"\xff", &limits), Err(Reason::WrongShape));
    }

    fn depth(value: &Value) -> u32 {
        match value {
            Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
            Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    fn nested() -> impl Strategy<Value = Value> {
        let leaf = r#"[\[\]{}"\\a]{0,6}"#.prop_map(Value::from);
        leaf.prop_recursive(8, 64, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map(r#"[\[{"\\a]{0,3}"#, inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn whatever_comes_is_read_or_refused(raw in prop::collection::vec(any::<u8>(), 0..200)) {
            let limits = AnswerLimits { max_depth: 4, ..AnswerLimits::default() };
            if let Ok(value) = parse(&raw, &limits) {
                prop_assert!(depth(&value) <= 4);
            }
        }

        #[test]
        fn depth_is_seen_without_parsing(value in nested(), most in 0..8_u32) {
            prop_assert_eq!(deeper_than(value.to_string().as_bytes(), most), depth(&value) > most);
        }
    }
}
