//! The stages of a block with AVX-512, sixteen lines side by side.
//!
//! Lines of a `+` and one to fifteen digits are clean here. Of the others, those that are dirty in
//! the usual ways are read one by one and then go the same way; what is left is checked on its own.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the intrinsics take signed words")]
#![allow(clippy::cast_possible_truncation, reason = "words are taken apart")]
#![allow(clippy::wildcard_imports, reason = "some forty intrinsics")]

use std::arch::x86_64::*;

use super::block::{BLOCK, CHUNK};
use crate::check::Options;
use crate::fast::{class, step};
use crate::kinds::ParseError;
use crate::marked;
use crate::nibbles;
use crate::region::Region;
use crate::tables;
use crate::verdict::Verdict;
use crate::walk::{Answer, BRIEFS, Brief, FIRST_NODE};

/// Lines side by side.
pub const LANES: usize = 16;
const GROUPS: usize = BLOCK / LANES;
/// The fewest bytes from the start of a group's last line on: so many are loaded at once.
const WINDOW: usize = 16;

/// Words of sixteen lines.
type Words = [u32; LANES];

/// Whether this processor can run [`Wide::check`].
#[inline]
pub fn is_available() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512dq")
        && is_x86_feature_detected!("avx512vl")
}

/// Which of the bytes are line feeds, and which are carriage returns.
#[inline]
#[target_feature(enable = "avx512f,avx512bw")]
pub fn line_ends(chunk: &[u8; CHUNK]) -> [u64; 2] {
    // SAFETY: reads 64 bytes from a room of 64.
    let bytes = unsafe { _mm512_loadu_epi8(chunk.as_ptr().cast()) };
    [b'\n', b'\r'].map(|byte| _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte as i8)))
}

/// What is known about the lines of a block, group by group.
pub struct Wide {
    /// Digits after the sign; none if they are not known.
    digits: [[u64; LANES]; GROUPS],
    lengths: [Words; GROUPS],
    /// The third to sixth number of two digits.
    pairs: [Words; GROUPS],
    /// How far the walk came.
    entries: [Words; GROUPS],
    /// Places of lines that a stage has to look at one by one. There is room to overshoot.
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

