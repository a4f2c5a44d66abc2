//! Up to 16 digits in a 64-bit word: four bits each, the first digit in the lowest four, zeros after the
//! last. Converting text to such a word and back takes no multiplication.
#![allow(clippy::cast_possible_truncation, reason = "words are split into parts")]

/// Mask of each byte's low digit.
const LOW: u64 = 0x0f0f_0f0f_0f0f_0f0f;

/// Eight two-digit numbers, one per byte, the first in the lowest.
#[inline]
pub const fn pairs(digits: u64) -> u64 {
    (digits & LOW) * 10 + (digits >> 4 & LOW)
}

/// The integer that the first `len` digits form; `len` is at most 16.
#[inline]
pub const fn value(digits: u64, len: usize) -> u64 {
    if len == 0 {
        return 0;
    }
    // Leading zeros do not change the value; trailing zeros would.
    let pairs = pairs(digits << (4 * (16 - len)));
    let fours = (pairs & 0x00ff_00ff_00ff_00ff) * 100 + (pairs >> 8 & 0x00ff_00ff_00ff_00ff);
    let eights = (fours & 0x0000_ffff_0000_ffff) * 10_000 + (fours >> 16 & 0x0000_ffff_0000_ffff);
    (eights & 0xffff_ffff) * 100_000_000 + (eights >> 32)
}

/// Removes `count` digits at an index.
#[inline]
pub const fn without(digits: u64, index: usize, count: usize) -> u64 {
    let front = (1 << (4 * index)) - 1;
    (digits & front) | (digits >> (4 * count) & !front)
}

/// A `+` and 15 digits as ASCII. They are written with one store, so that a load that follows at once can be
/// forwarded from it.
#[inline]
pub fn signed(digits: u64) -> [u8; 16] {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE2.
    return unsafe { vector::signed(digits) };
    #[cfg(not(target_arch = "x86_64"))]
    return portable::signed(digits);
}

/// 16 bytes, the first in the low byte, as digits; and whether all of them are below ten.
#[inline]
pub fn of_values(values: u128) -> (u64, bool) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE2.
    return unsafe { vector::of_values(values) };
    #[cfg(not(target_arch = "x86_64"))]
    return portable::of_values(values);
}

/// The first `len` of 16 bytes of text as digits, and whether all of them are ASCII digits.
#[inline]
pub fn of_text(text: &[u8; 16], len: usize) -> (u64, bool) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE2.
    return unsafe { vector::of_text(text, len) };
    #[cfg(not(target_arch = "x86_64"))]
    return portable::of_text(text, len);
}

#[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "the vector version is used"))]
mod portable {
    use super::LOW;

    pub const fn signed(digits: u64) -> [u8; 16] {
        let values = spread(digits as u32) as u128 | (spread((digits >> 32) as u32) as u128) << 64;
        ((values | u128::from_le_bytes([b'0'; 16])) << 8 | b'+' as u128).to_le_bytes()
    }

    /// Eight digits, one per byte.
    const fn spread(digits: u32) -> u64 {
        let halves = digits as u64;
        let halves = (halves | halves << 16) & 0x0000_ffff_0000_ffff;
        let pairs = (halves | halves << 8) & 0x00ff_00ff_00ff_00ff;
        (pairs | pairs << 4) & LOW
    }

    pub const fn of_values(values: u128) -> (u64, bool) {
        let (low, high) = (values as u64, (values >> 64) as u64);
        (squeeze(low) | squeeze(high) << 32, all_digits(low) && all_digits(high))
    }

    /// Whether all eight bytes are below ten.
    const fn all_digits(values: u64) -> bool {
        (values | ((values & LOW) + 0x0606_0606_0606_0606)) & !LOW == 0
    }

    const fn squeeze(values: u64) -> u64 {
        let pairs = (values | values >> 4) & 0x00ff_00ff_00ff_00ff;
        let fours = (pairs | pairs >> 8) & 0x0000_ffff_0000_ffff;
        (fours | fours >> 16) & 0xffff_ffff
    }

    pub const fn of_text(text: &[u8; 16], len: usize) -> (u64, bool) {
        let keep = if len == 0 { 0 } else { u128::MAX >> (8 * (16 - len)) };
        of_values((u128::from_le_bytes(*text) ^ u128::from_le_bytes([b'0'; 16])) & keep)
    }
}

