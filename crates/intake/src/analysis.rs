//! The sums of a file that was read.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// What a file holds. Always `total = blank + accepted + duplicates + suppressed + invalid`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Analysis {
    /// Rows, without headers.
    pub total: u64,
    /// Rows with nothing in them.
    pub blank: u64,
    /// Valid numbers, each counted once: what was given to the sink.
    pub accepted: u64,
    /// Valid numbers that had been accepted before.
    pub duplicates: u64,
    /// Rows with valid numbers that are on a suppression list.
    pub suppressed: u64,
    /// Rows without a valid number.
    pub invalid: u64,
    /// Those by reason: [`Reason::as_str`](crate::Reason::as_str).
    pub invalid_by_reason: BTreeMap<String, u64>,
    /// The accepted numbers by region code; `001` stands for numbers of no country.
    pub by_country: BTreeMap<String, u64>,
    /// The accepted numbers by type: [`kind_name`](crate::kind_name).
    pub by_kind: BTreeMap<String, u64>,
    /// Accepted numbers that were valid only with a `+` put before them.
    pub repaired: u64,
    /// Bytes of the file.
    pub bytes: u64,
}
