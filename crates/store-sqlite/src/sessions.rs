//! Sessions in SQLite.

use async_trait::async_trait;
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::id::{SessionId, Uid};
use numsift_model::session::{EndReason, NewSession, SessionWithAccount, TokenHash};
use numsift_store::{Accounts, Sessions, StoreError, StoreResult};
use sqlx::query;

use crate::SqliteTx;

#[async_trait]
impl Sessions for SqliteTx {
    async fn open_session(&mut self, new: &NewSession) -> StoreResult<SessionId> {
        self.end_sessions_of(new.uid, EndReason::Replaced, new.created_at).await?;
        let token_hash = new.token_hash.0.as_slice();
        let row = query!(
            r#"INSERT INTO sessions (token_hash, uid, created_at, last_seen_at, expires_at, ip, user_agent)
            VALUES (?1, ?2, ?3, ?3, ?4, ?5, ?6) RETURNING id AS "id!""#,
            token_hash,
            new.uid.0,
            new.created_at.0,
            new.expires_at.0,
            new.ip,
            new.user_agent,
        )
        .fetch_one(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(SessionId(row.id))
    }

    async fn session(&mut self, token: &TokenHash) -> StoreResult<Option<SessionWithAccount>> {
        let token_hash = token.0.as_slice();
        let row = query!(
            r#"SELECT id AS "id!", uid, last_seen_at, expires_at, end_reason
            FROM sessions WHERE token_hash = ?"#,
            token_hash
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let Some(row) = row else { return Ok(None) };
        let account: Account = self
            .account(Uid(row.uid))
            .await?
            .ok_or_else(|| StoreError::corrupt(format!("session {} has no account", row.id)))?;
        Ok(Some(SessionWithAccount {
            id: SessionId(row.id),
            last_seen_at: Timestamp(row.last_seen_at),
            expires_at: Timestamp(row.expires_at),
            ended: row
                .end_reason
                .map(|word| EndReason::from_word(&word).ok_or_else(|| StoreError::corrupt(word)))
                .transpose()?,
            account,
        }))
    }

    async fn touch_session(&mut self, id: SessionId, now: Timestamp) -> StoreResult<()> {
        query!("UPDATE sessions SET last_seen_at = MAX(last_seen_at, ?) WHERE id = ?", now.0, id.0)
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn end_session(&mut self, id: SessionId, reason: EndReason, now: Timestamp) -> StoreResult<()> {
        let reason = reason.as_str();
        query!(
            "UPDATE sessions SET ended_at = ?, end_reason = ? WHERE id = ? AND ended_at IS NULL",
            now.0,
            reason,
            id.0
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn end_sessions_of(&mut self, uid: Uid, reason: EndReason, now: Timestamp) -> StoreResult<()> {
        let reason = reason.as_str();
        query!(
            "UPDATE sessions SET ended_at = ?, end_reason = ? WHERE uid = ? AND ended_at IS NULL",
            now.0,
            reason,
            uid.0
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }
}
