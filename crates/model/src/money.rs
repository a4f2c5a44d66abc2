//! Amounts. Integers only: no float ever touches one.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Points in ten-thousandths of a point.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
pub struct Points(pub i64);

/// What an account holds.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Balances {
    /// Points that can be spent.
    pub points: Points,
    /// Remaining quota.
    pub credit: Points,
    /// Commission credited over the account's whole life.
    pub total_income: Points,
}
