//! Second factors.

use async_trait::async_trait;
use numsift_model::id::Uid;
use numsift_model::session::TokenHash;
use numsift_store::{Passkeys as _, SecondFactor, StoreResult, TotpState};
use sqlx::query;

use crate::DbTx;

#[async_trait]
impl SecondFactor for DbTx {
    async fn totp(&mut self, uid: Uid) -> StoreResult<Option<TotpState>> {
        let row = query!(
            r#"SELECT totp_secret, totp_enabled AS "totp_enabled: bool" FROM accounts WHERE uid = $1"#,
            uid.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(|row| TotpState { secret: row.totp_secret, enabled: row.totp_enabled }))
    }

    async fn begin_totp(&mut self, uid: Uid, secret: &[u8]) -> StoreResult<()> {
        query!("UPDATE accounts SET totp_secret = $1, totp_enabled = FALSE WHERE uid = $2", secret, uid.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn set_totp_enabled(&mut self, uid: Uid, enabled: bool) -> StoreResult<()> {
        query!(
            "UPDATE accounts SET totp_enabled = $1,
                totp_secret = CASE WHEN $1 THEN totp_secret ELSE NULL END
            WHERE uid = $2",
            enabled,
            uid.0
        )
        .execute(&mut *self.tx)
        .await?;
        // Recovery codes stand in for passkeys, too.
        if !enabled && self.passkeys(uid).await?.is_empty() {
            self.set_recovery_codes(uid, &[]).await?;
        }
        Ok(())
    }

    async fn use_totp_step(&mut self, uid: Uid, step: i64) -> StoreResult<bool> {
        let used = query!(
            "UPDATE accounts SET totp_last_step = $1 WHERE uid = $2 AND totp_last_step < $1",
            step,
            uid.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(used.rows_affected() == 1)
    }

    async fn set_recovery_codes(&mut self, uid: Uid, hashes: &[TokenHash]) -> StoreResult<()> {
        query!("DELETE FROM recovery_codes WHERE uid = $1", uid.0).execute(&mut *self.tx).await?;
        for hash in hashes {
            let hash = hash.0.as_slice();
            query!("INSERT INTO recovery_codes (uid, code_hash) VALUES ($1, $2)", uid.0, hash)
                .execute(&mut *self.tx)
                .await?;
        }
        Ok(())
    }

    async fn use_recovery_code(&mut self, uid: Uid, hash: &TokenHash) -> StoreResult<bool> {
        let hash = hash.0.as_slice();
        let used = query!("DELETE FROM recovery_codes WHERE uid = $1 AND code_hash = $2", uid.0, hash)
            .execute(&mut *self.tx)
            .await?;
        Ok(used.rows_affected() == 1)
    }

    async fn recovery_codes_left(&mut self, uid: Uid) -> StoreResult<i64> {
        let row = query!(r#"SELECT COUNT(*) AS "left!: i64" FROM recovery_codes WHERE uid = $1"#, uid.0)
            .fetch_one(&mut *self.tx)
            .await?;
        Ok(row.left)
    }
}
