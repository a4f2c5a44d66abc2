//! Tasks.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, ListId, TaskId, Uid, WebhookId};
use numsift_model::money::Points;
use numsift_model::page::{Listed, Page};
use numsift_model::task::{
    ChunkDone, ChunkRow, ClaimedChunk, NewTask, Progress, Task, TaskCharge, TaskMode, TaskOrigin, TaskPlan,
    TaskState,
};
use numsift_store::{
    AccountUsage, DayUsage, PassOver, QueueDepth, Scope, StoreError, StoreResult, TaskFilter, Tasks,
    TopAccount, search_key,
};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, fetch_locked, query_in};

struct TaskRow {
    id: i64,
    uid: i64,
    username: String,
    name: String,
    list: i64,
    list_name: String,
    note: String,
    document: String,
    total: i64,
    chunk_size: i64,
    sample: bool,
    origin: String,
    internal: bool,
    held: i64,
    state: String,
    reason: String,
    pending: i64,
    running: i64,
    done_chunks: i64,
    done: i64,
    charged_answers: i64,
    charged: i64,
    unknown: i64,
    failed: i64,
    answers: i64,
    hits: i64,
    suppressed: i64,
    compacted: bool,
    request_id: String,
    metadata: String,
    key_id: Option<i64>,
    webhook: Option<i64>,
    created_at: i64,
    finished_at: Option<i64>,
    expires_at: Option<i64>,
}

impl TryFrom<TaskRow> for Task {
    type Error = StoreError;

    fn try_from(row: TaskRow) -> StoreResult<Self> {
        let plan: TaskPlan = serde_json::from_str(&row.document).map_err(StoreError::corrupt)?;
        let metadata = serde_json::from_str(&row.metadata).map_err(StoreError::corrupt)?;
        Ok(Self {
            id: TaskId(row.id),
            username: row.username,
            list_name: row.list_name,
            note: row.note,
            state: TaskState::from_word(&row.state).ok_or_else(|| StoreError::corrupt(&row.state))?,
            reason: row.reason,
            asked: NewTask {
                uid: Uid(row.uid),
                name: row.name,
                list: ListId(row.list),
                plan,
                total: row.total,
                chunk_size: row.chunk_size,
                sample: row.sample,
                origin: TaskOrigin::from_word(&row.origin).ok_or_else(|| StoreError::corrupt(&row.origin))?,
                internal: row.internal,
                held: Points(row.held),
                request_id: row.request_id,
                metadata,
                key: row.key_id.map(ApiKeyId),
                webhook: row.webhook.map(WebhookId),
                created_at: Timestamp(row.created_at),
            },
            progress: Progress {
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
            },
            finished_at: row.finished_at.map(Timestamp),
            expires_at: row.expires_at.map(Timestamp),
            compacted: row.compacted,
        })
    }
}

/// `query_as!` with the columns of tasks.
macro_rules! task_query {
    ($rest:literal $(+ $more:literal)* $(, $argument:expr)* $(,)?) => {
        query_as!(
            TaskRow,
            r#"SELECT t.id AS "id!", t.uid, a.username, t.name, t.list, l.name AS list_name, t.document, t.total, t.chunk_size, t.sample,
                t.internal, t.held, t.state, t.reason, t.pending, t.running, t.done_chunks, t.done,
                t.charged_answers, t.charged, t.unknown, t.failed, t.answers, t.hits, t.suppressed, t.compacted, t.created_at,
                t.finished_at, t.expires_at, t.origin, t.request_id, t.metadata, t.note, t.key_id, t.webhook
            FROM tasks t JOIN accounts a ON a.uid = t.uid JOIN lists l ON l.id = t.list "# + $rest $(+ $more)*
            $(, $argument)*
        )
    };
}

fn all(rows: Vec<TaskRow>) -> StoreResult<Vec<Task>> {
    rows.into_iter().map(Task::try_from).collect()
}

