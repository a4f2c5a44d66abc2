//! The path for lines that are dirty in the usual ways: digits with spaces, dashes, dots, slashes
//! and brackets between them, perhaps a `+` in front, perhaps quotes around. Nothing in such a
//! line can be an extension, so one pass over its bytes yields the digits.

use crate::kinds::ParseError;
use crate::region::Meta;
use crate::resolve::{Resolved, resolve};
use crate::text::MAX_CHARACTERS;

const LONGEST: usize = 48;

/// What a byte is: a digit's value, or one of these.
const SKIP: u8 = 16;
const PLUS: u8 = 32;
const STOP: u8 = 64;

static BYTES: [u8; 256] = {
    let mut table = [STOP; 256];
    let mut digit = 0;
    while digit < 10 {
        table[b'0' as usize + digit as usize] = digit;
        digit += 1;
    }
    let skipped = b" -.()/[]";
    let mut place = 0;
    while place < skipped.len() {
        table[skipped[place] as usize] = SKIP;
        place += 1;
    }
    table[b'+' as usize] = PLUS;
    table
};

/// Parses a line if it is of the usual kind.
pub fn parse(line: &[u8], default: Option<Meta>) -> Option<Result<Resolved, ParseError>> {
    if line.len() > MAX_CHARACTERS {
        return None;
    }
    let line = trimmed(line);
    if line.len() > LONGEST {
        return None;
    }
    let mut digits = [0; LONGEST + 1];
    let mut count = 0;
    let mut pluses = 0;
    let mut seen = 0;
    for &byte in line {
        let kind = BYTES[usize::from(byte)];
        // A plus counts for more if digits precede it.
        pluses += usize::from(kind == PLUS) * (1 + count);
        seen |= kind;
        digits[count] = kind & 15;
        count += usize::from(kind < 10);
    }
    if seen & STOP != 0 || pluses > 1 || count < 3 {
        return None;
    }
    Some(resolve(&digits[..count], pluses == 1, default))
}

/// The line without what may stand around a number and never belongs to it.
fn trimmed(line: &[u8]) -> &[u8] {
    let around = |byte: &u8| matches!(byte, b'"' | b'\'' | b' ' | b'\t' | b'\r');
    let mut line = line;
    while let [first, rest @ ..] = line
        && around(first)
    {
        line = rest;
    }
    while let [rest @ .., last] = line
        && around(last)
    {
        line = rest;
    }
    line
}
