//! Stored codes for the type of a number and its country.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};
use strum::{EnumString, FromRepr, IntoStaticStr, VariantArray};

/// The type of a number.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    EnumString,
    FromRepr,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum Kind {
    /// The numbering plan does not state the type.
    Unknown = 0,
    Mobile = 1,
    FixedLine = 2,
    /// The numbering plan does not distinguish fixed and mobile here.
    FixedLineOrMobile = 3,
    TollFree = 4,
    PremiumRate = 5,
    SharedCost = 6,
    Voip = 7,
    Personal = 8,
    Pager = 9,
    /// Universal access number: one number for all sites of a company.
    Uan = 10,
    Voicemail = 11,
}

impl Kind {
    /// Every kind, in order of the codes.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The stored code.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The kind with this code; `Unknown` for undefined codes.
    pub fn from_code(code: u8) -> Self {
        Self::from_repr(code).unwrap_or(Self::Unknown)
    }

    /// The name in exports and the API.
    pub fn name(self) -> &'static str {
        self.into()
    }

    pub fn from_name(name: &str) -> Option<Self> {
        name.parse().ok()
    }
}

/// The packed code of numbers that belong to no country, such as +800.
pub const WORLD: u16 = 0x3030;

/// Packs a region code of two letters. `001` becomes [`WORLD`], anything else 0 (none).
pub fn pack_country(region: &str) -> u16 {
    match region.as_bytes() {
        b"001" => WORLD,
        [a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => u16::from_be_bytes([*a, *b]),
        _ => 0,
    }
}

/// Unpacks a country.
pub fn country_code(packed: u16) -> CountryCode {
    match packed {
        WORLD => CountryCode { letters: *b"001", len: 3 },
        0 => CountryCode { letters: [0; 3], len: 0 },
        _ => {
            let [a, b] = packed.to_be_bytes();
            if a.is_ascii_uppercase() && b.is_ascii_uppercase() {
                CountryCode { letters: [a, b, 0], len: 2 }
            } else {
                CountryCode { letters: [0; 3], len: 0 }
            }
        }
    }
}

/// A region code such as `DE`; empty for none.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CountryCode {
    letters: [u8; 3],
    len: u8,
}

impl Deref for CountryCode {
    type Target = str;

    fn deref(&self) -> &str {
        std::str::from_utf8(&self.letters[..usize::from(self.len)]).unwrap_or_default()
    }
}

impl fmt::Display for CountryCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn countries_survive_packing() {
        for region in ["", "DE", "US", "001", "ZZ"] {
            assert_eq!(&*country_code(pack_country(region)), region);
        }
        for odd in ["d", "de", "DEU", "é", "0"] {
            assert_eq!(pack_country(odd), 0);
        }
        for packed in 0..=u16::MAX {
            let text = country_code(packed);
            assert!(text.is_empty() || pack_country(&text) == packed);
        }
    }

    #[test]
    fn kinds_survive_codes_and_names() {
        for (code, kind) in Kind::ALL.iter().copied().enumerate() {
            assert_eq!(usize::from(kind.code()), code);
            assert_eq!(Kind::from_code(kind.code()), kind);
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(Kind::from_code(200), Kind::Unknown);
        assert_eq!(Kind::FixedLineOrMobile.name(), "fixed_line_or_mobile");
        assert_eq!(Kind::from_name("Mobile"), None);
    }
}
