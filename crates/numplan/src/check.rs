//! Screens one line.

use crate::clean;
use crate::dirty;
#[cfg(target_arch = "x86_64")]
use crate::dirty_simd;
use crate::general;
use crate::kinds::ParseError;
use crate::region::{Meta, Region};
use crate::resolve::resolve;
use crate::verdict::Verdict;

/// How lines are read.
///
/// ```
/// use numplan::{Options, Region, check_with};
/// let options = Options { default_region: Region::from_code("US"), repair: true };
/// let verdict = check_with(b"8613812345678", options);
/// assert!(verdict.is_valid() && verdict.is_repaired());
/// assert!(!check_with(b"8613812345678", Options { repair: false, ..options }).is_valid());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// The region in which numbers without `+` are dialled.
    pub default_region: Option<Region>,
    /// Whether to retry a line that is not a valid number as if it began with `+`. libphonenumber does not do
    /// this, so numbers found in this way are marked: [`Verdict::is_repaired`].
    pub repair: bool,
}

/// Screens one line.
///
/// ```
/// use numplan::{Region, check};
/// let verdict = check("１３８ １２３４ ５６７８".as_bytes(), Region::from_code("CN"));
/// assert_eq!(verdict.e164().as_str(), "+8613812345678");
/// ```
#[inline]
pub fn check(line: &[u8], default_region: Option<Region>) -> Verdict {
    match clean::international(line) {
        Some(verdict) => verdict,
        None => check_any(line, default_region.and_then(Region::meta)),
    }
}

/// Screens a line that is not a `+` and 8 to 16 digits.
#[inline(never)]
pub(crate) fn check_any(line: &[u8], default: Option<Meta>) -> Verdict {
    if let Some(meta) = default
        && let Some(verdict) = clean::national(line, meta)
    {
        return verdict;
    }
    #[cfg(target_arch = "x86_64")]
    match dirty_simd::read(line, default.is_some()) {
        Some(Ok(run)) => {
            if let Some(verdict) = run.verdict() {
                return verdict;
            }
        }
        Some(Err(error)) => return Verdict::unparseable(error),
        None => {}
    }
    Verdict::of(dirty::parse(line, default).unwrap_or_else(|| general::parse(line, default)))
}

/// Screens one line with options.
///
/// ```
/// use numplan::{Options, check, check_with};
/// assert_eq!(check_with(b"+8613812345678", Options::default()), check(b"+8613812345678", None));
/// ```
pub fn check_with(line: &[u8], options: Options) -> Verdict {
    let verdict = check(line, options.default_region);
    if !options.repair || verdict.is_valid() {
        return verdict;
    }
    match repaired(line) {
        Some(better) if better.is_valid() => better.repaired(),
        _ => verdict,
    }
}

/// The verdict on the digits of a line as if it began with `+`.
fn repaired(line: &[u8]) -> Option<Verdict> {
    let (digits, count) = general::digits(line)?;
    let digits = &digits[..count];
    // 00 is the international prefix in most countries.
    let digits = digits.strip_prefix(&[0, 0]).unwrap_or(digits);
    match resolve(digits, true, None) {
        Err(ParseError::InvalidCountryCode) => None,
        result => Some(Verdict::of(result)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::{Reason, Status};

    fn repair(line: &str, region: &str) -> Verdict {
        check_with(line.as_bytes(), Options { default_region: Region::from_code(region), repair: true })
    }

    #[test]
    fn a_missing_plus_is_repaired_and_marked() {
        for line in ["8613812345678", "86 138 1234 5678", "008613812345678", "8613812345678 ext. 5"] {
            let verdict = repair(line, "US");
            assert_eq!(verdict.e164().as_str(), "+8613812345678", "{line}");
            assert!(verdict.is_repaired() && verdict.is_valid(), "{line}");
            assert!(!check(line.as_bytes(), Region::from_code("US")).is_valid(), "{line}");
        }
    }

    #[test]
    fn a_valid_number_is_not_repaired() {
        let verdict = repair("2125550123", "US");
        assert_eq!(verdict.e164().as_str(), "+12125550123");
        assert!(!verdict.is_repaired());
    }

    #[test]
    fn a_line_that_cannot_be_repaired_keeps_its_reason() {
        assert_eq!(repair("nobody", "US").reason(), Some(Reason::NotANumber));
        assert_eq!(repair("999", "US").status(), Status::Invalid);
        assert!(!repair("999", "US").is_repaired());
        assert_eq!(repair("12", "").reason(), Some(Reason::InvalidCountryCode));
    }

    #[test]
    fn dirty_lines_are_read() {
        let germany = Region::from_code("DE");
        for line in
            ["030 123456", "+49 30 123456", "0049 30 123456", "(030) 12 34 56", "4930123456", "030/123456 x7"]
        {
            assert_eq!(check(line.as_bytes(), germany).e164().as_str(), "+4930123456", "{line}");
        }
    }
}
