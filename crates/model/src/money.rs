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
    /// Points and quota that are set aside for tasks.
    pub held: Points,
}

/// USDT in micro-USDT (six decimals).
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
pub struct Usdt(pub i64);

impl Usdt {
    /// One USDT.
    pub const ONE: Self = Self(1_000_000);
    /// The step between the exact amounts of orders: 0.01 USDT.
    pub const CENT: Self = Self(10_000);

    /// Reads an amount of at most two decimals, such as `12`, `12.3` or `12.34`. Exact: `None` for
    /// anything else, also for signs, exponents and superfluous zeros.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let padded_whole = whole.len() > 1 && whole.starts_with('0');
        if !digits(whole) || !digits(decimals) || decimals.len() > 2 || whole.len() > 9 || padded_whole {
            return None;
        }
        let cents: i64 = format!("{decimals:0<2}").parse().ok()?;
        let whole: i64 = whole.parse().ok()?;
        Some(Self(whole * Self::ONE.0 + cents * Self::CENT.0))
    }

    /// What it buys at a rate of so many ten-thousandths of a point for one USDT, rounded down.
    pub fn in_points(self, rate: i64) -> Option<Points> {
        i64::try_from(i128::from(self.0) * i128::from(rate) / i128::from(Self::ONE.0)).ok().map(Points)
    }
}

/// As a decimal number with at least two decimals, exactly.
impl std::fmt::Display for Usdt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (sign, size) = (if self.0 < 0 { "-" } else { "" }, self.0.unsigned_abs());
        let decimals = format!("{:06}", size % 1_000_000);
        let kept = decimals.trim_end_matches('0').len().max(2);
        write!(f, "{sign}{}.{}", size / 1_000_000, &decimals[..kept])
    }
}

#[cfg(test)]
mod tests {
    use super::{Points, Usdt};

    #[test]
    fn usdt_is_read_exactly_or_not_at_all() {
        for (text, micro) in [
            ("1", 1_000_000),
            ("0.01", 10_000),
            ("12.3", 12_300_000),
            ("100000", 100_000_000_000),
            ("9.99", 9_990_000),
        ] {
            assert_eq!(Usdt::parse(text), Some(Usdt(micro)), "{text}");
        }
        for text in [
            "",
            ".",
            "1.",
            ".5",
            "-1",
            "+1",
            "1e3",
            "1.234",
            "01",
            "1,5",
            " 1",
            "1 ",
            "NaN",
            "0x1",
            "1.2.3",
            "١",
            "9999999999",
            "null",
            "\"1\"",
        ] {
            assert_eq!(Usdt::parse(text), None, "{text}");
        }
    }

    #[test]
    fn usdt_is_shown_exactly() {
        for (micro, text) in
            [(0, "0.00"), (10_050_000, "10.05"), (1, "0.000001"), (1_500_000, "1.50"), (-20_100, "-0.0201")]
        {
            assert_eq!(Usdt(micro).to_string(), text);
        }
    }

    #[test]
    fn usdt_buys_points_rounded_down() {
        assert_eq!(Usdt(10_050_000).in_points(1_000_000), Some(Points(10_050_000)));
        assert_eq!(Usdt(19_999).in_points(3), Some(Points(0)));
        assert_eq!(Usdt(i64::MAX).in_points(i64::MAX), None);
    }
}
