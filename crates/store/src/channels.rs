//! Channels, their shared limits and health.

use async_trait::async_trait;
use numsift_model::channel::{ChannelCondition, ChannelState};
use numsift_model::clock::Timestamp;

use crate::StoreResult;

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelRow {
    pub name: String,
    /// Channels with a lower priority are asked first.
    pub priority: i64,
    pub enabled: bool,
    /// Why the channel was disabled automatically.
    pub disabled_reason: String,
    pub version: i64,
    /// The configuration without secrets, as JSON.
    pub document: String,
    /// Encrypted.
    pub secrets: Vec<u8>,
}

/// A request for a share of a channel's limits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LeaseRequests<'a> {
    pub channel: &'a str,
    /// The process that asks.
    pub holder: &'a str,
    /// The most requests to grant.
    pub wanted: i64,
    /// Requests that the holder has in flight.
    pub under_way: i64,
    /// How long the holder keeps its slots unless it renews them.
    pub held_ms: i64,
    /// The channel's limit of requests per second.
    pub rps: i64,
    /// The channel's limit of requests at once after a pause.
    pub burst: i64,
    /// The channel's limit of requests in flight.
    pub concurrency: i64,
    /// The channel's limits of requests per period.
    pub quotas: &'a [RequestQuota],
    pub now_ms: i64,
}

/// The most requests within a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RequestQuota {
    pub period_ms: i64,
    pub requests: i64,
}

/// A period of a quota, which starts with its first request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct QuotaWindow {
    pub quota: RequestQuota,
    pub started_ms: i64,
    /// Requests granted within it.
    pub used: i64,
}

impl QuotaWindow {
    /// The current period, given the stored one (its start and its requests).
    pub fn current(quota: RequestQuota, stored: Option<(i64, i64)>, now_ms: i64) -> Self {
        let (started_ms, used) = stored
            .filter(|(started_ms, _)| now_ms < started_ms.saturating_add(quota.period_ms))
            .unwrap_or((now_ms, 0));
        Self { quota, started_ms, used }
    }

    /// Requests that are left in it.
    pub fn left(&self) -> i64 {
        (self.quota.requests - self.used).max(0)
    }

    /// Milliseconds until it ends.
    pub fn ends_in_ms(&self, now_ms: i64) -> i64 {
        (self.started_ms.saturating_add(self.quota.period_ms) - now_ms).max(1)
    }
}

/// What a channel's limits allow at present.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LeasedRequests {
    Granted {
        requests: i64,
        /// Requests that the holder may have in flight.
        slots: i64,
    },
    /// No request may be made for this many milliseconds.
    Wait(i64),
    /// Other holders have all slots.
    Full,
}

/// How long a holder that waits for a slot counts when slots are shared.
const WAITING_MS: i64 = 3000;
/// How long a turn lasts when there are fewer slots than holders.
const TURN_MS: i64 = 1000;

/// A holder's share of a channel's slots.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SlotShare {
    /// Not fewer than the holder has in use, and not more than other holders leave.
    pub slots: i64,
    /// The share expires then unless it is renewed.
    pub until_ms: i64,
}

impl SlotShare {
    /// Computes the share of a holder, given the slots of the others. Slots are split evenly; the remainder
    /// rotates among the holders.
    pub fn of(wish: &LeaseRequests<'_>, others: &[(String, i64)]) -> Self {
        let holders = i64::try_from(others.len() + 1).unwrap_or(i64::MAX);
        let before = others.iter().filter(|(holder, _)| holder.as_str() < wish.holder).count();
        let place = i64::try_from(before).unwrap_or(0).saturating_add(wish.now_ms / TURN_MS) % holders;
        let even = wish.concurrency / holders + i64::from(place < wish.concurrency % holders);
        let left = wish.concurrency - others.iter().map(|(_, slots)| slots).sum::<i64>();
        let slots = even.min(left).max(wish.under_way);
        let held = if slots > 0 { wish.held_ms } else { WAITING_MS };
        Self { slots, until_ms: wish.now_ms.saturating_add(held) }
    }
}

/// The health of a channel as seen by one node.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelHealthRow {
    pub channel: String,
    pub node: String,
    /// JSON.
    pub document: String,
    pub updated_at: Timestamp,
}

