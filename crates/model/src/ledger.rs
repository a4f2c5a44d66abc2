//! The books: accounts, transactions and entries of the double-entry ledger.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{OrderId, PostingId, TaskId, Uid};
use crate::money::Points;

/// What an account counts. A transaction sums to zero in each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Asset {
    /// Points, in ten-thousandths.
    Points,
    /// Quota, in ten-thousandths of a point.
    Credit,
}

impl Asset {
    /// The word that stands for it in the database.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Points => "points",
            Self::Credit => "credit",
        }
    }
}

macro_rules! words {
    ($(#[$outer:meta])* $name:ident { $($(#[$doc:meta])* $variant:ident = $number:literal $word:literal,)* }) => {
        $(#[$outer])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
        #[serde(rename_all = "snake_case")]
        pub enum $name {
            $($(#[$doc])* $variant,)*
        }

        impl $name {
            /// All of them.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The number that stands for it in ids.
            pub fn number(self) -> i64 {
                match self { $(Self::$variant => $number,)* }
            }

            /// The word that stands for it in the database and on the wire.
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$variant => $word,)* }
            }

            /// What a word stands for.
            pub fn from_word(word: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|one| one.as_str() == word)
            }
        }
    };
}

words! {
    /// A bucket of money that belongs to a user. None may fall below zero.
    Bucket {
        /// Points that can be spent.
        Points = 1 "points",
        /// Quota that can be spent.
        Credit = 2 "credit",
        /// Points set aside for running tasks.
        PointsHeld = 3 "points_held",
        /// Quota set aside for running tasks.
        CreditHeld = 4 "credit_held",
        /// Commission earned by inviting others.
        Commission = 5 "commission",
    }
}

impl Bucket {
    /// What it counts.
    pub fn asset(self) -> Asset {
        match self {
            Self::Points | Self::PointsHeld | Self::Commission => Asset::Points,
            Self::Credit | Self::CreditHeld => Asset::Credit,
        }
    }
}

words! {
    /// The system's side of the books.
    SystemBook {
        /// Points bought with USDT.
        UsdtIn = 8 "usdt_in",
        /// What tasks were charged.
        Revenue = 9 "revenue",
        /// Corrections by an administrator.
        Adjust = 10 "adjust",
        /// Quota given out.
        CreditIssued = 11 "credit_issued",
        /// Commission paid to inviters.
        CommissionCost = 12 "commission_cost",
    }
}

/// Each of the system's books is kept on so many rows, or every posting of the installation would
/// wait for one and the same row.
pub const SYSTEM_ROWS: i64 = 16;

/// Ids of the accounts of one owner start at its uid times this.
pub const IDS_PER_OWNER: i64 = 1024;

/// One account of the ledger. Its id follows from what it is, so that no posting has to look it up
/// and all of them can take their accounts in the same, ascending order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LedgerAccount {
    /// A row of one of the system's books.
    System(SystemBook, Asset, i64),
    /// A user's bucket.
    User(Uid, Bucket),
}

impl LedgerAccount {
    /// A user's bucket.
    pub fn of(uid: Uid, bucket: Bucket) -> Self {
        Self::User(uid, bucket)
    }

    /// The row of a system book that postings about this user go to.
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

    /// The account that an id stands for.
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

    /// What it counts.
    pub fn asset(self) -> Asset {
        match self {
            Self::System(_, asset, _) => asset,
            Self::User(_, bucket) => bucket.asset(),
        }
    }

    /// The lowest balance it may have; `None` for the system's own side, which mirrors the users'.
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

words! {
    /// Why money moved.
    PostingKind {
        /// USDT arrived.
        TopUp = 1 "top_up",
        /// USDT for quota arrived.
        QuotaTopUp = 2 "quota_top_up",
        /// Set aside for a task.
        Hold = 3 "hold",
        /// Charged for a chunk of a task.
        Settle = 4 "settle",
        /// What a task did not use came back.
        Release = 5 "release",
        /// A charge was taken back.
        Refund = 6 "refund",
        /// An administrator's correction.
        Adjust = 7 "adjust",
        /// Commission for the inviter.
        Commission = 8 "commission",
        /// Commission taken back with a refund.
        CommissionReversal = 9 "commission_reversal",
    }
}

/// What a transaction is about. The fields that do not apply stay empty.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Reference {
    /// The top-up order.
    pub order: Option<OrderId>,
    /// The task.
    pub task: Option<TaskId>,
    /// The chunk of the task.
    pub chunk: Option<i64>,
    /// The project that was screened.
    pub project: Option<String>,
    /// How many numbers were charged.
    pub numbers: i64,
    /// The transaction that this one follows from or takes back.
    pub about: Option<PostingId>,
    /// An administrator's reason.
    pub note: String,
}

