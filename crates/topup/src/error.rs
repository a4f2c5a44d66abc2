//! What a top-up call can refuse.

use numsift_ledger::LedgerError;
use numsift_store::StoreError;
use thiserror::Error;

use crate::address::AddressError;
use crate::node::NodeError;

/// Why a call about top-ups was refused or failed.
#[derive(Debug, Error)]
pub enum TopUpError {
    /// Less than 1 or more than 100,000 USDT.
    #[error("an order is for 1 to 100000 USDT")]
    AmountRange,
    /// No receiving wallet is set.
    #[error("no receiving wallet is set")]
    NoWallet,
    /// The account has as many open orders as it may have.
    #[error("too many orders wait for their payment")]
    TooManyPending,
    /// Every exact amount near this one is taken.
    #[error("all amounts near this one are taken")]
    AmountsTaken,
    /// The account may not buy quota.
    #[error("this account may not top up its own quota")]
    NoQuota,
    /// No such order, wallet or transfer, or none that the caller may see.
    #[error("not found")]
    NotFound,
    /// Not the id of a transaction.
    #[error("a transaction id has 64 hex digits")]
    NotATransaction,
    /// The chain does not know the transaction, or it is not final yet.
    #[error("the transaction is not final yet")]
    NotFinal,
    /// The transaction pays nothing to the order's address.
    #[error("the transaction pays nothing to this order's address")]
    PaysNothing,
    /// Somebody has decided on the transfer already.
    #[error("the transfer was dealt with already")]
    AlreadyDecided,
    /// The order was paid already.
    #[error("the order is paid already")]
    AlreadyPaid,
    /// A decision without a reason.
    #[error("a reason is required")]
    ReasonRequired,
    /// Too many attempts.
    #[error("too many attempts, wait {retry_after} s")]
    TooMany {
        /// Seconds to wait.
        retry_after: i64,
    },
    /// Not an address that payments can go to.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The node does not answer as it should.
    #[error(transparent)]
    Node(#[from] NodeError),
    /// The ledger refused.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The database failed.
    #[error(transparent)]
    Store(#[from] StoreError),
}
