//! Why something about keys is refused.

use numsift_store::StoreError;
use thiserror::Error;

/// Why a key is not made or changed.
#[derive(Debug, Error)]
pub enum ApiKeyError {
    /// There is no such key of this account, or it was revoked.
    #[error("not found")]
    NotFound,
    /// A field cannot be.
    #[error("{0} is not right")]
    Invalid(&'static str),
    /// The account has as many keys as it may have.
    #[error("too many keys")]
    TooManyKeys,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The machine has no randomness.
    #[error("{0}")]
    Machine(String),
}

/// What calls about keys give.
pub type Result<T> = std::result::Result<T, ApiKeyError>;

/// Why a request is not let in.
#[derive(Debug, Error)]
pub enum Denied {
    /// The key opens nothing.
    #[error("the key is not known")]
    Unknown,
    /// Its owner revoked it.
    #[error("the key was revoked")]
    Revoked,
    /// Its time is over.
    #[error("the key has expired")]
    Expired,
    /// It may not be used from this address.
    #[error("the key may not be used from this address")]
    Address,
    /// The account may not use the API.
    #[error("the account may not use the API")]
    Account,
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
}
