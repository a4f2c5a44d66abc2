//! Background jobs.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, ListId, TaskId, Uid};
use numsift_model::task::{Job, JobKind, NewJob};

use crate::{Scope, StoreResult};

#[async_trait]
pub trait Jobs {
    async fn add_job(&mut self, new: &NewJob) -> StoreResult<JobId>;

    async fn job(&mut self, scope: Scope, id: JobId) -> StoreResult<Option<Job>>;

    /// Jobs of this kind for a task, newest first.
    async fn jobs_of_task(&mut self, task: TaskId, kind: JobKind) -> StoreResult<Vec<Job>>;

    /// The newest job for a list.
    async fn job_of_list(&mut self, list: ListId) -> StoreResult<Option<Job>>;

    /// Claims a job that is pending or whose lease has expired: the oldest one of the account that was served least
    /// recently. Jobs of the accounts in `pass_over` are not claimed.
    async fn claim_job(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        pass_over: &[Uid],
    ) -> StoreResult<Option<Job>>;

    /// Records progress and renews the lease; `false` when the claim is no longer valid.
    async fn job_progress(
        &mut self,
        id: JobId,
        epoch: i64,
        done: i64,
        total: i64,
        lease_until: Timestamp,
    ) -> StoreResult<bool>;

    /// Ends a job that has stored `bytes`; `false` when the claim is no longer valid.
    async fn finish_job(
        &mut self,
        id: JobId,
        epoch: i64,
        good: bool,
        result: &str,
        bytes: i64,
        at: Timestamp,
    ) -> StoreResult<bool>;

    /// Releases a claimed job. Only a `failed` one counts as an attempt.
    async fn give_back_job(
        &mut self,
        id: JobId,
        epoch: i64,
        failed: bool,
        not_before: Timestamp,
    ) -> StoreResult<()>;

    /// Cancels all unfinished jobs of a task or a list.
    async fn cancel_jobs(
        &mut self,
        task: Option<TaskId>,
        list: Option<ListId>,
        at: Timestamp,
    ) -> StoreResult<()>;
}
