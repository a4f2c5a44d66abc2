//! Which preset a channel was made from.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use utoipa::ToSchema;

/// Which preset a channel was made from, so that newer versions of it can be offered. It does not change what the channel
/// does.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct PresetOrigin {
    /// Id of the preset.
    pub id: String,
    /// Version of the preset.
    pub version: u32,
    /// The inputs that are not secret.
    #[serde(default)]
    pub inputs: BTreeMap<String, String>,
    /// The fields as the preset defined them. What differs from them is the operator's own change.
    #[serde(default)]
    pub base: Value,
}
