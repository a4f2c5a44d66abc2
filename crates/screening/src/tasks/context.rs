//! What all chunks of a task share, loaded once per process.

use std::sync::Arc;

use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_model::task::Task;
use numsift_segments::Layout;
use numsift_store::{Scope, Store};
use quick_cache::sync::Cache;

use crate::book::is_kept;
use crate::layout::layout_of;
use crate::lists::{ListDocument, Suppression, SuppressionSets};
use crate::{Result, ScreeningError};

/// Tasks whose context is kept in memory.
const CACHED: usize = 64;

pub(crate) struct TaskContext {
    pub task: Task,
    pub layout: Layout,
    pub list: ListDocument,
    pub suppression: Suppression,
    /// Per check, since when answers are reused; `None` when the check does not reuse any.
    pub reuse_since: Vec<Option<Timestamp>>,
}

/// Contexts of the tasks that this process works on.
#[derive(Clone)]
pub(crate) struct TaskContexts {
    store: Arc<dyn Store>,
    sets: SuppressionSets,
    cache: Arc<Cache<TaskId, Arc<TaskContext>>>,
}

impl TaskContexts {
    pub fn new(store: Arc<dyn Store>, sets: SuppressionSets) -> Self {
        Self { store, sets, cache: Arc::new(Cache::new(CACHED)) }
    }

    /// The context of a task. Concurrent callers share one load.
    pub async fn get(&self, id: TaskId) -> Result<Arc<TaskContext>> {
        self.cache.get_or_insert_async(&id, self.load(id)).await
    }

    pub fn forget(&self, id: TaskId) {
        self.cache.remove(&id);
    }

    async fn load(&self, id: TaskId) -> Result<Arc<TaskContext>> {
        let mut tx = self.store.read().await?;
        let task = tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        let list = tx.list(Scope::All, task.asked.list).await?.ok_or(ScreeningError::NotFound)?;
        drop(tx);
        let (plan, uid) = (&task.asked.plan, task.asked.uid);
        let suppression = self.sets.of(uid).await?;
        let since = task.asked.created_at.plus(-plan.freshness_days * 86_400);
        // The number engine answers again, but what was paid for before is not charged again.
        let reuses = |check| plan.freshness_days > 0 && is_kept(check);
        let reuse_since = plan.checks.iter().map(|check| reuses(check).then_some(since)).collect();
        let (list, layout) = (ListDocument::of(&list)?, layout_of(plan));
        Ok(Arc::new(TaskContext { task, layout, list, suppression, reuse_since }))
    }
}
