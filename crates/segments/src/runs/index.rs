//! The index of a run: where its blocks are, and which tasks its answers come from.

use std::ops::Range;

use super::bytes::{push_signed, push_varint, seal, sealed, take_count, take_signed, take_varint};
use crate::error::{Result, SegmentError};
use crate::objects::Objects;

/// The last bytes of a run.
const MAGIC: &[u8; 8] = b"NSANSRN1";
/// The length of the index and the magic bytes.
const TRAILER: usize = 16;
/// Bytes read from the end of a run; most indexes fit.
const FIRST_READ: u64 = 32 * 1024;
/// Most bytes of one read.
const READ_BYTES: u64 = 1024 * 1024;
/// Blocks are read together if at most this many bytes between them are not needed.
const GAP_BYTES: u64 = 16 * 1024;

/// The index of a run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct RunIndex {
    /// The first number of each block.
    firsts: Vec<u64>,
    /// Where each block starts, and where the last one ends.
    offsets: Vec<u64>,
    /// The tasks, in ascending order, with the number of their answers.
    tasks: Vec<(i64, u64)>,
}

/// Blocks that are read together.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BlockRead {
    pub range: Range<u64>,
    pub blocks: Vec<Range<u64>>,
}

impl RunIndex {
    pub(super) fn new(tasks: Vec<(i64, u64)>) -> Self {
        Self { firsts: Vec::new(), offsets: vec![0], tasks }
    }

    /// The tasks that the answers come from, with the number of their answers.
    pub fn tasks(&self) -> &[(i64, u64)] {
        &self.tasks
    }

    pub(super) fn memory_size(&self) -> u64 {
        (self.firsts.len() * 8 + self.offsets.len() * 8 + self.tasks.len() * 16 + 128) as u64
    }

    pub(super) fn push_block(&mut self, first: u64, bytes: u64) {
        self.firsts.push(first);
        self.offsets.push(self.offsets.last().copied().unwrap_or(0) + bytes);
    }

    pub(super) fn set_tasks(&mut self, tasks: Vec<(i64, u64)>) {
        self.tasks = tasks;
    }

    /// The index and the trailer.
    pub(super) fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; 8];
        push_varint(&mut bytes, self.firsts.len() as u64);
        let mut last = 0;
        for (first, ends) in self.firsts.iter().zip(self.offsets.windows(2)) {
            push_varint(&mut bytes, first - last);
            push_varint(&mut bytes, ends[1] - ends[0]);
            last = *first;
        }
        push_varint(&mut bytes, self.tasks.len() as u64);
        let mut last = 0;
        for (task, answers) in &self.tasks {
            push_signed(&mut bytes, task.wrapping_sub(last));
            push_varint(&mut bytes, *answers);
            last = *task;
        }
        seal(&mut bytes);
        let len = bytes.len() as u64;
        bytes.extend_from_slice(&len.to_le_bytes());
        bytes.extend_from_slice(MAGIC);
        bytes
    }

    /// Reads an index; `None` if it is damaged.
    fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = sealed(bytes)?;
        let blocks = take_count(&mut rest)?;
        let mut index = Self::new(Vec::new());
        let (mut first, mut offset) = (0_u64, 0_u64);
        for _ in 0..blocks {
            first = first.checked_add(take_varint(&mut rest)?)?;
            offset = offset.checked_add(take_varint(&mut rest)?)?;
            index.firsts.push(first);
            index.offsets.push(offset);
        }
        let mut task = 0_i64;
        for _ in 0..take_count(&mut rest)? {
            task = task.wrapping_add(take_signed(&mut rest)?);
            index.tasks.push((task, take_varint(&mut rest)?));
        }
        rest.is_empty().then_some(index)
    }

    /// Reads the index of a run.
    pub(super) async fn read(objects: &Objects, name: &str) -> Result<Self> {
        let damaged = || SegmentError::damaged(name, "it is not a run of answers");
        let (tail, size) = objects.tail(name, FIRST_READ).await?;
        let (before, trailer) = tail.split_last_chunk::<TRAILER>().ok_or_else(damaged)?;
        let (len, magic) = trailer.split_first_chunk::<8>().ok_or_else(damaged)?;
        let (len, end) = (u64::from_le_bytes(*len), size - TRAILER as u64);
        if magic != MAGIC || len > end {
            return Err(damaged());
        }
        let index = match usize::try_from(len).ok().and_then(|len| before.len().checked_sub(len)) {
            Some(start) => Self::decode(&before[start..]),
            None => Self::decode(&objects.range(name, end - len..end).await?),
        };
        let index = index.ok_or_else(damaged)?;
        let fits =
            index.offsets.last() == Some(&(end - len)) && index.offsets.is_sorted_by(|one, next| one < next);
        if fits { Ok(index) } else { Err(damaged()) }
    }

    /// The blocks that may contain one of these numbers, which are sorted.
    pub(super) fn reads_of(&self, numbers: &[u64]) -> Vec<BlockRead> {
        let mut blocks = Vec::new();
        let mut next = 0;
        for number in numbers {
            // The last block that starts at or before the number. Numbers ascend, so it is not before `next`.
            let ahead = self.firsts[next..].partition_point(|first| first <= number);
            let Some(block) = (next + ahead).checked_sub(1) else { continue };
            if blocks.last() != Some(&block) {
                blocks.push(block);
            }
            next = block;
        }
        self.together(blocks.into_iter())
    }

    /// All blocks.
    pub(super) fn all_reads(&self) -> Vec<BlockRead> {
        self.together(0..self.firsts.len())
    }

    fn together(&self, blocks: impl Iterator<Item = usize>) -> Vec<BlockRead> {
        let mut reads: Vec<BlockRead> = Vec::new();
        for block in blocks {
            let range = self.offsets[block]..self.offsets[block + 1];
            match reads.last_mut() {
                Some(read)
                    if range.start - read.range.end <= GAP_BYTES
                        && range.end - read.range.start <= READ_BYTES =>
                {
                    read.range.end = range.end;
                    read.blocks.push(range);
                }
                _ => reads.push(BlockRead { range: range.clone(), blocks: vec![range] }),
            }
        }
        reads
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_costs_one_small_read() {
        let mut index = RunIndex::new(Vec::new());
        for block in 0..1000 {
            index.push_block(1000 + block * 10, 2000);
        }
        let reads = index.reads_of(&[5015]);
        let range = 401 * 2000..402 * 2000;
        assert_eq!(reads, [BlockRead { range: range.clone(), blocks: vec![range] }]);
        assert!(index.reads_of(&[999]).is_empty(), "before the first one");
        let all = index.all_reads();
        assert_eq!(all.iter().map(|read| read.blocks.len()).sum::<usize>(), 1000);
        assert!(all.iter().all(|read| read.range.end - read.range.start <= READ_BYTES));
    }
}
