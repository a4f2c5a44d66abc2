//! Checks the numbers in the rows of a block; runs on the worker threads.

use std::borrow::Cow;

use numplan::{Options, Verdict, batch, check_with};

use crate::blocks::Block;
use crate::dialect::Dialect;
use crate::entries::{Entries, Search, line_entries};
use crate::guess::{country_of_cell, join_area};
use crate::records::{CellSplitter, Record, Records, is_blank};
use crate::rescue::{has_second, rescue};
use crate::sink::{Cells, Reason, Rejected, digits, kind_code};
use crate::tidy::{Tidy, may_need_tidy, tidy};

/// Lines checked at once.
const LINES: usize = 2048;

/// Characters kept of a rejected row.
const RAW_CHARS: usize = 200;

/// Set in [`Checked::kind`] if a number is valid only after a repair.
pub(crate) const REPAIRED: u8 = 0x80;

/// Stored in [`Checked::region`] if a number has no region.
pub(crate) const NO_REGION: u8 = 255;

/// Which cells of a row are read, and how.
#[derive(Clone)]
pub(crate) struct RowPlan {
    pub(crate) options: Options,
    /// How a line is divided into cells; `None` if a line is one cell.
    pub(crate) dialect: Option<Dialect>,
    /// Which numbers in a line of free text are entries; `None` for tables and lists.
    pub(crate) search: Option<Search>,
    /// Numbers of a free text that are not part of its list, sorted.
    pub(crate) without: Vec<u64>,
    /// The columns of numbers, the main one first.
    pub(crate) columns: Vec<usize>,
    /// The column with the country of each row.
    pub(crate) country_column: Option<usize>,
    /// The column with the beginnings of the numbers of the main column.
    pub(crate) area_column: Option<usize>,
    pub(crate) carried: Vec<usize>,
    pub(crate) max_cell: usize,
    pub(crate) max_line: usize,
}

impl RowPlan {
    /// Number of cells that must be parsed.
    fn width(&self) -> usize {
        let wanted = self.columns.iter().chain(&self.carried).copied();
        let wanted = wanted.chain(self.country_column).chain(self.area_column);
        wanted.fold(0, usize::max).saturating_add(1)
    }

    /// Whether a record contains a valid number.
    pub(crate) fn is_number(&self, splitter: &mut CellSplitter, record: Record<'_>) -> bool {
        splitter.split(record, self.dialect, self.width());
        self.has_number(|column| splitter.get(record, column))
    }

    /// Whether one of the cells is a valid number.
    pub(crate) fn has_number<'a>(&self, cells: impl Fn(usize) -> &'a [u8]) -> bool {
        self.columns.iter().any(|&column| check_with(&self.number(column, &cells), self.options).is_valid())
    }

    /// The number cell of a row, with its beginning if that stands in another column.
    fn number<'a>(&self, column: usize, cells: impl Fn(usize) -> &'a [u8]) -> Cow<'a, [u8]> {
        let cell = cells(column);
        match self.area_column.filter(|_| self.columns.first() == Some(&column)).map(cells) {
            Some(area) if !cell.trim_ascii().is_empty() => {
                let text = |bytes: &'a [u8]| String::from_utf8_lossy(bytes);
                Cow::Owned(join_area(&text(area), &text(cell)).into_bytes())
            }
            _ => Cow::Borrowed(cell),
        }
    }
}

/// The results of a block.
#[derive(Default)]
pub(crate) struct Checked {
    /// The buffer of the block, to be reused.
    pub(crate) text: Vec<u8>,
    /// Lines, including headers.
    pub(crate) lines: u64,
    pub(crate) rows: u64,
    pub(crate) blank: u64,
    /// Line of each valid number within the block, starting at 0.
    pub(crate) line: Vec<u64>,
    pub(crate) number: Vec<u64>,
    pub(crate) region: Vec<u8>,
    pub(crate) kind: Vec<u8>,
    pub(crate) carried: Vec<Cells>,
    /// The number cells as written; empty where that is the E.164 form.
    pub(crate) written: Cells,
    pub(crate) rejected: Rejected,
    /// The number cells of rejected rows.
    pub(crate) rejected_written: Cells,
    pub(crate) rejected_carried: Vec<Cells>,
}

