//! Reads a whole file: normalises numbers, removes duplicates and suppressed numbers, and counts.

use std::cell::Cell;
use std::collections::VecDeque;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::Scope;

use numplan::{Options, Region, check_with};
use serde::Serialize;

use crate::analysis::Analysis;
use crate::blocks::{BLOCK, Block, Blocks, Piece};
use crate::check::{Checked, Checker, RowPlan};
use crate::decode::Text;
use crate::duplicates::Collected;
use crate::entries::Search;
use crate::error::IntakeError;
use crate::mapping::{Limits, Mapping};
use crate::merge::{Finder, Merger};
use crate::records::{CellSplitter, Records};
use crate::seen::Seen;
use crate::set::Suppressed;
use crate::sink::{Reason, Sink, digits};
use crate::source::{List, ReadSeek, walk};
use crate::workbook::{Row, Workbook};

/// Threads that check blocks.
const WORKERS: usize = 2;

/// Most blocks that are checked or queued at the same time.
const IN_FLIGHT: usize = 4;

/// Rows of a workbook checked at once.
const ROWS: usize = 1024;

/// A stage of a reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// The rows are read and stored.
    Reading,
    /// The numbers of a large list are collected.
    Collecting,
    /// The duplicates of a large list are searched.
    Duplicates,
    /// The rows of a large list are read again and stored.
    Storing,
}

/// Progress and cancellation of a reading.
pub struct Watch<'a> {
    /// Called regularly with the bytes of the file that are done in a stage.
    pub progress: &'a dyn Fn(Stage, u64),
    /// Set it to stop the reading with [`IntakeError::Cancelled`].
    pub cancel: &'a AtomicBool,
}

/// Reads a whole file. Passes its rows to the sink in file order: each valid number once unless it is
/// `known`, and each row without a valid number.
///
/// The content decides the format, whatever the file name. An invalid row never ends the reading. Two threads
/// check the rows; everything else, including all calls of the sink, runs on the caller's thread.
pub fn read<F: Read + Seek>(
    file: F,
    file_name: &str,
    mapping: &Mapping,
    limits: &Limits,
    known: &dyn Suppressed,
    sink: &mut dyn Sink,
    watch: &Watch<'_>,
) -> Result<Analysis, IntakeError> {
    let (file, bytes) = sized(file)?;
    let merger = Merger::new(limits, mapping.carried.len(), known, sink, Finder::Memory(Seen::new()));
    let input = Input { name: file_name, mapping, limits, bytes, watch, stage: Stage::Reading };
    input.merge_into(file, merger)?.finish(bytes)
}

/// Reads a file of more numbers than fit into memory, like [`read`]. It is read twice: duplicates are found in between, with
/// temporary files in `scratch`, which take 20 bytes per number.
#[expect(clippy::too_many_arguments, reason = "those of `read`, and the folder")]
pub fn read_large<F: Read + Seek>(
    file: F,
    file_name: &str,
    mapping: &Mapping,
    limits: &Limits,
    known: &dyn Suppressed,
    sink: &mut dyn Sink,
    watch: &Watch<'_>,
    scratch: &Path,
) -> Result<Analysis, IntakeError> {
    let (mut file, bytes) = sized(file)?;
    let input = Input { name: file_name, mapping, limits, bytes, watch, stage: Stage::Collecting };
    let numbers = Finder::Collect(Collected::new(scratch)?);
    let merger = Merger::new(limits, mapping.carried.len(), known, sink, numbers);
    let collected = input.merge_into(&mut file, merger)?.collected();
    let collected =
        collected.ok_or_else(|| IntakeError::Io(io::Error::other("no numbers were collected")))?;
    let searched = |done: usize, all: usize| {
        if watch.cancel.load(Ordering::Relaxed) {
            return Err(IntakeError::Cancelled);
        }
        (watch.progress)(Stage::Duplicates, bytes / all as u64 * done as u64);
        Ok(())
    };
    let duplicates = collected.duplicates(scratch, limits.max_numbers, &searched)?;
    file.seek(SeekFrom::Start(0))?;
    let merger = Merger::new(limits, mapping.carried.len(), known, sink, Finder::Known(duplicates));
    let input = Input { stage: Stage::Storing, ..input };
    input.merge_into(file, merger)?.finish(bytes)
}

