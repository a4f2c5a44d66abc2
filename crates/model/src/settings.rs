//! Settings that administrators can change while the service runs.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::DAY_S;
use crate::limits::LIST_NUMBERS;

/// The settings of the installation, stored as one document. Missing fields have their defaults, so that a new
/// field needs no migration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Settings {
    /// Sessions expire after this many seconds without use.
    pub session_idle_s: i64,
    /// Sessions expire after this many seconds in any case.
    pub session_absolute_s: i64,
    /// Whether new accounts can register with an invite code.
    pub registration_open: bool,
    /// Replaces the built-in product title.
    pub product_title: Option<String>,
    /// Replaces the built-in logo: a `data:` URL of a small picture.
    pub product_logo: Option<String>,
    /// Whom people ask who cannot log in, for example an e-mail address; shown on the login page.
    pub operator_contact: Option<String>,
    /// Whether owners may share results of their tasks by a link.
    pub share_results: bool,
    /// Staff must sign in with a second factor.
    pub require_staff_totp: bool,
    /// Results are deleted after this many days.
    pub retention_days: i64,
    /// Most numbers of a list.
    pub list_numbers: i64,
    /// Points per USDT, in units of 1/10,000 point.
    pub points_per_usdt: i64,
    /// Share of a charge that the inviter receives, in basis points.
    pub commission_rate_bp: i64,
    /// Customers cannot top up; staff credit their balances.
    pub credit_only: bool,
    /// Top-up orders expire after this many seconds.
    pub order_lifetime_s: i64,
    /// Accounts are notified when their balance falls below this, in units of 1/10,000 point.
    pub low_balance: i64,
    /// URL of the TRON node from which payments are read.
    pub tron_node_url: String,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            session_idle_s: DAY_S,
            session_absolute_s: 7 * DAY_S,
            registration_open: true,
            product_title: None,
            product_logo: None,
            operator_contact: None,
            share_results: false,
            require_staff_totp: false,
            retention_days: 30,
            list_numbers: MOST_LIST_NUMBERS,
            points_per_usdt: 1_000_000,
            commission_rate_bp: 500,
            credit_only: false,
            order_lifetime_s: 20 * 60,
            low_balance: 1_000_000,
            tron_node_url: "https://api.trongrid.io".to_owned(),
        }
    }
}

const MOST_LIST_NUMBERS: i64 = LIST_NUMBERS.cast_signed();

/// Maximum length of the logo: a `data:` URL of 64 KiB.
const LOGO_CHARS: usize = 90_000;

impl Settings {
    /// The names of all fields with invalid values.
    pub fn invalid_fields(&self) -> Vec<&'static str> {
        let title = self.product_title.as_ref();
        let logo = self.product_logo.as_ref();
        let contact = self.operator_contact.as_ref();
        let pictures = ["data:image/png;base64,", "data:image/svg+xml;base64,", "data:image/webp;base64,"];
        [
            ("session_idle_s", (300..=30 * DAY_S).contains(&self.session_idle_s)),
            ("session_absolute_s", (self.session_idle_s..=90 * DAY_S).contains(&self.session_absolute_s)),
            ("product_title", title.is_none_or(|t| !t.trim().is_empty() && t.chars().count() <= 60)),
            (
                "product_logo",
                logo.is_none_or(|l| l.len() <= LOGO_CHARS && pictures.iter().any(|p| l.starts_with(p))),
            ),
            ("operator_contact", contact.is_none_or(|t| !t.trim().is_empty() && t.chars().count() <= 200)),
            ("retention_days", (1..=3650).contains(&self.retention_days)),
            ("list_numbers", (1..=MOST_LIST_NUMBERS).contains(&self.list_numbers)),
            ("points_per_usdt", (1..=1_000_000_000_000).contains(&self.points_per_usdt)),
            ("commission_rate_bp", (0..=10_000).contains(&self.commission_rate_bp)),
            ("order_lifetime_s", (60..=DAY_S).contains(&self.order_lifetime_s)),
            ("low_balance", (0..=1_000_000_000_000_000).contains(&self.low_balance)),
            ("tron_node_url", ["https://", "http://"].iter().any(|s| self.tron_node_url.starts_with(s))),
        ]
        .into_iter()
        .filter_map(|(name, good)| (!good).then_some(name))
        .collect()
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum InstallationKind {
    Real,
    /// Has accounts with public passwords.
    Demo,
}

#[cfg(test)]
mod tests {
    use super::Settings;

    #[test]
    fn defaults_are_valid_and_invalid_fields_are_named() {
        assert!(Settings::default().invalid_fields().is_empty());
        let wrong = Settings {
            session_idle_s: -1,
            session_absolute_s: i64::MAX,
            product_title: Some("  ".into()),
            product_logo: Some("https://elsewhere/logo.png".into()),
            operator_contact: Some(" ".into()),
            retention_days: 0,
            list_numbers: 0,
            points_per_usdt: 0,
            commission_rate_bp: 10_001,
            order_lifetime_s: 59,
            low_balance: -1,
            tron_node_url: "file:///etc/passwd".into(),
            ..Settings::default()
        };
        assert_eq!(
            wrong.invalid_fields(),
            [
                "session_idle_s",
                "session_absolute_s",
                "product_title",
                "product_logo",
                "operator_contact",
                "retention_days",
                "list_numbers",
                "points_per_usdt",
                "commission_rate_bp",
                "order_lifetime_s",
                "low_balance",
                "tron_node_url"
            ]
        );
    }
}
