//! The finished chunks of tasks whose results are being viewed.

use std::collections::BTreeMap;
use std::sync::Arc;

use numsift_model::id::TaskId;
use numsift_model::task::Task;
use numsift_segments::{Chunk, Histogram, ResultSet, SegmentError};
use numsift_turns::off_thread;
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use super::Results;
use crate::layout::{layout_of, place_of};
use crate::{Result, ScreeningError};

/// Expected number of cached tasks. So few that the cache has one shard: a shard keeps nothing that is larger than its part of
/// the bytes.
const EXPECTED_TASKS: usize = 16;
/// Bytes of the chunks of all cached tasks together.
const CACHED_BYTES: u64 = 128 * 1024 * 1024;

/// Chunks by task. A finished chunk never changes, except for its place when the task is compacted.
#[derive(Clone)]
pub(super) struct ChunkCache(Arc<Cache<TaskId, FinishedChunks, BySize>>);

impl Default for ChunkCache {
    fn default() -> Self {
        Self(Arc::new(Cache::with_weighter(EXPECTED_TASKS, CACHED_BYTES, BySize)))
    }
}

/// Weighs chunks by their memory.
#[derive(Clone)]
struct BySize;

impl Weighter<TaskId, FinishedChunks> for BySize {
    fn weight(&self, _: &TaskId, finished: &FinishedChunks) -> u64 {
        finished.bytes.max(1)
    }
}

impl ChunkCache {
    pub fn forget(&self, id: TaskId) {
        self.0.remove(&id);
    }
}

#[derive(Clone, Default)]
pub(super) struct FinishedChunks {
    /// The places are those after compaction.
    compacted: bool,
    /// Chunks that finish later have a higher order.
    last_order: i64,
    /// By position in the list.
    chunks: Arc<BTreeMap<i64, Chunk>>,
    /// Sum of all histograms.
    pub sum: Arc<Histogram>,
    /// Memory of the chunks.
    bytes: u64,
}

impl FinishedChunks {
    /// Whether the chunk at a position in the list is finished.
    pub fn has(&self, seq: i64) -> bool {
        self.chunks.contains_key(&seq)
    }
}

impl Results {
    /// The finished chunks of a task. Only those that finished since the last call are read.
    pub(super) async fn finished_chunks(&self, task: &Task) -> Result<FinishedChunks> {
        let mut known = self.cache.0.get(&task.id).unwrap_or_default();
        if known.compacted != task.compacted {
            known = FinishedChunks { compacted: task.compacted, ..FinishedChunks::default() };
        }
        if known.last_order >= task.progress.done_chunks {
            return Ok(known);
        }
        let rows = self.store.read().await?.chunks_done(task.id, known.last_order).await?;
        if rows.is_empty() {
            return Ok(known);
        }
        let extended = off_thread(move || {
            let mut chunks = (*known.chunks).clone();
            let mut sum = (*known.sum).clone();
            for row in rows {
                let histogram = Arc::new(Histogram::from_bytes(&row.histogram)?);
                sum.merge(&histogram);
                known.last_order = known.last_order.max(row.done_order);
                known.bytes += (histogram.size() + row.object.len() + size_of::<Chunk>()) as u64;
                chunks.insert(row.seq, Chunk { place: place_of(&row), histogram });
            }
            Ok::<_, SegmentError>(FinishedChunks { chunks: Arc::new(chunks), sum: Arc::new(sum), ..known })
        });
        let extended = extended.await.map_err(ScreeningError::machine)??;
        self.cache.0.insert(task.id, extended.clone());
        Ok(extended)
    }

    /// All results of a task that exist so far.
    pub(super) async fn result_set(&self, task: &Task) -> Result<ResultSet> {
        let finished = self.finished_chunks(task).await?;
        let chunks = finished.chunks.values().cloned().collect();
        Ok(ResultSet::new(self.objects.clone(), layout_of(&task.asked.plan), chunks))
    }
}
