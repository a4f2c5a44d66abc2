//! The path for dirty lines on processors with BMI2: vector comparisons give bit masks of the digits,
//! letters and punctuation of a line, and the digits are extracted with `pext`. The rules are those of
//! [`crate::dirty`], and for the commonest extensions those of [`crate::extension`].
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the intrinsics take signed lanes")]
#![allow(clippy::cast_possible_truncation, reason = "words are split into parts")]

use std::arch::x86_64::{
    __m128i, __m512i, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    _mm_sub_epi8, _mm512_cmpeq_epi8_mask, _mm512_cmplt_epu8_mask, _mm512_movepi8_mask, _mm512_or_si512,
    _mm512_set1_epi8, _mm512_sub_epi8, _pdep_u64, _pext_u64,
};

use crate::clean::{Run, load_all};
use crate::kinds::ParseError;
use crate::simd;

/// The most digits that a labelled extension may have.
const LONGEST_EXTENSION: u32 = 20;

/// The digits after a `+`, or why the line holds no number.
pub type Found = Result<Run, ParseError>;

/// Reads a line of a `+` and 3 to 16 digits, with the usual punctuation between them and harmless text around
/// them, or a line without digits. `None` if it is any other line, or if the processor lacks BMI2.
#[inline]
pub fn read(line: &[u8], has_default: bool) -> Option<Found> {
    if !is_x86_feature_detected!("bmi2") || !is_x86_feature_detected!("popcnt") {
        return None;
    }
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
        // SAFETY: the processor has these features.
        return unsafe { read_wide(line, has_default) };
    }
    // SAFETY: the processor has these features.
    unsafe { read_narrow(line, has_default) }
}

/// Bit masks of the bytes of a line, the first byte in the lowest bit.
#[derive(Default)]
struct Masks {
    digits: u64,
    pluses: u64,
    /// Letters and `#`.
    letters: u64,
    /// Punctuation that may be between digits: space, `(`, `)`, `-`, `.`, `/`, `[`, `]`.
    marks: u64,
}

/// Reads a line of 8 to 32 bytes, all of them ASCII.
#[target_feature(enable = "sse2,bmi2,popcnt")]
pub fn read_narrow(line: &[u8], has_default: bool) -> Option<Found> {
    let line = without_bom(line);
    let halves = halves(line)?;
    let vectors = halves.map(|half| simd::load(&half.to_le_bytes()));
    let bits = |bytes: [__m128i; 2]| {
        let [low, high] = bytes.map(|half| _mm_movemask_epi8(half) as u32);
        u64::from(low | high << 16)
    };
    let is = |byte: u8| bits(vectors.map(|half| _mm_cmpeq_epi8(half, _mm_set1_epi8(byte as i8))));
    if bits(vectors) != 0 || is(b';') != 0 {
        return None;
    }
    let lower = vectors.map(|half| _mm_or_si128(half, _mm_set1_epi8(0x20)));
    let ranges = vectors.map(|half| _mm_or_si128(between(half, b'-', 3), between(half, b'(', 2)));
    let masks = Masks {
        digits: bits(vectors.map(|half| between(half, b'0', 10))),
        pluses: is(b'+'),
        letters: bits(lower.map(|half| between(half, b'a', 26))) | is(b'#'),
        marks: is(b' ') | is(b'[') | is(b']') | bits(ranges),
    };
    let [low, high] = halves;
    let words = [low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64, 0, 0, 0, 0];
    masks.found(line, &words, has_default)
}

