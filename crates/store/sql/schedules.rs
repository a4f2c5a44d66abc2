//! Schedules and their runs.

use std::collections::BTreeMap;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, ScheduleId, TaskId, Uid};
use numsift_model::money::Points;
use numsift_model::page::{Listed, Page};
use numsift_model::schedule::{Every, NewSchedule, RunOutcome, Schedule, ScheduledRun};
use numsift_store::{Schedules, Scope, StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, query_in};

struct ScheduleRow {
    id: i64,
    uid: i64,
    username: String,
    task: i64,
    name: String,
    list: i64,
    list_name: String,
    every: String,
    max_price: i64,
    created_at: i64,
    next_at: i64,
    last_task: i64,
    outcome: Option<String>,
    ran_at: Option<i64>,
    runs: i64,
}

impl TryFrom<ScheduleRow> for Schedule {
    type Error = StoreError;

    fn try_from(row: ScheduleRow) -> StoreResult<Self> {
        let outcome = |word: String| RunOutcome::from_word(&word).ok_or_else(|| StoreError::corrupt(word));
        Ok(Self {
            id: ScheduleId(row.id),
            asked: NewSchedule {
                uid: Uid(row.uid),
                task: TaskId(row.task),
                list: ListId(row.list),
                every: Every::from_word(&row.every).ok_or_else(|| StoreError::corrupt(row.every))?,
                max_price: Points(row.max_price),
                created_at: Timestamp(row.created_at),
            },
            username: row.username,
            name: row.name,
            list_name: row.list_name,
            next_at: Timestamp(row.next_at),
            last_task: TaskId(row.last_task),
            outcome: row.outcome.map(outcome).transpose()?,
            ran_at: row.ran_at.map(Timestamp),
            runs: row.runs,
        })
    }
}

/// `query_as!` with the columns of schedules.
macro_rules! schedule_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            ScheduleRow,
            r#"SELECT s.id AS "id!", s.uid, a.username, s.task, t.name, s.list, l.name AS list_name, s.every,
                s.max_price, s.created_at, s.next_at, s.last_task, s.outcome, s.ran_at, s.runs
            FROM schedules s JOIN accounts a ON a.uid = s.uid JOIN tasks t ON t.id = s.task
                JOIN lists l ON l.id = s.list "# + $rest
            $(, $argument)*
        )
    };
}

fn all(rows: Vec<ScheduleRow>) -> StoreResult<Vec<Schedule>> {
    rows.into_iter().map(Schedule::try_from).collect()
}

