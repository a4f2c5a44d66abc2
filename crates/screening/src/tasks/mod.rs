//! Tasks: priced, started, paused, resumed, cancelled, renamed and removed.

mod context;
mod expect;
mod finish;
mod pace;
mod plan;
mod price;
mod start;
mod statement;

use std::sync::Arc;

use numsift_ledger::By;
use numsift_model::clock::Clock;
use numsift_model::id::{ListId, TaskId, Uid};
use numsift_model::list::{List, ListState};
use numsift_model::rule::Rule;
use numsift_model::task::{JobKind, NewJob, Task, TaskState};
use numsift_store::{Scope, Tx};

pub(crate) use self::context::{TaskContext, TaskContexts};
pub(crate) use self::finish::lock_for_end;
use self::finish::{ProgressEvents, emit_task, end_task};
pub use self::plan::{CheckRequest, unknown_project};
pub(crate) use self::plan::{MOST_CHECKS, check_of};
pub use self::price::{Quote, QuotedCheck};
pub use self::start::StartTask;
pub use self::statement::{Statement, StatementLine};
use crate::channels::Channels;
use crate::{Result, ScreeningError};

/// Longest name of a task.
pub(crate) const NAME_CHARS: usize = 120;

/// Tasks, as request handlers and workers use them.
#[derive(Clone)]
pub struct Tasks {
    clock: Arc<dyn Clock>,
    channels: Channels,
    contexts: TaskContexts,
    progress_events: ProgressEvents,
}

impl Tasks {
    pub(crate) fn new(clock: Arc<dyn Clock>, channels: Channels, contexts: TaskContexts) -> Self {
        Self { clock, channels, contexts, progress_events: ProgressEvents::default() }
    }

    /// Pauses a task: chunks that are running finish, and no other chunk is claimed.
    pub async fn pause(&self, tx: &mut dyn Tx, scope: Scope, id: TaskId) -> Result<Task> {
        self.switch_state(tx, scope, id, TaskState::Running, TaskState::Paused).await
    }

    /// Resumes a paused task.
    pub async fn resume(&self, tx: &mut dyn Tx, scope: Scope, id: TaskId) -> Result<Task> {
        self.switch_state(tx, scope, id, TaskState::Paused, TaskState::Running).await
    }

    async fn switch_state(
        &self,
        tx: &mut dyn Tx,
        scope: Scope,
        id: TaskId,
        from: TaskState,
        to: TaskState,
    ) -> Result<Task> {
        let mut task = tx.task(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        if task.state != from {
            return Err(ScreeningError::WrongState);
        }
        tx.set_task_state(id, to, "").await?;
        task.state = to;
        emit_task(tx, &task, to, task.progress, self.clock.now()).await?;
        Ok(task)
    }

    /// Ends a task early, without a person who asks for it.
    pub async fn cancel(&self, tx: &mut dyn Tx, scope: Scope, id: TaskId) -> Result<Task> {
        self.cancel_as(tx, By::system(self.clock.now()), scope, id).await
    }

    /// Ends a task early. The unused part of its hold is released at once.
    pub async fn cancel_by(&self, tx: &mut dyn Tx, actor: Uid, scope: Scope, id: TaskId) -> Result<Task> {
        self.cancel_as(tx, By { actor: Some(actor), at: self.clock.now() }, scope, id).await
    }

    async fn cancel_as(&self, tx: &mut dyn Tx, by: By, scope: Scope, id: TaskId) -> Result<Task> {
        let task = tx.task(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        if task.state.is_over() {
            return Err(ScreeningError::WrongState);
        }
        end_task(tx, by, &task, TaskState::Cancelled, "", task.progress, None).await?;
        self.contexts.forget(id);
        tx.task(scope, id).await?.ok_or(ScreeningError::NotFound)
    }

    /// Deletes a task without a person who asks for it.
    pub async fn remove(&self, tx: &mut dyn Tx, task: &Task) -> Result<()> {
        self.remove_as(tx, By::system(self.clock.now()), task).await
    }

    /// Deletes a task and queues the job that deletes its objects. A running task is cancelled first.
    pub async fn remove_by(&self, tx: &mut dyn Tx, actor: Uid, task: &Task) -> Result<()> {
        self.remove_as(tx, By { actor: Some(actor), at: self.clock.now() }, task).await
    }

    async fn remove_as(&self, tx: &mut dyn Tx, by: By, task: &Task) -> Result<()> {
        let now = by.at;
        if task.state == TaskState::Deleted {
            return Err(ScreeningError::NotFound);
        }
        if !task.state.is_over() {
            end_task(tx, by, task, TaskState::Cancelled, "", task.progress, None).await?;
        }
        tx.cancel_jobs(Some(task.id), None, now).await?;
        tx.set_task_state(task.id, TaskState::Deleted, "").await?;
        let purge = NewJob {
            kind: JobKind::Purge,
            uid: task.asked.uid,
            task: Some(task.id),
            list: None,
            request: "{}".to_owned(),
            created_at: now,
        };
        tx.add_job(&purge).await?;
        self.contexts.forget(task.id);
        Ok(())
    }

    pub async fn rename(&self, tx: &mut dyn Tx, scope: Scope, id: TaskId, name: &str) -> Result<Task> {
        let mut task = tx.task(scope, id).await?.ok_or(ScreeningError::NotFound)?;
        let name = valid_name(name)?;
        tx.rename_task(id, name).await?;
        name.clone_into(&mut task.asked.name);
        Ok(task)
    }
}

fn valid_name(name: &str) -> Result<&str> {
    let name = name.trim();
    let length = Rule::Chars { least: 1, most: NAME_CHARS };
    if !length.allows(name) {
        return Err(ScreeningError::Wrong("name", length));
    }
    Ok(name)
}

/// Reads a list that the caller can check.
pub(crate) async fn ready_list(tx: &mut dyn Tx, scope: Scope, id: ListId) -> Result<List> {
    require_ready(scope, tx.list(scope, id).await?)
}

/// Refuses a list that the caller cannot check.
fn require_ready(scope: Scope, list: Option<List>) -> Result<List> {
    let list = list.ok_or(ScreeningError::NotFound)?;
    if list.data.state != ListState::Ready || list.data.numbers == 0 {
        return Err(ScreeningError::WrongState);
    }
    // Every account can see a global list, but only its owner can check it.
    match scope {
        Scope::Own(uid) if uid != list.data.uid => Err(ScreeningError::NotFound),
        _ => Ok(list),
    }
}
