//! Lookups, and the answers of lookups that can be reused.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, LookupId, Uid};
use numsift_model::lookup::{KnownAnswer, Lookup, LookupAnswer, NewLookup};
use numsift_model::task::ChunkUsage;

use crate::{Scope, StoreResult};

/// Which lookups to return.
#[derive(Debug, Clone, Default)]
pub struct LookupFilter {
    pub uid: Option<Uid>,
    pub key: Option<ApiKeyId>,
    /// E.164 digits without the plus sign.
    pub number: Option<u64>,
    pub project: Option<String>,
    /// Lookups with an answer of this status.
    pub status: Option<String>,
    /// The lookups whose points are held together, by the one that holds them.
    pub hold: Option<LookupId>,
    pub request_id: Option<String>,
    /// Inclusive.
    pub from: Option<Timestamp>,
    /// Exclusive.
    pub until: Option<Timestamp>,
}

/// The answers of all lookups of a request.
#[derive(Debug, Clone, Copy)]
pub struct AnsweredLookups<'a> {
    /// In the order in which they were stored.
    pub ids: &'a [LookupId],
    /// By lookup.
    pub answers: &'a [Vec<LookupAnswer>],
    pub at: Timestamp,
}

#[async_trait]
pub trait Lookups {
    /// Stores the lookups of several requests, and returns their ids in the same order. The first of all holds their points.
    async fn add_lookups(&mut self, requests: &[Vec<NewLookup>]) -> StoreResult<Vec<Vec<LookupId>>>;

    /// Waits until no other transaction has called this for the account. To be called first in a transaction.
    async fn lock_lookups(&mut self, uid: Uid) -> StoreResult<()>;

    async fn lookup(&mut self, scope: Scope, id: LookupId) -> StoreResult<Option<Lookup>>;

    /// Lookups within `scope`, newest first, those before the cursor.
    async fn lookups(
        &mut self,
        scope: Scope,
        filter: &LookupFilter,
        before: Option<LookupId>,
        limit: i64,
    ) -> StoreResult<Vec<Lookup>>;

    /// The lookups of one request, in the order in which they were stored.
    async fn lookups_of_request(&mut self, first: LookupId) -> StoreResult<Vec<Lookup>>;

    /// Stores the answers of the requests whose lookups are open; says for each request whether they were.
    async fn answer_lookups(&mut self, requests: &[AnsweredLookups<'_>]) -> StoreResult<Vec<bool>>;

    /// Cancels the lookups of a request; `false` when they are no longer open.
    async fn cancel_lookups(&mut self, first: LookupId, at: Timestamp) -> StoreResult<bool>;

    /// The first lookups of requests whose lease expired before `now`.
    async fn abandoned_lookups(&mut self, now: Timestamp, limit: i64) -> StoreResult<Vec<LookupId>>;

    /// Adds answers to the usage of an account.
    async fn add_usage(&mut self, uid: Uid, at: Timestamp, used: &[ChunkUsage]) -> StoreResult<()>;

    /// Remembers definite answers for reuse, unless there are newer ones, also among these.
    async fn remember_answers(
        &mut self,
        uid: Uid,
        project: &str,
        answers: &[KnownAnswer],
        expires_at: Timestamp,
    ) -> StoreResult<()>;

    /// The remembered answers to these numbers that were found since `since`.
    async fn remembered_answers(
        &mut self,
        uid: Uid,
        project: &str,
        numbers: &[u64],
        since: Timestamp,
    ) -> StoreResult<Vec<KnownAnswer>>;

    /// All remembered answers that were found since `since`, ordered by number, after a number.
    async fn remembered_after(
        &mut self,
        uid: Uid,
        project: &str,
        since: Timestamp,
        after: u64,
        limit: i64,
    ) -> StoreResult<Vec<KnownAnswer>>;

    /// Deletes up to `limit` expired lookups and up to `limit` expired answers; returns how many were deleted.
    async fn delete_expired_lookups(&mut self, now: Timestamp, limit: i64) -> StoreResult<u64>;
}
