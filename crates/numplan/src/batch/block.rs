//! Many lines in stages: first where they begin, then the digits of all, then their way through
//! the automaton, then the verdicts.
//!
//! Table look-ups have a long way to memory, and a branch that is guessed wrong throws away the
//! look-ups that were under way. So each stage is a short loop without branches that depend on the
//! data, and has the tables fetched where the next stage will look. A line that is not clean goes
//! through with no digits at all, ends in a class that is a slow one, and is checked on its own at
//! the end.
#![allow(
    clippy::inline_always,
    reason = "the stages are compiled twice: for any processor, and in the shorter forms of newer ones"
)]
#![allow(clippy::needless_bitwise_bool, reason = "a branch that cannot be foreseen costs more")]

use std::hint::select_unpredictable;
use std::ops::Range;

#[cfg(target_arch = "x86_64")]
use super::wide::{self, Wide};
use crate::check::{Options, check_with};
use crate::fast::{class, fetch, maybe_step, root, step};
use crate::nibbles;
use crate::verdict::Verdict;
use crate::walk::FIRST_NODE;

/// Lines that go through the stages together.
pub const BLOCK: usize = 128;
/// Bytes that are searched for line ends together.
pub const CHUNK: usize = 64;
/// How far ahead of the search the text is fetched: a block or two, and always a page that the
/// processor would not go on to by itself.
const AHEAD: usize = 4096;
/// Line ends that are stored at a time, be there so many or not.
const STORED: usize = 8;

/// What is known about the lines of a block.
pub struct Block {
    /// Where lines begin; the entry after the last is where the next one would. There is room to
    /// overshoot.
    starts: [usize; 1 + BLOCK + CHUNK + STORED],
    /// Digits after the sign; none if the line is not clean.
    digits: [u64; BLOCK],
    lengths: [u8; BLOCK],
    /// How far the walk came.
    entries: [u16; BLOCK],
    /// Lines that some stage has to look at again.
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

    /// Checks the lines from a place in the text on, until the block, the text or the room for
    /// verdicts is at an end; gives the number of lines.
    pub fn check(&mut self, text: &[u8], from: usize, options: Options, verdicts: &mut [Verdict]) -> usize {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2")
            && is_x86_feature_detected!("bmi1")
            && is_x86_feature_detected!("bmi2")
            && is_x86_feature_detected!("popcnt")
        {
            if wide::is_available() {
                // SAFETY: the processor can run it.
                return unsafe { self.check_wide(text, from, options, verdicts) };
            }
            // SAFETY: the processor can run it.
            return unsafe { self.check_newer(text, from, options, verdicts) };
        }
        self.check_any(text, from, options, verdicts)
    }

