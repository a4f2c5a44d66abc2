//! The usual dirty lines with AVX-512: one load, some comparisons, and the digits are squeezed
//! together. The rules are those of [`crate::quick`].
#![allow(clippy::cast_possible_wrap, reason = "the intrinsics take signed words")]
#![allow(clippy::wildcard_imports, reason = "a dozen intrinsics")]

use std::arch::x86_64::*;

use crate::fast::Run;
use crate::kinds::ParseError;
use crate::verdict::Verdict;

/// Checks a line of at most 32 bytes that is a `+` and three to sixteen digits, with the usual marks
/// between them and anything harmless around; or one without digits. None if it is not that simple.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
pub fn check(line: &[u8], has_default: bool) -> Option<Verdict> {
    if line.len() > 32 {
        return None;
    }
    #[allow(clippy::cast_possible_truncation, reason = "the low bits are meant")]
    let within = ((1_u64 << line.len()) - 1) as u32;
    // SAFETY: the mask lets through the bytes of the line.
    let bytes = unsafe { _mm256_maskz_loadu_epi8(within, line.as_ptr().cast()) };
    let is = |byte: u8| _mm256_cmpeq_epi8_mask(bytes, _mm256_set1_epi8(byte as i8));
    let between = |bytes, first: u8, count: i8| {
        let offset = _mm256_sub_epi8(bytes, _mm256_set1_epi8(first as i8));
        _mm256_cmplt_epu8_mask(offset, _mm256_set1_epi8(count))
    };
    if _mm256_movepi8_mask(bytes) != 0 || is(b';') != 0 {
        return None;
    }
    let digit = between(bytes, b'0', 10);
    let plus = is(b'+');
    if (digit | plus) == 0 {
        return Some(Verdict::unparseable(ParseError::NotANumber));
    }
    // Space to slash, but for five of them, and square brackets.
    let letter = between(_mm256_or_si256(bytes, _mm256_set1_epi8(0x20)), b'a', 26);
    let mark = is(b' ') | between(bytes, b'-', 3) | between(bytes, b'(', 2) | is(b'[') | is(b']');
    let keep = digit | letter | is(b'#');
    let from = u32::MAX << (digit | plus).trailing_zeros();
    let number = from & u32::MAX.checked_shr(keep.leading_zeros()).unwrap_or(0);
    let sign = plus & number;
    let first = from & from.wrapping_neg();
    if number & !(digit | mark | first) != 0 || (sign != 0 && sign != first) {
        return None;
    }
    let count = digit.count_ones() as usize;
    if !(3..=16).contains(&count) {
        return None;
    }
    if sign == 0 {
        return (!has_default).then_some(Verdict::unparseable(ParseError::InvalidCountryCode));
    }
    let values = _mm256_sub_epi8(bytes, _mm256_set1_epi8(b'0' as i8));
    let packed = _mm256_castsi256_si128(_mm256_maskz_compress_epi8(digit, values));
    // SAFETY: sixteen bytes make a number of 128 bits.
    let packed: u128 = unsafe { std::mem::transmute(packed) };
    let (run, value) = Run::packed(packed, count);
    run.verdict(value)
}
