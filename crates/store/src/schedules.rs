//! Schedules and their runs.

use std::collections::BTreeMap;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, ScheduleId, TaskId, Uid};
use numsift_model::page::{Listed, Page};
use numsift_model::schedule::{NewSchedule, RunOutcome, Schedule, ScheduledRun};

use crate::{Scope, StoreResult};

#[async_trait]
pub trait Schedules {
    /// Stores a schedule whose first run is due at `next_at`.
    async fn add_schedule(&mut self, new: &NewSchedule, next_at: Timestamp) -> StoreResult<ScheduleId>;

    /// A schedule within `scope` that has not ended.
    async fn schedule(&mut self, scope: Scope, id: ScheduleId) -> StoreResult<Option<Schedule>>;

    /// Schedules within `scope` that have not ended, newest first.
    async fn schedules(&mut self, scope: Scope, page: Page) -> StoreResult<Listed<Schedule>>;

    /// Counts the schedules of an account that have not ended.
    async fn count_schedules(&mut self, uid: Uid) -> StoreResult<i64>;

    /// Schedules whose next run is due, the longest waiting first.
    async fn due_schedules(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<Schedule>>;

    /// Takes the run that is due at `due_at` and sets when the next one is due; `false` when another transaction has taken
    /// it or the schedule has ended.
    async fn take_run(&mut self, id: ScheduleId, due_at: Timestamp, next_at: Timestamp) -> StoreResult<bool>;

    /// Records the task of a run that was taken.
    async fn run_started(&mut self, run: &ScheduledRun, at: Timestamp) -> StoreResult<()>;

    /// Records why a run that was taken is skipped.
    async fn run_skipped(&mut self, id: ScheduleId, outcome: RunOutcome, at: Timestamp) -> StoreResult<()>;

    /// The run that a task is.
    async fn run_of_task(&mut self, task: TaskId) -> StoreResult<Option<ScheduledRun>>;

    /// For those of the tasks that are runs, the tasks that they are compared with.
    async fn compared_tasks(&mut self, tasks: &[TaskId]) -> StoreResult<BTreeMap<TaskId, TaskId>>;

    /// Ends a schedule; `false` when it has ended before.
    async fn end_schedule(&mut self, id: ScheduleId, at: Timestamp) -> StoreResult<bool>;

    /// Ends the schedules of a list.
    async fn end_schedules_of_list(&mut self, list: ListId, at: Timestamp) -> StoreResult<()>;
}
