//! What is known about the numbers of a task, window by window: a window is a part of the list that is searched for in
//! one pass over the book.

use std::sync::Arc;

use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_model::task::ClaimedChunk;
use numsift_segments::{Numbers, Objects, read_input_numbers};
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::Semaphore;

use super::{Book, KnownAnswers};
use crate::tasks::TaskContext;
use crate::{Result, ScreeningError};

/// Rows of a window. Its answers take 24 bytes each, and their texts.
const WINDOW_ROWS: u64 = 1_000_000;
/// Bytes of all cached windows.
const CACHE_BYTES: u64 = 96 * 1024 * 1024;
/// Expected number of cached windows. So few that the cache has one shard: a shard keeps nothing that is larger than its part
/// of the bytes.
const EXPECTED_WINDOWS: usize = 16;
/// Windows that are loaded at the same time.
const PARALLEL_LOADS: usize = 2;

/// A window of a check of a task.
type Key = (TaskId, usize, u64);

/// The windows that this process works on.
#[derive(Clone)]
pub(crate) struct Windows {
    book: Book,
    objects: Objects,
    cache: Arc<Cache<Key, Arc<KnownAnswers>, BySize>>,
    loads: Arc<Semaphore>,
}

#[derive(Clone)]
struct BySize;

impl Weighter<Key, Arc<KnownAnswers>> for BySize {
    fn weight(&self, _: &Key, window: &Arc<KnownAnswers>) -> u64 {
        window.size() as u64
    }
}

impl Windows {
    pub fn new(book: Book, objects: Objects) -> Self {
        let cache = Arc::new(Cache::with_weighter(EXPECTED_WINDOWS, CACHE_BYTES, BySize));
        Self { book, objects, cache, loads: Arc::new(Semaphore::new(PARALLEL_LOADS)) }
    }

    /// What a check may reuse for the numbers of a chunk; nothing unless answers since a moment may be reused.
    pub async fn of_chunk(
        &self,
        context: &TaskContext,
        step: usize,
        chunk: ClaimedChunk,
        numbers: &Numbers,
    ) -> Result<Arc<KnownAnswers>> {
        let Some(since) = context.reuse_since[step] else { return Ok(Arc::default()) };
        if chunk.rows == context.task.asked.total {
            return self.load(context, step, since, numbers.number.clone()).await;
        }
        let first =
            u64::try_from(chunk.seq * context.task.asked.chunk_size).map_err(ScreeningError::machine)?;
        let window = first / WINDOW_ROWS;
        let load = async {
            let rows = window * WINDOW_ROWS..(window + 1) * WINDOW_ROWS;
            let numbers = self.read_numbers(context, rows).await?;
            self.load(context, step, since, numbers).await
        };
        self.cache.get_or_insert_async(&(context.task.id, step, window), load).await
    }

    async fn load(
        &self,
        context: &TaskContext,
        step: usize,
        since: Timestamp,
        numbers: Vec<u64>,
    ) -> Result<Arc<KnownAnswers>> {
        let _turn = self.loads.acquire().await.map_err(ScreeningError::machine)?;
        let (uid, check) = (context.task.asked.uid, &context.task.asked.plan.checks[step]);
        Ok(Arc::new(self.book.answers_to(uid, &check.project, numbers, since).await?))
    }

    /// The numbers of some rows of the list.
    async fn read_numbers(&self, context: &TaskContext, rows: std::ops::Range<u64>) -> Result<Vec<u64>> {
        let mut numbers = Vec::new();
        let mut start = 0;
        for segment in &context.list.segments {
            let end = start + segment.rows;
            let (from, to) = (rows.start.max(start), rows.end.min(end));
            if from < to {
                let carried = context.list.carried.len();
                let part =
                    read_input_numbers(&self.objects, carried, &segment.object, from - start..to - start);
                numbers.extend(part.await?);
            }
            start = end;
        }
        Ok(numbers)
    }
}
