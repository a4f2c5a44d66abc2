//! The rows of an export in order. An export of every row merges the numbers of the list with its set-aside rows by
//! their position in the upload, in bounded memory.

use std::sync::Arc;

use futures_util::stream::{self, BoxStream};
use futures_util::{StreamExt, TryStreamExt};

use super::cells::Job;
use crate::batch::{Batch, Gathered};
use crate::error::Result;
use crate::filter::{Filter, Matcher};
use crate::input::read_input;
use crate::original::{Original, Part};
use crate::page::ResultSet;
use crate::results::{Wanted, decode_with};
use crate::set_aside::{read_set_aside, read_targets, set_aside_groups};

/// Answers of duplicates are read for this many duplicates at a time.
const DUPLICATES_AT_ONCE: usize = 500_000;

/// Some rows in the order of the export: index of the batch and of the row in it.
pub(super) struct Rows {
    pub batches: Vec<Arc<Batch>>,
    pub order: Vec<(u8, u32)>,
}

/// What a file of an export contains.
#[derive(Clone)]
pub(super) struct Selection {
    pub filter: Arc<Filter>,
    /// Whether rejected rows are included.
    pub refused: bool,
}

/// Chunks that are decoded or formatted at the same time.
pub(super) fn at_once() -> usize {
    std::thread::available_parallelism().map_or(2, usize::from).clamp(2, 8) + 1
}

/// The rows of a file in order. A few chunks are decoded in parallel.
pub(super) fn rows(
    results: &ResultSet,
    job: &Arc<Job>,
    selection: &Selection,
) -> BoxStream<'static, Result<Rows>> {
    let parts: Vec<Part> = {
        let matcher = Matcher::new(&selection.filter);
        let some = |chunk: &usize| results.chunks[*chunk].histogram.matched(&matcher) > 0;
        match results.original.as_deref().filter(|_| job.every_row()) {
            Some(original) => {
                let wanted = |part: &&Part| {
                    matches!(part, Part::Open { .. }) || matches!(part, Part::Done(at) if some(at))
                };
                original.parts().iter().filter(wanted).cloned().collect()
            }
            None => (0..results.chunks.len()).filter(some).map(Part::Done).collect(),
        }
    };
    let wanted = job.wanted(&selection.filter);
    let decoded = {
        let (results, wanted) = (results.clone(), wanted.clone());
        stream::iter(parts)
            .map(move |part| decode(results.clone(), part, wanted.clone()))
            .buffered(at_once())
            .boxed()
    };
    match results.original.clone().filter(|original| job.every_row() && original.set_aside().is_some()) {
        None => decoded
            .map_ok(|batch| Rows { order: numbered(0, 0..batch.outcome.len()), batches: vec![batch] })
            .boxed(),
        Some(original) => {
            let answers = job.answers_only(&wanted);
            let cursor = Cursor::new(results.clone(), original, answers);
            let merge = Merge { decoded, current: None, cursor };
            stream::try_unfold(merge, Merge::next).boxed()
        }
    }
}

fn numbered(batch: u8, rows: std::ops::Range<usize>) -> Vec<(u8, u32)> {
    rows.map(|row| (batch, u32::try_from(row).unwrap_or(u32::MAX))).collect()
}

async fn decode(results: ResultSet, part: Part, wanted: Wanted) -> Result<Arc<Batch>> {
    match part {
        Part::Done(chunk) => {
            let place = &results.chunks[chunk].place;
            decode_with(&results.objects, &results.layout, place, wanted, |rows| {
                Arc::new(Batch::of_results(rows))
            })
            .await
        }
        Part::Open { place, rows } => {
            let numbers = read_input(&results.objects, results.layout.carried.len(), &place).await?;
            let end = (rows.end as usize).min(numbers.len());
            let numbers = numbers.slice((rows.start as usize).min(end)..end);
            Ok(Arc::new(Batch::of_open(numbers, &results.layout)))
        }
    }
}

/// Merges two sequences of rows that are both in the order of the upload.
struct Merge {
    decoded: BoxStream<'static, Result<Arc<Batch>>>,
    /// The batch that is being merged, and its next row.
    current: Option<(Arc<Batch>, usize)>,
    cursor: Cursor,
}

