//! The queue of chunks in SQLite. Whoever changes a chunk takes its task's
//! row first, so that nobody waits in a circle.

use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::money::Points;
use numsift_model::task::{ChunkDone, ClaimedChunk, NewTask, Progress};
use numsift_store::{Ledger as _, PassOver, ProviderCost, StoreError, StoreResult};
use sqlx::{query, query_as, query_scalar};

use crate::SqliteTx;

struct ProgressRow {
    pending: i64,
    running: i64,
    done_chunks: i64,
    done: i64,
    charged_answers: i64,
    charged: i64,
    unknown: i64,
    answers: i64,
    hits: i64,
}

impl From<ProgressRow> for Progress {
    fn from(row: ProgressRow) -> Self {
        Self {
            pending: row.pending,
            running: row.running,
            done_chunks: row.done_chunks,
            done: row.done,
            charged_answers: row.charged_answers,
            charged: Points(row.charged),
            unknown: row.unknown,
            answers: row.answers,
            hits: row.hits,
        }
    }
}

impl SqliteTx {
    pub(super) async fn add_chunks(&mut self, task: i64, new: &NewTask) -> StoreResult<()> {
        let chunks = new.chunks();
        query!(
            "INSERT INTO chunks (task, seq, rows)
            WITH RECURSIVE counted (seq) AS (SELECT 0 UNION ALL SELECT seq + 1 FROM counted WHERE seq + 1 < $2)
            SELECT $1, seq, MIN($3, $4 - seq * $3) FROM counted",
            task,
            chunks,
            new.chunk_size,
            new.total
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }

    pub(super) async fn claim(
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
        .await
        .map_err(StoreError::backend)?;
        let Some(task) = task else { return Ok(None) };
        let Some(chunk) = self.claim_of(TaskId(task.id), lease_until).await? else { return Ok(None) };
        query!(
            "INSERT INTO task_turns (uid, turn) VALUES ($1, (SELECT COALESCE(MAX(turn), 0) + 1 FROM task_turns))
            ON CONFLICT (uid) DO UPDATE SET turn = excluded.turn",
            task.uid
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(Some(chunk))
    }

    /// Takes a chunk of this task, which the caller knows to be running.
    pub(super) async fn claim_of(
        &mut self,
        task: TaskId,
        lease_until: Timestamp,
    ) -> StoreResult<Option<ClaimedChunk>> {
        let chunk = query!(
            r#"UPDATE chunks SET state = 'running', epoch = epoch + 1, lease_until = $2
            WHERE task = $1 AND seq = (SELECT seq FROM chunks WHERE task = $1 AND state = 'pending'
                ORDER BY seq LIMIT 1)
            RETURNING seq, epoch, rows"#,
            task.0,
            lease_until.0
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let Some(chunk) = chunk else { return Ok(None) };
        let uid = query_scalar!(
            "UPDATE tasks SET pending = pending - 1, running = running + 1 WHERE id = $1 RETURNING uid",
            task.0
        )
        .fetch_one(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(Some(ClaimedChunk { uid: Uid(uid), task, seq: chunk.seq, epoch: chunk.epoch, rows: chunk.rows }))
    }

    pub(super) async fn commit(
        &mut self,
        chunk: &ClaimedChunk,
        done: &ChunkDone,
    ) -> StoreResult<Option<Progress>> {
        let row = query_as!(
            ProgressRow,
            "UPDATE tasks SET running = running - 1, done_chunks = done_chunks + 1, done = done + $2,
                charged_answers = charged_answers + $3, charged = charged + $4, unknown = unknown + $5,
                answers = answers + $6, hits = hits + $7
            WHERE id = $1 AND state IN ('running', 'paused')
                AND EXISTS (SELECT 1 FROM chunks WHERE task = $1 AND seq = $8 AND epoch = $9 AND state = 'running')
            RETURNING pending, running, done_chunks, done, charged_answers, charged, unknown, answers, hits",
            chunk.task.0,
            chunk.rows,
            done.charged_answers,
            done.charged.0,
            done.unknown,
            done.answers,
            done.hits,
            chunk.seq,
            chunk.epoch
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
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
        .await
        .map_err(StoreError::backend)?;
        if mine.rows_affected() == 0 {
            // Taken away while this waited for the task: the counters above must not be saved.
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

    pub(super) async fn give_back(
        &mut self,
        chunk: &ClaimedChunk,
        failed: bool,
        most_tries: i64,
    ) -> StoreResult<Option<Progress>> {
        let tried = i64::from(failed);
        let back = query!(
            r#"UPDATE chunks SET lease_until = NULL, tries = tries + $4,
                state = CASE WHEN tries + $4 >= $5 THEN 'given_up' ELSE 'pending' END
            WHERE task = $1 AND seq = $2 AND epoch = $3 AND state = 'running'
            RETURNING state"#,
            chunk.task.0,
            chunk.seq,
            chunk.epoch,
            tried,
            most_tries
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let Some(back) = back else { return Ok(None) };
        let again = i64::from(back.state == "pending");
        let row = query_as!(
            ProgressRow,
            "UPDATE tasks SET running = running - 1, pending = pending + $2 WHERE id = $1
            RETURNING pending, running, done_chunks, done, charged_answers, charged, unknown, answers, hits",
            chunk.task.0,
            again
        )
        .fetch_one(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(Some(row.into()))
    }

    pub(super) async fn reap(&mut self, now: Timestamp, most_tries: i64) -> StoreResult<Vec<TaskId>> {
        let late = query!(
            "SELECT c.task, c.seq, c.epoch, c.rows, t.uid FROM chunks c JOIN tasks t ON t.id = c.task
            WHERE c.state = 'running' AND c.lease_until < $1 ORDER BY c.task, c.seq LIMIT 1000",
            now.0
        )
        .fetch_all(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let mut tasks = Vec::new();
        for row in late {
            let chunk = ClaimedChunk {
                uid: Uid(row.uid),
                task: TaskId(row.task),
                seq: row.seq,
                epoch: row.epoch,
                rows: row.rows,
            };
            self.give_back(&chunk, true, most_tries).await?;
            if tasks.last() != Some(&chunk.task) {
                tasks.push(chunk.task);
            }
        }
        Ok(tasks)
    }
}
