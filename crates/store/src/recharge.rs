//! Receiving wallets, top-up orders and the transfers that pay them.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{DepositId, OrderId, Uid};
use numsift_model::money::Usdt;
use numsift_model::page::{Listed, Page};
use numsift_model::recharge::{
    Deposit, DepositStatus, NewDeposit, NewOrder, Order, OrderKind, OrderStatus, Wallet, Watched,
};

use crate::{Scope, StoreResult};

/// Which orders a list shows.
#[derive(Debug, Clone, Default)]
pub struct OrderFilter {
    /// Only of this status. Pending and expired are told apart by the clock.
    pub status: Option<OrderStatus>,
    /// Only of this kind.
    pub kind: Option<OrderKind>,
    /// Only of this account.
    pub uid: Option<Uid>,
    /// Made not before.
    pub from: Option<Timestamp>,
    /// Made before.
    pub until: Option<Timestamp>,
}

/// Which transfers a list shows.
#[derive(Debug, Clone, Default)]
pub struct DepositFilter {
    /// Only of this status.
    pub status: Option<DepositStatus>,
    /// Only of this transaction of the chain.
    pub txid: Option<String>,
    /// Only of this account.
    pub uid: Option<Uid>,
}

/// What becomes of a transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    /// Its new status.
    pub status: DepositStatus,
    /// The order, if any.
    pub order: Option<OrderId>,
    /// Whose it is.
    pub uid: Option<Uid>,
    /// Who decided; `None` is the system.
    pub by: Option<Uid>,
    /// Why.
    pub reason: String,
}

/// Calls about top-ups.
#[async_trait]
pub trait Recharge {
    /// All wallets, the active one first.
    async fn wallets(&mut self) -> StoreResult<Vec<Wallet>>;

    /// Adds a wallet, or renames the one with this address, and gives its id.
    async fn put_wallet(
        &mut self,
        network: &str,
        address: &str,
        label: &str,
        now: Timestamp,
    ) -> StoreResult<i64>;

    /// Makes a wallet the one that new orders get; `false` when there is no such wallet.
    async fn activate_wallet(&mut self, id: i64) -> StoreResult<bool>;

    /// Nobody else can make orders for this account until this unit of work ends.
    async fn lock_orders_of(&mut self, uid: Uid) -> StoreResult<()>;

    /// The account's orders that wait for their payment.
    async fn pending_orders(&mut self, uid: Uid, now: Timestamp) -> StoreResult<Vec<Order>>;

    /// The amounts between two, both included, that orders to this address have reserved.
    async fn reserved_amounts(&mut self, address: &str, low: Usdt, high: Usdt) -> StoreResult<Vec<Usdt>>;

    /// Makes an order; `None` when another one has reserved the amount.
    async fn create_order(&mut self, new: &NewOrder) -> StoreResult<Option<OrderId>>;

    /// Notes which orders have expired, and frees the amounts whose time is over. Says how many
    /// orders expired.
    async fn expire_orders(&mut self, now: Timestamp) -> StoreResult<u64>;

    /// An order within `scope`.
    async fn order(&mut self, scope: Scope, id: OrderId) -> StoreResult<Option<Order>>;

    /// A page of the orders within `scope`, newest first.
    async fn orders(
        &mut self,
        scope: Scope,
        filter: &OrderFilter,
        now: Timestamp,
        page: Page,
    ) -> StoreResult<Listed<Order>>;

    /// Gives up a pending order; `false` when it is none. Its amount stays reserved.
    async fn cancel_order(&mut self, scope: Scope, id: OrderId) -> StoreResult<bool>;

    /// The order that a transfer pays: same address and amount, not paid yet, and the block is not
    /// older than the order less `skew` seconds, nor younger than its end. Locked.
    async fn payable_order(
        &mut self,
        address: &str,
        amount: Usdt,
        block_time: Timestamp,
        skew: i64,
    ) -> StoreResult<Option<Order>>;

    /// The unpaid order whose amount was still reserved when a late transfer came. Locked.
    async fn overdue_order(
        &mut self,
        address: &str,
        amount: Usdt,
        block_time: Timestamp,
    ) -> StoreResult<Option<Order>>;

    /// Notes the payment; `false` when the order was paid before.
    async fn mark_paid(&mut self, id: OrderId, txid: &str, at: Timestamp) -> StoreResult<bool>;

    /// Notes that the payment came too late, unless the order is paid.
    async fn mark_late(&mut self, id: OrderId) -> StoreResult<()>;

    /// Notes a transfer; `None` when it is known.
    async fn add_deposit(&mut self, new: &NewDeposit) -> StoreResult<Option<DepositId>>;

    /// One transfer. In a unit of work that writes, nobody else can decide on it until the unit ends.
    async fn deposit(&mut self, id: DepositId) -> StoreResult<Option<Deposit>>;

    /// A page of the transfers, newest first.
    async fn deposits(&mut self, filter: &DepositFilter, page: Page) -> StoreResult<Listed<Deposit>>;

    /// Decides on a transfer that nobody has decided on; `false` when somebody has.
    async fn decide_deposit(&mut self, id: DepositId, decision: &Decision) -> StoreResult<bool>;

    /// The addresses that payments can still come to, or could have come to since they were last
    /// looked at.
    async fn watched(&mut self) -> StoreResult<Vec<Watched>>;

    /// Notes how far an address was dealt with, and when it was looked at.
    async fn note_watched(&mut self, address: &str, cursor_ms: i64, at: Timestamp) -> StoreResult<()>;
}
