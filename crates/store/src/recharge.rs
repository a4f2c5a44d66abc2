//! Wallets, top-up orders and deposits.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{DepositId, OrderId, Uid};
use numsift_model::money::Usdt;
use numsift_model::page::{Listed, Page};
use numsift_model::recharge::{
    Deposit, DepositStatus, NewDeposit, NewOrder, Order, OrderKind, OrderStatus, Wallet, Watched,
};

use crate::{Scope, StoreResult};

#[derive(Debug, Clone, Default)]
pub struct OrderFilter {
    /// The clock decides whether an unpaid order is pending or expired.
    pub status: Option<OrderStatus>,
    pub kind: Option<OrderKind>,
    pub uid: Option<Uid>,
    /// Inclusive.
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub until: Option<Timestamp>,
}

#[derive(Debug, Clone, Default)]
pub struct DepositFilter {
    pub status: Option<DepositStatus>,
    /// Transaction id on the chain.
    pub txid: Option<String>,
    pub uid: Option<Uid>,
}

/// How a deposit is handled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Decision {
    pub status: DepositStatus,
    pub order: Option<OrderId>,
    /// The account that is credited.
    pub uid: Option<Uid>,
    /// `None` for the system.
    pub by: Option<Uid>,
    pub reason: String,
}

#[async_trait]
pub trait Recharge {
    /// All wallets, the active one first.
    async fn wallets(&mut self) -> StoreResult<Vec<Wallet>>;

    /// Adds a wallet, or renames the one with this address, and returns its id.
    async fn put_wallet(
        &mut self,
        network: &str,
        address: &str,
        label: &str,
        now: Timestamp,
    ) -> StoreResult<i64>;

    /// Makes a wallet the one that new orders use; `false` when it does not exist.
    async fn activate_wallet(&mut self, id: i64) -> StoreResult<bool>;

    /// Blocks other transactions from creating orders for this account until this one ends.
    async fn lock_orders_of(&mut self, uid: Uid) -> StoreResult<()>;

    /// The account's unpaid orders that have not expired.
    async fn pending_orders(&mut self, uid: Uid, now: Timestamp) -> StoreResult<Vec<Order>>;

    /// The reserved amounts between `low` and `high`, both inclusive, at this address.
    async fn reserved_amounts(&mut self, address: &str, low: Usdt, high: Usdt) -> StoreResult<Vec<Usdt>>;

    /// Creates an order; `None` when the amount is reserved by another one.
    async fn create_order(&mut self, new: &NewOrder) -> StoreResult<Option<OrderId>>;

    /// Marks expired orders, releases reserved amounts that are due, and returns the number of expired orders.
    async fn expire_orders(&mut self, now: Timestamp) -> StoreResult<u64>;

    async fn order(&mut self, scope: Scope, id: OrderId) -> StoreResult<Option<Order>>;

    /// The orders within `scope`, newest first.
    async fn orders(
        &mut self,
        scope: Scope,
        filter: &OrderFilter,
        now: Timestamp,
        page: Page,
    ) -> StoreResult<Listed<Order>>;

    /// Cancels a pending order; `false` when it is not pending. Its amount stays reserved.
    async fn cancel_order(&mut self, scope: Scope, id: OrderId) -> StoreResult<bool>;

    /// Locks and returns the unpaid order that a deposit pays: same address and amount, and a block time between
    /// the creation of the order minus `skew` seconds and its expiry.
    async fn payable_order(
        &mut self,
        address: &str,
        amount: Usdt,
        block_time: Timestamp,
        skew: i64,
    ) -> StoreResult<Option<Order>>;

    /// Locks and returns the unpaid order whose amount was still reserved when a late deposit arrived.
    async fn overdue_order(
        &mut self,
        address: &str,
        amount: Usdt,
        block_time: Timestamp,
    ) -> StoreResult<Option<Order>>;

    /// Marks an order as paid; `false` when it was paid before.
    async fn mark_paid(&mut self, id: OrderId, txid: &str, at: Timestamp) -> StoreResult<bool>;

    /// Marks an order as paid too late, unless it is paid.
    async fn mark_late(&mut self, id: OrderId) -> StoreResult<()>;

    /// Stores a deposit; `None` when it is known.
    async fn add_deposit(&mut self, new: &NewDeposit) -> StoreResult<Option<DepositId>>;

    /// A deposit, locked when the transaction writes.
    async fn deposit(&mut self, id: DepositId) -> StoreResult<Option<Deposit>>;

    /// Deposits, newest first.
    async fn deposits(&mut self, filter: &DepositFilter, page: Page) -> StoreResult<Listed<Deposit>>;

    /// The USDT received since the start of a day, by day, with the start of each day (UTC).
    async fn deposited(&mut self, from: Timestamp) -> StoreResult<Vec<(Timestamp, Usdt)>>;

    /// Decides on an unmatched deposit; `false` when it is already decided.
    async fn decide_deposit(&mut self, id: DepositId, decision: &Decision) -> StoreResult<bool>;

    /// The addresses that may receive payments, or may have received some since they were last polled.
    async fn watched(&mut self) -> StoreResult<Vec<Watched>>;

    /// Records how far the deposits of an address are processed, and when it was polled.
    async fn note_watched(&mut self, address: &str, cursor_ms: i64, at: Timestamp) -> StoreResult<()>;
}
