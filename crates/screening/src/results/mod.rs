//! Results of a task: pages and counts, exports, compaction, retention, and the sweep of orphaned objects.

mod breakdown;
mod cache;
mod compact;
mod compare;
mod differences;
mod export;
mod original;
mod page;
mod purge;
mod retain;
mod row_counts;
mod sweep;

use std::sync::Arc;

use numsift_model::clock::Clock;
use numsift_segments::Objects;
use numsift_store::Store;

pub use self::breakdown::Breakdown;
use self::cache::ChunkCache;
pub(crate) use self::compare::comparison_job;
pub use self::compare::{ComparedCheck, Comparison, ComparisonState};
pub use self::differences::{Change, Difference, DifferenceFilter};
pub use self::export::{ExportLabels, ExportRequest, ExportResult};
pub use self::page::{ResultPage, StreamRows, answer_fields, checked_at};
pub use self::retain::Retention;
pub use self::row_counts::row_counts;
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
