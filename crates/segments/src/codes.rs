//! Small codes for the kind of a number and its country, as they are stored.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Serialize};

/// What sort of line a number belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Kind {
    /// The numbering plan does not say.
    Unknown = 0,
    /// A mobile line.
    Mobile = 1,
    /// A fixed line.
    FixedLine = 2,
    /// One of the two: the plan does not tell them apart.
    FixedLineOrMobile = 3,
    /// Free for the caller.
    TollFree = 4,
    /// Dearer than a usual call.
    PremiumRate = 5,
    /// The caller and the called share the cost.
    SharedCost = 6,
    /// A line over the internet.
    Voip = 7,
    /// A number that follows a person.
    Personal = 8,
    /// A pager.
    Pager = 9,
    /// A company's one number for all its places.
    Uan = 10,
    /// A mailbox.
    Voicemail = 11,
}

impl Kind {
    /// Every kind, in the order of the codes.
    pub const ALL: [Self; 12] = [
        Self::Unknown,
        Self::Mobile,
        Self::FixedLine,
        Self::FixedLineOrMobile,
        Self::TollFree,
        Self::PremiumRate,
        Self::SharedCost,
        Self::Voip,
        Self::Personal,
        Self::Pager,
        Self::Uan,
        Self::Voicemail,
    ];

    /// The code that is stored.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The kind with that code; unknown when there is none.
    pub fn from_code(code: u8) -> Self {
        Self::ALL.get(usize::from(code)).copied().unwrap_or(Self::Unknown)
    }

    /// The name in exports and the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Unknown => "unknown",
            Self::Mobile => "mobile",
            Self::FixedLine => "fixed_line",
            Self::FixedLineOrMobile => "fixed_line_or_mobile",
            Self::TollFree => "toll_free",
            Self::PremiumRate => "premium_rate",
            Self::SharedCost => "shared_cost",
            Self::Voip => "voip",
            Self::Personal => "personal",
            Self::Pager => "pager",
            Self::Uan => "uan",
            Self::Voicemail => "voicemail",
        }
    }

    /// The kind with that name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.name() == name)
    }
}

/// The packed code of numbers that belong to no country, such as +800.
pub const WORLD: u16 = 0x3030;

/// Packs a region's two letters; "001" becomes [`WORLD`], anything else is 0 (none).
pub fn pack_country(region: &str) -> u16 {
    match region.as_bytes() {
        b"001" => WORLD,
        [a, b] if a.is_ascii_uppercase() && b.is_ascii_uppercase() => u16::from_be_bytes([*a, *b]),
        _ => 0,
    }
}

/// The text of a packed country.
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

/// A region such as "DE"; empty for none. Reads as a `str`.
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
        for (code, kind) in Kind::ALL.into_iter().enumerate() {
            assert_eq!(usize::from(kind.code()), code);
            assert_eq!(Kind::from_code(kind.code()), kind);
            assert_eq!(Kind::from_name(kind.name()), Some(kind));
        }
        assert_eq!(Kind::from_code(200), Kind::Unknown);
    }
}
