//! Compaction of finished tasks.

use std::collections::BTreeSet;

use numsift_model::task::{Job, TaskState};
use numsift_segments::compact;
use numsift_store::Scope;

use super::Results;
use crate::job::{JobLease, JobOutcome};
use crate::layout::{layout_of, place_of};
use crate::{Result, ScreeningError};

/// Rows of a compacted segment.
const ROWS_PER_SEGMENT: u64 = 2_000_000;

impl Results {
    /// The compaction job: merges the result segments of a finished task into few large ones.
    pub(crate) async fn compact(&self, job: &Job, lease: &JobLease) -> Result<JobOutcome> {
        let id = job.asked.task.ok_or(ScreeningError::NotFound)?;
        let mut tx = self.store.read().await?;
        let task = tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        let mut chunks = tx.chunks_done(id, 0).await?;
        drop(tx);
        if task.compacted || task.state == TaskState::Deleted || chunks.len() < 2 {
            return Ok(JobOutcome::done());
        }
        chunks.sort_by_key(|chunk| chunk.seq);
        let total = i64::try_from(chunks.len()).unwrap_or(i64::MAX);
        lease.progress(0, total).await?;
        let places: Vec<_> = chunks.iter().map(place_of).collect();
        let layout = layout_of(&task.asked.plan);
        let name = |segment: usize| format!("tasks/{id}/compact-{}-{segment}.parquet", job.epoch);
        let moved = compact(&self.objects, &layout, &places, ROWS_PER_SEGMENT, name).await?;
        let rows: Vec<_> = chunks
            .iter()
            .zip(&moved)
            .map(|(chunk, place)| (chunk.seq, place.object.clone(), i64::from(place.row_group)))
            .collect();
        let mut bytes = 0;
        for object in moved.iter().map(|place| place.object.as_str()).collect::<BTreeSet<_>>() {
            bytes += i64::try_from(self.objects.size(object).await?).unwrap_or(i64::MAX);
        }
        let mut tx = self.store.begin().await?;
        let current = tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        if current.compacted || current.state == TaskState::Deleted {
            return Ok(JobOutcome::done());
        }
        tx.move_chunks(id, &rows, bytes).await?;
        tx.save().await?;
        self.cache.forget(id);
        match self.check_files_not_held().await {
            // The sweep deletes them later.
            Err(ScreeningError::FilesHeld) => return Ok(JobOutcome::done()),
            checked => checked?,
        }
        // A reader that misses one of these objects loads the task again and retries.
        for place in places {
            self.objects.delete(&place.object).await?;
        }
        Ok(JobOutcome::done())
    }
}
