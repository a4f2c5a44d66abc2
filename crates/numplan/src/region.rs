//! Regions: two-letter country codes, and `001` for non-geographic entities.

use std::fmt;
use std::str::FromStr;

use crate::kinds::Possible;
use crate::tables::{CODES, LISTS, REGION_NAMES, REGION_WORDS, REGIONS};

/// A region that has phone numbers.
///
/// ```
/// use numplan::Region;
/// let china = Region::from_code("CN").unwrap();
/// assert_eq!(china.code(), "CN");
/// assert_eq!(china.country_code(), 86);
/// assert_eq!("cn".parse(), Ok(china));
/// assert!(Region::from_code("ZZ").is_none());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Region(u8);

/// The error for a text that is not the code of a region.
///
/// ```
/// assert!("Atlantis".parse::<numplan::Region>().is_err());
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownRegion;

impl fmt::Display for UnknownRegion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("unknown region: expected a two-letter country code, such as CN")
    }
}

impl std::error::Error for UnknownRegion {}

/// Number of records in the table.
#[allow(clippy::cast_possible_truncation, reason = "fewer than 255 regions")]
const RECORDS: u8 = (REGIONS.len() / REGION_WORDS) as u8;

/// Number of records that are countries; the non-geographic entities follow them.
const COUNTRIES: u8 = {
    let mut count = 0;
    while count < RECORDS && REGIONS[count as usize * REGION_WORDS] != u16::from_le_bytes(*b"00") {
        count += 1;
    }
    count
};

impl Region {
    /// The region of non-geographic entities, such as +800.
    ///
    /// ```
    /// assert_eq!(numplan::Region::WORLD.code(), "001");
    /// ```
    pub const WORLD: Self = Self(COUNTRIES);

    /// The region with this code, in upper or lower case.
    ///
    /// ```
    /// assert_eq!(numplan::Region::from_code("US").map(|region| region.country_code()), Some(1));
    /// ```
    pub fn from_code(code: &str) -> Option<Self> {
        if code == "001" {
            return Some(Self::WORLD);
        }
        let bytes = <[u8; 2]>::try_from(code.as_bytes()).ok()?.map(|byte| byte.to_ascii_uppercase());
        let (mut low, mut high) = (0, COUNTRIES);
        while low < high {
            let middle = u8::midpoint(low, high);
            match Meta(middle).name()[..2].cmp(&bytes) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return Some(Self(middle)),
            }
        }
        None
    }

    /// All regions, in alphabetical order of their codes, [`Region::WORLD`] last.
    ///
    /// ```
    /// assert!(numplan::Region::all().count() > 240);
    /// ```
    pub fn all() -> impl ExactSizeIterator<Item = Self> + Clone {
        (0..=COUNTRIES).map(Self)
    }

    /// The regions with a country calling code, the main one first; none if the code is not assigned.
    ///
    /// ```
    /// use numplan::Region;
    /// let codes: Vec<&str> = Region::with_country_code(44).map(Region::code).collect();
    /// assert_eq!(codes, ["GB", "GG", "IM", "JE"]);
    /// assert_eq!(Region::with_country_code(999).count(), 0);
    /// ```
    pub fn with_country_code(code: u16) -> impl ExactSizeIterator<Item = Self> + Clone {
        siblings(code).iter().map(|&index| Meta(index).region())
    }

    /// The code: two letters, or `001`.
    ///
    /// ```
    /// assert_eq!(numplan::Region::from_code("gb").unwrap().code(), "GB");
    /// ```
    pub fn code(self) -> &'static str {
        let length = if self == Self::WORLD { 3 } else { 2 };
        std::str::from_utf8(&Meta(self.0).name()[..length]).unwrap_or("")
    }

    /// The country calling code; 0 for [`Region::WORLD`], which has several.
    ///
    /// ```
    /// assert_eq!(numplan::Region::from_code("HK").unwrap().country_code(), 852);
    /// ```
    pub fn country_code(self) -> u16 {
        if self == Self::WORLD { 0 } else { Meta(self.0).country_code() }
    }

    /// The index in [`Region::all`].
    ///
    /// ```
    /// use numplan::Region;
    /// assert!(Region::all().enumerate().all(|(place, region)| region.index() == place));
    /// ```
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The metadata of a country; `None` for [`Region::WORLD`].
    pub(crate) fn meta(self) -> Option<Meta> {
        (self != Self::WORLD).then_some(Meta(self.0))
    }
}

impl FromStr for Region {
    type Err = UnknownRegion;

    fn from_str(code: &str) -> Result<Self, UnknownRegion> {
        Self::from_code(code).ok_or(UnknownRegion)
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.code())
    }
}

