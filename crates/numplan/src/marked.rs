//! The usual dirty lines, where the processor can pick bits (BMI2): two loads, some comparisons,
//! and the digits are picked out from between the marks. The rules are those of [`crate::quick`].
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the intrinsics take signed words")]
#![allow(clippy::cast_possible_truncation, reason = "words are taken apart")]

use std::arch::x86_64::{
    __m128i, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8, _mm_sub_epi8,
    _pext_u64,
};

use crate::fast::{Run, load_all};
use crate::kinds::ParseError;
use crate::verdict::Verdict;

/// Whether this processor can run [`check`].
#[inline]
pub fn is_available() -> bool {
    is_x86_feature_detected!("bmi2") && is_x86_feature_detected!("popcnt")
}

/// Checks a line of 8 to 32 bytes that is a `+` and three to sixteen digits, with the usual marks
/// between them and anything harmless around; or one without digits. None if it is not that simple.
#[target_feature(enable = "sse2,bmi2,popcnt")]
pub fn check(line: &[u8], has_default: bool) -> Option<Verdict> {
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    let halves = halves(line)?;
    let within = u32::MAX >> (32 - line.len());
    let vectors = halves.map(vector);
    let mask = |bytes: [__m128i; 2]| {
        let [low, high] = bytes.map(|half| _mm_movemask_epi8(half) as u32);
        low | high << 16
    };
    let is = |byte: u8| mask(vectors.map(|half| _mm_cmpeq_epi8(half, _mm_set1_epi8(byte as i8))));
    if mask(vectors) != 0 || is(b';') != 0 {
        return None;
    }
    let digits = vectors.map(|half| between(half, b'0', 10));
    let digit = mask(digits);
    let plus = is(b'+');
    if (digit | plus) == 0 {
        return Some(Verdict::unparseable(ParseError::NotANumber));
    }
    let lower = vectors.map(|half| _mm_or_si128(half, _mm_set1_epi8(0x20)));
    let letter = mask(lower.map(|half| between(half, b'a', 26)));
    // Space to slash, but for five of them, and square brackets.
    let between_digits = is(b' ')
        | is(b'[')
        | is(b']')
        | mask(vectors.map(|half| _mm_or_si128(between(half, b'-', 3), between(half, b'(', 2))));
    let keep = (digit | letter | is(b'#')) & within;
    let from = u32::MAX << (digit | plus).trailing_zeros();
    let number = from & u32::MAX.checked_shr(keep.leading_zeros()).unwrap_or(0);
    let sign = plus & number;
    let first = from & from.wrapping_neg();
    if number & !(digit | between_digits | first) != 0 || (sign != 0 && sign != first) {
        return None;
    }
    let count = digit.count_ones() as usize;
    if !(3..=16).contains(&count) {
        return None;
    }
    if sign == 0 {
        return (!has_default).then_some(Verdict::unparseable(ParseError::InvalidCountryCode));
    }
    Run::new(picked(halves, digits, digit), count).verdict()
}

/// A line of 8 to 32 bytes, zeros behind it.
#[inline]
fn halves(line: &[u8]) -> Option<[u128; 2]> {
    let len = line.len();
    if len <= 16 {
        return Some([load_all(line, 0)?, 0]);
    }
    let (first, last) = (line.first_chunk()?, line.last_chunk()?);
    let overlap = 32_usize.checked_sub(len)?;
    Some([u128::from_le_bytes(*first), u128::from_le_bytes(*last) >> (8 * overlap)])
}

#[inline]
fn vector(half: u128) -> __m128i {
    // SAFETY: sixteen bytes either way.
    unsafe { std::mem::transmute(half) }
}

/// Which bytes are one of `count` from `first` on.
#[inline]
#[target_feature(enable = "sse2")]
fn between(bytes: __m128i, first: u8, count: u8) -> __m128i {
    let offset = _mm_sub_epi8(bytes, _mm_set1_epi8(first as i8));
    _mm_cmpeq_epi8(_mm_min_epu8(offset, _mm_set1_epi8(count as i8 - 1)), offset)
}

/// The digits among the bytes, at most sixteen, given where they are.
#[inline]
#[target_feature(enable = "sse2,bmi2,popcnt")]
fn picked(halves: [u128; 2], digits: [__m128i; 2], mut places: u32) -> u64 {
    let mut all = 0;
    let mut count = 0;
    for (half, digits) in halves.into_iter().zip(digits) {
        // SAFETY: sixteen bytes either way.
        let which: u128 = unsafe { std::mem::transmute(digits) };
        for part in [0, 64] {
            // The low four bits of an ASCII digit are its value.
            let picked = _pext_u64((half >> part) as u64, (which >> part) as u64 & 0x0f0f_0f0f_0f0f_0f0f);
            // After sixteen digits there are only zeros to come.
            all |= picked.wrapping_shl(4 * count);
            count += (places & 0xff).count_ones();
            places >>= 8;
        }
    }
    all
}
