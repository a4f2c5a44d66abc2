//! Errors of top-ups.

use numsift_ledger::LedgerError;
use numsift_store::StoreError;
use thiserror::Error;

use crate::address::AddressError;
use crate::node::NodeError;

#[derive(Debug, Error)]
pub enum TopUpError {
    #[error("the amount of an order must be 1 to 100000 USDT")]
    AmountRange,
    #[error("no receiving wallet is set")]
    NoWallet,
    #[error("the account has too many unpaid orders")]
    TooManyPending,
    /// All exact amounts near the requested one are reserved.
    #[error("no amount near the requested one is free")]
    AmountsTaken,
    #[error("this account may not top up its own quota")]
    NoQuota,
    /// No such order, wallet or deposit, or none that is visible to the caller.
    #[error("not found")]
    NotFound,
    #[error("a transaction id has 64 hexadecimal digits")]
    NotATransaction,
    /// The node does not know the transaction, or it is not final.
    #[error("the transaction is not final yet")]
    NotFinal,
    #[error("the transaction pays nothing to the address of this order")]
    PaysNothing,
    #[error("the deposit was already credited")]
    AlreadyDecided,
    #[error("the order is already paid")]
    AlreadyPaid,
    #[error("a reason is required")]
    ReasonRequired,
    #[error("too many attempts; try again in {retry_after} s")]
    TooMany { retry_after: i64 },
    #[error(transparent)]
    Address(#[from] AddressError),
    #[error(transparent)]
    Node(#[from] NodeError),
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    #[error(transparent)]
    Store(#[from] StoreError),
}
