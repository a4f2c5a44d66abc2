//! Request bodies: strict JSON, so that a wrong one is told which field is wrong.

use axum::body::{Body as HttpBody, Bytes};
use axum::extract::{FromRequest, Request};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use utoipa::ToSchema;

use crate::app::App;
use crate::messages::Message;
use crate::refusal::Refusal;

/// Largest body of an ordinary call.
const LIMIT: usize = 1024 * 1024;

/// The body of a call. An empty one counts as `{}`: some calls have nothing to say.
pub struct Body<T>(pub T);

impl<T: DeserializeOwned> FromRequest<App> for Body<T> {
    type Rejection = Refusal;

    async fn from_request(request: Request, _: &App) -> Result<Self, Refusal> {
        parse(&read(request.into_body()).await?).map(Self)
    }
}

/// The body of a call without parameters.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}

async fn read(body: HttpBody) -> Result<Bytes, Refusal> {
    match Limited::new(body, LIMIT).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Refusal::field("body", Message::BodyTooLarge)),
        Err(_) => Err(Refusal::field("body", Message::BodyCutOff)),
    }
}

/// Reads a body; an empty one counts as `{}`.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let text = match bytes.trim_ascii() {
        b"" => b"{}",
        text => text,
    };
    // serde would also take a list of the fields' values in their order.
    if !text.starts_with(b"{") {
        return Err(Refusal::field("body", Message::NotJson));
    }
    // To know all the time where one stands takes a while, and only what is wrong needs it.
    let value = match serde_json::from_slice(text) {
        Ok(value) => value,
        Err(_) => parse_telling(text)?,
    };
    // PostgreSQL text cannot hold NUL, so no field of any call may.
    if let Some(field) = field_with_nul(text) {
        return Err(Refusal::field(field, Message::NulCharacter));
    }
    Ok(value)
}

/// The same, and tells which field is wrong.
fn parse_telling<T: DeserializeOwned>(text: &[u8]) -> Result<T, Refusal> {
    let mut reader = serde_json::Deserializer::from_slice(text);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| explain(&error, text))?;
    reader.end().map_err(|_| Refusal::field("body", Message::NotJson))?;
    Ok(value)
}

/// Says which field an error is about, from where serde stood when it happened.
fn explain(error: &serde_path_to_error::Error<serde_json::Error>, text: &[u8]) -> Refusal {
    let path = error.path().to_string();
    let inner = error.inner();
    let said = inner.to_string();
    let at = |name: &str| match path.as_str() {
        "." => name.to_owned(),
        parent => format!("{parent}.{name}"),
    };
    let place = if path == "." { "body".to_owned() } else { path.clone() };
    if said.starts_with("recursion limit exceeded") {
        return Refusal::field(place, Message::TooDeep);
    }
    // serde_json names the field only in its text.
    let quoted = said.split('`').nth(1);
    match (inner.classify(), quoted) {
        (serde_json::error::Category::Data, Some(name)) if said.starts_with("unknown field") => {
            // serde_path_to_error's path already ends with the unknown field itself.
            let field = if path == name || path.ends_with(&format!(".{name}")) { path } else { at(name) };
            Refusal::field(field, Message::UnknownField)
        }
        (serde_json::error::Category::Data, Some(name)) if said.starts_with("duplicate field") => {
            Refusal::field(at(name), Message::WrongValue)
        }
        (serde_json::error::Category::Data, Some(name)) if said.starts_with("missing field") => {
            Refusal::field(at(name), Message::MissingField)
        }
        (serde_json::error::Category::Data, _) => Refusal::field(place, Message::WrongValue),
        _ if std::str::from_utf8(text).is_err() => Refusal::field(place, Message::NotUtf8),
        _ => Refusal::field(place, Message::NotJson),
    }
}

/// The path of the first text with a NUL in it. Looks closer only when one can be there at all.
fn field_with_nul(text: &[u8]) -> Option<String> {
    if !text.windows(6).any(|part| part == br"\u0000") {
        return None;
    }
    nul_below(&serde_json::from_slice(text).ok()?, "")
}

fn nul_below(value: &Value, path: &str) -> Option<String> {
    let inside = |key: &str| if path.is_empty() { key.to_owned() } else { format!("{path}.{key}") };
    match value {
        Value::String(text) => text.contains('\0').then(|| path.to_owned()),
        Value::Array(items) => {
            items.iter().enumerate().find_map(|(i, item)| nul_below(item, &inside(&i.to_string())))
        }
        Value::Object(map) => map.iter().find_map(|(key, item)| {
            if key.contains('\0') { Some(path.to_owned()) } else { nul_below(item, &inside(key)) }
        }),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use numsift_model::lang::Lang;
    use serde::Deserialize;

    use super::parse;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Sample {
        #[allow(dead_code)]
        name: String,
        #[serde(default)]
        #[allow(dead_code)]
        inner: Option<Inner>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Inner {
        #[allow(dead_code)]
        count: u8,
    }

    #[test]
    fn a_wrong_body_names_the_field() {
        let deep = format!("{{\"name\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
        let cases: &[(&[u8], &str, &str)] = &[
            (b"", "name", "This field is required"),
            (b"{}", "name", "This field is required"),
            (b"not json", "body", "The request is not a valid JSON object"),
            (b"[1,2]", "body", "The request is not a valid JSON object"),
            (br#"{"name":1}"#, "name", "This value is not valid"),
            (br#"{"name":"a","extra":1}"#, "extra", "Unknown field"),
            (br#"{"name":"a","inner":{"count":300}}"#, "inner.count", "This value is not valid"),
            (br#"{"name":"a","inner":{"coun":3}}"#, "inner.coun", "Unknown field"),
            (br#"{"name":"a","inner":{}}"#, "inner.count", "This field is required"),
            (br#"{"name":"a\u0000b"}"#, "name", "Must not contain a NUL character"),
            (b"{\"name\":\"a\0b\"}", "name", "The request is not a valid JSON object"),
            (b"{\"name\":\"\xff\"}", "name", "Not valid UTF-8 text"),
            (br#"{"name":"a"} trailing"#, "body", "The request is not a valid JSON object"),
            (br#"{"name":"a"#, "name", "The request is not a valid JSON object"),
            (deep.as_bytes(), "name", "This value is not valid"),
        ];
        for (body, field, text) in cases {
            let shown = String::from_utf8_lossy(&body[..body.len().min(60)]).into_owned();
            let refusal = parse::<Sample>(body).expect_err(&shown);
            let answer = refusal.render(Lang::En, "");
            assert_eq!(answer["code"], 40000, "{shown}");
            assert_eq!(answer["data"]["fields"][field], *text, "{shown}: {answer}");
        }
    }

    #[test]
    fn nesting_is_bounded() {
        #[derive(Debug, Deserialize)]
        struct Any {
            #[allow(dead_code)]
            value: serde_json::Value,
        }
        let deep = format!("{{\"value\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
        let answer = parse::<Any>(deep.as_bytes()).unwrap_err().render(Lang::En, "");
        assert_eq!(answer["msg"], "The request is nested too deeply");
    }
}
