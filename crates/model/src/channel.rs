//! How well a channel works.

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::words::word_methods;

/// Whether a channel can be relied on. Staff are told when it changes.
#[derive(
    Debug,
    Clone,
    Copy,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum ChannelCondition {
    #[default]
    Working,
    /// Too many recent requests failed.
    Degraded,
    /// Its breaker is open.
    Down,
    /// The provider refuses to serve this installation, for example because the credit is used up.
    Refused,
    /// Its contract has expired.
    Expired,
}

word_methods!(ChannelCondition);

/// The condition of a channel, and since when it is so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ChannelState {
    pub channel: String,
    pub condition: ChannelCondition,
    pub since: Timestamp,
    /// A message for the operator, such as the last error.
    pub detail: String,
}
