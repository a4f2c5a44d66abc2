//! Sixteen lines at a time with AVX-512. Clean lines run through the automaton side by side,
//! without branches; the others are marked and checked one by one.
//!
//! A line's digits are loaded twice with a byte mask: from the left to walk the automaton, and,
//! once the class tells how many digits the national number has, from the right for its value.
#![allow(clippy::cast_possible_truncation, reason = "words are taken apart")]
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the intrinsics take signed words")]
#![allow(clippy::wildcard_imports, reason = "some forty intrinsics")]

use std::arch::x86_64::*;

use super::Done;
use crate::check::{Options, check_with};
use crate::tables::{CLASSES, LENGTHS, NODES, PROFILES, ROOT};
use crate::verdict::Verdict;
use crate::walk::FIRST_NODE;

/// Lines side by side.
const LANES: usize = 16;
/// Lines whose starts are looked up before they are checked.
const BLOCK: usize = 512;

/// Where the lines of a block begin; the entry after the last is where the next one would. There
/// is room to overshoot.
type Starts = [u32; BLOCK + 1 + 64 + LANES];

/// Whether this processor can run [`check`].
pub fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512vbmi2")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("popcnt")
}

/// Checks lines until the text or the room for verdicts ends. The text has fewer than 2³¹ bytes.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
pub fn check(text: &[u8], options: Options, verdicts: &mut [Verdict]) -> Done {
    let mut done = Done::default();
    let mut starts: Starts = [0; _];
    while done.bytes < text.len() && done.lines < verdicts.len() {
        starts[0] = done.bytes as u32;
        let count = line_starts(text, &mut starts).min(verdicts.len() - done.lines);
        let block = &mut verdicts[done.lines..done.lines + count];
        let (groups, rest) = block.as_chunks_mut();
        let mut first = 0;
        for group in groups {
            let lines = Lines { text, starts: starts[first..].first_chunk().expect("a whole group") };
            let odd = lines.check(group, options.repair);
            for place in bits(odd) {
                group[place] = lines.check_one(place, options);
            }
            first += LANES;
        }
        for (place, verdict) in rest.iter_mut().enumerate() {
            let starts = starts[first..].first_chunk().expect("room to overshoot");
            *verdict = Lines { text, starts }.check_one(place, options);
        }
        done.lines += count;
        done.bytes = (starts[count] as usize).min(text.len());
    }
    done
}

/// The places of the bits that are set.
fn bits(mut mask: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (place < 32).then_some(place)
    })
}

static PLACES: [i8; 64] = {
    let mut places = [0; 64];
    let mut place = 0;
    while place < 64 {
        places[place as usize] = place;
        place += 1;
    }
    places
};

/// Fills in where the lines after the first begin; gives the number of lines, [`BLOCK`] at most.
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
fn line_starts(text: &[u8], starts: &mut Starts) -> usize {
    let line_feed = _mm512_set1_epi8(b'\n' as i8);
    // SAFETY: reads an array of 64 bytes.
    let places = unsafe { _mm512_loadu_epi8(PLACES.as_ptr()) };
    let mut count = 0;
    let mut at = starts[0] as usize;
    while count < BLOCK && at < text.len() {
        let rest = text.len() - at;
        let mask = if rest >= 64 { u64::MAX } else { (1 << rest) - 1 };
        // SAFETY: the mask lets through at most the rest of the text.
        let bytes = unsafe { _mm512_maskz_loadu_epi8(mask, text.as_ptr().add(at).cast()) };
        let found = _mm512_mask_cmpeq_epi8_mask(mask, bytes, line_feed);
        let lines = found.count_ones() as usize;
        let mut packed = _mm512_maskz_compress_epi8(found, places);
        let mut stored = 0;
        loop {
            let places = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(packed));
            let next = _mm512_add_epi32(places, _mm512_set1_epi32(at as i32 + 1));
            let room = &mut starts[1 + count + stored..][..LANES];
            // SAFETY: writes sixteen words to a room of sixteen.
            unsafe { _mm512_storeu_epi32(room.as_mut_ptr().cast(), next) };
            stored += LANES;
            if stored >= lines {
                break;
            }
            packed = _mm512_alignr_epi32::<4>(packed, packed);
        }
        count += lines;
        at += 64;
    }
    // What follows the last line feed is a line too.
    if count < BLOCK && (starts[count] as usize) < text.len() {
        count += 1;
        starts[count] = text.len() as u32 + 1;
    }
    count.min(BLOCK)
}

