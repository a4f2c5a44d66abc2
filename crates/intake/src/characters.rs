//! Digits, spaces and punctuation of the scripts that lists are written in.

/// The value of a decimal digit of the scripts that lists are written in.
pub(crate) fn digit(character: char) -> Option<u8> {
    const ZEROS: [char; 7] = ['0', '０', '٠', '۰', '०', '০', '๐'];
    let value = |zero: char| u32::from(character).checked_sub(u32::from(zero)).filter(|value| *value < 10);
    ZEROS.into_iter().find_map(value).and_then(|value| u8::try_from(value).ok())
}

/// Whether a character is invisible: marks of writing direction, soft hyphens and spaces without width.
pub(crate) const fn is_invisible(character: char) -> bool {
    matches!(character, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}

pub(crate) fn is_punctuation(character: char) -> bool {
    matches!(character, '-' | '.' | '(' | ')' | '+' | '＋' | '（' | '）' | '．' | '－' | '−')
        || ('\u{2010}'..='\u{2015}').contains(&character)
        || is_invisible(character)
}

/// The cell with invisible characters removed and all kinds of spaces as plain ones; `None` if it has none.
pub(crate) fn mended(cell: &str) -> Option<String> {
    let odd = |character: char| {
        is_invisible(character) || (character.is_whitespace() && character != ' ') || character == '−'
    };
    if cell.is_ascii() || !cell.contains(odd) {
        return None;
    }
    let plain = |character: char| match character {
        '−' => '-',
        other if other.is_whitespace() => ' ',
        other => other,
    };
    Some(cell.chars().filter(|&character| !is_invisible(character)).map(plain).collect())
}
