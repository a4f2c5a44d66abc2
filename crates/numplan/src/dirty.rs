//! The path for lines that are dirty in the usual ways: digits with spaces, dashes, dots, slashes and brackets
//! between them, with or without a `+`, possibly with text before the number or quotes around it, possibly in
//! full-width or Arabic digits. Such a line cannot have an extension, so one pass over its bytes yields the
//! digits.

use crate::general::MAX_CHARACTERS;
use crate::kinds::ParseError;
use crate::region::Meta;
use crate::resolve::{Resolved, resolve};

/// Most bytes of a line on this path.
const LONGEST: usize = 48;
/// A power of two, so that indices can be masked instead of checked.
const ROOM: usize = 64;

// The kind of a byte: the value of a digit, or one of these.
const SKIP: u8 = 0x10;
const PLUS: u8 = 0x20;
/// Not allowed inside the number; ignored before and after it.
const STOP: u8 = 0x40;
/// A letter or `#`: not allowed inside or after the number; ignored before it.
const KEEP: u8 = 0x41;
/// Not allowed anywhere: it may begin a parameter.
const MARK: u8 = 0x42;
/// Part of a character that is not ASCII.
const WIDE: u8 = 0x80;

static BYTES: [u8; 256] = {
    let mut table = [STOP; 256];
    let mut byte = 0;
    loop {
        table[byte as usize] = match byte {
            b'0'..=b'9' => byte - b'0',
            b' ' | b'-' | b'.' | b'(' | b')' | b'/' | b'[' | b']' => SKIP,
            b'+' => PLUS,
            b'a'..=b'z' | b'A'..=b'Z' | b'#' => KEEP,
            b';' => MARK,
            0x80.. => WIDE,
            _ => STOP,
        };
        if byte == 255 {
            break table;
        }
        byte += 1;
    }
};

/// Parses a line; `None` if it has to take the general path.
pub fn parse(line: &[u8], default: Option<Meta>) -> Option<Result<Resolved, ParseError>> {
    if line.len() > MAX_CHARACTERS {
        return None;
    }
    let line = line.strip_prefix(b"\xef\xbb\xbf").unwrap_or(line);
    // Text before the first digit or plus is ignored.
    let mut start = 0;
    loop {
        let Some(&byte) = line.get(start) else {
            return Some(Err(ParseError::NotANumber));
        };
        match BYTES[usize::from(byte)] {
            0..10 | PLUS | WIDE => break,
            MARK => return None,
            _ => start += 1,
        }
    }
    let mut line = &line[start..];
    while let [rest @ .., last] = line
        && matches!(BYTES[usize::from(*last)], SKIP | PLUS | STOP)
    {
        line = rest;
    }
    if line.len() > LONGEST {
        return None;
    }
    let mut digits = [0; ROOM];
    let (mut count, mut pluses, mut seen) = (0, 0, 0);
    for &byte in line {
        let kind = BYTES[usize::from(byte)];
        pluses += usize::from(kind == PLUS) * (1 + count);
        seen |= kind;
        digits[count % ROOM] = kind & 15;
        count += usize::from(kind < 10);
    }
    if seen >= STOP {
        return if seen < WIDE { None } else { wide(line, default) };
    }
    finish(&digits, count, pluses, default)
}

/// Makes a number from at least three digits. `pluses` is 1 for a plus before the digits, and greater if there
/// are others.
#[inline]
fn finish(
    digits: &[u8; ROOM],
    count: usize,
    pluses: usize,
    default: Option<Meta>,
) -> Option<Result<Resolved, ParseError>> {
    (pluses <= 1 && count >= 3).then(|| resolve(&digits[..count], pluses == 1, default))
}

/// Reads a line with full-width or Arabic digits and the usual punctuation of other scripts.
fn wide(line: &[u8], default: Option<Meta>) -> Option<Result<Resolved, ParseError>> {
    let mut digits = [0; ROOM];
    let (mut count, mut pluses) = (0, 0);
    let mut rest = line;
    loop {
        let (kind, after) = match rest {
            [] => return finish(&digits, count, pluses, default),
            // Full-width characters are in the order of ASCII.
            [0xef, 0xbc, byte @ (0x88 | 0x89 | 0x8b | 0x8d..=0x8f | 0x90..=0x99), after @ ..] => {
                (BYTES[usize::from(byte - 0x60)], after)
            }
            // Arabic-Indic and Persian digits.
            [0xd9, byte @ 0xa0..=0xa9, after @ ..] => (byte - 0xa0, after),
            [0xdb, byte @ 0xb0..=0xb9, after @ ..] => (byte - 0xb0, after),
            // Dashes, the ideographic space, the no-break space.
            [0xe2, 0x80, 0x90..=0x95, after @ ..]
            | [0xe3, 0x80, 0x80, after @ ..]
            | [0xc2, 0xa0, after @ ..] => (SKIP, after),
            [byte, after @ ..] => (BYTES[usize::from(*byte)], after),
        };
        if kind >= STOP {
            return None;
        }
        pluses += usize::from(kind == PLUS) * (1 + count);
        digits[count % ROOM] = kind & 15;
        count += usize::from(kind < 10);
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::general;

    #[test]
    fn usual_lines_are_parsed() {
        for line in [
            "+1 (212) 555-0123",
            "\"+1 212 555 0123\"",
            "tel:+1-212-555-0123",
            "\u{feff}+12125550123",
            "＋１（２１２）５５５０１２３",
            "+١٢١٢٥٥٥٠١٢٣",
            "no number",
        ] {
            let quick = parse(line.as_bytes(), None);
            assert_eq!(quick, Some(general::parse(line.as_bytes(), None)), "{line}");
        }
    }

    #[test]
    fn other_lines_take_the_general_path() {
        for line in [
            "+1 212 555 0123 x4",
            "1-800-FLOWERS",
            "+1;ext=4",
            "tel;+1 212 555 0123",
            "1+2 345",
            "12",
            "é12345",
        ] {
            assert_eq!(parse(line.as_bytes(), None), None, "{line}");
        }
    }
}
