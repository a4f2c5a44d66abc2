//! Safe wrappers around the x86-64 intrinsics that access memory.
//!
//! The code that works on vectors uses these functions only, so none of it has memory preconditions.
//! Gathers clamp their indices, because sanitizers do not check them.

use std::arch::x86_64::{
    __m128i, __m512i, _MM_HINT_T0, _mm_loadu_si128, _mm_prefetch, _mm512_and_si512, _mm512_i32gather_epi32,
    _mm512_mask_i32gather_epi32, _mm512_maskz_loadu_epi8, _mm512_min_epu32, _mm512_set1_epi32,
};

/// An array with the size of the vector `V`.
///
/// # Safety
///
/// The array has the size of `V` and no padding, and every bit pattern is a valid value of it.
pub unsafe trait Array<V>: Copy {}

// SAFETY: 16 bytes, all of them integers.
unsafe impl Array<__m128i> for [u8; 16] {}
// SAFETY: 64 bytes, all of them integers.
unsafe impl Array<__m512i> for [u8; 64] {}
// SAFETY: 64 bytes, all of them integers.
unsafe impl Array<__m512i> for [u32; 16] {}
// SAFETY: 64 bytes, all of them integers.
unsafe impl Array<__m512i> for [u64; 8] {}
// SAFETY: 64 bytes, all of them integers; `usize` has 64 bits here.
#[cfg(target_pointer_width = "64")]
unsafe impl Array<__m512i> for [usize; 8] {}

/// Loads a vector from an array.
#[inline]
pub fn load<V: Copy, A: Array<V>>(array: &A) -> V {
    const { assert!(size_of::<A>() == size_of::<V>()) };
    // SAFETY: `Array` guarantees the size, and every bit pattern is a valid vector.
    unsafe { std::mem::transmute_copy(array) }
}

/// Returns the contents of a vector as an array.
#[inline]
pub fn store<V: Copy, A: Array<V>>(vector: V) -> A {
    const { assert!(size_of::<A>() == size_of::<V>()) };
    // SAFETY: `Array` guarantees the size, and that every bit pattern is a valid array.
    unsafe { std::mem::transmute_copy(&vector) }
}

/// Loads up to 64 bytes, followed by zeros; `None` if there are more.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub fn load_padded(bytes: &[u8]) -> Option<__m512i> {
    let unused = 64_u32.checked_sub(u32::try_from(bytes.len()).ok()?)?;
    let mask = u64::MAX.checked_shr(unused).unwrap_or(0);
    // SAFETY: the mask selects the bytes of the slice, and no others are read.
    Some(unsafe { _mm512_maskz_loadu_epi8(mask, bytes.as_ptr().cast()) })
}

/// Loads the 16 bytes at `offset`.
///
/// # Safety
///
/// `offset + 16` must not exceed the length of the slice.
#[inline]
#[target_feature(enable = "sse2")]
pub unsafe fn load_unchecked(bytes: &[u8], offset: usize) -> __m128i {
    debug_assert!(offset + 16 <= bytes.len());
    // SAFETY: the caller guarantees that the 16 bytes are inside the slice.
    unsafe { _mm_loadu_si128(bytes.as_ptr().add(offset).cast()) }
}

/// Looks up 16 entries at once. Indices past the end read the last entry.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn gather_u32<const N: usize>(table: &[u32; N], index: __m512i) -> __m512i {
    let last = const { last_index(N) };
    let index = _mm512_min_epu32(index, _mm512_set1_epi32(last));
    // SAFETY: the indices are those of entries.
    unsafe { _mm512_i32gather_epi32::<4>(index, table.as_ptr().cast()) }
}

/// Looks up 16 entries at once. Indices past the last but one read the last but one.
///
/// There is no gather for 16 bits: 32 bits are read per lane, and the upper half is dropped. So the table
/// ends with one entry of padding, which no index can select.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn gather_u16<const N: usize>(table: &[u16; N], index: __m512i) -> __m512i {
    let last = const { last_index(N - 1) };
    let index = _mm512_min_epu32(index, _mm512_set1_epi32(last));
    // SAFETY: another entry follows each of the indices, so 32 bits can be read.
    low_halves(unsafe { _mm512_i32gather_epi32::<2>(index, table.as_ptr().cast()) })
}

/// Like [`gather_u16`] for the lanes in `mask`; the other lanes keep the low 16 bits of `otherwise`.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn mask_gather_u16<const N: usize>(
    otherwise: __m512i,
    mask: u16,
    table: &[u16; N],
    index: __m512i,
) -> __m512i {
    let last = const { last_index(N - 1) };
    let index = _mm512_min_epu32(index, _mm512_set1_epi32(last));
    // SAFETY: another entry follows each of the indices, so 32 bits can be read.
    low_halves(unsafe { _mm512_mask_i32gather_epi32::<2>(otherwise, mask, index, table.as_ptr().cast()) })
}

/// The last index into `len` entries, as a lane of a vector.
const fn last_index(len: usize) -> i32 {
    assert!(len > 0 && len <= i32::MAX as usize);
    #[allow(clippy::cast_possible_truncation, clippy::cast_possible_wrap, reason = "checked above")]
    let last = (len - 1) as i32;
    last
}

/// The low 16 bits of each lane.
#[inline]
#[target_feature(enable = "avx512f")]
pub fn low_halves(lanes: __m512i) -> __m512i {
    _mm512_and_si512(lanes, _mm512_set1_epi32(0xffff))
}

/// Prefetches the cache line of an address. The address need not be valid.
#[inline]
pub fn prefetch<T>(address: *const T) {
    // SAFETY: every x86-64 processor has SSE, and a prefetch never faults.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(address.cast()) };
}

#[cfg(test)]
mod tests {
    use super::*;

    fn has_avx512() -> bool {
        is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")
    }

    #[test]
    fn arrays_survive_a_round_trip() {
        let bytes: [u8; 16] = std::array::from_fn(|at| u8::try_from(at * 7).expect("below 256"));
        assert_eq!(store::<__m128i, [u8; 16]>(load(&bytes)), bytes);
    }

    #[test]
    fn loads_are_padded_with_zeros() {
        if !has_avx512() {
            return;
        }
        for len in 0..=70 {
            let bytes = vec![7; len];
            // SAFETY: the processor has AVX-512.
            let found = unsafe { load_padded(&bytes) }.map(store::<__m512i, [u8; 64]>);
            assert_eq!(found, (len <= 64).then(|| std::array::from_fn(|at| if at < len { 7 } else { 0 })));
        }
    }

    #[test]
    fn gathers_clamp_their_indices() {
        if !has_avx512() {
            return;
        }
        let table: [u16; 5] = [10, 11, 12, 13, 99];
        let wide: [u32; 4] = [20, 21, 22, u32::MAX];
        let index: [u32; 16] = [0, 1, 2, 3, 4, 5, 100, u32::MAX, 0, 0, 0, 0, 0, 0, 0, 0];
        // SAFETY: the processor has AVX-512.
        let (narrow, masked, wide) = unsafe {
            let index = load(&index);
            (gather_u16(&table, index), mask_gather_u16(index, 0b11, &table, index), gather_u32(&wide, index))
        };
        let low = |vector| store::<__m512i, [u32; 16]>(vector)[..8].to_vec();
        assert_eq!(low(narrow), [10, 11, 12, 13, 13, 13, 13, 13]);
        assert_eq!(low(masked), [10, 11, 2, 3, 4, 5, 100, 0xffff]);
        assert_eq!(low(wide), [20, 21, 22, u32::MAX, u32::MAX, u32::MAX, u32::MAX, u32::MAX]);
    }
}
