//! What all chunks of a task share, loaded once per process.

use std::sync::Arc;

use numsift_model::id::TaskId;
use numsift_model::project::Answerer;
use numsift_model::task::Task;
use numsift_segments::Layout;
use numsift_store::{Scope, Store};
use quick_cache::sync::Cache;

use super::book::{Book, KnownAnswers};
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
    /// Per check, the answers that the account can reuse; `None` when the check does not reuse any.
    pub reusable: Vec<Option<KnownAnswers>>,
}

/// Contexts of the tasks that this process works on.
#[derive(Clone)]
pub(crate) struct TaskContexts {
    store: Arc<dyn Store>,
    book: Book,
    sets: SuppressionSets,
    cache: Arc<Cache<TaskId, Arc<TaskContext>>>,
}

impl TaskContexts {
    pub fn new(store: Arc<dyn Store>, book: Book, sets: SuppressionSets) -> Self {
        Self { store, book, sets, cache: Arc::new(Cache::new(CACHED)) }
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
        let mut reusable = Vec::new();
        for check in &plan.checks {
            // The number engine answers again, but what was paid for before is not charged again.
            let priced = check.price > 0 || !check.country_prices.is_empty();
            let reuses = plan.freshness_days > 0 && (check.answerer == Answerer::Channels || priced);
            reusable.push(if reuses {
                Some(self.book.all_answers(uid, &check.project, since).await?)
            } else {
                None
            });
        }
        let (list, layout) = (ListDocument::of(&list)?, layout_of(plan));
        Ok(Arc::new(TaskContext { task, layout, list, suppression, reusable }))
    }
}
