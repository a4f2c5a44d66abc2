//! What happens when a task comes to its end: the rest is given back, its owner is told.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use numsift_ledger::{By, announce, release};
use numsift_model::account::AccountType;
use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::notification::{Audience, NewNotification, NotificationTexts};
use numsift_model::task::{JobKind, NewJob, Progress, Task, TaskOrigin, TaskState};
use numsift_model::webhook::WebhookEvent;
use numsift_store::{NewMessage, Scope, Tx};
use serde_json::json;

use crate::Result;
use crate::engine::Screening;

/// A share of unknown answers says something only once there are so many.
const LEAST_ANSWERS: i64 = 200;
/// Tasks whose last word is remembered.
const MOST_REMEMBERED: usize = 1000;

/// When this process last told the pages about a task: at most once a second.
#[derive(Default)]
pub(crate) struct Told(Mutex<HashMap<TaskId, Timestamp>>);

impl Told {
    fn may_tell(&self, id: TaskId, now: Timestamp) -> bool {
        let mut told = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if told.len() > MOST_REMEMBERED {
            told.clear();
        }
        if told.get(&id).is_some_and(|last| now.since(*last) < 1) {
            return false;
        }
        told.insert(id, now);
        true
    }
}

impl Screening {
    /// After a chunk was committed or given up: ends the task when it is time, else tells the pages.
    /// Says whether it is over.
    pub(crate) async fn after_chunk(
        &self,
        tx: &mut dyn Tx,
        task: &Task,
        progress: Progress,
        now: Timestamp,
    ) -> Result<bool> {
        let threshold = task.asked.plan.error_threshold;
        let too_many = threshold.is_some_and(|most| {
            progress.answers >= LEAST_ANSWERS && progress.unknown * 100 > most * progress.answers
        });
        if progress.pending == 0 && progress.running == 0 {
            let reason = if progress.done < task.asked.total { "unprocessed" } else { "" };
            self.end(tx, task, TaskState::Completed, reason, progress, now).await?;
            return Ok(true);
        }
        if too_many {
            self.end(tx, task, TaskState::Stopped, "too_many_unknown", progress, now).await?;
            return Ok(true);
        }
        if self.0.told.may_tell(task.id, now) {
            tell(tx, task, task.state, progress, now).await?;
        }
        Ok(false)
    }

    /// Ends a task: what was not used goes back at once.
    pub(crate) async fn end(
        &self,
        tx: &mut dyn Tx,
        task: &Task,
        state: TaskState,
        reason: &str,
        progress: Progress,
        now: Timestamp,
    ) -> Result<()> {
        let days = if task.asked.sample { 1 } else { tx.settings().await?.retention_days };
        tx.end_task(task.id, state, reason, now, now.plus(days * 86_400)).await?;
        if task.asked.held.0 > 0
            && let Some(posted) = release(tx, By::system(now), task.id).await?
        {
            announce(tx, &posted, task.asked.uid, now).await?;
        }
        // Whoever looks a number up waits for its answer, and no page knows of it.
        if task.asked.origin == TaskOrigin::Lookup {
            return Ok(());
        }
        tell(tx, task, state, progress, now).await?;
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
        if state != TaskState::Cancelled {
            notify(tx, Audience::Account(task.asked.uid), task_over(&task.asked.name, state), now).await?;
            tx.emit(Some(task.asked.uid), "notify", "{}", now).await?;
            tx.tell_webhooks(&outcome(task, state, reason, progress, now)).await?;
        }
        Ok(())
    }

    /// Ends a task whose last chunk was given up by somebody who could not be asked.
    pub async fn end_if_over(&self, id: TaskId) -> Result<()> {
        let now = self.0.clock.now();
        let mut tx = self.0.store.begin().await?;
        let Some(task) = tx.task(Scope::All, id).await? else { return Ok(()) };
        if task.state.is_over() {
            return Ok(());
        }
        let progress = task.progress;
        self.after_chunk(&mut *tx, &task, progress, now).await?;
        tx.save().await?;
        Ok(())
    }

