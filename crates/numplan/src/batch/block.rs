//! Checks a block of lines in stages: find the line starts, read the digits, walk the automaton, write the
//! verdicts.
//!
//! Table lookups often miss the cache, and a mispredicted branch discards the lookups that are under way. So
//! each stage is a short loop without data-dependent branches, and prefetches what the next stage will read.
//! A line that is not clean passes through the stages without digits, ends in a slow class, and is checked
//! on its own at the end.
#![allow(
    clippy::inline_always,
    reason = "the stages are compiled twice: for any x86-64 processor, and with AVX2 and BMI"
)]
#![allow(clippy::needless_bitwise_bool, reason = "an unpredictable branch costs more")]

use std::hint::select_unpredictable;
use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use super::wide::{self, Wide};
use crate::automaton::FIRST_NODE;
use crate::check::{Options, check_with};
use crate::clean::{class, maybe_step, prefetch, root, step};
use crate::nibbles;
#[cfg(target_arch = "x86_64")]
use crate::simd;
use crate::verdict::Verdict;

/// Lines that go through the stages together.
pub const BLOCK: usize = 128;
/// Bytes that are searched for line ends together.
pub const CHUNK: usize = 64;
/// How far ahead of the search the text is prefetched: about two blocks, and always into the next page,
/// which hardware prefetchers do not enter.
const AHEAD: usize = 4096;
/// Line starts that are stored at a time, whether there are as many or not.
const STORED: usize = 8;

/// The state of the lines of a block.
pub struct Block {
    /// Where the lines start, and where the line after the last one would start. A chunk may have more line
    /// feeds than the block has room for, and stores are made in groups, so there is room for both.
    starts: [usize; 1 + BLOCK + CHUNK + STORED],
    /// Digits after the `+`; zeros if the line is not clean.
    digits: [u64; BLOCK],
    lengths: [u8; BLOCK],
    /// Where the automaton is.
    entries: [u16; BLOCK],
    /// Lines that a stage handles one by one.
    list: [u8; BLOCK],
    #[cfg(target_arch = "x86_64")]
    wide: Wide,
}

impl Block {
    pub const fn new() -> Self {
        Self {
            starts: [0; _],
            digits: [0; _],
            lengths: [0; _],
            entries: [0; _],
            list: [0; _],
            #[cfg(target_arch = "x86_64")]
            wide: Wide::new(),
        }
    }

