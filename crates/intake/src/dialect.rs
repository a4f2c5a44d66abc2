//! How cells are separated and quoted in delimited text.

use memchr::{memchr, memchr_iter, memchr2};

const BACKSLASH: u8 = b'\\';

/// How cells are separated and quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Dialect {
    pub(crate) delimiter: u8,
    pub(crate) quote: u8,
    /// In quotes, the character after this one is literal.
    pub(crate) escape: Option<u8>,
    /// Spaces after a delimiter do not belong to the cell.
    pub(crate) skip_spaces: bool,
}

/// How a cell is quoted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quoted {
    /// The cell has an opening quote, and its closing quote is here.
    Closed(usize),
    /// The cell has no quotes, or a first quote that is a character of the cell.
    No,
    /// The text ends before the closing quote.
    Open,
}

/// Finds the closing quotes of cells in a text, from the first cell to the last.
///
/// A quote closes a cell if a delimiter or the end of the line follows. Any other quote in the cell is a
/// character that should have been doubled, except at the beginning of a cell or line: there it opens the next
/// cell, so the first quote opened none.
pub(crate) struct QuoteScan<'a> {
    text: &'a [u8],
    dialect: Dialect,
    /// Whether the text consists of whole records: then a quote that is not closed opened no cell.
    complete: bool,
    /// No quote before this position opens a cell. Every scan from there would end at the same quote, so that
    /// the text is scanned once, whatever quotes it contains.
    none_before: usize,
}

impl<'a> QuoteScan<'a> {
    pub(crate) fn new(text: &'a [u8], dialect: Dialect, complete: bool) -> Self {
        Self { text, dialect, complete, none_before: 0 }
    }

    /// How the cell at this position is quoted.
    pub(crate) fn cell(&mut self, at: usize) -> Quoted {
        let start = self.dialect.cell_start(self.text, at);
        if start < self.none_before || self.text.get(start) != Some(&self.dialect.quote) {
            return Quoted::No;
        }
        let found = self.closing_quote(start);
        match found {
            Ok(quote) => Quoted::Closed(quote),
            Err(next) if next < self.text.len() || self.complete => {
                self.none_before = next;
                Quoted::No
            }
            Err(_) => Quoted::Open,
        }
    }

    /// The closing quote of the cell whose opening quote is at `start`, or the position of the quote that opens
    /// the next cell; the end of the text if there is neither.
    fn closing_quote(&self, start: usize) -> Result<usize, usize> {
        let (text, dialect) = (self.text, self.dialect);
        let mut at = start + 1;
        loop {
            let Some(place) = dialect.next_special(text, at) else { return Err(text.len()) };
            if text[place] != dialect.quote || text.get(place + 1) == Some(&dialect.quote) {
                at = place + 2;
            } else if dialect.ends_cell(text, place + 1) {
                return Ok(place);
            } else if place > start + 1 && dialect.begins_cell(text, place) {
                return Err(place);
            } else {
                at = place + 1;
            }
        }
    }
}

impl Dialect {
    /// The dialect of RFC 4180 with this delimiter.
    pub(crate) const fn plain(delimiter: u8) -> Self {
        Self { delimiter, quote: b'"', escape: None, skip_spaces: false }
    }

    /// The position of the first character of a cell.
    pub(crate) fn cell_start(self, text: &[u8], at: usize) -> usize {
        if !self.skip_spaces {
            return at;
        }
        at + text[at..].iter().take_while(|&&byte| byte == b' ').count()
    }

    /// The position of the next quote or escape character.
    fn next_special(self, text: &[u8], at: usize) -> Option<usize> {
        let rest = text.get(at..)?;
        let found = match self.escape {
            Some(escape) => memchr2(self.quote, escape, rest),
            None => memchr(self.quote, rest),
        };
        Some(at + found?)
    }

    /// The dialect of a text with this delimiter.
    pub(crate) fn detect(text: &[u8], delimiter: u8) -> Self {
        let plain = Self::plain(delimiter);
        let single = Self { quote: b'\'', ..plain };
        let double_cells = plain.quoted_cells(text);
        let single_cells = single.quoted_cells(text);
        let dialect = if double_cells == 0 && single_cells > 1 { single } else { plain };
        let quoted = double_cells.max(single_cells) > 0;
        Self {
            escape: (quoted && dialect.has_escaped_quote(text)).then_some(BACKSLASH),
            skip_spaces: delimiter != b' ' && dialect.has_spaces(text),
            ..dialect
        }
    }

    /// Number of cells with quotes around them.
    fn quoted_cells(self, text: &[u8]) -> usize {
        let (mut opened, mut closed) = (0_usize, 0_usize);
        for place in memchr_iter(self.quote, text) {
            let before = text[..place].iter().rev().copied().find(|&byte| byte != b' ');
            opened += usize::from(before.is_none_or(|byte| byte == self.delimiter || byte == b'\n'));
            closed += usize::from(self.ends_cell(text, place + 1));
        }
        opened.min(closed)
    }

