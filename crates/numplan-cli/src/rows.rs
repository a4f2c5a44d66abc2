//! Writes rows of fields as CSV, TSV, JSON or a table.

use std::borrow::Cow;
use std::fmt::Write as _;

use numplan::{Lang, PhoneNumber, Status, Verdict};

use crate::fields::{Field, Format};
use crate::out::Out;
use crate::plain::PlainRows;

/// Fields, format and language of rows.
#[derive(Debug, Clone)]
pub(crate) struct Layout {
    fields: Vec<Field>,
    format: Format,
    lang: Lang,
}

/// Writes rows, and caches texts that occur in many rows.
pub(crate) struct Rows<'a> {
    layout: &'a Layout,
    plain: Option<PlainRows>,
}

impl Rows<'_> {
    /// Writes the row of a line if there is a fast path for it; returns whether it did.
    #[inline]
    pub(crate) fn short_row(&self, out: &mut Out, line: &[u8], verdict: Verdict) -> bool {
        self.plain.as_ref().is_some_and(|plain| plain.short_row(out, line, verdict))
    }

    #[inline(never)]
    pub(crate) fn row(&mut self, out: &mut Out, row: &Row<'_>) {
        match &mut self.plain {
            Some(plain) => plain.row(self.layout, out, row),
            None => self.layout.general_row(out, row),
        }
    }
}

/// The data of a row.
pub(crate) struct Row<'a> {
    pub(crate) input: &'a [u8],
    pub(crate) verdict: Verdict,
    /// The number with its extension, if [`Layout::needs_number`].
    pub(crate) number: Option<PhoneNumber>,
}

impl Layout {
    pub(crate) fn new(fields: &[Field], format: Format, lang: Lang) -> Self {
        Self { fields: fields.to_vec(), format, lang }
    }

    pub(crate) fn rows(&self) -> Rows<'_> {
        Rows { layout: self, plain: PlainRows::new(&self.fields, self.format) }
    }

    /// Whether a field needs more than the verdict.
    pub(crate) fn needs_number(&self) -> bool {
        let more = [Field::National, Field::International, Field::Geo, Field::Timezone];
        self.fields.iter().any(|field| more.contains(field))
            || self.lang != Lang::En && self.fields.contains(&Field::Carrier)
    }

    /// Writes the header line, if the format has one.
    pub(crate) fn header(&self, out: &mut Out) {
        if self.format == Format::Json {
            return;
        }
        for (at, field) in self.fields.iter().enumerate() {
            self.separate(out, at);
            match self.format {
                Format::Table => padded(out, field.name(), field.width()),
                _ => out.text(field.name().as_bytes()),
            }
        }
        self.end(out);
    }

    /// Writes a row of any fields in any format.
    pub(crate) fn general_row(&self, out: &mut Out, row: &Row<'_>) {
        if self.format == Format::Json {
            return self.json_row(out, row);
        }
        for (at, field) in self.fields.iter().enumerate() {
            self.separate(out, at);
            self.field(out, *field, row);
        }
        self.end(out);
    }

    fn json_row(&self, out: &mut Out, row: &Row<'_>) {
        out.byte(b'{');
        for (at, field) in self.fields.iter().enumerate() {
            self.separate(out, at);
            out.byte(b'"');
            out.text(field.name().as_bytes());
            out.text(b"\":");
            self.field(out, *field, row);
        }
        out.text(b"}\n");
    }

    fn separate(&self, out: &mut Out, at: usize) {
        if at > 0 {
            out.byte(match self.format {
                Format::Csv | Format::Json => b',',
                Format::Tsv => b'\t',
                Format::Table => b' ',
            });
        }
    }

    fn end(&self, out: &mut Out) {
        if self.format == Format::Table {
            out.trim_end();
        }
        out.byte(b'\n');
    }

    pub(crate) fn field(&self, out: &mut Out, field: Field, row: &Row<'_>) {
        let verdict = row.verdict;
        let number = row.number;
        let format = |format| number.map(|number| Cow::Owned(number.format(format).to_string()));
        let text: Option<Cow<'_, str>> = match field {
            Field::Input => Some(String::from_utf8_lossy(row.input)),
            Field::E164 => Some(Cow::Owned(verdict.e164().to_string())),
            Field::National => format(numplan::Format::National),
            Field::International => format(numplan::Format::International),
            Field::Status => Some(verdict.status().as_str().into()),
            Field::Reason => verdict.reason().map(|reason| reason.as_str().into()),
            Field::Type if verdict.status() == Status::Unparseable => None,
            Field::Type => Some(verdict.number_type().as_str().into()),
            Field::Region => verdict.region().map(|region| region.code().into()),
            Field::CountryCode => {
                Some(verdict.country_code()).filter(|code| *code != 0).map(|code| code.to_string().into())
            }
            Field::Carrier => self.carrier(row).map(Cow::Borrowed),
            Field::Geo => number.and_then(|number| number.description(self.lang)).map(Cow::Borrowed),
            Field::Timezone => number.map(|number| number.time_zones().as_str().into()),
        };
        self.write(out, field, text.as_deref().unwrap_or_default());
    }

    /// The name of the carrier; English if there is none in the language.
    fn carrier(&self, row: &Row<'_>) -> Option<&'static str> {
        let own = match self.lang {
            Lang::En => None,
            lang => row.number.and_then(|number| number.carrier(lang)),
        };
        own.or_else(|| row.verdict.carrier().map(numplan::Carrier::name))
    }

    fn write(&self, out: &mut Out, field: Field, text: &str) {
        match self.format {
            Format::Csv => csv(out, text),
            Format::Tsv => text.bytes().for_each(|byte| out.byte(if byte < b' ' { b' ' } else { byte })),
            Format::Json if field == Field::CountryCode && !text.is_empty() => out.text(text.as_bytes()),
            Format::Json if text.is_empty() && field != Field::Input => out.text(b"null"),
            Format::Json => json(out, text),
            Format::Table => padded(out, text, field.width()),
        }
    }
}

