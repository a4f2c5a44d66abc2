//! Checks many lines at once and writes the [`Verdict`]s to a slice ([`check`]) or passes them to a closure
//! ([`for_each`]).
//!
//! The results are the same as those of [`check_with`](crate::check_with) for each line, but come faster.
//! A line ends with a line feed, with or without a carriage return before it; the last line may have no line
//! end.
//!
//! ```
//! use numplan::{Options, Verdict, batch};
//! let text = b"+8613812345678\n+1 212 555 0123\r\nnobody\n";
//! let mut verdicts = [Verdict::default(); 8];
//! let done = batch::check(text, Options::default(), &mut verdicts);
//! assert_eq!((done.lines, done.bytes), (3, text.len()));
//! assert!(verdicts[0].is_valid() && !verdicts[2].is_valid());
//! ```

pub(crate) mod block;
#[cfg(target_arch = "x86_64")]
mod wide;

use block::{BLOCK, Block};

use crate::check::Options;
use crate::verdict::Verdict;

/// How far a batch got.
///
/// ```
/// use numplan::{Options, Verdict, batch};
/// let done = batch::check(b"1\n2\n3\n", Options::default(), &mut [Verdict::default(); 2]);
/// assert_eq!((done.lines, done.bytes), (2, 4));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Done {
    /// Number of lines that were checked; their verdicts are the first in the slice.
    pub lines: usize,
    /// Length of these lines in bytes, line ends included.
    pub bytes: usize,
}

/// Checks the lines of a text until the text ends or the slice is full.
///
/// Bytes after the last line feed count as a line, so pass whole lines when a text comes in pieces.
///
/// ```
/// use numplan::{Options, Region, Verdict, batch};
/// let options = Options { default_region: Region::from_code("CN"), repair: false };
/// let mut verdicts = [Verdict::default(); 2];
/// batch::check(b"13812345678\n010 12345678", options, &mut verdicts);
/// assert_eq!(verdicts[0].e164().as_str(), "+8613812345678");
/// assert_eq!(verdicts[1].e164().as_str(), "+861012345678");
/// ```
pub fn check(text: &[u8], options: Options, verdicts: &mut [Verdict]) -> Done {
    let mut done = Done::default();
    let mut block = Block::new();
    while done.bytes < text.len() && done.lines < verdicts.len() {
        let count = block.check(text, done.bytes, options, &mut verdicts[done.lines..]);
        done.lines += count;
        done.bytes = block.end(text, count);
    }
    done
}

/// Calls a closure with each line of a text and its verdict, in order.
///
/// ```
/// use numplan::{Options, batch};
/// let mut valid = Vec::new();
/// batch::for_each(b"+8613812345678\r\nnobody\n", Options::default(), |line, verdict| {
///     if verdict.is_valid() {
///         valid.push(line);
///     }
/// });
/// assert_eq!(valid, [b"+8613812345678"]);
/// ```
pub fn for_each<'a>(text: &'a [u8], options: Options, mut each: impl FnMut(&'a [u8], Verdict)) {
    let mut block = Block::new();
    let mut verdicts = [Verdict::default(); BLOCK];
    let mut at = 0;
    while at < text.len() {
        let count = block.check(text, at, options, &mut verdicts);
        for (index, verdict) in verdicts[..count].iter().enumerate() {
            each(block.line(text, index), *verdict);
        }
        at = block.end(text, count);
    }
}

/// Splits a text into lines as [`check`] does.
///
/// ```
/// let lines: Vec<&[u8]> = numplan::batch::lines(b"one\r\n\ntwo").collect();
/// assert_eq!(lines, [&b"one"[..], b"", b"two"]);
/// ```
pub fn lines(text: &[u8]) -> Lines<'_> {
    Lines { rest: text }
}

/// Iterator over lines; see [`lines`].
///
/// ```
/// assert_eq!(numplan::batch::lines(b"1\n2\n").count(), 2);
/// ```
#[derive(Debug, Clone)]
pub struct Lines<'a> {
    rest: &'a [u8],
}

impl<'a> Iterator for Lines<'a> {
    type Item = &'a [u8];

    #[inline]
    fn next(&mut self) -> Option<&'a [u8]> {
        if self.rest.is_empty() {
            return None;
        }
        let end = line_feed(self.rest);
        let line = &self.rest[..end];
        self.rest = self.rest.get(end + 1..).unwrap_or(&[]);
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    }
}

/// The index of the first line feed, or the length.
#[inline]
fn line_feed(text: &[u8]) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const LINE_FEEDS: u64 = ONES * 10;
    let (words, _) = text.as_chunks::<8>();
    for (index, word) in words.iter().enumerate() {
        let other = u64::from_le_bytes(*word) ^ LINE_FEEDS;
        // The lowest bit that is set here is the high bit of the first zero byte.
        let zeros = other.wrapping_sub(ONES) & !other & (ONES << 7);
        if zeros != 0 {
            return index * 8 + zeros.trailing_zeros() as usize / 8;
        }
    }
    let start = words.len() * 8;
    start + text[start..].iter().position(|&byte| byte == b'\n').unwrap_or(text.len() - start)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_split_at_line_ends() {
        let ends = |text: &'static str| lines(text.as_bytes()).map(<[u8]>::len).collect::<Vec<_>>();
        assert_eq!(ends(""), [0; 0]);
        assert_eq!(ends("\n"), [0]);
        assert_eq!(ends("123456789\n12345678\r\n1"), [9, 8, 1]);
        assert_eq!(ends("1234567\n\n\r\n"), [7, 0, 0]);
        assert_eq!(ends("no end at all, though longer"), [28]);
    }
}
