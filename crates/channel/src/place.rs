//! Where something lies in an answer.

use serde_json::Value;
use serde_json_path::{JsonPath, ParseError};

/// A path made ready. Nearly all are a few names after another, which are followed without the detour
/// over a list of found nodes: every answer about every number is read through some of them.
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
    pub(crate) fn first<'a>(&self, body: &'a Value) -> Option<&'a Value> {
        match self {
            Self::Names(names) => names.iter().try_fold(body, |inner, name| inner.as_object()?.get(name)),
            Self::Path(path) => path.query(body).first(),
        }
    }

    /// All values there.
    pub(crate) fn all<'a>(&self, body: &'a Value) -> Vec<&'a Value> {
        match self {
            Self::Names(_) => self.first(body).into_iter().collect(),
            Self::Path(path) => path.query(body).all(),
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
            let found = JsonPath::parse(text).unwrap().query(&body).all();
            assert_eq!(place.all(&body), found, "{text}");
            assert_eq!(place.first(&body), found.first().copied(), "{text}");
        }
        for text in ["", "a", "$.", "$.a.", "$.1a", "$ .a b"] {
            assert!(Place::parse(text).is_err(), "{text}");
        }
    }
}
