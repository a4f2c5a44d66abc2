//! The runs of the answer book, and how far tasks have been folded into them.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::answer_book::{AnswerRun, NewAnswerRun};
use numsift_model::clock::Timestamp;
use numsift_model::id::{AnswerRunId, TaskId, Uid};
use numsift_model::task::Task;

use crate::StoreResult;

#[async_trait]
pub trait AnswerBook {
    /// The runs of an account, oldest first; of one project only if it is given.
    async fn answer_runs(&mut self, uid: Uid, project: Option<&str>) -> StoreResult<Vec<AnswerRun>>;

    /// Adds a run.
    async fn add_answer_run(&mut self, new: &NewAnswerRun) -> StoreResult<AnswerRunId>;

    /// Removes runs that were merged; `false` if one of them is gone, and then the caller must not save.
    async fn remove_answer_runs(&mut self, runs: &[AnswerRunId]) -> StoreResult<bool>;

    /// Removes a run that is damaged, and lets the answers that it may contain be folded again: those of `tasks`, or of all
    /// tasks of the account that checked its project. `false` if the run is gone.
    async fn drop_answer_run(
        &mut self,
        run: AnswerRunId,
        tasks: Option<&BTreeSet<TaskId>>,
    ) -> StoreResult<bool>;

    /// Notes that a run was searched for answers of deleted tasks.
    async fn note_run_checked(&mut self, run: AnswerRunId, at: Timestamp) -> StoreResult<()>;

    /// Which of these objects are runs.
    async fn runs_in_use(&mut self, objects: &[String]) -> StoreResult<BTreeSet<String>>;

    /// The finished tasks of an account that checked a project and have results that are not in the book yet, each with the
    /// `done_order` up to which they are.
    async fn tasks_not_folded(&mut self, uid: Uid, project: &str) -> StoreResult<Vec<(Task, i64)>>;

    /// The tasks of an account with results that are to be folded, each with the `done_order` up to which they are: finished
    /// ones, and running ones with at least `many` such results.
    async fn tasks_to_fold(&mut self, uid: Uid, many: i64) -> StoreResult<Vec<(Task, i64)>>;

    /// Records that the results of a task up to `to` are in the book; `false` if another process was faster or the task
    /// was deleted, and then the caller must not save.
    async fn note_folded(&mut self, task: TaskId, from: i64, to: i64) -> StoreResult<bool>;

    /// Which of these tasks have ended and still have their results at `now`.
    async fn live_tasks(&mut self, tasks: &BTreeSet<TaskId>, now: Timestamp)
    -> StoreResult<BTreeSet<TaskId>>;

    /// Which of these tasks were deleted, or are to be deleted at `now`.
    async fn deleted_tasks(
        &mut self,
        tasks: &BTreeSet<TaskId>,
        now: Timestamp,
    ) -> StoreResult<BTreeSet<TaskId>>;

    /// Accounts without a fold job that have tasks to fold, or runs that were checked before `checked_before`.
    async fn accounts_to_fold(
        &mut self,
        many: i64,
        checked_before: Timestamp,
        limit: i64,
    ) -> StoreResult<Vec<Uid>>;
}
