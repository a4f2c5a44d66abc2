//! What can go wrong between the domain and its database.

use thiserror::Error;

/// The answer of every store call.
pub type StoreResult<T> = Result<T, StoreError>;

/// Why a store call gave nothing.
#[derive(Debug, Error)]
pub enum StoreError {
    /// Another row already has this value; the word says which (`username`, `invite_code`, `uid`).
    #[error("{0} is taken")]
    Taken(&'static str),
    /// A transaction of the ledger was begun and has no entries: what was done must not be kept.
    #[error("a ledger transaction was left without its entries")]
    Unfinished,
    /// The sides of a ledger transaction do not sum to zero, or are none.
    #[error("the sides of a ledger transaction do not balance")]
    Unbalanced,
    /// A row holds something that this version cannot read.
    #[error("the database holds something unreadable: {0}")]
    Corrupt(String),
    /// The database itself failed.
    #[error("the database failed: {0}")]
    Backend(#[source] Box<dyn std::error::Error + Send + Sync>),
}

impl StoreError {
    /// Wraps an error of the database's own library.
    pub fn backend(error: impl std::error::Error + Send + Sync + 'static) -> Self {
        Self::Backend(Box::new(error))
    }

    /// Something in a row that cannot be read.
    pub fn corrupt(what: impl std::fmt::Display) -> Self {
        Self::Corrupt(what.to_string())
    }
}