fn sized<F: Read + Seek>(mut file: F) -> Result<(F, u64), IntakeError> {
    let bytes = file.seek(SeekFrom::End(0))?;
    Ok((file, bytes))
}

/// A file, and how it is read.
struct Input<'a> {
    name: &'a str,
    mapping: &'a Mapping,
    limits: &'a Limits,
    bytes: u64,
    watch: &'a Watch<'a>,
    stage: Stage,
}

impl Input<'_> {
    /// Reads the file and merges its rows.
    fn merge_into<'m, F: Read + Seek>(
        &self,
        mut file: F,
        merger: Merger<'m>,
    ) -> Result<Merger<'m>, IntakeError> {
        let Self { name, mapping, limits, bytes, watch, stage } = *self;
        let plan = row_plan(mapping, limits)?;
        let done = Cell::new(0);
        let mut file = Metered { inner: &mut file, done: &done, cancel: watch.cancel };
        std::thread::scope(|scope| {
            let mut reading = Reading {
                mapping,
                limits,
                watch,
                stage,
                plan: plan.clone(),
                merger,
                workers: (0..WORKERS).map(|_| Worker::start(scope, plan.clone())).collect(),
                next_worker: 0,
                pending: VecDeque::new(),
                spare: Vec::new(),
                first: true,
                done: &done,
                bytes,
            };
            walk(&mut file, name, limits, &mut |list| {
                match list {
                    List::Text(text) => reading.read_text(text)?,
                    List::Workbook(file) => reading.read_workbook(file)?,
                }
                reading.first = false;
                Ok(ControlFlow::Continue(()))
            })?;
            (watch.progress)(stage, bytes);
            Ok(reading.merger)
        })
    }
}

fn row_plan(mapping: &Mapping, limits: &Limits) -> Result<RowPlan, IntakeError> {
    let default_region = match &mapping.default_country {
        Some(code) => {
            let region = Region::from_code(code);
            Some(region.ok_or_else(|| IntakeError::UnknownCountry { code: code.clone() })?)
        }
        None => None,
    };
    let mut without: Vec<u64> = (mapping.without.iter())
        .filter_map(|number| digits(check_with(number.as_bytes(), Options::default())))
        .collect();
    without.sort_unstable();
    Ok(RowPlan {
        options: Options { default_region, repair: true },
        dialect: mapping.dialect(),
        search: Search::of(mapping.delimiter),
        without,
        columns: mapping.number_columns(),
        country_column: mapping.country_column,
        area_column: mapping.area_column,
        carried: mapping.carried.clone(),
        max_cell: limits.max_cell,
        max_line: limits.max_line,
    })
}

/// A file that counts the bytes read, and fails when the reading is cancelled.
struct Metered<'a> {
    inner: &'a mut dyn ReadSeek,
    done: &'a Cell<u64>,
    cancel: &'a AtomicBool,
}

impl Read for Metered<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.cancel.load(Ordering::Relaxed) {
            return Err(io::Error::other(IntakeError::Cancelled));
        }
        let read = self.inner.read(buffer)?;
        self.done.set(self.done.get() + read as u64);
        Ok(read)
    }
}

impl Seek for Metered<'_> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        let place = self.inner.seek(to)?;
        // Archives are scanned before they are read; count from the start again.
        if place == 0 {
            self.done.set(0);
        }
        Ok(place)
    }
}

/// A thread that checks blocks.
struct Worker {
    jobs: Sender<(Block, Checked)>,
    results: Receiver<Checked>,
}

