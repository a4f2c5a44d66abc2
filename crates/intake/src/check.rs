//! Checks the rows of a block: this is what the worker threads do.

use numplan::{Options, Verdict, batch};

use crate::blocks::Block;
use crate::records::{Cut, Record, Records, is_blank};
use crate::sink::{Cells, Reason, Rejected, digits, kind_code};
use crate::tidy::{Tidy, may_need, tidy};

/// How many lines are checked at once.
const LINES: usize = 2048;

/// Characters of a rejected row that are kept.
const RAW_CHARS: usize = 200;

/// Set in [`Checked::kind`] when a number is valid only thanks to a repair.
pub(crate) const REPAIRED: u8 = 0x80;

/// In [`Checked::region`]: no region.
pub(crate) const NO_REGION: u8 = 255;

/// What to look for in a row.
#[derive(Clone)]
pub(crate) struct Plan {
    pub(crate) options: Options,
    pub(crate) delimiter: Option<u8>,
    pub(crate) column: usize,
    pub(crate) carried: Vec<usize>,
    pub(crate) max_cell: usize,
    pub(crate) max_line: usize,
}

impl Plan {
    /// How many cells of a row must be looked at.
    fn width(&self) -> usize {
        self.carried.iter().copied().fold(self.column, usize::max).saturating_add(1)
    }

    /// Whether the number's cell of a record holds a valid number.
    pub(crate) fn is_number(&self, cut: &mut Cut, record: Record<'_>) -> bool {
        cut.cut(record, self.delimiter, self.column.saturating_add(1));
        numplan::check_with(cut.get(record, self.column), self.options).is_valid()
    }
}

/// What was found in a block.
#[derive(Default)]
pub(crate) struct Checked {
    /// The block, to be used again.
    pub(crate) text: Vec<u8>,
    /// Lines, headers included.
    pub(crate) lines: u64,
    pub(crate) rows: u64,
    pub(crate) blank: u64,
    /// Of each valid number, its line within the block, counted from 0.
    pub(crate) line: Vec<u64>,
    pub(crate) number: Vec<u64>,
    pub(crate) region: Vec<u8>,
    pub(crate) kind: Vec<u8>,
    pub(crate) carried: Vec<Cells>,
    pub(crate) rejected: Rejected,
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
        self.rejected.clear();
    }

    /// Takes a valid number; false if it is none after all.
    fn accept(&mut self, line: u64, verdict: Verdict) -> bool {
        let Some(number) = digits(verdict) else { return false };
        self.line.push(line);
        self.number.push(number);
        #[allow(clippy::cast_possible_truncation, reason = "fewer than 255 regions")]
        self.region.push(verdict.region().map_or(NO_REGION, |region| region.index() as u8));
        let repaired = if verdict.is_repaired() { REPAIRED } else { 0 };
        self.kind.push(kind_code(verdict.number_type()) | repaired);
        true
    }

    pub(crate) fn reject(&mut self, line: u64, reason: Reason, raw: &[u8]) {
        self.rejected.line.push(line);
        self.rejected.reason.push(reason);
        // No character takes more than four bytes, so what is cut in two here is cut off below.
        let head = &raw[..raw.len().min(RAW_CHARS * 4)];
        if head.is_ascii() {
            self.rejected.raw.push(&head[..head.len().min(RAW_CHARS)]);
        } else {
            let text: String = String::from_utf8_lossy(head).chars().take(RAW_CHARS).collect();
            self.rejected.raw.push(text.as_bytes());
        }
    }
}

/// Checks rows.
pub(crate) struct Checker {
    pub(crate) plan: Plan,
    verdicts: Vec<Verdict>,
    cut: Cut,
    /// The cells of the numbers, one a line, so that they can be checked side by side.
    numbers: Vec<u8>,
    waiting: Vec<Waiting>,
    carried: Vec<Cells>,
}

/// A row whose cell is among the numbers to be checked.
struct Waiting {
    line: u64,
    /// Where its cell ends.
    end: usize,
    /// Why it is rejected whatever its cell says.
    reason: Option<Reason>,
}

impl Checker {
    pub(crate) fn new(plan: Plan) -> Self {
        let carried = vec![Cells::default(); plan.carried.len()];
        Self {
            plan,
            verdicts: vec![Verdict::default(); LINES],
            cut: Cut::default(),
            numbers: Vec::new(),
            waiting: Vec::new(),
            carried,
        }
    }

    /// Checks a block.
    pub(crate) fn check(&mut self, block: Block, out: &mut Checked) {
        out.clear(self.plan.carried.len());
        out.lines = block.skipped;
        out.rows = block.blank;
        out.blank = block.blank;
        let text = &block.text[block.start..];
        let decodable = std::str::from_utf8(text).is_ok();
        let simple = self.plan.delimiter.is_none() && self.plan.column == 0 && self.plan.carried.is_empty();
        if simple && decodable && !may_need(text) {
            self.check_lines(text, out);
        } else {
            self.check_records(text, block.quoting, decodable, out);
        }
        out.text = block.text;
    }

