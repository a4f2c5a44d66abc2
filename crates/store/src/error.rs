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
        Self::backend(error)
    }
}