/// One of several callbacks about a job.
#[derive(Debug, Clone, Copy)]
pub struct CallbackPart<'a> {
    pub channel: &'a str,
    pub job: &'a str,
    /// SHA-256 of the body.
    pub digest: &'a [u8],
    pub body: &'a [u8],
    pub now: Timestamp,
    /// Most callbacks about a job.
    pub most_parts: i64,
    /// Most bytes of all callbacks about a job.
    pub most_bytes: i64,
}

/// What became of a callback.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PartStored {
    New,
    /// The same body was delivered before.
    Repeated,
    /// The job has as many callbacks or bytes as it may have.
    OverLimit,
}

#[async_trait]
pub trait Channels {
    /// All channels, ordered by priority.
    async fn channels(&mut self) -> StoreResult<Vec<ChannelRow>>;

    /// Increases with every change of any channel.
    async fn channels_version(&mut self) -> StoreResult<i64>;

    /// Adds a channel when its version is 0, else replaces it if its version is current. Returns the new version,
    /// or `None` when the name is taken or the version is outdated.
    async fn put_channel(&mut self, row: &ChannelRow) -> StoreResult<Option<i64>>;

    /// Removes a channel if `version` is current.
    async fn remove_channel(&mut self, name: &str, version: i64) -> StoreResult<bool>;

    /// Disables a channel because of its answers; `false` when it was disabled before.
    async fn disable_channel(&mut self, name: &str, reason: &str) -> StoreResult<bool>;

    /// Takes up to `wanted` tokens from the channel's bucket, and a share of its slots.
    async fn lease_requests(&mut self, wish: &LeaseRequests<'_>) -> StoreResult<LeasedRequests>;

    /// Keeps this many slots until then and releases the rest.
    async fn keep_slots(&mut self, channel: &str, holder: &str, slots: i64, until_ms: i64)
    -> StoreResult<()>;

    /// Stops requests from all nodes until then.
    async fn pause_channel(&mut self, channel: &str, until_ms: i64) -> StoreResult<()>;

    /// Records that a batch waits for the callback about a job.
    async fn expect_callback(&mut self, channel: &str, job: &str, now: Timestamp) -> StoreResult<()>;

    /// Whether a batch has waited for the callback about a job.
    async fn expects_callback(&mut self, channel: &str, job: &str) -> StoreResult<bool>;

    /// Stores the body of a provider's callback, unless there is one.
    async fn put_callback(
        &mut self,
        channel: &str,
        job: &str,
        body: &[u8],
        now: Timestamp,
    ) -> StoreResult<()>;

    /// The body of a provider's callback.
    async fn callback(&mut self, channel: &str, job: &str) -> StoreResult<Option<Vec<u8>>>;

    /// Stores one of several callbacks about a job, within limits. One that repeats another changes nothing.
    async fn put_callback_part(&mut self, part: &CallbackPart<'_>) -> StoreResult<PartStored>;

    /// The bodies of the callbacks about a job after the first `known` ones.
    async fn callback_parts(&mut self, channel: &str, job: &str, known: i64) -> StoreResult<Vec<Vec<u8>>>;

    /// Deletes old callbacks, also expected ones, and returns the number of those that came.
    async fn sweep_callbacks(&mut self, older_than: Timestamp) -> StoreResult<u64>;

    async fn put_channel_health(&mut self, row: &ChannelHealthRow) -> StoreResult<()>;

    /// Health of the channels as reported by the nodes since a time.
    async fn channel_health(&mut self, since: Timestamp) -> StoreResult<Vec<ChannelHealthRow>>;

    /// The recorded conditions of channels, ordered by name. A channel without one works.
    async fn channel_states(&mut self) -> StoreResult<Vec<ChannelState>>;

    /// Records the condition of a channel; `false` if its recorded condition is not `was` any more.
    async fn change_channel_state(&mut self, new: &ChannelState, was: ChannelCondition) -> StoreResult<bool>;

    /// Forgets the condition of a channel that is not in use.
    async fn forget_channel_state(&mut self, channel: &str) -> StoreResult<()>;
}