/// Sixteen lines of a text.
#[derive(Clone, Copy)]
struct Lines<'a> {
    text: &'a [u8],
    starts: &'a [u32; LANES + 1],
}

impl Lines<'_> {
    /// Checks one line by the usual way.
    fn check_one(self, place: usize, options: Options) -> Verdict {
        let (start, end) = (self.starts[place] as usize, self.starts[place + 1] as usize - 1);
        let line = &self.text[start..end];
        check_with(line.strip_suffix(b"\r").unwrap_or(line), options)
    }

    /// Checks all lines; gives the places of those that are not clean, or not valid if those are
    /// to be repaired. Their verdicts mean nothing.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
    fn check(self, verdicts: &mut [Verdict; LANES], repair: bool) -> u32 {
        let mut lengths = [0; LANES];
        let mut odd = self.digit_counts(&mut lengths);
        let (rows, unclean) = self.rows(&lengths, 0, &lengths);
        odd |= unclean;
        // SAFETY: reads an array of sixteen words.
        let length = unsafe { _mm512_loadu_epi32(lengths.as_ptr().cast()) };
        let class = walk(&rows, length);

        // How many digits of each national number are left.
        let mut national_lengths = [0; LANES];
        for (half, class) in class.into_iter().enumerate() {
            let field = |shift, mask| {
                let shifted = _mm512_srlv_epi64(class, _mm512_set1_epi64(shift));
                _mm512_and_si512(shifted, _mm512_set1_epi64(mask))
            };
            let dropped = _mm512_add_epi64(field(16, 31), field(50, 3));
            let room = &mut national_lengths[half * 8..half * 8 + 8];
            // SAFETY: writes eight words to a room of eight.
            unsafe { _mm256_storeu_epi32(room.as_mut_ptr().cast(), _mm512_cvtepi64_epi32(dropped)) };
            odd |= u32::from(_mm512_test_epi64_mask(class, _mm512_set1_epi64(1 << 21))) << (half * 8);
            if repair {
                odd |= u32::from(_mm512_testn_epi64_mask(class, _mm512_set1_epi64(1 << 15))) << (half * 8);
            }
        }
        for (national, length) in national_lengths.iter_mut().zip(lengths) {
            *national = length.saturating_sub(*national);
        }
        let (rows, _) = self.rows(&lengths, 16, &national_lengths);
        store(verdicts, values(&rows), class, &national_lengths);
        odd
    }

    /// How many digits each line has if it is a `+` and eight to sixteen of something; gives the
    /// places of the lines that are not, which count as having none.
    fn digit_counts(self, lengths: &mut [u32; LANES]) -> u32 {
        let mut odd = 0;
        for (place, length) in lengths.iter_mut().enumerate() {
            let (start, end) = (self.starts[place] as usize, self.starts[place + 1] as usize - 1);
            let (first, last) = (self.text[start], self.text[end.saturating_sub(1)]);
            let digits = (end - start).wrapping_sub(1 + usize::from(last == b'\r'));
            let clean = first == b'+' && digits.wrapping_sub(8) <= 8;
            *length = if clean { digits as u32 } else { 0 };
            odd |= u32::from(!clean) << place;
        }
        odd
    }

    /// The digit values of the lines, in four rows: row `r` holds the lines `r`, 4 + `r`, 8 + `r`
    /// and 12 + `r`. Of each line `counts` of its digits are taken, which are the first if `right`
    /// is 0 and the last, moved to the right end, if it is 16. Gives the places where something
    /// else than digits stands, too; zeros are put there.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
    fn rows(self, lengths: &[u32; LANES], right: u32, counts: &[u32; LANES]) -> ([__m512i; 4], u32) {
        let zeros = _mm_set1_epi8(b'0' as i8);
        let mut rows = [_mm512_setzero_si512(); 4];
        let mut unclean = 0;
        for (row, joined) in rows.iter_mut().enumerate() {
            let line = |lane: usize| {
                let place = 4 * lane + row;
                let count = counts[place].min(lengths[place]);
                let ones = (1_u32 << count) - 1;
                // A line's digits follow its sign. The last of them end where they end, or, from the
                // right, sixteen bytes after the first byte that is looked at.
                let (mask, skip) =
                    if right == 0 { (ones, 0) } else { (ones << (16 - count), lengths[place] as usize) };
                let from = self.text.as_ptr().wrapping_add(self.starts[place] as usize + 1 + skip);
                let from = from.wrapping_sub(right as usize).cast();
                // SAFETY: the mask lets through `count` of the line's `lengths` digits, the first or
                // the last, and `digit_counts` made sure that they lie within the text.
                unsafe { _mm_mask_loadu_epi8(zeros, mask as u16, from) }
            };
            let bytes = _mm512_castsi128_si512(line(0));
            let bytes = _mm512_inserti32x4::<1>(bytes, line(1));
            let bytes = _mm512_inserti32x4::<2>(bytes, line(2));
            let bytes = _mm512_inserti32x4::<3>(bytes, line(3));
            let digits = _mm512_sub_epi8(bytes, _mm512_set1_epi8(b'0' as i8));
            let others = _mm512_cmpgt_epu8_mask(digits, _mm512_set1_epi8(9));
            if others != 0 {
                for lane in 0..4 {
                    unclean |= u32::from(others >> (16 * lane) & 0xffff != 0) << (4 * lane + row);
                }
            }
            *joined = _mm512_maskz_mov_epi8(!others, digits);
        }
        (rows, unclean)
    }
}

