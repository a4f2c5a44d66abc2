//! The double-entry ledger: accounts, postings, entries and holds.

use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{OrderId, PostingId, TaskId, Uid};
use crate::money::Points;
use crate::words::word_methods;

/// What a ledger account counts, in units of 1/10,000 point. A posting sums to zero per asset.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Asset {
    Points,
    /// Quota.
    Credit,
}

/// A balance of a user. None may become negative. The numbers are part of ledger account ids.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Bucket {
    Points = 1,
    /// Quota.
    Credit = 2,
    /// Points in open holds.
    PointsHeld = 3,
    /// Quota in open holds.
    CreditHeld = 4,
    /// Commission earned as an inviter.
    Commission = 5,
}

/// A kind of money of a user: what can be spent, and what is held of it.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Fund {
    #[default]
    Points,
    /// Quota.
    Credit,
    /// Commission earned as an inviter. It is never held.
    Commission,
}

impl Fund {
    /// The balance that can be spent.
    pub fn balance(self) -> Bucket {
        match self {
            Self::Points => Bucket::Points,
            Self::Credit => Bucket::Credit,
            Self::Commission => Bucket::Commission,
        }
    }

    /// The balance of open holds.
    pub fn held(self) -> Option<Bucket> {
        match self {
            Self::Points => Some(Bucket::PointsHeld),
            Self::Credit => Some(Bucket::CreditHeld),
            Self::Commission => None,
        }
    }
}

impl Bucket {
    pub fn number(self) -> i64 {
        self as i64
    }

    pub fn asset(self) -> Asset {
        match self {
            Self::Points | Self::PointsHeld | Self::Commission => Asset::Points,
            Self::Credit | Self::CreditHeld => Asset::Credit,
        }
    }
}

/// A balance of the system. The numbers are part of ledger account ids.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum SystemBook {
    /// Points bought with USDT.
    UsdtIn = 8,
    /// Charges of tasks.
    Revenue = 9,
    /// Adjustments by an administrator.
    Adjust = 10,
    /// Quota given out.
    CreditIssued = 11,
    /// Commission paid to inviters.
    CommissionCost = 12,
}

impl SystemBook {
    pub fn number(self) -> i64 {
        self as i64
    }
}

/// Each system book is spread over this many rows, so that postings do not all wait for the same row.
pub const SYSTEM_ROWS: i64 = 16;

/// The ids of an owner's ledger accounts start at its uid times this.
pub const IDS_PER_OWNER: i64 = 1024;

/// One account of the ledger. Its id is computed, so that a posting needs no lookup and all postings lock their
/// accounts in ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LedgerAccount {
    /// A row of a system book.
    System(SystemBook, Asset, i64),
    User(Uid, Bucket),
}

impl LedgerAccount {
    pub fn of(uid: Uid, bucket: Bucket) -> Self {
        Self::User(uid, bucket)
    }

    /// The row of a system book for postings about this user.
    pub fn system(book: SystemBook, asset: Asset, near: Uid) -> Self {
        Self::System(book, asset, near.0.rem_euclid(SYSTEM_ROWS))
    }

    /// Its id in the database.
    pub fn id(self) -> i64 {
        match self {
            Self::System(book, asset, row) => code(book.number(), asset) + row,
            Self::User(uid, bucket) => {
                uid.0.saturating_mul(IDS_PER_OWNER).saturating_add(code(bucket.number(), bucket.asset()))
            }
        }
    }

    pub fn from_id(id: i64) -> Option<Self> {
        let (owner, rest) = (id.div_euclid(IDS_PER_OWNER), id.rem_euclid(IDS_PER_OWNER));
        let (number, row) = (rest / 32, rest % SYSTEM_ROWS);
        let asset = if rest & 16 == 0 { Asset::Points } else { Asset::Credit };
        let account = if owner == 0 {
            Self::System(SystemBook::ALL.iter().copied().find(|book| book.number() == number)?, asset, row)
        } else {
            let bucket = Bucket::ALL.iter().copied().find(|bucket| bucket.number() == number)?;
            Self::User(Uid(owner), bucket)
        };
        (owner >= 0 && account.id() == id).then_some(account)
    }

