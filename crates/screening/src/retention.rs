//! The end of files: compaction of finished tasks, deletion of what was deleted or has expired, and of
//! what nobody knows of.

use std::time::{Duration, SystemTime};

use futures_util::StreamExt;
use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_model::list::ListState;
use numsift_model::task::{Job, Task, TaskState};
use numsift_segments::compact;
use numsift_store::Scope;

use crate::engine::Screening;
use crate::finish::{in_four, notify, owner};
use crate::list_document::ListDocument;
use crate::results::{layout_of, place};
use crate::worker::{Held, JobEnd};
use crate::{Result, ScreeningError};

/// Rows of a compacted file.
const ROWS_PER_FILE: u64 = 2_000_000;
/// Days before the deletion at which an owner is told, in that order.
const NOTICE_DAYS: [i64; 2] = [7, 2];
/// Tasks and lists that are looked at in one round.
const ROUND: i64 = 200;
/// A file that nobody knows of may be on its way into the database for so long.
const ORPHAN_AGE: Duration = Duration::from_hours(6);

impl Screening {
    /// Puts the results of a finished task into few large files.
    pub(crate) async fn compact(&self, job: &Job, held: &Held) -> Result<JobEnd> {
        let id = job.asked.task.ok_or(ScreeningError::NotFound)?;
        let mut tx = self.0.store.read().await?;
        let task = tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        let mut chunks = tx.chunks_done(id, 0).await?;
        drop(tx);
        if task.compacted || task.state == TaskState::Deleted || chunks.len() < 2 {
            return Ok(JobEnd::done("{}"));
        }
        chunks.sort_by_key(|chunk| chunk.seq);
        let total = i64::try_from(chunks.len()).unwrap_or(i64::MAX);
        held.progress(0, total).await?;
        let places: Vec<_> = chunks.iter().map(place).collect();
        let layout = layout_of(&task.asked.plan);
        let name = |file: usize| format!("tasks/{id}/compact-{}-{file}.parquet", job.epoch);
        let moved = compact(&self.0.objects, &layout, &places, ROWS_PER_FILE, name).await?;
        let rows: Vec<_> = chunks
            .iter()
            .zip(&moved)
            .map(|(chunk, place)| (chunk.seq, place.object.clone(), i64::from(place.row_group)))
            .collect();
        let mut tx = self.0.store.begin().await?;
        let now = tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        if now.compacted || now.state == TaskState::Deleted {
            return Ok(JobEnd::done("{}"));
        }
        tx.move_chunks(id, &rows).await?;
        tx.save().await?;
        self.0.results.forget(id);
        // Whoever reads the old files right now tries again and finds the new ones.
        for place in places {
            self.0.objects.delete(&place.object).await?;
        }
        Ok(JobEnd::done("{}"))
    }

    /// Deletes the files of a task or a list that was deleted.
    pub(crate) async fn purge(&self, job: &Job) -> Result<JobEnd> {
        if let Some(task) = job.asked.task {
            self.0.objects.delete_folder(&format!("tasks/{task}")).await?;
            self.0.results.forget(task);
        }
        if let Some(id) = job.asked.list {
            let list = self.0.store.read().await?.list(Scope::All, id).await?;
            let list = list.ok_or(ScreeningError::NotFound)?;
            if list.data.state == ListState::Deleted {
                let folder = ListDocument::of(&list)?.folder;
                if !folder.is_empty() {
                    self.0.objects.delete_folder(&folder).await?;
                }
            }
        }
        Ok(JobEnd::done("{}"))
    }

    /// Tells owners what will be deleted soon, and deletes what has expired.
    pub async fn keep_retention(&self) -> Result<()> {
        let now = self.0.clock.now();
        for (place, days) in NOTICE_DAYS.into_iter().enumerate() {
            let notices = i64::try_from(place + 1).unwrap_or(1);
            let soon = now.plus(days * 86_400);
            let tasks = self.0.store.read().await?.tasks_to_notice(soon, notices, ROUND).await?;
            for task in tasks {
                self.give_notice(&task, notices, now).await?;
            }
        }
        let expired = self.0.store.read().await?.expired_tasks(now, ROUND).await?;
        for task in expired {
            let mut tx = self.0.store.begin().await?;
            if let Some(task) = tx.task(Scope::All, task.id).await?
                && task.state != TaskState::Deleted
            {
                self.remove_task(&mut *tx, &task).await?;
                tx.save().await?;
            }
        }
        let expired = self.0.store.read().await?.expired_lists(now, ROUND).await?;
        for list in expired {
            let mut tx = self.0.store.begin().await?;
            if let Some(list) = tx.list(Scope::All, list.id).await? {
                match self.remove_list(&mut *tx, list).await {
                    Ok(()) => tx.save().await?,
                    Err(ScreeningError::NotFound | ScreeningError::WrongState) => {}
                    Err(error) => return Err(error),
                }
            }
        }
        Ok(())
    }

    async fn give_notice(&self, task: &Task, notices: i64, now: Timestamp) -> Result<()> {
        let left = task.expires_at.map_or(0, |at| (at.since(now) + 86_399).div_euclid(86_400)).max(0);
        let name = &task.asked.name;
        let mut tx = self.0.store.begin().await?;
        tx.note_notice(task.id, notices).await?;
        // What is over within a day of its own is not worth a word.
        if left > 0 {
            let texts = in_four([
                ("结果即将删除", format!("任务“{name}”的结果将在 {left} 天后删除，请及时下载。")),
                (
                    "Results will be deleted",
                    format!("The results of “{name}” will be deleted in {left} days. Download them in time."),
                ),
                (
                    "Los resultados se eliminarán",
                    format!(
                        "Los resultados de «{name}» se eliminarán en {left} días. Descárguelos a tiempo."
                    ),
                ),
                (
                    "結果がまもなく削除されます",
                    format!(
                        "「{name}」の結果は {left} 日後に削除されます。お早めにダウンロードしてください。"
                    ),
                ),
            ]);
            notify(&mut *tx, owner(task.asked.uid), texts, now).await?;
            tx.emit(Some(task.asked.uid), "notify", "{}", now).await?;
        }
        tx.save().await?;
        Ok(())
    }

    /// Deletes result files that no chunk points to: left behind by workers that died.
    pub async fn sweep_orphans(&self) -> Result<u64> {
        let old = SystemTime::now().checked_sub(ORPHAN_AGE).unwrap_or(SystemTime::UNIX_EPOCH);
        self.sweep_orphans_before(old).await
    }

    /// The same for files that were written before a moment.
    pub async fn sweep_orphans_before(&self, moment: SystemTime) -> Result<u64> {
        let mut swept = 0;
        let mut files = self.0.objects.list("tasks");
        while let Some(file) = files.next().await {
            let file = file?;
            let task = file.name.split('/').nth(1).and_then(|text| text.parse().ok()).map(TaskId);
            let (Some(task), true) = (task, file.modified < moment) else { continue };
            if file.name.contains("/exports/") {
                continue;
            }
            if !self.0.store.read().await?.object_is_used(task, &file.name).await? {
                self.0.objects.delete(&file.name).await?;
                swept += 1;
            }
        }
        self.0.objects.remove_empty_folders(ORPHAN_AGE).await?;
        Ok(swept)
    }
}
