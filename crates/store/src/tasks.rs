//! Tasks and their chunks.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::money::Points;
use numsift_model::page::{Listed, Page};
use numsift_model::task::{
    ChunkDone, ChunkRow, ClaimedChunk, NewTask, Progress, Task, TaskCharge, TaskMode, TaskState,
};

use crate::{Scope, StoreResult};

#[derive(Debug, Clone, Default)]
pub struct TaskFilter {
    pub uid: Option<Uid>,
    pub state: Option<TaskState>,
    pub mode: Option<TaskMode>,
    /// Slug of a project that the task checks.
    pub project: Option<String>,
    /// Part of the name or the note in any case, or the id.
    pub search: Option<String>,
    /// Inclusive.
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub until: Option<Timestamp>,
    /// Only tasks started before this one.
    pub before: Option<TaskId>,
    /// A key and a value of the metadata.
    pub metadata: Option<(String, String)>,
}

/// Usage of one project on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DayUsage {
    /// Start of the day (UTC).
    pub day: Timestamp,
    pub project: String,
    pub answers: i64,
    /// Answers with a status that the project counts as a hit.
    pub hits: i64,
    pub unknown: i64,
    /// Amount charged.
    pub charged: i64,
}

/// What an account was charged for checks, refunds not deducted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TopAccount {
    pub uid: Uid,
    pub username: String,
    pub charged: Points,
    /// By day, with the start of each day (UTC). Days without a charge are left out.
    pub days: Vec<(Timestamp, Points)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct AccountUsage {
    /// Tasks started, without samples.
    pub tasks: i64,
    /// Numbers checked, counted once per project.
    pub answers: i64,
    /// Charges minus refunds, from the ledger.
    pub spent: Points,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct QueueDepth {
    /// Running tasks.
    pub tasks: i64,
    /// Pending chunks.
    pub pending: i64,
    /// Claimed chunks.
    pub running: i64,
    /// Unfinished jobs.
    pub jobs: i64,
    /// Tasks and jobs that failed in the last 24 hours.
    pub failed: i64,
}

/// Accounts and tasks that have their share of the workers, so that none of their chunks are claimed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct PassOver {
    pub accounts: Vec<Uid>,
    pub tasks: Vec<TaskId>,
}

#[async_trait]
pub trait Tasks {
    /// Stores a running task with all its chunks. Its results are expected to be as large as its list.
    async fn add_task(&mut self, new: &NewTask) -> StoreResult<TaskId>;

    /// A task within `scope`, locked when the transaction writes.
    async fn task(&mut self, scope: Scope, id: TaskId) -> StoreResult<Option<Task>>;

    /// Tasks within `scope`, newest first, without samples, lookups and deleted tasks.
    async fn tasks(&mut self, scope: Scope, filter: &TaskFilter, page: Page) -> StoreResult<Listed<Task>>;

    async fn rename_task(&mut self, id: TaskId, name: &str) -> StoreResult<()>;

    /// Replaces the note of a task, if it is `before`.
    async fn note_task(&mut self, id: TaskId, before: &str, note: &str) -> StoreResult<bool>;

    /// Claims a chunk of the account that was served least recently.
    async fn claim_chunk(
        &mut self,
        lease_until: Timestamp,
        pass_over: &PassOver,
    ) -> StoreResult<Option<ClaimedChunk>>;

    /// Renews the leases of claimed chunks.
    async fn extend_leases(&mut self, chunks: &[ClaimedChunk], lease_until: Timestamp) -> StoreResult<()>;

    /// Records the results, usage and provider costs of a chunk; `None` when the claim is no longer valid.
    async fn commit_chunk(&mut self, chunk: &ClaimedChunk, done: &ChunkDone)
    -> StoreResult<Option<Progress>>;

    /// Whether no message about the progress of a task was written since `since`, nor the task started. If so, one is
    /// taken to be written now.
    async fn take_progress(&mut self, id: TaskId, now: Timestamp, since: Timestamp) -> StoreResult<bool>;

