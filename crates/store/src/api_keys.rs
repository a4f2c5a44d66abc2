//! API keys, their rate limits and usage, and idempotent requests.

use async_trait::async_trait;
use numsift_model::api_key::{
    ApiKey, ApiRequest, ApiUsage, LimitClass, NewApiKey, OnceAnswer, OnceClaim, OnceRequest,
};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, LookupId, Uid};
use numsift_model::money::Points;
use numsift_model::task::{ChunkUsage, UsageSource};

use crate::StoreResult;

/// A node's share of the requests that a key may make in a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeasedQuota {
    /// Requests that the caller may let through.
    pub granted: i64,
    /// Requests that no node has leased yet.
    pub left: i64,
}

/// The state of an idempotent request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnceMet {
    /// The caller has claimed it and must answer it.
    Mine(OnceClaim),
    /// Another request holds the claim.
    InFlight {
        /// Seconds until the other claim expires.
        retry_after: i64,
    },
    /// The key was used for a different request.
    Other,
    Answered(OnceAnswer),
}

/// Which usage to sum up, and by what.
#[derive(Debug, Clone, Copy)]
pub struct UsageQuery {
    /// Start of the first day.
    pub from: Timestamp,
    /// Start of the day after the last one.
    pub until: Timestamp,
    pub by_day: bool,
    pub by_key: bool,
    pub by_project: bool,
    pub by_source: bool,
    /// The most groups to return.
    pub limit: i64,
}

/// The usage of a group. Fields by which it is not grouped are empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UsageGroup {
    pub day: Option<Timestamp>,
    /// `None` also for the console, and for usage before keys were recorded.
    pub key: Option<ApiKeyId>,
    pub project: Option<String>,
    /// `None` also for usage before sources were recorded.
    pub source: Option<UsageSource>,
    /// Answers, each for one number and project.
    pub answers: i64,
    /// Answers that are not definite.
    pub unknown: i64,
    pub charged: Points,
}

#[async_trait]
pub trait ApiKeys {
    /// Stores a key. An existing prefix is `Taken("prefix")`.
    async fn add_api_key(&mut self, new: &NewApiKey) -> StoreResult<ApiKeyId>;

    /// Counts the account's keys that are not revoked. A transaction that writes blocks others from adding
    /// one until it ends.
    async fn count_api_keys(&mut self, uid: Uid) -> StoreResult<i64>;

    /// The keys of an account, newest first.
    async fn api_keys(&mut self, uid: Uid) -> StoreResult<Vec<ApiKey>>;

    /// One key of an account, locked when the transaction writes.
    async fn api_key(&mut self, uid: Uid, id: ApiKeyId) -> StoreResult<Option<ApiKey>>;

    async fn api_key_by_prefix(&mut self, prefix: &str) -> StoreResult<Option<ApiKey>>;

    /// Replaces the rules, the secrets and the revocation time of a key.
    async fn put_api_key(&mut self, key: &ApiKey) -> StoreResult<()>;

    /// Revokes all keys of an account and returns their prefixes.
    async fn revoke_api_keys(&mut self, uid: Uid, now: Timestamp) -> StoreResult<Vec<String>>;

    /// Records the last use of a key, unless a later use is recorded.
    async fn note_api_use(&mut self, id: ApiKeyId, at: Timestamp, ip: &str) -> StoreResult<()>;

    /// Adds requests of a key, oldest first, and keeps the last [`KEPT_REQUESTS`] of all nodes.
    ///
    /// [`KEPT_REQUESTS`]: numsift_model::api_key::KEPT_REQUESTS
    async fn add_api_requests(&mut self, id: ApiKeyId, requests: &[ApiRequest]) -> StoreResult<()>;

    /// The last requests of a key, newest first.
    async fn api_requests(&mut self, id: ApiKeyId) -> StoreResult<Vec<ApiRequest>>;

    /// Adds to the account's API usage of a day.
    async fn add_api_usage(&mut self, uid: Uid, at: Timestamp, usage: &ApiUsage) -> StoreResult<()>;

    /// API usage per day since `from`, with the start of each day (UTC).
    async fn api_usage(&mut self, uid: Uid, from: Timestamp) -> StoreResult<Vec<(Timestamp, ApiUsage)>>;

    /// Adds answers to the usage by key of a day.
    async fn add_usage_parts(
        &mut self,
        uid: Uid,
        at: Timestamp,
        source: UsageSource,
        parts: &[(Option<ApiKeyId>, ChunkUsage)],
    ) -> StoreResult<()>;

    /// Usage of an account in groups. All groups together are what [`usage`](crate::Tasks::usage) returns.
    async fn usage_groups(&mut self, uid: Uid, query: &UsageQuery) -> StoreResult<Vec<UsageGroup>>;

    /// Leases up to `wanted` of the `quota` requests that a key may make in the window starting at `window`.
    async fn lease_quota(
        &mut self,
        key: ApiKeyId,
        class: LimitClass,
        wanted: i64,
        quota: i64,
        window: Timestamp,
    ) -> StoreResult<LeasedQuota>;

    /// Claims an idempotent request, unless another claim is valid or it has been answered. Requests older
    /// than `forget_before` are ignored.
    async fn claim_once(
        &mut self,
        request: &OnceRequest,
        now: Timestamp,
        lease_until: Timestamp,
        forget_before: Timestamp,
    ) -> StoreResult<OnceMet>;

    /// Records the first lookup that a claim started; `false` when the claim is no longer valid.
    async fn begin_once(&mut self, claim: &OnceClaim, lookup: LookupId) -> StoreResult<bool>;

    /// Records the answer; `false` when the claim is no longer valid.
    async fn answer_once(
        &mut self,
        claim: &OnceClaim,
        answer: &OnceAnswer,
        now: Timestamp,
    ) -> StoreResult<bool>;

    /// Gives up a claimed request and removes it, as if it had never been sent. If it has started a lookup, only the claim
    /// ends: the lookup may have been charged, and a repeated request must find it.
    async fn forget_once(&mut self, claim: &OnceClaim) -> StoreResult<()>;

    /// Deletes old requests and returns their number.
    async fn sweep_once(&mut self, older_than: Timestamp) -> StoreResult<u64>;
}