impl Merge {
    async fn next(mut self) -> Result<Option<(Rows, Self)>> {
        if self.current.is_none() {
            self.current = self.decoded.try_next().await?.map(|batch| (batch, 0));
        }
        let Some((batch, start)) = self.current.take() else {
            // Only set-aside rows are left.
            let Some((aside, rows, _)) = self.cursor.take_until(u64::MAX).await? else { return Ok(None) };
            let rows = Rows { order: numbered(0, rows), batches: vec![aside] };
            return Ok(Some((rows, self)));
        };
        let lines = &batch.results.numbers.line;
        let Some(last) = lines.last().copied() else {
            let rows = Rows { batches: vec![batch], order: Vec::new() };
            return Ok(Some((rows, self)));
        };
        let Some((aside, rows, more)) = self.cursor.take_until(last).await? else {
            let order = numbered(0, start..lines.len());
            return Ok(Some((Rows { batches: vec![batch], order }, self)));
        };
        // If more set-aside rows may precede the end of the batch, only the rows before those are due.
        let until = if more { aside.results.numbers.line[rows.end - 1] } else { last };
        let end = start + lines[start..].partition_point(|line| *line <= until);
        let mut order = Vec::with_capacity(end - start + rows.len());
        let (mut row, mut other) = (start, rows.start);
        while row < end || other < rows.end {
            let first = other >= rows.end || (row < end && lines[row] <= aside.results.numbers.line[other]);
            let (batch, at) = if first { (0, &mut row) } else { (1, &mut other) };
            order.push((batch, u32::try_from(*at).unwrap_or(u32::MAX)));
            *at += 1;
        }
        if end < lines.len() {
            self.current = Some((batch.clone(), end));
        }
        Ok(Some((Rows { batches: vec![batch, aside], order }, self)))
    }
}

/// Reads set-aside rows in order.
struct Cursor {
    results: ResultSet,
    original: Arc<Original>,
    /// The columns of the answers of duplicates.
    answers: Wanted,
    /// Number of row groups; `None` before the file is opened.
    groups: Option<usize>,
    /// The next row group to read.
    next: usize,
    current: Option<Arc<Batch>>,
    /// The next row of the current group.
    row: usize,
    gathered: Gathered,
    /// The first row group whose duplicates are not gathered yet.
    gathered_until: usize,
}

impl Cursor {
    fn new(results: ResultSet, original: Arc<Original>, answers: Wanted) -> Self {
        let gathered = Gathered::none(&results.layout);
        let (groups, next, current, row, gathered_until) = (None, 0, None, 0, 0);
        Self { results, original, answers, groups, next, current, row, gathered, gathered_until }
    }

    /// The next rows up to a line, all of one batch, and whether further ones may follow.
    async fn take_until(&mut self, line: u64) -> Result<Option<(Arc<Batch>, std::ops::Range<usize>, bool)>> {
        if self.current.is_none() && !self.load().await? {
            return Ok(None);
        }
        let Some(batch) = self.current.clone() else { return Ok(None) };
        let lines = &batch.results.numbers.line;
        let start = self.row;
        let end = start + lines[start..].partition_point(|one| *one <= line);
        self.row = end;
        let exhausted = end == lines.len();
        if exhausted {
            self.current = None;
        }
        Ok((start < end).then_some((batch, start..end, exhausted)))
    }

    /// Loads the next row group. Returns whether there is one.
    async fn load(&mut self) -> Result<bool> {
        let (objects, carried) = (&self.results.objects, self.results.layout.carried.len());
        let Some(object) = self.original.set_aside().map(str::to_owned) else { return Ok(false) };
        let groups = match self.groups {
            Some(groups) => groups,
            None => set_aside_groups(objects, carried, &object).await?.len(),
        };
        self.groups = Some(groups);
        if self.next >= groups {
            return Ok(false);
        }
        if self.next >= self.gathered_until {
            let mut targets = Vec::new();
            while self.gathered_until < groups && targets.len() < DUPLICATES_AT_ONCE {
                targets.extend(read_targets(objects, carried, &object, self.gathered_until).await?);
                self.gathered_until += 1;
            }
            self.gathered = Gathered::read(&self.results, &self.original, &self.answers, targets).await?;
        }
        let rows = read_set_aside(objects, carried, &object, self.next).await?;
        self.next += 1;
        self.row = 0;
        self.current = Some(Arc::new(Batch::of_set_aside(rows, &self.results.layout, &self.gathered)));
        Ok(true)
    }
}