    /// Checks the lines of the text starting at `from`, until the block is full, the text ends or there is
    /// no more room for verdicts. Returns the number of lines.
    pub fn check(&mut self, text: &[u8], from: usize, options: Options, verdicts: &mut [Verdict]) -> usize {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            if wide::is_available() {
                // SAFETY: the processor has these features.
                return unsafe { self.check_avx512(text, from, options, verdicts) };
            }
            // SAFETY: the processor has these features.
            return unsafe { self.check_avx2(text, from, options, verdicts) };
        }
        self.check_portable(text, from, options, verdicts)
    }

    /// The portable code, compiled for newer processors.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn check_avx2(&mut self, text: &[u8], from: usize, options: Options, verdicts: &mut [Verdict]) -> usize {
        self.check_portable(text, from, options, verdicts)
    }

    #[inline(always)]
    pub fn check_portable(
        &mut self,
        text: &[u8],
        from: usize,
        options: Options,
        verdicts: &mut [Verdict],
    ) -> usize {
        let count = self.split(text, from, line_feeds).min(verdicts.len());
        self.check_from(0, text, options, &mut verdicts[..count]);
        count
    }

    /// Checks the lines of the block, starting at line `first`.
    #[inline(always)]
    fn check_from(&mut self, first: usize, text: &[u8], options: Options, verdicts: &mut [Verdict]) {
        let lines = first..verdicts.len();
        self.read(text, lines.clone());
        self.walk(lines.clone());
        let left = self.write_verdicts(lines, verdicts, options.repair);
        for &line in &self.list[..left] {
            let line = usize::from(line);
            verdicts[line] = check_with(self.line(text, line), options);
        }
    }

    /// Checks groups of 16 lines side by side, and the last lines with the portable code.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]
    fn check_avx512(
        &mut self,
        text: &[u8],
        from: usize,
        options: Options,
        verdicts: &mut [Verdict],
    ) -> usize {
        let mut returns = 0;
        let found = self.split(text, from, |chunk| {
            let [line_feeds, here] = wide::line_ends(chunk);
            returns |= here;
            line_feeds
        });
        let count = found.min(verdicts.len());
        let verdicts = &mut verdicts[..count];
        // A carriage return at the end of a line is one more byte that is no digit.
        let mut tails = [0; BLOCK];
        if returns != 0 {
            for (tail, &next) in tails.iter_mut().zip(&self.starts[1..=count]) {
                *tail = u32::from(next > 1 && text[next - 2] == b'\r');
            }
        }
        let (done, left) = self.wide.check(text, &self.starts, &tails, verdicts, options);
        for (group, &left) in left.iter().enumerate() {
            for lane in wide::bits(left) {
                let line = wide::LANES * group + lane;
                verdicts[line] = check_with(self.line(text, line), options);
            }
        }
        if done < count {
            self.check_from(done, text, options, verdicts);
        }
        count
    }

    /// A line of the last check.
    #[inline]
    pub fn line<'a>(&self, text: &'a [u8], index: usize) -> &'a [u8] {
        let line = &text[self.starts[index]..self.starts[index + 1] - 1];
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// Where the line after the first `count` lines of the last check starts.
    #[inline]
    pub fn end(&self, text: &[u8], count: usize) -> usize {
        self.starts[count].min(text.len())
    }

    /// Finds the line starts from `at` on. Returns the number of lines, at most [`BLOCK`].
    /// `line_feeds` returns the bit mask of the line feeds of a chunk.
    #[inline(always)]
    fn split(
        &mut self,
        text: &[u8],
        mut at: usize,
        mut line_feeds: impl FnMut(&[u8; CHUNK]) -> u64,
    ) -> usize {
        self.starts[0] = at;
        let mut count = 0;
        while count < BLOCK && at < text.len() {
            prefetch_text(text, at + AHEAD);
            let mut found = if let Some(chunk) = text[at..].first_chunk() {
                line_feeds(chunk)
            } else {
                let mut chunk = [0; CHUNK];
                chunk[..text.len() - at].copy_from_slice(&text[at..]);
                line_feeds(&chunk)
            };
            let lines = found.count_ones() as usize;
            let mut stored = 0;
            while stored < lines {
                for room in &mut self.starts[1 + count + stored..][..STORED] {
                    // A volatile write keeps the compiler from vectorising the loop, which takes twice as
                    // long: vectors cannot count zeros.
                    // SAFETY: `room` is a valid reference.
                    unsafe { std::ptr::write_volatile(room, at + found.trailing_zeros() as usize + 1) };
                    found &= found.wrapping_sub(1);
                }
                stored += STORED;
            }
            count += lines;
            at += CHUNK;
        }
        // Bytes after the last line feed are a line, too.
        if count < BLOCK && self.starts[count] < text.len() {
            count += 1;
            self.starts[count] = text.len() + 1;
        }
        count.min(BLOCK)
    }

    /// Reads the digits of lines that are a `+` and 1 to 16 digits, and takes the first step of the walk.
    #[inline(always)]
    fn read(&mut self, text: &[u8], lines: Range<usize>) {
        for line in lines {
            let (start, end) = (self.starts[line], self.starts[line + 1] - 1);
            // Near the end of the text there may be less than 17 bytes: not clean.
            let (digits, len) = match text[start..].first_chunk::<17>() {
                Some([sign, window @ ..]) => {
                    let returns = text[end.max(1) - 1] == b'\r';
                    let len = end.wrapping_sub(start + 1).wrapping_sub(usize::from(returns));
                    let (digits, clean) = nibbles::of_text(window, len.min(16));
                    let clean = clean & (*sign == b'+') & (len <= 16);
                    (select_unpredictable(clean, digits, 0), select_unpredictable(clean, len, 0))
                }
                None => (0, 0),
            };
            let pairs = nibbles::pairs(digits);
            let entry = root(pairs);
            prefetch(entry, pairs >> 16 & 0xff, len);
            self.digits[line] = digits;
            self.entries[line] = entry;
            #[allow(clippy::cast_possible_truncation, reason = "at most 16")]
            {
                self.lengths[line] = len as u8;
            }
        }
    }

    /// Walks the lines through the automaton to their profiles.
    #[inline(always)]
    fn walk(&mut self, lines: Range<usize>) {
        for line in lines.clone() {
            let pairs = nibbles::pairs(self.digits[line]);
            let entry = maybe_step(self.entries[line], pairs >> 16 & 0xff);
            prefetch(entry, pairs >> 24 & 0xff, usize::from(self.lengths[line]));
            self.entries[line] = entry;
        }
        let mut deep = 0;
        for line in lines {
            let pairs = nibbles::pairs(self.digits[line]);
            let entry = maybe_step(self.entries[line], pairs >> 24 & 0xff);
            prefetch(entry, pairs >> 32 & 0xff, usize::from(self.lengths[line]));
            self.entries[line] = entry;
            deep = self.push_if(deep, line, entry >= FIRST_NODE);
        }
        for &line in &self.list[..deep] {
            let line = usize::from(line);
            let mut pairs = nibbles::pairs(self.digits[line]) >> 32;
            let mut entry = self.entries[line];
            while entry >= FIRST_NODE {
                entry = step(entry, pairs & 0xff);
                pairs >>= 8;
            }
            self.entries[line] = entry;
        }
    }

    /// Writes the verdicts. Lists the lines that have to be checked on their own, and returns their number.
    #[inline(always)]
    fn write_verdicts(&mut self, lines: Range<usize>, verdicts: &mut [Verdict], repair: bool) -> usize {
        let mut left = 0;
        for line in lines {
            let len = usize::from(self.lengths[line]);
            let class = class(self.entries[line], len);
            verdicts[line] = Verdict::of_class(class, self.digits[line], len);
            left = self.push_if(left, line, class.is_slow() | (repair & !class.answer().is_valid()));
        }
        left
    }

    /// Appends a line to the list, which has `listed` entries, if `condition` holds; returns the new length.
    /// Always stores the line, because a branch would be unpredictable.
    #[inline(always)]
    fn push_if(&mut self, listed: usize, line: usize, condition: bool) -> usize {
        #[allow(clippy::cast_possible_truncation, reason = "less than a block")]
        {
            self.list[listed % BLOCK] = line as u8;
        }
        listed + usize::from(condition)
    }
}