/// Quotes a field that has separators, quotes or line breaks, or begins or ends with a space.
fn csv(out: &mut Out, text: &str) {
    let special = |byte: u8| matches!(byte, b',' | b'"' | b'\n' | b'\r');
    let spaced = text.starts_with([' ', '\t']) || text.ends_with([' ', '\t']);
    if !spaced && !text.bytes().any(special) {
        out.text(text.as_bytes());
        return;
    }
    out.byte(b'"');
    for byte in text.bytes() {
        if byte == b'"' {
            out.byte(b'"');
        }
        out.byte(byte);
    }
    out.byte(b'"');
}

fn json(out: &mut Out, text: &str) {
    out.byte(b'"');
    for c in text.chars() {
        match c {
            '"' => out.text(b"\\\""),
            '\\' => out.text(b"\\\\"),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{2028}' | '\u{2029}' => {
                let mut escaped = String::with_capacity(6);
                let _ = write!(escaped, "\\u{:04x}", u32::from(c));
                out.text(escaped.as_bytes());
            }
            _ => out.text(c.encode_utf8(&mut [0; 4]).as_bytes()),
        }
    }
    out.byte(b'"');
}

/// A table cell: replaces control characters with spaces, and cuts or pads to the width.
fn padded(out: &mut Out, text: &str, width: usize) {
    let mut used = 0;
    let long = text.chars().nth(width).is_some();
    for c in text.chars().take(if long { width - 1 } else { width }) {
        let c = if c.is_control() { ' ' } else { c };
        out.text(c.encode_utf8(&mut [0; 4]).as_bytes());
        used += 1;
    }
    if long {
        out.text("…".as_bytes());
        used += 1;
    }
    for _ in used..width {
        out.byte(b' ');
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(write: impl Fn(&mut Out)) -> String {
        let mut out = Out::default();
        write(&mut out);
        String::from_utf8(out.as_bytes().to_vec()).expect("rows are UTF-8")
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
