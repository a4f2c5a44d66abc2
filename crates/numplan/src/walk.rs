//! The walk over the digits of a number in E.164: four digits by the root table, then two at a
//! time, until only the number of digits matters. It yields a [`Class`].

use crate::region::NO_REGION;
use crate::tables::{self, LENGTHS};

/// Entries below this are profiles, the others are nodes.
#[allow(clippy::cast_possible_truncation, reason = "checked when the tables are made")]
pub const FIRST_NODE: u16 = (tables::profiles().len() / LENGTHS) as u16;

/// Most digits that a walk may have, calling code included.
pub const MAX_DIGITS: usize = LENGTHS - 1;

/// What the automaton knows about the digits after a `+`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Class(u64);

/// Region, type, validity and possibility of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer(pub u16);

impl Class {
    /// Bits of a class: whether it is a slow one; the answer, the calling code and how many digits it
    /// has.
    pub const SLOW: u64 = 1 << 21;
    pub const ANSWER_AND_CODE: u64 = 0xffff | 0xfff << 40;

    /// The class with this number.
    #[inline]
    pub fn at(index: u16) -> Self {
        Self(tables::classes()[usize::from(index)])
    }

    /// The answer after dropping the national prefix in bits 0–15, the calling code in 40–49 and
    /// how many digits it has in 50–51, as a verdict has them.
    #[inline]
    pub const fn answer_and_code(self) -> u64 {
        self.0 & Self::ANSWER_AND_CODE
    }

    /// Whether the rules at hand are too odd for the automaton.
    #[inline]
    pub const fn is_slow(self) -> bool {
        self.0 & Self::SLOW != 0
    }

    /// How many digits after the calling code are a national prefix to drop.
    #[inline]
    pub const fn strip(self) -> usize {
        (self.0 >> 16 & 31) as usize
    }

    /// The calling code; 0 if there is none.
    #[inline]
    pub const fn code(self) -> u16 {
        (self.0 >> 40 & 1023) as u16
    }

    /// How many digits the calling code has.
    #[inline]
    pub const fn code_len(self) -> usize {
        (self.0 >> 50 & 3) as usize
    }

    /// The answer after dropping the national prefix.
    #[allow(clippy::cast_possible_truncation, reason = "the low bits are meant")]
    #[inline]
    pub const fn answer(self) -> Answer {
        Answer(self.0 as u16)
    }

    /// The answer about the digits as they stand.
    #[allow(clippy::cast_possible_truncation, reason = "the low bits are meant")]
    #[inline]
    pub const fn plain(self) -> Answer {
        Answer((self.0 >> 24) as u16)
    }
}

/// Most digits that lines side by side have.
#[cfg(target_arch = "x86_64")]
pub const MAX_BRIEF: usize = 16;

/// By number of digits and by profile: as much of the class as lines side by side need; see [`Brief`].
/// It saves them a look-up.
#[cfg(target_arch = "x86_64")]
#[allow(long_running_const_eval, reason = "some ten thousand look-ups")]
pub static BRIEFS: [u32; (MAX_BRIEF + 1) * FIRST_NODE as usize] = {
    let (profiles, classes) = (tables::profiles(), tables::classes());
    let mut briefs = [0; _];
    let mut index = 0;
    while index < briefs.len() {
        briefs[index] = Brief::of(Class(classes[profiles[index] as usize])).0;
        index += 1;
    }
    briefs
};

/// A class in one word: the answer in bits 0–15, the calling code and how many digits it has in
/// 16–27, then whether it is a slow one and whether digits are to be dropped.
#[cfg(target_arch = "x86_64")]
pub struct Brief(u32);

#[cfg(target_arch = "x86_64")]
impl Brief {
    pub const SLOW: u32 = 1 << 28;
    pub const DROPS: u32 = 1 << 29;

    #[allow(clippy::cast_possible_truncation, reason = "the bits that are left are few")]
    const fn of(class: Class) -> Self {
        let answer_and_code = class.answer_and_code();
        let mut word = answer_and_code as u32 & 0xffff | (answer_and_code >> 24) as u32;
        if class.is_slow() {
            word |= Self::SLOW;
        }
        if class.strip() != 0 {
            word |= Self::DROPS;
        }
        Self(word)
    }
}

impl Answer {
    /// The bit that says that the number is valid.
    pub const VALID: u16 = 1 << 15;
    /// Nothing is known.
    pub const UNKNOWN: Self = Self(NO_REGION as u16 | 11 << 8 | 2 << 12);

    /// Index of the region's record.
    #[inline]
    pub const fn region(self) -> u8 {
        (self.0 & 255) as u8
    }

    /// Index of the type.
    #[inline]
    pub const fn kind(self) -> u8 {
        (self.0 >> 8 & 15) as u8
    }

    /// Index of the possibility.
    #[inline]
    pub const fn possible(self) -> u8 {
        (self.0 >> 12 & 7) as u8
    }

    /// Whether the number is valid.
    #[inline]
    pub const fn is_valid(self) -> bool {
        self.0 & Self::VALID != 0
    }
}

/// Walks over digit values, calling code first; `len` of them count, zeros follow.
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
    fn a_mobile_is_known_by_its_digits() {
        let class = class("8613812345678");
        assert_eq!((class.code(), class.code_len(), class.strip()), (86, 2, 0));
        assert!(class.answer().is_valid() && !class.is_slow());
    }

    #[test]
    fn a_trunk_prefix_after_the_code_is_dropped() {
        let class = class("4402083661177");
        assert_eq!(class.strip(), 1);
        assert!(class.answer().is_valid());
        assert!(!class.plain().is_valid());
    }

    #[test]
    fn an_unknown_code_is_left_to_the_general_path() {
        assert!(class("9991234567").is_slow());
        assert!(class("0").is_slow());
    }
}
