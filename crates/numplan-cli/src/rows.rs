//! Writes rows of fields as CSV, TSV, JSON or a table.

use std::borrow::Cow;
use std::fmt::Write as _;

use numplan::{Lang, PhoneNumber, Reason, Status, Verdict};

use crate::fields::{Field, Format};

/// How to write rows.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    pub(crate) fields: Vec<Field>,
    pub(crate) format: Format,
    pub(crate) lang: Lang,
    pub(crate) header: bool,
}

/// What is to be written about one line or number.
pub(crate) struct Row<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) verdict: Verdict,
    /// The number with its extension, where a field asks for more than the verdict holds.
    pub(crate) number: Option<PhoneNumber>,
}

/// A field before it is quoted.
enum Text<'a> {
    /// Needs no quotes in any format.
    Plain(&'a str),
    /// May hold anything.
    Any(Cow<'a, str>),
    /// A number in JSON.
    Integer(u16),
    Empty,
}

impl Layout {
    /// Whether a field asks for more than the verdict holds.
    pub(crate) fn needs_number(&self) -> bool {
        let more = [Field::National, Field::International, Field::Geo, Field::Timezone];
        self.fields.iter().any(|field| more.contains(field))
            || self.lang != Lang::En && self.fields.contains(&Field::Carrier)
    }

    /// The line with the names of the columns; nothing for JSON.
    pub(crate) fn header(&self, out: &mut Vec<u8>) {
        if !self.header || self.format == Format::Json {
            return;
        }
        let mut first = true;
        for field in &self.fields {
            self.separate(out, &mut first);
            match self.format {
                Format::Table => padded(out, field.name(), field.width()),
                _ => out.extend_from_slice(field.name().as_bytes()),
            }
        }
        self.end(out);
    }

    /// One row.
    #[inline]
    pub(crate) fn row(&self, out: &mut Vec<u8>, row: &Row<'_>) {
        if self.format == Format::Json {
            out.push(b'{');
        }
        let mut first = true;
        for field in &self.fields {
            self.separate(out, &mut first);
            if self.format == Format::Json {
                out.push(b'"');
                out.extend_from_slice(field.name().as_bytes());
                out.extend_from_slice(b"\":");
            }
            self.field(out, *field, row);
        }
        if self.format == Format::Json {
            out.push(b'}');
        }
        self.end(out);
    }

    fn separate(&self, out: &mut Vec<u8>, first: &mut bool) {
        if !std::mem::take(first) {
            out.push(match self.format {
                Format::Csv | Format::Json => b',',
                Format::Tsv => b'\t',
                Format::Table => b' ',
            });
        }
    }

    fn end(&self, out: &mut Vec<u8>) {
        if self.format == Format::Table {
            while out.last() == Some(&b' ') {
                out.pop();
            }
        }
        out.push(b'\n');
    }

    #[inline]
    fn field(&self, out: &mut Vec<u8>, field: Field, row: &Row<'_>) {
        let verdict = row.verdict;
        match field {
            Field::Input => self.input(out, row.input),
            Field::E164 => self.write(out, field, &Text::Plain(verdict.e164().as_str())),
            Field::National | Field::International => {
                let format = if field == Field::National {
                    numplan::Format::National
                } else {
                    numplan::Format::International
                };
                let text = row.number.map(|number| number.format(format).to_string());
                self.write(out, field, &text.map_or(Text::Empty, |text| Text::Any(text.into())));
            }
            Field::Status => self.write(out, field, &Text::Plain(verdict.status().as_str())),
            Field::Reason => self.write(out, field, &plain(verdict.reason().map(Reason::as_str))),
            Field::Type => {
                let kind = (verdict.status() != Status::Unparseable).then(|| verdict.number_type().as_str());
                self.write(out, field, &plain(kind));
            }
            Field::Region => self.write(out, field, &plain(verdict.region().map(numplan::Region::code))),
            Field::CountryCode => {
                let code = Some(verdict.country_code()).filter(|code| *code != 0);
                self.write(out, field, &code.map_or(Text::Empty, Text::Integer));
            }
            Field::Carrier => self.write(out, field, &any(self.carrier(row))),
            Field::Geo => {
                self.write(out, field, &any(row.number.and_then(|number| number.description(self.lang))));
            }
            Field::Timezone => {
                let zones = row.number.map(|number| number.time_zones().as_str());
                self.write(out, field, &any(zones.filter(|zones| !zones.is_empty())));
            }
        }
    }

    /// Carriers are brands: where a language has no name of its own, the English one is used.
    fn carrier(&self, row: &Row<'_>) -> Option<&'static str> {
        let own = match self.lang {
            Lang::En => None,
            lang => row.number.and_then(|number| number.carrier(lang)),
        };
        own.or_else(|| row.verdict.carrier().map(numplan::Carrier::name))
    }

    /// The line as it was read. Most lines need no quotes.
    #[inline]
    fn input(&self, out: &mut Vec<u8>, input: &[u8]) {
        let simple = |byte: &u8| matches!(byte, b'0'..=b'9' | b'+' | b' ' | b'-' | b'(' | b')' | b'.');
        if matches!(self.format, Format::Csv | Format::Tsv) && input.iter().all(simple) {
            out.extend_from_slice(input);
        } else {
            self.write(out, Field::Input, &Text::Any(String::from_utf8_lossy(input)));
        }
    }

    #[inline]
    fn write(&self, out: &mut Vec<u8>, field: Field, text: &Text<'_>) {
        let buffer;
        let (text, safe): (&str, bool) = match text {
            Text::Plain(text) => (text, true),
            Text::Any(text) => (text, false),
            Text::Integer(value) => {
                buffer = value.to_string();
                (&buffer, true)
            }
            Text::Empty => ("", true),
        };
        match self.format {
            Format::Csv if safe => out.extend_from_slice(text.as_bytes()),
            Format::Csv => csv(out, text),
            Format::Tsv => out.extend(text.bytes().map(|byte| if byte < b' ' { b' ' } else { byte })),
            Format::Json if field == Field::CountryCode && !text.is_empty() => {
                out.extend_from_slice(text.as_bytes());
            }
            Format::Json if text.is_empty() && field != Field::Input => out.extend_from_slice(b"null"),
            Format::Json => json(out, text),
            Format::Table => padded(out, text, field.width()),
        }
    }
}

fn plain(text: Option<&str>) -> Text<'_> {
    text.map_or(Text::Empty, Text::Plain)
}

fn any(text: Option<&str>) -> Text<'_> {
    text.map_or(Text::Empty, |text| Text::Any(text.into()))
}

