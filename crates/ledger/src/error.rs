//! Errors of ledger operations.

use numsift_model::money::Points;
use numsift_store::StoreError;
use thiserror::Error;

/// Why a posting was rejected. The transaction in which it was tried must be dropped.
#[derive(Debug, Error)]
pub enum LedgerError {
    #[error("insufficient balance: {} points missing", numsift_model::lang::Lang::En.points(*missing))]
    NotEnough { missing: Points },
    #[error("the key was already used for a different request")]
    Conflict,
    #[error("the task has no hold")]
    NoHold,
    #[error("the hold of the task is closed")]
    HoldClosed,
    #[error("the charge exceeds the open part of the hold")]
    HoldExhausted,
    #[error("the chunk was not charged")]
    NotSettled,
    #[error("the refund exceeds the charge")]
    RefundTooLarge,
    /// Zero, negative or too large.
    #[error("invalid amount")]
    NotAnAmount,
    #[error("a reason is required")]
    ReasonRequired,
    #[error(transparent)]
    Store(#[from] StoreError),
}
