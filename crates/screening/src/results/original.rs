//! Every row of a task's list: its results with the rows that have none.

use futures_util::future::BoxFuture;
use numsift_model::list::{InputSegment, ListState};
use numsift_model::task::Task;
use numsift_segments::{ChunkPlace, Original, Part, RefusedPage, ResultSet, RowPage, RowPlace, read_refused};
use numsift_store::Scope;

use super::Results;
use crate::lists::{GROUP_ROWS, ListDocument};
use crate::{Result, ScreeningError};

impl Results {
    /// The list of a task as it was when the task started; `None` if it has been deleted, or was read again since.
    async fn list_of(&self, task: &Task) -> Result<Option<(ListDocument, Option<String>)>> {
        let Some(other) = &task.asked.plan.other_rows else { return Ok(None) };
        let list = self.store.read().await?.list(Scope::All, task.asked.list).await?;
        let Some(list) = list.filter(|list| list.data.state != ListState::Deleted) else { return Ok(None) };
        let document = ListDocument::of(&list)?;
        let same = document.set_aside == other.object && document.carried == task.asked.plan.carried;
        Ok(same.then(|| (document, other.object.clone())))
    }

    /// The results of a task with all other rows of its list; only the results if the list is gone.
    pub(super) async fn every_row(&self, task: &Task) -> Result<ResultSet> {
        let finished = self.finished_chunks(task).await?;
        let set = self.result_set(task).await?;
        let Some((document, set_aside)) = self.list_of(task).await? else { return Ok(set) };
        let size = task.asked.chunk_size;
        let mut parts = Vec::new();
        let mut done = 0;
        for seq in 0..task.asked.chunks() {
            if finished.has(seq) {
                parts.push(Part::Done(done));
                done += 1;
            } else {
                let rows = size.min(task.asked.total - seq * size);
                parts.push(open_part(&document.segments, seq * size, rows)?);
            }
        }
        let original = Original::new(parts, &set.chunks, set_aside);
        Ok(set.with_original(original))
    }

    /// Some rows of a task's list with what became of them, in the order of the upload.
    pub async fn row_page(&self, task: &Task, from: RowPlace, limit: usize) -> Result<RowPage> {
        let set = self.every_row(task).await?;
        let reading: BoxFuture<'_, _> = Box::pin(set.row_page(from, limit));
        Ok(reading.await?)
    }

    /// Some refused rows of a task's list. `None` if the list is gone.
    pub async fn refused_page(&self, task: &Task, from: u64, limit: usize) -> Result<Option<RefusedPage>> {
        let Some(other) = &task.asked.plan.other_rows else { return Ok(None) };
        if other.object.is_none() {
            return Ok(Some(RefusedPage::default()));
        }
        let Some((document, Some(object))) = self.list_of(task).await? else { return Ok(None) };
        Ok(Some(read_refused(&self.objects, document.carried.len(), &object, from, limit).await?))
    }
}

/// The rows of a chunk in the segments of its list. A chunk is always within one row group.
fn open_part(segments: &[InputSegment], first: i64, rows: i64) -> Result<Part> {
    let damaged = || ScreeningError::machine("a chunk is outside of its list");
    let group_rows = GROUP_ROWS as u64;
    let mut first = u64::try_from(first).map_err(|_| damaged())?;
    for segment in segments {
        if first >= segment.rows {
            first -= segment.rows;
            continue;
        }
        let group = first / group_rows;
        let fit = |value: u64| u32::try_from(value).map_err(|_| damaged());
        let place = ChunkPlace {
            object: segment.object.clone(),
            row_group: fit(group)?,
            rows: fit((segment.rows - group * group_rows).min(group_rows))?,
        };
        let from = fit(first - group * group_rows)?;
        let until = from + u32::try_from(rows).map_err(|_| damaged())?;
        return Ok(Part::Open { place, rows: from..until });
    }
    Err(damaged())
}