impl Checked {
    pub(crate) fn clear(&mut self, columns: usize) {
        (self.lines, self.rows, self.blank) = (0, 0, 0);
        self.line.clear();
        self.number.clear();
        self.region.clear();
        self.kind.clear();
        self.carried.resize_with(columns, Cells::default);
        self.carried.iter_mut().for_each(Cells::clear);
        self.written.clear();
        self.rejected.clear();
        self.rejected_written.clear();
        self.rejected_carried.resize_with(columns, Cells::default);
        self.rejected_carried.iter_mut().for_each(Cells::clear);
    }

    /// Adds a valid number. Returns false if it has too many digits.
    fn accept(&mut self, line: u64, verdict: Verdict, written: &[u8]) -> bool {
        let Some(number) = digits(verdict) else { return false };
        let written = written.trim_ascii();
        self.written.push(if is_e164(written, number) { &[] } else { written });
        self.line.push(line);
        self.number.push(number);
        #[allow(clippy::cast_possible_truncation, reason = "fewer than 255 regions")]
        self.region.push(verdict.region().map_or(NO_REGION, |region| region.index() as u8));
        let repaired = if verdict.is_repaired() { REPAIRED } else { 0 };
        self.kind.push(kind_code(verdict.number_type()) | repaired);
        true
    }

    /// Adds the entries of a cell or line: numbers, and what is none. Each is a row of its own, with the carried cells that
    /// `carry` adds. Returns how many there are.
    fn add_entries(
        &mut self,
        line: u64,
        raw: &[u8],
        max_cell: usize,
        found: &Entries,
        carry: impl Fn(&mut [Cells]),
    ) -> usize {
        for (at, verdict) in &found.numbers {
            let piece = &raw[at.clone()];
            let written = cut(piece, max_cell);
            if self.accept(line, *verdict, &written) {
                carry(&mut self.carried);
            } else {
                self.reject(line, Reason::TooLong, piece, &written);
                carry(&mut self.rejected_carried);
            }
        }
        let others = found.others.iter().map(|at| (at, Reason::NotANumber));
        let landlines = found.landlines.iter().map(|at| (at, Reason::NotMobile));
        let left_out = found.left_out.iter().map(|at| (at, Reason::LeftOut));
        for (at, reason) in others.chain(landlines).chain(left_out) {
            let piece = &raw[at.clone()];
            self.reject(line, reason, piece, &cut(piece, max_cell));
            carry(&mut self.rejected_carried);
        }
        let entries = found.len();
        self.rows += (entries as u64).saturating_sub(1);
        entries
    }

    /// Adds a rejected row. The caller adds its carried cells; without, they are empty.
    pub(crate) fn reject(&mut self, line: u64, reason: Reason, raw: &[u8], written: &[u8]) {
        self.rejected_written.push(written);
        self.rejected.line.push(line);
        self.rejected.reason.push(reason);
        // A character takes at most four bytes, so one that is split here is dropped below.
        let head = &raw[..raw.len().min(RAW_CHARS * 4)];
        if head.is_ascii() {
            self.rejected.raw.push(&head[..head.len().min(RAW_CHARS)]);
        } else {
            let text: String = String::from_utf8_lossy(head).chars().take(RAW_CHARS).collect();
            self.rejected.raw.push(text.as_bytes());
        }
    }
}

/// A cell cut to the longest allowed one, and repaired if its bytes are invalid.
fn cut(cell: &[u8], max_cell: usize) -> Cow<'_, [u8]> {
    let kept = &cell[..cell.len().min(max_cell)];
    match std::str::from_utf8(kept) {
        Ok(_) => Cow::Borrowed(kept),
        // The cut may split a character.
        Err(error) if error.error_len().is_none() => Cow::Borrowed(&kept[..error.valid_up_to()]),
        Err(_) => Cow::Owned(String::from_utf8_lossy(kept).into_owned().into_bytes()),
    }
}

/// Whether a cell is the E.164 form of its number.
#[inline]
fn is_e164(cell: &[u8], number: u64) -> bool {
    let Some((b'+', digits)) = cell.split_first() else { return false };
    let add = |sum: u64, digit: &u8| {
        let digit = digit.is_ascii_digit().then_some(u64::from(digit.wrapping_sub(b'0')))?;
        sum.checked_mul(10)?.checked_add(digit)
    };
    digits.first() != Some(&b'0') && digits.iter().try_fold(0, add) == Some(number)
}

