//! The output of a reading: accepted numbers and rejected rows, in batches of columns.

use numplan::{NumberType, Region, Verdict};
use serde::{Deserialize, Serialize};

use crate::error::SinkError;

/// A column of strings in one buffer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cells {
    /// All strings without separators; always UTF-8.
    pub bytes: Vec<u8>,
    /// The end of each string.
    pub ends: Vec<usize>,
}

impl Cells {
    pub fn push(&mut self, cell: &[u8]) {
        self.bytes.extend_from_slice(cell);
        self.ends.push(self.bytes.len());
    }

    /// A string; empty if there is none at this index.
    pub fn get(&self, place: usize) -> &[u8] {
        let start = if place == 0 { 0 } else { self.ends.get(place - 1).copied().unwrap_or(0) };
        let end = self.ends.get(place).copied().unwrap_or(start);
        &self.bytes[start..end]
    }

    pub fn len(&self) -> usize {
        self.ends.len()
    }

    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        (0..self.len()).map(|place| self.get(place))
    }

    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }
}

/// Accepted numbers, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Accepted {
    /// Line numbers, starting at 1 and continuing across the lists of a zip archive.
    pub line: Vec<u64>,
    /// E.164 digits.
    pub number: Vec<u64>,
    /// See [`pack_region`].
    pub region: Vec<u16>,
    /// See [`kind_code`].
    pub kind: Vec<u8>,
    /// The cells of each column in [`Mapping::carried`](crate::Mapping::carried).
    pub carried: Vec<Cells>,
    /// The number cells as written; empty where that is the E.164 form with plus sign.
    pub written: Cells,
}

impl Accepted {
    pub fn len(&self) -> usize {
        self.number.len()
    }

    pub fn is_empty(&self) -> bool {
        self.number.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.line.clear();
        self.number.clear();
        self.region.clear();
        self.kind.clear();
        self.carried.iter_mut().for_each(Cells::clear);
        self.written.clear();
    }
}

/// Why a row is not passed on as a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// Its number occurred earlier: it is the accepted number with this index, starting at 0.
    Duplicate(u32),
    /// Its number is on a suppression list.
    Suppressed,
    /// It has no valid number.
    Rejected(Reason),
}

/// Rows that are not passed on as numbers, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SetAside {
    /// Line numbers, starting at 1.
    pub line: Vec<u64>,
    pub fate: Vec<Fate>,
    /// E.164 digits; 0 for rejected rows.
    pub number: Vec<u64>,
    /// See [`pack_region`].
    pub region: Vec<u16>,
    /// See [`kind_code`].
    pub kind: Vec<u8>,
    /// The cells of each carried column.
    pub carried: Vec<Cells>,
    /// The number cells as written; empty where that is the E.164 form with plus sign.
    pub written: Cells,
}

impl SetAside {
    pub fn len(&self) -> usize {
        self.line.len()
    }

    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    pub(crate) fn bytes(&self) -> usize {
        self.written.bytes.len() + self.carried.iter().map(|cells| cells.bytes.len()).sum::<usize>()
    }

    pub(crate) fn clear(&mut self) {
        self.line.clear();
        self.fate.clear();
        self.number.clear();
        self.region.clear();
        self.kind.clear();
        self.carried.iter_mut().for_each(Cells::clear);
        self.written.clear();
    }
}

/// Rejected rows, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rejected {
    /// Line numbers, starting at 1.
    pub line: Vec<u64>,
    pub reason: Vec<Reason>,
    /// The number cell, or the whole line if the cell is blank; at most 200 characters.
    pub raw: Cells,
}

impl Rejected {
    pub fn len(&self) -> usize {
        self.line.len()
    }

    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.line.clear();
        self.reason.clear();
        self.raw.clear();
    }
}

/// Receives the rows of a file, in order and in batches of some ten thousand rows.
pub trait Sink {
    fn accepted(&mut self, batch: &Accepted) -> Result<(), SinkError>;

    fn rejected(&mut self, batch: &Rejected) -> Result<(), SinkError>;

    /// Receives every row that is neither accepted nor blank, rejected ones included.
    fn set_aside(&mut self, batch: &SetAside) -> Result<(), SinkError>;
}