    pub fn asset(self) -> Asset {
        match self {
            Self::System(_, asset, _) => asset,
            Self::User(_, bucket) => bucket.asset(),
        }
    }

    /// The lowest allowed balance; `None` for system books, which mirror the users' balances.
    pub fn floor(self) -> Option<i64> {
        match self {
            Self::System(..) => None,
            Self::User(..) => Some(0),
        }
    }
}

fn code(number: i64, asset: Asset) -> i64 {
    number * 32 + if asset == Asset::Credit { 16 } else { 0 }
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum PostingKind {
    TopUp,
    QuotaTopUp,
    /// Opens the hold of a task.
    Hold,
    /// Charges a chunk of a task.
    Settle,
    /// Returns the unused part of a hold.
    Release,
    /// Takes back a charge.
    Refund,
    /// Adjustment by an administrator.
    Adjust,
    Commission,
    /// Takes back commission after a refund.
    CommissionReversal,
}

impl PostingKind {
    /// Whether it only moves money between a balance and its holds. Such a posting is neither income nor spending.
    pub fn is_hold(self) -> bool {
        matches!(self, Self::Hold | Self::Release)
    }
}

word_methods!(Asset, Bucket, Fund, SystemBook, PostingKind);

/// What a posting is about. Fields that do not apply are empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reference {
    pub order: Option<OrderId>,
    pub task: Option<TaskId>,
    pub chunk: Option<i64>,
    pub project: Option<String>,
    /// How many numbers were charged.
    pub numbers: i64,
    /// The posting that this one follows from or takes back.
    pub about: Option<PostingId>,
    /// Reason given by an administrator.
    pub note: String,
}

/// A posting to be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPosting {
    pub kind: PostingKind,
    /// Idempotency key: a repeated request gets the first posting.
    pub key: String,
    /// Hash of the request; a different request under the same key is a conflict.
    pub request_hash: [u8; 32],
    /// `None` is the system.
    pub actor: Option<Uid>,
    /// The account whose balances change.
    pub subject: Uid,
    pub reference: Reference,
    /// Sum of the positive entries.
    pub amount: Points,
    pub at: Timestamp,
}

/// One side of a posting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Ascending in the order in which the account's balance changed.
    pub id: i64,
    pub account: LedgerAccount,
    pub amount: i64,
    pub balance_after: i64,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    pub id: PostingId,
    pub asked: NewPosting,
    /// In ascending order of account id.
    pub entries: Vec<Entry>,
}

impl Posting {
    /// The change of a user's bucket.
    pub fn moved(&self, uid: Uid, bucket: Bucket) -> Points {
        let account = LedgerAccount::of(uid, bucket);
        self.total(|entry| entry.account == account)
    }

    /// The change of all rows of a system book in one asset.
    pub fn booked(&self, book: SystemBook, asset: Asset) -> Points {
        self.total(|entry| matches!(entry.account, LedgerAccount::System(b, a, _) if b == book && a == asset))
    }

    fn total(&self, included: impl Fn(&Entry) -> bool) -> Points {
        self.entries.iter().filter(|entry| included(entry)).map(|entry| Points(entry.amount)).sum()
    }
}

/// The hold of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    pub task: TaskId,
    pub uid: Uid,
    /// Inviter of the account; receives commission.
    pub inviter: Option<Uid>,
    pub reserved: Split,
    pub settled: Split,
    pub released: Split,
    /// Set by the release; nothing is charged afterwards.
    pub closed: bool,
}

impl Hold {
    /// The part that is neither settled nor released.
    pub fn open(&self) -> Split {
        self.reserved - self.settled - self.released
    }
}