    /// Checks the lines of a block whose starts are known, as many as come in whole groups and have
    /// room in the text; gives their number, and the places of those that have to be checked on their
    /// own, as bits. `tails` says of each line whether it ends with a carriage return.
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
            let places = self.read(group, text, starts, tails);
            dirty = self.note(dirty, group, places);
        }
        let mut decided = [0; GROUPS];
        let wrong = self.read_dirty(dirty, text, starts, options, &mut decided);
        // While one group waits for its entries, the next ones are under way.
        for group in 0..groups {
            self.start(group);
        }
        let mut deep = 0;
        for group in 0..groups {
            let entry = maybe_step(load(&self.entries[group]), low_bytes(load(&self.pairs[group])));
            save(&mut self.entries[group], entry);
            deep = self.note(deep, group, nodes(entry));
        }
        self.walk_on(deep);
        let mut odd = [0; GROUPS];
        for (group, room) in verdicts.as_chunks_mut().0.iter_mut().take(groups).enumerate() {
            odd[group] = self.judge(group, room, options.repair) & !decided[group];
        }
        for &(place, error) in &self.errors[..wrong] {
            verdicts[usize::from(place)] = Verdict::unparseable(error);
        }
        (groups * LANES, odd)
    }

    /// Adds places of a group to the list, which has so many already; gives how many it has now.
    #[inline]
    #[target_feature(enable = "avx512f,popcnt")]
    fn note(&mut self, listed: usize, group: usize, places: u16) -> usize {
        let all = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
        let all = _mm512_add_epi32(all, _mm512_set1_epi32((group * LANES) as i32));
        if let Some(room) = self.list[listed..].first_chunk_mut() {
            save(room, _mm512_maskz_compress_epi32(places, all));
        }
        listed + places.count_ones() as usize
    }

    /// Reads the listed lines one by one. Those that hold no number become errors, and are marked as
    /// decided; gives how many they are.
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
        let mut wrong = 0;
        for &place in &self.list[..listed] {
            let place = place as usize;
            let line = &text[starts[place]..starts[place + 1] - 1];
            match marked::read_wide(line.strip_suffix(b"\r").unwrap_or(line), has_default) {
                Some(Ok(run)) => {
                    let (digits, len) = run.into_parts();
                    self.digits.as_flattened_mut()[place] = digits;
                    self.lengths.as_flattened_mut()[place] = len as u32;
                }
                // A repair may find a number yet.
                Some(Err(error)) if !options.repair => {
                    self.errors[wrong] = (place as u8, error);
                    decided[place / LANES] |= 1 << (place % LANES);
                    wrong += 1;
                }
                _ => {}
            }
        }
        wrong
    }

    /// Reads the digits of clean lines, and how many they are; none of the others, whose places it
    /// gives. The last start but one must have room for a window in the text, and no start may be
    /// before the one that comes before it.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,bmi2,popcnt")]
    fn read(&mut self, group: usize, text: &[u8], starts: &[usize; LANES + 1], tails: &Words) -> u16 {
        // The sign and the line feed are no digits.
        let mut lengths = [_mm256_setzero_si256(); 2];
        for (half, length) in lengths.iter_mut().enumerate() {
            let words = starts[half * 8..half * 8 + 9].as_ptr().cast::<i64>();
            // SAFETY: nine words hold eight from the first and from the second on.
            let (start, next) = unsafe { (_mm512_loadu_epi64(words), _mm512_loadu_epi64(words.add(1))) };
            *length = _mm512_cvtusepi64_epi32(_mm512_sub_epi64(next, start));
        }
        let length = _mm512_sub_epi32(join(lengths), _mm512_add_epi32(load(tails), _mm512_set1_epi32(2)));
        let fit =
            _mm512_cmplt_epu32_mask(_mm512_sub_epi32(length, _mm512_set1_epi32(1)), _mm512_set1_epi32(15));
        let length = _mm512_maskz_mov_epi32(fit, length);
        let mut unclean = !fit;
        let mut quarters = [_mm256_setzero_si256(); 4];
        for (row, quarter) in quarters.iter_mut().enumerate() {
            let window = |lane: usize| {
                // SAFETY: from the last start on there are sixteen bytes, and so there are from those before it.
                unsafe { _mm_loadu_si128(text.as_ptr().add(starts[4 * row + lane]).cast()) }
            };
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
            let places =
                _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
            let within = _mm512_cmplt_epu8_mask(places, counts);
            let values = _mm512_bsrli_epi128::<1>(_mm512_xor_si512(bytes, _mm512_set1_epi8(b'0' as i8)));
            let others = _mm512_mask_cmpgt_epu8_mask(within, values, _mm512_set1_epi8(9));
            let signs = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(b'+' as i8));
            unclean |= any_of_sixteen(others | (!signs & 0x0001_0001_0001_0001)) << (4 * row);
            let values = _mm512_maskz_mov_epi8(within, values);
            *quarter = _mm512_cvtepi16_epi8(_mm512_maddubs_epi16(values, _mm512_set1_epi16(0x1001)));
        }
        let clean = !unclean;
        let [first, second, third, fourth] = quarters;
        let halves = [
            _mm512_maskz_mov_epi64(clean as u8, join([first, second])),
            _mm512_maskz_mov_epi64((clean >> 8) as u8, join([third, fourth])),
        ];
        // SAFETY: sixteen words either way.
        self.digits[group] = unsafe { std::mem::transmute::<[__m512i; 2], [u64; LANES]>(halves) };
        save(&mut self.lengths[group], _mm512_maskz_mov_epi32(clean, length));
        unclean
    }

    /// Looks up where the first four digits lead.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn start(&mut self, group: usize) {
        let mut four = [_mm256_setzero_si256(); 2];
        let mut rest = four;
        for half in 0..2 {
            let digits = load_eight(&self.digits[group], half);
            let low = _mm512_set1_epi8(15);
            let first = _mm512_and_si512(digits, low);
            let second = _mm512_and_si512(_mm512_srli_epi64::<4>(digits), low);
            // Ten times the first, and the second.
            let twice = _mm512_add_epi8(first, first);
            let eight_times = _mm512_slli_epi64::<2>(twice);
            let pairs = _mm512_add_epi8(_mm512_add_epi8(twice, eight_times), second);
            let fours = _mm512_maddubs_epi16(pairs, _mm512_set1_epi16(0x0164));
            four[half] = _mm512_cvtepi64_epi32(_mm512_and_si512(fours, _mm512_set1_epi64(0xffff)));
            rest[half] = _mm512_cvtepi64_epi32(_mm512_srli_epi64::<16>(pairs));
        }
        // SAFETY: four digits make an index into the root table. A word is read where an entry of two
        // bytes lies: the section is not the last, so that the next two bytes are there.
        let root = unsafe { _mm512_i32gather_epi32::<2>(join(four), tables::root().as_ptr().cast()) };
        save(&mut self.pairs[group], join(rest));
        save(&mut self.entries[group], low_halves(root));
    }

    /// Walks the listed lines, which are few, on to their profiles.
    #[inline]
    fn walk_on(&mut self, listed: usize) {
        for &place in &self.list[..listed] {
            let place = place as usize;
            let mut pairs = nibbles::pairs(self.digits.as_flattened()[place]) >> 24;
            let mut entry = self.entries.as_flattened()[place] as u16;
            while entry >= FIRST_NODE {
                entry = step(entry, pairs & 0xff);
                pairs >>= 8;
            }
            self.entries.as_flattened_mut()[place] = u32::from(entry);
        }
    }

    /// Puts the verdicts together; gives the places of lines that have to be checked on their own.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn judge(&self, group: usize, verdicts: &mut [Verdict; LANES], repair: bool) -> u16 {
        let digits = &self.digits[group];
        let length = load(&self.lengths[group]);
        let of_length = _mm512_mullo_epi32(length, _mm512_set1_epi32(i32::from(FIRST_NODE)));
        let index = _mm512_add_epi32(of_length, load(&self.entries[group]));
        // SAFETY: the entry is a profile, and the length at most sixteen.
        let brief = unsafe { _mm512_i32gather_epi32::<4>(index, BRIEFS.as_ptr().cast()) };
        let slow = _mm512_test_epi32_mask(brief, _mm512_set1_epi32(Brief::SLOW as i32));
        let drops = _mm512_test_epi32_mask(brief, _mm512_set1_epi32(Brief::DROPS as i32));
        let invalid = _mm512_testn_epi32_mask(brief, _mm512_set1_epi32(i32::from(Answer::VALID)));
        let odd = if repair { slow | invalid } else { slow };
        // The two halves of a verdict's second word: answer and length, calling code and its length.
        let low = _mm512_or_si512(low_halves(brief), _mm512_slli_epi32::<16>(length));
        let high = _mm512_and_si512(_mm512_srli_epi32::<8>(brief), _mm512_set1_epi32(0x000f_ff00));
        for half in 0..2 {
            let (low, high) = match half {
                0 => (_mm512_castsi512_si256(low), _mm512_castsi512_si256(high)),
                _ => (_mm512_extracti64x4_epi64::<1>(low), _mm512_extracti64x4_epi64::<1>(high)),
            };
            let high = _mm512_slli_epi64::<32>(_mm512_cvtepu32_epi64(high));
            let packed = _mm512_or_si512(_mm512_cvtepu32_epi64(low), high);
            let digits = load_eight(digits, half);
            let first = _mm512_setr_epi64(0, 8, 1, 9, 2, 10, 3, 11);
            let second = _mm512_setr_epi64(4, 12, 5, 13, 6, 14, 7, 15);
            let room = verdicts[half * 8..half * 8 + 8].as_mut_ptr().cast::<i64>();
            // SAFETY: writes two vectors to a room of eight verdicts, which are two words each, and of
            // which any bits make one.
            unsafe {
                _mm512_storeu_epi64(room, _mm512_permutex2var_epi64(digits, first, packed));
                _mm512_storeu_epi64(room.add(8), _mm512_permutex2var_epi64(digits, second, packed));
            }
        }
        for place in bits(drops & !odd) {
            let length = self.lengths[group][place] as usize;
            let class = class(self.entries[group][place] as u16, length);
            verdicts[place] = Verdict::of_class(class, digits[place], length);
        }
        odd
    }
}

