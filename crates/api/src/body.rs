//! Request bodies: strict JSON, with the name of the field in every error.

use axum::body::{Body as HttpBody, Bytes};
use axum::extract::{FromRequest, Request};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use numsift_model::limits::JSON_BODY;
use numsift_model::rule::Rule;
use numsift_screening::nearest;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use serde_json::error::Category;
use utoipa::ToSchema;

use crate::app::App;
use crate::json_path::path_at;
use crate::messages::Message;
use crate::refusal::Refusal;

/// The JSON body of a call. An empty one counts as `{}`.
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
    match Limited::new(body, JSON_BODY).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => Err(Refusal::TooLarge("body", Message::BodyTooLarge)),
        Err(_) => Err(Refusal::malformed("body", Message::BodyCutOff)),
    }
}

/// Parses a body; an empty one counts as `{}`.
///
/// Everything that does not depend on `T` is in functions of its own: this one is compiled for each request type.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let text = object(bytes)?;
    match serde_json::from_slice(text) {
        Ok(value) => without_nul(text).map(|()| value),
        Err(error) => Err(explain(&error, text)),
    }
}

/// The text of the object in a body. Serde alone would also accept an array of the fields' values.
fn object(bytes: &[u8]) -> Result<&[u8], Refusal> {
    match bytes.trim_ascii() {
        b"" => Ok(b"{}"),
        // As it was sent, so that lines are counted as the caller sees them.
        text if text.starts_with(b"{") => Ok(bytes),
        _ => Err(Refusal::malformed("body", Message::NotJson)),
    }
}

/// Says which field an error is about, and what is wrong with it.
fn explain(error: &serde_json::Error, text: &[u8]) -> Refusal {
    let path = path_at(text, error.line(), error.column());
    let description = error.to_string();
    // serde_json names the field only in its text.
    let name = description.split('`').nth(1).unwrap_or_default();
    let is_data = error.classify() == Category::Data;
    if is_data && description.starts_with("missing field") {
        let field = if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") };
        return Refusal::malformed(field, Message::MissingField);
    }
    let message = if description.starts_with("recursion limit exceeded") {
        Message::TooDeep
    } else if is_data && description.starts_with("unknown field") {
        unknown_field(&description)
    } else if is_data {
        wrong_value(&description)
    } else if std::str::from_utf8(text).is_err() {
        Message::NotUtf8
    } else {
        Message::NotJsonAt { line: error.line(), column: error.column() }
    };
    Refusal::malformed(if path.is_empty() { "body".to_owned() } else { path }, message)
}

/// What `serde_json` says is expected, as in ``unknown field `a`, expected `b` or `c` at line 1 column 2``.
fn expected(description: &str) -> &str {
    let (_, expected) = description.split_once(", expected ").unwrap_or_default();
    expected.rsplit_once(" at line ").map_or(expected, |(expected, _)| expected)
}

/// The words in backticks.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn unknown_field(description: &str) -> Message {
    let name = words(description).next().unwrap_or_default();
    let known = || words(expected(description));
    // Earlier versions had two words for checks.
    if name == "projects" && known().any(|word| word == "checks") {
        return Message::MisspeltField { meant: "checks".to_owned() };
    }
    match nearest(name, known()) {
        Some(meant) => Message::MisspeltField { meant: meant.to_owned() },
        None => Message::UnknownField,
    }
}

/// What a value of the right type would be.
fn wrong_value(description: &str) -> Message {
    let expected = expected(description);
    if description.starts_with("unknown variant") {
        return Message::Rule(Rule::one_of(words(expected)));
    }
    if description.starts_with("duplicate field") {
        return Message::FieldTwice;
    }
    let whole = |least: i64, most: i64| Message::Rule(Rule::Whole { least, most });
    if description.starts_with("invalid value: integer") {
        match expected {
            "i8" => return whole(i8::MIN.into(), i8::MAX.into()),
            "i16" => return whole(i16::MIN.into(), i16::MAX.into()),
            "i32" => return whole(i32::MIN.into(), i32::MAX.into()),
            "i64" => return whole(i64::MIN, i64::MAX),
            "u8" => return whole(0, u8::MAX.into()),
            "u16" => return whole(0, u16::MAX.into()),
            "u32" => return whole(0, u32::MAX.into()),
            // The largest are beyond what JSON programs handle.
            "u64" | "usize" => return Message::Rule(Rule::AtLeast(0)),
            _ => {}
        }
    }
    let why = || match expected {
        "" => description.rsplit_once(" at line ").map_or(description, |(why, _)| why).to_owned(),
        expected => format!("expected {expected}"),
    };
    if !description.starts_with("invalid type") {
        return Message::WrongValue { why: why() };
    }
    match expected {
        "a sequence" => Message::NotAList,
        "a string" => Message::NotText,
        "a boolean" => Message::NotTrueOrFalse,
        "a map" => Message::NotAnObject,
        "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64" | "usize" => Message::NotWhole,
        other if other.starts_with("struct ") => Message::NotAnObject,
        _ => Message::WrongValue { why: why() },
    }
}

