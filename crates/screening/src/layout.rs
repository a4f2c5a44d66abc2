//! How the results of a task are laid out, and where the results of a chunk are stored.

use numsift_model::task::{Check, ChunkRow, TaskPlan};
use numsift_segments::{CheckLayout, ChunkPlace, Layout};

/// The layout of a task's results.
pub(crate) fn layout_of(plan: &TaskPlan) -> Layout {
    let check = |check: &Check| {
        CheckLayout::new(&check.project, check.statuses.iter().cloned()).answered_by(check.answerer)
    };
    Layout {
        checks: plan.checks.iter().map(check).collect(),
        carried: plan.carried.clone(),
        number: plan.number.clone(),
    }
}

/// Where the results of a chunk are stored.
pub(crate) fn place_of(row: &ChunkRow) -> ChunkPlace {
    ChunkPlace {
        object: row.object.clone(),
        row_group: u32::try_from(row.row_group).unwrap_or(u32::MAX),
        rows: u32::try_from(row.rows).unwrap_or(u32::MAX),
    }
}
