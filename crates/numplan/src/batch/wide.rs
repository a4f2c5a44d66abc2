//! The stages of a block with AVX-512, sixteen lines side by side.
//!
//! Lines of a `+` and one to fifteen digits are clean here; the others take the way of lines that are
//! not.
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the intrinsics take signed words")]
#![allow(clippy::cast_possible_truncation, reason = "words are taken apart")]
#![allow(clippy::wildcard_imports, reason = "some forty intrinsics")]

use std::arch::x86_64::*;

use super::block::BLOCK;
use crate::fast::step;
use crate::nibbles;
use crate::tables::{self, LENGTHS};
use crate::verdict::Verdict;
use crate::walk::{Class, FIRST_NODE};

/// Lines side by side.
const LANES: usize = 16;
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

/// What is known about the lines of a block, group by group.
pub struct Wide {
    /// Digits after the sign; none if the line is not clean.
    lengths: [Words; GROUPS],
    /// The third to sixth number of two digits.
    pairs: [Words; GROUPS],
    /// How far the walk came.
    entries: [Words; GROUPS],
}

impl Wide {
    pub const fn new() -> Self {
        Self { lengths: [[0; LANES]; GROUPS], pairs: [[0; LANES]; GROUPS], entries: [[0; LANES]; GROUPS] }
    }

    /// Checks the lines of a block whose starts are known, as many as come in whole groups and have
    /// room in the text; gives their number, and the places of those that have to be checked on their
    /// own, as bits. No line may end with a carriage return.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    pub fn check(
        &mut self,
        text: &[u8],
        starts: &[usize],
        verdicts: &mut [Verdict],
        repair: bool,
    ) -> (usize, [u16; GROUPS]) {
        let fits = |group: &usize| starts[group * LANES + LANES - 1] + WINDOW <= text.len();
        let groups = (0..verdicts.len().min(BLOCK) / LANES).take_while(fits).count();
        let mut digits = [[0; LANES]; GROUPS];
        for (group, digits) in digits[..groups].iter_mut().enumerate() {
            let starts = starts[group * LANES..].first_chunk().expect("there is a start after the last line");
            let length = clean_digits(text, starts, digits);
            save(&mut self.lengths[group], length);
            self.start(group, digits);
        }
        // While one group waits for its entries, the next ones are under way.
        for (entries, pairs) in self.entries[..groups].iter_mut().zip(&self.pairs) {
            let entry = maybe_step(load(entries), low_bytes(load(pairs)));
            save(entries, entry);
        }
        for (group, digits) in digits[..groups].iter().enumerate() {
            self.last_steps(group, digits);
        }
        let mut odd = [0; GROUPS];
        for (group, room) in verdicts.as_chunks_mut().0.iter_mut().take(groups).enumerate() {
            odd[group] = self.judge(group, &digits[group], room, repair);
        }
        (groups * LANES, odd)
    }

    /// Looks up where the first four digits lead.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn start(&mut self, group: usize, digits: &[u64; LANES]) {
        let halves: [__m512i; 2] = std::array::from_fn(|half| {
            let digits = load_eight(digits, half);
            let low = _mm512_set1_epi8(15);
            let first = _mm512_and_si512(digits, low);
            let second = _mm512_and_si512(_mm512_srli_epi64::<4>(digits), low);
            // Ten times the first, and the second.
            let twice = _mm512_add_epi8(first, first);
            let eight_times = _mm512_slli_epi64::<2>(twice);
            _mm512_add_epi8(_mm512_add_epi8(twice, eight_times), second)
        });
        let four = halves.map(|pairs| {
            let fours = _mm512_maddubs_epi16(pairs, _mm512_set1_epi16(0x0164));
            _mm512_cvtepi64_epi32(_mm512_and_si512(fours, _mm512_set1_epi64(0xffff)))
        });
        let rest = halves.map(|pairs| _mm512_cvtepi64_epi32(_mm512_srli_epi64::<16>(pairs)));
        // SAFETY: four digits make an index into the root table. A word is read where an entry of two
        // bytes lies: the section is not the last, so that the next two bytes are there.
        let root = unsafe { _mm512_i32gather_epi32::<2>(join(four), tables::root().as_ptr().cast()) };
        save(&mut self.pairs[group], join(rest));
        save(&mut self.entries[group], low_halves(root));
    }

    /// Walks on to the profiles.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn last_steps(&mut self, group: usize, digits: &[u64; LANES]) {
        let pairs = load(&self.pairs[group]);
        let entry = maybe_step(load(&self.entries[group]), low_bytes(_mm512_srli_epi32::<8>(pairs)));
        save(&mut self.entries[group], entry);
        for place in bits(nodes(entry)) {
            let mut pairs = nibbles::pairs(digits[place]) >> 32;
            let mut entry = self.entries[group][place] as u16;
            while entry >= FIRST_NODE {
                entry = step(entry, pairs & 0xff);
                pairs >>= 8;
            }
            self.entries[group][place] = u32::from(entry);
        }
    }

    /// Puts the verdicts together; gives the places of lines that have to be checked on their own.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
    fn judge(
        &self,
        group: usize,
        digits: &[u64; LANES],
        verdicts: &mut [Verdict; LANES],
        repair: bool,
    ) -> u16 {
        let length = load(&self.lengths[group]);
        let profile = _mm512_mullo_epi32(load(&self.entries[group]), _mm512_set1_epi32(LENGTHS as i32));
        let index = _mm512_add_epi32(profile, length);
        // SAFETY: the entry is a profile, and the length at most fifteen; the section is not the last.
        let class = unsafe { _mm512_i32gather_epi32::<2>(index, tables::profiles().as_ptr().cast()) };
        let class = low_halves(class);
        let (mut odd, mut stripped) = (0, 0);
        let classes = [_mm512_castsi512_si256(class), _mm512_extracti64x4_epi64::<1>(class)];
        let lengths = [_mm512_castsi512_si256(length), _mm512_extracti64x4_epi64::<1>(length)];
        let mut bits_of = [[0; LANES / 2]; 2];
        for half in 0..2 {
            // SAFETY: profiles hold indices of classes.
            let class =
                unsafe { _mm512_i32gather_epi64::<8>(classes[half], tables::classes().as_ptr().cast()) };
            let slow = _mm512_test_epi64_mask(class, _mm512_set1_epi64(Class::SLOW as i64));
            let invalid = _mm512_testn_epi64_mask(class, _mm512_set1_epi64(Class::VALID as i64));
            let again = if repair { slow | invalid } else { slow };
            odd |= u16::from(again) << (8 * half);
            let strips = _mm512_test_epi64_mask(class, _mm512_set1_epi64(Class::STRIP as i64));
            stripped |= u16::from(strips) << (8 * half);
            // Classes and verdicts have these fields in the same places.
            let length = _mm512_slli_epi64::<16>(_mm512_cvtepu32_epi64(lengths[half]));
            let length =
                _mm512_sub_epi64(length, _mm512_and_si512(class, _mm512_set1_epi64(Class::STRIP as i64)));
            let shared = _mm512_and_si512(class, _mm512_set1_epi64(Class::ANSWER_AND_CODE as i64));
            let packed = _mm512_or_si512(shared, length);
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
            // SAFETY: eight words either way.
            bits_of[half] = unsafe { std::mem::transmute::<__m512i, [u64; LANES / 2]>(class) };
        }
        for place in bits(stripped & !odd) {
            let class = Class::from_bits(bits_of[place / 8][place % 8]);
            let length = self.lengths[group][place] as usize;
            verdicts[place] = Verdict::of_class(class, digits[place], length);
        }
        odd
    }
}

