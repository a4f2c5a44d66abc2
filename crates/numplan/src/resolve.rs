//! Turns digits into a number: handles international prefixes, calling codes and national prefixes, and looks
//! up the result in the automaton.

use crate::automaton::{Answer, MAX_DIGITS, walk};
use crate::clean;
use crate::dfa;
use crate::kinds::{ParseError, Possible};
use crate::number::{MAX_NSN, PhoneNumber};
use crate::region::{Meta, siblings};

/// More digits than this need not be read: the number is too long in any case.
pub const ENOUGH: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved {
    pub number: PhoneNumber,
    pub answer: Answer,
}

/// Fewest digits of a national significant number.
const MIN_NSN: usize = 2;

/// Buffer for a national number that is rewritten.
type Scratch = [u8; ENOUGH + 8];

/// Makes a number from digit values. `plus` tells whether a `+` precedes them.
pub fn resolve(digits: &[u8], plus: bool, default: Option<Meta>) -> Result<Resolved, ParseError> {
    if plus {
        return match international(digits) {
            // The `+` may be followed by the international prefix of the default region: +011…
            Err(ParseError::InvalidCountryCode) => {
                dialled(digits, default).unwrap_or(Err(ParseError::InvalidCountryCode))
            }
            other => other,
        };
    }
    let Some(meta) = default else {
        return Err(ParseError::InvalidCountryCode);
    };
    dialled(digits, default).unwrap_or_else(|| national(digits, meta, meta.country_code()))
}

/// A number that begins with its calling code.
fn international(digits: &[u8]) -> Result<Resolved, ParseError> {
    if digits.len() <= MIN_NSN {
        return Err(ParseError::TooShortAfterIdd);
    }
    if let Some(resolved) = clean::resolve(digits) {
        return Ok(resolved);
    }
    if digits.len() <= MAX_DIGITS {
        let mut padded = [0; 24];
        padded[..digits.len()].copy_from_slice(digits);
        let class = walk(&padded, digits.len());
        if !class.is_slow() {
            let nsn = &digits[class.code_len() + class.strip()..];
            // Too long even without the national prefix.
            if nsn.len() > MAX_NSN {
                return Err(ParseError::TooLong);
            }
            return Ok(Resolved { number: number(class.code(), nsn), answer: class.answer() });
        }
    }
    let (code, length) = calling_code(digits).ok_or(ParseError::InvalidCountryCode)?;
    let meta = Meta::main(code).ok_or(ParseError::InvalidCountryCode)?;
    national(&digits[length..], meta, code)
}

/// The calling code at the start of the digits, and its number of digits.
fn calling_code(digits: &[u8]) -> Option<(u16, usize)> {
    let mut code = 0;
    for (index, &digit) in digits.iter().take(3).enumerate() {
        code = code * 10 + u16::from(digit);
        if code == 0 {
            return None;
        }
        if !siblings(code).is_empty() {
            return Some((code, index + 1));
        }
    }
    None
}

/// A number that begins with the international prefix or the calling code of the default region; `None` if it
/// begins with neither.
fn dialled(digits: &[u8], default: Option<Meta>) -> Option<Result<Resolved, ParseError>> {
    let meta = default?;
    if let Some(hit) = dfa::prefix(meta.idd(), digits)
        && digits.get(hit.end) != Some(&0)
    {
        return Some(international(&digits[hit.end..]));
    }
    let code = meta.country_code();
    let rest = after_code(digits, code)?;
    let mut scratch = [0; ENOUGH + 8];
    let stripped = strip(rest, meta, &mut scratch);
    let better = dfa::value(meta.general(), digits) == 0 && dfa::value(meta.general(), stripped) != 0;
    if better || meta.possible(digits.len()) == Possible::TooLong {
        let main = Meta::main(code).unwrap_or(meta);
        return Some(national(stripped, main, code));
    }
    None
}

/// The digits after a calling code, if they begin with it.
fn after_code(digits: &[u8], code: u16) -> Option<&[u8]> {
    let length = code.checked_ilog10()? as usize + 1;
    let start = digits.get(..length)?.iter().fold(0, |value, &digit| value * 10 + u16::from(digit));
    (start == code).then(|| &digits[length..])
}

/// A national number, with or without a national prefix.
fn national(digits: &[u8], meta: Meta, code: u16) -> Result<Resolved, ParseError> {
    if digits.len() < MIN_NSN {
        return Err(ParseError::TooShortNsn);
    }
    let mut scratch = [0; ENOUGH + 8];
    let stripped = strip(digits, meta, &mut scratch);
    let nsn = match meta.possible(stripped.len()) {
        Possible::TooShort | Possible::LocalOnly | Possible::InvalidLength => digits,
        _ => stripped,
    };
    if nsn.len() > MAX_NSN {
        return Err(ParseError::TooLong);
    }
    Ok(Resolved { number: number(code, nsn), answer: plain_answer(code, nsn) })
}

/// Strips or rewrites a national prefix, unless that makes a number invalid that was valid.
fn strip<'a>(digits: &'a [u8], meta: Meta, scratch: &'a mut Scratch) -> &'a [u8] {
    if digits.is_empty() {
        return digits;
    }
    let Some(hit) = dfa::prefix(meta.national_prefix(), digits) else {
        return digits;
    };
    let stripped = match (meta.transform(), hit.group) {
        (Some(literal), Some((start, end))) => {
            let parts =
                literal.chain(digits[start..end].iter().copied()).chain(digits[hit.end..].iter().copied());
            let mut length = 0;
            for (slot, digit) in scratch.iter_mut().zip(parts) {
                *slot = digit;
                length += 1;
            }
            &scratch[..length]
        }
        _ => &digits[hit.end..],
    };
    let fits = |digits: &[u8]| dfa::value(meta.general(), digits) != 0;
    if fits(digits) && !fits(stripped) { digits } else { stripped }
}

/// What is known about a national number as it is.
pub fn plain_answer(code: u16, nsn: &[u8]) -> Answer {
    let Some(length) = code.checked_ilog10().map(|log| log as usize + 1) else {
        return Answer::UNKNOWN;
    };
    if siblings(code).is_empty() {
        return Answer::UNKNOWN;
    }
    let mut digits = [0; 24];
    let mut rest = code;
    for slot in digits[..length].iter_mut().rev() {
        *slot = u8::try_from(rest % 10).unwrap_or(0);
        rest /= 10;
    }
    digits[length..length + nsn.len()].copy_from_slice(nsn);
    walk(&digits, length + nsn.len()).plain()
}

/// Makes a number from at most 17 digit values.
fn number(code: u16, nsn: &[u8]) -> PhoneNumber {
    let national = nsn.iter().fold(0, |value, &digit| value * 10 + u64::from(digit));
    #[allow(clippy::cast_possible_truncation, reason = "at most 17")]
    PhoneNumber::new(code, national, nsn.len() as u8)
}
