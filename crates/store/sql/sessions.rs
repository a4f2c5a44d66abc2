//! Sessions.

use async_trait::async_trait;
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::id::{RoleId, SessionId, Uid};
use numsift_model::permission::Permissions;
use numsift_model::session::{EndReason, NewSession, SessionFacts, SessionWithAccount, Switched, TokenHash};
use numsift_store::{Sessions, StoreError, StoreResult};
use sqlx::query;

use crate::DbTx;
use crate::dialect::{self, query_in};
use crate::sql::accounts::AccountRow;

#[async_trait]
impl Sessions for DbTx {
    async fn open_session(&mut self, new: &NewSession) -> StoreResult<SessionId> {
        // A concurrent sign-in waits here, then sees this session and ends it.
        dialect::lock_account(self, new.uid).await?;
        if new.switched.is_none() {
            let reason = EndReason::Replaced.as_str();
            query!(
                "UPDATE sessions SET ended_at = $1, end_reason = $2
                WHERE ended_at IS NULL AND (uid = $3 AND actor IS NULL OR actor = $3)",
                new.created_at.0,
                reason,
                new.uid.0
            )
            .execute(&mut *self.tx)
            .await?;
        }
        let token_hash = new.token_hash.0.as_slice();
        let (actor, parent) = (new.switched.map(|s| s.actor.0), new.switched.map(|s| s.parent.0));
        let row = query!(
            r#"INSERT INTO sessions
                (token_hash, uid, created_at, last_seen_at, expires_at, ip, user_agent, actor, parent)
            VALUES ($1, $2, $3, $3, $4, $5, $6, $7, $8) RETURNING id AS "id!""#,
            token_hash,
            new.uid.0,
            new.created_at.0,
            new.expires_at.0,
            new.ip,
            new.user_agent,
            actor,
            parent,
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(SessionId(row.id))
    }

    async fn session(&mut self, token: &TokenHash) -> StoreResult<Option<SessionWithAccount>> {
        let token_hash = token.0.as_slice();
        // Every call of the console needs all of this, so it is one statement.
        let row = query!(
            r#"SELECT s.id AS "id!", s.last_seen_at, s.expires_at, s.end_reason, s.actor, s.parent,
                a.uid AS "uid!", a.username, a.account_type, a.enabled AS "enabled: bool", a.ud,
                a.self_quota_topup AS "self_quota_topup: bool", a.internal AS "internal: bool",
                a.invite_code, a.inviter, a.avatar, a.introduction, a.created_at, a.last_login_at,
                a.totp_enabled AS "totp_enabled: bool", a.must_change_password AS "must_change_password: bool",
                a.version, EXISTS (SELECT 1 FROM passkeys p WHERE p.uid = a.uid) AS "has_passkey!: bool",
                COALESCE((SELECT string_agg(CAST(role_id AS TEXT), ',' ORDER BY role_id)
                    FROM account_roles WHERE uid = a.uid), '') AS "roles!: String",
                COALESCE((SELECT string_agg(p.permission, ',') FROM account_roles r
                    JOIN role_permissions p ON p.role_id = r.role_id WHERE r.uid = a.uid), '')
                    AS "permissions!: String"
            FROM sessions s JOIN accounts a ON a.uid = s.uid WHERE s.token_hash = $1"#,
            token_hash
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(row) = row else { return Ok(None) };
        let account = Account::try_from(AccountRow {
            uid: row.uid,
            username: row.username,
            account_type: row.account_type,
            enabled: row.enabled,
            ud: row.ud,
            self_quota_topup: row.self_quota_topup,
            internal: row.internal,
            invite_code: row.invite_code,
            inviter: row.inviter,
            avatar: row.avatar,
            introduction: row.introduction,
            created_at: row.created_at,
            last_login_at: row.last_login_at,
            totp_enabled: row.totp_enabled,
            has_passkey: row.has_passkey,
            must_change_password: row.must_change_password,
            version: row.version,
            roles: row.roles,
        })?;
        let permissions = if account.roles.contains(&RoleId::ADMINISTRATOR) {
            Permissions::Everything
        } else {
            let words = row.permissions.split(',').filter(|word| !word.is_empty());
            Permissions::Only(words.map(str::to_owned).collect())
        };
        Ok(Some(SessionWithAccount {
            id: SessionId(row.id),
            last_seen_at: Timestamp(row.last_seen_at),
            expires_at: Timestamp(row.expires_at),
            ended: row
                .end_reason
                .map(|word| EndReason::from_word(&word).ok_or_else(|| StoreError::corrupt(word)))
                .transpose()?,
            switched: row
                .actor
                .zip(row.parent)
                .map(|(actor, parent)| Switched { actor: Uid(actor), parent: SessionId(parent) }),
            account,
            permissions,
        }))
    }

    async fn touch_session(&mut self, id: SessionId, now: Timestamp) -> StoreResult<()> {
        query!("UPDATE sessions SET last_seen_at = $1 WHERE id = $2 AND last_seen_at < $1", now.0, id.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn session_is_open(&mut self, id: SessionId, now: Timestamp) -> StoreResult<bool> {
        let row = query!(
            "SELECT uid FROM sessions WHERE id = $1 AND ended_at IS NULL AND expires_at > $2",
            id.0,
            now.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.is_some())
    }

    async fn sessions_of(&mut self, uid: Uid, limit: i64) -> StoreResult<Vec<SessionFacts>> {
        let rows = query!(
            "SELECT created_at, last_seen_at, expires_at, ip, user_agent, end_reason FROM sessions
            WHERE uid = $1 AND actor IS NULL ORDER BY id DESC LIMIT $2",
            uid.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| SessionFacts {
                created_at: Timestamp(row.created_at),
                last_seen_at: Timestamp(row.last_seen_at),
                ip: row.ip,
                user_agent: row.user_agent,
                ended: row.end_reason.as_deref().and_then(EndReason::from_word),
                expires_at: Timestamp(row.expires_at),
            })
            .collect())
    }

    async fn signed_in_among(
        &mut self,
        uids: &[Uid],
        seen_since: Timestamp,
        now: Timestamp,
    ) -> StoreResult<Vec<Uid>> {
        let uids = dialect::ids(uids.iter().map(|uid| uid.0));
        let rows = query_in!(
            "SELECT uid FROM sessions WHERE uid" in "$1" "AND ended_at IS NULL AND actor IS NULL
                AND last_seen_at > $2 AND expires_at > $3",
            &uids,
            seen_since.0,
            now.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| Uid(row.uid)).collect())
    }

    async fn end_session(&mut self, id: SessionId, reason: EndReason, now: Timestamp) -> StoreResult<()> {
        let reason = reason.as_str();
        query!(
            "UPDATE sessions SET ended_at = $1, end_reason = $2 WHERE (id = $3 OR parent = $3) AND ended_at IS NULL",
            now.0,
            reason,
            id.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn end_sessions_of(&mut self, uid: Uid, reason: EndReason, now: Timestamp) -> StoreResult<u64> {
        let reason = reason.as_str();
        let ended = query!(
            "UPDATE sessions SET ended_at = $1, end_reason = $2 WHERE (uid = $3 OR actor = $3) AND ended_at IS NULL",
            now.0,
            reason,
            uid.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(ended.rows_affected())
    }
}
