//! Runs of the answer book: definite answers, sorted by number, in immutable objects.
//!
//! A run is a sequence of blocks, then an index with the first number of every block, then a trailer. A block holds a few
//! hundred answers, and all answers to one number are in one block, so a number is found with one ranged read. Blocks and
//! index have checksums.

mod block;
mod bytes;
mod index;
mod merge;
mod write;

use std::sync::Arc;

use ::bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

pub use self::block::{RunAnswer, RunBlock};
use self::index::BlockRead;
pub use self::index::RunIndex;
pub use self::write::{RunWriter, WrittenRun};
use crate::error::{Result, SegmentError};
use crate::objects::Objects;

/// Size of the cache of indexes in bytes.
const CACHE_BYTES: u64 = 32 * 1024 * 1024;
/// Expected number of cached indexes. So few that the cache has one shard: a shard keeps nothing that is larger than its part
/// of the bytes.
const EXPECTED_INDEXES: usize = 16;
/// Reads of one run at the same time.
const PARALLEL_READS: usize = 3;
/// From this size on, blocks are decoded on a blocking thread.
const BLOCKING_BYTES: u64 = 64 * 1024;

/// Reads and merges runs. Keeps the indexes of runs in memory.
#[derive(Clone)]
pub struct Runs {
    objects: Objects,
    indexes: Arc<Cache<String, Arc<RunIndex>, BySize>>,
}

#[derive(Clone)]
struct BySize;

impl Weighter<String, Arc<RunIndex>> for BySize {
    fn weight(&self, _name: &String, index: &Arc<RunIndex>) -> u64 {
        index.memory_size()
    }
}

impl Runs {
    pub fn new(objects: Objects) -> Self {
        let indexes = Arc::new(Cache::with_weighter(EXPECTED_INDEXES, CACHE_BYTES, BySize));
        Self { objects, indexes }
    }

    /// Starts writing a run.
    pub fn writer(&self, name: &str) -> Result<RunWriter> {
        RunWriter::create(&self.objects, name)
    }

    /// The index of a run.
    pub async fn index(&self, name: &str) -> Result<Arc<RunIndex>> {
        let read = async { RunIndex::read(&self.objects, name).await.map(Arc::new) };
        self.indexes.get_or_insert_async(name, read).await
    }

    /// Finds the answers to some numbers, which must be sorted. `each` gets the place of the number, and the block and row
    /// of an answer to it. Only the blocks that may contain one of the numbers are read.
    pub async fn find(
        &self,
        name: &str,
        numbers: &[u64],
        each: &mut (dyn FnMut(usize, &RunBlock, usize) + Send),
    ) -> Result<()> {
        let index = self.index(name).await?;
        // A loop instead of a closure that borrows its argument, which would make the future not `Send`.
        let mut reads = Vec::new();
        for read in index.reads_of(numbers) {
            reads.push(self.blocks(name, read));
        }
        let mut fetched = stream::iter(reads).buffered(PARALLEL_READS);
        let mut place = 0;
        while let Some(blocks) = fetched.try_next().await? {
            for block in &blocks {
                for (row, number) in block.number.iter().enumerate() {
                    while numbers.get(place).is_some_and(|wanted| wanted < number) {
                        place += 1;
                    }
                    if numbers.get(place) == Some(number) {
                        each(place, block, row);
                    }
                }
            }
        }
        Ok(())
    }

    /// Reads and decodes some blocks.
    async fn blocks(&self, name: &str, read: BlockRead) -> Result<Vec<RunBlock>> {
        let bytes = self.objects.range(name, read.range.clone()).await?;
        if read.range.end - read.range.start < BLOCKING_BYTES {
            return decode(name, &read, &bytes);
        }
        let object = name.to_owned();
        let decoded = tokio::task::spawn_blocking(move || decode(&object, &read, &bytes));
        decoded.await.map_err(|error| SegmentError::unavailable(name, error))?
    }
}

fn decode(name: &str, read: &BlockRead, bytes: &Bytes) -> Result<Vec<RunBlock>> {
    let damaged = || SegmentError::damaged(name, "a block is damaged");
    let part = |block: &std::ops::Range<u64>| {
        let within = |at: u64| usize::try_from(at - read.range.start).ok();
        bytes.get(within(block.start)?..within(block.end)?)
    };
    let blocks = read.blocks.iter();
    blocks.map(|block| part(block).and_then(RunBlock::decode).ok_or_else(damaged)).collect()
}
