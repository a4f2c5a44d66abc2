//! Merges runs into one.

use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap, VecDeque};

use bytes::Bytes;

use super::block::RunBlock;
use super::index::BlockRead;
use super::write::WrittenRun;
use super::{Runs, damaged};
use crate::error::Result;

/// A position in a run.
struct Cursor<'a> {
    run: &'a str,
    reads: VecDeque<BlockRead>,
    /// Blocks that were read and not decoded yet: decoded ones take several times the memory.
    waiting: VecDeque<Bytes>,
    block: RunBlock,
    row: usize,
}

impl Cursor<'_> {
    /// The number at the position; `None` at the end of the run.
    async fn number(&mut self, runs: &Runs) -> Result<Option<u64>> {
        loop {
            if let Some(number) = self.block.number.get(self.row) {
                return Ok(Some(*number));
            }
            if let Some(bytes) = self.waiting.pop_front() {
                self.block = RunBlock::decode(&bytes).ok_or_else(|| damaged(self.run))?;
                self.row = 0;
            } else if let Some(read) = self.reads.pop_front() {
                self.waiting = runs.encoded(self.run, &read).await?;
            } else {
                return Ok(None);
            }
        }
    }
}

impl Runs {
    /// Writes a run with the answers of other runs, without those of `deleted` tasks; `None` if there are none. Keeps the other
    /// runs. Needs little memory: one read of each run.
    pub async fn merge(
        &self,
        runs: &[String],
        deleted: &BTreeSet<i64>,
        name: &str,
    ) -> Result<Option<WrittenRun>> {
        let mut cursors = Vec::with_capacity(runs.len());
        for run in runs {
            let reads = self.index(run).await?.all_reads().into();
            cursors.push(Cursor { run, reads, waiting: VecDeque::new(), block: RunBlock::default(), row: 0 });
        }
        let mut heap = BinaryHeap::with_capacity(cursors.len());
        for (at, cursor) in cursors.iter_mut().enumerate() {
            if let Some(number) = cursor.number(self).await? {
                heap.push(Reverse((number, at)));
            }
        }
        let mut merged = self.writer(name)?;
        while let Some(Reverse((number, at))) = heap.pop() {
            let cursor = &mut cursors[at];
            // All answers of the run to this number.
            loop {
                let answer = cursor.block.answer(cursor.row);
                if !deleted.contains(&answer.task) {
                    merged.push(answer).await?;
                }
                cursor.row += 1;
                match cursor.number(self).await? {
                    Some(next) if next == number => {}
                    Some(next) => {
                        heap.push(Reverse((next, at)));
                        break;
                    }
                    None => break,
                }
            }
        }
        merged.finish().await
    }
}