/// The same with SSE2, which every x86-64 processor has.
#[cfg(target_arch = "x86_64")]
mod vector {
    #![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the intrinsics take signed lanes")]

    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_cmpeq_epi8, _mm_cvtsi32_si128, _mm_cvtsi64_si128, _mm_cvtsi128_si64,
        _mm_movemask_epi8, _mm_or_si128, _mm_packus_epi16, _mm_set1_epi8, _mm_set1_epi16, _mm_setzero_si128,
        _mm_slli_si128, _mm_srli_epi16, _mm_subs_epu8, _mm_unpacklo_epi8, _mm_unpacklo_epi64, _mm_xor_si128,
    };

    use crate::simd::{load, store};

    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn signed(digits: u64) -> [u8; 16] {
        let low = _mm_set1_epi8(15);
        let word = _mm_cvtsi64_si128(digits as i64);
        let (even, odd) = (_mm_and_si128(word, low), _mm_and_si128(_mm_srli_epi16::<4>(word), low));
        let text = _mm_or_si128(_mm_unpacklo_epi8(even, odd), _mm_set1_epi8(b'0' as i8));
        store(_mm_or_si128(_mm_slli_si128::<1>(text), _mm_cvtsi32_si128(i32::from(b'+'))))
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn of_values(values: u128) -> (u64, bool) {
        let (low, high) = (_mm_cvtsi64_si128(values as i64), _mm_cvtsi64_si128((values >> 64) as i64));
        squeeze(_mm_unpacklo_epi64(low, high))
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn of_text(text: &[u8; 16], len: usize) -> (u64, bool) {
        /// 16 bytes of ones, then 16 of zeros: a window of 16 bytes is a mask for the first `len` bytes.
        #[repr(align(32))]
        struct Keep([u8; 32]);
        static KEEP: Keep = Keep({
            let mut keep = [0; 32];
            let mut place = 0;
            while place < 16 {
                keep[place] = 0xff;
                place += 1;
            }
            keep
        });
        let keep = KEEP.0[16 - len.min(16)..].first_chunk::<16>().unwrap_or(&[0; 16]);
        squeeze(_mm_and_si128(_mm_xor_si128(load(text), _mm_set1_epi8(b'0' as i8)), load(keep)))
    }

    #[inline]
    #[target_feature(enable = "sse2")]
    fn squeeze(values: __m128i) -> (u64, bool) {
        let over = _mm_subs_epu8(values, _mm_set1_epi8(9));
        let clean = _mm_movemask_epi8(_mm_cmpeq_epi8(over, _mm_setzero_si128())) == 0xffff;
        let pairs = _mm_or_si128(values, _mm_srli_epi16::<4>(values));
        let pairs = _mm_and_si128(pairs, _mm_set1_epi16(0xff));
        (_mm_cvtsi128_si64(_mm_packus_epi16(pairs, pairs)) as u64, clean)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(text: &str) -> u64 {
        text.bytes().rev().fold(0, |digits, byte| digits << 4 | u64::from(byte - b'0'))
    }

    fn padded(text: &[u8]) -> [u8; 16] {
        std::array::from_fn(|place| text.get(place).copied().unwrap_or(b'x'))
    }

    #[test]
    fn text_and_digits_convert_both_ways() {
        for text in
            ["", "7", "31", "8613812345678", "9876543210123456", "0000000000000001", "999999999999999"]
        {
            let (found, clean) = of_text(&padded(text.as_bytes()), text.len());
            assert_eq!((found, clean), (digits(text), true), "{text}");
            assert_eq!(portable::of_text(&padded(text.as_bytes()), text.len()), (found, clean), "{text}");
            let shown = text.len().min(15);
            assert_eq!(&signed(found)[..=shown], format!("+{}", &text[..shown]).as_bytes());
            assert_eq!(portable::signed(found), signed(found));
            assert_eq!(value(found, text.len()), text.parse().unwrap_or(0));
            assert_eq!(pairs(found) & 0xff, digits(text).to_le_bytes()[0].into_pair());
        }
    }

    trait Pair {
        fn into_pair(self) -> u64;
    }

    impl Pair for u8 {
        fn into_pair(self) -> u64 {
            u64::from((self & 15) * 10 + (self >> 4))
        }
    }

    #[test]
    fn a_byte_that_is_no_digit_is_noticed_at_every_index() {
        for place in 0..16 {
            for byte in 0..=255_u8 {
                let mut text = *b"1234567890123456";
                text[place] = byte;
                for len in 0..=16 {
                    let clean = byte.is_ascii_digit() || place >= len;
                    assert_eq!(of_text(&text, len).1, clean, "{byte} at {place} of {len}");
                    assert_eq!(portable::of_text(&text, len).1, clean, "{byte} at {place} of {len}");
                }
                let values = u128::from_le_bytes(text.map(|byte| byte.wrapping_sub(b'0')));
                assert_eq!(of_values(values).1, portable::of_values(values).1);
                if byte.is_ascii_digit() {
                    assert_eq!(of_values(values), portable::of_values(values));
                }
            }
        }
    }

    #[test]
    fn digits_are_removed() {
        assert_eq!(without(digits("4402083661177"), 2, 1), digits("442083661177"));
        assert_eq!(without(digits("15551234"), 1, 0), digits("15551234"));
    }
}