    /// Lines that are nothing but numbers.
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
            let first = out.lines;
            if verdicts.iter().all(|verdict| verdict.is_valid()) {
                for (line, &verdict) in (first..).zip(verdicts) {
                    if !out.accept(line, verdict) {
                        out.reject(line, Reason::TooLong, b"");
                    }
                }
            } else {
                let lines = batch::lines(&text[..done.bytes]);
                for ((line, &verdict), raw) in (first..).zip(verdicts).zip(lines) {
                    if verdict.is_valid() && out.accept(line, verdict) {
                        continue;
                    }
                    if is_blank(raw, None) {
                        out.blank += 1;
                    } else if raw.len() > self.plan.max_line {
                        out.reject(line, Reason::LineTooLong, raw);
                    } else {
                        out.reject(line, verdict.reason().map_or(Reason::TooLong, Reason::from), raw);
                    }
                }
            }
            out.lines += done.lines as u64;
            out.rows += done.lines as u64;
            text = &text[done.bytes..];
        }
    }

    fn check_records(&mut self, text: &[u8], quoting: bool, decodable: bool, out: &mut Checked) {
        let delimiter = self.plan.delimiter;
        let width = self.plan.width();
        let mut cut = std::mem::take(&mut self.cut);
        for record in Records::new(text, delimiter, quoting) {
            let line = out.lines;
            out.lines += record.lines;
            out.rows += 1;
            if record.text.len() > self.plan.max_line {
                self.row(line, record.text, Some(Reason::LineTooLong), |_| &[]);
            } else {
                cut.cut(record, delimiter, width);
                let cell = cut.get(record, self.plan.column);
                if !cell.trim_ascii().is_empty() {
                    let reason = self.fault(decodable, cell, |column| cut.get(record, column));
                    self.row(line, cell, reason, |column| cut.get(record, column));
                } else if is_blank(record.text, delimiter) {
                    out.blank += 1;
                } else {
                    self.row(line, record.text, Some(Reason::NotANumber), |_| &[]);
                }
            }
            if self.waiting.len() == LINES {
                self.flush(out);
            }
        }
        self.flush(out);
        self.cut = cut;
    }

    /// What is wrong with the cells of a row apart from the number.
    fn fault<'a>(&self, decodable: bool, cell: &[u8], cells: impl Fn(usize) -> &'a [u8]) -> Option<Reason> {
        let wanted = || self.plan.carried.iter().map(|&column| cells(column));
        if wanted().any(|cell| cell.len() > self.plan.max_cell) {
            return Some(Reason::CellTooLong);
        }
        let broken = |cell: &[u8]| std::str::from_utf8(cell).is_err();
        (!decodable && (broken(cell) || wanted().any(broken))).then_some(Reason::Undecodable)
    }

    /// Puts a row among those that wait to be checked.
    pub(crate) fn row<'a>(
        &mut self,
        line: u64,
        cell: &[u8],
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
        // One line must stay one line.
        if memchr::memchr2(b'\n', b'\r', &self.numbers[start..]).is_some() {
            let breaks = self.numbers[start..].iter_mut().filter(|byte| matches!(byte, b'\n' | b'\r'));
            breaks.for_each(|byte| *byte = b' ');
        }
        self.waiting.push(Waiting { line, end: self.numbers.len(), reason });
        self.numbers.push(b'\n');
        for (&column, kept) in self.plan.carried.iter().zip(&mut self.carried) {
            kept.push(if reason.is_none() { cells(column) } else { &[] });
        }
    }

    /// How many rows wait.
    pub(crate) fn waiting(&self) -> usize {
        self.waiting.len()
    }

    /// Checks the rows that wait.
    pub(crate) fn flush(&mut self, out: &mut Checked) {
        let (mut place, mut at) = (0, 0);
        while place < self.waiting.len() {
            let done = batch::check(&self.numbers[at..], self.plan.options, &mut self.verdicts);
            for &verdict in &self.verdicts[..done.lines] {
                let row = &self.waiting[place];
                if row.reason.is_none() && verdict.is_valid() && out.accept(row.line, verdict) {
                    for (to, from) in out.carried.iter_mut().zip(&self.carried) {
                        to.push(from.get(place));
                    }
                } else {
                    let start = if place == 0 { 0 } else { self.waiting[place - 1].end + 1 };
                    let reason = row.reason.or(verdict.reason().map(Reason::from));
                    out.reject(row.line, reason.unwrap_or(Reason::TooLong), &self.numbers[start..row.end]);
                }
                place += 1;
            }
            at += done.bytes;
        }
        self.numbers.clear();
        self.waiting.clear();
        self.carried.iter_mut().for_each(Cells::clear);
    }
}
