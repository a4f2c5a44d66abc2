//! The alphabet of the general path: one byte per character. ASCII characters are their own symbols; other
//! characters that matter for parsing, such as digits of other scripts, have symbols from 0x80 on.

use crate::tables::{WORD, ZEROS};

/// The zero of all other scripts; the digits 1 to 9 follow.
pub const ZERO: u8 = 0x80;
pub const FULL_PLUS: u8 = 0x8a;
pub const NO_BREAK_SPACE: u8 = 0x8b;
const PUNCTUATION: u8 = 0x8c;
pub const FULL_STOP: u8 = 0x8d;
pub const FULL_TILDE: u8 = 0x8e;
pub const FULL_HASH: u8 = 0x8f;
pub const FULL_X: u8 = 0x90;
pub const FULL_E: u8 = 0x91;
pub const FULL_T: u8 = 0x92;
pub const FULL_N: u8 = 0x93;
pub const FULL_I: u8 = 0x94;
pub const ACUTE: u8 = 0x95;
pub const O_ACUTE: u8 = 0x96;
pub const CYRILLIC_DE: u8 = 0x97;
pub const CYRILLIC_O: u8 = 0x98;
pub const CYRILLIC_BE: u8 = 0x99;
pub const LONG_S: u8 = 0x9a;
pub const DOTLESS_I: u8 = 0x9b;
pub const DOTTED_I: u8 = 0x9c;
const KELVIN: u8 = 0x9d;
const LETTER: u8 = 0x9e;
const OTHER: u8 = 0x9f;
const LONG_VOWEL: u8 = 0xa0;

/// A digit of any script.
pub const DIGIT: u8 = 1;
/// Punctuation that may be in a phone number, including `*`.
pub const PUNCT: u8 = 2;
/// A letter that may be in a phone number.
pub const ALPHA: u8 = 4;
/// Not trimmed from the end of a number: letters, numbers and `#`.
pub const KEEP: u8 = 8;
/// A plus sign.
pub const PLUS: u8 = 16;
/// An ASCII letter.
pub const LATIN: u8 = 32;
/// May begin a parameter or a second number: `;`, `/`, `\`.
pub const MARK: u8 = 64;

/// Properties of each symbol.
pub static PROPERTIES: [u8; 256] = properties();

const fn properties() -> [u8; 256] {
    let mut table = [0; 256];
    let mut symbol: u8 = 0;
    loop {
        table[symbol as usize] = match symbol {
            b'0'..=b'9' | 0x80..=0x89 => DIGIT | KEEP,
            b'x' | b'X' => PUNCT | ALPHA | KEEP | LATIN,
            b'a'..=b'z' | b'A'..=b'Z' => ALPHA | KEEP | LATIN,
            b'-' | b' ' | b'(' | b')' | b'.' | b'[' | b']' | b'~' | b'*' => PUNCT,
            b'/' => PUNCT | MARK,
            b'\\' | b';' => MARK,
            b'#' => KEEP,
            b'+' | FULL_PLUS => PLUS,
            NO_BREAK_SPACE | PUNCTUATION | FULL_STOP | FULL_TILDE => PUNCT,
            LONG_VOWEL => PUNCT | KEEP,
            LONG_S | DOTLESS_I | DOTTED_I | KELVIN => ALPHA | KEEP,
            FULL_X..=FULL_I | O_ACUTE..=CYRILLIC_BE | LETTER => KEEP,
            _ => 0,
        };
        if symbol == 255 {
            return table;
        }
        symbol += 1;
    }
}

/// Whether a symbol has any of the properties.
pub fn has(symbol: u8, properties: u8) -> bool {
    PROPERTIES[usize::from(symbol)] & properties != 0
}

