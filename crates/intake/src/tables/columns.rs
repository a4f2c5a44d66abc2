//! Columns that are aligned with spaces.

use std::ops::Range;

use crate::characters::digit;

/// Lines that are examined.
const LINES: usize = 400;

/// Fewest lines of a table.
const MIN_LINES: usize = 4;

/// Lines at the beginning that may be titles; half as many at the end may be notes.
const EDGE: usize = 6;

/// Longest line that is divided, in bytes.
const MAX_LINE: usize = 1 << 20;

/// Longest line of a sample with columns, in characters.
const MAX_WIDTH: usize = 2000;

/// Digits of a phone number without its area code.
const DIGITS: usize = 7;

/// Cuts lines into columns.
pub(super) struct Columns {
    /// The empty places between the columns.
    gaps: Vec<Range<usize>>,
    unit: Unit,
    /// The beginning of a line whose end is not known yet.
    rest: Vec<u8>,
    /// Whether the line is too long to be divided.
    too_long: bool,
}

/// What a place in a line is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Byte,
    Character,
    /// Half the width of a Chinese character.
    Half,
}

impl Unit {
    /// The characters of a line: whether they are spaces, their places, and the bytes from which they begin.
    fn places(self, line: &[u8], mut each: impl FnMut(bool, Range<usize>, usize)) {
        if self == Self::Byte {
            line.iter().enumerate().for_each(|(at, &byte)| each(byte == b' ', at..at + 1, at));
            return;
        }
        let (mut place, mut at) = (0, 0);
        for chunk in line.utf8_chunks() {
            for character in chunk.valid().chars() {
                let width = if self == Self::Half && is_wide(character) { 2 } else { 1 };
                each(character == ' ', place..place + width, at);
                place += width;
                at += character.len_utf8();
            }
            for _ in chunk.invalid() {
                each(false, place..place + 1, at);
                place += 1;
                at += 1;
            }
        }
    }
}

fn is_wide(character: char) -> bool {
    matches!(u32::from(character), 0x1100..=0x115F | 0x2E80..=0xA4CF | 0xAC00..=0xD7A3 | 0xF900..=0xFAFF
        | 0xFE30..=0xFE4F | 0xFF00..=0xFF60 | 0xFFE0..=0xFFE6)
}

/// Whether a line has a gap of two spaces.
fn has_gap(line: &[u8]) -> bool {
    line.trim_ascii().windows(2).any(|pair| pair == b"  ")
}

impl Columns {
    /// Finds the columns of a text, if nearly all lines of its middle part have gaps at the same places.
    pub(super) fn detect(head: &[u8], whole: bool) -> Option<Self> {
        if head.contains(&0) || head.contains(&b'\t') {
            return None;
        }
        let end = if whole { head.len() } else { memchr::memrchr(b'\n', head)? };
        let lines: Vec<&[u8]> = head[..end]
            .split(|&byte| byte == b'\n')
            .map(<[u8]>::trim_ascii_end)
            .filter(|line| !line.is_empty())
            .take(LINES)
            .collect();
        let first = lines.iter().position(|line| has_gap(line))?;
        let last = lines.iter().rposition(|line| has_gap(line))?;
        let between = &lines[first..=last];
        let table: Vec<&[u8]> = between.iter().copied().filter(|line| has_gap(line)).collect();
        if table.len() < MIN_LINES
            || table.len() * 5 < between.len() * 4
            || table.iter().any(|line| line.len() > MAX_WIDTH)
        {
            return None;
        }
        let text = table.iter().all(|line| std::str::from_utf8(line).is_ok());
        let units: &[Unit] = if text { &[Unit::Character, Unit::Half] } else { &[Unit::Byte] };
        // Titles and notes may hide gaps.
        let top = (table.len() / 4).min(EDGE);
        let parts = [&table[..], &table[top..table.len() - top / 2]];
        let found = parts.iter().flat_map(|part| units.iter().map(|&unit| (gaps(part, unit), unit)));
        let (gaps, unit) =
            found.reduce(|best, next| if next.0.len() > best.0.len() { next } else { best })?;
        let columns = Self { gaps, unit, rest: Vec::new(), too_long: false };
        columns.have_names_and_numbers(&table).then_some(columns)
    }

