//! Why a call about webhooks is refused.

use numsift_model::clock::NoEntropy;
use numsift_store::StoreError;
use numsift_vault::VaultError;
use thiserror::Error;

/// What is wrong with an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum UrlFault {
    /// Not an address, or one with a password or a fragment.
    Malformed,
    /// Not `https`.
    NotHttps,
    /// It leads to where nobody may send us.
    Internal,
}

/// Why a call about webhooks is refused.
#[derive(Debug, Error)]
pub enum WebhookError {
    /// The account has no such endpoint or delivery.
    #[error("not found")]
    NotFound,
    /// The account has as many endpoints as there may be.
    #[error("an account has at most {most} endpoints")]
    TooMany {
        /// The most.
        most: i64,
    },
    /// The address cannot be told anything.
    #[error("the address cannot be used: {0:?}")]
    Url(UrlFault),
    /// A field cannot be.
    #[error("{0} is not right")]
    Invalid(&'static str),
    /// The endpoint is switched off.
    #[error("the endpoint is switched off")]
    Off,
    /// It is being sent right now.
    #[error("it is being sent right now")]
    Busy,
    /// Too many tests or repetitions.
    #[error("too often")]
    TooOften {
        /// Seconds to wait.
        retry_after: i64,
    },
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The secrets.
    #[error(transparent)]
    Vault(#[from] VaultError),
    /// The machine has no randomness to give.
    #[error(transparent)]
    Entropy(#[from] NoEntropy),
}

/// What calls about webhooks give.
pub type Result<T> = std::result::Result<T, WebhookError>;