impl Worker {
    fn start<'scope>(scope: &'scope Scope<'scope, '_>, plan: RowPlan) -> Self {
        let (jobs, work) = channel::<(Block, Checked)>();
        let (done, results) = channel();
        scope.spawn(move || {
            let mut checker = Checker::new(plan);
            for (block, mut checked) in work {
                checker.check(block, &mut checked);
                if done.send(checked).is_err() {
                    return;
                }
            }
        });
        Self { jobs, results }
    }
}

/// The next result in file order.
enum Pending {
    /// The next result of this worker.
    From(usize),
    Ready(Box<Checked>),
}

/// The state of a reading.
struct Reading<'a, 'm> {
    mapping: &'a Mapping,
    limits: &'a Limits,
    watch: &'a Watch<'a>,
    stage: Stage,
    plan: RowPlan,
    merger: Merger<'m>,
    workers: Vec<Worker>,
    /// The worker that gets the next block.
    next_worker: usize,
    pending: VecDeque<Pending>,
    /// Merged results, whose buffers are reused.
    spare: Vec<Checked>,
    /// Whether this is the first list of the file.
    first: bool,
    done: &'a Cell<u64>,
    bytes: u64,
}

impl Reading<'_, '_> {
    /// Checks for cancellation and reports progress. Called often.
    fn step(&self) -> Result<(), IntakeError> {
        if self.watch.cancel.load(Ordering::Relaxed) {
            return Err(IntakeError::Cancelled);
        }
        (self.watch.progress)(self.stage, self.done.get().min(self.bytes));
        Ok(())
    }

    fn read_text(&mut self, text: &mut dyn Read) -> Result<(), IntakeError> {
        let text = Text::open(text, self.mapping.encoding)?;
        let mut blocks = Blocks::new(text, self.plan.dialect, self.limits.max_line, BLOCK);
        let mut above = self.mapping.skipped_rows();
        let mut started = false;
        loop {
            self.step()?;
            let mut checked = self.spare.pop().unwrap_or_default();
            let Some(piece) = blocks.next(std::mem::take(&mut checked.text))? else { break };
            match piece {
                Piece::TooLong { head, lines } => {
                    above = 0;
                    checked.clear(self.plan.carried.len());
                    (checked.lines, checked.rows) = (lines, 1);
                    let written = String::from_utf8_lossy(&head);
                    checked.reject(0, Reason::LineTooLong, &head, written.as_bytes());
                    self.pending.push_back(Pending::Ready(Box::new(checked)));
                }
                Piece::Block(mut block) => {
                    if !started {
                        block.skip_separator_line();
                    }
                    while above > 0 && block.skip_blank_lines(self.plan.dialect) {
                        above = if self.skip_row(&mut block) { above - 1 } else { 0 };
                    }
                    self.dispatch(block, checked)?;
                }
            }
            started = true;
            if self.pending.len() >= IN_FLIGHT {
                self.merge_next()?;
            }
        }
        while !self.pending.is_empty() {
            self.step()?;
            self.merge_next()?;
        }
        Ok(())
    }

    /// Skips the first record, which is a title or a header, and returns whether it was one. Lists after the
    /// first one may have none.
    fn skip_row(&self, block: &mut Block) -> bool {
        let text = &block.text[block.start..];
        let mut records = Records::new(text, self.plan.dialect, block.quoting);
        let Some(record) = records.next() else { return true };
        if !self.first && self.plan.is_number(&mut CellSplitter::default(), record) {
            return false;
        }
        block.start += text.len() - records.rest().len();
        block.skipped += record.lines;
        true
    }

    fn dispatch(&mut self, block: Block, checked: Checked) -> Result<(), IntakeError> {
        self.workers[self.next_worker].jobs.send((block, checked)).map_err(|_| worker_panicked())?;
        self.pending.push_back(Pending::From(self.next_worker));
        self.next_worker = (self.next_worker + 1) % WORKERS;
        Ok(())
    }

