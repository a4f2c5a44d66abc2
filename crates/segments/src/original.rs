//! What is needed besides the results of a task to return every row of the uploaded list.

use std::ops::Range;

use crate::page::{Chunk, ChunkPlace};

/// Some numbers of a list, in list order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// The chunk of the results with this index.
    Done(usize),
    /// Numbers that have no results: some rows of a row group of the list.
    Open { place: ChunkPlace, rows: Range<u32> },
}

/// All rows of a list.
#[derive(Clone, Debug, Default)]
pub struct Original {
    parts: Vec<Part>,
    /// The index of the first number of each part.
    starts: Vec<u64>,
    /// How many numbers all parts have.
    len: u64,
    set_aside: Option<String>,
}

impl Original {
    /// The parts of a list, in order, and the object with its set-aside rows.
    pub fn new(parts: Vec<Part>, chunks: &[Chunk], set_aside: Option<String>) -> Self {
        let mut next = 0;
        let start = |part: &Part| {
            let start = next;
            next += match part {
                Part::Done(chunk) => chunks.get(*chunk).map_or(0, |chunk| u64::from(chunk.place.rows)),
                Part::Open { rows, .. } => u64::from(rows.end.saturating_sub(rows.start)),
            };
            start
        };
        let starts = parts.iter().map(start).collect();
        Self { parts, starts, len: next, set_aside }
    }

    /// How many numbers the list has.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    pub(crate) fn set_aside(&self) -> Option<&str> {
        self.set_aside.as_deref()
    }

    /// The part that contains a number of the list, and the position within it.
    pub(crate) fn find(&self, index: u64) -> Option<(usize, usize)> {
        let part = self.starts.partition_point(|start| *start <= index).checked_sub(1)?;
        Some((part, usize::try_from(index - self.starts[part]).ok()?))
    }
}
