//! A parsed JSON body as a flat list of nodes. A reply about a hundred numbers has a thousand small values;
//! allocating a map and a string for each would cost more than everything else done with them.

mod csv;

use std::fmt;

use numsift_model::limits::ANSWER_VALUES;
use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::outcome::Reason;

/// Average bytes of JSON per node, to allocate the list once.
const BYTES_PER_NODE: usize = 8;

/// A parsed JSON text.
#[derive(Debug)]
pub(crate) struct Document {
    text: String,
    /// Strings that were escaped in `text`, without escapes.
    unescaped: String,
    /// In document order: the children of a list or an object follow it.
    nodes: Vec<Node>,
}

#[derive(Debug)]
enum Node {
    Null,
    Bool(bool),
    Number(Number),
    Text(Span),
    /// The items follow, up to this index.
    List(usize),
    /// A name and a value for each field follow, up to this index.
    Object(usize),
}

#[derive(Debug, Clone, Copy)]
enum Span {
    Text(usize, usize),
    Unescaped(usize, usize),
}

/// A value of a document.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Json<'d> {
    document: &'d Document,
    at: usize,
}

/// The type of a value, with the value if it is a scalar.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Scalar<'d> {
    Null,
    Bool(bool),
    Number(&'d Number),
    Text(&'d str),
    /// The value is a list or an object.
    Composite,
}

impl Document {
    /// Parses a text. Returns the text with the error if it is not JSON or nested too deep.
    pub(crate) fn parse(text: String, max_depth: u32) -> Result<Self, (Reason, String)> {
        let mut document = Self::new((text.len() / BYTES_PER_NODE).min(ANSWER_VALUES));
        let mut parser = serde_json::Deserializer::from_str(&text);
        let mut refused = Reason::WrongShape;
        let reader =
            Reader { text: &text, document: &mut document, levels_left: max_depth, refused: &mut refused };
        if reader.deserialize(&mut parser).and_then(|()| parser.end()).is_err() {
            return Err((refused, text));
        }
        document.text = text;
        Ok(document)
    }

    fn new(nodes: usize) -> Self {
        Self { text: String::new(), unescaped: String::new(), nodes: Vec::with_capacity(nodes) }
    }

    /// Converts a `serde_json` value.
    pub(crate) fn from_value(value: &Value) -> Self {
        let mut document = Self::new(0);
        document.push(value);
        document
    }

    pub(crate) fn root(&self) -> Json<'_> {
        Json { document: self, at: 0 }
    }

    /// The text as received.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    fn push(&mut self, value: &Value) {
        match value {
            Value::Null => self.nodes.push(Node::Null),
            Value::Bool(flag) => self.nodes.push(Node::Bool(*flag)),
            Value::Number(number) => self.nodes.push(Node::Number(number.clone())),
            Value::String(text) => self.push_unescaped(text),
            Value::Array(items) => {
                let at = self.open(Node::List(0));
                for item in items {
                    self.push(item);
                }
                self.close(at);
            }
            Value::Object(fields) => {
                let at = self.open(Node::Object(0));
                for (name, value) in fields {
                    self.push_unescaped(name);
                    self.push(value);
                }
                self.close(at);
            }
        }
    }

    fn push_unescaped(&mut self, text: &str) {
        let from = self.unescaped.len();
        self.unescaped.push_str(text);
        self.nodes.push(Node::Text(Span::Unescaped(from, self.unescaped.len())));
    }

    fn open(&mut self, node: Node) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    fn close(&mut self, at: usize) {
        let after = self.nodes.len();
        if let Node::List(end) | Node::Object(end) = &mut self.nodes[at] {
            *end = after;
        }
    }

    /// The index after a value and its children.
    fn next_sibling(&self, at: usize) -> usize {
        match self.nodes[at] {
            Node::List(end) | Node::Object(end) => end,
            _ => at + 1,
        }
    }

    fn text_at(&self, at: usize) -> &str {
        let text = match self.nodes[at] {
            Node::Text(Span::Text(from, to)) => self.text.get(from..to),
            Node::Text(Span::Unescaped(from, to)) => self.unescaped.get(from..to),
            _ => None,
        };
        text.unwrap_or_default()
    }
}

