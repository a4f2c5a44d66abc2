//! Records and cells of delimited text.

use memchr::{memchr, memchr_iter, memchr2};

use crate::dialect::{Dialect, QuoteScan, Quoted};

/// A line of text, or several if a quoted cell spans them.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Record<'a> {
    /// The text without its line end.
    pub(crate) text: &'a [u8],
    /// Number of lines.
    pub(crate) lines: u64,
    /// Whether it may contain quoted cells.
    quoted: bool,
}

/// The records of a text.
pub(crate) struct Records<'a> {
    text: &'a [u8],
    /// The start of the next record.
    at: usize,
    /// Set if quotes have a meaning.
    quotes: Option<(Dialect, QuoteScan<'a>)>,
}

impl<'a> Records<'a> {
    pub(crate) fn new(text: &'a [u8], dialect: Option<Dialect>, quoting: bool) -> Self {
        let quoting = dialect.filter(|_| quoting);
        Self { text, at: 0, quotes: quoting.map(|dialect| (dialect, QuoteScan::new(text, dialect, true))) }
    }

    /// The unread text.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.text.get(self.at..).unwrap_or_default()
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        let rest = self.rest();
        if rest.is_empty() {
            return None;
        }
        let mut end = memchr(b'\n', rest).unwrap_or(rest.len());
        let mut lines = 1;
        let mut quoted = false;
        if let Some((dialect, scan)) = &mut self.quotes
            && memchr(dialect.quote, &rest[..end]).is_some()
        {
            quoted = true;
            let real = record_end(self.text, self.at, *dialect, scan).unwrap_or(self.text.len()) - self.at;
            if real > end {
                lines += memchr_iter(b'\n', &rest[end..real]).count() as u64;
                end = real;
            }
        }
        let text = &rest[..end];
        self.at += end + 1;
        Some(Record { text: text.strip_suffix(b"\r").unwrap_or(text), lines, quoted })
    }
}

/// The position of the line feed that ends the record at `at`; `None` if it does not end.
fn record_end(text: &[u8], mut at: usize, dialect: Dialect, scan: &mut QuoteScan<'_>) -> Option<usize> {
    loop {
        let after = match scan.cell(at) {
            Quoted::Closed(quote) => quote + 1,
            Quoted::No => at,
            Quoted::Open => return None,
        };
        let end = after + memchr2(dialect.delimiter, b'\n', &text[after..])?;
        if text[end] == b'\n' {
            return Some(end);
        }
        at = end + 1;
    }
}

/// The end of the last whole record, and whether a quote is open after it.
pub(crate) fn whole_records(text: &[u8], dialect: Dialect) -> (usize, bool) {
    let mut scan = QuoteScan::new(text, dialect, false);
    let mut done = 0;
    while let Some(end) = record_end(text, done, dialect, &mut scan) {
        done = end + 1;
    }
    (done, ends_in_quotes(text, done, dialect, &mut scan))
}

/// Whether the incomplete record at `at` ends inside quotes.
fn ends_in_quotes(text: &[u8], mut at: usize, dialect: Dialect, scan: &mut QuoteScan<'_>) -> bool {
    loop {
        let after = match scan.cell(at) {
            Quoted::Closed(quote) => quote + 1,
            Quoted::No => at,
            Quoted::Open => return true,
        };
        match memchr(dialect.delimiter, &text[after..]) {
            Some(end) => at = after + end + 1,
            None => return false,
        }
    }
}

/// Splits records into cells. Reuses its buffers.
#[derive(Default)]
pub(crate) struct CellSplitter {
    spans: Vec<(usize, usize)>,
    /// The cells of a quoted record, without their quotes.
    plain: Vec<u8>,
    quoted: bool,
}

impl CellSplitter {
    /// Splits a record into at most `max` cells.
    pub(crate) fn split(&mut self, record: Record<'_>, dialect: Option<Dialect>, max: usize) {
        self.spans.clear();
        self.quoted = record.quoted;
        let text = record.text;
        let Some(dialect) = dialect else {
            self.spans.push((0, text.len()));
            return;
        };
        if record.quoted {
            self.split_quoted(text, dialect, max);
            return;
        }
        let mut start = 0;
        for end in memchr_iter(dialect.delimiter, text) {
            self.spans.push((dialect.cell_start(text, start).min(end), end));
            if self.spans.len() >= max {
                return;
            }
            start = end + 1;
        }
        self.spans.push((dialect.cell_start(text, start), text.len()));
    }

    fn split_quoted(&mut self, text: &[u8], dialect: Dialect, max: usize) {
        self.plain.clear();
        let mut scan = QuoteScan::new(text, dialect, true);
        let mut at = 0;
        loop {
            let first = self.plain.len();
            let start = dialect.cell_start(text, at);
            at = match scan.cell(at) {
                Quoted::No | Quoted::Open => start,
                Quoted::Closed(quote) => {
                    dialect.unescape(&text[start + 1..quote], &mut self.plain);
                    // Spaces after the closing quote mean nothing.
                    let rest = &text[quote + 1..];
                    quote + 1 + memchr(dialect.delimiter, rest).unwrap_or(rest.len())
                }
            };
            let end = memchr(dialect.delimiter, &text[at..]).map(|end| at + end);
            self.plain.extend_from_slice(&text[at..end.unwrap_or(text.len())]);
            self.spans.push((first, self.plain.len()));
            match end {
                Some(end) if self.spans.len() < max => at = end + 1,
                _ => return,
            }
        }
    }

    /// A cell of the record that was split; empty if there is none.
    pub(crate) fn get<'a>(&'a self, record: Record<'a>, place: usize) -> &'a [u8] {
        let Some(&(start, end)) = self.spans.get(place) else { return &[] };
        if self.quoted { &self.plain[start..end] } else { &record.text[start..end] }
    }

    /// Number of cells.
    pub(crate) fn len(&self) -> usize {
        self.spans.len()
    }
}

/// Whether a text contains only white space, delimiters and quotes.
pub(crate) fn is_blank(text: &[u8], dialect: Option<Dialect>) -> bool {
    text.iter().all(|&byte| is_blank_byte(byte, dialect))
}

pub(crate) fn is_blank_byte(byte: u8, dialect: Option<Dialect>) -> bool {
    byte.is_ascii_whitespace()
        || dialect.is_some_and(|dialect| byte == dialect.delimiter || byte == dialect.quote)
}