/// The digits of clean lines, and how many they are; none for the others.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl")]
fn clean_digits(text: &[u8], starts: &[usize; LANES + 1], digits: &mut [u64; LANES]) -> __m512i {
    // The sign and the line feed are no digits.
    let lengths: [__m256i; 2] = std::array::from_fn(|half| {
        let words = starts[half * 8..half * 8 + 9].as_ptr().cast::<i64>();
        // SAFETY: nine words hold eight from the first and from the second on.
        let (start, next) = unsafe { (_mm512_loadu_epi64(words), _mm512_loadu_epi64(words.add(1))) };
        _mm512_cvtusepi64_epi32(_mm512_sub_epi64(next, start))
    });
    let length = _mm512_sub_epi32(join(lengths), _mm512_set1_epi32(2));
    let fit = _mm512_cmplt_epu32_mask(_mm512_sub_epi32(length, _mm512_set1_epi32(1)), _mm512_set1_epi32(15));
    let length = _mm512_maskz_mov_epi32(fit, length);
    let mut counts = [0; LANES];
    save(&mut counts, length);
    let mut unclean = 0;
    for row in 0..4 {
        let window = |lane: usize| {
            let window = text[starts[4 * row + lane]..].first_chunk::<WINDOW>().unwrap_or(&[0; WINDOW]);
            // SAFETY: reads sixteen bytes from a room of sixteen.
            unsafe { _mm_loadu_si128(window.as_ptr().cast()) }
        };
        let bytes = _mm512_castsi128_si512(window(0));
        let bytes = _mm512_inserti32x4::<1>(bytes, window(1));
        let bytes = _mm512_inserti32x4::<2>(bytes, window(2));
        let bytes = _mm512_inserti32x4::<3>(bytes, window(3));
        // The lengths of these four lines, in every byte of their quarters.
        // SAFETY: reads four words from a room of four.
        let four = unsafe { _mm_loadu_si128(counts[4 * row..4 * row + 4].as_ptr().cast()) };
        let four = _mm512_broadcast_i32x4(four);
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
        let counts = _mm512_shuffle_epi8(four, order);
        let places =
            _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
        let within = _mm512_cmplt_epu8_mask(places, counts);
        let values = _mm512_bsrli_epi128::<1>(_mm512_xor_si512(bytes, _mm512_set1_epi8(b'0' as i8)));
        let others = _mm512_mask_cmpgt_epu8_mask(within, values, _mm512_set1_epi8(9));
        let signs = _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(b'+' as i8));
        let wrong = others | (!signs & 0x0001_0001_0001_0001);
        if wrong != 0 {
            for lane in 0..4 {
                unclean |= u16::from(wrong >> (16 * lane) & 0xffff != 0) << (4 * row + lane);
            }
        }
        let values = _mm512_maskz_mov_epi8(within, values);
        let squeezed = _mm512_maddubs_epi16(values, _mm512_set1_epi16(0x1001));
        let room = digits[4 * row..4 * row + 4].as_mut_ptr().cast();
        // SAFETY: writes four words to a room of four.
        unsafe { _mm256_storeu_si256(room, _mm512_cvtepi16_epi8(squeezed)) };
    }
    for place in bits(unclean) {
        digits[place] = 0;
    }
    _mm512_maskz_mov_epi32(!unclean, length)
}

/// The places of the bits that are set.
#[inline]
fn bits(mut mask: u16) -> impl Iterator<Item = usize> {
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
