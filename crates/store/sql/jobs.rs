//! Background jobs.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, ListId, TaskId, Uid};
use numsift_model::task::{Job, JobKind, JobState, NewJob};
use numsift_store::{Jobs, Scope, StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;

pub(crate) struct JobRow {
    pub id: i64,
    pub kind: String,
    pub uid: i64,
    pub task: Option<i64>,
    pub list: Option<i64>,
    pub state: String,
    pub epoch: i64,
    pub tries: i64,
    pub done: i64,
    pub total: i64,
    pub request: String,
    pub result: String,
    pub created_at: i64,
    pub finished_at: Option<i64>,
}

impl TryFrom<JobRow> for Job {
    type Error = StoreError;

    fn try_from(row: JobRow) -> StoreResult<Self> {
        Ok(Self {
            id: JobId(row.id),
            asked: NewJob {
                kind: JobKind::from_word(&row.kind).ok_or_else(|| StoreError::corrupt(&row.kind))?,
                uid: Uid(row.uid),
                task: row.task.map(TaskId),
                list: row.list.map(ListId),
                request: row.request,
                created_at: Timestamp(row.created_at),
            },
            state: JobState::from_word(&row.state).ok_or_else(|| StoreError::corrupt(&row.state))?,
            epoch: row.epoch,
            tries: row.tries,
            done: row.done,
            total: row.total,
            result: row.result,
            finished_at: row.finished_at.map(Timestamp),
        })
    }
}

/// `query_as!` with the columns of jobs.
macro_rules! job_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            JobRow,
            r#"SELECT id AS "id!", kind, uid, task, list, state, epoch, tries, done, total, request, result, created_at,
                finished_at
            FROM jobs "# + $rest
            $(, $argument)*
        )
    };
}

#[async_trait]
impl Jobs for DbTx {
    async fn add_job(&mut self, new: &NewJob) -> StoreResult<JobId> {
        let kind = new.kind.as_str();
        let (task, list) = (new.task.map(|id| id.0), new.list.map(|id| id.0));
        let row = query!(
            r#"INSERT INTO jobs (kind, uid, task, list, request, created_at) VALUES ($1, $2, $3, $4, $5, $6)
            RETURNING id AS "id!""#,
            kind,
            new.uid.0,
            task,
            list,
            new.request,
            new.created_at.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(JobId(row.id))
    }

    async fn job(&mut self, scope: Scope, id: JobId) -> StoreResult<Option<Job>> {
        let owner = scope.owner();
        let row = job_query!("WHERE id = $1 AND (CAST($2 AS BIGINT) IS NULL OR uid = $2)", id.0, owner)
            .fetch_optional(&mut *self.tx)
            .await?;
        row.map(Job::try_from).transpose()
    }

    async fn jobs_of_task(&mut self, task: TaskId, kind: JobKind) -> StoreResult<Vec<Job>> {
        let kind = kind.as_str();
        let rows = job_query!("WHERE task = $1 AND kind = $2 ORDER BY id DESC LIMIT 100", task.0, kind)
            .fetch_all(&mut *self.tx)
            .await?;
        rows.into_iter().map(Job::try_from).collect()
    }

    async fn job_of_list(&mut self, list: ListId) -> StoreResult<Option<Job>> {
        let row = job_query!("WHERE list = $1 ORDER BY id DESC LIMIT 1", list.0)
            .fetch_optional(&mut *self.tx)
            .await?;
        row.map(Job::try_from).transpose()
    }

    async fn claim_job(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        pass_over: &[Uid],
    ) -> StoreResult<Option<Job>> {
        let row = self.claim_next_job(now, lease_until, pass_over).await?;
        row.map(Job::try_from).transpose()
    }

    async fn job_progress(
        &mut self,
        id: JobId,
        epoch: i64,
        done: i64,
        total: i64,
        lease_until: Timestamp,
    ) -> StoreResult<bool> {
        let mine = query!(
            "UPDATE jobs SET done = $3, total = $4, lease_until = $5
            WHERE id = $1 AND epoch = $2 AND state = 'running'",
            id.0,
            epoch,
            done,
            total,
            lease_until.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(mine.rows_affected() == 1)
    }

    async fn finish_job(
        &mut self,
        id: JobId,
        epoch: i64,
        good: bool,
        result: &str,
        bytes: i64,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let state = if good { JobState::Done } else { JobState::Failed }.as_str();
        let mine = query!(
            "UPDATE jobs SET state = $3, result = $4, finished_at = $5, bytes = $6, lease_until = NULL
            WHERE id = $1 AND epoch = $2 AND state = 'running'",
            id.0,
            epoch,
            state,
            result,
            at.0,
            bytes
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(mine.rows_affected() == 1)
    }

    async fn give_back_job(
        &mut self,
        id: JobId,
        epoch: i64,
        failed: bool,
        not_before: Timestamp,
    ) -> StoreResult<()> {
        let untried = i64::from(!failed);
        query!(
            "UPDATE jobs SET state = 'pending', lease_until = NULL, not_before = $3, tries = tries - $4
            WHERE id = $1 AND epoch = $2 AND state = 'running'",
            id.0,
            epoch,
            not_before.0,
            untried
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn cancel_jobs(
        &mut self,
        task: Option<TaskId>,
        list: Option<ListId>,
        at: Timestamp,
    ) -> StoreResult<()> {
        let (task, list) = (task.map(|id| id.0), list.map(|id| id.0));
        query!(
            "UPDATE jobs SET state = 'cancelled', epoch = epoch + 1, finished_at = $3
            WHERE state IN ('pending', 'running') AND (task = $1 OR list = $2)",
            task,
            list,
            at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }
}
