//! Sweeps objects that no row refers to: results of workers that died, and uploads and imports whose request ended
//! before their list was saved.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use futures_util::StreamExt;
use numsift_model::clock::Clock;
use numsift_model::id::TaskId;
use numsift_segments::{ObjectInfo, Objects};
use numsift_store::Store;

use crate::Result;

/// Younger objects are kept: their rows may not be saved yet.
const ORPHAN_AGE: Duration = Duration::from_hours(6);
/// Objects that are looked up with one query.
const PAGE: usize = 1000;

/// Deletes orphaned objects.
#[derive(Clone)]
pub struct Sweep {
    store: Arc<dyn Store>,
    objects: Objects,
    clock: Arc<dyn Clock>,
}

impl Sweep {
    pub(crate) fn new(store: Arc<dyn Store>, objects: Objects, clock: Arc<dyn Clock>) -> Self {
        Self { store, objects, clock }
    }

    /// Deletes orphaned objects of tasks, lists, files and the answer book; returns how many.
    pub async fn run(&self) -> Result<u64> {
        let swept = self.sweep_tasks().await?
            + self.sweep_folders("lists").await?
            + self.sweep_folders("files").await?
            + self.sweep_runs().await?;
        if swept > 0 {
            tracing::info!(swept, "deleted orphaned objects");
        }
        self.objects.remove_empty_folders(ORPHAN_AGE).await?;
        Ok(swept)
    }

    /// Deletes result objects that no chunk refers to. Exports are deleted with their task.
    async fn sweep_tasks(&self) -> Result<u64> {
        let mut swept = 0;
        let mut pages = self.objects.list("tasks").chunks(PAGE);
        while let Some(page) = pages.next().await {
            if self.files_are_held().await? {
                break;
            }
            let mut results = Vec::new();
            for name in self.old_objects(page)? {
                if let Some(task) = task_of(&name) {
                    results.push((task, name));
                }
            }
            if !results.is_empty() {
                let used = self.store.read().await?.objects_in_use(&results).await?;
                let orphans = results.into_iter().map(|(_, name)| name).filter(|name| !used.contains(name));
                swept += self.delete(orphans).await?;
            }
        }
        Ok(swept)
    }

    /// Deletes the objects in folders that belong to no list, or to no file.
    async fn sweep_folders(&self, top: &str) -> Result<u64> {
        let mut swept = 0;
        let mut pages = self.objects.list(top).chunks(PAGE);
        while let Some(page) = pages.next().await {
            if self.files_are_held().await? {
                break;
            }
            let old = self.old_objects(page)?;
            let folders: BTreeSet<_> = old.iter().filter_map(|name| folder_of(name)).collect();
            if !folders.is_empty() {
                let folders: Vec<String> = folders.into_iter().map(str::to_owned).collect();
                let mut tx = self.store.read().await?;
                let used = if top == "files" {
                    tx.file_folders_in_use(&folders).await?
                } else {
                    tx.list_folders_in_use(&folders).await?
                };
                drop(tx);
                let is_orphan = |name: &String| folder_of(name).is_some_and(|folder| !used.contains(folder));
                swept += self.delete(old.into_iter().filter(is_orphan)).await?;
            }
        }
        Ok(swept)
    }

    /// Deletes runs of the answer book that were merged, or whose job died before they were saved.
    async fn sweep_runs(&self) -> Result<u64> {
        let mut swept = 0;
        let mut pages = self.objects.list("answers").chunks(PAGE);
        while let Some(page) = pages.next().await {
            if self.files_are_held().await? {
                break;
            }
            let old = self.old_objects(page)?;
            if !old.is_empty() {
                let used = self.store.read().await?.runs_in_use(&old).await?;
                swept += self.delete(old.into_iter().filter(|name| !used.contains(name))).await?;
            }
        }
        Ok(swept)
    }

    /// Whether a backup copies the files. Its snapshot of the database may still refer to objects that are orphaned by
    /// now.
    async fn files_are_held(&self) -> Result<bool> {
        Ok(self.store.read().await?.files_held(self.clock.now()).await?)
    }

    /// The names of the objects of a page that are old enough to be swept.
    fn old_objects(&self, page: Vec<numsift_segments::Result<ObjectInfo>>) -> Result<Vec<String>> {
        let now = u64::try_from(self.clock.now().0).unwrap_or(0);
        let written_before = SystemTime::UNIX_EPOCH + Duration::from_secs(now).saturating_sub(ORPHAN_AGE);
        let mut old = Vec::new();
        for object in page {
            let object = object?;
            if object.modified < written_before {
                old.push(object.name);
            }
        }
        Ok(old)
    }

    async fn delete(&self, names: impl Iterator<Item = String>) -> Result<u64> {
        let mut deleted = 0;
        for name in names {
            self.objects.delete(&name).await?;
            deleted += 1;
        }
        Ok(deleted)
    }
}

/// The task of a result object such as `tasks/7/0-1.parquet`; `None` for exports.
fn task_of(name: &str) -> Option<TaskId> {
    let mut parts = name.split('/').skip(1);
    let task = parts.next()?.parse().ok()?;
    (parts.next()? != "exports").then_some(TaskId(task))
}

/// The folder of an object of a list or a file, such as `lists/{uid}/{random}`.
fn folder_of(name: &str) -> Option<&str> {
    let (end, _) = name.match_indices('/').nth(2)?;
    Some(&name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_give_the_task_or_the_folder() {
        assert_eq!(task_of("tasks/7/0-1.parquet"), Some(TaskId(7)));
        assert_eq!(task_of("tasks/7/compact-1-0.parquet"), Some(TaskId(7)));
        assert_eq!(task_of("tasks/7/exports/3-1.csv"), None);
        assert_eq!(task_of("tasks/other"), None);
        assert_eq!(folder_of("lists/5/ABC/source"), Some("lists/5/ABC"));
        assert_eq!(folder_of("lists/5/ABC/1/input-0.parquet"), Some("lists/5/ABC"));
        assert_eq!(folder_of("lists/5/stray"), None);
    }
}
