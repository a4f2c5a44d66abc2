//! Decoded row groups of lists. Small chunks share a row group, so that it is decoded once.

use std::sync::Arc;

use numsift_segments::{ChunkPlace, Numbers, Objects, read_input};
use quick_cache::sync::Cache;

use crate::Result;

/// Chunks are claimed in order, so each task needs one or two row groups at a time.
const CACHED: usize = 8;

/// Recently used row groups, by object and index. Objects never change, so neither do these.
pub(crate) struct InputGroups(Cache<(String, u32), Arc<Numbers>>);

impl Default for InputGroups {
    fn default() -> Self {
        Self(Cache::new(CACHED))
    }
}

impl InputGroups {
    /// The numbers of a row group. Concurrent callers share one read.
    pub async fn get(&self, objects: &Objects, carried: usize, place: &ChunkPlace) -> Result<Arc<Numbers>> {
        let key = (place.object.clone(), place.row_group);
        let read = async { Ok(Arc::new(read_input(objects, carried, place).await?)) };
        self.0.get_or_insert_async(&key, read).await
    }
}
