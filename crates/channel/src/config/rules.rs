//! The rules that turn a reply into results: matching, mapping and classification.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// How items are matched to numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Match {
    /// `JSONPath` of the key in an item; unused with `order`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// What the key contains.
    pub by: MatchBy,
}

/// What the key of an item contains.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MatchBy {
    /// The number with its plus sign, and nothing else.
    #[default]
    E164,
    /// The digits of the number, as a JSON number or as text with any punctuation.
    Digits,
    /// No key: the items are in the order of the numbers, and none is missing.
    Order,
    /// The id that the template gave to the number (`number.id`).
    CorrelationId,
}

/// How a value of an item becomes a field of the result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MapRule {
    /// The field: `status`, or another one such as `carrier`.
    #[serde(default)]
    pub to: String,
    /// `JSONPath` of the value in the item.
    #[serde(default)]
    pub path: String,
    /// Translates the provider's values. If empty, the value is used unchanged.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
    /// The result if there is no value or it is not in `values`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// What a reply means for the channel. All conditions of a rule must hold, and it needs at least one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassifyRule {
    /// The HTTP status is in this list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub http: Vec<u16>,
    /// The body has a value at this `JSONPath`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The value equals this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub equals: Option<serde_json::Value>,
    /// The value is a number of at most this, for counters of remaining requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// `JSONPath` of the seconds to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<String>,
    /// What to do.
    pub action: Action,
}

/// What a reply means for the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Use the answer.
    Ok,
    /// Use the answer, but delay the next request of the channel.
    Pause,
    /// Too many requests: pause the whole channel, then retry.
    Throttle,
    /// Temporary failure: retry.
    Retry,
    /// The channel cannot serve this batch: try the next channel.
    Fail,
    /// Disable the channel until the operator enables it again.
    DisableChannel,
}
