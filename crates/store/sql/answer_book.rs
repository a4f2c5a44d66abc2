//! The runs of the answer book.

use std::collections::BTreeSet;

use async_trait::async_trait;
use numsift_model::answer_book::{AnswerRun, NewAnswerRun};
use numsift_model::clock::Timestamp;
use numsift_model::id::{AnswerRunId, TaskId, Uid};
use numsift_model::task::Task;
use numsift_store::{AnswerBook, Scope, StoreResult, Tasks as _};
use sqlx::{query, query_scalar};

use crate::DbTx;
use crate::dialect::{self, query_in};

impl DbTx {
    async fn with_folded(&mut self, rows: Vec<(i64, i64)>) -> StoreResult<Vec<(Task, i64)>> {
        let mut tasks = Vec::with_capacity(rows.len());
        for (id, folded) in rows {
            if let Some(task) = self.task(Scope::All, TaskId(id)).await? {
                tasks.push((task, folded));
            }
        }
        Ok(tasks)
    }
}

#[async_trait]
impl AnswerBook for DbTx {
    async fn answer_runs(&mut self, uid: Uid, project: Option<&str>) -> StoreResult<Vec<AnswerRun>> {
        let rows = query!(
            r#"SELECT id AS "id!", uid, project, object, answers, bytes, newest, created_at, checked_at
            FROM answer_runs WHERE uid = $1 AND (CAST($2 AS TEXT) IS NULL OR project = $2) ORDER BY id"#,
            uid.0,
            project
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let run =
            |data, id, checked_at| AnswerRun { id: AnswerRunId(id), data, checked_at: Timestamp(checked_at) };
        Ok(rows
            .into_iter()
            .map(|row| {
                let data = NewAnswerRun {
                    uid: Uid(row.uid),
                    project: row.project,
                    object: row.object,
                    answers: row.answers,
                    bytes: row.bytes,
                    newest: Timestamp(row.newest),
                    created_at: Timestamp(row.created_at),
                };
                run(data, row.id, row.checked_at)
            })
            .collect())
    }

    async fn add_answer_run(&mut self, new: &NewAnswerRun) -> StoreResult<AnswerRunId> {
        let id = query_scalar!(
            r#"INSERT INTO answer_runs (uid, project, object, answers, bytes, newest, created_at, checked_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $7) RETURNING id AS "id!""#,
            new.uid.0,
            new.project,
            new.object,
            new.answers,
            new.bytes,
            new.newest.0,
            new.created_at.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(AnswerRunId(id))
    }

    async fn remove_answer_runs(&mut self, runs: &[AnswerRunId]) -> StoreResult<bool> {
        let ids = dialect::ids(runs.iter().map(|run| run.0));
        let removed =
            query_in!("DELETE FROM answer_runs WHERE id" in "$1" "", &ids).execute(&mut *self.tx).await?;
        Ok(removed.rows_affected() == runs.len() as u64)
    }

    async fn drop_answer_run(
        &mut self,
        run: AnswerRunId,
        tasks: Option<&BTreeSet<TaskId>>,
    ) -> StoreResult<bool> {
        let removed = query!("DELETE FROM answer_runs WHERE id = $1 RETURNING uid, project", run.0)
            .fetch_optional(&mut *self.tx)
            .await?;
        let Some(removed) = removed else { return Ok(false) };
        if let Some(tasks) = tasks {
            let ids = dialect::ids(tasks.iter().map(|task| task.0));
            query_in!(
                "UPDATE tasks SET folded = 0 WHERE uid = $1 AND folded > 0 AND state <> 'deleted' AND id"
                in "$2" "",
                removed.uid,
                &ids
            )
            .execute(&mut *self.tx)
            .await?;
        } else {
            let project = format!(",{},", removed.project);
            query!(
                "UPDATE tasks SET folded = 0
                    WHERE uid = $1 AND folded > 0 AND state <> 'deleted' AND INSTR(projects, $2) > 0",
                removed.uid,
                project
            )
            .execute(&mut *self.tx)
            .await?;
        }
        Ok(true)
    }

    async fn note_run_checked(&mut self, run: AnswerRunId, at: Timestamp) -> StoreResult<()> {
        query!("UPDATE answer_runs SET checked_at = $2 WHERE id = $1", run.0, at.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn runs_in_use(&mut self, objects: &[String]) -> StoreResult<BTreeSet<String>> {
        let names = dialect::texts(objects.iter().map(String::as_str));
        let rows = query_in!("SELECT object FROM answer_runs WHERE object" in "$1" "", &names)
            .fetch_all(&mut *self.tx)
            .await?;
        Ok(rows.into_iter().map(|row| row.object).collect())
    }

    async fn tasks_not_folded(&mut self, uid: Uid, project: &str) -> StoreResult<Vec<(Task, i64)>> {
        let project = format!(",{project},");
        let rows = query!(
            r#"SELECT id AS "id!", folded FROM tasks WHERE uid = $1 AND folded < done_chunks AND NOT sample
                AND state IN ('completed', 'cancelled', 'stopped') AND INSTR(projects, $2) > 0
            ORDER BY id"#,
            uid.0,
            project
        )
        .fetch_all(&mut *self.tx)
        .await?;
        self.with_folded(rows.into_iter().map(|row| (row.id, row.folded)).collect()).await
    }

    async fn tasks_to_fold(&mut self, uid: Uid, many: i64) -> StoreResult<Vec<(Task, i64)>> {
        // Each part uses an index of its own.
        let rows = query!(
            r#"SELECT id AS "id!", folded AS "folded!" FROM (
                SELECT id, folded FROM tasks WHERE uid = $1 AND folded < done_chunks AND NOT sample
                    AND state IN ('completed', 'cancelled', 'stopped')
                UNION ALL SELECT id, folded FROM tasks WHERE uid = $1 AND state = 'running' AND pending > 0
                    AND NOT sample AND (done_chunks - folded) * chunk_size >= CAST($2 AS BIGINT)) t
            ORDER BY id"#,
            uid.0,
            many
        )
        .fetch_all(&mut *self.tx)
        .await?;
        self.with_folded(rows.into_iter().map(|row| (row.id, row.folded)).collect()).await
    }

    async fn note_folded(&mut self, task: TaskId, from: i64, to: i64) -> StoreResult<bool> {
        let done = query!(
            "UPDATE tasks SET folded = $3 WHERE id = $1 AND folded = $2 AND state <> 'deleted'",
            task.0,
            from,
            to
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn live_tasks(
        &mut self,
        tasks: &BTreeSet<TaskId>,
        now: Timestamp,
    ) -> StoreResult<BTreeSet<TaskId>> {
        let ids = dialect::ids(tasks.iter().map(|task| task.0));
        let rows = query_in!(
            r#"SELECT id AS "id!" FROM tasks WHERE state IN ('completed', 'cancelled', 'stopped')
                AND (expires_at IS NULL OR expires_at > $1) AND id"#
            in "$2" "",
            now.0,
            &ids
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| TaskId(row.id)).collect())
    }

    async fn deleted_tasks(
        &mut self,
        tasks: &BTreeSet<TaskId>,
        now: Timestamp,
    ) -> StoreResult<BTreeSet<TaskId>> {
        let ids = dialect::ids(tasks.iter().map(|task| task.0));
        let rows = query_in!(
            r#"SELECT id AS "id!" FROM tasks WHERE (state = 'deleted' OR expires_at <= $1) AND id"#
            in "$2" "",
            now.0,
            &ids
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| TaskId(row.id)).collect())
    }

    async fn accounts_to_fold(
        &mut self,
        many: i64,
        checked_before: Timestamp,
        limit: i64,
    ) -> StoreResult<Vec<Uid>> {
        let uids = query_scalar!(
            r#"SELECT u.uid AS "uid!" FROM (
                SELECT uid FROM tasks WHERE folded < done_chunks AND NOT sample
                    AND state IN ('completed', 'cancelled', 'stopped')
                UNION SELECT uid FROM tasks WHERE state = 'running' AND pending > 0 AND NOT sample
                    AND (done_chunks - folded) * chunk_size >= CAST($1 AS BIGINT)
                UNION SELECT uid FROM answer_runs WHERE checked_at < $2) u
            WHERE NOT EXISTS (SELECT 1 FROM jobs j
                WHERE j.uid = u.uid AND j.kind = 'fold' AND j.state IN ('pending', 'running'))
            ORDER BY u.uid LIMIT $3"#,
            many,
            checked_before.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(uids.into_iter().map(Uid).collect())
    }
}
