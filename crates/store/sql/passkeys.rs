//! Passkeys.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{PasskeyId, Uid};
use numsift_store::{Allowances as _, NewPasskey, Passkey, Passkeys, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;

struct PasskeyRow {
    id: i64,
    uid: i64,
    name: String,
    credential_id: Vec<u8>,
    user_handle: Vec<u8>,
    public_key: Vec<u8>,
    state: Vec<u8>,
    transports: i64,
    created_at: i64,
    last_used_at: Option<i64>,
}

impl From<PasskeyRow> for Passkey {
    fn from(row: PasskeyRow) -> Self {
        Self {
            id: PasskeyId(row.id),
            stored: NewPasskey {
                uid: Uid(row.uid),
                name: row.name,
                credential_id: row.credential_id,
                user_handle: row.user_handle,
                public_key: row.public_key,
                state: row.state,
                transports: row.transports,
                created_at: Timestamp(row.created_at),
            },
            last_used_at: row.last_used_at.map(Timestamp),
        }
    }
}

/// `query_as!` with the columns of passkeys.
macro_rules! passkey_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            PasskeyRow,
            r#"SELECT id AS "id!", uid, name, credential_id, user_handle, public_key, state, transports, created_at,
                last_used_at
            FROM passkeys "# + $rest
            $(, $argument)*
        )
    };
}

#[async_trait]
impl Passkeys for DbTx {
    async fn passkeys(&mut self, uid: Uid) -> StoreResult<Vec<Passkey>> {
        let rows = passkey_query!("WHERE uid = $1 ORDER BY id", uid.0).fetch_all(&mut *self.tx).await?;
        Ok(rows.into_iter().map(Passkey::from).collect())
    }

    async fn passkey_by_credential(&mut self, credential_id: &[u8]) -> StoreResult<Option<Passkey>> {
        let row =
            passkey_query!("WHERE credential_id = $1", credential_id).fetch_optional(&mut *self.tx).await?;
        Ok(row.map(Passkey::from))
    }

    async fn add_passkey(&mut self, new: &NewPasskey, limit: i64) -> StoreResult<Option<PasskeyId>> {
        // Additions to one account wait for each other, so that they are counted.
        self.lock_account(new.uid).await?;
        let count = query!(r#"SELECT COUNT(*) AS "count!: i64" FROM passkeys WHERE uid = $1"#, new.uid.0)
            .fetch_one(&mut *self.tx)
            .await?
            .count;
        if count >= limit {
            return Ok(None);
        }
        let row = query!(
            r#"INSERT INTO passkeys
                (uid, name, credential_id, user_handle, public_key, state, transports, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
            ON CONFLICT (credential_id) DO NOTHING RETURNING id AS "id!""#,
            new.uid.0,
            new.name,
            new.credential_id,
            new.user_handle,
            new.public_key,
            new.state,
            new.transports,
            new.created_at.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(|row| PasskeyId(row.id)))
    }

    async fn rename_passkey(&mut self, uid: Uid, id: PasskeyId, name: &str) -> StoreResult<bool> {
        let renamed = query!("UPDATE passkeys SET name = $1 WHERE uid = $2 AND id = $3", name, uid.0, id.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(renamed.rows_affected() == 1)
    }

    async fn remove_passkey(&mut self, uid: Uid, id: PasskeyId) -> StoreResult<bool> {
        let removed = query!("DELETE FROM passkeys WHERE uid = $1 AND id = $2", uid.0, id.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(removed.rows_affected() == 1)
    }

    async fn use_passkey(&mut self, passkey: &Passkey, state: &[u8], now: Timestamp) -> StoreResult<bool> {
        let before = passkey.stored.state.as_slice();
        let used = query!(
            "UPDATE passkeys SET state = $1, last_used_at = $2 WHERE id = $3 AND state = $4",
            state,
            now.0,
            passkey.id.0,
            before
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(used.rows_affected() == 1)
    }
}
