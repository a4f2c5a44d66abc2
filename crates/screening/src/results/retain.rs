//! Retention: owners are told before their results are deleted; expired tasks, lookups, files and lists
//! are removed.

use std::sync::Arc;

use numsift_model::clock::{Clock, Timestamp};
use numsift_model::notification::Audience;
use numsift_model::task::{Task, TaskState};
use numsift_model::texts::notifications;
use numsift_store::{Scope, Store};

use crate::files::Files;
use crate::lists::Lists;
use crate::notify::notify;
use crate::tasks::Tasks;
use crate::{Result, ScreeningError};

/// The notices that owners get, and how many days before deletion. The last one comes first, so that owners of results that
/// expire tomorrow get one notice only.
const NOTICES: [(i64, i64); 2] = [(2, 2), (1, 7)];
/// Most tasks and lists that one run handles.
const BATCH: i64 = 200;

/// Lookups and answers that are deleted in one transaction.
const LOOKUPS: i64 = 5000;

/// Applies the retention period.
#[derive(Clone)]
pub struct Retention {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    files: Files,
    lists: Lists,
    tasks: Tasks,
}

impl Retention {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        files: Files,
        lists: Lists,
        tasks: Tasks,
    ) -> Self {
        Self { store, clock, files, lists, tasks }
    }

    /// Notifies owners of results that expire soon, and removes expired tasks, lookups, files and lists.
    pub async fn run(&self) -> Result<()> {
        let now = self.clock.now();
        for (notice, days) in NOTICES {
            let soon = now.plus(days * 86_400);
            let tasks = self.store.read().await?.tasks_to_notice(soon, notice, BATCH).await?;
            for task in tasks {
                self.give_notice(&task, notice, now).await?;
            }
        }
        let expired = self.store.read().await?.expired_tasks(now, BATCH).await?;
        for task in expired {
            let mut tx = self.store.begin().await?;
            if let Some(task) = tx.task(Scope::All, task.id).await?
                && task.state != TaskState::Deleted
            {
                self.tasks.remove(&mut *tx, &task).await?;
                tx.save().await?;
            }
        }
        loop {
            let mut tx = self.store.begin().await?;
            let deleted = tx.delete_expired_lookups(now, LOOKUPS).await?;
            tx.save().await?;
            if deleted == 0 {
                break;
            }
        }
        let expired = self.store.read().await?.expired_files(now, BATCH).await?;
        for file in expired {
            let mut tx = self.store.begin().await?;
            tx.remove_file(file.id).await?;
            tx.save().await?;
            self.files.delete_objects(&file).await;
        }
        let expired = self.store.read().await?.expired_lists(now, BATCH).await?;
        for list in expired {
            let mut tx = self.store.begin().await?;
            if let Some(list) = tx.list(Scope::All, list.id).await? {
                match self.lists.remove(&mut *tx, list).await {
                    Ok(()) => tx.save().await?,
                    Err(ScreeningError::NotFound | ScreeningError::WrongState) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    async fn give_notice(&self, task: &Task, notice: i64, now: Timestamp) -> Result<()> {
        let days = task.expires_at.map_or(0, |at| (at.since(now) + 86_399).div_euclid(86_400)).max(0);
        let mut tx = self.store.begin().await?;
        tx.note_notice(task.id, notice).await?;
        // No notification for results that expire right away.
        if days > 0 {
            let owner = task.asked.uid;
            let texts = notifications::results_expire(&task.asked.name, days);
            notify(&mut *tx, Audience::Account(owner), texts, now).await?;
            tx.emit(Some(owner), "notify", "{}", now).await?;
        }
        tx.save().await?;
        Ok(())
    }
}
