//! Deletes the objects of removed tasks and lists.

use numsift_model::list::ListState;
use numsift_model::task::Job;
use numsift_store::Scope;

use super::Results;
use crate::job::JobOutcome;
use crate::lists::ListDocument;
use crate::{Result, ScreeningError};

impl Results {
    /// The purge job: deletes the objects of a removed task or list.
    pub(crate) async fn purge(&self, job: &Job) -> Result<JobOutcome> {
        self.check_files_not_held().await?;
        if let Some(task) = job.asked.task {
            self.objects.delete_folder(&format!("tasks/{task}")).await?;
            self.cache.forget(task);
        }
        if let Some(id) = job.asked.list {
            let list = self.store.read().await?.list(Scope::All, id).await?;
            let list = list.ok_or(ScreeningError::NotFound)?;
            if list.data.state == ListState::Deleted {
                let folder = ListDocument::of(&list)?.folder;
                if !folder.is_empty() {
                    self.objects.delete_folder(&folder).await?;
                }
            }
        }
        Ok(JobOutcome::done())
    }

    /// Fails while a backup copies the files. Callers check this after the transaction that removes the last reference
    /// to the objects they delete: a backup that starts later does not see the reference.
    pub(super) async fn check_files_not_held(&self) -> Result<()> {
        let held = self.store.read().await?.files_held(self.clock.now()).await?;
        if held { Err(ScreeningError::FilesHeld) } else { Ok(()) }
    }
}