    /// The same instructions as on any processor, in the shorter forms that newer ones have.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn check_newer(&mut self, text: &[u8], from: usize, options: Options, verdicts: &mut [Verdict]) -> usize {
        self.check_any(text, from, options, verdicts)
    }

    /// The same on any processor.
    #[inline(always)]
    pub fn check_any(
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

    /// Checks the lines of the block from a place on.
    #[inline(always)]
    fn check_from(&mut self, first: usize, text: &[u8], options: Options, verdicts: &mut [Verdict]) {
        let lines = first..verdicts.len();
        self.read(text, lines.clone());
        self.walk(lines.clone());
        let odd = self.judge(lines, verdicts, options.repair);
        for &place in &self.list[..odd] {
            let place = usize::from(place);
            verdicts[place] = check_with(self.line(text, place), options);
        }
    }

    /// Sixteen lines side by side.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]
    fn check_wide(&mut self, text: &[u8], from: usize, options: Options, verdicts: &mut [Verdict]) -> usize {
        let mut returns = 0;
        let found = self.split(text, from, |chunk| {
            let [line_feeds, here] = wide::line_ends(chunk);
            returns |= here;
            line_feeds
        });
        let count = found.min(verdicts.len());
        let verdicts = &mut verdicts[..count];
        // Lines that end with a carriage return have a byte more than their digits tell.
        let mut tails = [0; BLOCK];
        if returns != 0 {
            for (tail, &next) in tails.iter_mut().zip(&self.starts[1..=count]) {
                *tail = u32::from(next > 1 && text[next - 2] == b'\r');
            }
        }
        let (done, odd) = self.wide.check(text, &self.starts, &tails, verdicts, options);
        for (group, &odd) in odd.iter().enumerate() {
            for place in wide::bits(odd) {
                let place = wide::LANES * group + place;
                verdicts[place] = check_with(self.line(text, place), options);
            }
        }
        if done < count {
            self.check_from(done, text, options, verdicts);
        }
        count
    }

    /// A line of the last check.
    #[inline]
    pub fn line<'a>(&self, text: &'a [u8], place: usize) -> &'a [u8] {
        let line = &text[self.starts[place]..self.starts[place + 1] - 1];
        line.strip_suffix(b"\r").unwrap_or(line)
    }

    /// Where the line after so many of the last check begins.
    #[inline]
    pub fn end(&self, text: &[u8], count: usize) -> usize {
        self.starts[count].min(text.len())
    }

    /// Finds where the lines from a place on begin; gives the number of lines, [`BLOCK`] at most.
    /// `line_feeds` says which of some bytes are line feeds.
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
            fetch_text(text, at + AHEAD);
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
                    // SAFETY: the room is there. Each is stored on its own: put together to vectors,
                    // which cannot count zeros, they take twice as long.
                    unsafe { std::ptr::write_volatile(room, at + found.trailing_zeros() as usize + 1) };
                    found &= found.wrapping_sub(1);
                }
                stored += STORED;
            }
            count += lines;
            at += CHUNK;
        }
        // What follows the last line feed is a line too.
        if count < BLOCK && self.starts[count] < text.len() {
            count += 1;
            self.starts[count] = text.len() + 1;
        }
        count.min(BLOCK)
    }

    /// Reads the digits of lines that are a `+` and one to sixteen digits, and takes the first step.
    #[inline(always)]
    fn read(&mut self, text: &[u8], lines: Range<usize>) {
        for place in lines {
            let (start, end) = (self.starts[place], self.starts[place + 1] - 1);
            // At the text's end there may not be sixteen bytes to read.
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
            fetch(entry, pairs >> 16 & 0xff, len);
            self.digits[place] = digits;
            self.entries[place] = entry;
            #[allow(clippy::cast_possible_truncation, reason = "at most sixteen")]
            {
                self.lengths[place] = len as u8;
            }
        }
    }

    /// Walks the lines through the automaton to their profiles.
    #[inline(always)]
    fn walk(&mut self, lines: Range<usize>) {
        for place in lines.clone() {
            let pairs = nibbles::pairs(self.digits[place]);
            let entry = maybe_step(self.entries[place], pairs >> 16 & 0xff);
            fetch(entry, pairs >> 24 & 0xff, usize::from(self.lengths[place]));
            self.entries[place] = entry;
        }
        let mut deep = 0;
        for place in lines {
            let pairs = nibbles::pairs(self.digits[place]);
            let entry = maybe_step(self.entries[place], pairs >> 24 & 0xff);
            fetch(entry, pairs >> 32 & 0xff, usize::from(self.lengths[place]));
            self.entries[place] = entry;
            deep = self.note(deep, place, entry >= FIRST_NODE);
        }
        for &place in &self.list[..deep] {
            let place = usize::from(place);
            let mut pairs = nibbles::pairs(self.digits[place]) >> 32;
            let mut entry = self.entries[place];
            while entry >= FIRST_NODE {
                entry = step(entry, pairs & 0xff);
                pairs >>= 8;
            }
            self.entries[place] = entry;
        }
    }

    /// Puts the verdicts together; lists the lines that have to be checked on their own, and gives
    /// their number.
    #[inline(always)]
    fn judge(&mut self, lines: Range<usize>, verdicts: &mut [Verdict], repair: bool) -> usize {
        let mut odd = 0;
        for place in lines {
            let len = usize::from(self.lengths[place]);
            let class = class(self.entries[place], len);
            verdicts[place] = Verdict::of_class(class, self.digits[place], len);
            odd = self.note(odd, place, class.is_slow() | (repair & !class.answer().is_valid()));
        }
        odd
    }

    /// Adds a line to the list, or not; gives the list's new length.
    #[inline(always)]
    fn note(&mut self, listed: usize, place: usize, whether: bool) -> usize {
        #[allow(clippy::cast_possible_truncation, reason = "less than a block")]
        {
            self.list[listed % BLOCK] = place as u8;
        }
        listed + usize::from(whether)
    }
}

/// Has the text at a place fetched.
#[inline(always)]
fn fetch_text(text: &[u8], at: usize) {
    #[cfg(target_arch = "x86_64")]
    {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};

        // SAFETY: every x86-64 processor can do it, and nothing is read, whatever the address.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(text.as_ptr().wrapping_add(at).cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = (text, at);
}

/// Which of the bytes are line feeds.
#[inline]
fn line_feeds(chunk: &[u8; CHUNK]) -> u64 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE2.
    return unsafe { line_feeds_vector(chunk) };
    #[cfg(not(target_arch = "x86_64"))]
    return chunk.iter().rev().fold(0, |found, byte| found << 1 | u64::from(*byte == b'\n'));
}

#[cfg(target_arch = "x86_64")]
#[inline]
#[target_feature(enable = "sse2")]
fn line_feeds_vector(chunk: &[u8; CHUNK]) -> u64 {
    use std::arch::x86_64::{_mm_cmpeq_epi8, _mm_loadu_si128, _mm_movemask_epi8, _mm_set1_epi8};

    let wanted = _mm_set1_epi8(10);
    chunk.as_chunks::<16>().0.iter().rev().fold(0, |found, part| {
        // SAFETY: reads sixteen bytes from a room of sixteen.
        let bytes = unsafe { _mm_loadu_si128(part.as_ptr().cast()) };
        let here = _mm_movemask_epi8(_mm_cmpeq_epi8(bytes, wanted));
        found << 16 | u64::from(here.cast_unsigned())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fast::Run;

    /// The stages rest on this.
    #[test]
    fn no_digits_are_of_a_slow_class() {
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
