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

/// Verifies a JSON body that was posted to the address with this part after the channel's name.
fn verify_post(
    config: &ChannelConfig,
    headers: &HeaderMap,
    path: Option<&str>,
    body: &[u8],
) -> Result<JobId, CallbackRefused> {
    let path: Vec<String> = path.into_iter().map(str::to_owned).collect();
    let request = CallbackRequest { method: &Method::POST, path: &path, query: "", headers, body };
    let delivery = verify_callback(config, &request, NOW)?;
    assert_eq!(delivery.body, None, "JSON is stored as it is");
    Ok(delivery.job)
}

/// The job id in [`BODY`].
fn job() -> JobId {
    JobId::from_text("17").unwrap()
}

#[test]
fn the_path_must_equal_the_secret() {
    let config = config(Verify::SecretPath, "0123456789abcdef");
    let verify = |path| verify_post(&config, &HeaderMap::new(), path, BODY);
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
        let verify =
            |text: String, body: &[u8]| verify_post(&config, &headers(&[("x-signature", text)]), None, body);
        assert_eq!(verify(format!("sha256={right}"), BODY), Ok(job()));
        let not_genuine = Err(CallbackRefused::NotGenuine);
        assert_eq!(verify(right.clone(), BODY), not_genuine, "without the prefix");
        assert_eq!(verify(format!("sha256={right}"), br#"{"job": {"id": 18}}"#), not_genuine);
        assert_eq!(verify(format!("sha256={}", &right[2..]), BODY), not_genuine);
        assert_eq!(verify("sha256=\u{fc}".to_owned(), BODY), not_genuine);
        assert_eq!(verify("sha256=".to_owned(), BODY), not_genuine);
        assert_eq!(verify_post(&config, &HeaderMap::new(), None, BODY), not_genuine);
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
        verify_post(&config, &headers, None, BODY)
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
        verify_post(&config, &headers, None, BODY)
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
    let verify =
        |config: &ChannelConfig, body: &str| verify_post(config, &HeaderMap::new(), None, body.as_bytes());
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

/// A callback whose values or job are not in a JSON body.
fn shaped(format: DeliveryFormat, job_in: JobIn, secret: Option<&str>) -> ChannelConfig {
    let verify = if secret.is_some() { Verify::SecretPath } else { Verify::None };
    let mut config = config(verify, secret.unwrap_or_default());
    let callback = config.callback.as_mut().unwrap();
    (callback.format, callback.job_in) = (format, job_in);
    config
}

fn call(
    config: &ChannelConfig,
    (method, path, query): (&Method, &[&str], &str),
    body: &[u8],
) -> Result<(String, Option<String>), CallbackRefused> {
    let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
    let request = CallbackRequest { method, path: &path, query, headers: &HeaderMap::new(), body };
    let delivery = verify_callback(config, &request, NOW)?;
    let body = delivery.body.map(|body| String::from_utf8(body).unwrap());
    Ok((delivery.job.as_str().to_owned(), body))
}

#[test]
fn forms_and_queries_are_objects_of_texts() {
    let mut config = shaped(DeliveryFormat::Form, JobIn::Body, None);
    config.callback.as_mut().unwrap().job = "$.id".to_owned();
    let values = r#"{"id":"17","state":"a b&c","x":"\u0001é"}"#.to_owned();
    let encoded = "id=17&state=a+b%26c&x=%01%C3%A9&id=18";
    let (post, get) = (&Method::POST, &Method::GET);
    let expected = Ok(("17".to_owned(), Some(values)));
    assert_eq!(call(&config, (post, &[], ""), encoded.as_bytes()), expected);
    assert_eq!(call(&config, (get, &[], encoded), b""), Err(CallbackRefused::NotExpected));
    config.callback.as_mut().unwrap().format = DeliveryFormat::Query;
    assert_eq!(call(&config, (get, &[], encoded), b"{}"), expected);
    assert_eq!(call(&config, (post, &[], encoded), b""), Err(CallbackRefused::NotExpected));
    assert_eq!(call(&config, (get, &[], ""), b""), Err(CallbackRefused::NoJob));
    let many = vec!["a=1"; CALLBACK_FIELDS + 1].join("&");
    assert_eq!(call(&config, (get, &[], &many), b""), Err(CallbackRefused::TooLarge));
    config.answer.max_bytes = 5;
    assert_eq!(call(&config, (get, &[], encoded), b""), Err(CallbackRefused::TooLarge));
}

#[test]
fn the_address_names_the_job() {
    let post = &Method::POST;
    let found = Ok(("17".to_owned(), None));
    let in_path = shaped(DeliveryFormat::Json, JobIn::Path, None);
    assert_eq!(call(&in_path, (post, &["17"], ""), b"anything"), found);
    for path in [&[][..], &["17", "18"]] {
        assert_eq!(call(&in_path, (post, path, ""), b"{}"), Err(CallbackRefused::NotGenuine));
    }
    assert_eq!(call(&in_path, (post, &[".."], ""), b"{}"), Err(CallbackRefused::NoJob));

    let secret = "0123456789abcdef";
    let with_secret = shaped(DeliveryFormat::Json, JobIn::Path, Some(secret));
    assert_eq!(call(&with_secret, (post, &[secret, "17"], ""), b"{}"), found);
    for path in [&["17", secret][..], &[secret], &["17"]] {
        assert_eq!(call(&with_secret, (post, path, ""), b"{}"), Err(CallbackRefused::NotGenuine));
    }

    let in_query = shaped(DeliveryFormat::Json, JobIn::Query, None);
    assert_eq!(call(&in_query, (post, &[], "other=1&job=17"), b"{}"), found);
    assert_eq!(call(&in_query, (post, &[], "id=17"), b"{}"), Err(CallbackRefused::NoJob));
    let mixed = shaped(DeliveryFormat::Query, JobIn::Query, None);
    let both = call(&mixed, (&Method::GET, &[], "job=17&state=on"), b"");
    assert_eq!(both, Ok(("17".to_owned(), Some(r#"{"job":"17","state":"on"}"#.to_owned()))));
}
