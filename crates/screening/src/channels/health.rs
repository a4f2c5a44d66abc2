//! How well a channel works, as one node or all nodes together see it.

use numsift_channel::{BreakerState, Health};
use numsift_model::clock::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Recent figures of a channel.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChannelHealth {
    /// Requests today.
    pub requests: u64,
    /// Share of recent requests that succeeded, 0 to 1.
    pub success_rate: Option<f64>,
    /// Median response time.
    pub p50_ms: Option<u64>,
    /// 95th percentile of the response time.
    pub p95_ms: Option<u64>,
    /// `closed`, `open` or `half_open`.
    pub breaker: String,
    pub last_error: String,
    pub last_error_at: Option<Timestamp>,
    /// Numbers asked about today.
    pub items_today: u64,
    /// What the provider charges for today, in 1/10,000 point.
    pub spend_today: i64,
    /// Requests of the last five minutes.
    #[serde(default)]
    pub recent_requests: u64,
    /// Those among them that failed.
    #[serde(default)]
    pub recent_failures: u64,
    /// The most recent successful request.
    #[serde(default)]
    pub last_success_at: Option<Timestamp>,
    /// When the breaker opened.
    #[serde(default)]
    pub tripped_since: Option<Timestamp>,
    /// Nodes that these figures come from.
    pub nodes: u64,
}

impl ChannelHealth {
    pub(super) fn of(health: &Health, breaker: BreakerState) -> Self {
        Self {
            requests: health.requests_today,
            success_rate: health.success_rate.map(|rate| f64::from(rate) / 10_000.0),
            p50_ms: health.p50_ms.map(u64::from),
            p95_ms: health.p95_ms.map(u64::from),
            breaker: match breaker {
                BreakerState::Closed => "closed",
                BreakerState::Open { .. } => "open",
                BreakerState::HalfOpen => "half_open",
            }
            .to_owned(),
            last_error: health.last_error.as_ref().map(|error| error.text.clone()).unwrap_or_default(),
            last_error_at: health.last_error.as_ref().map(|error| error.at),
            items_today: health.items_today,
            spend_today: health.spend_today.0,
            recent_requests: health.recent_requests,
            recent_failures: health.recent_failures,
            last_success_at: health.last_success_at,
            tripped_since: health.tripped_since,
            nodes: 1,
        }
    }

    /// Adds the figures of another node: counts are summed, of everything else the worse value is kept.
    pub(super) fn merge(&mut self, other: Self) {
        let succeeded = |health: &Self| health.success_rate.unwrap_or(0.0) * as_float(health.requests);
        let requests = self.requests + other.requests;
        self.success_rate =
            (requests > 0).then(|| (succeeded(self) + succeeded(&other)) / as_float(requests));
        self.requests = requests;
        self.p50_ms = self.p50_ms.max(other.p50_ms);
        self.p95_ms = self.p95_ms.max(other.p95_ms);
        if self.breaker.is_empty() || other.breaker == "open" {
            self.breaker = other.breaker;
        }
        if other.last_error_at > self.last_error_at {
            self.last_error = other.last_error;
            self.last_error_at = other.last_error_at;
        }
        self.items_today += other.items_today;
        self.spend_today += other.spend_today;
        self.recent_requests += other.recent_requests;
        self.recent_failures += other.recent_failures;
        self.last_success_at = self.last_success_at.max(other.last_success_at);
        self.tripped_since = self.tripped_since.max(other.tripped_since);
        self.nodes += other.nodes;
    }
}

#[allow(clippy::cast_precision_loss)]
fn as_float(count: u64) -> f64 {
    count as f64
}
