//! The chunk queue. The task row is always locked before its chunks, so that transactions cannot deadlock.

use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::money::Points;
use numsift_model::task::{ClaimedChunk, NewTask, Progress};
use numsift_store::{StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::{DbTx, dialect};

pub(crate) struct ProgressRow {
    pub pending: i64,
    pub running: i64,
    pub done_chunks: i64,
    pub done: i64,
    pub charged_answers: i64,
    pub charged: i64,
    pub unknown: i64,
    pub failed: i64,
    pub answers: i64,
    pub hits: i64,
    pub suppressed: i64,
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
            failed: row.failed,
            answers: row.answers,
            hits: row.hits,
            suppressed: row.suppressed,
        }
    }
}

impl DbTx {
    pub(super) async fn add_chunks(&mut self, task: i64, new: &NewTask) -> StoreResult<()> {
        let chunks = new.chunks();
        query!(
            "INSERT INTO chunks (task, seq, rows)
            WITH RECURSIVE counted (seq) AS (SELECT CAST(0 AS BIGINT) UNION ALL
                SELECT seq + 1 FROM counted WHERE seq + 1 < CAST($2 AS BIGINT))
            SELECT CAST($1 AS BIGINT), seq, CASE WHEN seq + 1 < $2 THEN CAST($3 AS BIGINT)
                ELSE CAST($4 AS BIGINT) - seq * $3 END
            FROM counted",
            task,
            chunks,
            new.chunk_size,
            new.total
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// Claims a chunk of a task that has been counted already.
    pub(crate) async fn claim_of(
        &mut self,
        (task, uid): (TaskId, Uid),
        lease_until: Timestamp,
    ) -> StoreResult<ClaimedChunk> {
        let chunk = query!(
            "UPDATE chunks SET state = 'running', epoch = epoch + 1, lease_until = $2
            WHERE task = $1 AND seq = (SELECT seq FROM chunks WHERE task = $1 AND state = 'pending'
                ORDER BY seq LIMIT 1)
            RETURNING seq, epoch, rows",
            task.0,
            lease_until.0
        )
        .fetch_optional(&mut *self.tx)
        .await?
        .ok_or_else(|| StoreError::corrupt(format!("task {task} has no pending chunk")))?;
        Ok(ClaimedChunk { uid, task, seq: chunk.seq, epoch: chunk.epoch, rows: chunk.rows })
    }

    pub(super) async fn give_back(
        &mut self,
        chunk: &ClaimedChunk,
        failed: bool,
        most_tries: i64,
    ) -> StoreResult<Option<Progress>> {
        let tried = i64::from(failed);
        dialect::lock_task(self, chunk.task).await?;
        let back = query!(
            "UPDATE chunks SET lease_until = NULL, tries = tries + $4,
                state = CASE WHEN tries + $4 >= $5 THEN 'given_up' ELSE 'pending' END
            WHERE task = $1 AND seq = $2 AND epoch = $3 AND state = 'running'
            RETURNING state",
            chunk.task.0,
            chunk.seq,
            chunk.epoch,
            tried,
            most_tries
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(back) = back else { return Ok(None) };
        let again = i64::from(back.state == "pending");
        let row = query_as!(
            ProgressRow,
            "UPDATE tasks SET running = running - 1, pending = pending + $2 WHERE id = $1
            RETURNING pending, running, done_chunks, done, charged_answers, charged, unknown, failed,
                answers, hits, suppressed",
            chunk.task.0,
            again
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(Some(row.into()))
    }

    pub(super) async fn reap(&mut self, now: Timestamp, most_tries: i64) -> StoreResult<Vec<TaskId>> {
        let expired = query!(
            "SELECT c.task, c.seq, c.epoch, c.rows, t.uid FROM chunks c JOIN tasks t ON t.id = c.task
            WHERE c.state = 'running' AND c.lease_until < $1 ORDER BY c.task, c.seq LIMIT 1000",
            now.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let mut tasks = Vec::new();
        for row in expired {
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