/// PostgreSQL text cannot hold NUL, so no field of any call may.
fn without_nul(text: &[u8]) -> Result<(), Refusal> {
    match field_with_nul(text) {
        Some(field) => Err(Refusal::malformed(field, Message::NulCharacter)),
        None => Ok(()),
    }
}

/// The path of the first string with a NUL. Parses the text again only if it contains an escaped NUL at all.
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
        #[serde(default)]
        #[allow(dead_code)]
        way: Option<Way>,
        #[serde(default)]
        #[allow(dead_code)]
        on: bool,
        #[serde(default)]
        #[allow(dead_code)]
        all: Vec<u8>,
    }

    #[derive(Debug, Deserialize)]
    #[serde(rename_all = "snake_case")]
    enum Way {
        Left,
        Right,
    }

    #[test]
    fn errors_name_the_field() {
        let deep = format!("{{\"name\":{}{}}}", "[".repeat(5000), "]".repeat(5000));
        let cases: &[(&[u8], &str, &str)] = &[
            (b"", "name", "This field is required"),
            (b"{}", "name", "This field is required"),
            (b"not json", "body", "The request is not a valid JSON object"),
            (b"[1,2]", "body", "The request is not a valid JSON object"),
            (br#"{"name":1}"#, "name", "Must be text in quotes"),
            (br#"{"name":"a","extra":1}"#, "extra", "Unknown field"),
            (br#"{"name":"a","inner":{"count":300}}"#, "inner.count", "Must be a whole number from 0 to 255"),
            (br#"{"name":"a","inner":{"coun":3}}"#, "inner.coun", "Unknown field; did you mean `count`?"),
            (br#"{"name":"a","inner":{"count":"3"}}"#, "inner.count", "Must be a whole number"),
            (
                br#"{"name":"a","inner":{"count":1,"way":"up"}}"#,
                "inner.way",
                "Must be one of `left`, `right`",
            ),
            (br#"{"name":"a","inner":{"count":1,"on":1}}"#, "inner.on", "Must be `true` or `false`"),
            (br#"{"name":"a","inner":{"count":1,"all":{}}}"#, "inner.all", "Must be a list"),
            (br#"{"name":"a","inner":{}}"#, "inner.count", "This field is required"),
            (br#"{"name":"a\u0000b"}"#, "name", "Must not contain a NUL character"),
            (b"{\"name\":\"a\0b\"}", "name", "The request is not valid JSON at line 1, column 11"),
            (b"{\"name\":\"\xff\"}", "name", "Not valid UTF-8 text"),
            (br#"{"name":"a"} trailing"#, "body", "The request is not valid JSON at line 1, column 14"),
            (br#"{"name":"a"#, "name", "The request is not valid JSON at line 1, column 10"),
            (b"\n{\n\"name\": nobody}", "name", "The request is not valid JSON at line 3, column 10"),
            (br#"{"name":"a","name":"b"}"#, "name", "This field was sent twice"),
            (br#"{"name":"a","inner":"b"}"#, "inner", "Must be an object"),
            (br#"{"name":{"a":1}}"#, "name", "Must be text in quotes"),
            (
                b"{\n \"name\": \"a\",\n \"inner\": {\n  \"count\": -1\n }\n}",
                "inner.count",
                "Must be a whole number from 0 to 255",
            ),
            (deep.as_bytes(), "name", "Must be text in quotes"),
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
