//! The stages of a block with AVX-512, 16 lines side by side.
//!
//! A line is clean here if it is a `+` and 1 to 15 digits. Lines that are dirty in the usual ways are read
//! one by one and then take the same path. Any other line is left to the caller.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the intrinsics take signed lanes")]
#![allow(clippy::cast_possible_truncation, reason = "words are split into parts")]
#![allow(clippy::wildcard_imports, reason = "about forty intrinsics")]

use std::arch::x86_64::*;

use super::block::{BLOCK, CHUNK};
use crate::automaton::{Answer, COMPACT_CLASSES, CompactClass, FIRST_NODE};
use crate::check::Options;
use crate::clean::{class, step};
use crate::dirty_simd;
use crate::kinds::ParseError;
use crate::nibbles;
use crate::region::Region;
use crate::simd::{self, load, low_halves, store};
use crate::tables;
use crate::verdict::Verdict;

/// Lines side by side.
pub const LANES: usize = 16;
const GROUPS: usize = BLOCK / LANES;
/// Bytes that are loaded from the start of each line.
const WINDOW: usize = 16;

/// One word per lane.
type Words = [u32; LANES];

/// Whether this processor can run [`Wide::check`].
#[inline]
pub fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// Bit masks of the line feeds and of the carriage returns.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub fn line_ends(chunk: &[u8; CHUNK]) -> [u64; 2] {
    let bytes = load(chunk);
    [b'\n', b'\r'].map(|byte| _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte as i8)))
}

/// The state of the lines of a block, by group.
pub struct Wide {
    /// Digits after the `+`; zeros if the line has not been read.
    digits: [[u64; LANES]; GROUPS],
    lengths: [Words; GROUPS],
    /// The third to sixth pair of digits.
    pairs: [Words; GROUPS],
    /// Where the automaton is.
    entries: [Words; GROUPS],
    /// Lines that a stage handles one by one. A whole vector is stored at a time, so there is room for
    /// one more.
    list: [u32; BLOCK + LANES],
    /// Lines that hold no number, and why.
    errors: [(u8, ParseError); BLOCK],
}

impl Wide {
    pub const fn new() -> Self {
        Self {
            digits: [[0; LANES]; GROUPS],
            lengths: [[0; LANES]; GROUPS],
            pairs: [[0; LANES]; GROUPS],
            entries: [[0; LANES]; GROUPS],
            list: [0; _],
            errors: [(0, ParseError::NotANumber); _],
        }
    }

    /// Checks the lines of a block, given where they start. It takes whole groups, and stops at a group
    /// whose last line is less than a window from the end of the text.
    ///
    /// Returns the number of lines checked, and a bit for each of them that has to be checked on its own.
    /// `tails` is 1 for lines that end with a carriage return.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
    pub fn check(
        &mut self,
        text: &[u8],
        starts: &[usize],
        tails: &[u32; BLOCK],
        verdicts: &mut [Verdict],
        options: Options,
    ) -> (usize, [u16; GROUPS]) {
        let fits = |group: &usize| starts[group * LANES + LANES - 1] + WINDOW <= text.len();
        let groups = (0..verdicts.len().min(BLOCK) / LANES).take_while(fits).count();
        let (tails, _) = tails.as_chunks();
        let mut dirty = 0;
        for (group, tails) in tails[..groups].iter().enumerate() {
            let starts = starts[group * LANES..].first_chunk().expect("there is a start after the last line");
            let lanes = self.read(group, text, starts, tails);
            dirty = self.push(dirty, group, lanes);
        }
        let mut decided = [0; GROUPS];
        let errors = self.read_dirty(dirty, text, starts, options, &mut decided);
        // While one group waits for its table entries, the next ones are under way.
        for group in 0..groups {
            self.start(group);
        }
        let mut deep = 0;
        for group in 0..groups {
            let entry = maybe_step(load(&self.entries[group]), low_bytes(load(&self.pairs[group])));
            self.entries[group] = store(entry);
            deep = self.push(deep, group, nodes(entry));
        }
        self.finish_walk(deep);
        let mut left = [0; GROUPS];
        for (group, room) in verdicts.as_chunks_mut().0.iter_mut().take(groups).enumerate() {
            left[group] = self.write_verdicts(group, room, options.repair) & !decided[group];
        }
        for &(line, error) in &self.errors[..errors] {
            verdicts[usize::from(line)] = Verdict::unparseable(error);
        }
        (groups * LANES, left)
    }