/// Walks sixteen lines through the automaton; gives the bits of their classes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
fn walk(rows: &[__m512i; 4], length: __m512i) -> [__m512i; 2] {
    // Numbers of two digits, four digits to a word; then the same words of all lines together.
    let [a, b, c, d] = rows.map(|row| _mm512_maddubs_epi16(row, _mm512_set1_epi16(0x010a)));
    let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
    let first = _mm512_unpacklo_epi64(ab, cd);
    let second = _mm512_unpackhi_epi64(ab, cd);
    let low = |words| _mm512_and_si512(words, _mm512_set1_epi32(0xffff));
    let high = |words| _mm512_srli_epi32::<16>(words);

    let four = _mm512_madd_epi16(first, _mm512_set1_epi32(0x0001_0064));
    // SAFETY: four digits make an index into the root table. A word is read where an entry of two
    // bytes lies: the section is not the last, so that the next two bytes are there.
    let mut entry = low(unsafe { _mm512_i32gather_epi32::<2>(four, ROOT.as_ptr().cast()) });
    entry = step(entry, low(second));
    entry = step(entry, high(second));
    if nodes(entry) != 0 {
        let (ab, cd) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
        let third = _mm512_unpacklo_epi64(ab, cd);
        let fourth = _mm512_unpackhi_epi64(ab, cd);
        for pairs in [low(third), high(third), low(fourth), high(fourth)] {
            entry = step(entry, pairs);
        }
        // Longer lines are not clean, so no walk goes on: a node means "zeros only", which ends.
        while nodes(entry) != 0 {
            entry = step(entry, _mm512_setzero_si512());
        }
    }
    let index = _mm512_add_epi32(_mm512_mullo_epi32(entry, _mm512_set1_epi32(LENGTHS as i32)), length);
    // SAFETY: the entry is a profile, and the length at most sixteen; the section is not the last.
    let class = low(unsafe { _mm512_i32gather_epi32::<2>(index, PROFILES.as_ptr().cast()) });
    let halves = [_mm512_castsi512_si256(class), _mm512_extracti64x4_epi64::<1>(class)];
    // SAFETY: profiles hold indices of classes.
    halves.map(|half| unsafe { _mm512_i32gather_epi64::<8>(half, CLASSES.as_ptr().cast()) })
}