    /// Merges the next result in file order.
    fn merge_next(&mut self) -> Result<(), IntakeError> {
        let checked = match self.pending.pop_front() {
            None => return Ok(()),
            Some(Pending::Ready(checked)) => *checked,
            Some(Pending::From(worker)) => {
                self.workers[worker].results.recv().map_err(|_| worker_panicked())?
            }
        };
        self.merger.merge(&checked)?;
        self.spare.push(checked);
        Ok(())
    }

    fn read_workbook(&mut self, file: &mut dyn ReadSeek) -> Result<(), IntakeError> {
        let mut workbook = Workbook::open(file, self.limits)?;
        let sheets = workbook.sheets();
        let exists = |sheet: &&String| self.first || sheets.contains(sheet);
        let main = self.mapping.sheet.as_ref().filter(exists).or(sheets.first()).cloned().unwrap_or_default();
        let mut wanted = vec![main];
        for sheet in self.mapping.more_sheets.iter().filter(exists) {
            if !wanted.contains(sheet) {
                wanted.push(sheet.clone());
            }
        }
        if let Some(missing) = wanted.iter().find(|sheet| !sheets.contains(sheet)) {
            return Err(IntakeError::NoSuchSheet { name: missing.clone() });
        }
        for (place, sheet) in wanted.iter().enumerate() {
            self.read_sheet(&mut workbook, sheet, self.first && place == 0)?;
        }
        Ok(())
    }

    /// Reads a sheet. Sheets after the first one may have no titles and header.
    fn read_sheet(
        &mut self,
        workbook: &mut Workbook<'_>,
        sheet: &str,
        first: bool,
    ) -> Result<(), IntakeError> {
        let mut checker = Checker::new(self.plan.clone());
        let mut found = Checked::default();
        found.clear(self.plan.carried.len());
        let mut above = self.mapping.skipped_rows();
        // Row numbers count from the start of the sheet, lines of a block from its own start.
        let mut last = 0;
        let mut base = 0;
        workbook.rows(sheet, &mut |row| {
            let blank = row.number.saturating_sub(last + 1);
            last = row.number.max(last);
            found.rows += blank;
            found.blank += blank;
            found.lines = last - base;
            if above > 0 && (first || !self.plan.has_number(|column| row.text(column).as_bytes())) {
                above -= 1;
                return Ok(true);
            }
            above = 0;
            found.rows += 1;
            found.rows += self.queue_row(&mut checker, row, row.number.saturating_sub(base + 1));
            if checker.pending() >= ROWS {
                self.step()?;
                checker.flush(&mut found);
                self.merger.merge(&found)?;
                found.clear(self.plan.carried.len());
                base = last;
            }
            Ok(true)
        })?;
        checker.flush(&mut found);
        self.merger.merge(&found)
    }

    /// Queues a row of a workbook. Returns how many entries it has besides the first.
    fn queue_row(&self, checker: &mut Checker, row: &Row, line: u64) -> u64 {
        let plan = &self.plan;
        let cells = |column| row.text(column).as_bytes();
        if row.is_too_long() {
            let line_text = row.line();
            let shown = line_text.as_bytes();
            return checker.push_row(line, shown, shown, Some(Reason::LineTooLong), |_| &[]);
        }
        let too_long = plan.carried.iter().any(|&column| row.text(column).len() > plan.max_cell);
        let entries = checker.push_numbers(line, cells, |_, _, column| {
            let date = row.is_date(column).then_some(Reason::NotANumber);
            date.or(too_long.then_some(Reason::CellTooLong))
        });
        if entries == 0 {
            checker.push_row(line, row.line().as_bytes(), b"", Some(Reason::NotANumber), cells);
        }
        entries.saturating_sub(1)
    }
}

fn worker_panicked() -> IntakeError {
    IntakeError::Io(io::Error::other("a worker thread panicked"))
}
