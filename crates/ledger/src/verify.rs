//! Replays the whole ledger from nothing and compares: with what every row says, with the balances,
//! with the holds. Reads in pages, so that the size of the books does not matter.

use std::collections::BTreeMap;

use numsift_model::id::{PostingId, TaskId, Uid};
use numsift_model::ledger::{Asset, Bucket, Hold, LedgerAccount, Posting, PostingKind, Split, SystemBook};
use numsift_model::money::Points;
use numsift_store::{Store, StoreError, Tx};
use thiserror::Error;

/// Rows read at a time.
const PAGE: i64 = 2000;

/// What was checked.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checked {
    /// Transactions replayed.
    pub postings: u64,
    /// Entries replayed.
    pub entries: u64,
    /// Balances compared.
    pub balances: u64,
    /// Holds compared.
    pub holds: u64,
}

/// The first thing that is not as it must be.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Difference(pub String);

/// Why the books are not said to balance.
#[derive(Debug, Error)]
pub enum VerifyError {
    /// They do not.
    #[error(transparent)]
    Difference(#[from] Difference),
    /// They cannot be read.
    #[error(transparent)]
    Store(#[from] StoreError),
}

macro_rules! require {
    ($holds:expr, $($words:tt)*) => {
        if !$holds {
            return Err(Difference(format!($($words)*)).into());
        }
    };
}

/// What the replay has come to.
#[derive(Default)]
struct Replay {
    balances: BTreeMap<i64, i64>,
    holds: BTreeMap<TaskId, Hold>,
    /// What was charged and not yet refunded, by transaction, until its refund.
    charged: BTreeMap<PostingId, i64>,
    checked: Checked,
}

/// Replays everything on one picture of the data.
pub async fn verify(store: &dyn Store) -> Result<Checked, VerifyError> {
    let mut tx = store.read().await?;
    let mut replay = Replay::default();
    replay.entries(&mut *tx).await?;
    replay.balances(&mut *tx).await?;
    replay.postings(&mut *tx).await?;
    replay.holds(&mut *tx).await?;
    Ok(replay.checked)
}

impl Replay {
    /// Every entry continues its account's chain and none goes below the floor.
    async fn entries(&mut self, tx: &mut dyn Tx) -> Result<(), VerifyError> {
        let mut after = 0;
        loop {
            let rows = tx.entries_after(after, PAGE).await?;
            let Some(last) = rows.last() else { return Ok(()) };
            after = last.id;
            for row in rows {
                let (id, account) = (row.id, LedgerAccount::from_id(row.account));
                require!(account.is_some(), "entry {id} moves {}, which is no account", row.account);
                let balance = self.balances.entry(row.account).or_default();
                *balance = balance.wrapping_add(row.amount);
                require!(
                    *balance == row.balance_after,
                    "entry {id} says that account {} came to {}, the replay comes to {balance}",
                    row.account,
                    row.balance_after
                );
                let floor = account.and_then(LedgerAccount::floor).unwrap_or(i64::MIN);
                require!(*balance >= floor, "entry {id} takes account {} to {balance}", row.account);
                self.checked.entries += 1;
            }
        }
    }

    /// Every balance is what the entries come to, and no entry belongs to a missing one.
    async fn balances(&mut self, tx: &mut dyn Tx) -> Result<(), VerifyError> {
        let mut replayed = self.balances.clone();
        let mut after = i64::MIN;
        loop {
            let rows = tx.balances_after(after, PAGE).await?;
            let Some(last) = rows.last() else { break };
            after = last.id;
            for row in rows {
                let expected = replayed.remove(&row.id).unwrap_or_default();
                require!(
                    row.balance == expected,
                    "account {} holds {}, its entries come to {expected}",
                    row.id,
                    row.balance
                );
                let floor = LedgerAccount::from_id(row.id).map(LedgerAccount::floor);
                require!(floor.is_some(), "balance {} belongs to no account", row.id);
                self.checked.balances += 1;
            }
        }
        let stray = replayed.keys().next();
        require!(stray.is_none(), "account {stray:?} has entries and no balance");
        Ok(())
    }

    /// Every transaction sums to zero and means what its kind says.
    async fn postings(&mut self, tx: &mut dyn Tx) -> Result<(), VerifyError> {
        let mut after = PostingId(0);
        let mut seen = 0;
        loop {
            let page = tx.postings_after(after, PAGE).await?;
            let Some(last) = page.last() else { break };
            after = last.id;
            for posting in &page {
                seen += posting.entries.len() as u64;
                self.posting(posting)?;
                self.checked.postings += 1;
            }
        }
        let entries = self.checked.entries;
        require!(seen == entries, "{entries} entries, but the transactions have {seen}");
        Ok(())
    }

    fn posting(&mut self, posting: &Posting) -> Result<(), VerifyError> {
        let (id, kind) = (posting.id, posting.asked.kind);
        require!(posting.entries.len() >= 2, "transaction {id} has {} entries", posting.entries.len());
        for asset in [Asset::Points, Asset::Credit] {
            let sides = posting.entries.iter().filter(|entry| entry.account.asset() == asset);
            let sum: i128 = sides.map(|entry| i128::from(entry.amount)).sum();
            require!(sum == 0, "transaction {id} does not balance: its {asset:?} sum to {sum}");
        }
        let in_order = posting.entries.windows(2).all(|pair| pair[0].id < pair[1].id);
        require!(in_order, "transaction {id} was not applied in the order of its accounts");
        let moved: i64 = posting.entries.iter().map(|entry| entry.amount.max(0)).sum();
        let amount = posting.asked.amount.0;
        require!(moved == amount, "transaction {id} says {amount}, its entries move {moved}");

        let uid = posting.asked.subject;
        let of = |bucket| posting.moved(uid, bucket);
        match (kind, posting.asked.reference.task) {
            (PostingKind::Hold, Some(task)) => {
                let reserved = split(of(Bucket::CreditHeld), of(Bucket::PointsHeld));
                let hold = Hold {
                    task,
                    uid,
                    inviter: None,
                    reserved,
                    settled: Split::default(),
                    released: Split::default(),
                    closed: false,
                };
                let twice = self.holds.insert(task, hold).is_some();
                require!(!twice, "transaction {id} holds for task {task} a second time");
            }
            (PostingKind::Settle, Some(task)) => {
                let hold = self.held(task, id)?;
                hold.settled.credit.0 -= of(Bucket::CreditHeld);
                hold.settled.points.0 -= of(Bucket::PointsHeld);
                self.charged.insert(id, amount);
            }
            (PostingKind::Release, Some(task)) => {
                let hold = self.held(task, id)?;
                hold.released = split(of(Bucket::Credit), of(Bucket::Points));
                hold.closed = true;
            }
            (PostingKind::Refund, _) => {
                let charge = posting.asked.reference.about.and_then(|about| self.charged.remove(&about));
                let enough = charge.is_some_and(|charge| charge >= amount);
                require!(enough, "transaction {id} refunds {amount} of a charge of {charge:?}");
            }
            (
                PostingKind::TopUp
                | PostingKind::QuotaTopUp
                | PostingKind::Adjust
                | PostingKind::Commission
                | PostingKind::CommissionReversal,
                None,
            ) => {}
            (kind, task) => {
                return Err(Difference(format!("transaction {id} is a {kind:?} about {task:?}")).into());
            }
        }
        let revenue = [Asset::Points, Asset::Credit].map(|asset| posting.booked(SystemBook::Revenue, asset));
        let earns = matches!(kind, PostingKind::Settle | PostingKind::Refund);
        require!(earns || revenue == [0, 0], "transaction {id} is a {kind:?} and moves revenue");
        Ok(())
    }

    fn held(&mut self, task: TaskId, id: PostingId) -> Result<&mut Hold, Difference> {
        self.holds
            .get_mut(&task)
            .ok_or_else(|| Difference(format!("transaction {id}: task {task} has no hold")))
    }

    /// Every hold is what the transactions made of it, and the held balances are what is open.
    async fn holds(&mut self, tx: &mut dyn Tx) -> Result<(), VerifyError> {
        let mut open: BTreeMap<Uid, Split> = BTreeMap::new();
        let mut after = TaskId(i64::MIN);
        loop {
            let rows = tx.holds_after(after, PAGE).await?;
            let Some(last) = rows.last() else { break };
            after = last.task;
            for row in rows {
                let task = row.task;
                let Some(mut replayed) = self.holds.remove(&task) else {
                    return Err(Difference(format!("task {task} has a hold and no transaction")).into());
                };
                replayed.inviter = row.inviter;
                // A task that used everything ends without a transaction.
                if replayed.open().total().0 == 0 {
                    replayed.closed = row.closed;
                }
                require!(row == replayed, "the hold of task {task} is {row:?}, replayed {replayed:?}");
                require!(!row.closed || row.open().total().0 == 0, "task {task} is closed and holds money");
                let sum = open.entry(row.uid).or_default();
                sum.credit.0 += row.open().credit.0;
                sum.points.0 += row.open().points.0;
                self.checked.holds += 1;
            }
        }
        let stray = self.holds.keys().next();
        require!(stray.is_none(), "task {stray:?} has a transaction and no hold");
        for (id, balance) in &self.balances {
            let Some(LedgerAccount::User(uid, bucket)) = LedgerAccount::from_id(*id) else { continue };
            let open = open.get(&uid).copied().unwrap_or_default();
            let expected = match bucket {
                Bucket::PointsHeld => open.points.0,
                Bucket::CreditHeld => open.credit.0,
                _ => continue,
            };
            require!(*balance == expected, "uid {uid} has {balance} held, its open holds are {expected}");
        }
        Ok(())
    }
}

fn split(credit: i64, points: i64) -> Split {
    Split { credit: Points(credit), points: Points(points) }
}
