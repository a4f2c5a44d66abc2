//! Reads cells that are no number as they stand.

use numplan::{Options, check_with};

use crate::characters::mended;
use crate::entries::{Entries, MIN_DIGITS, entries};
use crate::former;

/// Most digits of a cell that is one number, or none.
const MAX_WHOLE: usize = 13;

/// Digits behind a semicolon that are rather a second number than an extension, as in `0761235007; 0690807881`.
const SECOND_NUMBER: usize = 7;

/// Whether a cell has a second number that the check of a single number would take for an extension.
pub(crate) fn has_second(cell: &[u8]) -> bool {
    let digits = |text: &[u8]| text.iter().filter(|byte| byte.is_ascii_digit()).count();
    memchr::memchr(b';', cell).is_some_and(|at| digits(&cell[at..]) >= SECOND_NUMBER)
}

/// Reads a cell that is no number as it stands: with odd spaces, with words, or with several numbers.
/// `None` if it contains no number.
pub(crate) fn rescue(cell: &[u8], options: Options) -> Option<Entries> {
    let plain = |byte: &u8| byte.is_ascii_digit() || matches!(byte, b'+' | b' ' | b'-');
    let digits = cell.iter().filter(|byte| byte.is_ascii_digit()).count();
    if matches!(digits, 13 | 15)
        && let Ok(text) = std::str::from_utf8(cell)
        && let Some(current) = former::current(text, options.default_region)
    {
        let verdict = check_with(current.as_bytes(), options);
        if verdict.is_valid() {
            return Some(Entries { numbers: vec![(0..text.len(), verdict)], ..Entries::default() });
        }
    }
    if (cell.iter().all(plain) && digits < 14) || (cell.is_ascii() && digits < MIN_DIGITS) {
        return None;
    }
    let text = std::str::from_utf8(cell).ok()?;
    if let Some(plain) = mended(text) {
        let verdict = check_with(plain.as_bytes(), options);
        if verdict.is_valid() {
            return Some(Entries { numbers: vec![(0..text.len(), verdict)], ..Entries::default() });
        }
    }
    let found = entries(text, options);
    // A part of the digits is no number.
    let whole = found.torn == 0 || digits > MAX_WHOLE || text.contains(char::is_alphabetic);
    (whole && !found.numbers.is_empty()).then_some(found)
}
