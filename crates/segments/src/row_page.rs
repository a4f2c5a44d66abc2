//! Pages of every row of a list: its numbers merged with the set-aside rows, in the order of the upload. Only the chunks
//! and row groups that a page needs are read.

use std::sync::Arc;

use crate::batch::{Batch, Gathered};
use crate::columns::ResultRow;
use crate::error::{Result, SegmentError};
use crate::input::read_input;
use crate::original::{Original, Part};
use crate::page::ResultSet;
use crate::results::{Shape, Wanted, decode_with};
use crate::set_aside::{Outcome, SetAside, read_set_aside, set_aside_groups};

/// Where a page begins: how many numbers and set-aside rows of the list come before it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RowPlace {
    pub numbers: u64,
    pub set_aside: u64,
}

/// A row of a list with what became of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ListRow {
    /// Checks that have no answer have the status [`NO_STATUS`](crate::NO_STATUS).
    pub values: ResultRow,
    pub outcome: Outcome,
    /// Why the row was refused; else empty.
    pub reason: String,
    /// For duplicates, the row of the first occurrence, whose answers they have.
    pub duplicate_of: Option<u64>,
}

/// Some rows of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RowPage {
    pub rows: Vec<ListRow>,
    /// Where the next page begins; `None` on the last page.
    pub next: Option<RowPlace>,
}

impl ResultSet {
    /// Reads at most `limit` rows of the list. Without its [`Original`], those are the numbers that have results.
    pub async fn row_page(&self, from: RowPlace, limit: usize) -> Result<RowPage> {
        let original = self.original.clone().unwrap_or_else(|| {
            let parts = (0..self.chunks.len()).map(Part::Done).collect();
            Arc::new(Original::new(parts, &self.chunks, None))
        });
        let numbers = self.numbers_from(&original, from.numbers, limit).await?;
        let (aside, all_aside) = self.set_aside_from(&original, from.set_aside, limit).await?;
        let lines: Vec<u64> = aside.iter().flat_map(|rows| &rows.numbers.line).copied().collect();
        // Whether each row of the page is a number, else a set-aside row.
        let mut order = Vec::with_capacity(limit.min(numbers.len() + lines.len()));
        let (mut number, mut other) = (0, 0);
        while order.len() < limit && (number < numbers.len() || other < lines.len()) {
            let first = match (numbers.get(number), lines.get(other)) {
                (Some(row), Some(line)) => row.values.line <= *line,
                (row, _) => row.is_some(),
            };
            *(if first { &mut number } else { &mut other }) += 1;
            order.push(first);
        }
        let aside = self.with_answers(&original, aside, other).await?;
        let (mut numbers, mut aside) = (numbers.into_iter(), aside.into_iter());
        let rows = order.into_iter().filter_map(|first| if first { numbers.next() } else { aside.next() });
        let next = RowPlace {
            numbers: from.numbers.saturating_add(number as u64),
            set_aside: from.set_aside.saturating_add(other as u64),
        };
        let more = next.numbers < original.len() || next.set_aside < all_aside;
        Ok(RowPage { rows: rows.collect(), next: more.then_some(next) })
    }

    /// Some numbers of the list, from an index.
    async fn numbers_from(&self, original: &Original, from: u64, limit: usize) -> Result<Vec<ListRow>> {
        let mut rows = Vec::new();
        let Some((first, mut skip)) = original.find(from) else { return Ok(rows) };
        for part in &original.parts()[first..] {
            if rows.len() >= limit {
                break;
            }
            rows.extend(self.part_rows(part, skip, limit - rows.len()).await?);
            skip = 0;
        }
        Ok(rows)
    }

    async fn part_rows(&self, part: &Part, skip: usize, take: usize) -> Result<Vec<ListRow>> {
        let pick = move |batch: &Batch| -> Vec<ListRow> {
            (0..batch.results.len()).skip(skip).take(take).map(|row| batch.row(row)).collect()
        };
        match part {
            Part::Done(chunk) => {
                let place = &self.chunks[*chunk].place;
                decode_with(&self.objects, &self.layout, place, Wanted::All, move |results| {
                    pick(&Batch::of_results(results))
                })
                .await
            }
            Part::Open { place, rows } => {
                let numbers = read_input(&self.objects, self.layout.carried.len(), place).await?;
                let end = (rows.end as usize).min(numbers.len());
                let numbers = numbers.slice((rows.start as usize).min(end)..end);
                Ok(pick(&Batch::of_open(numbers, &self.layout)))
            }
        }
    }

    /// Some set-aside rows, from an index, in the parts in which they are stored, and how many there are in total.
    async fn set_aside_from(
        &self,
        original: &Original,
        from: u64,
        limit: usize,
    ) -> Result<(Vec<SetAside>, u64)> {
        let Some(object) = original.set_aside() else { return Ok((Vec::new(), 0)) };
        let carried = self.layout.carried.len();
        let until = from.saturating_add(limit as u64);
        let (mut found, mut start) = (Vec::new(), 0);
        for (group, rows) in set_aside_groups(&self.objects, carried, object).await?.into_iter().enumerate() {
            let end = start + u64::from(rows);
            let (first, last) = (from.max(start), until.min(end));
            if first < last {
                let within = |row: u64| usize::try_from(row - start).map_err(SegmentError::invalid);
                let rows = read_set_aside(&self.objects, carried, object, group).await?;
                found.push(rows.slice(within(first)?..within(last)?));
            }
            start = end;
        }
        Ok((found, start))
    }

    /// The first `count` of these set-aside rows; duplicates with the answers of the first occurrence.
    async fn with_answers(
        &self,
        original: &Original,
        aside: Vec<SetAside>,
        count: usize,
    ) -> Result<Vec<ListRow>> {
        let mut parts = Vec::new();
        let mut left = count;
        for rows in aside {
            let taken = rows.len().min(left);
            left -= taken;
            parts.push(rows.slice(0..taken));
        }
        let duplicate = Outcome::Duplicate.code();
        let targets = parts.iter().flat_map(|rows| {
            let firsts = rows.outcome.iter().zip(&rows.first);
            firsts.filter(|(outcome, _)| **outcome == duplicate).map(|(_, first)| *first)
        });
        let answers = Shape::of(&self.layout)?.answers();
        let gathered = Gathered::read(self, original, &answers, targets.collect()).await?;
        let mut rows = Vec::with_capacity(count);
        for part in parts {
            let batch = Batch::of_set_aside(part, &self.layout, &gathered);
            rows.extend((0..batch.results.len()).map(|row| batch.row(row)));
        }
        Ok(rows)
    }
}
