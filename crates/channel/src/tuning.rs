//! The numbers of a channel: how fast, how patient, how dear, how much.

use numsift_model::money::Points;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How fast the provider may be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Limit {
    /// Requests a second.
    pub rps: u32,
    /// Requests at once after a pause.
    pub burst: u32,
    /// Requests under way at the same time.
    pub concurrency: u32,
}

impl Default for Limit {
    fn default() -> Self {
        Self { rps: 10, burst: 10, concurrency: 8 }
    }
}

/// How often and how patiently a request is repeated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Retry {
    /// Repetitions after the first try.
    pub max: u32,
    /// The first wait; each further one is twice as long, with jitter.
    pub base_ms: u32,
    /// The longest wait.
    pub cap_ms: u32,
}

impl Default for Retry {
    fn default() -> Self {
        Self { max: 4, base_ms: 200, cap_ms: 20_000 }
    }
}

/// When a failing channel is left alone for a while.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct BreakerConfig {
    /// After so many failures…
    pub failures: u32,
    /// …within so many seconds…
    pub window_s: u32,
    /// …it is not asked for so many seconds; then one request tries.
    pub open_s: u32,
}

impl Default for BreakerConfig {
    fn default() -> Self {
        Self { failures: 10, window_s: 30, open_s: 30 }
    }
}

/// What the provider charges us.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Cost {
    /// For what.
    pub per: CostPer,
    /// How much, in ten-thousandths of a point.
    pub points: Points,
}

/// What the provider charges for.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum CostPer {
    /// Each number of an accepted submission.
    #[default]
    Item,
    /// Each accepted submission.
    Request,
}

/// How much of an answer is accepted. A provider's answer is not trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct AnswerLimits {
    /// Bytes.
    pub max_bytes: u32,
    /// Milliseconds from the request to the last byte.
    pub timeout_ms: u32,
    /// Levels of nesting.
    pub max_depth: u32,
}

impl Default for AnswerLimits {
    fn default() -> Self {
        Self { max_bytes: 8 * 1024 * 1024, timeout_ms: 30_000, max_depth: 32 }
    }
}
