//! Claiming jobs, claiming and committing chunks.

use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::task::{ChunkDone, ChunkUsage, ClaimedChunk, Progress, TaskCharge};
use numsift_store::{PassOver, StoreResult};
use serde_json::Value;
use sqlx::{query, query_as};

use crate::DbTx;
use crate::sql::chunks::ProgressRow;
use crate::sql::events::NewEvent;
use crate::sql::jobs::JobRow;

impl DbTx {
    /// Claims a chunk of the account that was served least recently.
    pub(crate) async fn claim(
        &mut self,
        lease_until: Timestamp,
        pass_over: &PassOver,
    ) -> StoreResult<Option<ClaimedChunk>> {
        let accounts = serde_json::json!(pass_over.accounts).to_string();
        let tasks = serde_json::json!(pass_over.tasks).to_string();
        let task = query!(
            r#"UPDATE tasks SET pending = pending - 1, running = running + 1
            WHERE id = (SELECT t.id FROM tasks t LEFT JOIN task_turns u ON u.uid = t.uid
                WHERE t.state = 'running' AND t.pending > 0
                    AND t.uid NOT IN (SELECT value FROM json_each($1))
                    AND t.id NOT IN (SELECT value FROM json_each($2))
                ORDER BY COALESCE(u.turn, 0), t.id LIMIT 1)
            RETURNING id AS "id!", uid AS "uid!""#,
            accounts,
            tasks
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(task) = task else { return Ok(None) };
        let chunk = self.claim_of((TaskId(task.id), Uid(task.uid)), lease_until).await?;
        query!(
            "INSERT INTO task_turns (uid, turn) VALUES ($1, (SELECT COALESCE(MAX(turn), 0) + 1 FROM task_turns))
            ON CONFLICT (uid) DO UPDATE SET turn = excluded.turn",
            task.uid
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(Some(chunk))
    }

    /// Claims the oldest job of the account that was served least recently. It is that account's turn.
    pub(crate) async fn claim_next_job(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        pass_over: &[Uid],
    ) -> StoreResult<Option<JobRow>> {
        let accounts = serde_json::json!(pass_over).to_string();
        let job = query_as!(
            JobRow,
            r#"UPDATE jobs SET state = 'running', epoch = epoch + 1, tries = tries + 1, lease_until = $3
            WHERE id = (SELECT j.id FROM jobs j LEFT JOIN job_turns u ON u.uid = j.uid
                WHERE j.state IN ('pending', 'running') AND j.uid NOT IN (SELECT value FROM json_each($2))
                    AND ((j.state = 'pending' AND j.not_before <= $1)
                        OR (j.state = 'running' AND j.lease_until < $1))
                ORDER BY COALESCE(u.turn, 0), j.id LIMIT 1)
            RETURNING id AS "id!", kind, uid, task, list, state, epoch, tries, done, total, request, result,
                created_at, finished_at"#,
            now.0,
            accounts,
            lease_until.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(job) = job else { return Ok(None) };
        query!(
            "INSERT INTO job_turns (uid, turn) VALUES ($1, (SELECT COALESCE(MAX(turn), 0) + 1 FROM job_turns))
            ON CONFLICT (uid) DO UPDATE SET turn = excluded.turn",
            job.uid
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(Some(job))
    }

    /// Commits a chunk, its usage and the provider costs.
    pub(crate) async fn commit(
        &mut self,
        chunk: &ClaimedChunk,
        done: &ChunkDone,
    ) -> StoreResult<Option<Progress>> {
        let row = query_as!(
            ProgressRow,
            "UPDATE tasks SET running = running - 1, done_chunks = done_chunks + 1, done = done + $2,
                charged_answers = charged_answers + $3, charged = charged + $4, unknown = unknown + $5,
                answers = answers + $6, hits = hits + $7, failed = failed + $10, suppressed = suppressed + $11
            WHERE id = $1 AND state IN ('running', 'paused')
                AND EXISTS (SELECT 1 FROM chunks WHERE task = $1 AND seq = $8 AND epoch = $9 AND state = 'running')
            RETURNING pending, running, done_chunks, done, charged_answers, charged, unknown, failed, answers,
                hits, suppressed",
            chunk.task.0,
            chunk.rows,
            done.charged_answers,
            done.charged.0,
            done.unknown,
            done.answers,
            done.hits,
            chunk.seq,
            chunk.epoch,
            done.failed,
            done.suppressed
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let mine = query!(
            "UPDATE chunks SET state = 'done', lease_until = NULL, object = $4, row_group = 0, histogram = $5,
                done_order = $6
            WHERE task = $1 AND seq = $2 AND epoch = $3 AND state = 'running'",
            chunk.task.0,
            chunk.seq,
            chunk.epoch,
            done.object,
            done.histogram,
            row.done_chunks
        )
        .execute(&mut *self.tx)
        .await?;
        if mine.rows_affected() == 0 {
            // The chunk was claimed again: the counters must not be saved.
            self.unfinished = true;
            return Ok(None);
        }
        self.add_usage(chunk.uid, done).await?;
        self.add_costs(chunk, done).await?;
        Ok(Some(row.into()))
    }

    async fn add_usage(&mut self, uid: Uid, done: &ChunkDone) -> StoreResult<()> {
        if done.used.is_empty() {
            return Ok(());
        }
        let row = |used: &ChunkUsage| {
            serde_json::json!([used.project, used.answers, used.hits, used.unknown, used.charged])
        };
        let (day, used) =
            (done.at.start_of_day().0, done.used.iter().map(row).collect::<Value>().to_string());
        query!(
            "INSERT INTO usage_days (uid, day, project, answers, hits, unknown, charged)
            SELECT $1, $2, value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
            FROM json_each($3) WHERE TRUE
            ON CONFLICT (uid, day, project) DO UPDATE SET answers = usage_days.answers + excluded.answers,
                hits = usage_days.hits + excluded.hits, unknown = usage_days.unknown + excluded.unknown,
                charged = usage_days.charged + excluded.charged",
            uid.0,
            day,
            used
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn add_costs(&mut self, chunk: &ClaimedChunk, done: &ChunkDone) -> StoreResult<()> {
        if done.spent.is_empty() {
            return Ok(());
        }
        let spent = done.spent.iter().map(|(project, cost)| serde_json::json!([project, cost.0]));
        let spent = spent.collect::<Value>().to_string();
        query!(
            "INSERT INTO provider_costs (task, chunk, attempt, project, cost, created_at)
            SELECT $1, $2, $3, value ->> 0, value ->> 1, $4 FROM json_each($5) WHERE TRUE
            ON CONFLICT (task, chunk, attempt, project) DO NOTHING",
            chunk.task.0,
            chunk.seq,
            chunk.epoch,
            done.at.0,
            spent
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// Adds the charges of a chunk to those of its task.
    pub(crate) async fn add_charges(&mut self, task: TaskId, charges: &[TaskCharge]) -> StoreResult<()> {
        let row = |charge: &TaskCharge| serde_json::json!([charge.project, charge.price.0, charge.numbers]);
        let charges = charges.iter().map(row).collect::<Value>().to_string();
        query!(
            "INSERT INTO task_charges (task, project, price, numbers)
            SELECT $1, value ->> 0, value ->> 1, value ->> 2 FROM json_each($2) WHERE TRUE
            ON CONFLICT (task, project, price) DO UPDATE SET numbers = task_charges.numbers + excluded.numbers",
            task.0,
            charges
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// Writes the events of this transaction.
    pub(crate) async fn write_events(&mut self) -> StoreResult<()> {
        if self.events.is_empty() {
            return Ok(());
        }
        let row = |event: NewEvent| serde_json::json!([event.at, event.uid, event.kind, event.data]);
        let events = std::mem::take(&mut self.events).into_iter().map(row).collect::<Value>().to_string();
        query!(
            "INSERT INTO events (at, uid, kind, data)
            SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each($1) ORDER BY key",
            events
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }
}
