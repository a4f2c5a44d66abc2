//! The fast path: lines of a `+` and eight to sixteen digits, or of bare digits under a default
//! region, are read eight bytes at a time. Whatever is not that simple returns `None`.
#![allow(clippy::cast_possible_truncation, reason = "numbers of a few digits are cut out of words")]
#![allow(
    clippy::inline_always,
    reason = "a run that is passed through memory costs more than the work on it"
)]

use crate::number::{PhoneNumber, left};
use crate::region::{Meta, siblings};
use crate::resolve::Resolved;
use crate::tables::{self, LENGTHS};
use crate::verdict::Verdict;
use crate::walk::{Class, FIRST_NODE};

/// Powers of ten.
pub static TEN_TO: [u64; 18] = {
    let mut powers = [1; 18];
    let mut place = 1;
    while place < 18 {
        powers[place] = powers[place - 1] * 10;
        place += 1;
    }
    powers
};

/// Up to sixteen digit values, the first in the low byte of `low`, zeros behind the last.
#[derive(Clone, Copy)]
pub struct Run {
    low: u64,
    high: u64,
    len: usize,
}

const ASCII_ZEROS: u64 = 0x3030_3030_3030_3030;

/// Whether all eight bytes are ASCII digits.
#[inline]
const fn all_digits(bytes: u64) -> bool {
    const HIGH: u64 = 0xf0f0_f0f0_f0f0_f0f0;
    (bytes & HIGH) ^ ASCII_ZEROS | (bytes.wrapping_add(0x0606_0606_0606_0606) & HIGH) ^ ASCII_ZEROS == 0
}

/// Digit values, the first in the low byte, as four numbers of two digits, 16 bits apart.
#[inline]
const fn pairs(digits: u64) -> u64 {
    (digits.wrapping_mul(10).wrapping_add(digits >> 8)) & 0x00ff_00ff_00ff_00ff
}

/// Numbers of two digits as two numbers of four digits, 32 bits apart.
#[inline]
const fn fours(pairs: u64) -> u64 {
    (pairs.wrapping_mul(100).wrapping_add(pairs >> 16)) & 0x0000_ffff_0000_ffff
}

/// Eight digit values as one number.
#[inline]
const fn eight(digits: u64) -> u64 {
    let fours = fours(pairs(digits));
    fours.wrapping_mul(10_000).wrapping_add(fours >> 32) & 0xffff_ffff
}

