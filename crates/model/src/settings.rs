//! Settings that administrators can change while the service runs.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::DAY_S;
use crate::limits::LIST_NUMBERS;
use crate::rule::Rule;

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
const TITLE_CHARS: usize = 60;
const CONTACT_CHARS: usize = 200;

impl Settings {
    /// All fields with invalid values, and what each must be.
    pub fn invalid_fields(&self) -> Vec<(&'static str, Rule)> {
        let text = |text: &Option<String>, most| {
            text.as_ref().is_none_or(|text| !text.trim().is_empty() && text.chars().count() <= most)
        };
        let pictures = ["data:image/png;base64,", "data:image/svg+xml;base64,", "data:image/webp;base64,"];
        let logo = self.product_logo.as_ref().is_none_or(|logo| {
            logo.len() <= LOGO_CHARS && pictures.iter().any(|picture| logo.starts_with(picture))
        });
        let title = text(&self.product_title, TITLE_CHARS);
        let contact = text(&self.operator_contact, CONTACT_CHARS);
        let node = ["https://", "http://"].iter().any(|scheme| self.tron_node_url.starts_with(scheme));
        let ranges = [
            ("session_idle_s", self.session_idle_s, 300, 30 * DAY_S),
            ("session_absolute_s", self.session_absolute_s, self.session_idle_s, 90 * DAY_S),
            ("retention_days", self.retention_days, 1, 3650),
            ("list_numbers", self.list_numbers, 1, MOST_LIST_NUMBERS),
            ("points_per_usdt", self.points_per_usdt, 1, 1_000_000_000_000),
            ("commission_rate_bp", self.commission_rate_bp, 0, 10_000),
            ("order_lifetime_s", self.order_lifetime_s, 60, DAY_S),
            ("low_balance", self.low_balance, 0, 1_000_000_000_000_000),
        ];
        let ranges = ranges.into_iter().map(|(name, value, least, most)| {
            (name, (least..=most).contains(&value), Rule::Whole { least, most })
        });
        let others = [
            ("product_title", title, Rule::Chars { least: 1, most: TITLE_CHARS }),
            ("product_logo", logo, Rule::Picture { most: LOGO_CHARS }),
            ("operator_contact", contact, Rule::Chars { least: 1, most: CONTACT_CHARS }),
            ("tron_node_url", node, Rule::Url),
        ];
        ranges.chain(others).filter_map(|(name, good, rule)| (!good).then_some((name, rule))).collect()
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
        let named: Vec<_> = wrong.invalid_fields().into_iter().map(|(name, _)| name).collect();
        assert_eq!(
            named,
            [
                "session_idle_s",
                "session_absolute_s",
                "retention_days",
                "list_numbers",
                "points_per_usdt",
                "commission_rate_bp",
                "order_lifetime_s",
                "low_balance",
                "product_title",
                "product_logo",
                "operator_contact",
                "tron_node_url"
            ]
        );
    }
}
