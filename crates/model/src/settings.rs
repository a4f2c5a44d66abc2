//! What an administrator can set while the service runs.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// The settings of the installation, one document in the database. A missing field has its default,
/// so that a newer version can add one without a migration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// A session that was not used for so many seconds has expired.
    pub session_idle_s: i64,
    /// A session expires after so many seconds, used or not.
    pub session_absolute_s: i64,
    /// Whether anyone with an invite code may register.
    pub registration_open: bool,
    /// Shown instead of the built-in product title.
    pub product_title: Option<String>,
    /// Shown instead of the built-in logo: a `data:` address of a small picture.
    pub product_logo: Option<String>,
    /// Staff must sign in with a second factor.
    pub require_staff_totp: bool,
    /// Results are deleted after so many days.
    pub retention_days: i64,
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
            product_logo: None,
            require_staff_totp: false,
            retention_days: 30,
            points_per_usdt: 1_000_000,
            commission_rate_bp: 500,
            order_lifetime_s: 20 * 60,
            low_balance: 1_000_000,
            tron_node_url: "https://api.trongrid.io".to_owned(),
        }
    }
}

/// Largest logo, as text: what a data address of 64 KiB takes.
const LOGO_CHARS: usize = 90_000;

impl Settings {
    /// The names of the fields whose values cannot be.
    pub fn faults(&self) -> Vec<&'static str> {
        let title = self.product_title.as_ref();
        let logo = self.product_logo.as_ref();
        let pictures = ["data:image/png;base64,", "data:image/svg+xml;base64,", "data:image/webp;base64,"];
        [
            ("session_idle_s", (300..=30 * 86_400).contains(&self.session_idle_s)),
            ("session_absolute_s", (self.session_idle_s..=90 * 86_400).contains(&self.session_absolute_s)),
            ("product_title", title.is_none_or(|t| !t.trim().is_empty() && t.chars().count() <= 60)),
            (
                "product_logo",
                logo.is_none_or(|l| l.len() <= LOGO_CHARS && pictures.iter().any(|p| l.starts_with(p))),
            ),
            ("retention_days", (1..=3650).contains(&self.retention_days)),
            ("points_per_usdt", (1..=1_000_000_000_000).contains(&self.points_per_usdt)),
            ("commission_rate_bp", (0..=10_000).contains(&self.commission_rate_bp)),
            ("order_lifetime_s", (60..=24 * 3600).contains(&self.order_lifetime_s)),
            ("low_balance", (0..=1_000_000_000_000_000).contains(&self.low_balance)),
            ("tron_node_url", ["https://", "http://"].iter().any(|s| self.tron_node_url.starts_with(s))),
        ]
        .into_iter()
        .filter_map(|(name, good)| (!good).then_some(name))
        .collect()
    }
}

/// What kind of installation a database belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallationKind {
    /// Real accounts.
    Real,
    /// Accounts with public passwords.
    Demo,
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn defaults_are_sound_and_nonsense_is_named() {
        assert!(Settings::default().faults().is_empty());
        let wrong = Settings {
            session_idle_s: -1,
            session_absolute_s: i64::MAX,
            product_title: Some("  ".into()),
            product_logo: Some("https://elsewhere/logo.png".into()),
            retention_days: 0,
            points_per_usdt: 0,
            commission_rate_bp: 10_001,
            order_lifetime_s: 59,
            low_balance: -1,
            tron_node_url: "file:///etc/passwd".into(),
            ..Settings::default()
        };
        assert_eq!(
            wrong.faults(),
            [
                "session_idle_s",
                "session_absolute_s",
                "product_title",
                "product_logo",
                "retention_days",
                "points_per_usdt",
                "commission_rate_bp",
                "order_lifetime_s",
                "low_balance",
                "tron_node_url"
            ]
        );
    }
}
