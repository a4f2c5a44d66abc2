//! The ledger: transactions of two or more sides, balances that never cross their floor, holds.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{PostingId, TaskId, Uid};
use numsift_model::ledger::{
    Asset, Bucket, Entry, Hold, Income, LedgerAccount, Movement, MovementTotals, NewPosting, Posting,
    PostingKind, Split,
};
use numsift_model::money::{Balances, Points};

use crate::{Scope, StoreError, StoreResult};

/// What asking for a key gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Claim {
    /// Nobody had used it: the transaction is begun and must now get its entries.
    New(PostingId),
    /// There was a transaction under this key already.
    Known(Box<Posting>),
}

/// What moving balances gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Moved {
    /// All moved.
    Done(Vec<Entry>),
    /// This one would have crossed its floor. The unit of work cannot be saved any more.
    NotEnough(LedgerAccount),
}

/// What posting at once gave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The transaction is made.
    Done(PostingId, Vec<Entry>),
    /// There was a transaction under this key already.
    Known(Box<Posting>),
    /// This one would have crossed its floor. The unit of work cannot be saved any more.
    NotEnough(LedgerAccount),
}

/// A balance as its row has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BalanceRow {
    /// Id of the ledger account.
    pub id: i64,
    /// What it holds.
    pub balance: i64,
    /// How low it may go.
    pub min_balance: Option<i64>,
}

/// An entry as its row has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EntryRow {
    /// Row id.
    pub id: i64,
    /// The transaction.
    pub posting: i64,
    /// Id of the ledger account.
    pub account: i64,
    /// By how much it moved.
    pub amount: i64,
    /// What it came to.
    pub balance_after: i64,
}

/// Which movements a list shows.
#[derive(Debug, Clone, Default)]
pub struct MovementFilter {
    /// Only this account's.
    pub uid: Option<Uid>,
    /// Only this bucket's.
    pub bucket: Option<Bucket>,
    /// Only of this kind.
    pub kind: Option<PostingKind>,
    /// Only of this task.
    pub task: Option<TaskId>,
    /// Not before.
    pub from: Option<Timestamp>,
    /// Before.
    pub until: Option<Timestamp>,
}

impl MovementFilter {
    /// The only account whose movements can be in the list; `None` when there are several.
    pub fn owner(&self, scope: Scope) -> Owner {
        match (scope, self.uid) {
            (Scope::All, None) => Owner::Any,
            (Scope::All, Some(uid)) => Owner::One(uid),
            (Scope::Own(own), wanted) if wanted.is_none_or(|uid| uid == own) => Owner::One(own),
            (Scope::Own(_), _) => Owner::Nobody,
        }
    }
}

/// Whose movements a list can show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Owner {
    /// Everyone's.
    Any,
    /// One account's.
    One(Uid),
    /// A caller asked for what is not its own.
    Nobody,
}

/// What a provider charges for what was asked in one attempt on a chunk.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ProviderCost<'a> {
    /// The task.
    pub task: TaskId,
    /// Which of its chunks.
    pub chunk: i64,
    /// The how-manieth attempt on it.
    pub attempt: i64,
    /// The project.
    pub project: &'a str,
    /// How much.
    pub cost: Points,
    /// When.
    pub at: Timestamp,
}

/// The sides of a transaction in the order in which they are applied. Refuses what is no transaction:
/// fewer than two sides, one account twice, a side of nothing, or an asset that does not sum to zero.
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

/// Calls about the ledger. A unit of work in which a transaction was begun but has not got all its
/// entries cannot be saved.
#[async_trait]
pub trait Ledger {
    /// Begins a transaction, unless there is one under its key. Two that ask at the same moment wait
    /// for each other.
    async fn claim_posting(&mut self, new: &NewPosting) -> StoreResult<Claim>;

    /// Moves balances for a transaction that was begun, each on condition that its floor allows it, in
    /// the order of their ids whatever order they come in.
    async fn move_balances(
        &mut self,
        posting: PostingId,
        moves: &[(LedgerAccount, i64)],
    ) -> StoreResult<Moved>;

    /// Begins a transaction and moves the balances, as the two calls above do one after the other.
    async fn post(&mut self, new: &NewPosting, moves: &[(LedgerAccount, i64)]) -> StoreResult<Outcome>;

    /// The transaction under a key.
    async fn posting(&mut self, key: &str) -> StoreResult<Option<Posting>>;

    /// What an account can spend. Nobody else can move these balances until this unit of work ends.
    async fn lock_spendable(&mut self, uid: Uid) -> StoreResult<Split>;

    /// What an account holds.
    async fn balances(&mut self, uid: Uid) -> StoreResult<Balances>;

    /// Notes what a task has set aside.
    async fn open_hold(&mut self, task: TaskId, uid: Uid, reserved: Split) -> StoreResult<()>;

    /// What a task has set aside. In a unit of work that writes, nobody else can change it until the
    /// unit ends.
    async fn hold(&mut self, task: TaskId) -> StoreResult<Option<Hold>>;

    /// Notes a charge against a hold; `false` when it is closed or has less left.
    async fn settle_hold(&mut self, task: TaskId, amount: Split) -> StoreResult<bool>;

    /// Notes that the rest was given back, and closes the hold; `false` when it was closed before.
    async fn close_hold(&mut self, task: TaskId, rest: Split) -> StoreResult<bool>;

    /// Movements within `scope`, newest first, those before the cursor.
    async fn movements(
        &mut self,
        scope: Scope,
        filter: &MovementFilter,
        before: Option<i64>,
        limit: i64,
    ) -> StoreResult<Vec<Movement>>;

    /// Sums over all movements within `scope`.
    async fn movement_totals(&mut self, scope: Scope, filter: &MovementFilter)
    -> StoreResult<MovementTotals>;

    /// Notes what a provider charges, whether or not the customer is charged; the first word about an
    /// attempt stays.
    async fn add_provider_cost(&mut self, cost: &ProviderCost<'_>) -> StoreResult<()>;

    /// What projects brought and cost, by day, newest first. To its own scope an account sees only the
    /// commission it got.
    async fn income(
        &mut self,
        scope: Scope,
        from: Option<Timestamp>,
        until: Option<Timestamp>,
    ) -> StoreResult<Vec<Income>>;

    /// Transactions in the order of their ids, those after `after`. For checking the books.
    async fn postings_after(&mut self, after: PostingId, limit: i64) -> StoreResult<Vec<Posting>>;

    /// Entries in the order of their ids, those after `after`. For checking the books.
    async fn entries_after(&mut self, after: i64, limit: i64) -> StoreResult<Vec<EntryRow>>;

    /// Balances in the order of their ids, those after `after`. For checking the books.
    async fn balances_after(&mut self, after: i64, limit: i64) -> StoreResult<Vec<BalanceRow>>;

    /// Holds in the order of their tasks, those after `after`. For checking the books.
    async fn holds_after(&mut self, after: TaskId, limit: i64) -> StoreResult<Vec<Hold>>;
}