/// Checks the rows of blocks.
pub(crate) struct Checker {
    pub(crate) plan: RowPlan,
    verdicts: Vec<Verdict>,
    splitter: CellSplitter,
    /// The number cells, one per line, so that they are checked in one batch.
    numbers: Vec<u8>,
    pending: Vec<PendingRow>,
    carried: Vec<Cells>,
    /// The number cells as written.
    written: Cells,
}

/// A row that waits to be checked.
struct PendingRow {
    line: u64,
    /// End of its cell in `numbers`.
    end: usize,
    /// Set if the row is rejected whatever its cell contains.
    reason: Option<Reason>,
}

impl Checker {
    pub(crate) fn new(plan: RowPlan) -> Self {
        let carried = vec![Cells::default(); plan.carried.len()];
        Self {
            plan,
            verdicts: vec![Verdict::default(); LINES],
            splitter: CellSplitter::default(),
            numbers: Vec::new(),
            pending: Vec::new(),
            carried,
            written: Cells::default(),
        }
    }

    pub(crate) fn check(&mut self, block: Block, out: &mut Checked) {
        out.clear(self.plan.carried.len());
        out.lines = block.skipped;
        out.rows = block.blank;
        out.blank = block.blank;
        let text = &block.text[block.start..];
        let decodable = std::str::from_utf8(text).is_ok();
        let simple = self.plan.dialect.is_none() && self.plan.columns == [0] && self.plan.carried.is_empty();
        if let Some(search) = self.plan.search {
            self.check_text(text, search, out);
        } else if simple && decodable && !may_need_tidy(text) {
            self.check_lines(text, out);
        } else {
            self.check_records(text, block.quoting, decodable, out);
        }
        out.text = block.text;
    }

    /// Checks the numbers anywhere in lines of free text.
    fn check_text(&self, text: &[u8], search: Search, out: &mut Checked) {
        for record in Records::new(text, None, false) {
            let line = out.lines;
            out.lines += 1;
            out.rows += 1;
            // Text has no columns to carry.
            let carry = |cells: &mut [Cells]| cells.iter_mut().for_each(|cells| cells.push(&[]));
            let reason = if is_blank(record.text, None) {
                out.blank += 1;
                continue;
            } else if record.text.len() > self.plan.max_line {
                Reason::LineTooLong
            } else if let Ok(text) = std::str::from_utf8(record.text) {
                let mut found = line_entries(text, search, self.plan.options);
                found.leave_out(&self.plan.without);
                if out.add_entries(line, record.text, self.plan.max_cell, &found, carry) > 0 {
                    continue;
                }
                if matches!(search, Search::Labelled | Search::Mobiles) {
                    // Names, values of other names, and sentences are no rows, like the titles of a table.
                    out.rows -= 1;
                    continue;
                }
                Reason::NotANumber
            } else {
                Reason::Undecodable
            };
            out.reject(line, reason, record.text, &self.cut(record.text));
            carry(&mut out.rejected_carried);
        }
    }

    /// Checks lines that contain only numbers.
    fn check_lines(&mut self, mut text: &[u8], out: &mut Checked) {
        loop {
            let feeds = text.iter().position(|&byte| byte != b'\n').unwrap_or(text.len());
            out.lines += feeds as u64;
            out.rows += feeds as u64;
            out.blank += feeds as u64;
            text = &text[feeds..];
            if text.is_empty() {
                return;
            }
            let done = batch::check(text, self.plan.options, &mut self.verdicts);
            let verdicts = &self.verdicts[..done.lines];
            let semicolons = memchr::memchr(b';', &text[..done.bytes]).is_some();
            let first = out.lines;
            let lines = batch::lines(&text[..done.bytes]);
            for ((line, &verdict), raw) in (first..).zip(verdicts).zip(lines) {
                let several = semicolons && has_second(raw);
                if verdict.is_valid() && !several && out.accept(line, verdict, raw) {
                    continue;
                }
                let written = self.cut(raw);
                if is_blank(raw, None) {
                    out.blank += 1;
                } else if raw.len() > self.plan.max_line {
                    out.reject(line, Reason::LineTooLong, raw, &written);
                } else if let Some(found) = rescue(raw, self.plan.options) {
                    out.add_entries(line, raw, self.plan.max_cell, &found, |_| ());
                } else {
                    out.reject(line, verdict.reason().map_or(Reason::TooLong, Reason::from), raw, &written);
                }
            }
            out.lines += done.lines as u64;
            out.rows += done.lines as u64;
            text = &text[done.bytes..];
        }
    }