#[async_trait]
impl Schedules for DbTx {
    async fn add_schedule(&mut self, new: &NewSchedule, next_at: Timestamp) -> StoreResult<ScheduleId> {
        let every = new.every.as_str();
        let row = query!(
            r#"INSERT INTO schedules (uid, task, list, every, max_price, created_at, next_at, last_task)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $2) RETURNING id AS "id!""#,
            new.uid.0,
            new.task.0,
            new.list.0,
            every,
            new.max_price.0,
            new.created_at.0,
            next_at.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(ScheduleId(row.id))
    }

    async fn schedule(&mut self, scope: Scope, id: ScheduleId) -> StoreResult<Option<Schedule>> {
        let owner = scope.owner();
        let row = schedule_query!(
            "WHERE s.id = $1 AND s.ended_at IS NULL AND (CAST($2 AS BIGINT) IS NULL OR s.uid = $2)",
            id.0,
            owner
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        row.map(Schedule::try_from).transpose()
    }

    async fn schedules(&mut self, scope: Scope, page: Page) -> StoreResult<Listed<Schedule>> {
        let owner = scope.owner();
        let rows = schedule_query!(
            "WHERE s.ended_at IS NULL AND (CAST($1 AS BIGINT) IS NULL OR s.uid = $1)
            ORDER BY s.id DESC LIMIT $2 OFFSET $3",
            owner,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let count = query!(
            r#"SELECT COUNT(*) AS "count!" FROM schedules s
            WHERE s.ended_at IS NULL AND (CAST($1 AS BIGINT) IS NULL OR s.uid = $1)"#,
            owner
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(Listed { items: all(rows)?, total: count.count })
    }

    async fn count_schedules(&mut self, uid: Uid) -> StoreResult<i64> {
        let row = query!(
            r#"SELECT COUNT(*) AS "count!" FROM schedules WHERE uid = $1 AND ended_at IS NULL"#,
            uid.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.count)
    }

    async fn due_schedules(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<Schedule>> {
        let rows = schedule_query!(
            "WHERE s.ended_at IS NULL AND s.next_at <= $1 ORDER BY s.next_at, s.id LIMIT $2",
            now.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        all(rows)
    }

    async fn take_run(&mut self, id: ScheduleId, due_at: Timestamp, next_at: Timestamp) -> StoreResult<bool> {
        let taken = query!(
            "UPDATE schedules SET next_at = $3 WHERE id = $1 AND next_at = $2 AND ended_at IS NULL",
            id.0,
            due_at.0,
            next_at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(taken.rows_affected() == 1)
    }

    async fn run_started(&mut self, run: &ScheduledRun, at: Timestamp) -> StoreResult<()> {
        let outcome = RunOutcome::Started.as_str();
        query!(
            "INSERT INTO schedule_runs (schedule, due_at, task, previous) VALUES ($1, $2, $3, $4)",
            run.schedule.0,
            run.due_at.0,
            run.task.0,
            run.previous.0
        )
        .execute(&mut *self.tx)
        .await?;
        query!(
            "UPDATE schedules SET last_task = $2, previous_task = $3, outcome = $4, ran_at = $5, runs = runs + 1
            WHERE id = $1",
            run.schedule.0,
            run.task.0,
            run.previous.0,
            outcome,
            at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn run_skipped(&mut self, id: ScheduleId, outcome: RunOutcome, at: Timestamp) -> StoreResult<()> {
        let outcome = outcome.as_str();
        query!("UPDATE schedules SET outcome = $2, ran_at = $3 WHERE id = $1", id.0, outcome, at.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn run_of_task(&mut self, task: TaskId) -> StoreResult<Option<ScheduledRun>> {
        let row = query!(
            r#"SELECT schedule AS "schedule!", due_at AS "due_at!", previous FROM schedule_runs WHERE task = $1"#,
            task.0
        )
            .fetch_optional(&mut *self.tx)
            .await?;
        Ok(row.map(|row| ScheduledRun {
            schedule: ScheduleId(row.schedule),
            due_at: Timestamp(row.due_at),
            task,
            previous: TaskId(row.previous),
        }))
    }

    async fn compared_tasks(&mut self, tasks: &[TaskId]) -> StoreResult<BTreeMap<TaskId, TaskId>> {
        let tasks = dialect::ids(tasks.iter().map(|id| id.0));
        let rows = query_in!("SELECT task, previous FROM schedule_runs WHERE task" in "$1" "", &tasks)
            .fetch_all(&mut *self.tx)
            .await?;
        Ok(rows.into_iter().map(|row| (TaskId(row.task), TaskId(row.previous))).collect())
    }

    async fn end_schedule(&mut self, id: ScheduleId, at: Timestamp) -> StoreResult<bool> {
        let ended =
            query!("UPDATE schedules SET ended_at = $2 WHERE id = $1 AND ended_at IS NULL", id.0, at.0)
                .execute(&mut *self.tx)
                .await?;
        Ok(ended.rows_affected() == 1)
    }

    async fn end_schedules_of_list(&mut self, list: ListId, at: Timestamp) -> StoreResult<()> {
        query!("UPDATE schedules SET ended_at = $2 WHERE list = $1 AND ended_at IS NULL", list.0, at.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }
}