/// Quotes where a spreadsheet needs it: separators, quotes, line breaks, and spaces at the ends.
fn csv(out: &mut Vec<u8>, text: &str) {
    let special = |byte: u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    let spaced = text.starts_with([' ', '\t']) || text.ends_with([' ', '\t']);
    if !spaced && !text.bytes().any(special) {
        out.extend_from_slice(text.as_bytes());
        return;
    }
    out.push(b'"');
    for byte in text.bytes() {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

fn json(out: &mut Vec<u8>, text: &str) {
    out.push(b'"');
    for c in text.chars() {
        match c {
            '"' => out.extend_from_slice(b"\\\""),
            '\\' => out.extend_from_slice(b"\\\\"),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => {
                let mut escaped = String::with_capacity(6);
                let _ = write!(escaped, "\\u{:04x}", u32::from(c));
                out.extend_from_slice(escaped.as_bytes());
            }
            _ => out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.push(b'"');
}

/// A cell of a table: control characters become spaces, what is too long is cut.
fn padded(out: &mut Vec<u8>, text: &str, width: usize) {
    let mut used = 0;
    let long = text.chars().nth(width).is_some();
    for c in text.chars().take(if long { width - 1 } else { width }) {
        let c = if c.is_control() { ' ' } else { c };
        out.extend_from_slice(c.encode_utf8(&mut [0; 4]).as_bytes());
        used += 1;
    }
    if long {
        out.extend_from_slice("…".as_bytes());
        used += 1;
    }
    out.extend(std::iter::repeat_n(b' ', width - used));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(write: impl Fn(&mut Vec<u8>)) -> String {
        let mut out = Vec::new();
        write(&mut out);
        String::from_utf8(out).expect("rows are UTF-8")
    }

    #[test]
    fn csv_quotes_what_needs_quotes() {
        assert_eq!(with(|out| csv(out, "Springfield, IL")), "\"Springfield, IL\"");
        assert_eq!(with(|out| csv(out, "say \"hi\"")), "\"say \"\"hi\"\"\"");
        assert_eq!(with(|out| csv(out, "plain")), "plain");
        assert_eq!(with(|out| csv(out, " x")), "\" x\"");
        assert_eq!(with(|out| csv(out, "a\rb")), "\"a\rb\"");
    }

    #[test]
    fn json_escapes_control_characters() {
        assert_eq!(with(|out| json(out, "a\"\\\u{0}\t中\u{2028}")), "\"a\\\"\\\\\\u0000\\u0009中\\u2028\"");
    }

    #[test]
    fn table_cells_have_one_width() {
        assert_eq!(with(|out| padded(out, "abc", 5)), "abc  ");
        assert_eq!(with(|out| padded(out, "abcdef", 5)), "abcd…");
        assert_eq!(with(|out| padded(out, "abcde", 5)), "abcde");
    }
}
