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

use std::collections::VecDeque;
use std::sync::Arc;

use ::bytes::Bytes;
use futures_util::{StreamExt, TryStreamExt, stream};
use numsift_turns::off_thread;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use self::block::Matches;
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
/// Up to this many bytes, all blocks of a search are read with one call.
const TOGETHER_BYTES: u64 = 1024 * 1024;

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

    /// The index of a run, if it is in memory.
    pub fn cached_index(&self, name: &str) -> Option<Arc<RunIndex>> {
        self.indexes.get(name)
    }

    /// Finds the answers to some numbers, which must be sorted. `each` gets the place of the number, and the block and row
    /// of an answer to it. Only the blocks that may contain one of the numbers are read, and only the answers that are found
    /// are kept in memory.
    pub async fn find(
        &self,
        name: &str,
        numbers: &Arc<[u64]>,
        each: &mut (dyn FnMut(usize, &RunBlock, usize) + Send),
    ) -> Result<()> {
        let index = self.index(name).await?;
        let wanted = index.reads_of(numbers);
        let bytes: u64 = wanted.iter().map(|read| read.range.end - read.range.start).sum();
        if bytes <= TOGETHER_BYTES {
            let matches = self.matches_together(name, wanted, bytes, numbers).await?;
            matches.places.iter().enumerate().for_each(|(row, place)| each(*place, &matches.block, row));
            return Ok(());
        }
        // A loop instead of a closure that borrows its argument, which would make the future not `Send`.
        let mut reads = Vec::new();
        for read in wanted {
            reads.push(self.matches(name, read, numbers));
        }
        let mut fetched = stream::iter(reads).buffered(PARALLEL_READS);
        while let Some(matches) = fetched.try_next().await? {
            for (row, place) in matches.places.iter().enumerate() {
                each(*place, &matches.block, row);
            }
        }
        Ok(())
    }

    /// Reads the few blocks that contain single numbers with one call of the object store.
    async fn matches_together(
        &self,
        name: &str,
        reads: Vec<BlockRead>,
        bytes: u64,
        wanted: &Arc<[u64]>,
    ) -> Result<Matches> {
        if reads.is_empty() {
            return Ok(Matches::default());
        }
        let ranges: Vec<_> = reads.iter().map(|read| read.range.clone()).collect();
        let parts = self.objects.ranges(name, &ranges).await?;
        let (object, wanted) = (name.to_owned(), wanted.clone());
        let decode = move || {
            let mut matches = Matches::default();
            for (read, part) in reads.iter().zip(&parts) {
                matching(&object, read, part, &wanted, &mut matches)?;
            }
            Ok(matches)
        };
        if bytes < BLOCKING_BYTES {
            return decode();
        }
        off_thread(decode).await.map_err(|error| SegmentError::unavailable(name, error))?
    }

    /// Reads some blocks and decodes the answers to the wanted numbers.
    async fn matches(&self, name: &str, read: BlockRead, wanted: &Arc<[u64]>) -> Result<Matches> {
        let bytes = self.objects.range(name, read.range.clone()).await?;
        let (object, wanted) = (name.to_owned(), wanted.clone());
        let decode = move || {
            let mut matches = Matches::default();
            matching(&object, &read, &bytes, &wanted, &mut matches).map(|()| matches)
        };
        off_thread(decode).await.map_err(|error| SegmentError::unavailable(name, error))?
    }

    /// Reads some blocks.
    async fn encoded(&self, name: &str, read: &BlockRead) -> Result<VecDeque<Bytes>> {
        let bytes = self.objects.range(name, read.range.clone()).await?;
        let parts = parts(read, &bytes).map(|part| part.map(|part| bytes.slice_ref(part)));
        parts.map(|part| part.ok_or_else(|| damaged(name))).collect()
    }
}

fn matching(
    name: &str,
    read: &BlockRead,
    bytes: &Bytes,
    wanted: &[u64],
    matches: &mut Matches,
) -> Result<()> {
    for part in parts(read, bytes) {
        part.and_then(|part| matches.add(part, wanted)).ok_or_else(|| damaged(name))?;
    }
    Ok(())
}

/// The bytes of every block of a read; `None` for those that are missing.
fn parts<'a>(read: &'a BlockRead, bytes: &'a Bytes) -> impl Iterator<Item = Option<&'a [u8]>> {
    let within = |at: u64| usize::try_from(at - read.range.start).ok();
    read.blocks.iter().map(move |block| bytes.get(within(block.start)?..within(block.end)?))
}

fn damaged(name: &str) -> SegmentError {
    SegmentError::damaged(name, "a block is damaged")
}
