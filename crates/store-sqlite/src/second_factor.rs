//! Second factors in SQLite.

use async_trait::async_trait;
use numsift_model::id::Uid;
use numsift_model::session::TokenHash;
use numsift_store::{SecondFactor, StoreError, StoreResult, TotpState};
use sqlx::query;

use crate::SqliteTx;

#[async_trait]
impl SecondFactor for SqliteTx {
    async fn totp(&mut self, uid: Uid) -> StoreResult<Option<TotpState>> {
        let row = query!(
            r#"SELECT totp_secret, totp_enabled AS "totp_enabled: bool" FROM accounts WHERE uid = ?"#,
            uid.0
        )
        .fetch_optional(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(row.map(|row| TotpState { secret: row.totp_secret, enabled: row.totp_enabled }))
    }

    async fn begin_totp(&mut self, uid: Uid, secret: &[u8]) -> StoreResult<()> {
        query!("UPDATE accounts SET totp_secret = ?, totp_enabled = FALSE WHERE uid = ?", secret, uid.0)
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn set_totp_enabled(&mut self, uid: Uid, enabled: bool) -> StoreResult<()> {
        query!(
            "UPDATE accounts SET totp_enabled = ?1,
                totp_secret = CASE WHEN ?1 THEN totp_secret ELSE NULL END
            WHERE uid = ?2",
            enabled,
            uid.0
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        if !enabled {
            self.set_recovery_codes(uid, &[]).await?;
        }
        Ok(())
    }

    async fn use_totp_step(&mut self, uid: Uid, step: i64) -> StoreResult<bool> {
        let used = query!(
            "UPDATE accounts SET totp_last_step = ?1 WHERE uid = ?2 AND totp_last_step < ?1",
            step,
            uid.0
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(used.rows_affected() == 1)
    }

    async fn set_recovery_codes(&mut self, uid: Uid, hashes: &[TokenHash]) -> StoreResult<()> {
        query!("DELETE FROM recovery_codes WHERE uid = ?", uid.0)
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        for hash in hashes {
            let hash = hash.0.as_slice();
            query!("INSERT INTO recovery_codes (uid, code_hash) VALUES (?, ?)", uid.0, hash)
                .execute(&mut *self.tx)
                .await
                .map_err(StoreError::backend)?;
        }
        Ok(())
    }

    async fn use_recovery_code(&mut self, uid: Uid, hash: &TokenHash) -> StoreResult<bool> {
        let hash = hash.0.as_slice();
        let used = query!("DELETE FROM recovery_codes WHERE uid = ? AND code_hash = ?", uid.0, hash)
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(used.rows_affected() == 1)
    }

    async fn recovery_codes_left(&mut self, uid: Uid) -> StoreResult<i64> {
        let row = query!(r#"SELECT COUNT(*) AS "left!: i64" FROM recovery_codes WHERE uid = ?"#, uid.0)
            .fetch_one(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(row.left)
    }
}