    /// Appends lanes of a group to the list, which has `listed` entries; returns its new length.
    #[inline]
    #[target_feature(enable = "avx512f,popcnt")]
    fn push(&mut self, listed: usize, group: usize, lanes: u16) -> usize {
        let all = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let all = _mm512_add_epi32(all, _mm512_set1_epi32((group * LANES) as i32));
        if let Some(room) = self.list[listed..].first_chunk_mut() {
            *room = store(_mm512_maskz_compress_epi32(lanes, all));
        }
        listed + lanes.count_ones() as usize
    }

    /// Reads the listed lines one by one. Lines without a number go to `errors` and are marked as decided;
    /// returns how many there are.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,bmi2,popcnt")]
    fn read_dirty(
        &mut self,
        listed: usize,
        text: &[u8],
        starts: &[usize],
        options: Options,
        decided: &mut [u16; GROUPS],
    ) -> usize {
        let has_default = options.default_region.and_then(Region::meta).is_some();
        let mut errors = 0;
        for &line in &self.list[..listed] {
            let line = line as usize;
            let bytes = &text[starts[line]..starts[line + 1] - 1];
            match dirty_simd::read_wide(bytes.strip_suffix(b"\r").unwrap_or(bytes), has_default) {
                Some(Ok(run)) => {
                    let (digits, len) = run.into_parts();
                    self.digits.as_flattened_mut()[line] = digits;
                    self.lengths.as_flattened_mut()[line] = len as u32;
                }
                // With `repair` the line may still turn out to hold a number.
                Some(Err(error)) if !options.repair => {
                    self.errors[errors] = (line as u8, error);
                    decided[line / LANES] |= 1 << (line % LANES);
                    errors += 1;
                }
                _ => {}
            }
        }
        errors
    }

