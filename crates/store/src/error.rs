//! Errors of store calls.

use thiserror::Error;

pub type StoreResult<T> = Result<T, StoreError>;

#[derive(Debug, Error)]
pub enum StoreError {
    /// Another row already has this value; the word names the field (`username`, `invite_code`, `uid`).
    #[error("{0} is taken")]
    Taken(&'static str),
    /// A posting has no entries yet, so the transaction must not be committed.
    #[error("a ledger posting has no entries")]
    Unfinished,
    /// The sides of a posting do not sum to zero, or there are none.
    #[error("the sides of a ledger posting do not balance")]
    Unbalanced,
    /// A row holds a value that this version cannot read.
    #[error("the database holds an unreadable value: {0}")]
    Corrupt(String),
    /// The database cannot be reached or does not accept work at the moment. The same call may succeed later.
    #[error("the database does not answer: {0}")]
    Unavailable(#[source] Box<dyn std::error::Error + Send + Sync>),
    /// The server lacks what the statements need.
    #[error("the database server has version {found}, and version {least} or newer is needed")]
    TooOld { found: u32, least: u32 },
    /// The database has a migration that this version does not know.
    #[error(
        "the database was migrated by a newer version (migration {migration}): install that version, or restore a \
         backup from before the upgrade"
    )]
    Newer { migration: i64 },
    #[error("database error: {0}")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl StoreError {
    /// Wraps an error of the database driver.
    pub fn backend(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Backend(Box::new(error))
    }

    /// A value that cannot be read.
    pub fn corrupt(what: impl std::fmt::Display) -> Self {
        Self::Corrupt(what.to_string())
    }
}

#[cfg(feature = "sqlx")]
impl From<sqlx_core::Error> for StoreError {
    fn from(error: sqlx_core::Error) -> Self {
        if is_away(&error) { Self::Unavailable(Box::new(error)) } else { Self::backend(error) }
    }
}

/// Whether an error is about the connection or the state of the server, not about the statement.
#[cfg(feature = "sqlx")]
fn is_away(error: &sqlx_core::Error) -> bool {
    use sqlx_core::Error;
    match error {
        Error::Io(_) | Error::Tls(_) | Error::PoolTimedOut | Error::PoolClosed => true,
        // Of PostgreSQL: connection exceptions, no free connection, a server that stops, crashes or starts, and a standby
        // that is not promoted yet.
        Error::Database(error) => error.code().is_some_and(|code| {
            code.starts_with("08") || matches!(&*code, "25006" | "53300" | "57P01" | "57P02" | "57P03")
        }),
        _ => false,
    }
}