impl<'d> Json<'d> {
    pub(crate) fn scalar(self) -> Scalar<'d> {
        match &self.document.nodes[self.at] {
            Node::Null => Scalar::Null,
            Node::Bool(flag) => Scalar::Bool(*flag),
            Node::Number(number) => Scalar::Number(number),
            Node::Text(_) => Scalar::Text(self.document.text_at(self.at)),
            Node::List(_) | Node::Object(_) => Scalar::Composite,
        }
    }

    /// A field of an object. Of several with the same name the last one counts, as in `serde_json`.
    pub(crate) fn get(self, name: &str) -> Option<Self> {
        let Node::Object(end) = self.document.nodes[self.at] else { return None };
        let (mut at, mut found) = (self.at + 1, None);
        while at < end {
            if self.document.text_at(at) == name {
                found = Some(at + 1);
            }
            at = self.document.next_sibling(at + 1);
        }
        found.map(|at| Self { at, ..self })
    }

    /// The items of a list; `None` if the value is not a list.
    pub(crate) fn items(self) -> Option<impl Iterator<Item = Self>> {
        let Node::List(end) = self.document.nodes[self.at] else { return None };
        let next = move |at: usize| (at < end).then_some(at);
        let indexes =
            std::iter::successors(next(self.at + 1), move |at| next(self.document.next_sibling(*at)));
        Some(indexes.map(move |at| Self { at, ..self }))
    }

    /// The value if it is a text or a number, else `null`.
    pub(crate) fn to_scalar_value(self) -> Value {
        match self.scalar() {
            Scalar::Number(number) => Value::Number(number.clone()),
            Scalar::Text(text) => Value::String(text.to_owned()),
            Scalar::Null | Scalar::Bool(_) | Scalar::Composite => Value::Null,
        }
    }

    /// Converts the value to a `serde_json` value.
    pub(crate) fn to_value(self) -> Value {
        match &self.document.nodes[self.at] {
            Node::Null => Value::Null,
            Node::Bool(flag) => Value::Bool(*flag),
            Node::Number(number) => Value::Number(number.clone()),
            Node::Text(_) => Value::from(self.document.text_at(self.at)),
            Node::List(_) => self.items().into_iter().flatten().map(Self::to_value).collect(),
            Node::Object(end) => {
                let (mut fields, mut at) = (Map::new(), self.at + 1);
                while at < *end {
                    let name = self.document.text_at(at).to_owned();
                    fields.insert(name, Self { at: at + 1, ..self }.to_value());
                    at = self.document.next_sibling(at + 1);
                }
                Value::Object(fields)
            }
        }
    }
}

/// Deserializes values into a document.
struct Reader<'t, 'r> {
    text: &'t str,
    document: &'r mut Document,
    levels_left: u32,
    /// Why parsing stopped, if the text is JSON.
    refused: &'r mut Reason,
}

impl Reader<'_, '_> {
    /// A reader for the values inside a list or an object.
    fn nested<E: serde::de::Error>(&mut self) -> Result<Reader<'_, '_>, E> {
        let Some(levels_left) = self.levels_left.checked_sub(1) else {
            *self.refused = Reason::TooDeep;
            return Err(E::custom("nested too deep"));
        };
        Ok(Reader { text: self.text, document: self.document, levels_left, refused: self.refused })
    }

    /// A reader for the next value inside, unless there are too many.
    fn next<E: serde::de::Error>(&mut self) -> Result<Reader<'_, '_>, E> {
        if self.document.nodes.len() > ANSWER_VALUES {
            *self.refused = Reason::TooLarge;
            return Err(E::custom("too many values"));
        }
        let levels_left = self.levels_left;
        Ok(Reader { text: self.text, document: self.document, levels_left, refused: self.refused })
    }
}

impl<'de> DeserializeSeed<'de> for Reader<'_, '_> {
    type Value = ();