/// The symbol of a character that is not ASCII.
pub fn symbol(character: char) -> u8 {
    match character {
        '\u{ff10}'..='\u{ff19}' => ZERO + low_byte(u32::from(character) - 0xff10),
        '\u{660}'..='\u{669}' => ZERO + low_byte(u32::from(character) - 0x660),
        '\u{ff0b}' => FULL_PLUS,
        '\u{a0}' => NO_BREAK_SPACE,
        '\u{ff0e}' => FULL_STOP,
        '\u{ff5e}' => FULL_TILDE,
        '\u{ff03}' => FULL_HASH,
        '\u{ad}'
        | '\u{200b}'
        | '\u{2010}'..='\u{2015}'
        | '\u{2053}'
        | '\u{2060}'
        | '\u{2212}'
        | '\u{223c}'
        | '\u{3000}'
        | '\u{ff08}'
        | '\u{ff09}'
        | '\u{ff0d}'
        | '\u{ff0f}'
        | '\u{ff3b}'
        | '\u{ff3d}' => PUNCTUATION,
        '\u{30fc}' => LONG_VOWEL,
        '\u{ff58}' | '\u{ff38}' => FULL_X,
        '\u{ff45}' | '\u{ff25}' => FULL_E,
        '\u{ff54}' | '\u{ff34}' => FULL_T,
        '\u{ff4e}' | '\u{ff2e}' => FULL_N,
        '\u{ff49}' | '\u{ff29}' => FULL_I,
        '\u{301}' => ACUTE,
        '\u{f3}' | '\u{d3}' => O_ACUTE,
        '\u{434}' | '\u{414}' | '\u{1c81}' => CYRILLIC_DE,
        '\u{43e}' | '\u{41e}' | '\u{1c82}' => CYRILLIC_O,
        '\u{431}' | '\u{411}' => CYRILLIC_BE,
        '\u{17f}' => LONG_S,
        '\u{131}' => DOTLESS_I,
        '\u{130}' => DOTTED_I,
        '\u{212a}' => KELVIN,
        _ => rare(u32::from(character)),
    }
}

fn rare(point: u32) -> u8 {
    let after = ZEROS.partition_point(|&zero| zero <= point);
    if after > 0 && point - ZEROS[after - 1] < 10 {
        return ZERO + low_byte(point - ZEROS[after - 1]);
    }
    let ranges: &[[u32; 2]] = WORD.as_chunks().0;
    let after = ranges.partition_point(|&[first, _]| first <= point);
    if after > 0 && point <= ranges[after - 1][1] { LETTER } else { OTHER }
}

#[allow(clippy::cast_possible_truncation, reason = "the low byte is wanted")]
const fn low_byte(value: u32) -> u8 {
    value as u8
}

/// The value of a digit symbol.
pub fn digit(symbol: u8) -> u8 {
    symbol & 15
}

/// The digit of a letter on the keypad, for numbers written as words. Digits of other scripts have none.
pub fn keypad(symbol: u8) -> Option<u8> {
    const KEYS: &[u8; 26] = b"22233344455566677778889999";
    match symbol {
        b'0'..=b'9' => Some(symbol - b'0'),
        b'a'..=b'z' | b'A'..=b'Z' => Some(KEYS[usize::from((symbol | 32) - b'a')] - b'0'),
        LONG_S => Some(7),
        DOTLESS_I => Some(4),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_of_all_scripts_have_values() {
        for (text, value) in [('٣', 3), ('９', 9), ('०', 0), ('۷', 7), ('𝟗', 9)] {
            let symbol = symbol(text);
            assert!(has(symbol, DIGIT), "{text}");
            assert_eq!(digit(symbol), value, "{text}");
        }
    }

    #[test]
    fn letters_are_kept_and_punctuation_is_not() {
        assert!(has(symbol('é'), KEEP) && has(symbol('漢'), KEEP) && has(symbol('²'), KEEP));
        assert!(!has(symbol('\u{feff}'), KEEP) && !has(symbol('…'), KEEP));
        assert!(!has(symbol('²'), DIGIT));
    }

    #[test]
    fn letters_map_to_keypad_digits() {
        let keys: Vec<u8> = b"FLOWERS".iter().filter_map(|&letter| keypad(letter)).collect();
        assert_eq!(keys, [3, 5, 6, 9, 3, 7, 7]);
        assert_eq!(keypad(symbol('３')), None);
    }
}
