//! Examples of a preset: replies in the documented shapes, and what they mean.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;

/// A reply in a documented shape, and what it means.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Example {
    /// Unique in the preset.
    pub name: String,
    /// The HTTP status.
    #[serde(default = "ok")]
    pub http: u16,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    /// With `{e164}` and `{digits}` in place of the number.
    #[serde(default)]
    pub body: Value,
    /// The reply to the request itself, although other results come later.
    #[serde(default)]
    pub at_once: bool,
    pub expect: Expectation,
}

fn ok() -> u16 {
    200
}

/// What a reply means: a status, an unknown answer or a failure.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expectation {
    /// The project that is asked about; the first of the preset if not given.
    pub project: Option<String>,
    /// The definite status.
    pub status: Option<String>,
    /// Fields of the answer. Others may be there as well.
    #[serde(default)]
    pub fields: BTreeMap<String, String>,
    /// The reason of an unknown answer.
    pub unknown: Option<String>,
    /// How the request fails.
    pub error: Option<Failure>,
    /// What the reply costs, in units of `cost.points`; 1 if not given.
    pub cost: Option<String>,
}

/// How a request fails.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Failure {
    /// The channel waits.
    Throttled,
    /// The request is tried again, or the next channel is asked.
    Failed,
    /// The channel is disabled.
    Disabled,
}
