//! Sixteen lines at a time with AVX-512. Clean lines run through the automaton side by side,
//! without branches; the others are marked and checked one by one.
//!
//! A line's digits are loaded twice with a byte mask: from the left to walk the automaton, and,
//! once the class tells how many digits the national number has, from the right for its value.
//!
//! Table look-ups have a long way to memory, so a block of lines goes through the stages together:
//! while one group of sixteen waits for its entries, the next ones are under way.
#![allow(clippy::cast_possible_truncation, reason = "words are taken apart")]
#![allow(clippy::cast_possible_wrap, clippy::cast_sign_loss, reason = "the intrinsics take signed words")]
#![allow(clippy::wildcard_imports, reason = "some forty intrinsics")]

use std::arch::x86_64::*;

use super::Done;
use crate::check::{Options, check_with};
use crate::tables::{self, LENGTHS};
use crate::verdict::Verdict;
use crate::walk::FIRST_NODE;

/// Lines side by side.
const LANES: usize = 16;
/// Lines that go through the stages together.
const BLOCK: usize = 256;
const GROUPS: usize = BLOCK / LANES;

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
    let mut block = Block::default();
    while done.bytes < text.len() && done.lines < verdicts.len() {
        starts[0] = done.bytes as u32;
        let count = line_starts(text, &mut starts).min(verdicts.len() - done.lines);
        let verdicts = &mut verdicts[done.lines..done.lines + count];
        let groups = count / LANES;
        block.read(text, &starts, groups);
        block.walk(groups);
        block.classify(groups, options.repair);
        block.write(text, &starts, verdicts);
        let odd = block.odd[..groups].iter().enumerate();
        let odd = odd.flat_map(|(group, &odd)| bits(odd).map(move |place| group * LANES + place));
        for place in odd.chain(groups * LANES..count) {
            let (start, end) = (starts[place] as usize, starts[place + 1] as usize - 1);
            let line = &text[start..end];
            let line = line.strip_suffix(b"\r").unwrap_or(line);
            verdicts[place] = check_with(line, options);
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

/// Words of sixteen lines.
type Words = [u32; LANES];

/// What is known about the lines of a block, group by group.
#[derive(Default)]
struct Block {
    /// Lines that have to be checked by the usual way.
    odd: [u32; GROUPS],
    /// Digits after the sign.
    lengths: [Words; GROUPS],
    /// Numbers of two digits, two to a word: the first to fourth, fifth to eighth … digit.
    pairs: [[Words; 4]; GROUPS],
    /// Profiles.
    entries: [Words; GROUPS],
    /// Bits of the classes.
    classes: [[u64; LANES]; GROUPS],
    /// Digits of the national numbers.
    national: [Words; GROUPS],
}

fn load(words: &Words) -> __m512i {
    // SAFETY: any sixteen words make a vector.
    unsafe { std::mem::transmute(*words) }
}

fn save(words: &mut Words, vector: __m512i) {
    // SAFETY: a vector is sixteen words.
    *words = unsafe { std::mem::transmute::<__m512i, Words>(vector) };
}

impl Block {
    /// Reads the digits of the lines.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
    fn read(&mut self, text: &[u8], starts: &Starts, groups: usize) {
        let ten_and_one = _mm512_set1_epi16(0x010a);
        for group in 0..groups {
            let Some(lines) = Lines::new(text, &starts[group * LANES..]) else {
                self.odd[group] = ALL_ODD;
                self.lengths[group] = [0; _];
                self.pairs[group] = [[0; _]; _];
                continue;
            };
            let (length, odd) = lines.digit_counts();
            save(&mut self.lengths[group], length);
            let windows = lines.windows(_mm512_set1_epi32(1));
            let (rows, unclean) = lines.first_digits(&windows, length);
            self.odd[group] = odd | unclean;
            // Numbers of two digits; then the same words of all lines together.
            let [a, b, c, d] = rows.map(|row| _mm512_maddubs_epi16(row, ten_and_one));
            let (ab, cd) = (_mm512_unpacklo_epi32(a, b), _mm512_unpacklo_epi32(c, d));
            let (ef, gh) = (_mm512_unpackhi_epi32(a, b), _mm512_unpackhi_epi32(c, d));
            let [first, second, third, fourth] = &mut self.pairs[group];
            save(first, _mm512_unpacklo_epi64(ab, cd));
            save(second, _mm512_unpackhi_epi64(ab, cd));
            save(third, _mm512_unpacklo_epi64(ef, gh));
            save(fourth, _mm512_unpackhi_epi64(ef, gh));
        }
    }

    /// Walks the lines through the automaton to their profiles.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
    fn walk(&mut self, groups: usize) {
        for group in 0..groups {
            let [first, second, third, fourth] = &self.pairs[group];
            let four = _mm512_madd_epi16(load(first), _mm512_set1_epi32(0x0001_0064));
            // SAFETY: four digits make an index into the root table. A word is read where an entry of
            // two bytes lies: the section is not the last, so that the next two bytes are there.
            let root = unsafe { _mm512_i32gather_epi32::<2>(four, tables::root().as_ptr().cast()) };
            let second = load(second);
            let mut entry = step(low(root), low(second));
            entry = step(entry, _mm512_srli_epi32::<16>(second));
            if nodes(entry) != 0 {
                for pairs in [third, fourth].map(load) {
                    entry = step(entry, low(pairs));
                    entry = step(entry, _mm512_srli_epi32::<16>(pairs));
                }
                // A clean line has no more digits; what is not clean goes on with zeros to some end.
                while nodes(entry) != 0 {
                    entry = step(entry, _mm512_setzero_si512());
                }
            }
            save(&mut self.entries[group], entry);
        }
    }

    /// Looks up the classes, which tell how long the national numbers are.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
    fn classify(&mut self, groups: usize, repair: bool) {
        let field = |class, shift, mask| {
            let shifted = _mm512_srlv_epi64(class, _mm512_set1_epi64(shift));
            _mm512_and_si512(shifted, _mm512_set1_epi64(mask))
        };
        for group in 0..groups {
            let length = load(&self.lengths[group]);
            let profile = _mm512_mullo_epi32(load(&self.entries[group]), _mm512_set1_epi32(LENGTHS as i32));
            let index = _mm512_add_epi32(profile, length);
            // SAFETY: the entry is a profile, and the length at most sixteen; the section is not the last.
            let class =
                low(unsafe { _mm512_i32gather_epi32::<2>(index, tables::profiles().as_ptr().cast()) });
            let halves = [_mm512_castsi512_si256(class), _mm512_extracti64x4_epi64::<1>(class)];
            // SAFETY: profiles hold indices of classes.
            let halves = halves
                .map(|half| unsafe { _mm512_i32gather_epi64::<8>(half, tables::classes().as_ptr().cast()) });
            let dropped = halves.map(|class| {
                let digits = _mm512_add_epi64(field(class, 16, 31), field(class, 50, 3));
                _mm512_cvtepi64_epi32(digits)
            });
            let dropped = _mm512_inserti64x4::<1>(_mm512_castsi256_si512(dropped[0]), dropped[1]);
            let dropped = _mm512_min_epu32(dropped, length);
            save(&mut self.national[group], _mm512_sub_epi32(length, dropped));
            for (half, class) in halves.into_iter().enumerate() {
                let slow = _mm512_test_epi64_mask(class, _mm512_set1_epi64(1 << 21));
                let invalid = _mm512_testn_epi64_mask(class, _mm512_set1_epi64(1 << 15));
                let odd = if repair { slow | invalid } else { slow };
                self.odd[group] |= u32::from(odd) << (half * 8);
                let room = &mut self.classes[group][half * 8..half * 8 + 8];
                // SAFETY: writes eight words to a room of eight.
                unsafe { _mm512_storeu_epi64(room.as_mut_ptr().cast(), class) };
            }
        }
    }

    /// Reads the national numbers and puts the verdicts together.
    #[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx512vbmi2,bmi2,popcnt")]
    fn write(&self, text: &[u8], starts: &Starts, verdicts: &mut [Verdict]) {
        for (group, verdicts) in verdicts.as_chunks_mut().0.iter_mut().enumerate() {
            let Some(lines) = Lines::new(text, &starts[group * LANES..]) else { continue };
            let national = &self.national[group];
            // The digits end sixteen bytes after this.
            let back = _mm512_sub_epi32(load(&self.lengths[group]), _mm512_set1_epi32(15));
            let rows = lines.last_digits(&lines.windows(back), load(national));
            store(verdicts, values(&rows), &self.classes[group], national);
        }
    }
}

/// Every line of a group is odd.
const ALL_ODD: u32 = 0xffff;

/// The places of sixteen bytes.
#[inline]
#[target_feature(enable = "avx512f")]
fn places() -> __m512i {
    _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
}

/// Sixteen lines of a text, all of which have at least sixteen bytes of text before them and
/// seventeen from their start on.
#[derive(Clone, Copy)]
struct Lines<'a> {
    text: &'a [u8],
    starts: &'a [u32; LANES + 1],
}

impl<'a> Lines<'a> {
    fn new(text: &'a [u8], starts: &'a [u32]) -> Option<Self> {
        let starts: &[u32; LANES + 1] = starts.first_chunk()?;
        let (first, last, end) = (starts[0] as usize, starts[LANES - 1] as usize, starts[LANES] as usize);
        (first >= 16 && last + 17 <= text.len() && end + 3 <= text.len()).then_some(Self { text, starts })
    }

    /// Where the lines begin, and where they end.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn bounds(self) -> (__m512i, __m512i) {
        // SAFETY: seventeen words hold sixteen from the first and from the second on.
        let (start, next) = unsafe {
            let words = self.starts.as_ptr().cast();
            (_mm512_loadu_epi32(words), _mm512_loadu_epi32(words.add(1)))
        };
        (start, _mm512_sub_epi32(next, _mm512_set1_epi32(1)))
    }

    /// How many bytes follow the sign of each line, if it has one and they are one to sixteen; and
    /// the places of the other lines, which count as having none.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn digit_counts(self) -> (__m512i, u32) {
        let (start, end) = self.bounds();
        let one = _mm512_set1_epi32(1);
        let byte = |words| _mm512_and_si512(words, _mm512_set1_epi32(0xff));
        let text = self.text.as_ptr().cast();
        // SAFETY: words of four bytes are read from the start of each line, which has seventeen, and
        // from the byte before its end: the next line starts at least three bytes before the text's
        // end, and the first line is not at the text's start.
        let (first, last) = unsafe {
            (
                byte(_mm512_i32gather_epi32::<1>(start, text)),
                byte(_mm512_i32gather_epi32::<1>(_mm512_sub_epi32(end, one), text)),
            )
        };
        let returns = _mm512_cmpeq_epi32_mask(last, _mm512_set1_epi32(i32::from(b'\r')));
        let digits = _mm512_sub_epi32(_mm512_sub_epi32(end, start), one);
        let digits = _mm512_mask_sub_epi32(digits, returns, digits, one);
        let signed = _mm512_cmpeq_epi32_mask(first, _mm512_set1_epi32(i32::from(b'+')));
        let fit = _mm512_cmplt_epu32_mask(_mm512_sub_epi32(digits, one), _mm512_set1_epi32(16));
        let clean = signed & fit;
        (_mm512_maskz_mov_epi32(clean, digits), u32::from(!clean))
    }

    /// Where to look for the digits of each line: so many bytes after its start.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn windows(self, after: __m512i) -> Words {
        let mut windows = [0; LANES];
        save(&mut windows, _mm512_add_epi32(self.bounds().0, after));
        windows
    }

    /// Sixteen bytes of each line, in four rows: row `r` holds the lines `r`, 4 + `r`, 8 + `r` and
    /// 12 + `r`.
    #[inline]
    #[target_feature(enable = "avx512f")]
    fn rows(self, windows: &Words) -> [__m512i; 4] {
        std::array::from_fn(|row| {
            let line = |lane: usize| {
                let from = self.text.as_ptr().wrapping_add(windows[4 * lane + row] as usize);
                // SAFETY: the windows begin between fifteen bytes before a line's start and one byte
                // after it, and such lines have sixteen bytes of text before and seventeen from there.
                unsafe { _mm_loadu_si128(from.cast()) }
            };
            let bytes = _mm512_castsi128_si512(line(0));
            let bytes = _mm512_inserti32x4::<1>(bytes, line(1));
            let bytes = _mm512_inserti32x4::<2>(bytes, line(2));
            _mm512_inserti32x4::<3>(bytes, line(3))
        })
    }

    /// The values of the first digits of each line, zeros behind them, and the places of lines in
    /// which something else stands; there too are zeros then.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn first_digits(self, windows: &Words, count: __m512i) -> ([__m512i; 4], u32) {
        let mut rows = self.rows(windows);
        let mut unclean = 0;
        for (row, bytes) in (0..).zip(&mut rows) {
            let counts = _mm512_shuffle_epi8(count, _mm512_set1_epi8(4 * row));
            let mask = _mm512_cmplt_epu8_mask(places(), counts);
            let digits = _mm512_sub_epi8(*bytes, _mm512_set1_epi8(b'0' as i8));
            let others = _mm512_mask_cmpgt_epu8_mask(mask, digits, _mm512_set1_epi8(9));
            *bytes = _mm512_maskz_mov_epi8(mask & !others, digits);
            if others != 0 {
                for lane in 0..4 {
                    unclean |= u32::from(others >> (16 * lane) & 0xffff != 0) << (4 * lane + row as u32);
                }
            }
        }
        (rows, unclean)
    }

    /// The values of the last digits of each line, at the right end, zeros before them.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw")]
    fn last_digits(self, windows: &Words, count: __m512i) -> [__m512i; 4] {
        let mut rows = self.rows(windows);
        for (row, bytes) in (0..).zip(&mut rows) {
            let counts = _mm512_shuffle_epi8(count, _mm512_set1_epi8(4 * row));
            let mask = _mm512_cmpgt_epu8_mask(_mm512_add_epi8(places(), counts), _mm512_set1_epi8(15));
            *bytes = _mm512_maskz_sub_epi8(mask, *bytes, _mm512_set1_epi8(b'0' as i8));
        }
        rows
    }
}

/// The low halves of sixteen words.
#[inline]
#[target_feature(enable = "avx512f")]
fn low(words: __m512i) -> __m512i {
    _mm512_and_si512(words, _mm512_set1_epi32(0xffff))
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
    let next =
        unsafe { _mm512_mask_i32gather_epi32::<2>(entry, nodes, index, tables::nodes().as_ptr().cast()) };
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
fn store(verdicts: &mut [Verdict; LANES], values: [__m512i; 2], classes: &[u64; LANES], national: &Words) {
    let length = load(national);
    let lengths = [_mm512_castsi512_si256(length), _mm512_extracti64x4_epi64::<1>(length)];
    let mut packed = [_mm512_setzero_si512(); 2];
    for (half, packed) in packed.iter_mut().enumerate() {
        let room = &classes[half * 8..half * 8 + 8];
        // SAFETY: reads eight words from a room of eight.
        let class = unsafe { _mm512_loadu_epi64(room.as_ptr().cast()) };
        *packed = Verdict::pack_classes(class, _mm512_cvtepu32_epi64(lengths[half]));
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
