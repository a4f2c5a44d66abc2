//! A provider's answer, read into one list of nodes. An answer about a hundred numbers is a thousand small
//! values; a map and a text of its own for each would cost more than all else that is done with them.

use std::fmt;

use serde::de::{DeserializeSeed, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};

use crate::outcome::Reason;

/// About so many bytes of an answer make a node.
const BYTES_A_NODE: usize = 8;

/// JSON that was read: its text, and what lies where.
#[derive(Debug)]
pub(crate) struct Document {
    text: String,
    /// Texts that are not in `text` as they are, because they were escaped there.
    unescaped: String,
    /// In the order of the text. What a list or an object holds follows it.
    nodes: Vec<Node>,
}

#[derive(Debug)]
enum Node {
    Null,
    Bool(bool),
    Number(Number),
    Text(Span),
    /// Its items follow, up to this node.
    List(usize),
    /// A text and a value for each field follow, up to this node.
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

/// What a value is.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Form<'d> {
    Null,
    Bool(bool),
    Number(&'d Number),
    Text(&'d str),
    /// A list or an object.
    Several,
}

impl Document {
    /// Reads a text. One that is not JSON, or is nested deeper than so many levels, is given back.
    pub(crate) fn parse(text: String, most_levels: u32) -> Result<Self, (Reason, String)> {
        let mut document = Self::new(text.len() / BYTES_A_NODE);
        let mut parser = serde_json::Deserializer::from_str(&text);
        let mut too_deep = false;
        let reader = Reader {
            text: &text,
            document: &mut document,
            levels_left: most_levels,
            too_deep: &mut too_deep,
        };
        if reader.deserialize(&mut parser).and_then(|()| parser.end()).is_err() {
            return Err((if too_deep { Reason::TooDeep } else { Reason::WrongShape }, text));
        }
        document.text = text;
        Ok(document)
    }

    fn new(nodes: usize) -> Self {
        Self { text: String::new(), unescaped: String::new(), nodes: Vec::with_capacity(nodes) }
    }

    /// The same of a value that was read otherwise.
    pub(crate) fn of(value: &Value) -> Self {
        let mut document = Self::new(0);
        document.push(value);
        document
    }

    pub(crate) fn root(&self) -> Json<'_> {
        Json { document: self, at: 0 }
    }

    /// What it was read from.
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
        let behind = self.nodes.len();
        if let Node::List(end) | Node::Object(end) = &mut self.nodes[at] {
            *end = behind;
        }
    }

    /// The node behind a value.
    fn behind(&self, at: usize) -> usize {
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
    pub(crate) fn form(self) -> Form<'d> {
        match &self.document.nodes[self.at] {
            Node::Null => Form::Null,
            Node::Bool(flag) => Form::Bool(*flag),
            Node::Number(number) => Form::Number(number),
            Node::Text(_) => Form::Text(self.document.text_at(self.at)),
            Node::List(_) | Node::Object(_) => Form::Several,
        }
    }

    /// The field of an object; of several with one name the last, as everybody else takes it.
    pub(crate) fn get(self, name: &str) -> Option<Self> {
        let Node::Object(end) = self.document.nodes[self.at] else { return None };
        let (mut at, mut found) = (self.at + 1, None);
        while at < end {
            if self.document.text_at(at) == name {
                found = Some(at + 1);
            }
            at = self.document.behind(at + 1);
        }
        found.map(|at| Self { at, ..self })
    }

    /// The items of a list.
    pub(crate) fn items(self) -> Option<impl Iterator<Item = Self>> {
        let Node::List(end) = self.document.nodes[self.at] else { return None };
        let next = move |at: usize| (at < end).then_some(at);
        let places = std::iter::successors(next(self.at + 1), move |at| next(self.document.behind(*at)));
        Some(places.map(move |at| Self { at, ..self }))
    }

    /// The same as everybody else has it.
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
                    at = self.document.behind(at + 1);
                }
                Value::Object(fields)
            }
        }
    }
}

/// Reads one value after the other into a document.
struct Reader<'t, 'r> {
    text: &'t str,
    document: &'r mut Document,
    levels_left: u32,
    /// It was not read to the end because of that.
    too_deep: &'r mut bool,
}

impl Reader<'_, '_> {
    /// The same, for the values of a list or an object.
    fn within<E: serde::de::Error>(&mut self) -> Result<Reader<'_, '_>, E> {
        let Some(levels_left) = self.levels_left.checked_sub(1) else {
            *self.too_deep = true;
            return Err(E::custom("nested too deep"));
        };
        Ok(Reader { text: self.text, document: self.document, levels_left, too_deep: self.too_deep })
    }

    fn again(&mut self) -> Reader<'_, '_> {
        let levels_left = self.levels_left;
        Reader { text: self.text, document: self.document, levels_left, too_deep: self.too_deep }
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
        // It is a part of the whole: where it begins is told by the addresses.
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
        let mut inner = self.within()?;
        while items.next_element_seed(inner.again())?.is_some() {}
        self.document.close(at);
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut fields: A) -> Result<(), A::Error> {
        let at = self.document.open(Node::Object(0));
        let mut inner = self.within()?;
        while fields.next_key_seed(inner.again())?.is_some() {
            fields.next_value_seed(inner.again())?;
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
        assert_eq!(list.to_value(), json!([true, null]), "the last one counts");
        assert_eq!(list.items().unwrap().count(), 2);
        assert!(
            matches!(root.get("a\"").unwrap().form(), Form::Number(number) if number.as_f64() == Some(-1.5))
        );
        assert!(root.get("b").is_none() && root.items().is_none() && list.get("a").is_none());
        assert!(root.get("d").unwrap().get("a").is_none());
        assert_eq!(parsed("[]").root().items().unwrap().count(), 0);
    }

    fn refused(text: &str, most_levels: u32) -> Reason {
        let (reason, back) = Document::parse(text.to_owned(), most_levels).unwrap_err();
        assert_eq!(back, text);
        reason
    }

    #[test]
    fn what_is_not_json_is_refused() {
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
        fn what_is_read_is_what_was_written(value in values()) {
            prop_assert_eq!(parsed(&value.to_string()).root().to_value(), value.clone());
            prop_assert_eq!(Document::of(&value).root().to_value(), value);
        }

        #[test]
        fn what_is_nested_too_deep_is_refused(value in values(), most in 0..5_u32) {
            match Document::parse(value.to_string(), most) {
                Ok(_) => prop_assert!(depth(&value) <= most),
                Err((reason, _)) => {
                    prop_assert_eq!(reason, Reason::TooDeep);
                    prop_assert!(depth(&value) > most);
                }
            }
        }
    }
}
