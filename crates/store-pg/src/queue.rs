//! Claiming jobs, claiming and committing chunks. Every statement is a round trip, and commits of one task wait for
//! each other.

use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::money::Points;
use numsift_model::task::{ChunkDone, ChunkUsage, ClaimedChunk, Progress, TaskCharge};
use numsift_store::{PassOver, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::sql::jobs::JobRow;

impl DbTx {
    /// Claims a chunk of the account that was served least recently.
    pub(crate) async fn claim(
        &mut self,
        lease_until: Timestamp,
        pass_over: &PassOver,
    ) -> StoreResult<Option<ClaimedChunk>> {
        let accounts: Vec<i64> = pass_over.accounts.iter().map(|uid| uid.0).collect();
        let tasks: Vec<i64> = pass_over.tasks.iter().map(|id| id.0).collect();
        // The task is locked before its chunk is chosen, in a statement of its own, so that the choice sees the claims of
        // those who locked it before.
        let task = query!(
            "UPDATE tasks SET pending = pending - 1, running = running + 1
            WHERE id = (SELECT t.id FROM tasks t LEFT JOIN task_turns u ON u.uid = t.uid
                WHERE t.state = 'running' AND t.pending > 0 AND t.uid <> ALL($1) AND t.id <> ALL($2)
                ORDER BY COALESCE(u.turn, 0), t.id LIMIT 1 FOR NO KEY UPDATE OF t)
            RETURNING id, uid",
            &accounts,
            &tasks
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(task) = task else { return Ok(None) };
        let chunk = self.claim_of((TaskId(task.id), Uid(task.uid)), lease_until).await?;
        query!(
            "INSERT INTO task_turns (uid, turn) VALUES ($1, nextval('task_turn'))
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
        let accounts: Vec<i64> = pass_over.iter().map(|uid| uid.0).collect();
        let job = query_as!(
            JobRow,
            "UPDATE jobs SET state = 'running', epoch = epoch + 1, tries = tries + 1, lease_until = $3
            WHERE id = (SELECT j.id FROM jobs j LEFT JOIN job_turns u ON u.uid = j.uid
                WHERE j.state IN ('pending', 'running') AND j.uid <> ALL($2)
                    AND ((j.state = 'pending' AND j.not_before <= $1)
                        OR (j.state = 'running' AND j.lease_until < $1))
                ORDER BY COALESCE(u.turn, 0), j.id LIMIT 1 FOR UPDATE OF j SKIP LOCKED)
            RETURNING id, kind, uid, task, list, state, epoch, tries, done, total, request, result, created_at,
                finished_at",
            now.0,
            &accounts,
            lease_until.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(job) = job else { return Ok(None) };
        query!(
            "INSERT INTO job_turns (uid, turn) VALUES ($1, nextval('job_turn'))
            ON CONFLICT (uid) DO UPDATE SET turn = excluded.turn",
            job.uid
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(Some(job))
    }

    /// Commits a chunk in one statement.
    pub(crate) async fn commit(
        &mut self,
        chunk: &ClaimedChunk,
        done: &ChunkDone,
    ) -> StoreResult<Option<Progress>> {
        let column = |part: fn(&ChunkUsage) -> i64| done.used.iter().map(part).collect::<Vec<_>>();
        let used: Vec<String> = done.used.iter().map(|used| used.project.clone()).collect();
        let (spent, costs): (Vec<String>, Vec<i64>) =
            done.spent.iter().map(|(project, cost)| (project.clone(), cost.0)).unzip();
        // Usage rows are updated in the order of their projects, so that transactions cannot deadlock.
        let row = query!(
            r#"WITH counted AS (
                UPDATE tasks SET running = running - 1, done_chunks = done_chunks + 1, done = done + $2,
                    charged_answers = charged_answers + $3, charged = charged + $4, unknown = unknown + $5,
                    answers = answers + $6, hits = hits + $7, failed = failed + $21, suppressed = suppressed + $22
                WHERE id = $1 AND state IN ('running', 'paused')
                    AND EXISTS (SELECT 1 FROM chunks
                        WHERE task = $1 AND seq = $8 AND epoch = $9 AND state = 'running')
                RETURNING uid, pending, running, done_chunks, done, charged_answers, charged, unknown, failed,
                    answers, hits, suppressed
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
                charged_answers AS "charged_answers!", charged AS "charged!", unknown AS "unknown!", failed AS "failed!",
                answers AS "answers!", hits AS "hits!", suppressed AS "suppressed!", EXISTS (SELECT 1 FROM closed) AS "closed!"
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
            done.at.start_of_day().0,
            &used,
            &column(|used| used.answers),
            &column(|used| used.hits),
            &column(|used| used.unknown),
            &column(|used| used.charged),
            &spent,
            &costs,
            done.at.0,
            done.failed,
            done.suppressed
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(row) = row else { return Ok(None) };
        if !row.closed {
            // The chunk was claimed again while this waited for the task: the counters must not be saved.
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
            failed: row.failed,
            answers: row.answers,
            hits: row.hits,
            suppressed: row.suppressed,
        }))
    }

    /// Adds the charges of a chunk to those of its task.
    pub(crate) async fn add_charges(&mut self, task: TaskId, charges: &[TaskCharge]) -> StoreResult<()> {
        let projects: Vec<_> = charges.iter().map(|charge| charge.project.clone()).collect();
        let prices: Vec<_> = charges.iter().map(|charge| charge.price.0).collect();
        let numbers: Vec<_> = charges.iter().map(|charge| charge.numbers).collect();
        query!(
            "INSERT INTO task_charges (task, project, price, numbers)
            SELECT $1, c.project, c.price, c.numbers
            FROM UNNEST($2::TEXT[], $3::BIGINT[], $4::BIGINT[]) AS c (project, price, numbers)
            ON CONFLICT (task, project, price) DO UPDATE SET numbers = task_charges.numbers + excluded.numbers",
            task.0,
            &projects,
            &prices,
            &numbers
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// Writes the events of this transaction.
    pub(crate) async fn write_events(&mut self) -> StoreResult<()> {
        let events = std::mem::take(&mut self.events);
        if events.is_empty() {
            return Ok(());
        }
        let (mut at, mut uids, mut kinds, mut data) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for event in events {
            at.push(event.at);
            uids.push(event.uid);
            kinds.push(event.kind);
            data.push(event.data);
        }
        query!(
            "INSERT INTO events (at, uid, kind, data)
            SELECT e.at, e.uid, e.kind, e.data
            FROM UNNEST($1::BIGINT[], $2::BIGINT[], $3::TEXT[], $4::TEXT[]) WITH ORDINALITY
                AS e (at, uid, kind, data, place)
            ORDER BY e.place",
            &at,
            &uids as &[Option<i64>],
            &kinds,
            &data
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }
}
