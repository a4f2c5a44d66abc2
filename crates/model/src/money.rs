//! Amounts of points and USDT. Integers only; floats are never used.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Points, in units of 1/10,000 point.
///
/// The operators panic on overflow in every build, like those of [`std::time::Duration`], so an amount never
/// wraps. Use the `checked_` methods where the operands are not known to be small.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
pub struct Points(pub i64);

impl Points {
    pub const ZERO: Self = Self(0);
    /// One point.
    pub const ONE: Self = Self(10_000);

    pub const fn checked_add(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }

    pub const fn checked_sub(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Some(Self(difference)),
            None => None,
        }
    }

    /// A price times a count.
    pub const fn checked_mul(self, count: i64) -> Option<Self> {
        match self.0.checked_mul(count) {
            Some(product) => Some(Self(product)),
            None => None,
        }
    }

    pub const fn checked_abs(self) -> Option<Self> {
        match self.0.checked_abs() {
            Some(size) => Some(Self(size)),
            None => None,
        }
    }

    pub fn checked_sum(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, Self::checked_add)
    }

    /// `self × numerator / denominator`, rounded toward zero. `None` if the result does not fit or the
    /// denominator is zero. The product is computed in 128 bits.
    pub fn checked_ratio(self, numerator: i64, denominator: i64) -> Option<Self> {
        let product = i128::from(self.0) * i128::from(numerator);
        i64::try_from(product.checked_div(i128::from(denominator))?).ok().map(Self)
    }
}

#[cold]
#[track_caller]
fn overflow(operation: &str) -> ! {
    panic!("overflow while {operation} points")
}

impl Add for Points {
    type Output = Self;

    #[inline]
    #[track_caller]
    fn add(self, other: Self) -> Self {
        self.checked_add(other).unwrap_or_else(|| overflow("adding"))
    }
}

impl Sub for Points {
    type Output = Self;

    #[inline]
    #[track_caller]
    fn sub(self, other: Self) -> Self {
        self.checked_sub(other).unwrap_or_else(|| overflow("subtracting"))
    }
}

impl Neg for Points {
    type Output = Self;

    #[inline]
    #[track_caller]
    fn neg(self) -> Self {
        Self::ZERO - self
    }
}

/// A price times a count.
impl Mul<i64> for Points {
    type Output = Self;

    #[inline]
    #[track_caller]
    fn mul(self, count: i64) -> Self {
        self.checked_mul(count).unwrap_or_else(|| overflow("multiplying"))
    }
}

impl AddAssign for Points {
    #[inline]
    #[track_caller]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Points {
    #[inline]
    #[track_caller]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// The balances of one account.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Balances {
    pub points: Points,
    /// Remaining quota.
    pub credit: Points,
    /// Commission credited since the account was created.
    pub total_income: Points,
    /// Points in open holds.
    pub points_held: Points,
    /// Quota in open holds.
    pub credit_held: Points,
}

impl Balances {
    /// Points and quota in open holds.
    pub fn held(&self) -> Points {
        self.points_held + self.credit_held
    }
}

/// USDT, in micro-USDT (six decimals).
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(transparent)]
pub struct Usdt(pub i64);

impl Usdt {
    pub const ONE: Self = Self(1_000_000);
    /// 0.01 USDT, the step between the exact amounts of orders.
    pub const CENT: Self = Self(10_000);

    /// Parses an amount with at most two decimals, such as `12`, `12.3` or `12.34`. Signs, exponents and
    /// leading zeros are rejected.
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

    /// The points that this amount buys, rounded down. `rate` is in units of 1/10,000 point per USDT.
    pub fn in_points(self, rate: i64) -> Option<Points> {
        Points(rate).checked_ratio(self.0, Self::ONE.0)
    }
}

/// Formats the exact amount with at least two decimals.
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
    use std::panic::catch_unwind;

    use proptest::prelude::*;

    use super::{Points, Usdt};

    /// The operator's result, or `None` if it panics.
    fn caught(operation: impl FnOnce() -> Points + std::panic::UnwindSafe) -> Option<Points> {
        catch_unwind(operation).ok()
    }

    fn exact(value: i128) -> Option<Points> {
        i64::try_from(value).ok().map(Points)
    }

    /// Mostly ordinary amounts, and often ones at the ends of the range.
    fn amount() -> impl Strategy<Value = i64> {
        let edge =
            prop_oneof![Just(i64::MIN), Just(i64::MIN + 1), Just(-1), Just(0), Just(1), Just(i64::MAX)];
        prop_oneof![3 => any::<i64>(), 3 => -1_000_000..1_000_000_i64, 2 => edge]
    }

    proptest! {
        #[test]
        fn operators_are_exact_or_panic(a in amount(), b in amount()) {
            let (x, y, wide_a, wide_b) = (Points(a), Points(b), i128::from(a), i128::from(b));
            prop_assert_eq!(x.checked_add(y), exact(wide_a + wide_b));
            prop_assert_eq!(x.checked_sub(y), exact(wide_a - wide_b));
            prop_assert_eq!(x.checked_mul(b), exact(wide_a * wide_b));
            prop_assert_eq!(x.checked_abs(), exact(wide_a.abs()));
            prop_assert_eq!(caught(|| x + y), exact(wide_a + wide_b));
            prop_assert_eq!(caught(|| x - y), exact(wide_a - wide_b));
            prop_assert_eq!(caught(|| x * b), exact(wide_a * wide_b));
            prop_assert_eq!(caught(|| -x), exact(-wide_a));
            prop_assert_eq!(caught(|| { let mut sum = x; sum += y; sum }), exact(wide_a + wide_b));
            prop_assert_eq!(caught(|| { let mut rest = x; rest -= y; rest }), exact(wide_a - wide_b));
        }

        #[test]
        fn sums_are_exact_or_refused(amounts in prop::collection::vec(amount(), 0..8)) {
            // Like the operators, a sum is refused as soon as a partial sum does not fit.
            let mut partial = 0_i128;
            let fits = amounts.iter().all(|amount| {
                partial += i128::from(*amount);
                i64::try_from(partial).is_ok()
            });
            let expected = if fits { exact(partial) } else { None };
            let points = || amounts.iter().copied().map(Points);
            prop_assert_eq!(Points::checked_sum(points()), expected);
            prop_assert_eq!(caught(std::panic::AssertUnwindSafe(|| points().sum())), expected);
        }

        #[test]
        fn ratios_round_toward_zero(a in amount(), numerator in amount(), denominator in amount()) {
            let product = i128::from(a) * i128::from(numerator);
            let expected = (denominator != 0).then(|| product / i128::from(denominator)).and_then(exact);
            prop_assert_eq!(Points(a).checked_ratio(numerator, denominator), expected);
        }

        #[test]
        fn usdt_is_read_as_it_is_written(cents in 0..100_000_000_000_i64) {
            let amount = Usdt(cents * Usdt::CENT.0);
            prop_assert_eq!(Usdt::parse(&amount.to_string()), Some(amount));
        }
    }

    #[test]
    fn usdt_is_parsed_exactly_or_rejected() {
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
    fn usdt_is_formatted_exactly() {
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
