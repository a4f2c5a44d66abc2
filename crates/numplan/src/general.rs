//! The general path: finds a phone number in any text. It follows libphonenumber's rules for the start and
//! end of a number, the characters in it, and RFC 3966 parameters.

use crate::extension;
use crate::kinds::ParseError;
use crate::number::PhoneNumber;
use crate::region::Meta;
use crate::resolve::{ENOUGH, Resolved, resolve};
use crate::symbols::{self, ALPHA, DIGIT, KEEP, LATIN, MARK, PLUS, PROPERTIES, PUNCT, has};

/// Longer texts are rejected.
pub const MAX_CHARACTERS: usize = 250;

const CONTEXT: &[u8] = b";phone-context=";
const SCHEME: &[u8] = b"tel:";
const SUBADDRESS: &[u8] = b";isub=";

/// A text as symbols.
struct Symbols {
    room: [u8; MAX_CHARACTERS],
    len: usize,
}

impl Symbols {
    fn read(text: &[u8]) -> Result<Self, ParseError> {
        let mut symbols = Self { room: [0; MAX_CHARACTERS], len: 0 };
        for chunk in text.utf8_chunks() {
            for character in chunk.valid().chars() {
                let ascii = u8::try_from(character).ok().filter(u8::is_ascii);
                symbols.push(ascii.unwrap_or_else(|| symbols::symbol(character)))?;
            }
            if !chunk.invalid().is_empty() {
                symbols.push(symbols::symbol(char::REPLACEMENT_CHARACTER))?;
            }
        }
        Ok(symbols)
    }

    fn push(&mut self, symbol: u8) -> Result<(), ParseError> {
        let slot = self.room.get_mut(self.len).ok_or(ParseError::TooLong)?;
        *slot = symbol;
        self.len += 1;
        Ok(())
    }

    fn all(&self) -> &[u8] {
        &self.room[..self.len]
    }
}

pub fn parse(text: &[u8], default: Option<Meta>) -> Result<Resolved, ParseError> {
    if !text.is_ascii() {
        return parse_symbols(Symbols::read(text)?.all(), default);
    }
    if text.len() > MAX_CHARACTERS {
        return Err(ParseError::TooLong);
    }
    // The symbol of an ASCII character is the character.
    parse_symbols(text, default)
}

fn parse_symbols(symbols: &[u8], default: Option<Meta>) -> Result<Resolved, ParseError> {
    let marks = symbols.iter().fold(0, |all, &symbol| all | PROPERTIES[usize::from(symbol)]) & MARK != 0;
    if marks && let Some(at) = find(symbols, CONTEXT) {
        let mut room = [0; MAX_CHARACTERS];
        let number = with_context(symbols, at, &mut room)?;
        return parse_number(cut_subaddress(number), default);
    }
    let mut number = possible_number(symbols);
    if marks {
        number = cut_subaddress(cut_second_number(number));
    }
    parse_number(number, default)
}

/// The digit values of a text that looks like a phone number, without the extension; `None` otherwise.
pub fn digits(text: &[u8]) -> Option<([u8; ENOUGH], usize)> {
    let symbols = Symbols::read(text).ok()?;
    let number = possible_number(symbols.all());
    if !is_viable(number) {
        return None;
    }
    let number = extension::find(number).map_or(number, |found| &number[..found.start]);
    let mut digits = [0; ENOUGH];
    let count = normalize(number, &mut digits);
    Some((digits, count))
}

/// The symbols without leading text and trailing punctuation.
fn possible_number(symbols: &[u8]) -> &[u8] {
    let start = symbols.iter().position(|&symbol| has(symbol, DIGIT | PLUS)).unwrap_or(symbols.len());
    let end = symbols.iter().rposition(|&symbol| has(symbol, KEEP)).map_or(start, |index| index + 1);
    &symbols[start..end.max(start)]
}

/// Cuts off a second extension, as in `x302/x2303`.
fn cut_second_number(symbols: &[u8]) -> &[u8] {
    for (index, &symbol) in symbols.iter().enumerate() {
        if symbol == b'/' || symbol == b'\\' {
            let mut rest = symbols[index + 1..].iter().skip_while(|&&symbol| symbol == b' ');
            if rest.next() == Some(&b'x') {
                return &symbols[..index];
            }
        }
    }
    symbols
}

fn cut_subaddress(symbols: &[u8]) -> &[u8] {
    match find(symbols, SUBADDRESS) {
        Some(at) if at > 0 => &symbols[..at],
        _ => symbols,
    }
}

fn find(symbols: &[u8], wanted: &[u8]) -> Option<usize> {
    symbols.windows(wanted.len()).position(|window| window == wanted)
}