#[inline]
fn load(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// Reads eight to sixteen ASCII digits, and their value.
#[inline]
fn read(text: &[u8]) -> Option<(Run, u64)> {
    let len = text.len();
    if !(8..=16).contains(&len) {
        return None;
    }
    let (first, last) = (load(text, 0), load(text, len - 8));
    if !(all_digits(first) && all_digits(last)) {
        return None;
    }
    Some(Run::new(first ^ ASCII_ZEROS, last ^ ASCII_ZEROS, len))
}

impl Run {
    /// A run of `len` digit values, eight to sixteen, given the first eight and the last eight,
    /// which overlap unless there are sixteen; and the value of all.
    #[inline]
    fn new(first: u64, last: u64, len: usize) -> (Self, u64) {
        // In two steps, since a shift by 64 is none.
        let half = 4 * (16 - len);
        let high = last >> half >> half;
        let value = eight(first) * TEN_TO[len - 8] + eight(high << half << half);
        (Self { low: first, high, len }, value)
    }

    /// A run of at most sixteen digit values, given all of them, and the value of all.
    #[inline(always)]
    pub fn packed(digits: u128, len: usize) -> (Self, u64) {
        let moved = if len == 0 { 0 } else { digits << (8 * (16 - len)) };
        let value = eight(moved as u64) * TEN_TO[8] + eight((moved >> 64) as u64);
        (Self { low: digits as u64, high: (digits >> 64) as u64, len }, value)
    }

    /// The digits of a number, calling code first; none if they are more than sixteen or the code is
    /// unknown.
    pub fn of_number(code: u16, national: u64, len: u8) -> Option<Self> {
        let own = usize::from(len);
        let len = own + 1 + usize::from(code >= 10) + usize::from(code >= 100);
        if siblings(code).is_empty() || len > 16 {
            return None;
        }
        let text = left(u64::from(code) * TEN_TO[own] + national, len)?;
        let digits = text ^ (u128::from(ASCII_ZEROS) << 64 | u128::from(ASCII_ZEROS));
        Some(Self { low: digits as u64, high: (digits >> 64) as u64, len })
    }

    /// The verdict on a run that begins with the calling code; none if its class is a slow one.
    #[inline(always)]
    pub fn verdict(self, value: u64) -> Option<Verdict> {
        let class = self.class();
        if class.is_slow() {
            return None;
        }
        let len = self.len - class.code_len();
        verdict(class, len, value - u64::from(class.code()) * TEN_TO[len])
    }

    /// A run of eight to sixteen digit values, and the value of all.
    #[inline]
    pub fn of(values: &[u8]) -> Option<(Self, u64)> {
        let len = values.len();
        (8..=16).contains(&len).then(|| Self::new(load(values, 0), load(values, len - 8), len))
    }
    /// The class of the digits, calling code first.
    #[inline(always)]
    pub fn class(self) -> Class {
        let pairs_low = pairs(self.low);
        let four = (fours(pairs_low) & 0xffff) as usize;
        let mut entry = maybe_step(tables::root()[four], pairs_low >> 32 & 0xff);
        if entry >= FIRST_NODE {
            entry = step(entry, pairs_low >> 48);
            let mut rest = pairs(self.high);
            while entry >= FIRST_NODE {
                entry = step(entry, rest & 0xff);
                rest >>= 16;
            }
        }
        let class = tables::profiles()[usize::from(entry) * LENGTHS + self.len];
        Class::from_bits(tables::classes()[usize::from(class)])
    }

    /// The digits with a calling code before them.
    fn after(self, code: u64, code_len: usize) -> Self {
        let shift = 8 * code_len;
        Self {
            low: self.low << shift | code,
            high: self.high << shift | self.low >> (64 - shift),
            len: self.len + code_len,
        }
    }
}

#[inline]
fn step(entry: u16, pair: u64) -> u16 {
    tables::nodes()[usize::from(entry - FIRST_NODE) * 100 + pair as usize]
}

/// A step from a node, and none from a profile, without a branch: which of the two it is cannot
/// be predicted.
#[inline]
fn maybe_step(entry: u16, pair: u64) -> u16 {
    let node = usize::from(entry.saturating_sub(FIRST_NODE));
    let next = tables::nodes()[node * 100 + pair as usize];
    std::hint::select_unpredictable(entry >= FIRST_NODE, next, entry)
}

/// Checks a line that is a `+` and digits.
#[inline]
pub fn international(line: &[u8]) -> Option<Verdict> {
    let (b'+', digits) = line.split_first()? else {
        return None;
    };
    let (run, value) = read(digits)?;
    run.verdict(value)
}

/// Checks a line of digits alone as they are dialled in a region.
pub fn national(line: &[u8], default: Meta) -> Option<Verdict> {
    let (run, value) = read(line)?;
    let pair = pairs(run.low) & 0xff;
    let code = u64::from(default.country_code());
    let code_len = code.checked_ilog10()? as usize + 1;
    if !default.is_main() || default.is_careful(pair as usize) || run.len + code_len > 16 {
        return None;
    }
    let bytes = match code_len {
        1 => code,
        2 => (code / 10) | ((code % 10) << 8),
        _ => (code / 100) | ((code / 10 % 10) << 8) | ((code % 10) << 16),
    };
    verdict(run.after(bytes, code_len).class(), run.len, value)
}

/// The verdict on a class, the value and length of its national number before stripping.
#[inline]
fn verdict(class: Class, len: usize, value: u64) -> Option<Verdict> {
    if class.is_slow() {
        return None;
    }
    let (len, national) = stripped(class, len, value);
    Some(Verdict::parsed(class.code(), len, national, class.answer()))
}

/// Length and value of a national number once its prefix is stripped.
#[inline]
fn stripped(class: Class, len: usize, value: u64) -> (u8, u64) {
    match class.strip() {
        0 => (len as u8, value),
        strip => ((len - strip) as u8, value % TEN_TO[len - strip]),
    }
}

/// Makes a number of eight to sixteen digit values, calling code first; none if there are fewer
/// or more, or if the class is a slow one.
#[inline]
pub fn resolve(values: &[u8]) -> Option<Resolved> {
    let (run, value) = Run::of(values)?;
    let class = run.class();
    if class.is_slow() {
        return None;
    }
    let len = run.len - class.code_len();
    let (len, national) = stripped(class, len, value - u64::from(class.code()) * TEN_TO[len]);
    Some(Resolved { number: PhoneNumber::new(class.code(), national, len), answer: class.answer() })
}
