//! What became of the rows that a task was started with.

use std::collections::BTreeSet;

use numsift_model::task::{RowCounts, Task};
use numsift_segments::{Filter, SKIPPED};

use super::Results;
use crate::Result;

impl Results {
    /// Counts the rows of a task by outcome.
    pub async fn row_counts(&self, task: &Task) -> Result<Option<RowCounts>> {
        Ok(row_counts(task, self.skipped_numbers(task).await?))
    }

    /// Counts the numbers that every check of a task skipped so far.
    pub async fn skipped_numbers(&self, task: &Task) -> Result<i64> {
        let checks = task.asked.plan.checks.len();
        if checks == 1 {
            return Ok(task.progress.done - task.progress.answers);
        }
        let only = Filter { statuses: vec![Some(BTreeSet::from([SKIPPED])); checks], ..Filter::default() };
        Ok(i64::try_from(self.finished_chunks(task).await?.sum.matching(&only)).unwrap_or(0))
    }
}

/// The rows of a task by outcome; `None` for samples and for tasks of earlier versions, whose lists were not counted.
/// `skipped` are the numbers without an answer, also those that were suppressed while the task ran.
pub fn row_counts(task: &Task, skipped: i64) -> Option<RowCounts> {
    let other = task.asked.plan.other_rows.as_ref()?;
    let (total, done) = (task.asked.total, task.progress.done);
    Some(RowCounts {
        sent: total + other.duplicates + other.suppressed + other.refused + other.blank,
        answered: done - skipped,
        skipped: skipped - task.progress.suppressed,
        unprocessed: total - done,
        duplicates: other.duplicates,
        suppressed: other.suppressed + task.progress.suppressed,
        refused: other.refused,
        blank: other.blank,
    })
}
