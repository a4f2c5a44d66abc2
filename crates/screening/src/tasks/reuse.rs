//! Answers that an account has paid for and that are recent enough to be reused.

use std::collections::HashMap;

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_segments::{Objects, SKIPPED, read_results};
use numsift_store::Store;

use crate::Result;
use crate::layout::{layout_of, place_of};

/// Most answers that are kept in memory for one check of a task.
const MOST_ANSWERS: usize = 4_000_000;

/// An answer of an earlier task.
pub(crate) struct ReusableAnswer {
    pub status: String,
    /// As JSON.
    pub detail: String,
    /// When it was found, in seconds since 1970-01-01 UTC.
    pub at: u64,
}

/// The answers by number.
pub(crate) type ReusableAnswers = HashMap<u64, ReusableAnswer>;

/// The definite answers of an account about a project since a moment; the newest one per number.
pub(super) async fn reusable_answers(
    store: &dyn Store,
    objects: &Objects,
    uid: Uid,
    project: &str,
    since: Timestamp,
) -> Result<ReusableAnswers> {
    let tasks = store.read().await?.tasks_with_answers(uid, project, since).await?;
    let mut answers = ReusableAnswers::new();
    for task in tasks {
        let layout = layout_of(&task.asked.plan);
        let Some(check) = task.asked.plan.checks.iter().position(|check| check.project == project) else {
            continue;
        };
        let ended_at = task.finished_at.unwrap_or(task.asked.created_at);
        let chunks = store.read().await?.chunks_done(task.id, 0).await?;
        for chunk in chunks {
            let results = read_results(objects, &layout, &place_of(&chunk)).await?;
            let column = &results.checks[check];
            for (row, number) in results.numbers.number.iter().enumerate() {
                let status = column.status[row];
                if is_definite(status) {
                    answers.entry(*number).or_insert_with(|| ReusableAnswer {
                        status: layout.status_name(check, status).to_owned(),
                        detail: column.detail.get(row).to_owned(),
                        // Results of earlier versions have no times.
                        at: if column.at[row] == 0 {
                            u64::try_from(ended_at.0).unwrap_or(0)
                        } else {
                            column.at[row]
                        },
                    });
                }
            }
            if answers.len() >= MOST_ANSWERS {
                return Ok(answers);
            }
        }
    }
    Ok(answers)
}

/// Neither unknown nor skipped, which come first in every layout.
fn is_definite(status: u8) -> bool {
    status > SKIPPED
}
