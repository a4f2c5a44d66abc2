//! Top-ups: receiving wallets, orders, and the transfers that pay them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{DepositId, OrderId, Uid};
use crate::money::{Points, Usdt};

/// A receiving wallet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Wallet {
    /// Row id.
    pub id: i64,
    /// `TRC20`.
    pub network: String,
    /// Where payments go.
    pub address: String,
    /// What the operator calls it.
    pub label: String,
    /// New orders get this one.
    pub active: bool,
    /// When it was added.
    pub created_at: Timestamp,
}

/// What an order buys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum OrderKind {
    /// Points.
    Points,
    /// Quota.
    Quota,
}

impl OrderKind {
    /// The word that stands for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Quota => "quota",
        }
    }

    /// What a word stands for.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Points, Self::Quota].into_iter().find(|kind| kind.as_str() == word)
    }
}

/// What became of an order.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderStatus {
    /// Waits for its payment.
    Pending,
    /// Paid and credited.
    Paid,
    /// Nobody paid in time.
    Expired,
    /// The payment came too late: an administrator decides.
    Late,
    /// Given up by its user.
    Cancelled,
}

impl OrderStatus {
    /// The number that stands for it on the wire and in the database.
    pub fn number(self) -> i64 {
        match self {
            Self::Pending => 0,
            Self::Paid => 1,
            Self::Expired => 2,
            Self::Late => 3,
            Self::Cancelled => 4,
        }
    }

    /// What a number stands for.
    pub fn from_number(number: i64) -> Option<Self> {
        [Self::Pending, Self::Paid, Self::Expired, Self::Late, Self::Cancelled]
            .into_iter()
            .find(|status| status.number() == number)
    }
}

/// An order to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewOrder {
    /// Who tops up.
    pub uid: Uid,
    /// What it buys.
    pub kind: OrderKind,
    /// Where the payment must go.
    pub address: String,
    /// What was asked for.
    pub base: Usdt,
    /// What must be paid, to the unit.
    pub amount: Usdt,
    /// Ten-thousandths of a point for one USDT.
    pub rate: i64,
    /// When it is made.
    pub created_at: Timestamp,
    /// A payment in a later block is late.
    pub expire_at: Timestamp,
    /// Until then no other order has the same address and amount.
    pub reserved_until: Timestamp,
}

/// An order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Order {
    /// Its number.
    pub id: OrderId,
    /// What was asked for.
    pub asked: NewOrder,
    /// Name of who tops up.
    pub username: String,
    /// As it was last noted; a pending one may have expired meanwhile.
    pub status: OrderStatus,
    /// When it was paid.
    pub paid_at: Option<Timestamp>,
    /// The chain's transaction that paid it.
    pub txid: Option<String>,
}

impl Order {
    /// The status at a moment: pending orders expire by themselves.
    pub fn status_at(&self, now: Timestamp) -> OrderStatus {
        if self.status == OrderStatus::Pending && now > self.asked.expire_at {
            return OrderStatus::Expired;
        }
        self.status
    }

    /// What a payment of so much is worth under this order.
    pub fn worth(&self, paid: Usdt) -> Option<Points> {
        paid.in_points(self.asked.rate)
    }
}

/// A verified incoming transfer, to be noted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewDeposit {
    /// The chain's transaction, 64 hex digits in lower case.
    pub txid: String,
    /// Which log of it.
    pub log_index: i64,
    /// Our wallet.
    pub address: String,
    /// Who paid.
    pub sender: String,
    /// How much.
    pub amount: Usdt,
    /// Time of the block.
    pub block_time: Timestamp,
    /// When we learned of it.
    pub seen_at: Timestamp,
}

/// What became of a transfer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum DepositStatus {
    /// It pays no order: an administrator decides.
    Unmatched,
    /// It paid an order.
    Matched,
    /// An administrator credited it.
    Credited,
}

impl DepositStatus {
    /// The word that stands for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Unmatched => "unmatched",
            Self::Matched => "matched",
            Self::Credited => "credited",
        }
    }

    /// What a word stands for.
    pub fn from_word(word: &str) -> Option<Self> {
        [Self::Unmatched, Self::Matched, Self::Credited].into_iter().find(|status| status.as_str() == word)
    }
}

/// A verified incoming transfer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deposit {
    /// Row id.
    pub id: DepositId,
    /// What the chain says.
    pub seen: NewDeposit,
    /// What became of it.
    pub status: DepositStatus,
    /// The order that it paid, or that it would have paid in time.
    pub order: Option<OrderId>,
    /// Whose order or account that is.
    pub uid: Option<Uid>,
    /// Name of that account.
    pub username: Option<String>,
    /// Who credited it by hand.
    pub decided_by: Option<Uid>,
    /// Why.
    pub reason: String,
}

/// An address that payments can still come to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Watched {
    /// The wallet.
    pub address: String,
    /// When its first order was made.
    pub since: Timestamp,
    /// Everything up to this block time, in milliseconds, was dealt with.
    pub cursor_ms: Option<i64>,
}
