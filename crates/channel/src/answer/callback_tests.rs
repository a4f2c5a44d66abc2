//! Tests of the verification of deliveries.

use super::*;
use crate::config::exchange::Encoding;
use crate::config::secret::Secret;

const NOW: Timestamp = Timestamp(1_800_000_000);
const BODY: &[u8] = br#"{"job": {"id": 17}}"#;
const STANDARD_SECRET: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

fn config(verify: Verify, secret: &str) -> ChannelConfig {
    let mut config = ChannelConfig::from_yaml("name: c\nmode: callback\ncallback: {job: $.job.id}").unwrap();
    let callback = config.callback.as_mut().unwrap();
    callback.verify = verify;
    callback.secret = Secret::new(secret);
    config
}

fn headers(pairs: &[(&'static str, String)]) -> HeaderMap {
    pairs.iter().map(|(name, value)| ((*name).parse().unwrap(), value.parse().unwrap())).collect()
}

fn signature(key: &[u8], parts: &[&[u8]], encoding: Encoding) -> String {
    let mut mac = hmac_sha256(key);
    for part in parts {
        mac.update(part);
    }
    encoding.encode(&mac.finalize().into_bytes())
}

/// The job id in [`BODY`].
fn job() -> JobId {
    JobId::from_text("17").unwrap()
}

#[test]
fn the_path_must_equal_the_secret() {
    let config = config(Verify::SecretPath, "0123456789abcdef");
    let verify = |path| verify_callback(&config, &HeaderMap::new(), path, BODY, NOW);
    assert_eq!(verify(Some("0123456789abcdef")), Ok(job()));
    for wrong in [None, Some(""), Some("0123456789abcdeF"), Some("0123456789abcdef0"), Some("********")] {
        assert_eq!(verify(wrong), Err(CallbackRefused::NotGenuine), "{wrong:?}");
    }
}

#[test]
fn the_signature_must_match_the_body() {
    for encoding in [Encoding::Hex, Encoding::Base64] {
        let mut config = config(Verify::Hmac, "shared");
        let callback = config.callback.as_mut().unwrap();
        callback.encoding = encoding;
        callback.prefix = "sha256=".to_owned();
        let right = signature(b"shared", &[BODY], encoding);
        let verify = |text: String, body: &[u8]| {
            verify_callback(&config, &headers(&[("x-signature", text)]), None, body, NOW)
        };
        assert_eq!(verify(format!("sha256={right}"), BODY), Ok(job()));
        let not_genuine = Err(CallbackRefused::NotGenuine);
        assert_eq!(verify(right.clone(), BODY), not_genuine, "without the prefix");
        assert_eq!(verify(format!("sha256={right}"), br#"{"job": {"id": 18}}"#), not_genuine);
        assert_eq!(verify(format!("sha256={}", &right[2..]), BODY), not_genuine);
        assert_eq!(verify("sha256=\u{fc}".to_owned(), BODY), not_genuine);
        assert_eq!(verify("sha256=".to_owned(), BODY), not_genuine);
        assert_eq!(verify_callback(&config, &HeaderMap::new(), None, BODY, NOW), not_genuine);
    }
}

#[test]
fn the_signing_time_must_be_within_five_minutes() {
    let mut config = config(Verify::Hmac, "shared");
    config.callback.as_mut().unwrap().timestamp_header = Some("x-time".to_owned());
    let verify = |time: i64| {
        let time = time.to_string();
        let signed = signature(b"shared", &[time.as_bytes(), b".", BODY], Encoding::Hex);
        let headers = headers(&[("x-signature", signed), ("x-time", time)]);
        verify_callback(&config, &headers, None, BODY, NOW)
    };
    assert_eq!(verify(NOW.0 - 300), Ok(job()));
    assert_eq!(verify(NOW.0 + 300), Ok(job()));
    for far in [NOW.0 - 301, NOW.0 + 301, i64::MIN, i64::MAX] {
        assert_eq!(verify(far), Err(CallbackRefused::Stale));
    }
}

#[test]
fn standard_webhooks_need_one_matching_signature() {
    let config = config(Verify::StandardWebhooks, STANDARD_SECRET);
    let time = NOW.0.to_string();
    let key = standard_webhooks_key(STANDARD_SECRET).unwrap();
    let right = signature(&key, &[b"msg_1", b".", time.as_bytes(), b".", BODY], Encoding::Base64);
    let verify = |signatures: String, id: &str| {
        let headers = headers(&[
            ("webhook-id", id.to_owned()),
            ("webhook-timestamp", time.clone()),
            ("webhook-signature", signatures),
        ]);
        verify_callback(&config, &headers, None, BODY, NOW)
    };
    assert_eq!(verify(format!("v1,{right}"), "msg_1"), Ok(job()));
    assert_eq!(verify(format!("v1a,xyz v1,AAAA v1,{right}"), "msg_1"), Ok(job()));
    let not_genuine = Err(CallbackRefused::NotGenuine);
    assert_eq!(verify(format!("v2,{right}"), "msg_1"), not_genuine);
    assert_eq!(verify(format!("v1,{right}"), "msg_2"), not_genuine);
    assert_eq!(verify(String::new(), "msg_1"), not_genuine);
}

#[test]
fn deliveries_need_a_job_id_and_a_limited_size() {
    let mut config = config(Verify::None, "");
    let verify = |config: &ChannelConfig, body: &str| {
        verify_callback(config, &HeaderMap::new(), None, body.as_bytes(), NOW)
    };
    for body in
        ["", "[]", "{}", r#"{"job": {"id": null}}"#, r#"{"job": {"id": ""}}"#, r#"{"job": {"id": ".."}}"#]
    {
        assert_eq!(verify(&config, body), Err(CallbackRefused::NoJob), "{body}");
    }
    config.answer.max_bytes = 5;
    assert_eq!(verify(&config, r#"{"job": {"id": 1}}"#), Err(CallbackRefused::TooLarge));
    config.callback = None;
    assert_eq!(verify(&config, "{}"), Err(CallbackRefused::NotExpected));
}
