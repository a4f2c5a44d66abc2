//! What says in free text that digits are no phone number: the name in front of them, or the shape of a code.

use std::cell::RefCell;
use std::collections::HashMap;

use numplan::Region;

use crate::guess::{names_other, names_phone};

/// Properties of contact cards and calendars that contain digits but no phone numbers.
const CARD_PROPERTIES: [&str; 17] = [
    "REV",
    "BDAY",
    "UID",
    "PRODID",
    "ADR",
    "GEO",
    "ANNIVERSARY",
    "PHOTO",
    "X-ABUID",
    "DTSTAMP",
    "DTSTART",
    "DTEND",
    "CREATED",
    "LAST-MODIFIED",
    "TZID",
    "RRULE",
    "TRIGGER",
];

/// Whether a line is a property of a contact card (vCard) other than its phone numbers.
pub(crate) fn is_card_property(line: &str) -> bool {
    let name = line.split([':', ';']).next().unwrap_or_default();
    name.len() < line.len() && CARD_PROPERTIES.contains(&name.trim())
}

/// Prefixes of European tax numbers.
const TAX_PREFIXES: [&[u8; 2]; 28] = [
    b"AT", b"BE", b"BG", b"CY", b"CZ", b"DE", b"DK", b"EE", b"EL", b"ES", b"FI", b"FR", b"GB", b"HR", b"HU",
    b"IE", b"IT", b"LT", b"LU", b"LV", b"MT", b"NL", b"PL", b"PT", b"RO", b"SE", b"SI", b"SK",
];

/// The length of an IBAN or a tax number that begins here, as in `DE89 3704 0044 0532 0130 00` or `DE123456789`.
pub(crate) fn code_length(text: &str, start: usize) -> Option<usize> {
    let bytes = &text.as_bytes()[start..];
    let prefix: &[u8; 2] = bytes.first_chunk()?;
    let glued = start > 0 && text.as_bytes()[start - 1].is_ascii_alphanumeric();
    if glued || !prefix.iter().all(u8::is_ascii_uppercase) {
        return None;
    }
    if !bytes.get(2)?.is_ascii_digit() {
        return letters_length(bytes);
    }
    iban_length(bytes).or_else(|| {
        let length = bytes[2..].iter().take_while(|byte| byte.is_ascii_digit() || **byte == b' ').count();
        let spaced = bytes[2..2 + length].trim_ascii_end();
        let digits = spaced.iter().filter(|byte| byte.is_ascii_digit()).count();
        let plain = bytes[2..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        // The French ones are written with a space after the check digits.
        let length = if prefix == b"FR" && plain == 2 && digits == 11 { spaced.len() } else { plain };
        let digits = if length == plain { plain } else { digits };
        let tax = TAX_PREFIXES.contains(&prefix) && (8..=12).contains(&digits) && bytes[2] != b'0';
        tax.then_some(2 + length).or_else(|| letters_length(bytes))
    })
}

/// The length of a code of capital letters and digits that begins here, with letters behind digits or at least three in
/// front of them, as in `NL91ABNA0417164300` or `ATU12345678`. Two letters may be the code of a country in front of a phone
/// number, and names of phone numbers are no codes.
fn letters_length(bytes: &[u8]) -> Option<usize> {
    let length = bytes.iter().take_while(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit()).count();
    let code = &bytes[..length];
    let letters = code.iter().take_while(|byte| byte.is_ascii_uppercase()).count();
    let digits = code.iter().filter(|byte| byte.is_ascii_digit()).count();
    let behind = code[letters..].iter().any(u8::is_ascii_uppercase);
    let name = std::str::from_utf8(&code[..letters]).ok()?;
    (digits >= 6 && (behind || letters >= 3) && !names_phone(name)).then_some(length)
}

/// The countries of the IBANs and tax numbers in a text.
pub(crate) fn code_countries(text: &str) -> impl Iterator<Item = &'static str> {
    let codes = text.char_indices().filter(|(start, _)| code_length(text, *start).is_some());
    codes.filter_map(|(start, _)| Region::from_code(text.get(start..start + 2)?).map(Region::code))
}

