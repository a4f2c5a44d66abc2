//! Links that expire.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ResultLinkId, TaskId, Uid};
use numsift_model::session::TokenHash;
use numsift_store::{Links, NewResultLink, PasswordLink, ResultLink, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;

struct PasswordLinkRow {
    uid: i64,
    created_by: i64,
    end_keys: bool,
    created_at: i64,
    expires_at: i64,
}

impl From<PasswordLinkRow> for PasswordLink {
    fn from(row: PasswordLinkRow) -> Self {
        Self {
            uid: Uid(row.uid),
            created_by: Uid(row.created_by),
            end_keys: row.end_keys,
            created_at: Timestamp(row.created_at),
            expires_at: Timestamp(row.expires_at),
        }
    }
}

struct ResultLinkRow {
    id: i64,
    task: i64,
    masked: bool,
    created_at: i64,
    expires_at: i64,
    looks: i64,
    last_look_at: Option<i64>,
}

impl From<ResultLinkRow> for ResultLink {
    fn from(row: ResultLinkRow) -> Self {
        Self {
            id: ResultLinkId(row.id),
            made: NewResultLink {
                task: TaskId(row.task),
                masked: row.masked,
                created_at: Timestamp(row.created_at),
                expires_at: Timestamp(row.expires_at),
            },
            looks: row.looks,
            last_look_at: row.last_look_at.map(Timestamp),
        }
    }
}

/// `query_as!` with the columns of links to results.
macro_rules! result_link_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            ResultLinkRow,
            r#"SELECT id AS "id!", task, masked AS "masked: bool", created_at, expires_at, looks, last_look_at
            FROM result_links WHERE revoked_at IS NULL AND "# + $rest
            $(, $argument)*
        )
    };
}

#[async_trait]
impl Links for DbTx {
    async fn put_password_link(&mut self, token: &TokenHash, link: &PasswordLink) -> StoreResult<()> {
        let token = token.0.as_slice();
        query!(
            "INSERT INTO password_links (uid, token_hash, created_by, end_keys, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (uid) DO UPDATE SET token_hash = excluded.token_hash, created_by = excluded.created_by,
                end_keys = excluded.end_keys, created_at = excluded.created_at, expires_at = excluded.expires_at",
            link.uid.0,
            token,
            link.created_by.0,
            link.end_keys,
            link.created_at.0,
            link.expires_at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn password_link(
        &mut self,
        token: &TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<PasswordLink>> {
        let token = token.0.as_slice();
        let row = query_as!(
            PasswordLinkRow,
            r#"SELECT uid AS "uid!", created_by, end_keys AS "end_keys: bool", created_at, expires_at
            FROM password_links WHERE token_hash = $1 AND expires_at > $2"#,
            token,
            now.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(PasswordLink::from))
    }

    async fn take_password_link(
        &mut self,
        token: &TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<PasswordLink>> {
        let token = token.0.as_slice();
        let row = query_as!(
            PasswordLinkRow,
            r#"DELETE FROM password_links WHERE token_hash = $1 AND expires_at > $2
            RETURNING uid AS "uid!", created_by AS "created_by!", end_keys AS "end_keys!: bool",
                created_at AS "created_at!", expires_at AS "expires_at!""#,
            token,
            now.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(PasswordLink::from))
    }

    async fn remove_password_link(&mut self, uid: Uid) -> StoreResult<()> {
        query!("DELETE FROM password_links WHERE uid = $1", uid.0).execute(&mut *self.tx).await?;
        Ok(())
    }

    async fn add_result_link(&mut self, token: &TokenHash, new: &NewResultLink) -> StoreResult<ResultLinkId> {
        let token = token.0.as_slice();
        let row = query!(
            r#"INSERT INTO result_links (task, token_hash, masked, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5) RETURNING id AS "id!""#,
            new.task.0,
            token,
            new.masked,
            new.created_at.0,
            new.expires_at.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(ResultLinkId(row.id))
    }

    async fn result_links(&mut self, task: TaskId, now: Timestamp) -> StoreResult<Vec<ResultLink>> {
        let rows = result_link_query!("task = $1 AND expires_at > $2 ORDER BY id DESC", task.0, now.0)
            .fetch_all(&mut *self.tx)
            .await?;
        Ok(rows.into_iter().map(ResultLink::from).collect())
    }

    async fn result_link(&mut self, token: &TokenHash, now: Timestamp) -> StoreResult<Option<ResultLink>> {
        let token = token.0.as_slice();
        let row = result_link_query!("token_hash = $1 AND expires_at > $2", token, now.0)
            .fetch_optional(&mut *self.tx)
            .await?;
        Ok(row.map(ResultLink::from))
    }

    async fn note_look(&mut self, id: ResultLinkId, at: Timestamp) -> StoreResult<()> {
        query!("UPDATE result_links SET looks = looks + 1, last_look_at = $2 WHERE id = $1", id.0, at.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn revoke_result_link(
        &mut self,
        task: TaskId,
        id: ResultLinkId,
        at: Timestamp,
    ) -> StoreResult<bool> {
        let revoked = query!(
            "UPDATE result_links SET revoked_at = $3
            WHERE task = $1 AND id = $2 AND revoked_at IS NULL AND expires_at > $3",
            task.0,
            id.0,
            at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(revoked.rows_affected() == 1)
    }
}