    /// Reads the digits of the clean lines of a group, and how many there are; sets both to zero for the
    /// others. Returns a bit for each line that is not clean.
    ///
    /// Panics if a line starts less than a window before the end of the text.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
    fn read(&mut self, group: usize, text: &[u8], starts: &[usize; LANES + 1], tails: &Words) -> u16 {
        let last_window = text.len().checked_sub(WINDOW).expect("the text has room for a window");
        let mut inside = true;
        let mut lengths = [_mm256_setzero_si256(); 2];
        for (half, length) in lengths.iter_mut().enumerate() {
            let [start, next] = [0, 1].map(|first| {
                let eight = starts[half * 8 + first..].first_chunk::<8>();
                load(eight.expect("there are two halves and one more"))
            });
            inside &= _mm512_cmpgt_epu64_mask(start, _mm512_set1_epi64(last_window as i64)) == 0;
            *length = _mm512_cvtusepi64_epi32(_mm512_sub_epi64(next, start));
        }
        assert!(inside, "a line starts too close to the end of the text");
        // Neither the sign nor the line feed is a digit.
        let length = _mm512_sub_epi32(join(lengths), _mm512_add_epi32(load(tails), _mm512_set1_epi32(2)));
        let fit =
            _mm512_cmplt_epu32_mask(_mm512_sub_epi32(length, _mm512_set1_epi32(1)), _mm512_set1_epi32(15));
        let length = _mm512_maskz_mov_epi32(fit, length);
        let mut unclean = !fit;
        let mut quarters = [_mm256_setzero_si256(); 4];
        for (row, quarter) in quarters.iter_mut().enumerate() {
            // SAFETY: all starts are at most `last_window`, as asserted above.
            let window = |lane: usize| unsafe { simd::load_unchecked(text, starts[4 * row + lane]) };
            let bytes = _mm512_castsi128_si512(window(0));
            let bytes = _mm512_inserti32x4::<1>(bytes, window(1));
            let bytes = _mm512_inserti32x4::<2>(bytes, window(2));
            let bytes = _mm512_inserti32x4::<3>(bytes, window(3));
            // The lengths of these four lines, in every byte of their quarters.
            let four = match row {
                0 => _mm512_extracti32x4_epi32::<0>(length),
                1 => _mm512_extracti32x4_epi32::<1>(length),
                2 => _mm512_extracti32x4_epi32::<2>(length),
                _ => _mm512_extracti32x4_epi32::<3>(length),
            };
            let order = _mm512_setr_epi64(
                0,
                0,
                0x0404_0404_0404_0404,
                0x0404_0404_0404_0404,
                0x0808_0808_0808_0808,
                0x0808_0808_0808_0808,
                0x0c0c_0c0c_0c0c_0c0c,
                0x0c0c_0c0c_0c0c_0c0c,
            );
            let counts = _mm512_shuffle_epi8(_mm512_broadcast_i32x4(four), order);
            let positions =
                _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
            let within = _mm512_cmplt_epu8_mask(positions, counts);
            let values = _mm512_bsrli_epi128::<1>(_mm512_xor_si512(bytes, _mm512_set1_epi8(b'0' as i8)));
            let others = _mm512_mask_cmpgt_epu8_mask(within, values, _mm512_set1_epi8(9));
            let signs = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(b'+' as i8));
            unclean |= any_of_sixteen(others | (!signs & 0x0001_0001_0001_0001)) << (4 * row);
            let values = _mm512_maskz_mov_epi8(within, values);
            *quarter = _mm512_cvtepi16_epi8(_mm512_maddubs_epi16(values, _mm512_set1_epi16(0x1001)));
        }
        let clean = !unclean;
        let [first, second, third, fourth] = quarters;
        let (halves, _) = self.digits[group].as_chunks_mut();
        halves[0] = store(_mm512_maskz_mov_epi64(clean as u8, join([first, second])));
        halves[1] = store(_mm512_maskz_mov_epi64((clean >> 8) as u8, join([third, fourth])));
        self.lengths[group] = store(_mm512_maskz_mov_epi32(clean, length));
        unclean
    }

    /// Looks up the entries for the first four digits.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn start(&mut self, group: usize) {
        let mut four = [_mm256_setzero_si256(); 2];
        let mut rest = four;
        for half in 0..2 {
            let digits = load(&halves(&self.digits[group])[half]);
            let low = _mm512_set1_epi8(15);
            let first = _mm512_and_si512(digits, low);
            let second = _mm512_and_si512(_mm512_srli_epi64::<4>(digits), low);
            // 10 * first + second.
            let twice = _mm512_add_epi8(first, first);
            let eight_times = _mm512_slli_epi64::<2>(twice);
            let pairs = _mm512_add_epi8(_mm512_add_epi8(twice, eight_times), second);
            let fours = _mm512_maddubs_epi16(pairs, _mm512_set1_epi16(0x0164));
            four[half] = _mm512_cvtepi64_epi32(_mm512_and_si512(fours, _mm512_set1_epi64(0xffff)));
            rest[half] = _mm512_cvtepi64_epi32(_mm512_srli_epi64::<16>(pairs));
        }
        self.pairs[group] = store(join(rest));
        self.entries[group] = store(simd::gather_u16(tables::root_padded(), join(four)));
    }

    /// Walks the listed lines, which are few, to their profiles.
    #[inline]
    fn finish_walk(&mut self, listed: usize) {
        for &line in &self.list[..listed] {
            let line = line as usize;
            let mut pairs = nibbles::pairs(self.digits.as_flattened()[line]) >> 24;
            let mut entry = self.entries.as_flattened()[line] as u16;
            while entry >= FIRST_NODE {
                entry = step(entry, pairs & 0xff);
                pairs >>= 8;
            }
            self.entries.as_flattened_mut()[line] = u32::from(entry);
        }
    }

    /// Writes the verdicts of a group. Returns a bit for each line that has to be checked on its own.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn write_verdicts(&self, group: usize, verdicts: &mut [Verdict; LANES], repair: bool) -> u16 {
        let digits = &self.digits[group];
        let length = load(&self.lengths[group]);
        let of_length = _mm512_mullo_epi32(length, _mm512_set1_epi32(i32::from(FIRST_NODE)));
        let index = _mm512_add_epi32(of_length, load(&self.entries[group]));
        let classes = simd::gather_u32(&COMPACT_CLASSES, index);
        let slow = _mm512_test_epi32_mask(classes, _mm512_set1_epi32(CompactClass::SLOW as i32));
        let strips = _mm512_test_epi32_mask(classes, _mm512_set1_epi32(CompactClass::STRIPS as i32));
        let invalid = _mm512_testn_epi32_mask(classes, _mm512_set1_epi32(i32::from(Answer::VALID)));
        let left = if repair { slow | invalid } else { slow };
        // The two halves of a verdict's second word: answer and length, calling code and its length.
        let low = _mm512_or_si512(low_halves(classes), _mm512_slli_epi32::<16>(length));
        let high = _mm512_and_si512(_mm512_srli_epi32::<8>(classes), _mm512_set1_epi32(0x000f_ff00));
        let (words, _) = Verdict::as_words_mut(verdicts).as_chunks_mut::<8>();
        for half in 0..2 {
            let (low, high) = match half {
                0 => (_mm512_castsi512_si256(low), _mm512_castsi512_si256(high)),
                _ => (_mm512_extracti64x4_epi64::<1>(low), _mm512_extracti64x4_epi64::<1>(high)),
            };
            let high = _mm512_slli_epi64::<32>(_mm512_cvtepu32_epi64(high));
            let packed = _mm512_or_si512(_mm512_cvtepu32_epi64(low), high);
            let digits = load(&halves(digits)[half]);
            let first = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
            let second = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
            words[2 * half] = store(_mm512_permutex2var_epi64(digits, first, packed));
            words[2 * half + 1] = store(_mm512_permutex2var_epi64(digits, second, packed));
        }
        for lane in bits(strips & !left) {
            let length = self.lengths[group][lane] as usize;
            let class = class(self.entries[group][lane] as u16, length);
            verdicts[lane] = Verdict::of_class(class, digits[lane], length);
        }
        left
    }
}

