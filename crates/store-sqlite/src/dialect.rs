//! What the shared statements need SQLite for: lists of values and constraint names. There is one writer at a time,
//! so locks do nothing.

use std::future::{Ready, ready};

use numsift_model::id::{RoleId, TaskId, Uid};
use numsift_store::{StoreError, StoreResult};

use crate::DbTx;

/// `query!` for a statement and its lock clause, which is dropped.
macro_rules! query_locked {
    ($sql:literal + $lock:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query!($sql $(, $argument)*)
    };
}

/// Fetches one row. The lock clause is dropped.
macro_rules! fetch_locked {
    ($tx:expr, $query:ident!($sql:literal + $lock:literal $(, $argument:expr)* $(,)?)) => {
        $query!($sql $(, $argument)*).fetch_optional(&mut *$tx.tx).await
    };
}

/// `query!` for a statement with lists: `"… WHERE id" in "$1" "AND …"`. A list is made by [`ids`] or [`texts`].
macro_rules! query_in {
    ($sql:literal $(in $list:literal $rest:literal)+ $(, $argument:expr)* $(,)?) => {
        sqlx::query!($sql $(+ " IN (SELECT value FROM json_each(" + $list + ")) " + $rest)+ $(, $argument)*)
    };
}

/// `query!` for a statement that reads rows from a JSON array: `"… FROM" rows "$1" "…"`. The column `value` is an element,
/// `key` ascends with its place. An array is made by [`rows`].
macro_rules! query_rows {
    ($sql:literal rows $list:literal $rest:literal $(, $argument:expr)* $(,)?) => {
        sqlx::query!($sql + " json_each(" + $list + ") AS listed " + $rest $(, $argument)*)
    };
}

pub(crate) use {fetch_locked, query_in, query_locked, query_rows};

/// A list of ids for [`query_in!`].
pub(crate) fn ids(ids: impl Iterator<Item = i64>) -> String {
    ids.collect::<serde_json::Value>().to_string()
}

/// A list of texts for [`query_in!`].
pub(crate) fn texts<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    texts.collect::<serde_json::Value>().to_string()
}

/// The rows for [`query_rows!`], each an array.
pub(crate) fn rows(rows: impl Iterator<Item = serde_json::Value>) -> String {
    rows.collect::<serde_json::Value>().to_string()
}

/// Which of these lookups are open.
pub(crate) async fn open_lookups(tx: &mut DbTx, lookups: Vec<i64>) -> StoreResult<Vec<i64>> {
    let lookups = ids(lookups.into_iter());
    let open = sqlx::query_scalar!(
        "SELECT id FROM lookups WHERE id IN (SELECT value FROM json_each($1)) AND state = 'open'",
        lookups
    );
    Ok(open.fetch_all(&mut *tx.tx).await?)
}

pub(crate) fn lock_account(_: &mut DbTx, _: Uid) -> Ready<StoreResult<()>> {
    ready(Ok(()))
}

pub(crate) fn lock_lookups(_: &mut DbTx, _: Uid) -> Ready<StoreResult<()>> {
    ready(Ok(()))
}

pub(crate) fn lock_task(_: &mut DbTx, _: TaskId) -> Ready<StoreResult<()>> {
    ready(Ok(()))
}

pub(crate) fn lock_role(_: &mut DbTx, _: RoleId) -> Ready<StoreResult<()>> {
    ready(Ok(()))
}

/// Turns a violated unique constraint into [`StoreError::Taken`]. SQLite's message ends with `table.column`.
pub(crate) fn taken(error: sqlx::Error) -> StoreError {
    let message = match &error {
        sqlx::Error::Database(db) if db.is_unique_violation() => db.message(),
        _ => return error.into(),
    };
    match message.rsplit('.').next() {
        Some("username_key") => StoreError::Taken("username"),
        Some("invite_code" | "code") => StoreError::Taken("invite_code"),
        Some("uid") => StoreError::Taken("uid"),
        Some("name") => StoreError::Taken("name"),
        _ => error.into(),
    }
}