    fn deserialize<D: serde::Deserializer<'de>>(self, parser: D) -> Result<(), D::Error> {
        parser.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.document.nodes.push(Node::Null);
        Ok(())
    }

    fn visit_bool<E>(self, flag: bool) -> Result<(), E> {
        self.document.nodes.push(Node::Bool(flag));
        Ok(())
    }

    fn visit_u64<E>(self, number: u64) -> Result<(), E> {
        self.document.nodes.push(Node::Number(number.into()));
        Ok(())
    }

    fn visit_i64<E>(self, number: i64) -> Result<(), E> {
        self.document.nodes.push(Node::Number(number.into()));
        Ok(())
    }

    fn visit_f64<E: serde::de::Error>(self, number: f64) -> Result<(), E> {
        let number = Number::from_f64(number).ok_or_else(|| E::custom("not a number"))?;
        self.document.nodes.push(Node::Number(number));
        Ok(())
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<(), E> {
        // The string is a slice of the whole text; its offset follows from the addresses.
        let from = text.as_ptr().addr().wrapping_sub(self.text.as_ptr().addr());
        let to = from.wrapping_add(text.len());
        if self.text.get(from..to) == Some(text) {
            self.document.nodes.push(Node::Text(Span::Text(from, to)));
            return Ok(());
        }
        self.document.push_unescaped(text);
        Ok(())
    }

    fn visit_str<E>(self, text: &str) -> Result<(), E> {
        self.document.push_unescaped(text);
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut items: A) -> Result<(), A::Error> {
        let at = self.document.open(Node::List(0));
        let mut inner = self.nested()?;
        while items.next_element_seed(inner.next()?)?.is_some() {}
        self.document.close(at);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        let at = self.document.open(Node::Object(0));
        let mut inner = self.nested()?;
        while fields.next_key_seed(inner.next()?)?.is_some() {
            fields.next_value_seed(inner.next()?)?;
        }
        self.document.close(at);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn parsed(text: &str) -> Document {
        Document::parse(text.to_owned(), 100).unwrap()
    }

    #[test]
    fn fields_and_items_are_found() {
        let document = parsed(
            r#"{"a": {"b": [1, [2], {"c": "x\n"}, "ü"]}, "a\"": -1.5, "a": {"b": [true, null]}, "d": {}}"#,
        );
        let root = document.root();
        let list = root.get("a").unwrap().get("b").unwrap();
        assert_eq!(list.to_value(), json!([true, null]), "the last field of a name counts");
        assert_eq!(list.items().unwrap().count(), 2);
        assert!(
            matches!(root.get("a\"").unwrap().scalar(), Scalar::Number(number) if number.as_f64() == Some(-1.5))
        );
        assert!(root.get("b").is_none() && root.items().is_none() && list.get("a").is_none());
        assert!(root.get("d").unwrap().get("a").is_none());
        assert_eq!(parsed("[]").root().items().unwrap().count(), 0);
    }

    fn refused(text: &str, max_depth: u32) -> Reason {
        let (reason, back) = Document::parse(text.to_owned(), max_depth).unwrap_err();
        assert_eq!(back, text);
        reason
    }

    #[test]
    fn invalid_json_is_refused() {
        for text in ["", "{", "[1,]", "{\"a\"}", "1 2", "nul", "{1: 2}", "\"\u{1}\""] {
            assert_eq!(refused(text, 9), Reason::WrongShape, "{text}");
        }
        assert_eq!(refused("[[[[", 3), Reason::TooDeep);
    }

    fn depth(value: &Value) -> u32 {
        match value {
            Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
            Value::Object(fields) => 1 + fields.values().map(depth).max().unwrap_or(0),
            _ => 0,
        }
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            any::<i64>().prop_map(Value::from),
            any::<u64>().prop_map(Value::from),
            (-999..999_i32).prop_map(|quarters| Value::from(f64::from(quarters) / 4.0)),
            ".{0,6}".prop_map(Value::from),
        ];
        leaf.prop_recursive(5, 64, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map(".{0,3}", inner, 0..5)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn values_survive_a_round_trip(value in values()) {
            prop_assert_eq!(parsed(&value.to_string()).root().to_value(), value.clone());
            prop_assert_eq!(Document::from_value(&value).root().to_value(), value);
        }

        #[test]
        fn deep_nesting_is_refused(value in values(), max_depth in 0..5_u32) {
            match Document::parse(value.to_string(), max_depth) {
                Ok(_) => prop_assert!(depth(&value) <= max_depth),
                Err((reason, _)) => {
                    prop_assert_eq!(reason, Reason::TooDeep);
                    prop_assert!(depth(&value) > max_depth);
                }
            }
        }
    }
}