    /// Adds the charged answers of a chunk to those of its task.
    async fn add_task_charges(&mut self, id: TaskId, charges: &[TaskCharge]) -> StoreResult<()>;

    /// The charged answers of a task by project and price. Tasks of earlier versions have none.
    async fn task_charges(&mut self, id: TaskId) -> StoreResult<Vec<TaskCharge>>;

    /// Releases a claimed chunk. `failed` counts as an attempt; after `most_tries` attempts the chunk is given up
    /// and its numbers stay unprocessed. `None` when the claim is no longer valid.
    async fn give_back_chunk(
        &mut self,
        chunk: &ClaimedChunk,
        failed: bool,
        most_tries: i64,
    ) -> StoreResult<Option<Progress>>;

    /// Releases chunks whose leases have expired, and returns their tasks.
    async fn reap_chunks(&mut self, now: Timestamp, most_tries: i64) -> StoreResult<Vec<TaskId>>;

    /// Ends the leases of all chunks, jobs and open lookups. Only for an installation whose other processes are known to be dead.
    async fn expire_leases(&mut self) -> StoreResult<()>;

    async fn set_task_state(&mut self, id: TaskId, state: TaskState, reason: &str) -> StoreResult<()>;

    /// Ends a task. If it has `open_chunks`, which are pending or running, they are given up, and later commits of them
    /// are refused.
    async fn end_task(
        &mut self,
        id: TaskId,
        state: TaskState,
        reason: &str,
        at: Timestamp,
        expires_at: Timestamp,
        open_chunks: bool,
    ) -> StoreResult<()>;

    /// Committed chunks in the order of their commits, those after `after_order`.
    async fn chunks_done(&mut self, id: TaskId, after_order: i64) -> StoreResult<Vec<ChunkRow>>;

    /// Records the new objects and row groups of chunks after compaction, and the size of all objects.
    async fn move_chunks(&mut self, id: TaskId, places: &[(i64, String, i64)], bytes: i64)
    -> StoreResult<()>;

    /// The objects among these that hold results of a chunk of their task.
    async fn objects_in_use(&mut self, objects: &[(TaskId, String)]) -> StoreResult<BTreeSet<String>>;

    /// Usage by day and project since a time.
    async fn usage(&mut self, scope: Scope, from: Timestamp) -> StoreResult<Vec<DayUsage>>;

    /// The accounts that were charged most since the start of a day, the highest first.
    async fn top_accounts(&mut self, from: Timestamp, limit: i64) -> StoreResult<Vec<TopAccount>>;

    /// Usage of one account since the start of a day.
    async fn account_usage(&mut self, uid: Uid, from: Timestamp) -> StoreResult<AccountUsage>;

    /// Finished tasks that expire before a time and whose owners got fewer than `notices` notices, without those that a
    /// schedule needs.
    async fn tasks_to_notice(
        &mut self,
        expire_before: Timestamp,
        notices: i64,
        limit: i64,
    ) -> StoreResult<Vec<Task>>;

    /// Records the number of notices that the owner got.
    async fn note_notice(&mut self, id: TaskId, notices: i64) -> StoreResult<()>;

    /// Expired tasks, without those that a schedule needs.
    async fn expired_tasks(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<Task>>;

    /// Counts the account's samples since a time.
    async fn samples_since(&mut self, uid: Uid, since: Timestamp) -> StoreResult<i64>;

    /// Counts the accounts that signed in since a time.
    async fn active_accounts(&mut self, since: Timestamp) -> StoreResult<i64>;

    /// Counts chunks whose leases expired before `before` and that were not taken over.
    async fn chunks_expired_since(&mut self, before: Timestamp) -> StoreResult<i64>;

    async fn queue_depth(&mut self, now: Timestamp) -> StoreResult<QueueDepth>;
}
