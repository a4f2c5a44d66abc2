//! Records and cells of delimited text, with quoting as in RFC 4180.

use memchr::{memchr, memchr_iter, memchr2};

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
    rest: &'a [u8],
    /// The delimiter, if quotes have a meaning.
    quoting: Option<u8>,
}

impl<'a> Records<'a> {
    pub(crate) fn new(text: &'a [u8], delimiter: Option<u8>, quoting: bool) -> Self {
        Self { rest: text, quoting: delimiter.filter(|_| quoting) }
    }

    /// The unread text.
    pub(crate) fn rest(&self) -> &'a [u8] {
        self.rest
    }
}

impl<'a> Iterator for Records<'a> {
    type Item = Record<'a>;

    fn next(&mut self) -> Option<Record<'a>> {
        if self.rest.is_empty() {
            return None;
        }
        let mut end = memchr(b'\n', self.rest).unwrap_or(self.rest.len());
        let mut lines = 1;
        let mut quoted = false;
        if let Some(delimiter) = self.quoting
            && memchr(b'"', &self.rest[..end]).is_some()
        {
            quoted = true;
            let real = record_end(self.rest, delimiter).unwrap_or(self.rest.len());
            if real > end {
                lines += memchr_iter(b'\n', &self.rest[end..real]).count() as u64;
                end = real;
            }
        }
        let text = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or(&[]);
        Some(Record { text: text.strip_suffix(b"\r").unwrap_or(text), lines, quoted })
    }
}

/// The position of the line feed that ends the first record; `None` if it does not end.
fn record_end(text: &[u8], delimiter: u8) -> Option<usize> {
    let mut at = 0;
    loop {
        let after = if text.get(at) == Some(&b'"') { quoted_end(text, at)? } else { at };
        let end = after + memchr2(delimiter, b'\n', &text[after..])?;
        if text[end] == b'\n' {
            return Some(end);
        }
        at = end + 1;
    }
}

/// The position after the closing quote of a cell; `None` if it is not closed.
fn quoted_end(text: &[u8], start: usize) -> Option<usize> {
    let mut at = start + 1;
    loop {
        let quote = at + memchr(b'"', text.get(at..)?)?;
        if text.get(quote + 1) != Some(&b'"') {
            return Some(quote + 1);
        }
        at = quote + 2;
    }
}

/// The end of the last whole record, and whether a quote is open after it.
pub(crate) fn whole_records(text: &[u8], delimiter: u8) -> (usize, bool) {
    let mut done = 0;
    while let Some(end) = record_end(&text[done..], delimiter) {
        done += end + 1;
    }
    (done, ends_in_quotes(&text[done..], delimiter))
}

/// Whether an incomplete record ends inside quotes.
fn ends_in_quotes(text: &[u8], delimiter: u8) -> bool {
    let mut at = 0;
    loop {
        let after = if text.get(at) == Some(&b'"') {
            match quoted_end(text, at) {
                Some(after) => after,
                None => return true,
            }
        } else {
            at
        };
        match memchr(delimiter, &text[after..]) {
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
    pub(crate) fn split(&mut self, record: Record<'_>, delimiter: Option<u8>, max: usize) {
        self.spans.clear();
        self.quoted = record.quoted;
        let text = record.text;
        let Some(delimiter) = delimiter else {
            self.spans.push((0, text.len()));
            return;
        };
        if record.quoted {
            self.split_quoted(text, delimiter, max);
            return;
        }
        let mut start = 0;
        for end in memchr_iter(delimiter, text) {
            self.spans.push((start, end));
            if self.spans.len() >= max {
                return;
            }
            start = end + 1;
        }
        self.spans.push((start, text.len()));
    }

    fn split_quoted(&mut self, text: &[u8], delimiter: u8, max: usize) {
        self.plain.clear();
        let mut at = 0;
        loop {
            let start = self.plain.len();
            if text.get(at) == Some(&b'"') {
                at += 1;
                loop {
                    let rest = &text[at.min(text.len())..];
                    let Some(quote) = memchr(b'"', rest) else {
                        self.plain.extend_from_slice(rest);
                        at = text.len();
                        break;
                    };
                    self.plain.extend_from_slice(&rest[..quote]);
                    at += quote + 1;
                    if text.get(at) != Some(&b'"') {
                        break;
                    }
                    self.plain.push(b'"');
                    at += 1;
                }
            }
            let end = memchr(delimiter, &text[at..]).map(|end| at + end);
            self.plain.extend_from_slice(&text[at..end.unwrap_or(text.len())]);
            self.spans.push((start, self.plain.len()));
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
pub(crate) fn is_blank(text: &[u8], delimiter: Option<u8>) -> bool {
    text.iter().all(|&byte| is_blank_byte(byte, delimiter))
}

pub(crate) fn is_blank_byte(byte: u8, delimiter: Option<u8>) -> bool {
    byte.is_ascii_whitespace() || Some(byte) == delimiter || (byte == b'"' && delimiter.is_some())
}
