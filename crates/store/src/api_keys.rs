//! Keys of the public API, how often they are used, and requests that must happen once.

use async_trait::async_trait;
use numsift_model::api_key::{ApiKey, ApiUsage, LimitClass, NewApiKey, OnceAnswer, OnceClaim, OnceRequest};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, TaskId, Uid};

use crate::StoreResult;

/// What is left of a key's requests in a window of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeasedQuota {
    /// Requests that the caller may let through.
    pub granted: i64,
    /// Requests that nobody has taken.
    pub left: i64,
}

/// What a request that must happen once meets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OnceMet {
    /// It is the caller's to answer.
    Mine(OnceClaim),
    /// Somebody is answering it, and has this long left.
    InFlight {
        /// Seconds.
        retry_after: i64,
    },
    /// The name was used for another request.
    Other,
    /// It was answered.
    Answered(OnceAnswer),
}

/// Calls about the public API.
#[async_trait]
pub trait ApiKeys {
    /// Stores a key. `Taken("prefix")` when another one has its prefix.
    async fn add_api_key(&mut self, new: &NewApiKey) -> StoreResult<ApiKeyId>;

    /// How many keys of an account are not revoked. In a unit of work that writes, nobody else adds one
    /// until the unit ends.
    async fn count_api_keys(&mut self, uid: Uid) -> StoreResult<i64>;

    /// The keys of an account, newest first.
    async fn api_keys(&mut self, uid: Uid) -> StoreResult<Vec<ApiKey>>;

    /// One key of an account. In a unit of work that writes, nobody else can change it until the unit
    /// ends.
    async fn api_key(&mut self, uid: Uid, id: ApiKeyId) -> StoreResult<Option<ApiKey>>;

    /// The key that a prefix names.
    async fn api_key_by_prefix(&mut self, prefix: &str) -> StoreResult<Option<ApiKey>>;

    /// Replaces a key's rules and secrets, and when it was revoked.
    async fn put_api_key(&mut self, key: &ApiKey) -> StoreResult<()>;

    /// Notes that a key was used; never goes back in time.
    async fn note_api_use(&mut self, id: ApiKeyId, at: Timestamp, ip: &str) -> StoreResult<()>;

    /// Adds to what an account did through the API on a day.
    async fn add_api_usage(&mut self, uid: Uid, at: Timestamp, usage: &ApiUsage) -> StoreResult<()>;

    /// What an account did through the API since a moment, by the moment each day began (UTC).
    async fn api_usage(&mut self, uid: Uid, from: Timestamp) -> StoreResult<Vec<(Timestamp, ApiUsage)>>;

    /// Takes up to `wanted` of the `quota` requests that a key has in the window that began then.
    async fn lease_quota(
        &mut self,
        key: ApiKeyId,
        class: LimitClass,
        wanted: i64,
        quota: i64,
        window: Timestamp,
    ) -> StoreResult<LeasedQuota>;

    /// Takes a request that must happen once, unless somebody else has it or it was answered. What is
    /// older than `forget_before` is as if it had never been.
    async fn claim_once(
        &mut self,
        request: &OnceRequest,
        now: Timestamp,
        lease_until: Timestamp,
        forget_before: Timestamp,
    ) -> StoreResult<OnceMet>;

    /// Notes what a taker began; `false` when the request is no longer this taker's.
    async fn begin_once(&mut self, claim: &OnceClaim, task: TaskId) -> StoreResult<bool>;

    /// Keeps the answer; `false` when the request is no longer this taker's.
    async fn answer_once(
        &mut self,
        claim: &OnceClaim,
        answer: &OnceAnswer,
        now: Timestamp,
    ) -> StoreResult<bool>;

    /// Gives a request back, as if it had never been sent.
    async fn forget_once(&mut self, claim: &OnceClaim) -> StoreResult<()>;

    /// Forgets old requests.
    async fn sweep_once(&mut self, older_than: Timestamp) -> StoreResult<u64>;
}