#[inline(always)]
fn prefetch_text(text: &[u8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    simd::prefetch(text.as_ptr().wrapping_add(at));
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (text, at);
}

/// Bit mask of the line feeds.
#[inline]
fn line_feeds(chunk: &[u8; CHUNK]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE2.
    return unsafe { line_feeds_sse2(chunk) };
    #[cfg(not(target_arch = "x86_64"))]
    return chunk.iter().rev().fold(0, |found, byte| found << 1 | u64::from(*byte == b'\n'));
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn line_feeds_sse2(chunk: &[u8; CHUNK]) -> u64 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_movemask_epi8, _mm_set1_epi8};

    let wanted = _mm_set1_epi8(10);
    chunk.as_chunks::<16>().0.iter().rev().fold(0, |found, part| {
        let here = _mm_movemask_epi8(_mm_cmpeq_epi8(simd::load(part), wanted));
        found << 16 | u64::from(here.cast_unsigned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clean::Run;

    /// Lines that are not clean pass through the stages without digits.
    #[test]
    fn a_line_without_digits_has_a_slow_class() {
        assert!(Run::new(0, 0).class().is_slow());
    }

    #[test]
    fn line_feeds_are_found() {
        for place in 0..CHUNK {
            let mut chunk = [b'\r'; CHUNK];
            chunk[place] = b'\n';
            assert_eq!(line_feeds(&chunk), 1 << place);
        }
        assert_eq!(line_feeds(&[b'\n'; CHUNK]), u64::MAX);
    }
}
