//! Compiled JSON paths.

use serde_json_path::{JsonPath, ParseError};

use crate::config::fault::{Faults, Problem};
use crate::transport::json::{Document, Json};

/// A compiled path. Nearly all paths are plain sequences of names, which are followed directly in the parsed
/// body, because every item is read through several of them. Other paths need a conversion to
/// `serde_json` values.
#[derive(Clone)]
pub(crate) enum ValuePath {
    Names(Vec<String>),
    Path(JsonPath),
}

impl ValuePath {
    pub(crate) fn parse(text: &str) -> Result<Self, ParseError> {
        let path = JsonPath::parse(text)?;
        Ok(names(text).map_or(Self::Path(path), Self::Names))
    }

    /// Compiles the path of a field. Records a fault if it is invalid. An empty path is `None`; required
    /// paths are checked elsewhere.
    pub(crate) fn compile(field: &str, text: &str, faults: &mut Faults) -> Option<Self> {
        if text.is_empty() {
            return None;
        }
        Self::parse(text)
            .map_err(|error| faults.add(field, Problem::NotAJsonPath { message: error.to_string() }))
            .ok()
    }

    /// The first value that the path finds.
    pub(crate) fn first<'d>(&self, body: Json<'d>) -> Option<Found<'d>> {
        match self {
            Self::Names(names) => {
                names.iter().try_fold(body, |inner, name| inner.get(name)).map(Found::Borrowed)
            }
            Self::Path(path) => {
                let body = body.to_value();
                path.query(&body).first().map(|found| Found::Copied(Document::from_value(found)))
            }
        }
    }

    /// All values that the path finds.
    pub(crate) fn all<'d>(&self, body: Json<'d>) -> Vec<Found<'d>> {
        match self {
            Self::Names(_) => self.first(body).into_iter().collect(),
            Self::Path(path) => {
                let body = body.to_value();
                path.query(&body)
                    .all()
                    .into_iter()
                    .map(|found| Found::Copied(Document::from_value(found)))
                    .collect()
            }
        }
    }
}

/// A value that a path found.
#[derive(Debug)]
pub(crate) enum Found<'d> {
    Borrowed(Json<'d>),
    Copied(Document),
}

impl Found<'_> {
    pub(crate) fn json(&self) -> Json<'_> {
        match self {
            Self::Borrowed(json) => *json,
            Self::Copied(document) => document.root(),
        }
    }
}

/// The names of a path that consists of names only, such as `$.a.b`.
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
    fn plain_paths_find_the_same_values_as_full_paths() {
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
            let path = ValuePath::parse(text).unwrap();
            assert_eq!(matches!(path, ValuePath::Names(_)), plain, "{text}");
            let found: Vec<_> =
                JsonPath::parse(text).unwrap().query(&body).all().into_iter().cloned().collect();
            let document = Document::from_value(&body);
            let all: Vec<_> = path.all(document.root()).iter().map(|found| found.json().to_value()).collect();
            assert_eq!(all, found, "{text}");
            let first = path.first(document.root()).map(|found| found.json().to_value());
            assert_eq!(first, found.first().cloned(), "{text}");
        }
        for text in ["", "a", "$.", "$.a.", "$.1a", "$ .a b"] {
            assert!(ValuePath::parse(text).is_err(), "{text}");
        }
    }
}