/// Why a row was rejected: the reasons of `numplan` and of file reading.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    Hash,
    PartialOrd,
    Ord,
    Serialize,
    Deserialize,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Reason {
    /// The country code is missing or not assigned.
    InvalidCountryCode,
    /// The text does not look like a phone number.
    NotANumber,
    /// Too few digits after the international prefix.
    TooShortAfterIdd,
    /// The national number is shorter than any valid number.
    TooShortNsn,
    /// Longer than any number of the country.
    TooLong,
    /// Shorter than any number of the country.
    TooShort,
    /// Between the possible lengths of the country.
    InvalidLength,
    /// Valid only when dialled within the same area.
    LocalOnly,
    /// The length is possible, but no number of the region starts like this.
    InvalidForRegion,
    /// The row contains bytes that are invalid in the file's encoding.
    Undecodable,
    /// The row is longer than allowed.
    LineTooLong,
    /// A carried cell is longer than allowed.
    CellTooLong,
    /// A spreadsheet program rounded the number, as in `8.61381E+12`, so digits are lost.
    Rounded,
    /// A number that is not a mobile one, in a text of which only mobile numbers are wanted.
    NotMobile,
    /// A number of a text that the mapping leaves out.
    LeftOut,
}

impl Reason {
    pub const ALL: &[Self] = <Self as strum::VariantArray>::VARIANTS;

    /// The code that is stored and shown; must not change.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

impl From<numplan::Reason> for Reason {
    fn from(reason: numplan::Reason) -> Self {
        use numplan::Reason as Source;
        match reason {
            Source::InvalidCountryCode => Self::InvalidCountryCode,
            Source::NotANumber => Self::NotANumber,
            Source::TooShortAfterIdd => Self::TooShortAfterIdd,
            Source::TooShortNsn => Self::TooShortNsn,
            Source::TooLong => Self::TooLong,
            Source::TooShort => Self::TooShort,
            Source::InvalidLength => Self::InvalidLength,
            Source::LocalOnly => Self::LocalOnly,
            Source::InvalidForRegion => Self::InvalidForRegion,
        }
    }
}

/// The types in order of their codes.
const KINDS: [NumberType; 12] = [
    NumberType::Unknown,
    NumberType::Mobile,
    NumberType::FixedLine,
    NumberType::FixedLineOrMobile,
    NumberType::TollFree,
    NumberType::PremiumRate,
    NumberType::SharedCost,
    NumberType::Voip,
    NumberType::PersonalNumber,
    NumberType::Pager,
    NumberType::Uan,
    NumberType::Voicemail,
];

/// The code of a type in [`Accepted::kind`]: 0 unknown, 1 mobile, 2 fixed line, 3 fixed line or
/// mobile, 4 toll free, 5 premium rate, 6 shared cost, 7 voice over IP, 8 personal, 9 pager,
/// 10 universal access, 11 voicemail.
pub const fn kind_code(kind: NumberType) -> u8 {
    match kind {
        NumberType::Unknown => 0,
        NumberType::Mobile => 1,
        NumberType::FixedLine => 2,
        NumberType::FixedLineOrMobile => 3,
        NumberType::TollFree => 4,
        NumberType::PremiumRate => 5,
        NumberType::SharedCost => 6,
        NumberType::Voip => 7,
        NumberType::PersonalNumber => 8,
        NumberType::Pager => 9,
        NumberType::Uan => 10,
        NumberType::Voicemail => 11,
    }
}

/// The name of a type, as in `numplan`; `unknown` for undefined codes.
pub fn kind_name(code: u8) -> &'static str {
    KINDS.get(usize::from(code)).unwrap_or(&NumberType::Unknown).as_str()
}

/// The value in [`Accepted::region`]: the first two letters of the region code, or 0 for none. `001`
/// becomes `00`.
pub fn pack_region(region: Option<Region>) -> u16 {
    match region.map(|region| region.code().as_bytes()) {
        Some(&[first, second, ..]) => u16::from_be_bytes([first, second]),
        _ => 0,
    }
}

/// The region code of a packed value; empty for none.
pub fn region_name(packed: u16) -> &'static str {
    let bytes = packed.to_be_bytes();
    if bytes == *b"00" {
        return Region::WORLD.code();
    }
    std::str::from_utf8(&bytes).ok().and_then(Region::from_code).map_or("", Region::code)
}

/// Powers of ten that fit into 64 bits.
const TEN_TO: [u64; 20] = {
    let mut powers = [1; 20];
    let mut place = 1;
    while place < powers.len() {
        powers[place] = powers[place - 1] * 10;
        place += 1;
    }
    powers
};

/// The E.164 digits of a number; `None` if there is no number or it has too many digits.
#[inline]
pub(crate) fn digits(verdict: Verdict) -> Option<u64> {
    let number = verdict.number()?;
    let shift = TEN_TO.get(usize::from(number.nsn_len()))?;
    u64::from(number.country_code()).checked_mul(*shift)?.checked_add(number.national_number())
}