/// A pair as it stands in the text of the metadata. A text of another pair cannot contain it: keys have no quotes and no
/// backslashes, and quotes within values are escaped.
fn pair_text((key, value): &(String, String)) -> StoreResult<String> {
    let key = serde_json::to_string(key).map_err(StoreError::corrupt)?;
    let value = serde_json::to_string(value).map_err(StoreError::corrupt)?;
    Ok(format!("{key}:{value}"))
}

#[async_trait]
impl Tasks for DbTx {
    async fn add_task(&mut self, new: &NewTask) -> StoreResult<TaskId> {
        let document = serde_json::to_string(&new.plan).map_err(StoreError::corrupt)?;
        let metadata = serde_json::to_string(&new.metadata).map_err(StoreError::corrupt)?;
        let projects: Vec<_> = new.plan.checks.iter().map(|check| check.project.as_str()).collect();
        let projects = format!(",{},", projects.join(",,"));
        let (mode, chunks) = (new.plan.mode.as_str(), new.chunks());
        let (key, webhook) = (new.key.map(|key| key.0), new.webhook.map(|webhook| webhook.0));
        let (origin, name_key) = (new.origin.as_str(), search_key(&new.name));
        let row = query!(
            r#"INSERT INTO tasks (uid, name, list, mode, projects, document, total, chunk_size, sample, internal,
                held, state, pending, created_at, origin, name_key, request_id, metadata, key_id, webhook, bytes)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'running', $12, $13, $14, $15, $16, $17, $18, $19,
                CASE WHEN $9 THEN 0 ELSE (SELECT bytes FROM lists WHERE id = $3) END)
            RETURNING id AS "id!""#,
            new.uid.0,
            new.name,
            new.list.0,
            mode,
            projects,
            document,
            new.total,
            new.chunk_size,
            new.sample,
            new.internal,
            new.held.0,
            chunks,
            new.created_at.0,
            origin,
            name_key,
            new.request_id,
            metadata,
            key,
            webhook
        )
        .fetch_one(&mut *self.tx)
        .await?;
        self.add_chunks(row.id, new).await?;
        Ok(TaskId(row.id))
    }

    async fn task(&mut self, scope: Scope, id: TaskId) -> StoreResult<Option<Task>> {
        let owner = scope.owner();
        let row = fetch_locked!(
            self,
            task_query!(
                "WHERE t.id = $1 AND (CAST($2 AS BIGINT) IS NULL OR t.uid = $2)" + " FOR NO KEY UPDATE OF t",
                id.0,
                owner
            )
        )?;
        row.map(Task::try_from).transpose()
    }

    async fn tasks(&mut self, scope: Scope, filter: &TaskFilter, page: Page) -> StoreResult<Listed<Task>> {
        let (owner, uid) = (scope.owner(), filter.uid.map(|uid| uid.0));
        let (state, mode) = (filter.state.map(TaskState::as_str), filter.mode.map(TaskMode::as_str));
        let project = filter.project.as_ref().map(|project| format!(",{project},"));
        let search = filter.search.as_deref().map(search_key);
        let (from, until) = (filter.from.map(|at| at.0), filter.until.map(|at| at.0));
        let before = filter.before.map(|task| task.0);
        let metadata = filter.metadata.as_ref().map(pair_text).transpose()?;
        let rows = task_query!(
            "WHERE t.state <> 'deleted' AND NOT t.sample AND t.origin <> 'lookup'
                AND (CAST($1 AS BIGINT) IS NULL OR t.uid = $1) AND (CAST($2 AS BIGINT) IS NULL OR t.uid = $2)
                AND (CAST($3 AS TEXT) IS NULL OR t.state = $3) AND (CAST($4 AS TEXT) IS NULL OR t.mode = $4)
                AND (CAST($5 AS TEXT) IS NULL OR INSTR(t.projects, $5) > 0)
                AND (CAST($6 AS TEXT) IS NULL OR INSTR(t.name_key, $6) > 0
                    OR INSTR(t.note_key, $6) > 0 OR CAST(t.id AS TEXT) = $6
                    OR t.request_id = $6)
                AND (CAST($7 AS BIGINT) IS NULL OR t.created_at >= $7) AND (CAST($8 AS BIGINT) IS NULL OR t.created_at < $8)
                AND (CAST($11 AS BIGINT) IS NULL OR t.id < $11)
                AND (CAST($12 AS TEXT) IS NULL OR INSTR(t.metadata, $12) > 0)
            ORDER BY t.id DESC LIMIT $9 OFFSET $10",
            owner,
            uid,
            state,
            mode,
            project,
            search,
            from,
            until,
            page.limit,
            page.offset,
            before,
            metadata
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let count = query!(
            r#"SELECT COUNT(*) AS "count!" FROM tasks t
            WHERE t.state <> 'deleted' AND NOT t.sample AND t.origin <> 'lookup'
                AND (CAST($1 AS BIGINT) IS NULL OR t.uid = $1) AND (CAST($2 AS BIGINT) IS NULL OR t.uid = $2)
                AND (CAST($3 AS TEXT) IS NULL OR t.state = $3) AND (CAST($4 AS TEXT) IS NULL OR t.mode = $4)
                AND (CAST($5 AS TEXT) IS NULL OR INSTR(t.projects, $5) > 0)
                AND (CAST($6 AS TEXT) IS NULL OR INSTR(t.name_key, $6) > 0
                    OR INSTR(t.note_key, $6) > 0 OR CAST(t.id AS TEXT) = $6
                    OR t.request_id = $6)
                AND (CAST($7 AS BIGINT) IS NULL OR t.created_at >= $7) AND (CAST($8 AS BIGINT) IS NULL OR t.created_at < $8)
                AND (CAST($9 AS BIGINT) IS NULL OR t.id < $9)
                AND (CAST($10 AS TEXT) IS NULL OR INSTR(t.metadata, $10) > 0)"#,
            owner,
            uid,
            state,
            mode,
            project,
            search,
            from,
            until,
            before,
            metadata
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(Listed { items: all(rows)?, total: count.count })
    }

    async fn rename_task(&mut self, id: TaskId, name: &str) -> StoreResult<()> {
        let name_key = search_key(name);
        query!("UPDATE tasks SET name = $2, name_key = $3 WHERE id = $1", id.0, name, name_key)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn note_task(&mut self, id: TaskId, before: &str, note: &str) -> StoreResult<bool> {
        let note_key = search_key(note);
        let done = query!(
            "UPDATE tasks SET note = $3, note_key = $4 WHERE id = $1 AND note = $2",
            id.0,
            before,
            note,
            note_key
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn claim_chunk(
        &mut self,
        lease_until: Timestamp,
        pass_over: &PassOver,
    ) -> StoreResult<Option<ClaimedChunk>> {
        self.claim(lease_until, pass_over).await
    }

    async fn extend_leases(&mut self, chunks: &[ClaimedChunk], lease_until: Timestamp) -> StoreResult<()> {
        for chunk in chunks {
            query!(
                "UPDATE chunks SET lease_until = $4 WHERE task = $1 AND seq = $2 AND epoch = $3 AND state = 'running'",
                chunk.task.0,
                chunk.seq,
                chunk.epoch,
                lease_until.0
            )
            .execute(&mut *self.tx)
            .await?;
        }
        Ok(())
    }

    async fn commit_chunk(
        &mut self,
        chunk: &ClaimedChunk,
        done: &ChunkDone,
    ) -> StoreResult<Option<Progress>> {
        self.commit(chunk, done).await
    }

    async fn take_progress(&mut self, id: TaskId, now: Timestamp, since: Timestamp) -> StoreResult<bool> {
        let done = query!(
            "UPDATE tasks SET progress_told_at = $2 WHERE id = $1 AND COALESCE(progress_told_at, created_at) <= $3",
            id.0,
            now.0,
            since.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn add_task_charges(&mut self, id: TaskId, charges: &[TaskCharge]) -> StoreResult<()> {
        if charges.is_empty() { Ok(()) } else { self.add_charges(id, charges).await }
    }

    async fn task_charges(&mut self, id: TaskId) -> StoreResult<Vec<TaskCharge>> {
        self.charges_of(id).await
    }

    async fn give_back_chunk(
        &mut self,
        chunk: &ClaimedChunk,
        failed: bool,
        most_tries: i64,
    ) -> StoreResult<Option<Progress>> {
        self.give_back(chunk, failed, most_tries).await
    }

    async fn reap_chunks(&mut self, now: Timestamp, most_tries: i64) -> StoreResult<Vec<TaskId>> {
        self.reap(now, most_tries).await
    }

    async fn expire_leases(&mut self) -> StoreResult<()> {
        query!("UPDATE chunks SET lease_until = 0 WHERE state = 'running'").execute(&mut *self.tx).await?;
        query!("UPDATE jobs SET lease_until = 0 WHERE state = 'running'").execute(&mut *self.tx).await?;
        query!("UPDATE lookups SET lease_until = 0 WHERE state = 'open'").execute(&mut *self.tx).await?;
        Ok(())
    }

    async fn set_task_state(&mut self, id: TaskId, state: TaskState, reason: &str) -> StoreResult<()> {
        let state = state.as_str();
        query!("UPDATE tasks SET state = $2, reason = $3 WHERE id = $1", id.0, state, reason)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn end_task(
        &mut self,
        id: TaskId,
        state: TaskState,
        reason: &str,
        at: Timestamp,
        expires_at: Timestamp,
        open_chunks: bool,
    ) -> StoreResult<()> {
        let state = state.as_str();
        query!(
            "UPDATE tasks SET state = $2, reason = $3, finished_at = $4, expires_at = $5, pending = 0, running = 0,
                bytes = bytes * done / total
            WHERE id = $1",
            id.0,
            state,
            reason,
            at.0,
            expires_at.0
        )
        .execute(&mut *self.tx)
        .await?;
        if !open_chunks {
            return Ok(());
        }
        query!(
            "UPDATE chunks SET state = 'given_up', epoch = epoch + 1, lease_until = NULL
            WHERE task = $1 AND state IN ('pending', 'running')",
            id.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn chunks_done(&mut self, id: TaskId, after_order: i64) -> StoreResult<Vec<ChunkRow>> {
        let rows = query!(
            r#"SELECT seq, rows, object AS "object!", row_group, done_order AS "done_order!",
                histogram AS "histogram!"
            FROM chunks WHERE task = $1 AND state = 'done' AND done_order > $2 ORDER BY done_order"#,
            id.0,
            after_order
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| ChunkRow {
                seq: row.seq,
                rows: row.rows,
                object: row.object,
                row_group: row.row_group,
                done_order: row.done_order,
                histogram: row.histogram,
            })
            .collect())
    }

    async fn move_chunks(
        &mut self,
        id: TaskId,
        places: &[(i64, String, i64)],
        bytes: i64,
    ) -> StoreResult<()> {
        for (seq, object, row_group) in places {
            query!(
                "UPDATE chunks SET object = $3, row_group = $4 WHERE task = $1 AND seq = $2 AND state = 'done'",
                id.0,
                seq,
                object,
                row_group
            )
            .execute(&mut *self.tx)
            .await?;
        }
        query!("UPDATE tasks SET compacted = TRUE, bytes = $2 WHERE id = $1", id.0, bytes)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn objects_in_use(&mut self, objects: &[(TaskId, String)]) -> StoreResult<BTreeSet<String>> {
        let tasks: BTreeSet<_> = objects.iter().map(|(task, _)| task.0).collect();
        let tasks = dialect::ids(tasks.into_iter());
        let names = dialect::texts(objects.iter().map(|(_, name)| name.as_str()));
        let rows = query_in!(
            "SELECT task, object FROM chunks WHERE object IS NOT NULL AND task" in "$1" "AND object" in "$2" "",
            &tasks,
            &names
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let used: BTreeSet<_> = rows.into_iter().map(|row| (TaskId(row.task), row.object)).collect();
        let is_used = |(task, name): &&(TaskId, String)| used.contains(&(*task, Some(name.clone())));
        Ok(objects.iter().filter(is_used).map(|(_, name)| name.clone()).collect())
    }

    async fn usage(&mut self, scope: Scope, from: Timestamp) -> StoreResult<Vec<DayUsage>> {
        self.used_by_day(scope, from).await
    }

    async fn top_accounts(&mut self, from: Timestamp, limit: i64) -> StoreResult<Vec<TopAccount>> {
        self.charged_most(from, limit).await
    }

    async fn account_usage(&mut self, uid: Uid, from: Timestamp) -> StoreResult<AccountUsage> {
        self.used_by(uid, from).await
    }

    async fn tasks_to_notice(
        &mut self,
        expire_before: Timestamp,
        notices: i64,
        limit: i64,
    ) -> StoreResult<Vec<Task>> {
        let rows = task_query!(
            "WHERE t.state <> 'deleted' AND NOT t.sample AND t.origin <> 'lookup' AND t.expires_at < $1 AND t.notices < $2
                AND NOT EXISTS (SELECT 1 FROM schedules s
                    WHERE s.ended_at IS NULL AND (s.last_task = t.id OR s.previous_task = t.id))
            ORDER BY t.expires_at LIMIT $3",
            expire_before.0,
            notices,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        all(rows)
    }

    async fn note_notice(&mut self, id: TaskId, notices: i64) -> StoreResult<()> {
        query!("UPDATE tasks SET notices = $2 WHERE id = $1", id.0, notices).execute(&mut *self.tx).await?;
        Ok(())
    }

    async fn expired_tasks(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<Task>> {
        let rows = task_query!(
            "WHERE t.state <> 'deleted' AND t.expires_at <= $1 AND NOT EXISTS (SELECT 1 FROM schedules s
                WHERE s.ended_at IS NULL AND (s.last_task = t.id OR s.previous_task = t.id))
            ORDER BY t.expires_at LIMIT $2",
            now.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        all(rows)
    }

    async fn samples_since(&mut self, uid: Uid, since: Timestamp) -> StoreResult<i64> {
        let row = query!(
            r#"SELECT COUNT(*) AS "count!" FROM tasks WHERE uid = $1 AND sample AND created_at >= $2"#,
            uid.0,
            since.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.count)
    }

    async fn active_accounts(&mut self, since: Timestamp) -> StoreResult<i64> {
        let row =
            query!(r#"SELECT COUNT(*) AS "count!: i64" FROM accounts WHERE last_login_at >= $1"#, since.0)
                .fetch_one(&mut *self.tx)
                .await?;
        Ok(row.count)
    }

    async fn chunks_expired_since(&mut self, before: Timestamp) -> StoreResult<i64> {
        let row = query!(
            r#"SELECT COUNT(*) AS "count!: i64" FROM chunks WHERE state = 'running' AND lease_until < $1"#,
            before.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.count)
    }

    async fn queue_depth(&mut self, now: Timestamp) -> StoreResult<QueueDepth> {
        let since = now.plus_days(-1).0;
        let row = query!(
            r#"SELECT
                (SELECT COUNT(*) FROM tasks WHERE state = 'running') AS "tasks!: i64",
                (SELECT CAST(COALESCE(SUM(pending), 0) AS BIGINT) FROM tasks WHERE state = 'running')
                    AS "pending!: i64",
                (SELECT CAST(COALESCE(SUM(running), 0) AS BIGINT) FROM tasks WHERE state = 'running')
                    AS "running!: i64",
                (SELECT COUNT(*) FROM jobs WHERE state IN ('pending', 'running')) AS "jobs!: i64",
                (SELECT COUNT(*) FROM jobs WHERE state = 'failed' AND finished_at >= $1)
                    + (SELECT COUNT(*) FROM tasks WHERE state = 'stopped' AND finished_at >= $1) AS "failed!: i64""#,
            since
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(QueueDepth {
            tasks: row.tasks,
            pending: row.pending,
            running: row.running,
            jobs: row.jobs,
            failed: row.failed,
        })
    }
}
