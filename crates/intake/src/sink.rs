//! Where rows go: accepted numbers and rejected rows, in batches of columns.

use numplan::{NumberType, Region, Verdict};
use serde::{Deserialize, Serialize};

use crate::error::SinkError;

/// Texts one after the other in one buffer.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cells {
    /// The texts without anything between them; always UTF-8.
    pub bytes: Vec<u8>,
    /// Where each one ends.
    pub ends: Vec<usize>,
}

impl Cells {
    /// Adds a text.
    pub fn push(&mut self, cell: &[u8]) {
        self.bytes.extend_from_slice(cell);
        self.ends.push(self.bytes.len());
    }

    /// The text at a place; empty if there is none.
    pub fn get(&self, place: usize) -> &[u8] {
        let start = if place == 0 { 0 } else { self.ends.get(place - 1).copied().unwrap_or(0) };
        let end = self.ends.get(place).copied().unwrap_or(start);
        &self.bytes[start..end]
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All texts in order.
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
    /// The lines they stand in, counted from 1; lists in a zip are counted on.
    pub line: Vec<u64>,
    /// The digits of E.164.
    pub number: Vec<u64>,
    /// The region: see [`pack_region`].
    pub region: Vec<u16>,
    /// The type: see [`kind_code`].
    pub kind: Vec<u8>,
    /// For each column of [`Mapping::carried`](crate::Mapping::carried), its cells.
    pub carried: Vec<Cells>,
}

impl Accepted {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.number.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.number.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.line.clear();
        self.number.clear();
        self.region.clear();
        self.kind.clear();
        self.carried.iter_mut().for_each(Cells::clear);
    }
}

/// Rejected rows, in the order of the file.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Rejected {
    /// The lines they stand in, counted from 1.
    pub line: Vec<u64>,
    /// Why they were rejected.
    pub reason: Vec<Reason>,
    /// The text of the number's cell (of the line, if the cell is blank), at most 200 characters.
    pub raw: Cells,
}

impl Rejected {
    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.line.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.line.is_empty()
    }

    pub(crate) fn clear(&mut self) {
        self.line.clear();
        self.reason.clear();
        self.raw.clear();
    }
}

/// Takes the rows of a file. Batches are of some ten thousand rows and come in order; a batch is
/// only lent.
pub trait Sink {
    /// Takes accepted numbers.
    fn accepted(&mut self, batch: &Accepted) -> Result<(), SinkError>;

    /// Takes rejected rows.
    fn rejected(&mut self, batch: &Rejected) -> Result<(), SinkError>;
}

macro_rules! reasons {
    ($($(#[$doc:meta])* $variant:ident = $text:literal,)+) => {
        /// Why a row was rejected: the reasons of `numplan`, and those of files.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
        #[serde(rename_all = "snake_case")]
        pub enum Reason {
            $($(#[$doc])* $variant,)+
        }

        impl Reason {
            /// All reasons.
            pub const ALL: &[Self] = &[$(Self::$variant,)+];

            /// The stable code.
            pub const fn as_str(self) -> &'static str {
                match self {
                    $(Self::$variant => $text,)+
                }
            }
        }
    };
}

reasons! {
    /// No country code, or one that nobody has.
    InvalidCountryCode = "invalid_country_code",
    /// The text does not look like a phone number.
    NotANumber = "not_a_number",
    /// Too little was left after the international prefix.
    TooShortAfterIdd = "too_short_after_idd",
    /// The national number has fewer digits than any number anywhere.
    TooShortNsn = "too_short_nsn",
    /// Too long for any number of the country.
    TooLong = "too_long",
    /// Too short for any number of the country.
    TooShort = "too_short",
    /// Between the possible lengths of the country.
    InvalidLength = "invalid_length",
    /// Possible only when dialled within the same area.
    LocalOnly = "local_only",
    /// The length fits, but no number of the region begins like this.
    InvalidForRegion = "invalid_for_region",
    /// Bytes that mean nothing in the file's encoding.
    Undecodable = "undecodable",
    /// The line is longer than is let in.
    LineTooLong = "line_too_long",
    /// A carried cell is longer than is let in.
    CellTooLong = "cell_too_long",
    /// A spreadsheet program rounded the number, as in `8.61381E+12`: its digits are lost.
    Rounded = "rounded",
}

impl From<numplan::Reason> for Reason {
    fn from(reason: numplan::Reason) -> Self {
        use numplan::Reason as Of;
        match reason {
            Of::InvalidCountryCode => Self::InvalidCountryCode,
            Of::NotANumber => Self::NotANumber,
            Of::TooShortAfterIdd => Self::TooShortAfterIdd,
            Of::TooShortNsn => Self::TooShortNsn,
            Of::TooLong => Self::TooLong,
            Of::TooShort => Self::TooShort,
            Of::InvalidLength => Self::InvalidLength,
            Of::LocalOnly => Self::LocalOnly,
            Of::InvalidForRegion => Self::InvalidForRegion,
        }
    }
}

/// The types in the order of their codes.
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

/// The name of a type's code, as `numplan` writes it; `unknown` for codes that mean nothing.
pub fn kind_name(code: u8) -> &'static str {
    KINDS.get(usize::from(code)).unwrap_or(&NumberType::Unknown).as_str()
}

/// A region in [`Accepted::region`]: the first two letters of its code, 0 for none. `001` is `00`.
pub fn pack_region(region: Option<Region>) -> u16 {
    match region.map(|region| region.code().as_bytes()) {
        Some(&[first, second, ..]) => u16::from_be_bytes([first, second]),
        _ => 0,
    }
}

/// The code of a packed region; empty for none.
pub fn region_name(packed: u16) -> &'static str {
    let bytes = packed.to_be_bytes();
    if bytes == *b"00" {
        return Region::WORLD.code();
    }
    std::str::from_utf8(&bytes).ok().and_then(Region::from_code).map_or("", Region::code)
}

/// Powers of ten, as far as they fit.
const TEN_TO: [u64; 20] = {
    let mut powers = [1; 20];
    let mut place = 1;
    while place < powers.len() {
        powers[place] = powers[place - 1] * 10;
        place += 1;
    }
    powers
};

/// The digits of a number in E.164; none if there is no number, or more digits than fit.
#[inline]
pub(crate) fn digits(verdict: Verdict) -> Option<u64> {
    let number = verdict.number()?;
    let shift = TEN_TO.get(usize::from(number.nsn_len()))?;
    u64::from(number.country_code()).checked_mul(*shift)?.checked_add(number.national_number())
}
