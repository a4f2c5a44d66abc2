//! The result of screening one line, in 16 bytes.
#![allow(clippy::cast_possible_truncation, reason = "words are split into parts")]

use std::fmt;

use crate::answers;
use crate::automaton::{Answer, Class};
use crate::clean::TEN_TO;
use crate::kinds::{NumberType, ParseError, Possible, Reason, Status};
use crate::nibbles;
use crate::number::{PhoneNumber, left};
use crate::region::Region;
use crate::resolve::Resolved;

/// The result of [`check`](crate::check) for a line.
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
    /// The first 16 digits in E.164; see [`nibbles`].
    digits: u64,
    /// Bits 0–15: the answer; 16–20: number of digits in E.164, 0 if the line is unparseable; 21: repaired;
    /// 24–39: the 17th to 20th digit; 40–49: calling code; 50–51: its number of digits; 52–54: parse error
    /// plus one. Answer and calling code are in the same bits as in a [`Class`].
    packed: u64,
}

const REPAIRED: u64 = 1 << 21;
const ERROR: u32 = 52;

impl Verdict {
    /// The verdict on at most 16 digits, calling code first, of a class that is not slow.
    #[inline(always)]
    #[allow(clippy::inline_always, reason = "keeps the arguments in registers")]
    pub(crate) const fn of_class(class: Class, digits: u64, len: usize) -> Self {
        let digits = match class.strip() {
            0 => digits,
            strip => nibbles::without(digits, class.code_len(), strip),
        };
        Self { digits, packed: Self::pack(class, len) }
    }

    /// The second word of a verdict.
    #[inline]
    const fn pack(class: Class, len: usize) -> u64 {
        class.answer_and_code() | (len.wrapping_sub(class.strip()) as u64) << 16
    }

    fn parsed(number: PhoneNumber, answer: Answer) -> Self {
        let (code, nsn) = (number.country_code(), number.nsn_len());
        let code_len = 1 + u64::from(code >= 10) + u64::from(code >= 100);
        let len = u64::from(nsn) + code_len;
        let value =
            u128::from(code) * u128::from(TEN_TO[usize::from(nsn)]) + u128::from(number.national_number());
        // The digits of long numbers that do not fit in the first word.
        let mut rest = value;
        let mut behind = 0;
        for _ in 16..len {
            behind = behind << 4 | (rest % 10) as u64;
            rest /= 10;
        }
        let room = len.min(16) as usize;
        let text = left(rest as u64, room).unwrap_or_default().to_le_bytes();
        let digits = nibbles::of_text(&text, room).0;
        let packed = u64::from(answer.0) | len << 16 | behind << 24 | u64::from(code) << 40 | code_len << 50;
        Self { digits, packed }
    }

    pub(crate) const fn unparseable(error: ParseError) -> Self {
        Self { digits: 0, packed: Answer::UNKNOWN.0 as u64 | (error as u64 + 1) << ERROR }
    }

    pub(crate) fn of(result: Result<Resolved, ParseError>) -> Self {
        match result {
            Ok(Resolved { number, answer }) => Self::parsed(number, answer),
            Err(error) => Self::unparseable(error),
        }
    }

    pub(crate) const fn repaired(self) -> Self {
        Self { packed: self.packed | REPAIRED, ..self }
    }

    /// The words of verdicts: digits, then the packed rest.
    #[cfg(target_arch = "x86_64")]
    pub(crate) const fn as_words_mut(verdicts: &mut [Self]) -> &mut [u64] {
        const { assert!(size_of::<Self>() == 16 && align_of::<Self>() == align_of::<u64>()) };
        // SAFETY: a verdict is two words (`repr(C)`), of which every bit pattern is valid.
        unsafe { std::slice::from_raw_parts_mut(verdicts.as_mut_ptr().cast(), 2 * verdicts.len()) }
    }

    const fn answer(self) -> Answer {
        Answer(self.packed as u16)
    }

    /// Number of digits in E.164.
    #[inline]
    const fn len(self) -> usize {
        (self.packed >> 16 & 31) as usize
    }