/// A transaction to be posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewPosting {
    /// Why money moves.
    pub kind: PostingKind,
    /// Whoever asks twice with the same key gets the first answer twice.
    pub key: String,
    /// Hash of what was asked: another request under the same key is a conflict.
    pub request_hash: [u8; 32],
    /// Who does it; `None` is the system.
    pub actor: Option<Uid>,
    /// Whose money it is.
    pub subject: Uid,
    /// What it is about.
    pub reference: Reference,
    /// How much moves in all.
    pub amount: Points,
    /// When.
    pub at: Timestamp,
}

/// One side of a transaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Row id; ascending in the order in which an account's balance moved.
    pub id: i64,
    /// Whose balance moved.
    pub account: LedgerAccount,
    /// By how much.
    pub amount: i64,
    /// What it came to.
    pub balance_after: i64,
}

/// A transaction that was posted.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Posting {
    /// Its number.
    pub id: PostingId,
    /// What was asked.
    pub asked: NewPosting,
    /// Its sides, in ascending order of account.
    pub entries: Vec<Entry>,
}

impl Posting {
    /// By how much a user's bucket moved.
    pub fn moved(&self, uid: Uid, bucket: Bucket) -> i64 {
        let account = LedgerAccount::of(uid, bucket);
        self.entries.iter().filter(|entry| entry.account == account).map(|entry| entry.amount).sum()
    }

    /// By how much the system's books of a kind moved in one asset.
    pub fn booked(&self, book: SystemBook, asset: Asset) -> i64 {
        let here = |account| matches!(account, LedgerAccount::System(b, a, _) if b == book && a == asset);
        self.entries.iter().filter(|entry| here(entry.account)).map(|entry| entry.amount).sum()
    }
}

/// What a task has set aside, and what became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Hold {
    /// The task.
    pub task: TaskId,
    /// Whose money it is.
    pub uid: Uid,
    /// Who invited that account, and gets commission.
    pub inviter: Option<Uid>,
    /// Set aside at the start.
    pub reserved: Split,
    /// Charged so far.
    pub settled: Split,
    /// Given back at the end.
    pub released: Split,
    /// Set once it was given back: nothing is charged after that.
    pub closed: bool,
}

impl Hold {
    /// What is still set aside.
    pub fn open(&self) -> Split {
        Split {
            credit: Points(self.reserved.credit.0 - self.settled.credit.0 - self.released.credit.0),
            points: Points(self.reserved.points.0 - self.settled.points.0 - self.released.points.0),
        }
    }
}

/// An amount, by the bucket it comes from.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Split {
    /// From the quota.
    pub credit: Points,
    /// From the points.
    pub points: Points,
}

impl Split {
    /// Both together.
    pub fn total(self) -> Points {
        Points(self.credit.0.saturating_add(self.points.0))
    }

    /// The part of this that covers `amount`, quota first; `None` when it is not enough.
    pub fn take(self, amount: Points) -> Option<Self> {
        let credit = amount.0.min(self.credit.0);
        let points = amount.0 - credit;
        (points <= self.points.0).then_some(Self { credit: Points(credit), points: Points(points) })
    }

    /// The part of this that covers `amount`, points first: the reverse of [`Self::take`].
    pub fn give_back(self, amount: Points) -> Option<Self> {
        let points = amount.0.min(self.points.0);
        let credit = amount.0 - points;
        (credit <= self.credit.0).then_some(Self { credit: Points(credit), points: Points(points) })
    }
}

/// A line of an account's history.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Movement {
    /// Row id of the entry.
    pub id: i64,
    /// The transaction.
    pub posting: PostingId,
    /// Whose it is.
    pub uid: Uid,
    /// Its name.
    pub username: String,
    /// Which bucket moved.
    pub bucket: Bucket,
    /// Why.
    pub kind: PostingKind,
    /// By how much.
    pub amount: Points,
    /// What the bucket came to.
    pub balance_after: Points,
    /// What it is about.
    pub reference: Reference,
    /// Who did it; `None` is the system.
    pub actor: Option<Uid>,
    /// When.
    pub at: Timestamp,
}

/// Sums over a list of movements.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MovementTotals {
    /// How many there are.
    pub count: i64,
    /// What came in.
    pub incoming: Points,
    /// What went out, as a positive amount.
    pub outgoing: Points,
}

/// What one project brought on one day.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Income {
    /// The project.
    pub project: String,
    /// The day, as the moment it began (UTC).
    pub day: Timestamp,
    /// Numbers charged, less those refunded.
    pub numbers: i64,
    /// Charged, less refunds.
    pub charged: Points,
    /// What providers charge.
    pub cost: Points,
    /// Commission to inviters, less what was taken back.
    pub commission: Points,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_account_has_an_id_of_its_own_and_comes_back_from_it() {
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
    fn quota_is_taken_first_and_given_back_last() {
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
