//! What the shared statements need PostgreSQL for: locks, lists of values and constraint names.

use numsift_model::id::{RoleId, TaskId, Uid};
use numsift_store::{StoreError, StoreResult};
use sqlx::query;

use crate::DbTx;

/// `query!` for a statement and its lock clause.
macro_rules! query_locked {
    ($sql:literal + $lock:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query!($sql + $lock $(, $argument)*)
    };
}

/// Fetches one row. A transaction that writes also locks it; a read-only one must not.
macro_rules! fetch_locked {
    ($tx:expr, $query:ident!($sql:literal + $lock:literal $(, $argument:expr)* $(,)?)) => {
        if $tx.writes {
            $query!($sql + $lock $(, $argument)*).fetch_optional(&mut *$tx.tx).await
        } else {
            $query!($sql $(, $argument)*).fetch_optional(&mut *$tx.tx).await
        }
    };
}

/// `query!` for a statement with lists: `"… WHERE id" in "$1" "AND …"`. A list is made by [`ids`] or [`texts`].
macro_rules! query_in {
    ($sql:literal $(in $list:literal $rest:literal)+ $(, $argument:expr)* $(,)?) => {
        sqlx::query!($sql $(+ " = ANY(" + $list + ") " + $rest)+ $(, $argument)*)
    };
}

/// `query!` for a statement that reads rows from a JSON array: `"… FROM" rows "$1" "…"`. The column `value` is an element,
/// `key` ascends with its place. An array is made by [`rows`].
macro_rules! query_rows {
    ($sql:literal rows $list:literal $rest:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query!(
            $sql + " json_array_elements(CAST(CAST(" + $list + " AS TEXT) AS JSON)) WITH ORDINALITY AS listed (value, key) " + $rest
            $(, $argument)*
        )
    };
}

pub(crate) use {fetch_locked, query_in, query_locked, query_rows};

/// A list of ids for [`query_in!`].
pub(crate) fn ids(ids: impl Iterator<Item = i64>) -> Vec<i64> {
    ids.collect()
}

/// A list of texts for [`query_in!`].
pub(crate) fn texts<'a>(texts: impl Iterator<Item = &'a str>) -> Vec<String> {
    texts.map(str::to_owned).collect()
}

/// The rows for [`query_rows!`], each an array.
pub(crate) fn rows(rows: impl Iterator<Item = serde_json::Value>) -> String {
    rows.collect::<serde_json::Value>().to_string()
}

/// Which of these lookups are open. Locks them until commit, in the order of their ids.
pub(crate) async fn open_lookups(tx: &mut DbTx, lookups: Vec<i64>) -> StoreResult<Vec<i64>> {
    let open = sqlx::query_scalar!(
        "SELECT id FROM lookups WHERE id = ANY($1) AND state = 'open' ORDER BY id FOR NO KEY UPDATE",
        &lookups
    );
    Ok(open.fetch_all(&mut *tx.tx).await?)
}

/// Locks an account's row until commit, if the transaction writes.
pub(crate) async fn lock_account(tx: &mut DbTx, uid: Uid) -> StoreResult<()> {
    if tx.writes {
        query!("SELECT uid FROM accounts WHERE uid = $1 FOR NO KEY UPDATE", uid.0)
            .fetch_optional(&mut *tx.tx)
            .await?;
    }
    Ok(())
}

/// Sets the locks of lookups apart from other advisory locks.
const LOOKUP_LOCKS: i64 = 0x6C6F_6F6B_0000_0000;

/// Waits until no other transaction starts or settles lookups of the account.
pub(crate) async fn lock_lookups(tx: &mut DbTx, uid: Uid) -> StoreResult<()> {
    query!(r#"SELECT 1 AS "one!" FROM pg_advisory_xact_lock($1)"#, LOOKUP_LOCKS ^ uid.0)
        .fetch_one(&mut *tx.tx)
        .await?;
    Ok(())
}

/// Locks a task's row until commit.
pub(crate) async fn lock_task(tx: &mut DbTx, id: TaskId) -> StoreResult<()> {
    query!("SELECT id FROM tasks WHERE id = $1 FOR NO KEY UPDATE", id.0).fetch_optional(&mut *tx.tx).await?;
    Ok(())
}

/// Locks a role's row until commit.
pub(crate) async fn lock_role(tx: &mut DbTx, id: RoleId) -> StoreResult<()> {
    query!("SELECT id FROM roles WHERE id = $1 FOR UPDATE", id.0).fetch_one(&mut *tx.tx).await?;
    Ok(())
}

/// Turns a violated unique constraint into [`StoreError::Taken`].
pub(crate) fn taken(error: sqlx::Error) -> StoreError {
    let constraint = match &error {
        sqlx::Error::Database(db) => db.constraint(),
        _ => None,
    };
    match constraint {
        Some("accounts_username_key") => StoreError::Taken("username"),
        Some("accounts_invite_code" | "invite_codes_code") => StoreError::Taken("invite_code"),
        Some("accounts_pkey") => StoreError::Taken("uid"),
        Some("roles_name_key" | "saved_filters_uid_page_name_key") => StoreError::Taken("name"),
        _ => error.into(),
    }
}