    /// Whether a quote after a backslash ends no cell.
    fn has_escaped_quote(self, text: &[u8]) -> bool {
        let mut places = memchr_iter(BACKSLASH, text);
        places.any(|place| text.get(place + 1) == Some(&self.quote) && !self.ends_cell(text, place + 2))
    }

    /// Whether nearly all delimiters are followed by a space.
    fn has_spaces(self, text: &[u8]) -> bool {
        let (mut all, mut spaced) = (0_usize, 0_usize);
        for place in memchr_iter(self.delimiter, text) {
            all += 1;
            spaced += usize::from(text.get(place + 1) == Some(&b' '));
        }
        all > 1 && spaced * 10 >= all * 9
    }

    /// Whether a delimiter or the end of the line follows, possibly after spaces.
    fn ends_cell(self, text: &[u8], at: usize) -> bool {
        let rest = text.get(at..).unwrap_or_default();
        let next = rest.iter().copied().find(|&byte| byte != b' ' || self.delimiter == b' ');
        next.is_none_or(|byte| byte == self.delimiter || matches!(byte, b'\n' | b'\r'))
    }

    /// Whether the character before is a delimiter or the end of a line.
    fn begins_cell(self, text: &[u8], at: usize) -> bool {
        let before = &text[..at];
        let spaces = before.iter().rev().take_while(|&&byte| self.skip_spaces && byte == b' ').count();
        let before = &before[..before.len() - spaces];
        before.last().is_none_or(|&byte| byte == self.delimiter || byte == b'\n')
    }

    /// Appends the content of a quoted cell without the characters that escape others.
    pub(crate) fn unescape(self, mut content: &[u8], out: &mut Vec<u8>) {
        loop {
            let Some(found) = self.next_special(content, 0) else {
                out.extend_from_slice(content);
                return;
            };
            let escapes = content[found] != self.quote || content.get(found + 1) == Some(&self.quote);
            out.extend_from_slice(&content[..found]);
            // A lone quote is a character like any other.
            let literal = if escapes { found + 1 } else { found };
            out.extend(content.get(literal));
            content = content.get(literal + 1..).unwrap_or_default();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::records::{CellSplitter, Records};

    fn cells(text: &str, dialect: Dialect) -> Vec<Vec<String>> {
        let mut splitter = CellSplitter::default();
        let records = Records::new(text.as_bytes(), Some(dialect), true);
        let row = |record| {
            splitter.split(record, Some(dialect), usize::MAX);
            let cell = |place| String::from_utf8_lossy(splitter.get(record, place)).into_owned();
            (0..splitter.len()).map(cell).collect()
        };
        records.map(row).collect()
    }

    #[test]
    fn stray_quotes_belong_to_their_cell() {
        let comma = Dialect::plain(b',');
        for (text, expected) in [
            (r#"2,"BH-9827,$78.07,"Table, Round""#, &["2", "\"BH-9827", "$78.07", "Table, Round"][..]),
            (r#""Made here, there","x""#, &["Made here, there", "x"]),
            (r#"""Made here, there","x""#, &["\"Made here, there", "x"]),
            (r#""8'9" length, for her",x"#, &["8'9\" length, for her", "x"]),
            (r#""a" ,b"#, &["a", "b"]),
            (r#"a,""#, &["a", "\""]),
            (r#""a,"",b",c"#, &["a,\",b", "c"]),
            (r#""",b"#, &["", "b"]),
        ] {
            assert_eq!(cells(text, comma), [expected], "{text}");
        }
        assert_eq!(cells("a,\"b\nc,\"d\"\n", comma), [["a", "\"b"], ["c", "d"]]);
        assert_eq!(cells("a,\"b\nc\"\n\"d\",e\n", comma), [["a", "b\nc"], ["d", "e"]]);
    }

    #[test]
    fn a_text_full_of_stray_quotes_is_scanned_once() {
        // Scanning to the end from every line would take minutes.
        let text = "\"\"x,\"\"y\n".repeat(200_000) + "a,\"z\n";
        let rows = cells(&text, Dialect::plain(b','));
        assert_eq!((rows.len(), &rows[0][..]), (200_001, &["\"\"x".to_owned(), "\"\"y".to_owned()][..]));
    }

    #[test]
    fn dialects_are_detected() {
        for (text, expected) in [
            (
                "name,'phone, home'\n'O''Neil, J',2\n'b',3\n",
                [["name", "phone, home"], ["O'Neil, J", "2"], ["b", "3"]],
            ),
            ("a,\"b \\\"c\\\"\"\n\"d\",\"e\"\nf,g\n", [["a", "b \"c\""], ["d", "e"], ["f", "g"]]),
            ("a, \"b, c\"\nd, e\nf, g\n", [["a", "b, c"], ["d", "e"], ["f", "g"]]),
            ("O'Neil,'1\nb,2\nc,'3\n", [["O'Neil", "'1"], ["b", "2"], ["c", "'3"]]),
            ("\"C:\\\",x\na,b\nc,d\n", [["C:\\", "x"], ["a", "b"], ["c", "d"]]),
        ] {
            assert_eq!(cells(text, Dialect::detect(text.as_bytes(), b',')), expected, "{text}");
        }
    }
}
