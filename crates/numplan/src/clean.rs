//! The path for clean lines: a `+` and 8 to 16 digits, or 8 to 16 digits alone under a default region.
//! They are read 16 bytes at a time. All functions return `None` for any other line.
#![allow(clippy::inline_always, reason = "passing a run through memory costs more than the work on it")]
#![allow(clippy::cast_possible_truncation, reason = "small numbers are cut out of words")]

use crate::automaton::{Class, FIRST_NODE};
use crate::nibbles;
use crate::number::{PhoneNumber, left};
use crate::region::{Meta, siblings};
use crate::resolve::Resolved;
use crate::tables;
use crate::verdict::Verdict;

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

/// Up to 16 digits; see [`nibbles`].
#[derive(Clone, Copy)]
pub struct Run {
    digits: u64,
    len: usize,
}

const ASCII_ZEROS: u64 = 0x3030_3030_3030_3030;

#[inline]
fn load(bytes: &[u8], at: usize) -> u64 {
    let mut word = [0; 8];
    word.copy_from_slice(&bytes[at..at + 8]);
    u64::from_le_bytes(word)
}

/// 8 to 16 bytes as one integer, the first in the low byte, after an exclusive or of each word with the mask.
#[inline(always)]
pub fn load_all(bytes: &[u8], mask: u64) -> Option<u128> {
    let len = bytes.len();
    if !(8..=16).contains(&len) {
        return None;
    }
    let (first, last) = (load(bytes, 0) ^ mask, load(bytes, len - 8) ^ mask);
    // The two words overlap unless there are 16 bytes. Shift in two steps: a shift by 64 would overflow.
    let half = 4 * (16 - len);
    Some(u128::from(first) | u128::from(last >> half >> half) << 64)
}

impl Run {
    /// `len` is at most 16.
    #[inline(always)]
    pub const fn new(digits: u64, len: usize) -> Self {
        Self { digits, len }
    }

    /// The digits and their number.
    #[cfg(target_arch = "x86_64")]
    #[inline(always)]
    pub const fn into_parts(self) -> (u64, usize) {
        (self.digits, self.len)
    }

    /// Reads 8 to 16 ASCII digits.
    #[inline(always)]
    fn read(text: &[u8]) -> Option<Self> {
        let (digits, clean) = nibbles::of_values(load_all(text, ASCII_ZEROS)?);
        clean.then_some(Self { digits, len: text.len() })
    }

    /// The digits of a number, calling code first; `None` if there are more than 16 or the code is unknown.
    pub fn of_number(code: u16, national: u64, len: u8) -> Option<Self> {
        let own = usize::from(len);
        let len = own + 1 + usize::from(code >= 10) + usize::from(code >= 100);
        if siblings(code).is_empty() || len > 16 {
            return None;
        }
        let text = left(u64::from(code) * TEN_TO[own] + national, len)?;
        Some(Self { digits: nibbles::of_text(&text.to_le_bytes(), len).0, len })
    }

    /// The verdict on a run that begins with the calling code; `None` if its class is slow.
    #[inline(always)]
    pub fn verdict(self) -> Option<Verdict> {
        let class = self.class();
        (!class.is_slow()).then(|| Verdict::of_class(class, self.digits, self.len))
    }

    /// A run of 8 to 16 digit values.
    #[inline]
    fn of(values: &[u8]) -> Option<Self> {
        Some(Self { digits: nibbles::of_values(load_all(values, 0)?).0, len: values.len() })
    }

    /// The class of the digits, calling code first.
    #[inline(always)]
    pub fn class(self) -> Class {
        let mut pairs = nibbles::pairs(self.digits);
        let mut entry = maybe_step(root(pairs), pairs >> 16 & 0xff);
        pairs >>= 24;
        while entry >= FIRST_NODE {
            entry = step(entry, pairs & 0xff);
            pairs >>= 8;
        }
        class(entry, self.len)
    }

    /// The digits with a calling code before them.
    fn after(self, code: u64, code_len: usize) -> Self {
        Self { digits: self.digits << (4 * code_len) | code, len: self.len + code_len }
    }
}

/// The entry for the first two of the pairs.
#[inline(always)]
pub fn root(pairs: u64) -> u16 {
    tables::root()[(pairs & 0xff) as usize * 100 + (pairs >> 8 & 0xff) as usize]
}

/// Takes a step of two digits from a node.
#[inline(always)]
pub fn step(entry: u16, pair: u64) -> u16 {
    tables::nodes()[usize::from(entry - FIRST_NODE) * 100 + pair as usize]
}

/// Takes a step from a node and none from a profile, without a branch: it would be unpredictable.
#[inline(always)]
pub fn maybe_step(entry: u16, pair: u64) -> u16 {
    let node = usize::from(entry.saturating_sub(FIRST_NODE));
    let next = tables::nodes()[node * 100 + pair as usize];
    std::hint::select_unpredictable(entry >= FIRST_NODE, next, entry)
}

/// The class of numbers with this profile and at most 16 digits.
#[inline(always)]
pub fn class(profile: u16, len: usize) -> Class {
    Class::at(tables::profiles()[len * usize::from(FIRST_NODE) + usize::from(profile)])
}

/// Prefetches what the next step from an entry will read.
#[inline(always)]
pub fn prefetch(entry: u16, pair: u64, len: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        let entry = usize::from(entry);
        let first_node = usize::from(FIRST_NODE);
        let profile = tables::profiles().as_ptr().wrapping_add(len * first_node + entry);
        let node = tables::nodes()
            .as_ptr()
            .wrapping_add(entry.wrapping_sub(first_node).wrapping_mul(100).wrapping_add(pair as usize));
        crate::simd::prefetch(std::hint::select_unpredictable(entry >= first_node, node, profile));
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (entry, pair, len);
}

/// Checks a line of a `+` and digits.
#[inline]
pub fn international(line: &[u8]) -> Option<Verdict> {
    let (b'+', digits) = line.split_first()? else {
        return None;
    };
    Run::read(digits)?.verdict()
}

/// Checks a line of digits as they are dialled in the default region.
pub fn national(line: &[u8], default: Meta) -> Option<Verdict> {
    let run = Run::read(line)?;
    let pair = nibbles::pairs(run.digits) & 0xff;
    let code = u64::from(default.country_code());
    let code_len = code.checked_ilog10()? as usize + 1;
    if !default.is_main() || default.may_be_international(pair as usize) || run.len + code_len > 16 {
        return None;
    }
    let digits = match code_len {
        1 => code,
        2 => (code / 10) | ((code % 10) << 4),
        _ => (code / 100) | ((code / 10 % 10) << 4) | ((code % 10) << 8),
    };
    run.after(digits, code_len).verdict()
}

/// Makes a number from 8 to 16 digit values, calling code first; `None` if the class is slow.
#[inline]
pub fn resolve(values: &[u8]) -> Option<Resolved> {
    let run = Run::of(values)?;
    let class = run.class();
    if class.is_slow() {
        return None;
    }
    let dropped = class.code_len() + class.strip();
    let len = run.len - dropped;
    let national = nibbles::value(run.digits >> (4 * dropped), len);
    Some(Resolved { number: PhoneNumber::new(class.code(), national, len as u8), answer: class.answer() })
}