    /// Whether there is a column of words and one of numbers: aligned digits alone may be parts of numbers.
    fn have_names_and_numbers(&self, table: &[&[u8]]) -> bool {
        if self.gaps.is_empty() {
            return false;
        }
        let (mut words, mut numbers) = (vec![0; self.gaps.len() + 1], vec![0; self.gaps.len() + 1]);
        for cells in table.iter().filter_map(|line| self.cells(line)) {
            for (place, cell) in cells.into_iter().enumerate() {
                let cell = String::from_utf8_lossy(cell);
                let has_words = cell
                    .chars()
                    .any(|character| character.is_alphabetic() || character == char::REPLACEMENT_CHARACTER);
                let digits = cell.chars().filter(|&character| digit(character).is_some()).count();
                words[place] += usize::from(has_words);
                numbers[place] += usize::from(digits >= DIGITS && !has_words);
            }
        }
        let has = |counts: &[usize]| counts.iter().any(|count| count * 2 >= table.len());
        has(&words) && has(&numbers)
    }

    /// The cells of a line; `None` if it has something between the columns.
    fn cells<'a>(&self, line: &'a [u8]) -> Option<Vec<&'a [u8]>> {
        let mut cuts = Vec::with_capacity(self.gaps.len());
        let mut crossed = false;
        let mut gaps = self.gaps.iter().peekable();
        self.unit.places(line, |space, places, at| {
            while gaps.next_if(|gap| places.start >= gap.end).is_some() {
                cuts.push(at);
            }
            crossed |= !space && gaps.peek().is_some_and(|gap| places.end > gap.start);
        });
        if crossed {
            return None;
        }
        let mut cells = Vec::with_capacity(cuts.len() + 1);
        let mut start = 0;
        for cut in cuts {
            cells.push(line[start..cut].trim_ascii());
            start = cut;
        }
        cells.push(line[start..].trim_ascii());
        Some(cells)
    }

    /// Divides the lines of a piece of the text.
    pub(super) fn convert(&mut self, piece: &[u8], ended: bool, out: &mut Vec<u8>) {
        for line in piece.split_inclusive(|&byte| byte == b'\n') {
            if self.too_long {
                out.extend_from_slice(line);
            } else {
                self.rest.extend_from_slice(line);
            }
            if line.ends_with(b"\n") {
                self.finish_line(out);
            } else if self.rest.len() > MAX_LINE {
                out.append(&mut self.rest);
                self.too_long = true;
            }
        }
        if ended {
            self.finish_line(out);
        }
    }

    fn finish_line(&mut self, out: &mut Vec<u8>) {
        self.too_long = false;
        let whole = std::mem::take(&mut self.rest);
        let line = whole.strip_suffix(b"\n").unwrap_or(&whole);
        let text = line.trim_ascii_end();
        let cells = self.cells(text).unwrap_or_else(|| loose_cells(text));
        for (place, cell) in cells.iter().enumerate() {
            if place > 0 {
                out.push(b'\t');
            }
            out.extend_from_slice(cell);
        }
        out.extend_from_slice(&whole[line.len()..]);
        self.rest = whole;
        self.rest.clear();
    }
}

/// The cells of a line that does not have the columns: between gaps of two spaces.
fn loose_cells(line: &[u8]) -> Vec<&[u8]> {
    let mut cells = Vec::new();
    let mut rest = line.trim_ascii();
    while let Some(gap) = memchr::memmem::find(rest, b"  ") {
        cells.push(&rest[..gap]);
        rest = rest[gap..].trim_ascii_start();
    }
    cells.push(rest);
    cells
}

/// The places that are empty in nearly all lines, between places that are not.
fn gaps(table: &[&[u8]], unit: Unit) -> Vec<Range<usize>> {
    let mut used: Vec<usize> = Vec::new();
    for line in table {
        unit.places(line, |space, places, _| {
            used.resize(used.len().max(places.end), 0);
            if !space {
                used[places].iter_mut().for_each(|count| *count += 1);
            }
        });
    }
    let empty = |count: usize| count * 50 < table.len();
    let first = used.iter().position(|&count| !empty(count)).unwrap_or(0);
    let mut gaps: Vec<Range<usize>> = Vec::new();
    let mut start = None;
    for (place, &count) in used.iter().enumerate().skip(first) {
        match (start, empty(count)) {
            (None, true) => start = Some(place),
            (Some(from), false) => {
                if place - from >= 2 {
                    gaps.push(from..place);
                }
                start = None;
            }
            _ => {}
        }
    }
    gaps
}