/// The length of an IBAN with the right check digits.
fn iban_length(bytes: &[u8]) -> Option<usize> {
    let mut code = Vec::new();
    let mut length = None;
    for (place, &byte) in bytes.iter().enumerate() {
        if byte == b' ' {
            continue;
        }
        if !(byte.is_ascii_digit() || byte.is_ascii_uppercase()) || code.len() == 34 {
            break;
        }
        code.push(byte);
        if code.len() >= 15 && is_iban(&code) {
            length = Some(place + 1);
        }
    }
    length
}

fn is_iban(code: &[u8]) -> bool {
    let digits_first = code[2..4].iter().all(u8::is_ascii_digit);
    let rest = code[4..].iter().chain(&code[..4]).fold(0_u32, |rest, &byte| {
        if byte.is_ascii_digit() {
            (rest * 10 + u32::from(byte - b'0')) % 97
        } else {
            (rest * 100 + u32::from(byte - b'A') + 10) % 97
        }
    });
    digits_first && rest == 1
}

/// The length of an IP address that begins here. Four pairs of digits are rather a number.
pub(crate) fn address_length(text: &str, start: usize) -> Option<usize> {
    let inside = text[..start].ends_with(|character: char| character.is_alphanumeric() || character == '.');
    let rest = &text[start..];
    let end =
        rest.find(|character: char| !character.is_ascii_digit() && character != '.').unwrap_or(rest.len());
    let address = rest[..end].trim_end_matches('.');
    let parts: Vec<&str> = address.split('.').collect();
    let valid = |part: &&str| {
        part.len() <= 3 && (part.len() == 1 || !part.starts_with('0')) && part.parse::<u8>().is_ok()
    };
    let pairs = parts.iter().all(|part| part.len() == 2);
    (!inside && parts.len() == 4 && !pairs && parts.iter().all(valid)).then_some(address.len())
}

/// Fewest letters and digits of an identifier in groups.
const IDENTIFIER: usize = 16;

/// The length of an identifier such as a UUID that begins here: groups of letters and digits with hyphens between them.
pub(crate) fn identifier_length(text: &str, start: usize) -> Option<usize> {
    let bytes = text.as_bytes();
    if start > 0 && (bytes[start - 1].is_ascii_alphanumeric() || bytes[start - 1] == b'-') {
        return None;
    }
    let belongs = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'-';
    let length = bytes[start..].iter().take_while(belongs).count();
    let token = &bytes[start..start + length];
    let count = |test: fn(&u8) -> bool| token.iter().filter(|byte| test(byte)).count();
    let is_identifier = count(u8::is_ascii_alphanumeric) >= IDENTIFIER
        && count(|byte| *byte == b'-') >= 3
        && count(u8::is_ascii_alphabetic) >= 2;
    is_identifier.then_some(length)
}

/// Keys whose meaning is remembered.
const REMEMBERED: usize = 256;

/// The length of the value that starts here, if its quoted key names something else than a phone number, as in
/// `"customer_id": 5550001234`.
pub(crate) fn other_value(text: &str, start: usize) -> Option<usize> {
    let before = text[..start].trim_end_matches(|c: char| c.is_ascii_uppercase());
    let before = before.trim_end_matches(['"', ' ']);
    let key = before.strip_suffix(':')?.trim_end().strip_suffix('"')?;
    let key = &key[key.rfind('"')? + 1..];
    if !is_other(key) {
        return None;
    }
    let rest = &text[start..];
    Some(rest.find(['"', ',', '}', ']', '\n']).unwrap_or(rest.len()))
}

/// Whether a key names something else. Texts repeat their keys in every line.
fn is_other(key: &str) -> bool {
    thread_local! {
        static KNOWN: RefCell<HashMap<String, bool>> = RefCell::default();
    }
    KNOWN.with_borrow_mut(|known| {
        if let Some(other) = known.get(key) {
            return *other;
        }
        let other = names_other(key);
        if known.len() < REMEMBERED {
            known.insert(key.to_owned(), other);
        }
        other
    })
}