/// Which of four parts of sixteen bits have a bit that is set.
#[inline]
#[target_feature(enable = "bmi2")]
fn any_of_sixteen(mask: u64) -> u16 {
    const LOW: u64 = 0x7fff_7fff_7fff_7fff;
    // Any bit below the highest of a part carries into it.
    _pext_u64(((mask & LOW) + LOW) | mask, !LOW) as u16
}

/// The places of the bits that are set.
#[inline]
pub fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let place = mask.trailing_zeros() as usize;
        mask &= mask.wrapping_sub(1);
        (place < LANES).then_some(place)
    })
}

#[inline]
fn load(words: &Words) -> __m512i {
    // SAFETY: any sixteen words make a vector.
    unsafe { std::mem::transmute(*words) }
}

#[inline]
fn save(words: &mut Words, vector: __m512i) {
    // SAFETY: a vector is sixteen words.
    *words = unsafe { std::mem::transmute::<__m512i, Words>(vector) };
}

/// The first or the second half of sixteen words.
#[inline]
fn load_eight(words: &[u64; LANES], half: usize) -> __m512i {
    // SAFETY: any sixteen words make two vectors.
    unsafe { std::mem::transmute::<[u64; LANES], [__m512i; 2]>(*words)[half] }
}

#[inline]
#[target_feature(enable = "avx512f")]
fn join([first, second]: [__m256i; 2]) -> __m512i {
    _mm512_inserti64x4::<1>(_mm512_castsi256_si512(first), second)
}

#[inline]
#[target_feature(enable = "avx512f")]
fn low_halves(words: __m512i) -> __m512i {
    _mm512_and_si512(words, _mm512_set1_epi32(0xffff))
}

#[inline]
#[target_feature(enable = "avx512f")]
fn low_bytes(words: __m512i) -> __m512i {
    _mm512_and_si512(words, _mm512_set1_epi32(0xff))
}

/// Which entries are nodes.
#[inline]
#[target_feature(enable = "avx512f")]
fn nodes(entry: __m512i) -> u16 {
    _mm512_cmpge_epu32_mask(entry, _mm512_set1_epi32(i32::from(FIRST_NODE)))
}

/// One step by two digits from each entry that is a node.
#[inline]
#[target_feature(enable = "avx512f")]
fn maybe_step(entry: __m512i, pair: __m512i) -> __m512i {
    let node = _mm512_sub_epi32(entry, _mm512_set1_epi32(i32::from(FIRST_NODE)));
    let index = _mm512_add_epi32(_mm512_mullo_epi32(node, _mm512_set1_epi32(100)), pair);
    // SAFETY: only entries that are nodes are looked up, by two digits; the section is not the last.
    let next = unsafe {
        _mm512_mask_i32gather_epi32::<2>(entry, nodes(entry), index, tables::nodes().as_ptr().cast())
    };
    low_halves(next)
}
