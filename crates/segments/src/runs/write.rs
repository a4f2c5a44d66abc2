//! Writes a run.

use std::collections::BTreeMap;

use bytes::Bytes;

use super::block::{BlockBuilder, RunAnswer};
use super::index::RunIndex;
use crate::error::{Result, SegmentError};
use crate::objects::{ObjectWriter, Objects};

/// Answers of a block. It ends at the next number.
const BLOCK_ANSWERS: u64 = 256;
/// A block also ends at the next number after this many bytes.
const BLOCK_BYTES: usize = 32 * 1024;

/// Writes a run. If it is dropped, nothing remains.
#[derive(Debug)]
pub struct RunWriter {
    sink: ObjectWriter,
    block: BlockBuilder,
    index: RunIndex,
    tasks: BTreeMap<i64, u64>,
    answers: u64,
    newest: i64,
    last: u64,
}

/// A run that was written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WrittenRun {
    pub object: String,
    pub answers: u64,
    pub bytes: u64,
    /// When the newest answer was found.
    pub newest: i64,
}

impl std::fmt::Debug for BlockBuilder {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "BlockBuilder({} answers)", self.count())
    }
}

impl RunWriter {
    pub(super) fn create(objects: &Objects, name: &str) -> Result<Self> {
        Ok(Self {
            sink: objects.writer(name)?,
            block: BlockBuilder::default(),
            index: RunIndex::new(Vec::new()),
            tasks: BTreeMap::new(),
            answers: 0,
            newest: i64::MIN,
            last: 0,
        })
    }

    /// Adds an answer. Answers must be sorted by number.
    pub async fn push(&mut self, answer: RunAnswer<'_>) -> Result<()> {
        if answer.number < self.last {
            return Err(SegmentError::invalid("the answers of a run must be sorted by number"));
        }
        let full = self.block.count() >= BLOCK_ANSWERS || self.block.size() >= BLOCK_BYTES;
        if full && answer.number > self.last {
            self.end_block().await?;
        }
        self.block.push(answer);
        self.last = answer.number;
        self.answers += 1;
        self.newest = self.newest.max(answer.at);
        *self.tasks.entry(answer.task).or_default() += 1;
        Ok(())
    }

    async fn end_block(&mut self) -> Result<()> {
        let first = self.block.first();
        let bytes = self.block.finish();
        self.index.push_block(first, bytes.len() as u64);
        self.sink.write(Bytes::from(bytes)).await
    }

    /// Stores the run; `None` if it has no answers, and then nothing is stored.
    pub async fn finish(mut self) -> Result<Option<WrittenRun>> {
        if self.answers == 0 {
            return Ok(None);
        }
        self.end_block().await?;
        self.index.set_tasks(self.tasks.into_iter().collect());
        self.sink.write(Bytes::from(self.index.encode())).await?;
        let object = self.sink.name().to_owned();
        let bytes = self.sink.finish().await?;
        Ok(Some(WrittenRun { object, answers: self.answers, bytes, newest: self.newest }))
    }
}
