//! The rules that turn a reply into results: matching, mapping and classification.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Number;
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
    /// The last digits of the number, such as the number without its country code. Leading zeros do not count,
    /// and digits that fit several numbers of the batch fit none.
    DigitsEnd,
    /// No key: the items are in the order of the numbers, and none is missing.
    Order,
    /// The id that the template gave to the number (`number.id`).
    CorrelationId,
}

/// Items elsewhere in a reply that give their numbers a status, such as a list of numbers that the provider refused. They
/// count only for numbers that have no item of their own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AlsoItems)]
pub struct Also {
    /// `JSONPath` of the items in the reply.
    #[serde(default)]
    pub items: String,
    /// How they are matched to numbers. The key `$` is the item itself.
    #[serde(default, rename = "match")]
    pub matching: Match,
    /// The status of their numbers; also `unknown`, `pass` or `retry`.
    #[serde(default)]
    pub status: String,
    /// Only for these projects; for all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub projects: Vec<String>,
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
    /// The rule is only for these projects; for all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub projects: Vec<String>,
    /// Translates the provider's values. If there are neither `values` nor `cases`, the value is used unchanged.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
    /// Whether `values` and `cases` ignore upper and lower case.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ignore_case: bool,
    /// Translates values that are not in `values`, by ranges and patterns. The first case that matches wins.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<MapCase>,
    /// The result if there is no value, or if neither `values` nor `cases` translate it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// Translates the values that meet all of its conditions.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MapCase {
    /// The value is a number of at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub at_least: Option<Number>,
    /// The value is a number of at most this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<f64>)]
    pub at_most: Option<Number>,
    /// The value matches this regular expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<String>,
    /// The result.
    #[serde(default)]
    pub is: String,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "for skip_serializing_if")]
fn is_false(flag: &bool) -> bool {
    !flag
}

/// What a reply means for the channel. All conditions of a rule must hold, and it needs at least one.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassifyRule {
    /// The rule is only for these projects; for all if empty.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub projects: Vec<String>,
    /// The HTTP status is in this list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub http: Vec<u16>,
    /// The body has a value at this `JSONPath`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// The reply has this header; the conditions below apply to its value. Not together with `path`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub header: Option<String>,
    /// The value equals this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Value)]
    pub equals: Option<serde_json::Value>,
    /// The value equals one of these.
    #[serde(default, rename = "in", skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Value>)]
    pub one_of: Vec<serde_json::Value>,
    /// The value is a number of at least this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<i64>,
    /// The value is a number of at most this, for counters of remaining requests.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// The value is a text that matches this regular expression.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub matches: Option<String>,
    /// Whether `equals`, `in` and `matches` ignore upper and lower case.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ignore_case: bool,
    /// `JSONPath` of the seconds to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<String>,
    /// Header with the seconds to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait_header: Option<String>,
    /// What to do; `ok` if it is not given.
    #[serde(default)]
    pub action: Action,
    /// The status of every number of the request, instead of what the body says. Also `unknown`, `pass` or
    /// `retry`. Only with the actions `ok` and `pause`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// The provider does not charge for this reply.
    #[serde(default, skip_serializing_if = "is_false")]
    pub free: bool,
}

/// What a reply means for the channel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// Use the answer.
    #[default]
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
