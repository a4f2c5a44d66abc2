//! What open pages are told at once.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;

use crate::StoreResult;

/// Something that happened, for the pages of one account or of all.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// Its number; later events have larger ones.
    pub id: i64,
    /// Whose pages; `None` is everybody's.
    pub uid: Option<Uid>,
    /// What kind: `notify`, `balance`, `session`.
    pub kind: String,
    /// More about it, as JSON.
    pub data: String,
}

/// Calls about events.
#[async_trait]
pub trait Events {
    /// Tells the pages of an account (or of all) when this unit of work is saved.
    async fn emit(&mut self, uid: Option<Uid>, kind: &str, data: &str, now: Timestamp) -> StoreResult<()>;

    /// Events since a moment with a number above `after`, in order. Units of work may be saved out of
    /// order, so a reader asks again for the last moments and drops what it knows.
    async fn events(&mut self, since: Timestamp, after: i64) -> StoreResult<Vec<Event>>;

    /// Removes events that nobody will ask for any more.
    async fn sweep_events(&mut self, older_than: Timestamp) -> StoreResult<u64>;
}
