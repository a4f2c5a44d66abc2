//! Verification of the ledger: replays all postings and compares the result with the stored balances and holds.
//!
//! Everything is read in pages. What is kept is one balance per ledger account and the hold that is being
//! replayed; nothing per posting, task or settlement.

use std::collections::{BTreeMap, VecDeque};
use std::ops::Bound::{self, Excluded, Unbounded};

use numsift_model::id::{PostingId, TaskId, Uid};
use numsift_model::ledger::{Asset, Bucket, Hold, LedgerAccount, Posting, PostingKind, Split, SystemBook};
use numsift_model::money::Points;
use numsift_store::{Store, StoreError, Tx};
use thiserror::Error;

/// Default number of rows per page.
const PAGE: i64 = 2000;

/// What was verified.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Checked {
    pub postings: u64,
    pub entries: u64,
    pub balances: u64,
    pub holds: u64,
    /// The largest number of balances, holds and rows that were in memory at a time.
    pub peak_kept: usize,
}

/// The first inconsistency.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct Difference(pub String);

#[derive(Debug, Error)]
pub enum VerifyError {
    #[error(transparent)]
    Difference(#[from] Difference),
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

/// Verifies the whole ledger in one snapshot.
pub async fn verify(store: &dyn Store) -> Result<Checked, VerifyError> {
    verify_in_pages(store, PAGE).await
}

/// Like [`verify`], with a given number of rows per page.
pub async fn verify_in_pages(store: &dyn Store, page: i64) -> Result<Checked, VerifyError> {
    let mut tx = store.read().await?;
    let tx = &mut *tx;
    let mut replay =
        Replay { page, balances: BTreeMap::new(), open: BTreeMap::new(), checked: Checked::default() };
    replay.entries(tx).await?;
    replay.balances(tx).await?;
    replay.postings(tx).await?;
    check_refunds(tx).await?;
    replay.holds(tx).await?;
    replay.held_balances()?;
    Ok(replay.checked)
}

struct Replay {
    page: i64,
    /// Balance by id of the ledger account.
    balances: BTreeMap<i64, i64>,
    /// Total of the open holds, by account.
    open: BTreeMap<Uid, Split>,
    checked: Checked,
}

impl Replay {
    /// Records how much is in memory while `rows` rows are being processed.
    fn keep(&mut self, rows: usize) {
        let kept = self.balances.len() + self.open.len() + rows;
        self.checked.peak_kept = self.checked.peak_kept.max(kept);
    }

    /// Every entry continues the balance of its account, and no balance falls below its floor.
    async fn entries(&mut self, tx: &mut dyn Tx) -> Result<(), VerifyError> {
        let mut after = 0;
        loop {
            let rows = tx.entries_after(after, self.page).await?;
            let Some(last) = rows.last() else { return Ok(()) };
            after = last.id;
            let read = rows.len();
            for row in rows {
                let (id, account) = (row.id, row.account);
                let Some(known) = LedgerAccount::from_id(account) else {
                    return Err(Difference(format!("entry {id}: {account} is not a ledger account")).into());
                };
                let before = self.balances.get(&account).copied().unwrap_or_default();
                let Some(balance) = before.checked_add(row.amount) else {
                    return Err(Difference(format!(
                        "entry {id}: the balance of account {account} overflows"
                    ))
                    .into());
                };
                require!(
                    balance == row.balance_after,
                    "entry {id}: the balance of account {account} is {balance}, but {} is recorded",
                    row.balance_after
                );
                require!(
                    known.floor().is_none_or(|floor| balance >= floor),
                    "entry {id}: the balance of account {account} falls to {balance}"
                );
                self.balances.insert(account, balance);
                self.checked.entries += 1;
            }
            self.keep(read);
        }
    }

    /// Every stored balance is the sum of its entries, and every account with entries has a stored balance.
    async fn balances(&mut self, tx: &mut dyn Tx) -> Result<(), VerifyError> {
        let mut after = i64::MIN;
        loop {
            let rows = tx.balances_after(after, self.page).await?;
            if rows.is_empty() {
                return self.require_no_accounts_in((Excluded(after), Unbounded));
            }
            self.keep(rows.len());
            for row in rows {
                self.require_no_accounts_in((Excluded(after), Excluded(row.id)))?;
                after = row.id;
                let expected = self.balances.get(&row.id).copied().unwrap_or_default();
                require!(
                    row.balance == expected,
                    "account {} has a balance of {}, its entries sum to {expected}",
                    row.id,
                    row.balance
                );
                require!(
                    LedgerAccount::from_id(row.id).is_some(),
                    "balance {} does not belong to a ledger account",
                    row.id
                );
                self.checked.balances += 1;
            }
        }
    }

    /// Fails if there are entries of an account in a range of ids that has no stored balance.
    fn require_no_accounts_in(&self, ids: (Bound<i64>, Bound<i64>)) -> Result<(), VerifyError> {
        match self.balances.range(ids).next() {
            Some((id, _)) => Err(Difference(format!("account {id} has entries but no balance")).into()),
            None => Ok(()),
        }
    }

    /// Every posting balances and has the entries that its kind requires.
    async fn postings(&mut self, tx: &mut dyn Tx) -> Result<(), VerifyError> {
        let mut after = PostingId(0);
        let mut seen = 0;
        loop {
            let page = tx.postings_after(after, self.page).await?;
            let Some(last) = page.last() else { break };
            after = last.id;
            self.keep(page.len());
            for posting in &page {
                seen += posting.entries.len() as u64;
                check_posting(posting)?;
                self.checked.postings += 1;
            }
        }
        let entries = self.checked.entries;
        require!(seen == entries, "there are {entries} entries, but the postings have {seen}");
        Ok(())
    }

    /// Every hold is the result of its task's postings.
    async fn holds(&mut self, tx: &mut dyn Tx) -> Result<(), VerifyError> {
        let mut stored = HoldRows::new(self.page);
        let mut current: Option<Hold> = None;
        let mut after = (TaskId(i64::MIN), PostingId(0));
        loop {
            let page = tx.postings_by_task(after, self.page).await?;
            let Some(last) = page.last() else { break };
            after = (last.asked.reference.task.unwrap_or(after.0), last.id);
            self.keep(page.len() + stored.read + 1);
            for posting in &page {
                let task = posting.asked.reference.task.unwrap_or(after.0);
                if let Some(replayed) = current.take_if(|hold| hold.task != task) {
                    self.compare_hold(tx, &mut stored, replayed).await?;
                }
                replay_on_hold(&mut current, task, posting)?;
            }
        }
        if let Some(replayed) = current {
            self.compare_hold(tx, &mut stored, replayed).await?;
        }
        if let Some(row) = stored.next(tx).await? {
            return Err(Difference(format!("task {} has a hold but no posting", row.task)).into());
        }
        Ok(())
    }

    /// Compares a replayed hold with the stored one. Tasks arrive in ascending order.
    async fn compare_hold(
        &mut self,
        tx: &mut dyn Tx,
        stored: &mut HoldRows,
        mut replayed: Hold,
    ) -> Result<(), VerifyError> {
        let row = stored.next(tx).await?;
        let task = replayed.task;
        let Some(row) = row.filter(|row| row.task <= task) else {
            return Err(Difference(format!("task {task} has a posting but no hold")).into());
        };
        require!(row.task == task, "task {} has a hold but no posting", row.task);
        replayed.inviter = row.inviter;
        let open = open_part(&replayed)?;
        // A hold that was charged completely is closed without a posting.
        if open == Split::default() {
            replayed.closed = row.closed;
        }
        require!(
            row == replayed,
            "the hold of task {task} is {row:?}, but its postings result in {replayed:?}"
        );
        require!(!row.closed || open == Split::default(), "the hold of task {task} is closed but not empty");
        if open != Split::default() {
            let total = self.open.entry(row.uid).or_default();
            total.credit = add(total.credit, open.credit, || format!("the holds of uid {}", row.uid))?;
            total.points = add(total.points, open.points, || format!("the holds of uid {}", row.uid))?;
        }
        self.checked.holds += 1;
        Ok(())
    }

    /// Every held balance is the total of the account's open holds.
    fn held_balances(&self) -> Result<(), VerifyError> {
        for (id, balance) in &self.balances {
            let Some(LedgerAccount::User(uid, bucket)) = LedgerAccount::from_id(*id) else { continue };
            let open = self.open.get(&uid).copied().unwrap_or_default();
            let expected = match bucket {
                Bucket::PointsHeld => open.points.0,
                Bucket::CreditHeld => open.credit.0,
                _ => continue,
            };
            require!(*balance == expected, "uid {uid} has {balance} held, but its open holds are {expected}");
        }
        Ok(())
    }
}

/// Reads the stored holds in ascending order of their tasks.
struct HoldRows {
    size: i64,
    page: VecDeque<Hold>,
    /// Rows of the last page.
    read: usize,
    after: TaskId,
}

impl HoldRows {
    fn new(size: i64) -> Self {
        Self { size, page: VecDeque::new(), read: 0, after: TaskId(i64::MIN) }
    }

    async fn next(&mut self, tx: &mut dyn Tx) -> Result<Option<Hold>, StoreError> {
        if self.page.is_empty() {
            self.page = tx.holds_after(self.after, self.size).await?.into();
            self.read = self.page.len();
            self.after = self.page.back().map_or(self.after, |last| last.task);
        }
        Ok(self.page.pop_front())
    }
}

/// Checks that a posting balances, moves its amount, and fits its kind.
fn check_posting(posting: &Posting) -> Result<(), VerifyError> {
    let (id, kind) = (posting.id, posting.asked.kind);
    require!(posting.entries.len() >= 2, "posting {id} has {} entries", posting.entries.len());
    for asset in [Asset::Points, Asset::Credit] {
        let sides = posting.entries.iter().filter(|entry| entry.account.asset() == asset);
        let sum: i128 = sides.map(|entry| i128::from(entry.amount)).sum();
        require!(sum == 0, "posting {id} does not balance: its {asset:?} sum to {sum}");
    }
    let in_order = posting.entries.windows(2).all(|pair| pair[0].id < pair[1].id);
    require!(in_order, "posting {id} was not applied in the order of its accounts");
    let moved: i128 = posting.entries.iter().map(|entry| i128::from(entry.amount.max(0))).sum();
    let amount = posting.asked.amount.0;
    require!(moved == i128::from(amount), "posting {id} has an amount of {amount}, its entries move {moved}");

    let task = posting.asked.reference.task;
    let fits = match kind {
        PostingKind::Hold | PostingKind::Settle | PostingKind::Release => task.is_some(),
        PostingKind::Refund => true,
        PostingKind::TopUp
        | PostingKind::QuotaTopUp
        | PostingKind::Adjust
        | PostingKind::Commission
        | PostingKind::CommissionReversal => task.is_none(),
    };
    require!(fits, "posting {id} is a {kind:?} with task {task:?}");
    // No overflow is possible here: the positive entries sum to the amount.
    let revenue = [Asset::Points, Asset::Credit].map(|asset| posting.booked(SystemBook::Revenue, asset));
    let may_earn = matches!(kind, PostingKind::Settle | PostingKind::Refund);
    require!(may_earn || revenue == [Points::ZERO; 2], "posting {id} is a {kind:?} and moves revenue");
    Ok(())
}

/// Every refund is covered by its charge.
async fn check_refunds(tx: &mut dyn Tx) -> Result<(), VerifyError> {
    let Some(bad) = tx.first_bad_refund().await? else { return Ok(()) };
    let charge = match bad.charged {
        Some(charge) => format!("a charge of {}", charge.0),
        None => "no charge, or one that was already refunded".to_owned(),
    };
    Err(Difference(format!("posting {} refunds {} of {charge}", bad.id, bad.amount.0)).into())
}

/// Applies a posting to the hold of its task. Postings of a task arrive in the order of their ids.
fn replay_on_hold(current: &mut Option<Hold>, task: TaskId, posting: &Posting) -> Result<(), VerifyError> {
    let (id, uid) = (posting.id, posting.asked.subject);
    let of = |bucket| posting.moved(uid, bucket);
    let missing = || Difference(format!("posting {id}: task {task} has no hold"));
    match posting.asked.kind {
        PostingKind::Hold => {
            require!(current.is_none(), "posting {id} opens a second hold for task {task}");
            *current = Some(Hold {
                task,
                uid,
                inviter: None,
                reserved: Split { credit: of(Bucket::CreditHeld), points: of(Bucket::PointsHeld) },
                settled: Split::default(),
                released: Split::default(),
                closed: false,
            });
        }
        PostingKind::Settle => {
            let hold = current.as_mut().ok_or_else(missing)?;
            let what = || format!("the charges of task {task}");
            hold.settled.credit = add(hold.settled.credit, -of(Bucket::CreditHeld), what)?;
            hold.settled.points = add(hold.settled.points, -of(Bucket::PointsHeld), what)?;
        }
        PostingKind::Release => {
            let hold = current.as_mut().ok_or_else(missing)?;
            let what = || format!("the releases of task {task}");
            hold.released.credit = add(hold.released.credit, of(Bucket::Credit), what)?;
            hold.released.points = add(hold.released.points, of(Bucket::Points), what)?;
            hold.closed = open_part(hold)? == Split::default();
        }
        _ => {}
    }
    Ok(())
}

/// Like [`Hold::open`], for damaged data.
fn open_part(hold: &Hold) -> Result<Split, Difference> {
    let rest = |reserved: Points, settled: Points, released: Points| {
        reserved.checked_sub(settled).and_then(|rest| rest.checked_sub(released))
    };
    let credit = rest(hold.reserved.credit, hold.settled.credit, hold.released.credit);
    let points = rest(hold.reserved.points, hold.settled.points, hold.released.points);
    match (credit, points) {
        (Some(credit), Some(points)) => Ok(Split { credit, points }),
        _ => Err(Difference(format!("the hold of task {} overflows", hold.task))),
    }
}

fn add(total: Points, amount: Points, what: impl Fn() -> String) -> Result<Points, Difference> {
    total.checked_add(amount).ok_or_else(|| Difference(format!("{} overflow", what())))
}
