//! Top-ups: receiving wallets, orders and deposits.

use serde::{Deserialize, Serialize};
use strum::{EnumString, FromRepr, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{DepositId, OrderId, Uid};
use crate::money::{Points, Usdt};
use crate::words::word_methods;

/// A receiving wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wallet {
    pub id: i64,
    /// `TRC20`.
    pub network: String,
    pub address: String,
    pub label: String,
    /// New orders use the active wallet.
    pub active: bool,
    pub created_at: Timestamp,
}

/// What an order buys.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum OrderKind {
    Points,
    Quota,
}

/// The numbers are used on the wire and in the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq, FromRepr)]
#[repr(i64)]
pub enum OrderStatus {
    Pending = 0,
    /// Paid and credited.
    Paid = 1,
    Expired = 2,
    /// Paid after it expired; an administrator decides.
    Late = 3,
    /// Cancelled by its owner.
    Cancelled = 4,
}

impl OrderStatus {
    pub fn number(self) -> i64 {
        self as i64
    }

    pub fn from_number(number: i64) -> Option<Self> {
        Self::from_repr(number)
    }
}

/// An order to be created.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOrder {
    pub uid: Uid,
    pub kind: OrderKind,
    /// Receiving address.
    pub address: String,
    /// The amount that the customer asked for.
    pub base: Usdt,
    /// The exact amount to be paid.
    pub amount: Usdt,
    /// Points per USDT, in units of 1/10,000 point.
    pub rate: i64,
    pub created_at: Timestamp,
    /// A payment in a later block is late.
    pub expire_at: Timestamp,
    /// Until then no other order has the same address and amount.
    pub reserved_until: Timestamp,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    pub id: OrderId,
    pub asked: NewOrder,
    pub username: String,
    /// The stored status; see [`Self::status_at`].
    pub status: OrderStatus,
    pub paid_at: Option<Timestamp>,
    /// The transaction that paid it.
    pub txid: Option<String>,
}

impl Order {
    /// The status at a time. A pending order may have expired without being updated.
    pub fn status_at(&self, now: Timestamp) -> OrderStatus {
        if self.status == OrderStatus::Pending && now > self.asked.expire_at {
            return OrderStatus::Expired;
        }
        self.status
    }

    /// The points for a payment at the rate of this order.
    pub fn worth(&self, paid: Usdt) -> Option<Points> {
        paid.in_points(self.asked.rate)
    }
}

/// A deposit to be stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDeposit {
    /// 64 hexadecimal digits in lower case.
    pub txid: String,
    /// Index of the log within the transaction.
    pub log_index: i64,
    /// Receiving address.
    pub address: String,
    /// Sending address.
    pub sender: String,
    pub amount: Usdt,
    pub block_time: Timestamp,
    pub seen_at: Timestamp,
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DepositStatus {
    /// Matches no payable order; an administrator decides.
    Unmatched,
    /// Paid an order.
    Matched,
    /// Credited by an administrator.
    Credited,
}

word_methods!(OrderKind, DepositStatus);

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deposit {
    pub id: DepositId,
    pub seen: NewDeposit,
    pub status: DepositStatus,
    /// The order that it paid, or would have paid in time.
    pub order: Option<OrderId>,
    /// Owner of the order, or the account that was credited.
    pub uid: Option<Uid>,
    pub username: Option<String>,
    /// The administrator who credited it.
    pub decided_by: Option<Uid>,
    pub reason: String,
}

/// A receiving address that is watched for payments.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    pub address: String,
    /// Creation time of its first order.
    pub since: Timestamp,
    /// Block time in milliseconds up to which all transfers were processed.
    pub cursor_ms: Option<i64>,
}
