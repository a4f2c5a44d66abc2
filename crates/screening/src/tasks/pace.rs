//! How long a task is likely to take, from the account's recent tasks with the same projects.

use numsift_model::id::Uid;
use numsift_model::page::Page;
use numsift_model::task::{Task, TaskState};
use numsift_store::{Scope, TaskFilter, Tx};

use super::QuotedCheck;
use crate::Result;

/// Recent tasks that are looked at per project.
const RECENT: Page = Page { offset: 0, limit: 20 };
/// Smaller tasks say nothing about speed.
const LEAST_NUMBERS: i64 = 20;

/// Seconds until all checks are done: those of the slowest one. `None` if the account has no recent tasks for one of them.
pub(super) async fn expected_seconds(
    tx: &mut dyn Tx,
    uid: Uid,
    checks: &[QuotedCheck],
) -> Result<Option<i64>> {
    let mut longest = 0;
    for check in checks {
        let filter = TaskFilter {
            state: Some(TaskState::Completed),
            project: Some(check.project.slug.clone()),
            ..TaskFilter::default()
        };
        let recent = tx.tasks(Scope::Own(uid), &filter, RECENT).await?.items;
        let Some(pace) = median_pace(&recent) else { return Ok(None) };
        longest = longest.max(pace.seconds_for(check.billable));
    }
    Ok(Some(longest))
}

/// Numbers that a task finished, and the seconds that this took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pace {
    numbers: i64,
    seconds: i64,
}

impl Pace {
    fn of(task: &Task) -> Option<Self> {
        let seconds = task.finished_at?.since(task.asked.created_at).max(1);
        let numbers = task.progress.done;
        (numbers >= LEAST_NUMBERS).then_some(Self { numbers, seconds })
    }

    /// Rounded up.
    fn seconds_for(self, numbers: i64) -> i64 {
        let whole = i128::from(numbers) * i128::from(self.seconds);
        let divisor = i128::from(self.numbers);
        i64::try_from((whole + divisor - 1) / divisor).unwrap_or(i64::MAX)
    }
}

/// Half of the tasks were at least this fast. The mean would follow a single task that was paused overnight.
fn median_pace(tasks: &[Task]) -> Option<Pace> {
    median(tasks.iter().filter_map(Pace::of).collect())
}

fn median(mut paces: Vec<Pace>) -> Option<Pace> {
    // Fastest first.
    paces.sort_by_key(|pace| std::cmp::Reverse(pace.numbers.saturating_mul(1_000_000) / pace.seconds));
    paces.get(paces.len() / 2).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pace(numbers: i64, seconds: i64) -> Pace {
        Pace { numbers, seconds }
    }

    #[test]
    fn seconds_are_rounded_up() {
        assert_eq!(pace(100, 10).seconds_for(1), 1);
        assert_eq!(pace(100, 10).seconds_for(1000), 100);
        assert_eq!(pace(100, 10).seconds_for(0), 0);
        assert_eq!(pace(1, i64::MAX).seconds_for(i64::MAX), i64::MAX);
    }

    #[test]
    fn one_slow_task_does_not_decide() {
        let paces = vec![pace(100, 50_000), pace(100, 10), pace(1000, 90)];
        assert_eq!(median(paces), Some(pace(100, 10)));
        assert_eq!(median(Vec::new()), None);
    }
}
