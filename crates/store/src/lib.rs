//! What a database must be able to do for Numsift, without a word of SQL.
//!
//! A unit of work is one transaction: [`Store::begin`], some calls, [`Tx::save`]. Dropped without
//! `save`, nothing of it has happened. Backends are proved alike by the suite in `conformance`.

mod accounts;
mod administration;
mod api_keys;
mod audit;
pub mod breakpoint;
#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod events;
mod generation;
mod installation;
mod ledger;
mod notifications;
mod recharge;
mod screening;
mod second_factor;
mod sessions;
mod webhooks;

pub use accounts::{AccountFilter, AccountSort, Accounts, Credentials, Scope};
pub use administration::{Administration, InvitedAccount};
pub use api_keys::{ApiKeys, LeasedQuota, OnceMet};
use async_trait::async_trait;
pub use audit::{Audit, AuditFilter};
pub use error::{StoreError, StoreResult};
pub use events::{Event, Events};
pub use generation::Generation;
pub use installation::{Attempt, Installation};
pub use ledger::{
    BalanceRow, Claim, EntryRow, Ledger, Moved, MovementFilter, Outcome, Owner, ProviderCost, in_order,
};
pub use notifications::{Confirm, Notifications};
pub use recharge::{Decision, DepositFilter, OrderFilter, Recharge};
pub use screening::{
    AccountUsage, ChannelHealthRow, ChannelRow, Channels, DayUsage, Jobs, LeaseRequests, LeasedRequests,
    ListFilter, Lists, PassOver, Projects, QueueDepth, SlotShare, TaskFilter, Tasks,
};
pub use second_factor::{SecondFactor, TotpState};
pub use sessions::Sessions;
pub use webhooks::{DeliveryFilter, NewMessage, Tried, Webhooks};

/// A database that holds the state of an installation.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Begins a unit of work that may write.
    async fn begin(&self) -> StoreResult<Box<dyn Tx>>;

    /// Begins a unit of work that only reads, on one consistent picture of the data. Writing in it
    /// is an error of the database; there is nothing to save.
    async fn read(&self) -> StoreResult<Box<dyn Tx>>;

    /// Whether the database answers.
    async fn ping(&self) -> StoreResult<()>;

    /// Gives all connections back, for an orderly stop.
    async fn close(&self);
}

/// One unit of work: everything in it happens, or nothing does.
#[async_trait]
pub trait Tx:
    Accounts
    + Administration
    + ApiKeys
    + Audit
    + Channels
    + Events
    + Generation
    + Installation
    + Jobs
    + Ledger
    + Lists
    + Notifications
    + Projects
    + Recharge
    + SecondFactor
    + Sessions
    + Tasks
    + Webhooks
    + Send
{
    /// Makes everything done in this unit of work lasting.
    async fn save(self: Box<Self>) -> StoreResult<()>;
}
