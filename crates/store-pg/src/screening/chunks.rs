//! The queue of chunks in PostgreSQL. Whoever changes a chunk takes its task's
//! row first, so that nobody waits in a circle.

use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::money::Points;
use numsift_model::task::{ChunkDone, ChunkUsage, ClaimedChunk, NewTask, Progress};
use numsift_store::{PassOver, StoreError, StoreResult};
use sqlx::{query, query_as, query_scalar};

use crate::PgTx;
use crate::screening::usage::DAY;

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

impl PgTx {
    pub(super) async fn add_chunks(&mut self, task: i64, new: &NewTask) -> StoreResult<()> {
        let chunks = new.chunks();
        query!(
            "INSERT INTO chunks (task, seq, rows)
            SELECT $1, seq, LEAST($3::BIGINT, $4::BIGINT - seq * $3::BIGINT) FROM generate_series(0::BIGINT, $2::BIGINT - 1) AS seq",
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
        let accounts: Vec<i64> = pass_over.accounts.iter().map(|uid| uid.0).collect();
        let tasks: Vec<i64> = pass_over.tasks.iter().map(|id| id.0).collect();
        let task = query!(
            r#"SELECT t.id, t.uid FROM tasks t LEFT JOIN task_turns u ON u.uid = t.uid
            WHERE t.state = 'running' AND t.pending > 0 AND t.uid <> ALL($1) AND t.id <> ALL($2)
            ORDER BY COALESCE(u.turn, 0), t.id LIMIT 1 FOR NO KEY UPDATE OF t"#,
            &accounts,
            &tasks
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let Some(task) = task else { return Ok(None) };
        let Some(chunk) = self.claim_of(TaskId(task.id), lease_until).await? else { return Ok(None) };
        query!(
            "INSERT INTO task_turns (uid, turn) VALUES ($1, nextval('task_turn'))
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
        let column = |part: fn(&ChunkUsage) -> i64| done.used.iter().map(part).collect::<Vec<_>>();
        let used: Vec<String> = done.used.iter().map(|used| used.project.clone()).collect();
        let (spent, costs): (Vec<String>, Vec<i64>) =
            done.spent.iter().map(|(project, cost)| (project.clone(), cost.0)).unzip();
        // One way to the database and back for all of it: commits of one task wait for each other. Days are
        // changed in the order of their projects, so that nobody waits in a circle.
        let row = query!(
            r#"WITH counted AS (
                UPDATE tasks SET running = running - 1, done_chunks = done_chunks + 1, done = done + $2,
                    charged_answers = charged_answers + $3, charged = charged + $4, unknown = unknown + $5,
                    answers = answers + $6, hits = hits + $7
                WHERE id = $1 AND state IN ('running', 'paused')
                    AND EXISTS (SELECT 1 FROM chunks
                        WHERE task = $1 AND seq = $8 AND epoch = $9 AND state = 'running')
                RETURNING uid, pending, running, done_chunks, done, charged_answers, charged, unknown, answers, hits
            ), closed AS (
                UPDATE chunks SET state = 'done', lease_until = NULL, object = $10, row_group = 0,
                    histogram = $11, done_order = counted.done_chunks
                FROM counted
                WHERE task = $1 AND seq = $8 AND epoch = $9 AND state = 'running'
                RETURNING counted.uid
            ), used AS (
                INSERT INTO usage_days (uid, day, project, answers, hits, unknown, charged)
                SELECT closed.uid, $12::BIGINT, u.project, SUM(u.answers)::BIGINT, SUM(u.hits)::BIGINT,
                    SUM(u.unknown)::BIGINT, SUM(u.charged)::BIGINT
                FROM closed, UNNEST($13::TEXT[], $14::BIGINT[], $15::BIGINT[], $16::BIGINT[], $17::BIGINT[])
                    AS u (project, answers, hits, unknown, charged)
                GROUP BY closed.uid, u.project ORDER BY u.project
                ON CONFLICT (uid, day, project) DO UPDATE SET answers = usage_days.answers + excluded.answers,
                    hits = usage_days.hits + excluded.hits, unknown = usage_days.unknown + excluded.unknown,
                    charged = usage_days.charged + excluded.charged
            ), spent AS (
                INSERT INTO provider_costs (task, chunk, attempt, project, cost, created_at)
                SELECT $1, $8, $9, s.project, s.cost, $20::BIGINT
                FROM closed, UNNEST($18::TEXT[], $19::BIGINT[]) AS s (project, cost)
                ON CONFLICT (task, chunk, attempt, project) DO NOTHING
            )
            SELECT pending AS "pending!", running AS "running!", done_chunks AS "done_chunks!", done AS "done!",
                charged_answers AS "charged_answers!", charged AS "charged!", unknown AS "unknown!",
                answers AS "answers!", hits AS "hits!", EXISTS (SELECT 1 FROM closed) AS "closed!"
            FROM counted"#,
            chunk.task.0,
            chunk.rows,
            done.charged_answers,
            done.charged.0,
            done.unknown,
            done.answers,
            done.hits,
            chunk.seq,
            chunk.epoch,
            done.object,
            done.histogram,
            done.at.0 - done.at.0.rem_euclid(DAY),
            &used,
            &column(|used| used.answers),
            &column(|used| used.hits),
            &column(|used| used.unknown),
            &column(|used| used.charged),
            &spent,
            &costs,
            done.at.0
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let Some(row) = row else { return Ok(None) };
        if !row.closed {
            // Taken away while this waited for the task: the counters above must not be saved.
            self.unfinished = true;
            return Ok(None);
        }
        Ok(Some(Progress {
            pending: row.pending,
            running: row.running,
            done_chunks: row.done_chunks,
            done: row.done,
            charged_answers: row.charged_answers,
            charged: Points(row.charged),
            unknown: row.unknown,
            answers: row.answers,
            hits: row.hits,
        }))
    }

    pub(super) async fn give_back(
        &mut self,
        chunk: &ClaimedChunk,
        failed: bool,
        most_tries: i64,
    ) -> StoreResult<Option<Progress>> {
        let tried = i64::from(failed);
        query!("SELECT id FROM tasks WHERE id = $1 FOR NO KEY UPDATE", chunk.task.0)
            .fetch_optional(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
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
