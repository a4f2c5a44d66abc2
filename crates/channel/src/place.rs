//! Where something lies in an answer.

use serde_json_path::{JsonPath, ParseError};

use crate::json::{Document, Json};

/// A path made ready. Nearly all are a few names after another, which are followed in the answer as it was
/// read: every answer about every number is read through some of them. The others take a detour.
#[derive(Clone)]
pub(crate) enum Place {
    Names(Vec<String>),
    Path(JsonPath),
}

impl Place {
    pub(crate) fn parse(text: &str) -> Result<Self, ParseError> {
        let path = JsonPath::parse(text)?;
        Ok(names(text).map_or(Self::Path(path), Self::Names))
    }

    /// The first value there.
    pub(crate) fn first<'d>(&self, body: Json<'d>) -> Option<Found<'d>> {
        match self {
            Self::Names(names) => {
                names.iter().try_fold(body, |inner, name| inner.get(name)).map(Found::There)
            }
            Self::Path(path) => {
                let body = body.to_value();
                path.query(&body).first().map(|found| Found::Apart(Document::of(found)))
            }
        }
    }

    /// All values there.
    pub(crate) fn all<'d>(&self, body: Json<'d>) -> Vec<Found<'d>> {
        match self {
            Self::Names(_) => self.first(body).into_iter().collect(),
            Self::Path(path) => {
                let body = body.to_value();
                path.query(&body).all().into_iter().map(|found| Found::Apart(Document::of(found))).collect()
            }
        }
    }
}

/// A value that was found: in the answer itself, or as a copy of its own.
#[derive(Debug)]
pub(crate) enum Found<'d> {
    There(Json<'d>),
    Apart(Document),
}

impl Found<'_> {
    pub(crate) fn json(&self) -> Json<'_> {
        match self {
            Self::There(json) => *json,
            Self::Apart(document) => document.root(),
        }
    }
}

/// The names of a path that has nothing else.
fn names(text: &str) -> Option<Vec<String>> {
    let rest = text.strip_prefix('$')?;
    if rest.is_empty() {
        return Some(Vec::new());
    }
    let is_name = |name: &str| {
        name.starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
            && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
    };
    let names: Vec<_> = rest.strip_prefix('.')?.split('.').map(str::to_owned).collect();
    names.iter().all(|name| is_name(name)).then_some(names)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn names_lead_where_the_path_leads() {
        let body = json!({"a": {"b": [1, {"c": 2}], "_x1": null}, "list": [{"a": 1}, {"a": 2}], "ä": 3});
        for (text, plain) in [
            ("$", true),
            ("$.a", true),
            ("$.a.b", true),
            ("$.a._x1", true),
            ("$.a.b.c", true),
            ("$.nothing.there", true),
            ("$.list[*].a", false),
            ("$.list[1].a", false),
            ("$['a'].b", false),
            ("$..a", false),
            ("$.*", false),
            ("$.ä", false),
        ] {
            let place = Place::parse(text).unwrap();
            assert_eq!(matches!(place, Place::Names(_)), plain, "{text}");
            let found: Vec<_> =
                JsonPath::parse(text).unwrap().query(&body).all().into_iter().cloned().collect();
            let document = Document::of(&body);
            let all: Vec<_> =
                place.all(document.root()).iter().map(|found| found.json().to_value()).collect();
            assert_eq!(all, found, "{text}");
            let first = place.first(document.root()).map(|found| found.json().to_value());
            assert_eq!(first, found.first().cloned(), "{text}");
        }
        for text in ["", "a", "$.", "$.a.", "$.1a", "$ .a b"] {
            assert!(Place::parse(text).is_err(), "{text}");
        }
    }
}
