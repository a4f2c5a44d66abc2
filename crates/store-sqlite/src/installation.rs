//! Menu, settings, throttles and downloads in SQLite.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::menu::MenuRow;
use numsift_model::session::TokenHash;
use numsift_model::settings::{InstallationKind, Settings};
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

    async fn settings_version(&mut self) -> StoreResult<i64> {
        let row = query!("SELECT version FROM settings WHERE id = 1")
            .fetch_optional(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(row.map_or(0, |row| row.version))
    }

    async fn put_settings(
        &mut self,
        settings: &Settings,
        version: i64,
        now: Timestamp,
    ) -> StoreResult<Option<i64>> {
        let document = serde_json::to_string(settings).map_err(StoreError::corrupt)?;
        // The first change finds no row; a second first change finds the row of the other.
        let row = query!(
            "INSERT INTO settings (id, document, updated_at, version) SELECT 1, ?1, ?2, 1 WHERE ?3 = 0
            ON CONFLICT (id) DO NOTHING RETURNING version",
            document,
            now.0,
            version
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        if let Some(row) = row {
            return Ok(Some(row.version));
        }
        let row = query!(
            "UPDATE settings SET document = ?, updated_at = ?, version = version + 1
            WHERE id = 1 AND version = ? RETURNING version",
            document,
            now.0,
            version
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(row.map(|row| row.version))
    }

    async fn kind(&mut self) -> StoreResult<Option<InstallationKind>> {
        let row = query!(r#"SELECT demo AS "demo: bool" FROM installation WHERE id = 1"#)
            .fetch_optional(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(row.map(|row| if row.demo { InstallationKind::Demo } else { InstallationKind::Real }))
    }

    async fn set_kind(&mut self, kind: InstallationKind) -> StoreResult<()> {
        let demo = kind == InstallationKind::Demo;
        query!("INSERT INTO installation (id, demo) VALUES (1, ?) ON CONFLICT (id) DO NOTHING", demo)
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

    async fn put_download(
        &mut self,
        token: &TokenHash,
        uid: Uid,
        request: &str,
        expires_at: Timestamp,
    ) -> StoreResult<()> {
        let token_hash = token.0.as_slice();
        query!(
            "INSERT INTO downloads (token_hash, uid, request, expires_at) VALUES (?, ?, ?, ?)",
            token_hash,
            uid.0,
            request,
            expires_at.0
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn take_download(
        &mut self,
        token: &TokenHash,
        now: Timestamp,
    ) -> StoreResult<Option<(Uid, String)>> {
        query!("DELETE FROM downloads WHERE expires_at <= ?", now.0)
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        let token_hash = token.0.as_slice();
        let row = query!("DELETE FROM downloads WHERE token_hash = ? RETURNING uid, request", token_hash)
            .fetch_optional(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(row.map(|row| (Uid(row.uid), row.request)))
    }
}
