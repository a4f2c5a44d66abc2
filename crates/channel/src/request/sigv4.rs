//! AWS Signature Version 4.

use std::fmt::Write as _;

use chrono::DateTime;
use hmac::Mac as _;
use http::{HeaderValue, header};
use sha2::{Digest as _, Sha256};
use url::Url;

use crate::mac::hmac_sha256;
use crate::transport::send::HttpRequest;

const ALGORITHM: &str = "AWS4-HMAC-SHA256";
const DATE_HEADER: &str = "x-amz-date";

/// Who signs, and for which service.
pub(super) struct Scope<'a> {
    pub(super) access_key_id: &'a str,
    pub(super) secret_access_key: &'a str,
    pub(super) region: &'a str,
    pub(super) service: &'a str,
}

/// Adds the date to a request and returns its `Authorization` header. `None` if the time is out of range.
pub(super) fn sign(request: &mut HttpRequest, scope: &Scope<'_>, now: i64) -> Option<String> {
    let time = DateTime::from_timestamp(now, 0)?.format("%Y%m%dT%H%M%SZ").to_string();
    let day = time.get(..8)?;
    request.headers.insert(DATE_HEADER, HeaderValue::try_from(&time).ok()?);
    // What is signed must be what is sent, so the query is sent in its canonical form.
    let query = canonical_query(&request.url);
    request.url.set_query((!query.is_empty()).then_some(query.as_str()));
    let mut signed = vec![("host", host(&request.url)), (DATE_HEADER, time.clone())];
    if let Some(kind) = request.headers.get(header::CONTENT_TYPE).and_then(|kind| kind.to_str().ok()) {
        signed.push(("content-type", kind.trim().to_owned()));
    }
    signed.sort();
    let headers: Vec<String> = signed.iter().map(|(name, value)| format!("{name}:{value}\n")).collect();
    let headers = headers.concat();
    let names = signed.iter().map(|(name, _)| *name).collect::<Vec<_>>().join(";");
    let body = hex::encode(Sha256::digest(request.body.as_deref().unwrap_or_default()));
    let canonical = format!(
        "{}\n{}\n{query}\n{headers}\n{names}\n{body}",
        request.method,
        canonical_path(request.url.path())
    );
    let credential = format!("{day}/{}/{}/aws4_request", scope.region, scope.service);
    let message = format!("{ALGORITHM}\n{time}\n{credential}\n{}", hex::encode(Sha256::digest(canonical)));
    let mut key = format!("AWS4{}", scope.secret_access_key).into_bytes();
    for part in [day, scope.region, scope.service, "aws4_request", &message] {
        key = keyed_hash(&key, part);
    }
    let (id, signature) = (scope.access_key_id, hex::encode(key));
    Some(format!("{ALGORITHM} Credential={id}/{credential}, SignedHeaders={names}, Signature={signature}"))
}

fn keyed_hash(key: &[u8], message: &str) -> Vec<u8> {
    let mut mac = hmac_sha256(key);
    mac.update(message.as_bytes());
    mac.finalize().into_bytes().to_vec()
}

fn host(url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    url.port().map_or_else(|| host.to_owned(), |port| format!("{host}:{port}"))
}

/// The path, percent-encoded once more than it is sent.
fn canonical_path(path: &str) -> String {
    path.split('/').map(encoded).collect::<Vec<_>>().join("/")
}

/// The sorted parameters.
fn canonical_query(url: &Url) -> String {
    let mut pairs: Vec<(String, String)> =
        url.query_pairs().map(|(name, value)| (encoded(&name), encoded(&value))).collect();
    pairs.sort();
    pairs.into_iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join("&")
}

fn encoded(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use http::{HeaderMap, Method};

    use super::*;

    /// 2015-08-30 12:36:00 UTC, the time of the published examples.
    const NOW: i64 = 1_440_938_160;

    fn signature(method: Method, url: &str) -> String {
        let url = Url::parse(url).unwrap();
        let mut request = HttpRequest { method, url, headers: HeaderMap::new(), body: None };
        let scope = Scope {
            access_key_id: "AKIDEXAMPLE",
            secret_access_key: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY",
            region: "us-east-1",
            service: "service",
        };
        let header = sign(&mut request, &scope, NOW).unwrap();
        assert_eq!(request.headers[DATE_HEADER], "20150830T123600Z");
        let (head, signature) = header.rsplit_once("Signature=").unwrap();
        let credential = "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request";
        assert_eq!(head, format!("{credential}, SignedHeaders=host;x-amz-date, "));
        signature.to_owned()
    }

    #[test]
    fn signatures_equal_those_of_the_published_examples() {
        for (method, url, expected) in [
            (
                Method::GET,
                "https://example.amazonaws.com/",
                "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31",
            ),
            (
                Method::POST,
                "https://example.amazonaws.com/",
                "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b",
            ),
            (
                Method::GET,
                "https://example.amazonaws.com/?Param2=value2&Param1=value1",
                "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500",
            ),
        ] {
            assert_eq!(signature(method, url), expected, "{url}");
        }
    }

    #[test]
    fn the_query_is_sent_as_it_is_signed() {
        let url = Url::parse("https://a.example/x?b=a+b%2F&a=ü").unwrap();
        assert_eq!(canonical_query(&url), "a=%C3%BC&b=a%20b%2F");
        assert_eq!(canonical_path("/a%20b/c"), "/a%2520b/c");
        assert_eq!(host(&Url::parse("http://127.0.0.1:8080/").unwrap()), "127.0.0.1:8080");
    }
}
