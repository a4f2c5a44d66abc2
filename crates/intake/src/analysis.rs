//! The counts of a file that was read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The counts of a file. Always `total = blank + accepted + duplicates + suppressed + invalid`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Analysis {
    /// Rows, without headers.
    pub total: u64,
    /// Empty rows.
    pub blank: u64,
    /// Unique valid numbers, as passed to the sink.
    pub accepted: u64,
    /// Valid numbers that occurred earlier in the file.
    pub duplicates: u64,
    /// Rows with valid numbers that are on a suppression list.
    pub suppressed: u64,
    /// Rows without a valid number.
    pub invalid: u64,
    /// Invalid rows by [`Reason::as_str`](crate::Reason::as_str).
    pub invalid_by_reason: BTreeMap<String, u64>,
    /// Accepted numbers by region code; `001` for numbers that belong to no country.
    pub by_country: BTreeMap<String, u64>,
    /// Accepted numbers by type: [`kind_name`](crate::kind_name).
    pub by_kind: BTreeMap<String, u64>,
    /// Accepted numbers that are valid only with a `+` added in front.
    pub repaired: u64,
    /// Size of the file in bytes.
    pub bytes: u64,
}
