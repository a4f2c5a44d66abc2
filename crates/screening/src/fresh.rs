//! Answers that an account has paid for before and that are still fresh enough to be used again.

use std::collections::HashMap;

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_segments::{ChunkPlace, read_results};

use crate::Result;
use crate::engine::Screening;
use crate::results::layout_of;

/// Answers that are kept in memory for one check of one task.
const MOST: usize = 4_000_000;

/// What is known about numbers: the status, and more about it as JSON.
pub(crate) type Fresh = HashMap<u64, (String, String)>;

impl Screening {
    /// The definite answers of this account about a project since a moment; the newest count.
    pub(crate) async fn fresh_answers(&self, uid: Uid, project: &str, since: Timestamp) -> Result<Fresh> {
        let tasks = self.0.store.read().await?.tasks_with_answers(uid, project, since).await?;
        let mut fresh = Fresh::new();
        for task in tasks {
            let layout = layout_of(&task.asked.plan);
            let Some(check) = task.asked.plan.checks.iter().position(|check| check.project == project) else {
                continue;
            };
            let chunks = self.0.store.read().await?.chunks_done(task.id, 0).await?;
            for chunk in chunks {
                let place = ChunkPlace {
                    object: chunk.object,
                    row_group: u32::try_from(chunk.row_group).unwrap_or(0),
                    rows: u32::try_from(chunk.rows).unwrap_or(0),
                };
                let results = read_results(&self.0.objects, &layout, &place).await?;
                let column = &results.checks[check];
                for (row, number) in results.numbers.number.iter().enumerate() {
                    // 0 is unknown and 1 is skipped: neither is an answer.
                    if column.status[row] > 1 {
                        let status = layout.status_name(check, column.status[row]).to_owned();
                        fresh.entry(*number).or_insert_with(|| (status, column.detail.get(row).to_owned()));
                    }
                }
                if fresh.len() >= MOST {
                    return Ok(fresh);
                }
            }
        }
        Ok(fresh)
    }
}
