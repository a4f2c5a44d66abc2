//! The end of a task: the rest of the hold is released, and its owner is told.

use std::sync::Arc;

use numsift_ledger::{By, announce, release, release_hold};
use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_model::ledger::Hold;
use numsift_model::notification::Audience;
use numsift_model::task::{JobKind, NewJob, Progress, Task, TaskOrigin, TaskState};
use numsift_model::texts::notifications;
use numsift_model::webhook::WebhookEvent;
use numsift_store::{NewMessage, Scope, Tx};
use quick_cache::sync::Cache;
use serde_json::json;

use super::Tasks;
use crate::Result;
use crate::notify::notify;
use crate::results::comparison_job;

/// The error threshold applies once a task has this many answers.
const LEAST_ANSWERS: i64 = 200;
/// From this share of failed answers on, in per cent, a task completes with failures.
const MANY_FAILURES: i64 = 1;
/// Tasks for which the time of the last progress event is remembered.
const REMEMBERED: usize = 1000;

/// Seconds between two webhook messages about the progress of a task.
const PROGRESS_MESSAGES_S: i64 = 10;

/// Limits progress events to one per task and second, and messages about the progress to those that may be due.
#[derive(Clone)]
pub(super) struct ProgressEvents {
    events: Arc<Cache<TaskId, Timestamp>>,
    messages: Arc<Cache<TaskId, Timestamp>>,
}

impl Default for ProgressEvents {
    fn default() -> Self {
        let cache = || Arc::new(Cache::new(REMEMBERED));
        Self { events: cache(), messages: cache() }
    }
}

impl ProgressEvents {
    /// Whether an event is due. If so, the next one is due a second later.
    fn due(&self, id: TaskId, now: Timestamp) -> bool {
        if self.events.get(&id).is_some_and(|last| now.since(last) < 1) {
            return false;
        }
        self.events.insert(id, now);
        true
    }

    /// Whether a message may be due. The database decides, for all processes.
    fn message_may_be_due(&self, task: &Task, now: Timestamp) -> bool {
        let last = self.messages.get(&task.id).unwrap_or(task.asked.created_at);
        if task.asked.sample || now.since(last) < PROGRESS_MESSAGES_S {
            return false;
        }
        self.messages.insert(task.id, now);
        true
    }
}

impl Tasks {
    /// After a chunk was committed or given up: ends the task if it was the last one or if too many answers are
    /// unknown, else reports progress. `hold` is the hold of the task if this transaction has locked it. Returns whether
    /// the task has ended.
    pub(crate) async fn after_chunk(
        &self,
        tx: &mut dyn Tx,
        task: &Task,
        progress: Progress,
        hold: Option<Hold>,
        now: Timestamp,
    ) -> Result<bool> {
        if let Some((state, reason)) = ending(task, progress) {
            end_task(tx, By::system(now), task, state, reason, progress, hold).await?;
            return Ok(true);
        }
        if self.progress_events.due(task.id, now) {
            emit_task(tx, task, task.state, progress, now).await?;
        }
        if self.progress_events.message_may_be_due(task, now)
            && tx.take_progress(task.id, now, now.plus(-PROGRESS_MESSAGES_S)).await?
        {
            tx.tell_webhooks(&progress_message(task, progress, now).also_to(task.asked.webhook)).await?;
        }
        Ok(false)
    }

    /// Ends a task if none of its chunks is pending or running, such as after the last one was given up.
    pub async fn end_if_over(&self, tx: &mut dyn Tx, id: TaskId) -> Result<()> {
        let Some(task) = tx.task(Scope::All, id).await? else { return Ok(()) };
        if !task.state.is_over() {
            self.after_chunk(tx, &task, task.progress, None, self.clock.now()).await?;
        }
        Ok(())
    }
}

/// How a task ends with this progress, and why; `None` while it goes on.
fn ending(task: &Task, progress: Progress) -> Option<(TaskState, &'static str)> {
    if progress.pending == 0 && progress.running == 0 {
        let reason = if progress.done < task.asked.total {
            "unprocessed"
        } else if many_failures(progress) {
            "provider_failures"
        } else {
            ""
        };
        return Some((TaskState::Completed, reason));
    }
    let too_many_unknown = task.asked.plan.error_threshold.is_some_and(|most| {
        progress.answers >= LEAST_ANSWERS && progress.unknown * 100 > most * progress.answers
    });
    too_many_unknown.then_some((TaskState::Stopped, "too_many_unknown"))
}

