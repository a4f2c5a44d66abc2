//! The usual dirty lines, where the processor can pick bits (BMI2): a line is looked at as a whole,
//! some comparisons say where digits, letters and marks are, and the digits are picked out from
//! between the marks. The rules are those of [`crate::quick`], and for extensions of the commonest
//! kind those of [`crate::extension`].
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the intrinsics take signed words")]
#![allow(clippy::cast_possible_truncation, reason = "words are taken apart")]

use std::arch::x86_64::{
    __m128i, __m512i, _mm_cmpeq_epi8, _mm_min_epu8, _mm_movemask_epi8, _mm_or_si128, _mm_set1_epi8,
    _mm_sub_epi8, _mm512_cmpeq_epi8_mask, _mm512_cmplt_epu8_mask, _mm512_maskz_loadu_epi8,
    _mm512_movepi8_mask, _mm512_or_si512, _mm512_set1_epi8, _mm512_sub_epi8, _pdep_u64, _pext_u64,
};

use crate::fast::{Run, load_all};
use crate::kinds::ParseError;

/// The most digits that a labelled extension may have.
const LONGEST_EXTENSION: u32 = 20;

/// What a line holds: the digits after a `+`, or none that make a number.
pub type Found = Result<Run, ParseError>;

/// Reads a line that is a `+` and three to sixteen digits, with the usual marks between them and
/// anything harmless around; or one without digits. None if it is not that simple, or if this
/// processor has no quick way.
#[inline]
pub fn read(line: &[u8], has_default: bool) -> Option<Found> {
    if !is_x86_feature_detected!("bmi2") || !is_x86_feature_detected!("popcnt") {
        return None;
    }
    if is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw") {
        // SAFETY: the processor can run it.
        return unsafe { read_wide(line, has_default) };
    }
    // SAFETY: the processor can run it.
    unsafe { read_narrow(line, has_default) }
}

/// Which bytes of a line are what; the first byte is the lowest bit.
#[derive(Default)]
struct Places {
    digits: u64,
    pluses: u64,
    /// Letters, and the hash.
    letters: u64,
    /// Marks that may stand between digits: space to slash, but for five of them, and square
    /// brackets.
    marks: u64,
}

/// A line of 8 to 32 bytes, all of them ASCII.
#[target_feature(enable = "sse2,bmi2,popcnt")]
pub fn read_narrow(line: &[u8], has_default: bool) -> Option<Found> {
    let line = without_bom(line);
    let halves = halves(line)?;
    let vectors = halves.map(vector);
    let mask = |bytes: [__m128i; 2]| {
        let [low, high] = bytes.map(|half| _mm_movemask_epi8(half) as u32);
        u64::from(low | high << 16)
    };
    let is = |byte: u8| mask(vectors.map(|half| _mm_cmpeq_epi8(half, _mm_set1_epi8(byte as i8))));
    if mask(vectors) != 0 || is(b';') != 0 {
        return None;
    }
    let lower = vectors.map(|half| _mm_or_si128(half, _mm_set1_epi8(0x20)));
    let marks = vectors.map(|half| _mm_or_si128(between(half, b'-', 3), between(half, b'(', 2)));
    let places = Places {
        digits: mask(vectors.map(|half| between(half, b'0', 10))),
        pluses: is(b'+'),
        letters: mask(lower.map(|half| between(half, b'a', 26))) | is(b'#'),
        marks: is(b' ') | is(b'[') | is(b']') | mask(marks),
    };
    let [low, high] = halves;
    let words = [low as u64, (low >> 64) as u64, high as u64, (high >> 64) as u64, 0, 0, 0, 0];
    places.found(line, &words, has_default)
}

/// A line of at most 64 bytes; its digits may be full-width or Arabic ones.
#[target_feature(enable = "avx512f,avx512bw,bmi2,popcnt")]
pub fn read_wide(line: &[u8], has_default: bool) -> Option<Found> {
    let line = without_bom(line);
    let unused = 64_u32.checked_sub(u32::try_from(line.len()).ok()?)?;
    let within = u64::MAX.checked_shr(unused).unwrap_or(0);
    // SAFETY: only the bytes of the line are read; there are zeros behind them.
    let bytes = unsafe { _mm512_maskz_loadu_epi8(within, line.as_ptr().cast()) };
    let is = |byte: u8| _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte as i8));
    let among = |bytes: __m512i, first: u8, count: i8| {
        let offset = _mm512_sub_epi8(bytes, _mm512_set1_epi8(first as i8));
        _mm512_cmplt_epu8_mask(offset, _mm512_set1_epi8(count))
    };
    if is(b';') != 0 {
        return None;
    }
    let lower = _mm512_or_si512(bytes, _mm512_set1_epi8(0x20));
    let mut places = Places {
        digits: among(bytes, b'0', 10),
        pluses: is(b'+'),
        letters: among(lower, b'a', 26) | is(b'#'),
        marks: is(b' ') | is(b'[') | is(b']') | among(bytes, b'-', 3) | among(bytes, b'(', 2),
    };
    let others = _mm512_movepi8_mask(bytes);
    if others != 0 {
        // Arabic-Indic digits, the Persian ones, and full-width ones: the low four bits of their last
        // byte are the value, as in ASCII.
        let two = is(0xd9) << 1 & among(bytes, 0xa0, 10) | is(0xdb) << 1 & among(bytes, 0xb0, 10);
        let three = (is(0xef) << 1 & is(0xbc)) << 1 & among(bytes, 0x90, 10);
        let before = (two | three) >> 1 | three >> 2;
        if others != two | three | before {
            return None;
        }
        places.digits |= two | three;
        places.marks |= before;
    }
    // SAFETY: 64 bytes either way.
    let words: [u64; 8] = unsafe { std::mem::transmute(bytes) };
    places.found(line, &words, has_default)
}

impl Places {
    /// What the line holds.
    #[inline]
    #[target_feature(enable = "bmi2,popcnt")]
    fn found(&self, line: &[u8], words: &[u64; 8], has_default: bool) -> Option<Found> {
        if self.digits | self.pluses == 0 {
            return Some(Err(ParseError::NotANumber));
        }
        // What comes before the first digit and behind the last digit or letter is not looked at.
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
        Some(Ok(Run::new(picked(words, digits), count)))
    }

    /// The places before an extension, if it is `ext.` and digits that makes a number odd.
    #[inline]
    fn before_extension(&self, line: &[u8], number: u64, others: u64) -> Option<u64> {
        let place = others.trailing_zeros();
        let label = line.get(place as usize..)?.first_chunk::<5>()?;
        if others >> place != 0b111 || !label[..4].eq_ignore_ascii_case(b"ext.") {
            return None;
        }
        let gap = 4 + u32::from(label[4] == b' ');
        let extension = number.checked_shr(place + gap)?;
        let fits = extension != 0
            && extension & !(self.digits >> (place + gap)) == 0
            && extension.count_ones() <= LONGEST_EXTENSION;
        fits.then_some((1 << place) - 1)
    }
}

#[inline]
fn without_bom(line: &[u8]) -> &[u8] {
    line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line)
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
#[target_feature(enable = "bmi2,popcnt")]
fn picked(words: &[u64; 8], mut places: u64) -> u64 {
    let mut all = 0;
    let mut count = 0;
    let mut add = |word: u64| {
        let here = places & 0xff;
        places >>= 8;
        // The low four bits of a digit are its value.
        let picked = _pext_u64(word, _pdep_u64(here, 0x0101_0101_0101_0101) * 15);
        // After sixteen digits there are only zeros to come.
        all |= picked.wrapping_shl(4 * count);
        count += here.count_ones();
        places
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
