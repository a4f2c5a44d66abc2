//! Phone numbers: parsed, validated, classified and formatted as Google's libphonenumber does,
//! at tens of millions of lines a second.
//!
//! The metadata's patterns are compiled ahead of time to one digit automaton, so that a single
//! walk over the digits answers region, type, validity and how much of a trunk prefix to drop.
//! The crate does no I/O, allocates nothing, builds nothing at start, and has no dependencies.
//!
//! - [`parse`] turns text into a [`PhoneNumber`], which answers questions and formats itself;
//! - [`check`] answers the questions of screening about one line, packed in a [`Verdict`];
//! - [`mod@batch`] does the same for many lines at once.
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
pub mod batch;
mod check;
mod extension;
mod fast;
mod format;
mod kinds;
#[cfg(target_arch = "x86_64")]
mod marked;
mod nibbles;
mod number;
#[cfg(test)]
mod paths;
mod prefix;
mod quick;
mod region;
mod resolve;
pub mod space;
mod steps;
mod symbols;
mod tables;
mod text;
mod verdict;
mod walk;

pub use check::{Options, check, check_with};
pub use format::Formatted;
pub use kinds::{Format, NumberType, ParseError, Possible, Reason, Status};
pub use number::{Digits, MAX_EXTENSION, MAX_NSN, PhoneNumber};
pub use prefix::{Carrier, Lang, TimeZones};
pub use region::{Region, UnknownRegion};
pub use tables::METADATA_VERSION;
pub use verdict::{E164, Verdict};

/// Finds the phone number in a text.
///
/// A number without `+` is understood as one dials it in the default region. Extensions, RFC 3966
/// texts, digits of all scripts and letters for digits are understood too.
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

/// The same as [`parse`], for text that may not be UTF-8: each broken piece counts as one unknown
/// character.
///
/// ```
/// let number = numplan::parse_bytes(b"\xff+8613812345678", None).unwrap();
/// assert_eq!(number.country_code(), 86);
/// ```
pub fn parse_bytes(text: &[u8], default_region: Option<Region>) -> Result<PhoneNumber, ParseError> {
    let default = default_region.and_then(Region::meta);
    let resolved = quick::parse(text, default).unwrap_or_else(|| text::parse(text, default))?;
    Ok(resolved.number)
}

/// The examples of the README are tests, too.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