    /// Number of digits of the calling code.
    #[inline]
    const fn code_len(self) -> usize {
        (self.packed >> 50 & 3) as usize
    }

    /// The first nine digits in E.164, padded with zeros, as integers of four, two and three digits.
    #[inline]
    pub(crate) fn leading(self) -> (u32, u32, u32) {
        let pairs = nibbles::pairs(self.digits);
        let pair = |place: u32| (pairs >> (8 * place) & 0xff) as u32;
        let ninth = (self.digits >> 32 & 15) as u32;
        (pair(0) * 100 + pair(1), pair(2), pair(3) * 10 + ninth)
    }

    /// Whether the line holds a valid number, an invalid one, or none.
    ///
    /// ```
    /// assert_eq!(numplan::check(b"+8611", None).status(), numplan::Status::Invalid);
    /// ```
    #[inline]
    pub const fn status(self) -> Status {
        if self.packed >> ERROR != 0 {
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
        let error = (self.packed >> ERROR) as u8;
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

    /// The region of the number, if its digits determine one.
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
        (self.packed >> 40 & 1023) as u16
    }

    /// All keys are less than this.
    ///
    /// ```
    /// assert!(numplan::Verdict::default().key() < numplan::Verdict::KEYS);
    /// ```
    pub const KEYS: usize = 1 << 16;

    /// An integer that two verdicts share only if they agree on status, reason, type and region. It can be
    /// used as an index into a table of texts about them. It may change with every release.
    ///
    /// ```
    /// use numplan::check;
    /// let key = |line: &str| check(line.as_bytes(), None).key();
    /// assert_eq!(key("+8613812345678"), key("+86 139 1234 5678"));
    /// assert_ne!(key("+8613812345678"), key("+861012345678"));
    /// assert_ne!(key("nobody"), key("12345678"));
    /// ```
    #[inline]
    pub const fn key(self) -> usize {
        // Without a region there is no type, so its bits are free for the error.
        self.answer().0.wrapping_sub(((self.packed >> ERROR) as u16) << 8) as usize
    }

    /// Whether the line is valid only because it was repaired; see [`Options`](crate::Options).
    ///
    /// ```
    /// assert!(!numplan::check(b"+8613812345678", None).is_repaired());
    /// ```
    pub const fn is_repaired(self) -> bool {
        self.packed & REPAIRED != 0
    }

    /// The number without its extension; `None` if the line is unparseable.
    ///
    /// ```
    /// let number = numplan::check(b"+12423570000", None).number().unwrap();
    /// assert_eq!(number.national_number(), 2_423_570_000);
    /// ```
    pub fn number(self) -> Option<PhoneNumber> {
        if self.status() == Status::Unparseable {
            return None;
        }
        let (len, code_len) = (self.len(), self.code_len());
        let mut national = nibbles::value(self.digits >> (4 * code_len), len.min(16) - code_len);
        for place in 16..len {
            national = national * 10 + (self.packed >> (24 + 4 * (place - 16)) & 15);
        }
        Some(PhoneNumber::new(self.country_code(), national, (len - code_len) as u8))
    }

    /// The number in E.164; empty if the line is unparseable.
    ///
    /// ```
    /// assert_eq!(numplan::check(b"+1 (242) 357-0000", None).e164().as_str(), "+12423570000");
    /// assert_eq!(numplan::check(b"nothing", None).e164().as_str(), "");
    /// ```
    #[inline]
    pub fn e164(self) -> E164 {
        let len = self.len();
        let behind = if len > 15 { self.behind() } else { 0 };
        let mut room = [0; E164::ROOM];
        room[..16].copy_from_slice(&nibbles::signed(self.digits));
        room[16..].copy_from_slice(&behind.to_le_bytes());
        E164 { room, len: if len == 0 { 0 } else { 1 + len } }
    }

    /// The digits after the 15th as text. Few numbers have any.
    #[cold]
    #[inline(never)]
    const fn behind(self) -> u64 {
        // The 16th digit is the last in the first word; up to four more are in the second.
        let digits = self.digits >> 60 | (self.packed >> 24 & 0xffff) << 4;
        let mut text = 0;
        let mut place = 15;
        while place < self.len() {
            let digit = digits >> (4 * (place - 15)) & 15;
            text |= (b'0' as u64 | digit) << (8 * (place - 15));
            place += 1;
        }
        text
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

/// A number in E.164 that needs no allocation.
///
/// ```
/// let text = numplan::check(b"+1 (242) 357-0000", None).e164();
/// assert_eq!(text.as_bytes(), b"+12423570000");
/// assert_eq!(text.to_string(), "+12423570000");
/// ```
#[derive(Clone, Copy)]
pub struct E164 {
    room: [u8; Self::ROOM],
    len: usize,
}

impl E164 {
    const ROOM: usize = 24;

    /// The number as bytes; empty if there is none.
    ///
    /// ```
    /// assert_eq!(numplan::check(b"+12423570000", None).e164().as_bytes().len(), 12);
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        &self.room[..self.len.min(Self::ROOM)]
    }

    /// Length in bytes.
    ///
    /// ```
    /// assert_eq!(numplan::check(b"+12423570000", None).e164().len(), 12);
    /// ```
    #[inline]
    pub const fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no number.
    ///
    /// ```
    /// assert!(numplan::check(b"nothing", None).e164().is_empty());
    /// ```
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The number followed by arbitrary bytes. Copying a fixed number of bytes is faster.
    ///
    /// ```
    /// let text = numplan::check(b"+12423570000", None).e164();
    /// assert_eq!(&text.as_padded()[..text.len()], b"+12423570000");
    /// ```
    #[inline]
    pub const fn as_padded(&self) -> &[u8; 24] {
        &self.room
    }

    /// The number as text; empty if there is none.
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
    fn a_verdict_has_16_bytes() {
        assert_eq!(size_of::<Verdict>(), 16);
    }

    #[test]
    fn keys_of_different_verdicts_differ() {
        let errors = ParseError::ALL.iter().map(|error| Verdict::unparseable(*error).key());
        let nowhere = crate::check(b"+11112223333", None);
        assert_eq!((nowhere.region(), nowhere.status()), (None, Status::Invalid));
        let mut keys: Vec<_> = errors.chain([nowhere.key()]).collect();
        let count = keys.len();
        keys.sort_unstable();
        keys.dedup();
        assert!(keys.len() == count && keys.iter().all(|key| *key < Verdict::KEYS), "{keys:?}");
    }

    #[test]
    fn numbers_of_all_lengths_survive_a_round_trip() {
        for (code, nsn, e164) in [
            (999, "12345678901234567", "+99912345678901234567"),
            (49, "98765432109876543", "+4998765432109876543"),
            (1, "98765432109876543", "+198765432109876543"),
            (39, "066982", "+39066982"),
            (999, "1234567890123", "+9991234567890123"),
            (1, "2125550123", "+12125550123"),
            (86, "00", "+8600"),
        ] {
            let number = PhoneNumber::from_parts(code, nsn).expect("digits");
            let verdict = Verdict::of(Ok(Resolved { number, answer: Answer::UNKNOWN }));
            assert_eq!(verdict.e164().as_str(), e164);
            assert_eq!(verdict.number(), Some(number));
            assert_eq!(verdict.repaired().number(), Some(number));
            assert_eq!(verdict.country_code(), code);
        }
        assert_eq!(Verdict::default().e164().as_str(), "");
        assert_eq!(Verdict::default().number(), None);
    }

    #[test]
    fn a_national_prefix_is_stripped() {
        let verdict = crate::check(b"+4402083661177", None);
        assert_eq!(verdict.e164().as_str(), "+442083661177");
        assert_eq!(verdict.number().map(|number| number.national_number()), Some(2_083_661_177));
        assert_eq!(verdict.leading(), (4420, 83, 661));
    }
}
