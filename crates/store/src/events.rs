//! Live events for open pages of the console.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;

use crate::StoreResult;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Increases with every event.
    pub id: i64,
    /// The account whose pages get the event; `None` for all.
    pub uid: Option<Uid>,
    /// `notify`, `balance` or `session`.
    pub kind: String,
    /// JSON.
    pub data: String,
}

#[async_trait]
pub trait Events {
    /// Sends an event to the pages of an account (or of all) when the transaction commits.
    async fn emit(&mut self, uid: Option<Uid>, kind: &str, data: &str, now: Timestamp) -> StoreResult<()>;

    /// Events since a time with an id above `after`, in order. Transactions may commit out of order, so
    /// readers overlap their reads and drop the events they have seen.
    async fn events(&mut self, since: Timestamp, after: i64) -> StoreResult<Vec<Event>>;

    /// Deletes old events and returns their number.
    async fn sweep_events(&mut self, older_than: Timestamp) -> StoreResult<u64>;
}