/// A bit for each of four 16-bit parts that is not zero.
#[inline]
#[target_feature(enable = "bmi2")]
fn any_of_sixteen(mask: u64) -> u16 {
    const LOW: u64 = 0x7fff_7fff_7fff_7fff;
    // Any bit below the highest of a part carries into it.
    _pext_u64(((mask & LOW) + LOW) | mask, !LOW) as u16
}

/// The indices of the bits that are set.
#[inline]
pub fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let index = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (index < LANES).then_some(index)
    })
}

#[inline]
fn halves(words: &[u64; LANES]) -> &[[u64; 8]] {
    words.as_chunks().0
}

#[inline]
#[target_feature(enable = "avx512f")]
fn join([first, second]: [__m256i; 2]) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn low_bytes(words: __m512i) -> __m512i {
    _mm512_and_si512(words, _mm512_set1_epi32(0xff))
}

/// A bit for each entry that is a node.
#[inline]
#[target_feature(enable = "avx512f")]
fn nodes(entry: __m512i) -> u16 {
    _mm512_cmpge_epu32_mask(entry, _mm512_set1_epi32(i32::from(FIRST_NODE)))
}

/// Takes a step of two digits from each entry that is a node.
#[inline]
#[target_feature(enable = "avx512f")]
fn maybe_step(entry: __m512i, pair: __m512i) -> __m512i {
    let node = _mm512_sub_epi32(entry, _mm512_set1_epi32(i32::from(FIRST_NODE)));
    let index = _mm512_add_epi32(_mm512_mullo_epi32(node, _mm512_set1_epi32(100)), pair);
    simd::mask_gather_u16(entry, nodes(entry), tables::nodes_padded(), index)
}
