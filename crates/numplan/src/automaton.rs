//! The automaton over the digits of a number in E.164: the root table takes four digits, each node two more,
//! until only the number of digits matters. The result is a [`Class`].

use crate::region::NO_REGION;
use crate::tables::{self, LENGTHS};

/// Entries below this are profiles, the others nodes.
#[allow(clippy::cast_possible_truncation, reason = "checked when the tables are made")]
pub const FIRST_NODE: u16 = (tables::profiles().len() / LENGTHS) as u16;

/// Most digits of a walk, calling code included.
pub const MAX_DIGITS: usize = LENGTHS - 1;

/// What the automaton knows about the digits after a `+`: bits 0–15 are the answer after stripping the national
/// prefix, 16–20 the digits to strip, 21 is set for slow classes, 24–39 are the answer without stripping,
/// 40–49 the calling code and 50–51 its number of digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class(u64);

/// Region, type, validity and possibility of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer(pub u16);

impl Class {
    pub const SLOW: u64 = 1 << 21;
    pub const ANSWER_AND_CODE: u64 = 0xffff | 0xfff << 40;

    #[inline]
    pub fn at(index: u16) -> Self {
        Self(tables::classes()[usize::from(index)])
    }

    /// The answer after stripping, the calling code and its number of digits, in the bits where a verdict has
    /// them.
    #[inline]
    pub const fn answer_and_code(self) -> u64 {
        self.0 & Self::ANSWER_AND_CODE
    }

    /// Whether the number needs rules that the automaton does not have.
    #[inline]
    pub const fn is_slow(self) -> bool {
        self.0 & Self::SLOW != 0
    }

    /// Number of digits after the calling code that are a national prefix, to be stripped.
    #[inline]
    pub const fn strip(self) -> usize {
        (self.0 >> 16 & 31) as usize
    }

    /// The calling code; 0 if there is none.
    #[inline]
    pub const fn code(self) -> u16 {
        (self.0 >> 40 & 1023) as u16
    }

    /// Number of digits of the calling code.
    #[inline]
    pub const fn code_len(self) -> usize {
        (self.0 >> 50 & 3) as usize
    }

    /// The answer after stripping the national prefix.
    #[allow(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
    #[inline]
    pub const fn answer(self) -> Answer {
        Answer(self.0 as u16)
    }

    /// The answer about the digits as they are.
    #[allow(clippy::cast_possible_truncation, reason = "the low bits are wanted")]
    #[inline]
    pub const fn plain(self) -> Answer {
        Answer((self.0 >> 24) as u16)
    }
}

/// Most digits in [`COMPACT_CLASSES`].
#[cfg(target_arch = "x86_64")]
pub const MAX_COMPACT: usize = 16;

/// Compact classes by number of digits, then by profile. They save the vector code a second lookup.
#[cfg(target_arch = "x86_64")]
#[allow(long_running_const_eval, reason = "some ten thousand lookups")]
pub static COMPACT_CLASSES: [u32; (MAX_COMPACT + 1) * FIRST_NODE as usize] = {
    let (profiles, classes) = (tables::profiles(), tables::classes());
    let mut all = [0; _];
    let mut index = 0;
    while index < all.len() {
        all[index] = CompactClass::of(Class(classes[profiles[index] as usize])).0;
        index += 1;
    }
    all
};

/// A class in 32 bits: bits 0–15 are the answer after stripping, 16–27 the calling code and its number of
/// digits, 28 is set for slow classes and 29 if there are digits to strip.
#[cfg(target_arch = "x86_64")]
pub struct CompactClass(u32);

#[cfg(target_arch = "x86_64")]
impl CompactClass {
    pub const SLOW: u32 = 1 << 28;
    pub const STRIPS: u32 = 1 << 29;

    #[allow(clippy::cast_possible_truncation, reason = "the bits that remain fit")]
    const fn of(class: Class) -> Self {
        let answer_and_code = class.answer_and_code();
        let mut word = answer_and_code as u32 & 0xffff | (answer_and_code >> 24) as u32;
        if class.is_slow() {
            word |= Self::SLOW;
        }
        if class.strip() != 0 {
            word |= Self::STRIPS;
        }
        Self(word)
    }
}

impl Answer {
    /// Set if the number is valid.
    pub const VALID: u16 = 1 << 15;
    pub const UNKNOWN: Self = Self(NO_REGION as u16 | 11 << 8 | 2 << 12);

    /// Index of the region's record.
    #[inline]
    pub const fn region(self) -> u8 {
        (self.0 & 255) as u8
    }

    /// Index of the [`NumberType`](crate::NumberType).
    #[inline]
    pub const fn kind(self) -> u8 {
        (self.0 >> 8 & 15) as u8
    }

    /// Index of the [`Possible`](crate::Possible).
    #[inline]
    pub const fn possible(self) -> u8 {
        (self.0 >> 12 & 7) as u8
    }

    #[inline]
    pub const fn is_valid(self) -> bool {
        self.0 & Self::VALID != 0
    }
}

/// Walks over the first `len` digit values, calling code first; zeros follow them.
pub fn walk(digits: &[u8; 24], len: usize) -> Class {
    let four = digits[..4].iter().fold(0, |value, &digit| value * 10 + usize::from(digit));
    let mut entry = tables::root()[four];
    let mut at = 4;
    while entry >= FIRST_NODE {
        let pair = usize::from(digits[at]) * 10 + usize::from(digits[at + 1]);
        entry = tables::nodes()[usize::from(entry - FIRST_NODE) * 100 + pair];
        at += 2;
    }
    Class::at(tables::profiles()[len.min(MAX_DIGITS) * usize::from(FIRST_NODE) + usize::from(entry)])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(text: &str) -> Class {
        let mut digits = [0; 24];
        for (slot, byte) in digits.iter_mut().zip(text.bytes()) {
            *slot = byte - b'0';
        }
        walk(&digits, text.len())
    }

    #[test]
    fn a_valid_mobile_number_is_recognised() {
        let class = class("8613812345678");
        assert_eq!((class.code(), class.code_len(), class.strip()), (86, 2, 0));
        assert!(class.answer().is_valid() && !class.is_slow());
    }

    #[test]
    fn a_national_prefix_after_the_calling_code_is_stripped() {
        let class = class("4402083661177");
        assert_eq!(class.strip(), 1);
        assert!(class.answer().is_valid());
        assert!(!class.plain().is_valid());
    }

    #[test]
    fn an_unknown_calling_code_has_a_slow_class() {
        assert!(class("9991234567").is_slow());
        assert!(class("0").is_slow());
    }
}
