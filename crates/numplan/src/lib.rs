//! Parses, validates, classifies and formats phone numbers as Google's libphonenumber does, at tens of
//! millions of lines per second.
//!
//! The patterns of the metadata are compiled ahead of time to one automaton over digits: a single walk yields
//! the region, type and validity, and how many digits of national prefix to strip. The crate has no
//! dependencies, does no I/O, and initialises nothing at start. Parsing and checking do not allocate.
//!
//! - [`parse`] turns text into a [`PhoneNumber`], which has methods for validity, type, region and formats.
//! - [`check`] screens one line and returns a [`Verdict`] of 16 bytes.
//! - [`mod@batch`] screens many lines at once.
//! - [`space`] counts and generates numbers.
//!
//! ```
//! use numplan::{Format, NumberType, Region, parse};
//!
//! let number = parse("0 20 8366-1177", Region::from_code("GB")).unwrap();
//! assert!(number.is_valid());
//! assert_eq!(number.number_type(), NumberType::FixedLine);
//! assert_eq!(number.format(Format::E164).to_string(), "+442083661177");
//! ```

mod answers;
mod ascii;
mod automaton;
pub mod batch;
mod check;
mod clean;
mod dfa;
mod dirty;
#[cfg(target_arch = "x86_64")]
mod dirty_simd;
mod extension;
mod format;
mod general;
mod kinds;
mod nibbles;
mod number;
#[cfg(test)]
mod path_tests;
mod prefix;
mod region;
mod resolve;
#[cfg(target_arch = "x86_64")]
mod simd;
pub mod space;
mod symbols;
mod tables;
mod verdict;

pub use check::{Options, check, check_with};
pub use format::Formatted;
pub use kinds::{Format, NumberType, ParseError, Possible, Reason, Status};
pub use number::{Digits, MAX_EXTENSION, MAX_NSN, PhoneNumber};
pub use prefix::{Carrier, Lang, TimeZones, carrier_name};
pub use region::{Region, UnknownRegion};
pub use tables::METADATA_VERSION;
pub use verdict::{E164, Verdict};

/// Finds the phone number in a text.
///
/// A number without `+` is read as dialled in the default region. Extensions, RFC 3966, digits of all scripts
/// and letters for digits are supported.
///
/// ```
/// use numplan::{ParseError, Region, parse};
/// let germany = Region::from_code("DE");
/// assert_eq!(parse("030 123456", germany), parse("+49 30 123456", None));
/// assert_eq!(parse("030 123456", None), Err(ParseError::InvalidCountryCode));
/// ```
pub fn parse(text: &str, default_region: Option<Region>) -> Result<PhoneNumber, ParseError> {
    parse_bytes(text.as_bytes(), default_region)
}

/// Like [`parse`], for text that may not be UTF-8: each invalid sequence counts as one unknown character.
///
/// ```
/// let number = numplan::parse_bytes(b"\xff+8613812345678", None).unwrap();
/// assert_eq!(number.country_code(), 86);
/// ```
pub fn parse_bytes(text: &[u8], default_region: Option<Region>) -> Result<PhoneNumber, ParseError> {
    let default = default_region.and_then(Region::meta);
    let resolved = dirty::parse(text, default).unwrap_or_else(|| general::parse(text, default))?;
    Ok(resolved.number)
}

/// Runs the examples of the README as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
