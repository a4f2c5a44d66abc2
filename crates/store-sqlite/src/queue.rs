//! Claiming jobs, claiming and committing chunks.

use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, TaskId, Uid};
use numsift_model::task::{ChunkDone, ClaimedChunk, Progress};
use numsift_store::{Ledger as _, PassOver, ProviderCost, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::sql::chunks::ProgressRow;

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
            r#"SELECT t.id, t.uid FROM tasks t LEFT JOIN task_turns u ON u.uid = t.uid
            WHERE t.state = 'running' AND t.pending > 0
                AND t.uid NOT IN (SELECT value FROM json_each($1))
                AND t.id NOT IN (SELECT value FROM json_each($2))
            ORDER BY COALESCE(u.turn, 0), t.id LIMIT 1"#,
            accounts,
            tasks
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(task) = task else { return Ok(None) };
        let Some(chunk) = self.claim_of(TaskId(task.id), lease_until).await? else { return Ok(None) };
        query!(
            "INSERT INTO task_turns (uid, turn) VALUES ($1, (SELECT COALESCE(MAX(turn), 0) + 1 FROM task_turns))
            ON CONFLICT (uid) DO UPDATE SET turn = excluded.turn",
            task.uid
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(Some(chunk))
    }

    /// The oldest job of the account that was served least recently. It is that account's turn.
    pub(crate) async fn next_job(&mut self, now: Timestamp, pass_over: &[Uid]) -> StoreResult<Option<JobId>> {
        let accounts = serde_json::json!(pass_over).to_string();
        let job = query!(
            r#"SELECT j.id AS "id!", j.uid FROM jobs j LEFT JOIN job_turns u ON u.uid = j.uid
            WHERE j.state IN ('pending', 'running') AND j.uid NOT IN (SELECT value FROM json_each($2))
                AND ((j.state = 'pending' AND j.not_before <= $1)
                    OR (j.state = 'running' AND j.lease_until < $1))
            ORDER BY COALESCE(u.turn, 0), j.id LIMIT 1"#,
            now.0,
            accounts
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
        Ok(Some(JobId(job.id)))
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
                answers = answers + $6, hits = hits + $7, failed = failed + $10
            WHERE id = $1 AND state IN ('running', 'paused')
                AND EXISTS (SELECT 1 FROM chunks WHERE task = $1 AND seq = $8 AND epoch = $9 AND state = 'running')
            RETURNING pending, running, done_chunks, done, charged_answers, charged, unknown, failed, answers,
                hits",
            chunk.task.0,
            chunk.rows,
            done.charged_answers,
            done.charged.0,
            done.unknown,
            done.answers,
            done.hits,
            chunk.seq,
            chunk.epoch,
            done.failed
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
        for used in &done.used {
            self.add_to_day(chunk.uid, done.at, used).await?;
        }
        for (project, cost) in &done.spent {
            self.add_provider_cost(&ProviderCost {
                task: chunk.task,
                chunk: chunk.seq,
                attempt: chunk.epoch,
                project,
                cost: *cost,
                at: done.at,
            })
            .await?;
        }
        Ok(Some(row.into()))
    }
}
