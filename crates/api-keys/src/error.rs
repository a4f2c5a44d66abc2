//! Errors of API keys.

use numsift_model::rule::Rule;
use numsift_store::StoreError;
use thiserror::Error;

/// Why a key cannot be created or changed.
#[derive(Debug, Error)]
pub enum ApiKeyError {
    /// The account has no such key, or it is revoked.
    #[error("not found")]
    NotFound,
    /// The field, and what it must be.
    #[error("invalid `{0}`: expected {1}")]
    Invalid(&'static str, Rule),
    #[error("too many keys")]
    TooManyKeys,
    #[error(transparent)]
    Store(#[from] StoreError),
    /// No randomness is available.
    #[error("{0}")]
    Machine(String),
}

pub type Result<T> = std::result::Result<T, ApiKeyError>;

/// Why a request is refused.
#[derive(Debug, Error)]
pub enum Denied {
    #[error("the key is unknown")]
    Unknown,
    #[error("the key was revoked")]
    Revoked,
    #[error("the key has expired")]
    Expired,
    #[error("the key may not be used from this address")]
    Address,
    #[error("the account may not use the API")]
    Account,
    #[error(transparent)]
    Store(#[from] StoreError),
}
