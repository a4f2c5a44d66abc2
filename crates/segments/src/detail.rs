//! The fields of an answer, stored as one compact JSON object. They are scanned without building a tree, because
//! exports read millions of them.

use std::borrow::Cow;

/// The value of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DetailValue<'a> {
    /// A string, number or boolean.
    Plain(Cow<'a, str>),
    Null,
    /// An array or object, as JSON.
    Nested(&'a str),
}

/// Calls `each` with the name and the value of every field, in order. Stops at the first fault: details are
/// written by this program, so there is none unless a file is damaged.
pub fn each_detail<'a>(detail: &'a str, mut each: impl FnMut(Cow<'a, str>, DetailValue<'a>)) {
    let mut rest = Scanner { text: detail, at: 0 };
    if rest.next() != Some(b'{') {
        return;
    }
    while let Some(name) = rest.string() {
        if rest.next() != Some(b':') {
            return;
        }
        let Some(value) = rest.value() else { return };
        each(name, value);
        if rest.next() != Some(b',') {
            return;
        }
    }
}

struct Scanner<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Scanner<'a> {
    fn peek(&mut self) -> Option<u8> {
        let rest = self.text.as_bytes().get(self.at..)?;
        self.at += rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        self.text.as_bytes().get(self.at).copied()
    }

    fn next(&mut self) -> Option<u8> {
        let byte = self.peek()?;
        self.at += 1;
        Some(byte)
    }

    /// The end of the string that starts here, after its closing quote, and whether it contains escapes.
    fn string_end(&self) -> Option<(usize, bool)> {
        let bytes = self.text.as_bytes();
        let (mut at, mut escapes) = (self.at + 1, false);
        loop {
            match bytes.get(at)? {
                b'"' => return Some((at + 1, escapes)),
                b'\\' => {
                    escapes = true;
                    at += 2;
                }
                _ => at += 1,
            }
        }
    }

    fn string(&mut self) -> Option<Cow<'a, str>> {
        if self.peek()? != b'"' {
            return None;
        }
        let start = self.at;
        let (end, escapes) = self.string_end()?;
        self.at = end;
        if escapes {
            return serde_json::from_str::<String>(self.text.get(start..end)?).ok().map(Cow::Owned);
        }
        self.text.get(start + 1..end - 1).map(Cow::Borrowed)
    }

    fn value(&mut self) -> Option<DetailValue<'a>> {
        match self.peek()? {
            b'"' => self.string().map(DetailValue::Plain),
            b'{' | b'[' => self.nested().map(DetailValue::Nested),
            _ => {
                let rest = self.text.get(self.at..)?;
                let end = rest.find([',', '}', ']']).unwrap_or(rest.len());
                self.at += end;
                Some(match rest[..end].trim_end() {
                    "null" => DetailValue::Null,
                    word => DetailValue::Plain(Cow::Borrowed(word)),
                })
            }
        }
    }

    fn nested(&mut self) -> Option<&'a str> {
        let (start, mut depth) = (self.at, 0_usize);
        loop {
            match *self.text.as_bytes().get(self.at)? {
                b'"' => {
                    self.at = self.string_end()?.0;
                    continue;
                }
                b'{' | b'[' => depth += 1,
                b'}' | b']' => depth = depth.checked_sub(1)?,
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return self.text.get(start..self.at);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Map, Value};

    use super::*;

    /// Scans an object back into a tree.
    fn scanned(text: &str) -> Vec<(String, Value)> {
        let mut found = Vec::new();
        each_detail(text, |name, value| {
            let value = match value {
                DetailValue::Plain(text) => Value::String(text.into_owned()),
                DetailValue::Null => Value::Null,
                DetailValue::Nested(json) => serde_json::from_str(json).unwrap(),
            };
            found.push((name.into_owned(), value));
        });
        found
    }

    /// Numbers and booleans are read as text.
    fn as_text(value: &Value) -> Value {
        match value {
            Value::Number(_) | Value::Bool(_) => Value::String(value.to_string()),
            other => other.clone(),
        }
    }

    fn value() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            "\\PC{0,8}".prop_map(Value::from),
            "[\\\\\"{}\\[\\],:\n]{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(3, 12, 4, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
                prop::collection::btree_map("\\PC{0,4}", inner, 0..4)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn scanning_agrees_with_a_json_parser(
            fields in prop::collection::btree_map("[\\PC\"\\\\]{0,5}", value(), 0..6),
            pretty: bool,
        ) {
            let object: Map<String, Value> = fields.into_iter().collect();
            let text = if pretty {
                serde_json::to_string_pretty(&object).unwrap()
            } else {
                serde_json::to_string(&object).unwrap()
            };
            let expected: Vec<_> = object.iter().map(|(name, value)| (name.clone(), as_text(value))).collect();
            prop_assert_eq!(scanned(&text), expected);
        }

        #[test]
        fn damaged_details_are_harmless(text in "[{}\\[\\]\":,\\\\a1é]{0,20}") {
            scanned_without_parsing(&text);
        }
    }

    fn scanned_without_parsing(text: &str) {
        each_detail(text, |_, _| {});
    }
}
