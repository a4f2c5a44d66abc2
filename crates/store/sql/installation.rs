//! Kind, key, menu, settings, rate limits and download links.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{SessionId, Uid};
use numsift_model::menu::MenuRow;
use numsift_model::session::TokenHash;
use numsift_model::settings::{InstallationKind, Settings};
use numsift_store::{Attempt, Backlog, Installation, Sessions, SetupState, StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;

#[async_trait]
impl Installation for DbTx {
    async fn backlog(&mut self, now: Timestamp) -> StoreResult<Backlog> {
        // Conditions are written as in the partial indexes, so that SQLite uses them.
        let row = query!(
            r#"SELECT
                (SELECT MIN(created_at) FROM tasks WHERE state = 'running' AND pending > 0) AS "oldest_task?: i64",
                (SELECT COUNT(*) FROM jobs WHERE state IN ('pending', 'running') AND state = 'pending')
                    AS "pending_jobs!: i64",
                (SELECT COUNT(*) FROM jobs WHERE state IN ('pending', 'running') AND state = 'running')
                    AS "running_jobs!: i64",
                (SELECT MIN(CASE WHEN not_before > created_at THEN not_before ELSE created_at END) FROM jobs
                    WHERE state IN ('pending', 'running') AND state = 'pending') AS "oldest_job?: i64",
                (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending') AS "pending_deliveries!: i64",
                (SELECT COUNT(*) FROM webhook_deliveries WHERE state = 'pending' AND next_try_at <= $1)
                    AS "due_deliveries!: i64",
                (SELECT MIN(next_try_at) FROM webhook_deliveries WHERE state = 'pending' AND next_try_at <= $1)
                    AS "oldest_delivery?: i64",
                (SELECT COUNT(*) FROM recharge_orders WHERE status = 0) AS "open_orders!: i64",
                (SELECT COUNT(*) FROM deposits WHERE status = 'unmatched') AS "unmatched_deposits!: i64",
                (SELECT COUNT(*) FROM approvals WHERE state = 'pending' AND expires_at > $1)
                    AS "pending_approvals!: i64""#,
            now.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        let age = |since: Option<i64>| since.map_or(0, |since| now.since(Timestamp(since)).max(0));
        Ok(Backlog {
            oldest_task_s: age(row.oldest_task),
            pending_jobs: row.pending_jobs,
            running_jobs: row.running_jobs,
            oldest_job_s: age(row.oldest_job),
            pending_deliveries: row.pending_deliveries,
            due_deliveries: row.due_deliveries,
            oldest_delivery_s: age(row.oldest_delivery),
            open_orders: row.open_orders,
            unmatched_deposits: row.unmatched_deposits,
            pending_approvals: row.pending_approvals,
        })
    }

    async fn ledger_imbalance(&mut self) -> StoreResult<i64> {
        let row = query!(
            r#"SELECT CAST(COALESCE(SUM(ABS(off)), 0) AS BIGINT) AS "off!: i64"
            FROM (SELECT SUM(balance) AS off FROM ledger_accounts GROUP BY asset) AS sums"#
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.off)
    }

    async fn menu(&mut self) -> StoreResult<Vec<MenuRow>> {
        Ok(query_as!(
            MenuRow,
            r#"SELECT id AS "id!", parent, module, action, view, title, admin_title, icon, kind
            FROM menu ORDER BY sort, id"#
        )
        .fetch_all(&mut *self.tx)
        .await?)
    }

    async fn settings(&mut self) -> StoreResult<Settings> {
        // Several steps of a transaction need them.
        if let Some(settings) = &self.settings {
            return Ok(settings.clone());
        }
        let row = query!("SELECT document FROM settings WHERE id = 1").fetch_optional(&mut *self.tx).await?;
        let settings: Settings = match row {
            Some(row) => serde_json::from_str(&row.document).map_err(StoreError::corrupt)?,
            None => Settings::default(),
        };
        self.settings = Some(settings.clone());
        Ok(settings)
    }

    async fn settings_version(&mut self) -> StoreResult<i64> {
        let row = query!("SELECT version FROM settings WHERE id = 1").fetch_optional(&mut *self.tx).await?;
        Ok(row.map_or(0, |row| row.version))
    }

    async fn put_settings(
        &mut self,
        settings: &Settings,
        version: i64,
        now: Timestamp,
    ) -> StoreResult<Option<i64>> {
        let document = serde_json::to_string(settings).map_err(StoreError::corrupt)?;
        self.settings = None;
        // The first change inserts the row. A concurrent first change then finds the version outdated.
        let row = query!(
            "INSERT INTO settings (id, document, updated_at, version) SELECT 1, CAST($1 AS TEXT), CAST($2 AS BIGINT), 1 WHERE CAST($3 AS BIGINT) = 0
            ON CONFLICT (id) DO NOTHING RETURNING version",
            document,
            now.0,
            version
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        if let Some(row) = row {
            return Ok(Some(row.version));
        }
        let row = query!(
            "UPDATE settings SET document = $1, updated_at = $2, version = version + 1
            WHERE id = 1 AND version = $3 RETURNING version",
            document,
            now.0,
            version
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(|row| row.version))
    }

    async fn kind(&mut self) -> StoreResult<Option<InstallationKind>> {
        let row = query!(r#"SELECT demo AS "demo: bool" FROM installation WHERE id = 1"#)
            .fetch_optional(&mut *self.tx)
            .await?;
        Ok(row.map(|row| if row.demo { InstallationKind::Demo } else { InstallationKind::Real }))
    }

    async fn set_kind(&mut self, kind: InstallationKind) -> StoreResult<()> {
        let demo = kind == InstallationKind::Demo;
        query!("INSERT INTO installation (id, demo) VALUES (1, $1) ON CONFLICT (id) DO NOTHING", demo)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn key_check(&mut self) -> StoreResult<Option<Vec<u8>>> {
        let row =
            query!("SELECT key_check FROM installation WHERE id = 1").fetch_optional(&mut *self.tx).await?;
        Ok(row.and_then(|row| row.key_check))
    }

    async fn set_key_check(&mut self, sealed: &[u8]) -> StoreResult<bool> {
        let set = query!("UPDATE installation SET key_check = $1 WHERE id = 1 AND key_check IS NULL", sealed)
            .execute(&mut *self.tx)
            .await?;
        Ok(set.rows_affected() == 1)
    }

    async fn hold_files(&mut self, holder: &str, until: Timestamp, now: Timestamp) -> StoreResult<bool> {
        let held = query!(
            "UPDATE installation SET files_held_by = $1, files_held_until = $2
            WHERE id = 1 AND (files_held_by = $1 OR files_held_until <= $3)",
            holder,
            until.0,
            now.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(held.rows_affected() == 1)
    }

    async fn release_files(&mut self, holder: &str, now: Timestamp) -> StoreResult<bool> {
        let released = query!(
            "UPDATE installation SET files_held_by = NULL, files_held_until = 0
            WHERE id = 1 AND files_held_by = $1 AND files_held_until > $2",
            holder,
            now.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(released.rows_affected() == 1)
    }

    async fn files_held(&mut self, now: Timestamp) -> StoreResult<bool> {
        let row = query!("SELECT files_held_until FROM installation WHERE id = 1")
            .fetch_optional(&mut *self.tx)
            .await?;
        Ok(row.is_some_and(|row| row.files_held_until > now.0))
    }

    async fn setup(&mut self) -> StoreResult<SetupState> {
        let row = query!(
            r#"SELECT backed_up_at, retention_confirmed AS "retention_confirmed: bool",
                setup_dismissed AS "dismissed: bool"
            FROM installation WHERE id = 1"#
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map_or_else(SetupState::default, |row| SetupState {
            backed_up_at: row.backed_up_at.map(Timestamp),
            retention_confirmed: row.retention_confirmed,
            dismissed: row.dismissed,
        }))
    }

    async fn put_setup(&mut self, retention_confirmed: bool, dismissed: bool) -> StoreResult<()> {
        query!(
            "UPDATE installation SET retention_confirmed = $1, setup_dismissed = $2 WHERE id = 1",
            retention_confirmed,
            dismissed
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn record_backup(&mut self, at: Timestamp) -> StoreResult<()> {
        query!(
            "UPDATE installation SET backed_up_at = $1
            WHERE id = 1 AND (backed_up_at IS NULL OR backed_up_at < $1)",
            at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn attempt(&mut self, key: &str, limit: i64, window: i64, now: Timestamp) -> StoreResult<Attempt> {
        let old = now.plus(-window);
        let row = query!(
            r#"INSERT INTO attempts (key, window_start, count) VALUES ($1, $2, 1)
            ON CONFLICT (key) DO UPDATE SET
                count = CASE WHEN attempts.window_start <= $3 THEN 1 ELSE attempts.count + 1 END,
                window_start = CASE WHEN attempts.window_start <= $3 THEN $2
                    ELSE attempts.window_start END
            WHERE attempts.window_start <= $3 OR attempts.count < $4
            RETURNING count AS "count!: i64""#,
            key,
            now.0,
            old.0,
            limit
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        match row {
            Some(_) => Ok(Attempt::Allowed),
            None => self.check_attempt(key, limit, window, now).await,
        }
    }

    async fn check_attempt(
        &mut self,
        key: &str,
        limit: i64,
        window: i64,
        now: Timestamp,
    ) -> StoreResult<Attempt> {
        let old = now.plus(-window);
        let row = query!(
            "SELECT window_start FROM attempts WHERE key = $1 AND count >= $2 AND window_start > $3",
            key,
            limit,
            old.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(match row {
            Some(row) => Attempt::Refused { retry_after: (row.window_start + window - now.0).max(1) },
            None => Attempt::Allowed,
        })
    }

    async fn forget_attempts(&mut self, prefix: &str) -> StoreResult<()> {
        query!("DELETE FROM attempts WHERE substr(key, 1, length($1)) = $1", prefix)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn sweep_attempts(&mut self, older_than: Timestamp) -> StoreResult<u64> {
        let swept = query!("DELETE FROM attempts WHERE window_start < $1", older_than.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(swept.rows_affected())
    }

    async fn put_download(
        &mut self,
        token: &TokenHash,
        uid: Uid,
        session: Option<SessionId>,
        request: &str,
        expires_at: Timestamp,
    ) -> StoreResult<()> {
        let token_hash = token.0.as_slice();
        let session = session.map(|session| session.0);
        query!(
            "INSERT INTO downloads (token_hash, uid, session, request, expires_at) VALUES ($1, $2, $3, $4, $5)",
            token_hash,
            uid.0,
            session,
            request,
            expires_at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn take_download(
        &mut self,
        token: &TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<(Uid, String)>> {
        query!("DELETE FROM downloads WHERE expires_at <= $1", now.0).execute(&mut *self.tx).await?;
        let token_hash = token.0.as_slice();
        let row =
            query!("DELETE FROM downloads WHERE token_hash = $1 RETURNING uid, session, request", token_hash)
                .fetch_optional(&mut *self.tx)
                .await?;
        let Some(row) = row else { return Ok(None) };
        if let Some(session) = row.session
            && !self.session_is_open(SessionId(session), now).await?
        {
            return Ok(None);
        }
        Ok(Some((Uid(row.uid), row.request)))
    }
}
