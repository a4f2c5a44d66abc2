//! Writes integers as ASCII digits.

/// Two values below 100,000,000 as 16 ASCII digits, the first digit in the low byte.
#[inline]
pub fn sixteen(high: u64, low: u64) -> u128 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE2.
    return unsafe { vector::sixteen(high, low) };
    #[cfg(not(target_arch = "x86_64"))]
    return u128::from(eight(high)) | u128::from(eight(low)) << 64;
}

/// A value below 100,000,000 as eight ASCII digits, the first in the low byte.
#[cfg_attr(target_arch = "x86_64", allow(dead_code, reason = "the vector version is used"))]
const fn eight(value: u64) -> u64 {
    // Halves, then quarters, then single digits, each step in all lanes at once.
    let fours = (value / 10_000) | ((value % 10_000) << 32);
    let hundreds = ((fours * 10_486) >> 20) & 0x7f_0000_007f;
    let pairs = hundreds | ((fours - hundreds * 100) << 16);
    let tens = ((pairs * 103) >> 10) & 0x000f_000f_000f_000f;
    let digits = tens | ((pairs - tens * 10) << 8);
    digits | 0x3030_3030_3030_3030
}

/// The same steps with SSE2, which every x86-64 processor has.
#[cfg(target_arch = "x86_64")]
mod vector {
    use std::arch::x86_64::{
        _mm_add_epi8, _mm_mul_epu32, _mm_mulhi_epu16, _mm_mullo_epi16, _mm_or_si128, _mm_set_epi64x,
        _mm_set1_epi8, _mm_set1_epi16, _mm_set1_epi32, _mm_slli_epi16, _mm_slli_epi32, _mm_slli_epi64,
        _mm_srli_epi16, _mm_srli_epi64, _mm_sub_epi16, _mm_sub_epi32,
    };

    use crate::simd;

    #[allow(clippy::cast_possible_wrap, reason = "small values")]
    #[inline]
    #[target_feature(enable = "sse2")]
    pub fn sixteen(high: u64, low: u64) -> u128 {
        let eights = _mm_set_epi64x(low as i64, high as i64);
        // Divide by multiplying with rounded reciprocals, which is exact in these ranges.
        let halves =
            _mm_srli_epi64::<45>(_mm_mul_epu32(eights, _mm_set1_epi32(0xd1b7_1759_u32.cast_signed())));
        let rest = _mm_sub_epi32(eights, _mm_mul_epu32(halves, _mm_set1_epi32(10_000)));
        let fours = _mm_or_si128(halves, _mm_slli_epi64::<32>(rest));
        let hundreds = _mm_srli_epi16::<3>(_mm_mulhi_epu16(fours, _mm_set1_epi16(5_243)));
        let rest = _mm_sub_epi16(fours, _mm_mullo_epi16(hundreds, _mm_set1_epi16(100)));
        let pairs = _mm_or_si128(hundreds, _mm_slli_epi32::<16>(rest));
        let tens = _mm_mulhi_epu16(pairs, _mm_set1_epi16(6_554));
        let rest = _mm_sub_epi16(pairs, _mm_mullo_epi16(tens, _mm_set1_epi16(10)));
        let digits = _mm_or_si128(tens, _mm_slli_epi16::<8>(rest));
        u128::from_le_bytes(simd::store(_mm_add_epi8(digits, _mm_set1_epi8(0x30))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_written_in_order() {
        for value in (0..100_000_000_u64).step_by(997).chain([99_999_999, 10_000, 9_999, 1]) {
            let expected = format!("{value:08}");
            assert_eq!(eight(value).to_le_bytes(), *expected.as_bytes(), "{value}");
            let both = format!("{:08}{expected}", 99_999_999 - value);
            assert_eq!(sixteen(99_999_999 - value, value).to_le_bytes(), *both.as_bytes(), "{value}");
        }
    }
}
