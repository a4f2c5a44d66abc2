//! Menu, settings, throttles and audit log in SQLite.

use async_trait::async_trait;
use numsift_model::audit::AuditEntry;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::menu::MenuRow;
use numsift_model::settings::Settings;
use numsift_store::{Attempt, Installation, StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::SqliteTx;

#[async_trait]
impl Installation for SqliteTx {
    async fn menu(&mut self) -> StoreResult<Vec<MenuRow>> {
        query_as!(
            MenuRow,
            r#"SELECT id AS "id!", parent, module, action, view, title, admin_title, icon, kind
            FROM menu ORDER BY sort, id"#
        )
        .fetch_all(&mut *self.tx)
        .await
        .map_err(StoreError::backend)
    }

    async fn settings(&mut self) -> StoreResult<Settings> {
        let row = query!("SELECT document FROM settings WHERE id = 1")
            .fetch_optional(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        match row {
            Some(row) => serde_json::from_str(&row.document).map_err(StoreError::corrupt),
            None => Ok(Settings::default()),
        }
    }

    async fn put_settings(&mut self, settings: &Settings, now: Timestamp) -> StoreResult<()> {
        let document = serde_json::to_string(settings).map_err(StoreError::corrupt)?;
        query!(
            "INSERT INTO settings (id, document, updated_at) VALUES (1, ?, ?)
            ON CONFLICT (id) DO UPDATE SET document = excluded.document, updated_at = excluded.updated_at",
            document,
            now.0
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn attempt(&mut self, key: &str, limit: i64, window: i64, now: Timestamp) -> StoreResult<Attempt> {
        let old = now.plus(-window);
        let row = query!(
            r#"INSERT INTO attempts (key, window_start, count) VALUES (?1, ?2, 1)
            ON CONFLICT (key) DO UPDATE SET
                count = CASE WHEN window_start <= ?3 THEN 1 ELSE count + 1 END,
                window_start = CASE WHEN window_start <= ?3 THEN ?2 ELSE window_start END
            RETURNING window_start AS "window_start!: i64", count AS "count!: i64""#,
            key,
            now.0,
            old.0
        )
        .fetch_one(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(if row.count <= limit {
            Attempt::Allowed
        } else {
            Attempt::Refused { retry_after: (row.window_start + window - now.0).max(1) }
        })
    }

    async fn forget_attempts(&mut self, key: &str) -> StoreResult<()> {
        query!("DELETE FROM attempts WHERE key = ?", key)
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn sweep_attempts(&mut self, older_than: Timestamp) -> StoreResult<u64> {
        let swept = query!("DELETE FROM attempts WHERE window_start < ?", older_than.0)
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(swept.rows_affected())
    }

    async fn audit(&mut self, entry: &AuditEntry) -> StoreResult<()> {
        let (actor, subject) = (entry.actor.map(|uid| uid.0), entry.subject.map(|uid| uid.0));
        query!(
            "INSERT INTO audit_log (at, actor, subject, action, ip, detail) VALUES (?, ?, ?, ?, ?, ?)",
            entry.at.0,
            actor,
            subject,
            entry.action,
            entry.ip,
            entry.detail,
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn recent_audit(&mut self, limit: i64) -> StoreResult<Vec<AuditEntry>> {
        let rows = query!(
            "SELECT at, actor, subject, action, ip, detail FROM audit_log ORDER BY id DESC LIMIT ?",
            limit
        )
        .fetch_all(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(rows
            .into_iter()
            .map(|row| AuditEntry {
                at: Timestamp(row.at),
                actor: row.actor.map(Uid),
                subject: row.subject.map(Uid),
                action: row.action,
                ip: row.ip,
                detail: row.detail,
            })
            .collect())
    }
}