    /// A channel refused to work for us: it is switched off, and the administrators are told.
    pub(crate) async fn channel_failed(&self, name: &str, reason: &str) -> Result<()> {
        let now = self.0.clock.now();
        let mut tx = self.0.store.begin().await?;
        if tx.disable_channel(name, reason).await? {
            let texts = channel_down(name, reason);
            notify(&mut *tx, Audience::Type(AccountType::SuperAdministrator), texts, now).await?;
            tx.emit(None, "notify", "{}", now).await?;
        }
        tx.save().await?;
        Ok(())
    }
}

async fn tell(
    tx: &mut dyn Tx,
    task: &Task,
    state: TaskState,
    progress: Progress,
    now: Timestamp,
) -> Result<()> {
    let data = json!({
        "id": task.id, "state": state, "done": progress.done, "total": task.asked.total,
        "charged": progress.charged, "unknown": progress.unknown, "answers": progress.answers,
        "hits": progress.hits,
    });
    tx.emit(Some(task.asked.uid), "task", &data.to_string(), now).await?;
    Ok(())
}

/// Tells the pages of an account how a task stands.
pub(crate) async fn tell_task(tx: &mut dyn Tx, task: &Task, now: Timestamp) -> Result<()> {
    tell(tx, task, task.state, task.progress, now).await
}

/// What the endpoints of an account are told when a task ends.
fn outcome(task: &Task, state: TaskState, reason: &str, progress: Progress, now: Timestamp) -> NewMessage {
    let (event, said) = match state {
        TaskState::Stopped => (WebhookEvent::TaskFailed, "failed"),
        _ => (WebhookEvent::TaskCompleted, "done"),
    };
    let data = json!({
        "id": task.id, "name": task.asked.name, "state": said,
        "reason": (!reason.is_empty()).then_some(reason),
        "total": task.asked.total, "done": progress.done, "hits": progress.hits, "unknown": progress.unknown,
        "charged": progress.charged,
    });
    NewMessage::new(task.asked.uid, event, task.id, now, data)
}

/// Sends a notification of the system.
pub(crate) async fn notify(
    tx: &mut dyn Tx,
    audience: Audience,
    texts: NotificationTexts,
    at: Timestamp,
) -> Result<()> {
    let notice = NewNotification { audience, needs_confirm: false, texts, created_by: None, created_at: at };
    tx.send_notification(&notice).await?;
    Ok(())
}

/// Title and text in the four languages: Chinese, English, Spanish, Japanese.
pub(crate) fn in_four(texts: [(&str, String); 4]) -> NotificationTexts {
    NotificationTexts::in_four(texts)
}

fn task_over(name: &str, state: TaskState) -> NotificationTexts {
    if state == TaskState::Stopped {
        return in_four([
            ("任务已停止", format!("任务“{name}”因未知结果过多而停止，未使用的点数已退回。")),
            (
                "Task stopped",
                format!(
                    "“{name}” was stopped because too many answers were unknown. What was not used came back."
                ),
            ),
            (
                "Tarea detenida",
                format!(
                    "«{name}» se detuvo porque demasiadas respuestas eran desconocidas. Lo no usado ha vuelto."
                ),
            ),
            (
                "タスク停止",
                format!("不明な結果が多すぎるため「{name}」を停止しました。未使用分は返却されました。"),
            ),
        ]);
    }
    in_four([
        ("任务已完成", format!("任务“{name}”已完成，结果可以查看和下载。")),
        ("Task completed", format!("“{name}” is done. Its results can be seen and downloaded.")),
        ("Tarea terminada", format!("«{name}» ha terminado. Puede ver y descargar los resultados.")),
        ("タスク完了", format!("「{name}」が完了しました。結果の確認とダウンロードができます。")),
    ])
}

fn channel_down(name: &str, reason: &str) -> NotificationTexts {
    in_four([
        ("通道已停用", format!("通道“{name}”已自动停用：{reason}")),
        ("Channel switched off", format!("The channel “{name}” was switched off by itself: {reason}")),
        ("Canal desactivado", format!("El canal «{name}» se ha desactivado solo: {reason}")),
        ("チャネル停止", format!("チャネル「{name}」が自動的に停止されました：{reason}")),
    ])
}

/// Who is told about a task that is about to be deleted.
pub(crate) fn owner(uid: Uid) -> Audience {
    Audience::Account(uid)
}
