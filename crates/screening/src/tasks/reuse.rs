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

/// Status and detail (JSON) by number.
pub(crate) type ReusableAnswers = HashMap<u64, (String, String)>;

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
        let chunks = store.read().await?.chunks_done(task.id, 0).await?;
        for chunk in chunks {
            let results = read_results(objects, &layout, &place_of(&chunk)).await?;
            let column = &results.checks[check];
            for (row, number) in results.numbers.number.iter().enumerate() {
                let status = column.status[row];
                if is_definite(status) {
                    answers.entry(*number).or_insert_with(|| {
                        (layout.status_name(check, status).to_owned(), column.detail.get(row).to_owned())
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
