//! Splits a text into blocks of whole records, with bounded memory.

use memchr::{memchr, memchr_iter, memrchr};

use crate::decode::{Text, is_binary};
use crate::dialect::Dialect;
use crate::error::IntakeError;
use crate::records::{is_blank_byte, whole_records};

/// Approximate size of a block in bytes.
pub(crate) const BLOCK: usize = 1 << 20;

/// Bytes kept of a line that is too long.
const KEPT_HEAD: usize = 1024;

/// A part of a text.
pub(crate) enum Piece {
    /// Whole records.
    Block(Block),
    /// A line that is too long.
    TooLong {
        /// The beginning of the line.
        head: Vec<u8>,
        /// Number of lines, if quotes span several.
        lines: u64,
    },
}

/// Whole records.
#[derive(Default)]
pub(crate) struct Block {
    pub(crate) text: Vec<u8>,
    /// Offset of the first record, after a header.
    pub(crate) start: usize,
    /// Lines before the first record.
    pub(crate) skipped: u64,
    /// Blank lines among the skipped ones.
    pub(crate) blank: u64,
    /// Whether quotes have a meaning.
    pub(crate) quoting: bool,
}

/// Splits a text into blocks.
pub(crate) struct Blocks<'a> {
    text: Text<'a>,
    dialect: Option<Dialect>,
    max_line: usize,
    size: usize,
    /// The beginning of an incomplete record.
    rest: Vec<u8>,
    started: bool,
    more: bool,
    /// Whether the rest of a line that is too long is being skipped.
    skipping: bool,
}

impl<'a> Blocks<'a> {
    pub(crate) fn new(text: Text<'a>, dialect: Option<Dialect>, max_line: usize, size: usize) -> Self {
        Self { text, dialect, max_line, size, rest: Vec::new(), started: false, more: true, skipping: false }
    }

    /// Returns the next piece. Reuses the buffer.
    pub(crate) fn next(&mut self, mut buffer: Vec<u8>) -> Result<Option<Piece>, IntakeError> {
        buffer.clear();
        buffer.append(&mut self.rest);
        loop {
            if self.more {
                self.more = self.text.fill(&mut buffer, self.size)?;
            }
            if !self.started {
                self.started = true;
                if is_binary(&buffer) {
                    return Err(IntakeError::NotAList);
                }
            }
            if self.skipping {
                self.skip(&mut buffer);
                if self.skipping && self.more {
                    continue;
                }
            }
            if buffer.is_empty() && !self.more {
                return Ok(None);
            }
            if let Some((end, quoting)) = self.split_at(&buffer) {
                self.rest.extend_from_slice(&buffer[end..]);
                buffer.truncate(end);
                return Ok(Some(Piece::Block(Block { text: buffer, quoting, ..Block::default() })));
            }
            if buffer.len() > self.max_line {
                self.skipping = true;
                let head = buffer[..buffer.len().min(KEPT_HEAD)].to_vec();
                let lines = 1 + memchr_iter(b'\n', &buffer).count() as u64;
                return Ok(Some(Piece::TooLong { head, lines }));
            }
        }
    }

    /// Drops the rest of a line that is too long.
    fn skip(&mut self, buffer: &mut Vec<u8>) {
        match memchr(b'\n', buffer) {
            Some(end) => {
                buffer.drain(..=end);
                self.skipping = false;
            }
            None => buffer.clear(),
        }
    }

    /// The end of the last whole record, and whether quotes have a meaning before it.
    fn split_at(&self, buffer: &[u8]) -> Option<(usize, bool)> {
        let last_line = memrchr(b'\n', buffer).map(|end| end + 1);
        let quotes = self.dialect.filter(|dialect| memchr(dialect.quote, buffer).is_some());
        let Some(dialect) = quotes else {
            return if self.more { last_line.map(|end| (end, false)) } else { Some((buffer.len(), false)) };
        };
        let (end, open) = whole_records(buffer, dialect);
        if !self.more && !open {
            return Some((buffer.len(), true));
        }
        if end > 0 {
            return Some((end, true));
        }
        // A quote that is never closed must not swallow the list: read its lines one by one.
        let runaway = !self.more || buffer.len() > self.max_line;
        if runaway && open {
            return if self.more { last_line.map(|end| (end, false)) } else { Some((buffer.len(), false)) };
        }
        None
    }
}

impl Block {
    /// Skips a line `sep=;`, with which spreadsheet programs declare the delimiter.
    pub(crate) fn skip_separator_line(&mut self) {
        let line = &self.text[..memchr(b'\n', &self.text).unwrap_or(self.text.len())];
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.len() == 5 && line[..4].eq_ignore_ascii_case(b"sep=") {
            self.start = memchr(b'\n', &self.text).map_or(self.text.len(), |end| end + 1);
            self.skipped = 1;
        }
    }

