//! Lookups of earlier versions, which are tasks of one number.

use std::sync::Arc;

use numsift_model::id::TaskId;
use numsift_model::task::{Task, TaskState};
use numsift_segments::{Filter, ResultRow, Sort};
use numsift_store::{Scope, Store};

use crate::results::Results;
use crate::tasks::Tasks;
use crate::{Result, ScreeningError};

/// Completes requests that an earlier version began.
#[derive(Clone)]
pub struct EarlierLookups {
    pub(crate) store: Arc<dyn Store>,
    pub(crate) tasks: Tasks,
    pub(crate) results: Results,
}

impl EarlierLookups {
    /// The result of a lookup that no longer runs; `None` if it was cancelled. It is cancelled unless it is over.
    pub async fn result(&self, id: TaskId) -> Result<Option<(Task, ResultRow)>> {
        let task = self.end(id).await?;
        if task.state != TaskState::Completed || task.progress.done == 0 {
            return Ok(None);
        }
        let page = self.results.page(&task, &Filter::default(), &Sort::Input, 0, 1).await?;
        Ok(page.rows.into_iter().next().map(|row| (task, row)))
    }

    async fn end(&self, id: TaskId) -> Result<Task> {
        let mut tx = self.store.begin().await?;
        match self.tasks.cancel(&mut *tx, Scope::All, id).await {
            Ok(task) => {
                tx.save().await?;
                Ok(task)
            }
            // It is over.
            Err(ScreeningError::WrongState) => {
                drop(tx);
                let mut tx = self.store.read().await?;
                tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)
            }
            Err(error) => Err(error),
        }
    }
}