/// An amount, split by the balance that it comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Split {
    pub credit: Points,
    pub points: Points,
}

impl Split {
    pub fn total(self) -> Points {
        self.credit + self.points
    }

    /// The part of this that covers `amount`, quota first; `None` if it is not enough.
    pub fn take(self, amount: Points) -> Option<Self> {
        let credit = amount.min(self.credit);
        let points = amount.checked_sub(credit)?;
        (points <= self.points).then_some(Self { credit, points })
    }

    /// The part of this that covers `amount`, points first: the reverse of [`Self::take`].
    pub fn give_back(self, amount: Points) -> Option<Self> {
        let points = amount.min(self.points);
        let credit = amount.checked_sub(points)?;
        (credit <= self.credit).then_some(Self { credit, points })
    }
}

impl Add for Split {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self { credit: self.credit + other.credit, points: self.points + other.points }
    }
}

impl Sub for Split {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self { credit: self.credit - other.credit, points: self.points - other.points }
    }
}

/// A posting as it is listed for one account and fund. Each posting is listed once.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Id of the entry that it is listed by.
    pub id: i64,
    pub posting: PostingId,
    pub uid: Uid,
    pub username: String,
    pub fund: Fund,
    pub kind: PostingKind,
    /// Money in, or out if negative. For holds and releases the change of the balance, which is neither.
    pub amount: Points,
    /// What could be spent afterwards.
    pub balance_after: Points,
    /// What was held afterwards.
    pub held_after: Points,
    pub reference: Reference,
    /// `None` is the system.
    pub actor: Option<Uid>,
    pub at: Timestamp,
}

/// Totals of a list of movements. Holds and releases are neither incoming nor outgoing.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MovementTotals {
    pub count: i64,
    pub incoming: Points,
    /// As a positive amount.
    pub outgoing: Points,
    /// Sum of the holds.
    pub held: Points,
    /// Sum of the releases.
    pub released: Points,
}

/// Income from one project on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Income {
    pub project: String,
    /// Midnight (UTC).
    pub day: Timestamp,
    /// Numbers charged minus numbers refunded.
    pub numbers: i64,
    /// Charges minus refunds.
    pub charged: Points,
    /// Provider cost.
    pub cost: Points,
    /// Commission minus reversals.
    pub commission: Points,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_unique_and_reversible() {
        let mut accounts = Vec::new();
        for uid in [1, 2, 1000, 10_001, (1 << 53) - 1] {
            accounts.extend(Bucket::ALL.iter().map(|bucket| LedgerAccount::of(Uid(uid), *bucket)));
        }
        for book in SystemBook::ALL {
            for asset in [Asset::Points, Asset::Credit] {
                accounts.extend((0..SYSTEM_ROWS).map(|row| LedgerAccount::System(*book, asset, row)));
            }
        }
        let ids: std::collections::BTreeSet<_> = accounts.iter().map(|account| account.id()).collect();
        assert_eq!(ids.len(), accounts.len());
        for account in accounts {
            assert_eq!(LedgerAccount::from_id(account.id()), Some(account));
        }
        for stray in [-1, 0, 1, 31, 1023, 1024 + 33, 1024 + 32 * 7] {
            assert_eq!(LedgerAccount::from_id(stray), None, "{stray}");
        }
    }

    #[test]
    fn quota_is_taken_first_and_returned_last() {
        let held = Split { credit: Points(30), points: Points(50) };
        let split = |credit, points| Some(Split { credit: Points(credit), points: Points(points) });
        for (amount, taken, back) in [
            (10, split(10, 0), split(0, 10)),
            (30, split(30, 0), split(0, 30)),
            (80, split(30, 50), split(30, 50)),
        ] {
            assert_eq!(held.take(Points(amount)), taken);
            assert_eq!(held.give_back(Points(amount)), back);
        }
        assert_eq!((held.take(Points(81)), held.give_back(Points(81))), (None, None));
    }
}