    /// Skips blank lines at the beginning. Returns whether anything else follows.
    pub(crate) fn skip_blank_lines(&mut self, dialect: Option<Dialect>) -> bool {
        let text = &self.text[self.start..];
        let first = text.iter().position(|&byte| !is_blank_byte(byte, dialect));
        let end = match first {
            Some(first) => memrchr(b'\n', &text[..first]).map_or(0, |end| end + 1),
            None => text.len(),
        };
        let blank = &text[..end];
        let lines = memchr_iter(b'\n', blank).count() as u64
            + u64::from(!blank.is_empty() && !blank.ends_with(b"\n"));
        self.start += end;
        self.skipped += lines;
        self.blank += lines;
        first.is_some()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::encoding::Encoding;
    use crate::records::{CellSplitter, Records};

    fn pieces(text: &[u8], dialect: Option<Dialect>, max_line: usize, size: usize) -> Vec<Piece> {
        let mut input = text;
        let text = Text::open(&mut input, Encoding::Utf8).unwrap();
        let mut blocks = Blocks::new(text, dialect, max_line, size);
        std::iter::from_fn(|| blocks.next(Vec::new()).unwrap()).collect()
    }

    const COMMA: Option<Dialect> = Some(Dialect::plain(b','));

    /// All cells of a text, read in blocks of this size.
    fn cells(text: &[u8], size: usize) -> Vec<Vec<Vec<u8>>> {
        let mut all = Vec::new();
        let mut splitter = CellSplitter::default();
        for piece in pieces(text, COMMA, 1 << 20, size) {
            let Piece::Block(block) = piece else { panic!("no line is too long") };
            for record in Records::new(&block.text, COMMA, block.quoting) {
                splitter.split(record, COMMA, usize::MAX);
                if !record.text.is_empty() {
                    all.push((0..splitter.len()).map(|place| splitter.get(record, place).to_vec()).collect());
                }
            }
        }
        all
    }

    fn cells_by_csv(text: &[u8]) -> Vec<Vec<Vec<u8>>> {
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text);
        reader.byte_records().map(|row| row.unwrap().iter().map(<[u8]>::to_vec).collect()).collect()
    }

    proptest! {
        #[test]
        fn blocks_of_any_size_agree_with_the_csv_crate(
            rows in prop::collection::vec(prop::collection::vec("[a1 ,\"\n]{0,6}", 1..4), 0..12),
            last_line_ends in any::<bool>(),
            returns in any::<bool>(),
            size in 1_usize..40,
        ) {
            let quoted = |cell: &String| format!("\"{}\"", cell.replace('"', "\"\""));
            let end = if returns { "\r\n" } else { "\n" };
            let mut text: String = rows
                .iter()
                .map(|row| row.iter().map(quoted).collect::<Vec<_>>().join(",") + end)
                .collect();
            if !last_line_ends {
                text.truncate(text.trim_end_matches(['\r', '\n']).len());
            }
            prop_assert_eq!(cells(text.as_bytes(), size), cells_by_csv(text.as_bytes()));
        }

        #[test]
        fn stray_quotes_are_read_alike_in_blocks_of_any_size(
            lines in prop::collection::vec("[ab,\"\\\\ ]{0,8}", 0..10),
            size in 1_usize..40,
        ) {
            let text = lines.join("\n");
            prop_assert_eq!(cells(text.as_bytes(), size), cells(text.as_bytes(), 1 << 20));
        }
    }

    #[test]
    fn an_open_quote_does_not_swallow_the_list() {
        let text = b"a,\"b\nc,d\ne,f\n";
        let rows = cells(text, 4);
        assert_eq!(rows, [[&b"a"[..], b"\"b"], [b"c", b"d"], [b"e", b"f"]]);
        let long = [&text[..], &b"g,h\n".repeat(100)].concat();
        let lines: usize = pieces(&long, COMMA, 64, 16)
            .iter()
            .map(|piece| match piece {
                Piece::Block(block) => memchr_iter(b'\n', &block.text).count(),
                Piece::TooLong { .. } => 0,
            })
            .sum();
        assert_eq!(lines, 103);
    }

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let text = [&b"1\n"[..], &[b'x'; 5000], b"\n2\n", &[b'y'; 5000]].concat();
        let mut shapes = Vec::new();
        for piece in pieces(&text, None, 100, 64) {
            shapes.push(match piece {
                Piece::Block(block) => String::from_utf8(block.text).unwrap(),
                Piece::TooLong { head, lines } => format!("{}*{lines}", char::from(head[0])),
            });
        }
        assert_eq!(shapes, ["1\n", "x*1", "2\n", "y*1"]);
    }
}
