//! The ledger: postings, balances that never fall below their minimum, and holds.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{PostingId, TaskId, Uid};
use numsift_model::ledger::{
    Asset, Entry, Fund, Hold, Income, LedgerAccount, Movement, MovementTotals, NewPosting, Posting,
    PostingKind, Split,
};
use numsift_model::money::{Balances, Points};

use crate::{Scope, StoreError, StoreResult};

/// The result of claiming a posting's key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Done(PostingId, Vec<Entry>),
    /// A posting with this key exists.
    Known(Box<Posting>),
    /// This balance would fall below its minimum. The transaction cannot be saved any more.
    NotEnough(LedgerAccount),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BalanceRow {
    /// Id of the ledger account.
    pub id: i64,
    pub balance: i64,
    pub min_balance: Option<i64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryRow {
    pub id: i64,
    pub posting: i64,
    /// Id of the ledger account.
    pub account: i64,
    pub amount: i64,
    pub balance_after: i64,
}

/// A refund that its charge does not cover.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BadRefund {
    pub id: PostingId,
    pub amount: Points,
    /// Amount of the charge; `None` when there is no earlier charge or it was refunded before.
    pub charged: Option<Points>,
}

#[derive(Debug, Clone, Default)]
pub struct MovementFilter {
    pub uid: Option<Uid>,
    pub fund: Fund,
    /// Include holds and releases.
    pub holds: bool,
    pub kind: Option<PostingKind>,
    pub task: Option<TaskId>,
    /// Inclusive.
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub until: Option<Timestamp>,
}

impl MovementFilter {
    /// The accounts whose movements the caller may see and asked for.
    pub fn owner(&self, scope: Scope) -> Owner {
        match (scope, self.uid) {
            (Scope::All, None) => Owner::Any,
            (Scope::All, Some(uid)) => Owner::One(uid),
            (Scope::Own(own), wanted) if wanted.is_none_or(|uid| uid == own) => Owner::One(own),
            (Scope::Own(_), _) => Owner::Nobody,
        }
    }
}

/// The accounts whose movements match a filter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    Any,
    One(Uid),
    /// A customer asked for another account.
    Nobody,
}

/// The cost of one attempt on a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderCost<'a> {
    pub task: TaskId,
    pub chunk: i64,
    /// Attempt number, starting at 1.
    pub attempt: i64,
    pub project: &'a str,
    pub cost: Points,
    pub at: Timestamp,
}

/// What the ledger booked for one project of a task.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskBooking {
    pub project: String,
    /// Number of charged answers.
    pub numbers: i64,
    pub charged: Points,
    pub refunded: Points,
}

/// Sorts the sides of a posting into the order in which they are applied. Refuses fewer than two sides, an account
/// that occurs twice, an amount of zero, and an asset that does not sum to zero.
pub fn in_order(moves: &[(LedgerAccount, i64)]) -> StoreResult<Vec<(LedgerAccount, i64)>> {
    let mut sorted = moves.to_vec();
    sorted.sort_by_key(|(account, _)| account.id());
    let twice = sorted.windows(2).any(|pair| pair[0].0 == pair[1].0);
    let balanced = [Asset::Points, Asset::Credit].into_iter().all(|asset| {
        let sides = sorted.iter().filter(|(account, _)| account.asset() == asset);
        sides.map(|(_, amount)| i128::from(*amount)).sum::<i128>() == 0
    });
    if sorted.len() < 2 || twice || !balanced || sorted.iter().any(|(_, amount)| *amount == 0) {
        return Err(StoreError::Unbalanced);
    }
    Ok(sorted)
}

/// A transaction with a posting that has no entries yet cannot be saved.
#[async_trait]
pub trait Ledger {
    /// Records a posting, unless its key exists, and moves its balances in the order of their ids. None may fall below its
    /// minimum. Concurrent postings with one key wait for each other.
    async fn post(&mut self, new: &NewPosting, moves: &[(LedgerAccount, i64)]) -> StoreResult<Outcome>;

    /// The posting with this key.
    async fn posting(&mut self, key: &str) -> StoreResult<Option<Posting>>;

    /// The balances that an account can spend, locked until the transaction ends.
    async fn lock_spendable(&mut self, uid: Uid) -> StoreResult<Split>;

    async fn balances(&mut self, uid: Uid) -> StoreResult<Balances>;

    /// Records the hold of a task.
    async fn open_hold(&mut self, task: TaskId, uid: Uid, reserved: Split) -> StoreResult<()>;

    /// The hold of a task, locked when the transaction writes.
    async fn hold(&mut self, task: TaskId) -> StoreResult<Option<Hold>>;

    /// Settles a part of a hold; `false` when it is closed or has less left.
    async fn settle_hold(&mut self, task: TaskId, amount: Split) -> StoreResult<bool>;

    /// Releases the rest of a hold and closes it; `false` when it was closed before.
    async fn close_hold(&mut self, task: TaskId, rest: Split) -> StoreResult<bool>;

    /// Releases a part of a hold, and closes the hold if nothing is left of it; `false` when it is closed or has less left.
    async fn release_from_hold(&mut self, task: TaskId, part: Split) -> StoreResult<bool>;

    /// Movements of a fund within `scope`, newest first, those before the cursor.
    async fn movements(
        &mut self,
        scope: Scope,
        filter: &MovementFilter,
        before: Option<i64>,
        limit: i64,
    ) -> StoreResult<Vec<Movement>>;

    /// Totals over all movements within `scope`.
    async fn movement_totals(&mut self, scope: Scope, filter: &MovementFilter)
    -> StoreResult<MovementTotals>;

    /// Records provider costs, whether or not the customer is charged. The first record of an attempt stays.
    async fn add_provider_costs(&mut self, costs: &[ProviderCost<'_>]) -> StoreResult<()>;

    /// Charges and refunds of a task by project.
    async fn task_bookings(&mut self, task: TaskId) -> StoreResult<Vec<TaskBooking>>;

    /// Revenue and cost by project and day, newest day first. An account sees only its own commission.
    async fn income(
        &mut self,
        scope: Scope,
        from: Option<Timestamp>,
        until: Option<Timestamp>,
    ) -> StoreResult<Vec<Income>>;

    /// Postings after `after`, ordered by id. For verification.
    async fn postings_after(&mut self, after: PostingId, limit: i64) -> StoreResult<Vec<Posting>>;

    /// Postings of tasks after `after`, ordered by task and then by id. For verification.
    async fn postings_by_task(&mut self, after: (TaskId, PostingId), limit: i64)
    -> StoreResult<Vec<Posting>>;

    /// The first refund of more than its charge, of a charge that does not exist, or of a charge that was refunded
    /// before. For verification.
    async fn first_bad_refund(&mut self) -> StoreResult<Option<BadRefund>>;

    /// Entries after `after`, ordered by id. For verification.
    async fn entries_after(&mut self, after: i64, limit: i64) -> StoreResult<Vec<EntryRow>>;

    /// Balances after `after`, ordered by id. For verification.
    async fn balances_after(&mut self, after: i64, limit: i64) -> StoreResult<Vec<BalanceRow>>;

    /// Holds after `after`, ordered by task. For verification.
    async fn holds_after(&mut self, after: TaskId, limit: i64) -> StoreResult<Vec<Hold>>;
}
