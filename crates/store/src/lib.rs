//! The database interface, without SQL.
//!
//! A unit of work is one transaction: [`Store::begin`], some calls, [`Tx::save`]. It is rolled back when it is
//! dropped without `save`. Every backend passes the suite in `conformance`.

mod accounts;
mod administration;
mod allowances;
mod answer_book;
mod api_keys;
mod approvals;
mod audit;
pub mod breakpoint;
mod channels;
#[cfg(feature = "conformance")]
pub mod conformance;
mod error;
mod events;
mod evidence;
mod files;
mod generation;
mod installation;
mod jobs;
mod ledger;
mod links;
mod lists;
mod lookups;
mod meter;
mod notifications;
mod passkeys;
mod projects;
mod recharge;
mod saved_filters;
mod schedules;
mod search_key;
mod second_factor;
mod sessions;
mod tasks;
mod transfer;
mod webhooks;

pub use accounts::{AccountFilter, AccountSort, Accounts, Credentials, Scope};
pub use administration::{Administration, InvitedAccount};
pub use allowances::{Allowances, Room, allowed, over_allowance};
pub use answer_book::AnswerBook;
pub use api_keys::{ApiKeys, LeasedQuota, OnceMet, UsageGroup, UsageQuery};
pub use approvals::Approvals;
use async_trait::async_trait;
pub use audit::{Audit, AuditFilter};
pub use channels::{
    CallbackPart, ChannelHealthRow, ChannelRow, Channels, LeaseRequests, LeasedRequests, PartStored,
    QuotaWindow, RequestQuota, SlotShare,
};
pub use error::{StoreError, StoreResult};
pub use events::{Event, Events};
pub use evidence::Evidence;
pub use files::Files;
pub use generation::Generation;
pub use installation::{Attempt, Backlog, Installation, MigrationState, ServerVersion, SetupState};
pub use jobs::Jobs;
pub use ledger::{
    BadRefund, BalanceRow, EntryRow, Ledger, MovementFilter, Outcome, Owner, ProviderCost, TaskBooking,
    in_order,
};
pub use links::{Links, NewResultLink, PasswordLink, ResultLink};
pub use lists::{ListFilter, Lists, folder_of};
pub use lookups::{AnsweredLookups, LookupFilter, Lookups};
pub use meter::{PoolState, TxTimer};
pub use notifications::{Confirm, Notifications};
use numsift_model::clock::Timestamp;
pub use passkeys::{NewPasskey, Passkey, Passkeys};
pub use projects::Projects;
pub use recharge::{Decision, DepositFilter, OrderFilter, Recharge};
pub use saved_filters::{NewSavedFilter, SavedFilter, SavedFilters};
pub use schedules::Schedules;
pub use search_key::search_key;
pub use second_factor::{SecondFactor, TotpState};
pub use sessions::Sessions;
pub use tasks::{AccountUsage, DayUsage, PassOver, QueueDepth, TaskFilter, Tasks, TopAccount};
pub use transfer::{Cell, Row as TransferRow, Table};
pub use webhooks::{DeliveryFilter, NewMessage, Tried, Webhooks};

/// The database of an installation.
#[async_trait]
pub trait Store: Send + Sync + 'static {
    /// Begins a transaction that may write.
    async fn begin(&self) -> StoreResult<Box<dyn Tx>>;

    /// Begins a read-only transaction on a consistent snapshot. The database refuses to write in it.
    async fn read(&self) -> StoreResult<Box<dyn Tx>>;

    /// Fails when the database does not respond.
    async fn ping(&self) -> StoreResult<()>;

    /// Compares the tables of the database with those that this version needs.
    async fn migration_state(&self) -> StoreResult<MigrationState>;

    /// The clock of the database server; `None` if the database has none of its own.
    async fn server_time(&self) -> StoreResult<Option<Timestamp>>;

    /// The version of the database server; `None` if the database is a part of this program.
    fn server_version(&self) -> Option<ServerVersion>;

    /// The connections of this process.
    fn pools(&self) -> Vec<PoolState>;

    /// Closes all connections.
    async fn close(&self);
}

/// A unit of work: one transaction.
#[async_trait]
pub trait Tx:
    Accounts
    + Administration
    + Allowances
    + AnswerBook
    + ApiKeys
    + Approvals
    + Audit
    + Channels
    + Events
    + Evidence
    + Files
    + Generation
    + Installation
    + Jobs
    + Ledger
    + Links
    + Lists
    + Lookups
    + Notifications
    + Passkeys
    + Projects
    + Recharge
    + SavedFilters
    + Schedules
    + SecondFactor
    + Sessions
    + Tasks
    + Webhooks
    + Send
{
    /// Commits the transaction.
    async fn save(self: Box<Self>) -> StoreResult<()>;
}