/// Reads a line of at most 64 bytes. Its digits may be ASCII, full-width, Arabic-Indic or Persian.
#[target_feature(enable = "avx512f,avx512bw,bmi2,popcnt")]
pub fn read_wide(line: &[u8], has_default: bool) -> Option<Found> {
    let line = without_bom(line);
    let bytes = simd::load_padded(line)?;
    let is = |byte: u8| _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte as i8));
    let among = |bytes: __m512i, first: u8, count: i8| {
        let offset = _mm512_sub_epi8(bytes, _mm512_set1_epi8(first as i8));
        _mm512_cmplt_epu8_mask(offset, _mm512_set1_epi8(count))
    };
    if is(b';') != 0 {
        return None;
    }
    let lower = _mm512_or_si512(bytes, _mm512_set1_epi8(0x20));
    let mut masks = Masks {
        digits: among(bytes, b'0', 10),
        pluses: is(b'+'),
        letters: among(lower, b'a', 26) | is(b'#'),
        marks: is(b' ') | is(b'[') | is(b']') | among(bytes, b'-', 3) | among(bytes, b'(', 2),
    };
    let others = _mm512_movepi8_mask(bytes);
    if others != 0 {
        // Arabic-Indic, Persian and full-width digits: the low four bits of the last byte are the value, as
        // in ASCII.
        let two = is(0xd9) << 1 & among(bytes, 0xa0, 10) | is(0xdb) << 1 & among(bytes, 0xb0, 10);
        let three = (is(0xef) << 1 & is(0xbc)) << 1 & among(bytes, 0x90, 10);
        let before = (two | three) >> 1 | three >> 2;
        if others != two | three | before {
            return None;
        }
        masks.digits |= two | three;
        masks.marks |= before;
    }
    masks.found(line, &simd::store(bytes), has_default)
}

impl Masks {
    #[inline]
    #[target_feature(enable = "bmi2,popcnt")]
    fn found(&self, line: &[u8], words: &[u64; 8], has_default: bool) -> Option<Found> {
        if self.digits | self.pluses == 0 {
            return Some(Err(ParseError::NotANumber));
        }
        // Bytes before the first digit or plus and after the last digit or letter are ignored.
        let from = u64::MAX << (self.digits | self.pluses).trailing_zeros();
        let until = u64::MAX.checked_shr((self.digits | self.letters).leading_zeros()).unwrap_or(0);
        let mut number = from & until;
        let first = from & from.wrapping_neg();
        let sign = self.pluses & number;
        let others = number & !(self.digits | self.marks | first);
        if others != 0 {
            number &= self.before_extension(line, number, others)?;
        }
        let digits = self.digits & number;
        let count = digits.count_ones() as usize;
        if (sign != 0 && sign != first) || !(3..=16).contains(&count) {
            return None;
        }
        if sign == 0 {
            return (!has_default).then_some(Err(ParseError::InvalidCountryCode));
        }
        Some(Ok(Run::new(extract(words, digits), count)))
    }

    /// A mask of the bytes before an extension, if `others` are the letters of `ext.` followed by digits.
    #[inline]
    fn before_extension(&self, line: &[u8], number: u64, others: u64) -> Option<u64> {
        let start = others.trailing_zeros();
        let label = line.get(start as usize..)?.first_chunk::<5>()?;
        if others >> start != 0b111 || !label[..4].eq_ignore_ascii_case(b"ext.") {
            return None;
        }
        let label_len = 4 + u32::from(label[4] == b' ');
        let extension = number.checked_shr(start + label_len)?;
        let fits = extension != 0
            && extension & !(self.digits >> (start + label_len)) == 0
            && extension.count_ones() <= LONGEST_EXTENSION;
        fits.then_some((1 << start) - 1)
    }
}

#[inline]
fn without_bom(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
}

/// A line of 8 to 32 bytes, followed by zeros.
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

/// Sets the bytes that are one of `count` values from `first` on.
#[inline]
#[target_feature(enable = "sse2")]
fn between(bytes: __m128i, first: u8, count: u8) -> __m128i {
    let offset = _mm_sub_epi8(bytes, _mm_set1_epi8(first as i8));
    _mm_cmpeq_epi8(_mm_min_epu8(offset, _mm_set1_epi8(count as i8 - 1)), offset)
}

/// Extracts the digits that the mask selects, at most 16.
#[inline]
#[target_feature(enable = "bmi2,popcnt")]
fn extract(words: &[u64; 8], mut mask: u64) -> u64 {
    let mut all = 0;
    let mut count = 0;
    let mut add = |word: u64| {
        let here = mask & 0xff;
        mask >>= 8;
        // The low four bits of a digit are its value.
        let digits = _pext_u64(word, _pdep_u64(here, 0x0101_0101_0101_0101) * 15);
        // After 16 digits only zeros follow, so the wrapped shift does no harm.
        all |= digits.wrapping_shl(4 * count);
        count += here.count_ones();
        mask
    };
    let (first, last) = words.split_at(4);
    let mut rest = 0;
    for &word in first {
        rest = add(word);
    }
    if rest != 0 {
        for &word in last {
            add(word);
        }
    }
    all
}