/// The record of a region or of a non-geographic entity.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meta(pub u8);

/// Stands for no region.
pub const NO_REGION: u8 = 255;

/// Records of the regions that share a calling code, the main one first.
pub fn siblings(code: u16) -> &'static [u8] {
    let entry = CODES.get(usize::from(code)).copied().unwrap_or(0);
    let (start, count) = (usize::from(entry & 255), usize::from(entry >> 8));
    &LISTS[start..start + count]
}

impl Meta {
    /// The main region of a calling code.
    pub fn main(code: u16) -> Option<Self> {
        siblings(code).first().map(|&index| Self(index))
    }

    fn word(self, index: usize) -> u16 {
        REGIONS[usize::from(self.0) * REGION_WORDS + index]
    }

    fn double(self, index: usize) -> u32 {
        u32::from(self.word(index)) | u32::from(self.word(index + 1)) << 16
    }

    fn name(self) -> &'static [u8] {
        let start = usize::from(self.0) * REGION_WORDS * 2;
        &REGION_NAMES[start..start + 4]
    }

    /// The public region of the record.
    #[inline]
    pub fn region(self) -> Region {
        Region(self.0.min(COUNTRIES))
    }

    /// The country calling code.
    pub fn country_code(self) -> u16 {
        self.word(2)
    }

    /// Start node of the DFA of the international prefix; see [`crate::dfa`].
    pub fn idd(self) -> u16 {
        self.word(3)
    }

    /// Start node of the DFA of the national prefix.
    pub fn national_prefix(self) -> u16 {
        self.word(4)
    }

    /// Start node of the DFA of the general pattern.
    pub fn general(self) -> u16 {
        self.word(5)
    }

    /// Start node of the DFA of the types; only for regions that share their calling code.
    pub fn types(self) -> Option<u16> {
        Some(self.word(6)).filter(|&node| node != 0)
    }

    /// Start node of the DFA that selects a format; only for main regions.
    pub fn format_choice(self) -> u16 {
        self.word(7)
    }

    /// Index of the first national format, and of the first international one.
    pub fn formats(self) -> (u16, u16) {
        (self.word(16), self.word(17))
    }

    /// Offset of the extension label in the texts, if it is not the default.
    pub fn extension_label(self) -> Option<u16> {
        Some(self.word(12)).filter(|&text| text != 0)
    }

    /// The digits before the last group when a national prefix is rewritten; `None` if it is stripped.
    pub fn transform(self) -> Option<impl Iterator<Item = u8>> {
        let (head, digits) = (self.word(13), self.word(14));
        #[allow(clippy::cast_possible_truncation, reason = "four bits")]
        (head != 0).then(|| (0..head & 255).map(move |index| (digits >> (4 * index) & 15) as u8))
    }

    /// Whether this is the main region of its calling code.
    pub fn is_main(self) -> bool {
        self.word(15) == u16::from(self.0)
    }

    /// Whether a number that begins with these two digits may begin with the international prefix or the
    /// calling code.
    pub fn may_be_international(self, pair: usize) -> bool {
        self.word(18 + pair / 16) >> (pair % 16) & 1 == 1
    }

    /// Whether a national number of this many digits is possible.
    pub fn possible(self, length: usize) -> Possible {
        let (possible, local) = (self.double(8), self.double(10));
        let bit = 1_u32.checked_shl(u32::try_from(length).unwrap_or(u32::MAX)).unwrap_or(0);
        if local & bit != 0 {
            Possible::LocalOnly
        } else if possible & bit != 0 {
            Possible::Yes
        } else if bit != 0 && bit < possible & possible.wrapping_neg() {
            Possible::TooShort
        } else if bit == 0 || bit > possible {
            Possible::TooLong
        } else {
            Possible::InvalidLength
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_are_found_by_code() {
        for region in Region::all() {
            assert_eq!(Region::from_code(region.code()), Some(region));
            assert_eq!(region.to_string(), region.code());
        }
        assert_eq!(Region::from_code("USA"), None);
        assert_eq!(Region::from_code(""), None);
        assert_eq!("xx".parse::<Region>(), Err(UnknownRegion));
    }

    #[test]
    fn possible_lengths_are_classified() {
        let us = Region::from_code("US").and_then(Region::meta).expect("has metadata");
        assert_eq!(us.possible(10), Possible::Yes);
        assert_eq!(us.possible(7), Possible::LocalOnly);
        assert_eq!(us.possible(4), Possible::TooShort);
        assert_eq!(us.possible(11), Possible::TooLong);
        assert_eq!(us.possible(40), Possible::TooLong);
        let cc = Region::from_code("AX").and_then(Region::meta).expect("has metadata");
        assert_eq!(cc.country_code(), 358);
    }
}
