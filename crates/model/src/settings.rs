//! What an administrator can set while the service runs.

use serde::{Deserialize, Serialize};

/// The settings of the installation, one document in the database. A missing field has its default,
/// so that a newer version can add one without a migration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    /// A session that was not used for so many seconds has expired.
    pub session_idle_s: i64,
    /// A session expires after so many seconds, used or not.
    pub session_absolute_s: i64,
    /// Whether anyone with an invite code may register.
    pub registration_open: bool,
    /// Shown instead of the built-in product title.
    pub product_title: Option<String>,
    /// Set once, by the demo's first start: its accounts have public passwords.
    pub demo: bool,
    /// Ten-thousandths of a point that one USDT buys.
    pub points_per_usdt: i64,
    /// What an inviter gets of what an invited account is charged, in basis points.
    pub commission_rate_bp: i64,
    /// A top-up order can be paid for so many seconds.
    pub order_lifetime_s: i64,
    /// An account that falls below this, in ten-thousandths of a point, is told.
    pub low_balance: i64,
    /// Address of the TRON node that incoming payments are read from.
    pub tron_node_url: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            session_idle_s: 24 * 3600,
            session_absolute_s: 7 * 24 * 3600,
            registration_open: true,
            product_title: None,
            demo: false,
            points_per_usdt: 1_000_000,
            commission_rate_bp: 500,
            order_lifetime_s: 20 * 60,
            low_balance: 1_000_000,
            tron_node_url: "https://api.trongrid.io".to_owned(),
        }
    }
}
