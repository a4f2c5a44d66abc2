//! Parses requests: media types, JSON bodies, query parameters.

use std::collections::BTreeMap;

use axum::BoxError;
use axum::body::{Body, Bytes, HttpBody as _};
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::HeaderMap;
use axum::http::header::{ACCEPT, CONTENT_ENCODING, CONTENT_TYPE, HeaderName};
use axum::http::request::Parts;
use axum::response::Response;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use numsift_model::clock::Timestamp;
use numsift_model::limits::JSON_BODY;
use numsift_screening::nearest;
use serde::Serialize;
use serde::de::DeserializeOwned;
use url::form_urlencoded;

use super::problem::{Code, Problem};
use crate::app::App;
use crate::body::parse;
use crate::envelope::json_response;

/// A JSON body.
pub struct Json<T> {
    pub value: T,
    /// As it was sent.
    pub sent: Bytes,
}

impl<T: DeserializeOwned> FromRequest<App> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, _: &App) -> Result<Self, Problem> {
        let sent = read_json(request).await?;
        Ok(Self { value: parse(&sent)?, sent })
    }
}

async fn read_json(request: Request) -> Result<Bytes, Problem> {
    if !is_json(request.headers()) {
        return Err(Problem::new(Code::UnsupportedMediaType, "send application/json"));
    }
    if request.headers().get(CONTENT_ENCODING).is_some_and(|encoding| encoding != "identity") {
        let detail = "a JSON body is sent without Content-Encoding; files may be compressed";
        return Err(Problem::new(Code::UnsupportedMediaType, detail));
    }
    accepts(request.headers(), "application/json")?;
    match whole(Limited::new(request.into_body(), JSON_BODY)).await {
        Ok(sent) => Ok(sent),
        Err(error) if error.is::<LengthLimitError>() => {
            Err(Problem::new(Code::PayloadTooLarge, "a body may have at most one megabyte"))
        }
        Err(_) => Err(Problem::new(Code::InvalidRequest, "the body was cut off")),
    }
}

/// A JSON response.
pub fn json<T: Serialize>(value: &T) -> Result<Response, Problem> {
    Ok(json_response(serde_json::to_vec(value).map_err(Problem::internal)?))
}

/// Reads the whole body. Most arrive in one piece, which is then not copied.
async fn whole(mut body: Limited<Body>) -> Result<Bytes, BoxError> {
    let Some(first) = body.frame().await else { return Ok(Bytes::new()) };
    let first = first?.into_data().unwrap_or_default();
    if body.is_end_stream() {
        return Ok(first);
    }
    let rest = body.collect().await?.to_bytes();
    Ok(if rest.is_empty() { first } else { [first, rest].concat().into() })
}

/// The media type of the body without its parameters.
pub fn media_type(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    Some(value.split(';').next().unwrap_or_default().trim())
}

/// Whether the body is JSON or has no media type.
pub fn is_json(headers: &HeaderMap) -> bool {
    const SUFFIX: &str = "+json";
    media_type(headers).is_none_or(|media| {
        let end = media.len().checked_sub(SUFFIX.len()).and_then(|at| media.get(at..));
        media.eq_ignore_ascii_case("application/json")
            || end.is_some_and(|end| end.eq_ignore_ascii_case(SUFFIX))
    })
}

pub fn is_form(headers: &HeaderMap) -> bool {
    media_type(headers).is_some_and(|media| media.eq_ignore_ascii_case("multipart/form-data"))
}

/// Refuses if the client does not accept this media type.
pub fn accepts(headers: &HeaderMap, media: &str) -> Result<(), Problem> {
    if prefers(headers, &[media]).is_some() {
        return Ok(());
    }
    Err(Problem::new(Code::NotAcceptable, format!("the response is {media}")))
}

/// The offered media type that the client prefers; the first of equals.
pub fn prefers<'a>(headers: &HeaderMap, offered: &[&'a str]) -> Option<&'a str> {
    let ranges = weighted(headers, &ACCEPT);
    if ranges.is_empty() {
        return offered.first().copied();
    }
    let mut best: Option<(&str, f32)> = None;
    for &media in offered {
        // The most specific range decides: the type itself, then its family, then any.
        let family = format!("{}/*", media.split('/').next().unwrap_or_default());
        let quality = [media, family.as_str(), "*/*"]
            .iter()
            .find_map(|wanted| ranges.iter().find(|(range, _)| range == wanted))
            .map_or(0.0, |(_, quality)| *quality);
        if quality > 0.0 && best.is_none_or(|(_, known)| quality > known) {
            best = Some((media, quality));
        }
    }
    best.map(|(media, _)| media)
}

