//! Numeric settings of a channel: rate limit, retries, breaker, cost and reply limits.

use std::time::Duration;

use numsift_model::money::Points;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How fast the provider may be called, by the whole installation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limit {
    /// Requests per second.
    pub rps: u32,
    /// Requests that may be sent at once after an idle period.
    pub burst: u32,
    /// Requests in flight at the same time.
    pub concurrency: u32,
    /// Requests per minute, if the provider limits them. The minute starts with its first request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_minute: Option<u32>,
    /// Requests per 24 hours, which start with the first request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_day: Option<u32>,
    /// Requests per 31 days, which start with the first request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub per_month: Option<u32>,
}

/// The most requests within a period that starts with its first request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quota {
    pub period: Duration,
    pub requests: u32,
}

impl Limit {
    /// A limit without quotas.
    pub const fn new(rps: u32, burst: u32, concurrency: u32) -> Self {
        Self { rps, burst, concurrency, per_minute: None, per_day: None, per_month: None }
    }

    /// The quotas of the channel.
    pub fn quotas(&self) -> impl Iterator<Item = Quota> {
        let day = Duration::from_hours(24);
        let quotas =
            [(Duration::from_mins(1), self.per_minute), (day, self.per_day), (day * 31, self.per_month)];
        quotas.into_iter().filter_map(|(period, requests)| Some(Quota { period, requests: requests? }))
    }
}

impl Default for Limit {
    fn default() -> Self {
        Self::new(10, 10, 8)
    }
}

/// How often and after which delays a request is retried.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Retry {
    /// Retries after the first attempt.
    pub max: u32,
    /// Delay before the first retry. Each further delay is twice as long, with jitter.
    pub base_ms: u32,
    /// Longest delay.
    pub cap_ms: u32,
    /// Whether a batch is submitted again if the provider may have received it but there was no reply. Turn it off
    /// for providers that charge for every request and have no idempotency key.
    pub on_timeout: bool,
}

impl Default for Retry {
    fn default() -> Self {
        Self { max: 4, base_ms: 200, cap_ms: 20_000, on_timeout: true }
    }
}

/// When the breaker opens, and for how long.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BreakerConfig {
    /// Failures that open the breaker, if they are also `rate` percent of the requests.
    pub failures: u32,
    /// Percentage of failed requests within the window that opens the breaker.
    pub rate: u32,
    /// Seconds for which failures and successes count.
    pub window_s: u32,
    /// Seconds for which the breaker stays open. Then one request probes the provider.
    pub open_s: u32,
}

impl Default for BreakerConfig {
    fn default() -> Self {
        Self { failures: 10, rate: 50, window_s: 30, open_s: 30 }
    }
}

/// What the provider charges the operator.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Cost {
    /// The unit that is charged.
    pub per: CostPer,
    /// The cost per unit, in ten-thousandths of a point.
    pub points: Points,
    /// `JSONPath` of what the provider charges for the request, such as its credits. The sum of the numbers there is
    /// multiplied by `points`. A reply without such a number costs what `per` says.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

/// The unit that a provider charges.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CostPer {
    /// Each number of an accepted submission.
    #[default]
    Item,
    /// Each accepted submission.
    Request,
}

/// Limits on what is accepted from a provider.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AnswerLimits {
    /// Largest body in bytes.
    pub max_bytes: u32,
    /// Milliseconds from sending the request to the last byte of the reply.
    pub timeout_ms: u32,
    /// Deepest nesting of the JSON body.
    pub max_depth: u32,
}

impl Default for AnswerLimits {
    fn default() -> Self {
        Self { max_bytes: 8 * 1024 * 1024, timeout_ms: 30_000, max_depth: 32 }
    }
}