    fn check_records(&mut self, text: &[u8], quoting: bool, decodable: bool, out: &mut Checked) {
        let dialect = self.plan.dialect;
        let width = self.plan.width();
        let mut splitter = std::mem::take(&mut self.splitter);
        for record in Records::new(text, dialect, quoting) {
            let line = out.lines;
            out.lines += record.lines;
            out.rows += 1;
            if record.text.len() > self.plan.max_line {
                self.push_row(line, record.text, record.text, Some(Reason::LineTooLong), |_| &[]);
            } else {
                splitter.split(record, dialect, width);
                let cells = |column| splitter.get(record, column);
                let fault = |checker: &Self, cell: &[u8], _| checker.fault(decodable, cell, cells);
                let entries = self.push_numbers(line, cells, fault);
                out.rows += entries.saturating_sub(1);
                if entries == 0 && is_blank(record.text, dialect) {
                    out.blank += 1;
                } else if entries == 0 {
                    self.push_row(line, record.text, b"", Some(Reason::NotANumber), cells);
                }
            }
            if self.pending.len() >= LINES {
                self.flush(out);
            }
        }
        self.flush(out);
        self.splitter = splitter;
    }

    /// Queues the number cells of a row that are not blank. `fault` says why a cell is rejected whatever its number is.
    /// Returns how many entries they have.
    pub(crate) fn push_numbers<'a>(
        &mut self,
        line: u64,
        cells: impl Fn(usize) -> &'a [u8],
        fault: impl Fn(&Self, &[u8], usize) -> Option<Reason>,
    ) -> u64 {
        let mut entries = 0;
        for place in 0..self.plan.columns.len() {
            let column = self.plan.columns[place];
            let cell = self.plan.number(column, &cells);
            if !cell.trim_ascii().is_empty() {
                let reason = fault(self, &cell, column);
                entries += 1 + self.push_row(line, &cell, &cell, reason, &cells);
            }
        }
        entries
    }

    /// Returns why a row is rejected for reasons other than its number.
    fn fault<'a>(&self, decodable: bool, cell: &[u8], cells: impl Fn(usize) -> &'a [u8]) -> Option<Reason> {
        let wanted = || self.plan.carried.iter().map(|&column| cells(column));
        if wanted().any(|cell| cell.len() > self.plan.max_cell) {
            return Some(Reason::CellTooLong);
        }
        let broken = |cell: &[u8]| std::str::from_utf8(cell).is_err();
        (!decodable && (broken(cell) || wanted().any(broken))).then_some(Reason::Undecodable)
    }

    /// A cell cut to the longest allowed one, and repaired if its bytes are invalid.
    fn cut<'c>(&self, cell: &'c [u8]) -> Cow<'c, [u8]> {
        cut(cell, self.plan.max_cell)
    }

    /// Queues a row: its number cell, or what is shown of it if it is rejected, and the number cell as written. Returns how
    /// many entries it has besides the first.
    pub(crate) fn push_row<'a>(
        &mut self,
        line: u64,
        cell: &[u8],
        written: &[u8],
        reason: Option<Reason>,
        cells: impl Fn(usize) -> &'a [u8],
    ) -> u64 {
        let country = self.plan.country_column.filter(|_| reason.is_none());
        let region = country.and_then(|column| country_of_cell(&String::from_utf8_lossy(cells(column))));
        let Some(region) = region else {
            self.push_cell(line, cell, written, reason, cells);
            return 0;
        };
        // The number is written out with its calling code, so that rows of all countries are checked together.
        let options = Options { default_region: Some(region), ..self.plan.options };
        let plain = match tidy(cell) {
            Tidy::First(length) => cell[..length].to_vec(),
            Tidy::Digits(digits) => digits,
            Tidy::AsIs | Tidy::Rounded => cell.to_vec(),
        };
        let verdict = check_with(&plain, options);
        if verdict.is_valid() && !has_second(&plain) {
            self.push_cell(line, verdict.e164().as_bytes(), written, None, cells);
            return 0;
        }
        let Some(found) = rescue(&plain, options) else {
            let reason = if tidy(cell) == Tidy::Rounded { None } else { verdict.reason().map(Reason::from) };
            self.push_cell(line, cell, written, reason.or(Some(Reason::Rounded)), cells);
            return 0;
        };
        for (at, verdict) in &found.numbers {
            self.push_cell(line, verdict.e164().as_bytes(), &plain[at.clone()], None, &cells);
        }
        for at in &found.others {
            self.push_cell(line, &plain[at.clone()], &plain[at.clone()], Some(Reason::NotANumber), &cells);
        }
        (found.numbers.len() + found.others.len() - 1) as u64
    }

    /// Queues a cell.
    fn push_cell<'a>(
        &mut self,
        line: u64,
        cell: &[u8],
        written: &[u8],
        mut reason: Option<Reason>,
        cells: impl Fn(usize) -> &'a [u8],
    ) {
        let start = self.numbers.len();
        if reason.is_some() {
            self.numbers.extend_from_slice(&cell[..cell.len().min(RAW_CHARS * 4)]);
        } else {
            match tidy(cell) {
                Tidy::AsIs => self.numbers.extend_from_slice(cell),
                Tidy::First(length) => self.numbers.extend_from_slice(&cell[..length]),
                Tidy::Digits(digits) => self.numbers.extend_from_slice(&digits),
                Tidy::Rounded => {
                    reason = Some(Reason::Rounded);
                    self.numbers.extend_from_slice(cell);
                }
            }
        }
        // Each cell must stay on one line.
        if memchr::memchr2(b'\n', b'\r', &self.numbers[start..]).is_some() {
            let breaks = self.numbers[start..].iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r'));
            breaks.for_each(|byte| *byte = b' ');
        }
        self.pending.push(PendingRow { line, end: self.numbers.len(), reason });
        self.numbers.push(b'\n');
        let written = self.cut(written);
        self.written.push(&written);
        let mut carried = std::mem::take(&mut self.carried);
        for (&column, kept) in self.plan.carried.iter().zip(&mut carried) {
            kept.push(&self.cut(cells(column)));
        }
        self.carried = carried;
    }

    /// Number of queued rows.
    pub(crate) fn pending(&self) -> usize {
        self.pending.len()
    }

    /// Checks the queued rows.
    pub(crate) fn flush(&mut self, out: &mut Checked) {
        let (mut place, mut at) = (0, 0);
        let semicolons = memchr::memchr(b';', &self.numbers).is_some();
        while place < self.pending.len() {
            let done = batch::check(&self.numbers[at..], self.plan.options, &mut self.verdicts);
            for &verdict in &self.verdicts[..done.lines] {
                let row = &self.pending[place];
                let written = self.written.get(place);
                let start = if place == 0 { 0 } else { self.pending[place - 1].end + 1 };
                let raw = &self.numbers[start..row.end];
                let several = semicolons && has_second(raw);
                let valid = row.reason.is_none() && verdict.is_valid() && !several;
                if valid && out.accept(row.line, verdict, written) {
                    for (to, from) in out.carried.iter_mut().zip(&self.carried) {
                        to.push(from.get(place));
                    }
                } else {
                    let carry = |cells: &mut [Cells]| {
                        for (to, from) in cells.iter_mut().zip(&self.carried) {
                            to.push(from.get(place));
                        }
                    };
                    let found = if row.reason.is_none() { rescue(raw, self.plan.options) } else { None };
                    if let Some(found) = found {
                        out.add_entries(row.line, raw, self.plan.max_cell, &found, carry);
                    } else {
                        let reason = row.reason.or(verdict.reason().map(Reason::from));
                        out.reject(row.line, reason.unwrap_or(Reason::TooLong), raw, written);
                        carry(&mut out.rejected_carried);
                    }
                }
                place += 1;
            }
            at += done.bytes;
        }
        self.numbers.clear();
        self.pending.clear();
        self.carried.iter_mut().for_each(Cells::clear);
        self.written.clear();
    }
}
