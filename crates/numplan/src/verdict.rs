//! The answer of screening about one line, packed in sixteen bytes.

use std::fmt;

use crate::answers;
use crate::fast::TEN_TO;
use crate::kinds::{NumberType, ParseError, Possible, Reason, Status};
use crate::number::{PhoneNumber, left};
use crate::region::Region;
use crate::resolve::Resolved;
use crate::walk::Answer;

/// What [`check`](crate::check) says about a line.
///
/// ```
/// use numplan::{NumberType, Status, check};
/// let verdict = check(b"+86 138-1234-5678", None);
/// assert_eq!(verdict.status(), Status::Valid);
/// assert_eq!(verdict.number_type(), NumberType::Mobile);
/// assert_eq!(verdict.region().map(|region| region.code()), Some("CN"));
/// assert_eq!(verdict.e164().as_str(), "+8613812345678");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Verdict {
    national: u64,
    /// Bits 0–9: calling code, 0 if the line is unparseable; 10–14: digits of the national number;
    /// 15: repaired; 16–31: the answer; 32–39: error of parsing, plus one.
    packed: u64,
}

const REPAIRED: u64 = 1 << 15;

impl Verdict {
    pub(crate) const fn parsed(code: u16, len: u8, national: u64, answer: Answer) -> Self {
        Self { national, packed: code as u64 | (len as u64) << 10 | (answer.0 as u64) << 16 }
    }

    pub(crate) const fn unparseable(error: ParseError) -> Self {
        Self { national: 0, packed: (Answer::UNKNOWN.0 as u64) << 16 | (error as u64 + 1) << 32 }
    }

    pub(crate) fn of(result: Result<Resolved, ParseError>) -> Self {
        match result {
            Ok(Resolved { number, answer }) => {
                Self::parsed(number.country_code(), number.nsn_len(), number.national_number(), answer)
            }
            Err(error) => Self::unparseable(error),
        }
    }

    pub(crate) const fn repaired(self) -> Self {
        Self { packed: self.packed | REPAIRED, ..self }
    }

    #[allow(clippy::cast_possible_truncation, reason = "the low bits are meant")]
    const fn answer(self) -> Answer {
        Answer((self.packed >> 16) as u16)
    }

    /// Whether the line holds a valid number, an invalid one, or none.
    ///
    /// ```
    /// assert_eq!(numplan::check(b"+8611", None).status(), numplan::Status::Invalid);
    /// ```
    #[inline]
    pub const fn status(self) -> Status {
        if self.packed >> 32 != 0 {
            Status::Unparseable
        } else if self.answer().is_valid() {
            Status::Valid
        } else {
            Status::Invalid
        }
    }

    /// Whether the line holds a valid number.
    ///
    /// ```
    /// assert!(numplan::check(b"+8613812345678", None).is_valid());
    /// ```
    #[inline]
    pub const fn is_valid(self) -> bool {
        self.answer().is_valid()
    }

    /// Why the line is not a valid number; none if it is.
    ///
    /// ```
    /// use numplan::{Reason, check};
    /// assert_eq!(check(b"+8611112345678", None).reason(), Some(Reason::InvalidForRegion));
    /// assert_eq!(check(b"???", None).reason(), Some(Reason::NotANumber));
    /// ```
    pub fn reason(self) -> Option<Reason> {
        match self.status() {
            Status::Valid => None,
            Status::Unparseable => self.error().map(Reason::from),
            Status::Invalid => Some(match self.possible() {
                Possible::Yes => Reason::InvalidForRegion,
                Possible::LocalOnly => Reason::LocalOnly,
                Possible::InvalidCountryCode => Reason::InvalidCountryCode,
                Possible::TooShort => Reason::TooShort,
                Possible::InvalidLength => Reason::InvalidLength,
                Possible::TooLong => Reason::TooLong,
            }),
        }
    }

    /// Why the line could not be parsed; none if it could.
    ///
    /// ```
    /// use numplan::{ParseError, check};
    /// assert_eq!(check(b"12", None).error(), Some(ParseError::InvalidCountryCode));
    /// ```
    pub fn error(self) -> Option<ParseError> {
        #[allow(clippy::cast_possible_truncation, reason = "a handful of errors")]
        let error = (self.packed >> 32) as u8;
        error.checked_sub(1).map(ParseError::from_index)
    }

    /// Whether the number has a possible length for its country.
    ///
    /// ```
    /// use numplan::{Possible, check};
    /// assert_eq!(check(b"+8611112345678", None).possible(), Possible::Yes);
    /// ```
    pub const fn possible(self) -> Possible {
        Possible::from_index(self.answer().possible())
    }

    /// The type of a valid number.
    ///
    /// ```
    /// use numplan::{NumberType, check};
    /// assert_eq!(check(b"+8008001234", None).number_type(), NumberType::Unknown);
    /// ```
    #[inline]
    pub const fn number_type(self) -> NumberType {
        NumberType::from_index(self.answer().kind())
    }

    /// The region of the number, as far as its digits tell.
    ///
    /// ```
    /// use numplan::{Region, check};
    /// assert_eq!(check(b"+12423570000", None).region(), Region::from_code("BS"));
    /// ```
    #[inline]
    pub fn region(self) -> Option<Region> {
        answers::region(self.answer())
    }

