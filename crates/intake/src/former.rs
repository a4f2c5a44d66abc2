//! Numbers in a form that their country has given up.

use numplan::{Options, Region, Verdict, check_with};

use crate::characters::{digit, is_punctuation};

/// The calling code of Mexico.
const MEXICO: u16 = 52;

/// Digits of a Mexican number with its calling code and the former digit, without and with 00 in front.
const DIGITS: [usize; 2] = [13, 15];

/// Checks a number as it is written, and otherwise in the form that it has today.
pub(crate) fn check(text: &str, options: Options) -> Verdict {
    let verdict = check_with(text.as_bytes(), options);
    if verdict.is_valid() {
        return verdict;
    }
    current(text, options.default_region).map_or(verdict, |plain| check_with(plain.as_bytes(), options))
}

/// The form that a number has today: without the 1 after the calling code of Mexican mobile numbers, which messengers still
/// write. `None` if nothing has changed.
pub(crate) fn current(text: &str, region: Option<Region>) -> Option<String> {
    let mut digits = [0; 15];
    let mut count = 0;
    for character in text.chars() {
        if let Some(value) = digit(character) {
            *digits.get_mut(count)? = b'0' + value;
            count += 1;
        } else if !(is_punctuation(character) || character.is_whitespace()) {
            return None;
        }
    }
    let digits = std::str::from_utf8(digits.get(..count).filter(|_| DIGITS.contains(&count))?).ok()?;
    let plus = text.contains(['+', '＋']);
    let (digits, marked) = match digits.strip_prefix("00") {
        Some(rest) if !plus => (rest, true),
        _ => (digits, plus),
    };
    // Greek bar codes begin with the same digits.
    let known = marked || region.is_some_and(|region| region.country_code() == MEXICO);
    let rest = digits.strip_prefix("521").filter(|rest| known && rest.len() == 10)?;
    Some(format!("+{MEXICO}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mexican_numbers_are_read_with_their_former_digit() {
        let mexico = Options { default_region: Region::from_code("MX"), repair: true };
        let nowhere = Options { default_region: None, repair: true };
        for text in ["+52 1 55 5825 3680", "+5215558253680", "005215558253680", "+52 (1) 55-5825-3680"] {
            for options in [mexico, nowhere] {
                assert_eq!(check(text, options).e164().as_str(), "+525558253680", "{text}");
            }
        }
        assert!(check("5215558253680", mexico).is_valid());
        assert!(!check("5215558253680", nowhere).is_valid());
    }
}
