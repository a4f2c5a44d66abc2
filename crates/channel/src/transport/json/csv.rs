//! CSV replies as the same tree as JSON: a list of objects, one per row, with texts as values.

use csv::{ReaderBuilder, StringRecord, Trim};
use numsift_model::limits::ANSWER_VALUES;

use super::{Document, Node, Span};
use crate::config::exchange::Csv;
use crate::outcome::Reason;

impl Document {
    /// Parses a CSV text. Returns the text with the error if it has no columns or too many values.
    pub(crate) fn from_csv(text: String, csv: &Csv) -> Result<Self, (Reason, String)> {
        let mut document = Self::new(0);
        match document.read_rows(text.trim_start_matches('\u{feff}'), csv) {
            Ok(()) => {
                document.text = text;
                Ok(document)
            }
            Err(reason) => Err((reason, text)),
        }
    }

    fn read_rows(&mut self, text: &str, csv: &Csv) -> Result<(), Reason> {
        let mut reader = ReaderBuilder::new()
            .delimiter(csv.delimiter().unwrap_or(b','))
            .has_headers(false)
            .flexible(true)
            .trim(Trim::All)
            .from_reader(text.as_bytes());
        let mut record = StringRecord::new();
        let mut next_row =
            |record: &mut StringRecord| reader.read_record(record).map_err(|_| Reason::WrongShape);
        // The names are stored once, and every row refers to them.
        let names: Vec<Span> = if csv.columns.is_empty() {
            if !next_row(&mut record)? {
                return Err(Reason::WrongShape);
            }
            record.iter().map(|name| self.stored(name)).collect()
        } else {
            csv.columns.iter().map(|name| self.stored(name)).collect()
        };
        let list = self.open(Node::List(0));
        while next_row(&mut record)? {
            let row = self.open(Node::Object(0));
            for (name, value) in names.iter().zip(record.iter()) {
                if self.nodes.len() > ANSWER_VALUES {
                    return Err(Reason::TooLarge);
                }
                self.nodes.push(Node::Text(*name));
                self.push_unescaped(value);
            }
            self.close(row);
            if self.nodes.len() > ANSWER_VALUES {
                return Err(Reason::TooLarge);
            }
        }
        self.close(list);
        Ok(())
    }

    fn stored(&mut self, text: &str) -> Span {
        let from = self.unescaped.len();
        self.unescaped.push_str(text);
        Span::Unescaped(from, self.unescaped.len())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn parsed(text: &str, csv: &Csv) -> Result<Value, Reason> {
        let document = Document::from_csv(text.to_owned(), csv).map_err(|(reason, back)| {
            assert_eq!(back, text);
            reason
        })?;
        assert_eq!(document.text(), text);
        Ok(document.root().to_value())
    }

    #[test]
    fn rows_are_objects_with_the_names_of_the_columns() {
        let csv = Csv::default();
        let rows =
            parsed("\u{feff}to,state,network\r\n+491,live,\"A, B \"\"C\"\"\"\n\n +492 , dead \n", &csv);
        let expected = json!([{"to": "+491", "state": "live", "network": "A, B \"C\""}, {"to": "+492", "state": "dead"}]);
        assert_eq!(rows, Ok(expected));
        assert_eq!(parsed("to,state\n", &csv), Ok(json!([])));
        assert_eq!(parsed("", &csv), Err(Reason::WrongShape));
        assert_eq!(
            parsed("a\n1,2,3\n", &csv),
            Ok(json!([{"a": "1"}])),
            "values without a column are dropped"
        );
    }

    #[test]
    fn columns_are_named_for_files_without_a_header() {
        let columns = vec!["to".to_owned(), "code".to_owned()];
        for (separator, text) in [(";", "491;0\n492;27\n"), ("\t", "491\t0\n492\t27"), (" ", "491 0\n492 27")]
        {
            let csv = Csv { separator: separator.to_owned(), columns: columns.clone() };
            assert_eq!(
                parsed(text, &csv),
                Ok(json!([{"to": "491", "code": "0"}, {"to": "492", "code": "27"}])),
                "{separator:?}"
            );
            assert_eq!(parsed("", &csv), Ok(json!([])));
        }
    }

    #[test]
    fn too_many_values_are_refused() {
        let csv = Csv::default();
        let wide = format!("a,b\n{}", "1,2\n".repeat(ANSWER_VALUES / 5 + 2));
        assert_eq!(parsed(&wide, &csv).unwrap_err(), Reason::TooLarge);
        // Names cost nothing per row, whatever their length.
        let long = format!("{}\n{}", "n".repeat(100_000), "1\n".repeat(10_000));
        let document = Document::from_csv(long, &csv).unwrap();
        assert!(document.unescaped.len() < 200_000);
        let nameless = format!(",\n{}", ",\n".repeat(ANSWER_VALUES));
        assert_eq!(parsed(&nameless, &csv).unwrap_err(), Reason::TooLarge);
    }
}
