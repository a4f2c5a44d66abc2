//! Errors of webhooks.

use numsift_model::clock::NoEntropy;
use numsift_model::rule::Rule;
use numsift_store::StoreError;
use numsift_vault::VaultError;
use thiserror::Error;

/// Why an endpoint's URL is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum UrlFault {
    /// Not a URL, or one with credentials or a fragment.
    #[error("malformed")]
    Malformed,
    #[error("not https")]
    NotHttps,
    /// The host is inside the operator's network.
    #[error("internal address")]
    Internal,
}

#[derive(Debug, Error)]
pub enum WebhookError {
    /// The account has no such endpoint or delivery.
    #[error("not found")]
    NotFound,
    #[error("an account can have at most {most} endpoints")]
    TooMany { most: i64 },
    #[error("invalid URL: {0}")]
    Url(UrlFault),
    /// The field, and what it must be.
    #[error("invalid `{0}`: expected {1}")]
    Invalid(&'static str, Rule),
    #[error("the endpoint is disabled")]
    Off,
    #[error("the delivery is being sent")]
    Busy,
    #[error("too many tests or replays; try again in {retry_after} s")]
    TooOften { retry_after: i64 },
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Vault(#[from] VaultError),
    #[error(transparent)]
    Entropy(#[from] NoEntropy),
}

pub type Result<T> = std::result::Result<T, WebhookError>;
