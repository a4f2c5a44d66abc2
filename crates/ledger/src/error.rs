//! Why money does not move.

use numsift_model::money::Points;
use numsift_store::StoreError;
use thiserror::Error;

/// Why a posting was refused. The unit of work it was tried in must be dropped.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// The account has too little.
    #[error("not enough: {missing:?} are missing")]
    NotEnough {
        /// How much more would be needed.
        missing: Points,
    },
    /// Something else was asked under the same key before.
    #[error("another request was made under the same key")]
    Conflict,
    /// Nothing was set aside for the task.
    #[error("nothing is set aside for this task")]
    NoHold,
    /// The task has ended; what was left went back.
    #[error("the task has ended and what was left went back")]
    HoldClosed,
    /// The charge is larger than what is still set aside.
    #[error("the charge is larger than what is set aside")]
    HoldExhausted,
    /// The chunk was never charged.
    #[error("this chunk was not charged")]
    NotSettled,
    /// The refund is larger than the charge.
    #[error("the refund is larger than the charge")]
    RefundTooLarge,
    /// An amount of zero or less, or one beyond all bounds.
    #[error("not an amount")]
    NotAnAmount,
    /// A correction without a reason.
    #[error("a reason is required")]
    ReasonRequired,
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