/// The number of an RFC 3966 text with a `phone-context`: the context, if it is a number, then the text before
/// the parameter.
fn with_context<'a>(
    symbols: &[u8],
    at: usize,
    room: &'a mut [u8; MAX_CHARACTERS],
) -> Result<&'a [u8], ParseError> {
    let rest = &symbols[at + CONTEXT.len()..];
    let context = &rest[..rest.iter().position(|&symbol| symbol == b';').unwrap_or(rest.len())];
    if !is_global_number(context) && !is_domain_name(context) {
        return Err(ParseError::NotANumber);
    }
    let prefix = if context.first() == Some(&b'+') { context } else { &[] };
    let start = find(symbols, SCHEME).map_or(0, |scheme| scheme + SCHEME.len());
    let number = symbols.get(start..at).unwrap_or(&[]);
    let length = prefix.len() + number.len();
    let room = &mut room[..length];
    room[..prefix.len()].copy_from_slice(prefix);
    room[prefix.len()..].copy_from_slice(number);
    Ok(room)
}

/// `+`, digits and visual separators, with at least one digit.
fn is_global_number(context: &[u8]) -> bool {
    let Some((b'+', rest)) = context.split_first() else {
        return false;
    };
    let fits = |&symbol: &u8| has(symbol, DIGIT) || matches!(symbol, b'-' | b'.' | b'(' | b')');
    rest.iter().all(fits) && rest.iter().any(|&symbol| has(symbol, DIGIT))
}

/// Labels of letters, digits and inner dashes; the last label begins with a letter.
fn is_domain_name(context: &[u8]) -> bool {
    let name = context.strip_suffix(b".").unwrap_or(context);
    let mut last = None;
    for label in name.split(|&symbol| symbol == b'.') {
        let inner = |&symbol: &u8| has(symbol, LATIN | DIGIT) || symbol == b'-';
        let edge = |symbol: Option<&u8>| symbol.is_some_and(|&symbol| has(symbol, LATIN | DIGIT));
        if !label.iter().all(inner) || !edge(label.first()) || !edge(label.last()) {
            return false;
        }
        last = label.first();
    }
    last.is_some_and(|&symbol| has(symbol, LATIN))
}

/// Whether the symbols look like a phone number, with or without an extension.
fn is_viable(symbols: &[u8]) -> bool {
    is_core(symbols)
        || is_pair(symbols)
        || extension::find(symbols).is_some_and(|found| is_core(&symbols[..found.start]))
}

/// Whether the symbols are two digits, which may be a number.
fn is_pair(symbols: &[u8]) -> bool {
    matches!(symbols, [first, second] if has(*first, DIGIT) && has(*second, DIGIT))
}

/// Whether the symbols are plus signs, at least three digits with only punctuation before the third, then
/// punctuation, digits and letters.
fn is_core(symbols: &[u8]) -> bool {
    let mut rest = symbols.iter();
    let mut digits = 0;
    let mut plus = true;
    for &symbol in rest.by_ref() {
        let properties = PROPERTIES[usize::from(symbol)];
        if properties & DIGIT != 0 {
            digits += 1;
            if digits == 3 {
                break;
            }
        } else if properties & PUNCT == 0 && !(plus && properties & PLUS != 0) {
            return false;
        }
        plus &= properties & PLUS != 0;
    }
    digits == 3 && rest.all(|&symbol| has(symbol, PUNCT | ALPHA | DIGIT))
}

fn parse_number(symbols: &[u8], default: Option<Meta>) -> Result<Resolved, ParseError> {
    let found = extension::find(symbols);
    let simple = found.is_some_and(|found| is_core(&symbols[..found.start]));
    if !simple && !is_core(symbols) && !is_pair(symbols) {
        return Err(ParseError::NotANumber);
    }
    let pluses = symbols.iter().position(|&symbol| !has(symbol, PLUS)).unwrap_or(symbols.len());
    if default.is_none() && pluses == 0 {
        return Err(ParseError::InvalidCountryCode);
    }
    let stripped = found.filter(|found| simple || is_viable(&symbols[..found.start]));
    let number = &symbols[pluses..stripped.map_or(symbols.len(), |found| found.start)];
    let mut digits = [0; ENOUGH];
    let count = normalize(number, &mut digits);
    let resolved = resolve(&digits[..count], pluses > 0, default)?;
    Ok(match stripped {
        Some(found) => {
            let (first, end) = found.digits;
            let digits = symbols[first..end].iter().map(|&symbol| symbols::digit(symbol));
            Resolved { number: PhoneNumber::with_extension(resolved.number, digits), ..resolved }
        }
        None => resolved,
    })
}

/// Converts symbols to digit values. With three letters or more, letters count as the digits of the keypad;
/// otherwise they are ignored.
fn normalize(symbols: &[u8], digits: &mut [u8; ENOUGH]) -> usize {
    let mut count = 0;
    let mut letters = 0;
    for &symbol in symbols {
        let properties = PROPERTIES[usize::from(symbol)];
        if properties & DIGIT != 0 {
            if count < ENOUGH {
                digits[count] = symbols::digit(symbol);
                count += 1;
            }
        } else {
            letters += usize::from(properties & LATIN != 0);
        }
    }
    if letters < 3 {
        return count;
    }
    let keys = symbols.iter().filter_map(|&symbol| symbols::keypad(symbol));
    let mut count = 0;
    for (slot, key) in digits.iter_mut().zip(keys) {
        *slot = key;
        count += 1;
    }
    count
}