/// Which entries are nodes.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn nodes(entry: __m512i) -> u16 {
    _mm512_cmpge_epu32_mask(entry, _mm512_set1_epi32(i32::from(FIRST_NODE)))
}

/// One step by two digits from each entry that is a node.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn step(entry: __m512i, pair: __m512i) -> __m512i {
    let node = _mm512_sub_epi32(entry, _mm512_set1_epi32(i32::from(FIRST_NODE)));
    let index = _mm512_add_epi32(_mm512_mullo_epi32(node, _mm512_set1_epi32(100)), pair);
    let nodes = nodes(entry);
    // SAFETY: only entries that are nodes are looked up, by two digits; the section is not the last.
    let next = unsafe { _mm512_mask_i32gather_epi32::<2>(entry, nodes, index, NODES.as_ptr().cast()) };
    _mm512_and_si512(next, _mm512_set1_epi32(0xffff))
}

/// The values of the digits in four rows, in two halves: the lines 0, 1, 4, 5, 8 … and the others.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn values(rows: &[__m512i; 4]) -> [__m512i; 2] {
    let fours = rows.map(|row| {
        let pairs = _mm512_maddubs_epi16(row, _mm512_set1_epi16(0x010a));
        _mm512_madd_epi16(pairs, _mm512_set1_epi32(0x0001_0064))
    });
    [[fours[0], fours[1]], [fours[2], fours[3]]].map(|[one, other]| {
        let packed = _mm512_packus_epi32(one, other);
        let eights = _mm512_madd_epi16(packed, _mm512_set1_epi32(0x0001_2710));
        let high = _mm512_mul_epu32(eights, _mm512_set1_epi64(100_000_000));
        _mm512_add_epi64(high, _mm512_srli_epi64::<32>(eights))
    })
}

/// Puts the verdicts together.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
fn store(
    verdicts: &mut [Verdict; LANES],
    values: [__m512i; 2],
    class: [__m512i; 2],
    national_lengths: &[u32; LANES],
) {
    let mut packed = [_mm512_setzero_si512(); 2];
    for (half, packed) in packed.iter_mut().enumerate() {
        let room = &national_lengths[half * 8..half * 8 + 8];
        // SAFETY: reads eight words from a room of eight.
        let length = _mm512_cvtepu32_epi64(unsafe { _mm256_loadu_epi32(room.as_ptr().cast()) });
        *packed = Verdict::pack_classes(class[half], length);
    }
    // The values come in another order than the classes.
    let one = _mm512_setr_epi64(0, 1, 4, 5, 8, 9, 12, 13);
    let other = _mm512_setr_epi64(2, 3, 6, 7, 10, 11, 14, 15);
    for (half, order) in [one, other].into_iter().enumerate() {
        let packed = _mm512_permutex2var_epi64(packed[0], order, packed[1]);
        let pairs =
            [_mm512_unpacklo_epi64(values[half], packed), _mm512_unpackhi_epi64(values[half], packed)];
        for (place, pair) in pairs.into_iter().enumerate() {
            let quarters = [
                _mm512_castsi512_si128(pair),
                _mm512_extracti32x4_epi32::<1>(pair),
                _mm512_extracti32x4_epi32::<2>(pair),
                _mm512_extracti32x4_epi32::<3>(pair),
            ];
            for (lane, quarter) in quarters.into_iter().enumerate() {
                verdicts[4 * lane + 2 * half + place] = Verdict::from_vector(quarter);
            }
        }
    }
}

impl Verdict {
    /// The second word of eight verdicts.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn pack_classes(class: __m512i, length: __m512i) -> __m512i {
        let code = _mm512_and_si512(_mm512_srli_epi64::<40>(class), _mm512_set1_epi64(1023));
        let answer = _mm512_and_si512(class, _mm512_set1_epi64(0xffff));
        let both = _mm512_or_si512(code, _mm512_slli_epi64::<16>(answer));
        _mm512_or_si512(both, _mm512_slli_epi64::<10>(length))
    }

    /// A verdict whose words are the halves of a vector.
    #[inline]
    fn from_vector(words: __m128i) -> Self {
        // SAFETY: a verdict is two words, and any bits make one.
        unsafe { std::mem::transmute(words) }
    }
}