/// Locks the balances to which the end of a task returns points, before a chunk that ends it is charged. Postings between a
/// balance and its hold lock the balance first; a charge locks the hold, so the two could wait for each other.
pub(crate) async fn lock_for_end(tx: &mut dyn Tx, task: &Task, progress: Progress) -> Result<()> {
    if task.asked.held.0 > 0 && ending(task, progress).is_some() {
        tx.lock_spendable(task.asked.uid).await?;
    }
    Ok(())
}

/// Whether providers failed to answer so often that the owner must be told.
fn many_failures(progress: Progress) -> bool {
    progress.failed > 0 && progress.failed * 100 >= MANY_FAILURES * progress.answers
}

/// Ends a task and releases the unused part of its hold, which is read unless the caller has it.
pub(super) async fn end_task(
    tx: &mut dyn Tx,
    by: By,
    task: &Task,
    state: TaskState,
    reason: &str,
    progress: Progress,
    hold: Option<Hold>,
) -> Result<()> {
    let now = by.at;
    let days = if task.asked.sample { 1 } else { tx.settings().await?.retention_days };
    let expires_at = now.plus(days * 86_400);
    tx.end_task(task.id, state, reason, now, expires_at, progress.pending + progress.running > 0).await?;
    if !task.asked.sample {
        // Exports of the task need the files of the list.
        tx.keep_list(task.asked.list, expires_at).await?;
    }
    if task.asked.held.0 > 0 {
        let released = match hold {
            Some(hold) => release_hold(tx, by, &hold).await?,
            None => release(tx, by, task.id).await?,
        };
        if let Some(posted) = released {
            announce(tx, &posted, task.asked.uid, now).await?;
        }
    }
    // Lookups of earlier versions are shown on no page.
    if task.asked.origin == TaskOrigin::Lookup {
        return Ok(());
    }
    emit_task(tx, task, state, progress, now).await?;
    if task.asked.sample {
        return Ok(());
    }
    if progress.done_chunks > 1 {
        let job = NewJob {
            kind: JobKind::Compact,
            uid: task.asked.uid,
            task: Some(task.id),
            list: None,
            request: "{}".to_owned(),
            created_at: now,
        };
        tx.add_job(&job).await?;
    }
    if progress.done_chunks > 0
        && let Some(run) = tx.run_of_task(task.id).await?
    {
        tx.add_job(&comparison_job(task, run.previous, now)?).await?;
    }
    if state != TaskState::Cancelled {
        let texts = match state {
            TaskState::Stopped => notifications::task_stopped(&task.asked.name),
            _ if reason.is_empty() => notifications::task_completed(&task.asked.name),
            _ => notifications::task_completed_with_failures(&task.asked.name),
        };
        notify(tx, Audience::Account(task.asked.uid), texts, now).await?;
        tx.emit(Some(task.asked.uid), "notify", "{}", now).await?;
        let message = webhook_message(task, state, reason, progress, now).also_to(task.asked.webhook);
        tx.tell_webhooks(&message).await?;
    }
    Ok(())
}

/// Tells the pages of the owner about the state and progress of a task.
pub(super) async fn emit_task(
    tx: &mut dyn Tx,
    task: &Task,
    state: TaskState,
    progress: Progress,
    now: Timestamp,
) -> Result<()> {
    let data = json!({
        "id": task.id, "state": state, "done": progress.done, "total": task.asked.total,
        "charged": progress.charged, "unknown": progress.unknown, "failed": progress.failed,
        "answers": progress.answers, "hits": progress.hits,
    });
    tx.emit(Some(task.asked.uid), "task", &data.to_string(), now).await?;
    Ok(())
}

fn webhook_message(
    task: &Task,
    state: TaskState,
    reason: &str,
    progress: Progress,
    now: Timestamp,
) -> NewMessage {
    let (event, outcome) = match state {
        TaskState::Stopped => (WebhookEvent::TaskFailed, "failed"),
        _ => (WebhookEvent::TaskCompleted, "done"),
    };
    let data = json!({
        "id": task.id, "name": task.asked.name, "state": outcome,
        "reason": (!reason.is_empty()).then_some(reason),
        "total": task.asked.total, "done": progress.done, "hits": progress.hits, "unknown": progress.unknown,
        "failed": progress.failed, "charged": progress.charged,
    });
    NewMessage::new(task.asked.uid, event, task.id, now, data)
}

fn progress_message(task: &Task, progress: Progress, now: Timestamp) -> NewMessage {
    let data = json!({
        "id": task.id, "name": task.asked.name, "state": "running",
        "total": task.asked.total, "done": progress.done, "hits": progress.hits, "unknown": progress.unknown,
        "failed": progress.failed, "charged": progress.charged,
    });
    let about = format!("{}_{}", task.id, now.0);
    NewMessage::new(task.asked.uid, WebhookEvent::TaskProgress, about, now, data)
}
