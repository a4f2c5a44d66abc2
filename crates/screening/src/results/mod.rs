//! Results of a task: pages and counts, exports, compaction, retention, and the sweep of orphaned objects.

mod breakdown;
mod cache;
mod compact;
mod export;
mod page;
mod purge;
mod retain;
mod sweep;

use std::sync::Arc;

use numsift_model::clock::Clock;
use numsift_segments::Objects;
use numsift_store::Store;

pub use self::breakdown::Breakdown;
use self::cache::ChunkCache;
pub use self::export::{ExportRequest, ExportResult};
pub use self::page::ResultPage;
pub use self::retain::Retention;
pub use self::sweep::Sweep;

/// Results, as request handlers and jobs use them.
#[derive(Clone)]
pub struct Results {
    store: Arc<dyn Store>,
    objects: Objects,
    clock: Arc<dyn Clock>,
    cache: ChunkCache,
}

impl Results {
    pub(crate) fn new(store: Arc<dyn Store>, objects: Objects, clock: Arc<dyn Clock>) -> Self {
        Self { store, objects, clock, cache: ChunkCache::default() }
    }
}
