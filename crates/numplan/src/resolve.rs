//! From digits to a number: international and national prefixes, calling codes, and what the
//! automaton says about the result.

use crate::fast;
use crate::kinds::{ParseError, Possible};
use crate::number::{MAX_NSN, PhoneNumber};
use crate::region::{Meta, siblings};
use crate::steps;
use crate::walk::{Answer, MAX_DIGITS, walk};

/// Digits beyond this many change nothing: the number is too long anyway.
pub const ENOUGH: usize = 64;

/// A number and what is known about it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Resolved {
    pub number: PhoneNumber,
    pub answer: Answer,
}

/// Fewest digits of a national significant number.
const MIN_NSN: usize = 2;

/// Room for a national number that is being rewritten.
type Scratch = [u8; ENOUGH + 8];

/// Makes a number of digit values, which a `+` preceded or not, under a default region.
pub fn resolve(digits: &[u8], plus: bool, default: Option<Meta>) -> Result<Resolved, ParseError> {
    if plus {
        return match international(digits) {
            // The `+` may stand before the default region's own prefix: +011…
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

/// A number whose calling code stands in front.
fn international(digits: &[u8]) -> Result<Resolved, ParseError> {
    if digits.len() <= MIN_NSN {
        return Err(ParseError::TooShortAfterIdd);
    }
    if let Some(resolved) = fast::resolve(digits) {
        return Ok(resolved);
    }
    if digits.len() <= MAX_DIGITS {
        let mut padded = [0; 24];
        padded[..digits.len()].copy_from_slice(digits);
        let class = walk(&padded, digits.len());
        if !class.is_slow() {
            let nsn = &digits[class.code_len() + class.strip()..];
            // A prefix was dropped, and there are still too many.
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

/// The calling code at the start of digits, and how many digits it has.
fn calling_code(digits: &[u8]) -> Option<(u16, usize)> {
    let mut code = 0;
    for (place, &digit) in digits.iter().take(3).enumerate() {
        code = code * 10 + u16::from(digit);
        if code == 0 {
            return None;
        }
        if !siblings(code).is_empty() {
            return Some((code, place + 1));
        }
    }
    None
}

/// A number that begins with the default region's international prefix or calling code; `None`
/// if it begins with neither.
fn dialled(digits: &[u8], default: Option<Meta>) -> Option<Result<Resolved, ParseError>> {
    let meta = default?;
    if let Some(hit) = steps::prefix(meta.idd(), digits)
        && digits.get(hit.end) != Some(&0)
    {
        return Some(international(&digits[hit.end..]));
    }
    let code = meta.country_code();
    let rest = after_code(digits, code)?;
    let mut scratch = [0; ENOUGH + 8];
    let stripped = strip(rest, meta, &mut scratch);
    let better = steps::value(meta.general(), digits) == 0 && steps::value(meta.general(), stripped) != 0;
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

/// Drops or rewrites a national prefix, unless that turns a fitting number into an unfitting one.
fn strip<'a>(digits: &'a [u8], meta: Meta, scratch: &'a mut Scratch) -> &'a [u8] {
    if digits.is_empty() {
        return digits;
    }
    let Some(hit) = steps::prefix(meta.national_prefix(), digits) else {
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
    let fits = |digits: &[u8]| steps::value(meta.general(), digits) != 0;
    if fits(digits) && !fits(stripped) { digits } else { stripped }
}

/// What is known about a national number as it stands.
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

/// A number of at most 17 digit values.
fn number(code: u16, nsn: &[u8]) -> PhoneNumber {
    let national = nsn.iter().fold(0, |value, &digit| value * 10 + u64::from(digit));
    #[allow(clippy::cast_possible_truncation, reason = "at most 17")]
    PhoneNumber::new(code, national, nsn.len() as u8)
}