    /// The country calling code; 0 if the line is unparseable.
    ///
    /// ```
    /// assert_eq!(numplan::check(b"+12423570000", None).country_code(), 1);
    /// ```
    #[inline]
    pub const fn country_code(self) -> u16 {
        (self.packed & 1023) as u16
    }

    /// Whether the line is valid only thanks to a repair; see [`check_with`](crate::check_with).
    ///
    /// ```
    /// assert!(!numplan::check(b"+8613812345678", None).is_repaired());
    /// ```
    pub const fn is_repaired(self) -> bool {
        self.packed & REPAIRED != 0
    }

    /// The number, without its extension; none if the line is unparseable.
    ///
    /// ```
    /// let number = numplan::check(b"+12423570000", None).number().unwrap();
    /// assert_eq!(number.national_number(), 2_423_570_000);
    /// ```
    pub fn number(self) -> Option<PhoneNumber> {
        (self.status() != Status::Unparseable)
            .then(|| PhoneNumber::new(self.country_code(), self.national, (self.packed >> 10 & 31) as u8))
    }

    /// The number in E.164; empty if the line is unparseable.
    ///
    /// ```
    /// assert_eq!(numplan::check(b"+1 (242) 357-0000", None).e164().as_str(), "+12423570000");
    /// assert_eq!(numplan::check(b"nothing", None).e164().as_str(), "");
    /// ```
    #[inline]
    pub fn e164(self) -> E164 {
        E164::new(self.country_code(), self.national, (self.packed >> 10 & 31) as usize)
    }
}

impl Default for Verdict {
    /// The verdict on an empty line.
    fn default() -> Self {
        Self::unparseable(ParseError::NotANumber)
    }
}

impl fmt::Debug for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Verdict")
            .field("status", &self.status())
            .field("reason", &self.reason())
            .field("number", &self.number())
            .field("type", &self.number_type())
            .field("region", &self.region())
            .field("repaired", &self.is_repaired())
            .finish()
    }
}

/// A number in E.164, held in place.
///
/// ```
/// let text = numplan::check(b"+1 (242) 357-0000", None).e164();
/// assert_eq!(text.as_bytes(), b"+12423570000");
/// assert_eq!(text.to_string(), "+12423570000");
/// ```
#[derive(Clone, Copy)]
pub struct E164 {
    room: [u8; Self::ROOM],
    len: u8,
}

impl E164 {
    const ROOM: usize = 24;

    #[inline]
    fn new(code: u16, national: u64, digits: usize) -> Self {
        let code_len = 1 + usize::from(code >= 10) + usize::from(code >= 100);
        let len = code_len + digits;
        if code == 0 || len > 16 {
            return Self::rare(code, national, digits);
        }
        // What follows the last digit is not looked at.
        let Some(text) = left(u64::from(code) * TEN_TO[digits] + national, len) else {
            return Self::rare(code, national, digits);
        };
        let mut room = [b'+'; Self::ROOM];
        room[1..17].copy_from_slice(&text.to_le_bytes());
        #[allow(clippy::cast_possible_truncation, reason = "at most 17")]
        Self { room, len: (1 + len) as u8 }
    }

    /// More digits than the usual way can hold, or none at all.
    #[cold]
    fn rare(code: u16, national: u64, digits: usize) -> Self {
        let mut text = Self { room: [0; Self::ROOM], len: 0 };
        if code > 0 {
            let mut rest = u128::from(code) * u128::from(TEN_TO[digits]) + u128::from(national);
            let len = 1 + digits + code.ilog10() as usize + 1;
            for slot in text.room[1..len].iter_mut().rev() {
                *slot = b'0' + (rest % 10) as u8;
                rest /= 10;
            }
            text.room[0] = b'+';
            #[allow(clippy::cast_possible_truncation, reason = "at most 21")]
            {
                text.len = len as u8;
            }
        }
        text
    }

    /// The text as bytes; empty if there is no number.
    ///
    /// ```
    /// assert_eq!(numplan::check(b"+12423570000", None).e164().as_bytes().len(), 12);
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.room[..usize::from(self.len).min(Self::ROOM)]
    }

    /// The text; empty if there is no number.
    ///
    /// ```
    /// assert_eq!(numplan::check(b"+12423570000", None).e164().as_str(), "+12423570000");
    /// ```
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.as_bytes()).unwrap_or("")
    }
}

impl fmt::Display for E164 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl fmt::Debug for E164 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.as_str(), f)
    }
}

impl PartialEq for E164 {
    fn eq(&self, other: &Self) -> bool {
        self.as_bytes() == other.as_bytes()
    }
}

impl Eq for E164 {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_verdict_is_small() {
        assert_eq!(size_of::<Verdict>(), 16);
    }

    #[test]
    fn the_longest_number_fits() {
        let text = E164::new(999, 12_345_678_901_234_567, 17);
        assert_eq!(text.as_str(), "+99912345678901234567");
        assert_eq!(E164::new(39, 66_982, 6).as_str(), "+39066982");
        assert_eq!(E164::new(999, 1_234_567_890_123, 13).as_str(), "+9991234567890123");
        assert_eq!(E164::new(1, 2_125_550_123, 10).as_str(), "+12125550123");
        assert_eq!(E164::new(0, 0, 0).as_str(), "");
    }
}