/// The values of a header in lower case, each with its weight.
pub fn weighted(headers: &HeaderMap, name: &HeaderName) -> Vec<(String, f32)> {
    let values = headers.get_all(name).iter().filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).filter(|one| !one.trim().is_empty()).map(range_of).collect()
}

fn range_of(text: &str) -> (String, f32) {
    let mut parts = text.split(';').map(str::trim);
    let range = parts.next().unwrap_or_default().to_ascii_lowercase();
    let quality = parts.find_map(|part| part.strip_prefix("q=")).and_then(|text| text.parse().ok());
    (range, quality.unwrap_or(1.0))
}

/// The query parameters of a request.
pub struct Query(BTreeMap<String, String>);

impl FromRequestParts<App> for Query {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Self, Problem> {
        let mut pairs = BTreeMap::new();
        for (name, value) in form_urlencoded::parse(parts.uri.query().unwrap_or_default().as_bytes()) {
            if pairs.insert(name.to_string(), value.into_owned()).is_some() {
                return Err(Problem::field(Code::InvalidRequest, name, "given twice"));
            }
        }
        Ok(Self(pairs))
    }
}

impl Query {
    /// Refuses parameters other than these.
    pub fn only(self, names: &[&str]) -> Result<Self, Problem> {
        match self.0.keys().find(|name| !names.contains(&name.as_str())) {
            Some(name) => {
                let detail = match nearest(name, names.iter().copied()) {
                    Some(meant) => format!("unknown parameter; did you mean `{meant}`?"),
                    None if names.is_empty() => "unknown parameter; this operation has none".to_owned(),
                    None => format!("unknown parameter; there are `{}`", names.join("`, `")),
                };
                Err(Problem::field(Code::InvalidRequest, name, detail))
            }
            None => Ok(self),
        }
    }

    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The page size.
    pub fn limit(&self, usual: i64, most: i64) -> Result<i64, Problem> {
        let Some(text) = self.get("limit") else { return Ok(usual) };
        let limit = text.parse().ok().filter(|limit| (1..=most).contains(limit));
        limit.ok_or_else(|| Problem::field(Code::InvalidRequest, "limit", format!("1 to {most}")))
    }

    /// A time in RFC 3339.
    pub fn time(&self, name: &str) -> Result<Option<Timestamp>, Problem> {
        let Some(text) = self.get(name) else { return Ok(None) };
        let wrong = || Problem::field(Code::InvalidRequest, name, "a time such as `2027-01-15T08:00:00Z`");
        Timestamp::from_rfc3339(text).map(Some).ok_or_else(wrong)
    }

    /// The position after the previous page.
    pub fn cursor(&self) -> Result<Option<i64>, Problem> {
        let Some(text) = self.get("cursor") else { return Ok(None) };
        let place = text.parse().ok().filter(|place| *place >= 0);
        let wrong = || Problem::field(Code::InvalidRequest, "cursor", "not a cursor from an earlier page");
        place.map(Some).ok_or_else(wrong)
    }
}

/// Cuts a page that was read with one row more than `limit`. Returns the cursor of the next page, if there is one: the
/// id of the last row, so that rows that are added or deleted meanwhile move nothing.
pub fn cut<T>(rows: &mut Vec<T>, limit: i64, id: impl Fn(&T) -> i64) -> Option<String> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let more = rows.len() > limit;
    rows.truncate(limit);
    rows.last().filter(|_| more).map(|last| id(last).to_string())
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderMap;
    use axum::http::header::ACCEPT;

    use super::prefers;

    #[test]
    fn the_preferred_media_type_is_chosen() {
        for (accept, expected) in [
            ("", Some("application/json")),
            ("*/*", Some("application/json")),
            ("text/csv", Some("text/csv")),
            ("text/*", Some("text/csv")),
            ("text/csv;q=0.5, application/json", Some("application/json")),
            ("application/json;q=0.1, text/csv", Some("text/csv")),
            ("text/csv;q=0, */*", Some("application/json")),
            ("image/png", None),
        ] {
            let mut headers = HeaderMap::new();
            headers.insert(ACCEPT, accept.parse().unwrap());
            assert_eq!(prefers(&headers, &["application/json", "text/csv"]), expected, "{accept}");
        }
    }
}
