//! Finds an extension at the end of a number: `;ext=7`, `ext. 7`, `x7`, `доб. 7`, `,,7`, `- 7#` …
//!
//! The digits of an extension are always the last ones, so the search goes backwards: the digits, the
//! separators before them, the label, and the separators before the label.

use crate::symbols::{
    ACUTE, CYRILLIC_BE, CYRILLIC_DE, CYRILLIC_O, DIGIT, DOTLESS_I, DOTTED_I, FULL_E, FULL_HASH, FULL_I,
    FULL_N, FULL_STOP, FULL_T, FULL_TILDE, FULL_X, LONG_S, NO_BREAK_SPACE, O_ACUTE, has,
};

/// Most digits after an unambiguous label such as `ext.`.
const AFTER_LABEL: usize = 20;
/// Most digits after `,,` or `;`, which dial an extension automatically.
const AFTER_DIALLING: usize = 15;
/// Most digits after an ambiguous label such as `x`.
const AFTER_MARK: usize = 9;
/// Most digits before a closing `#` if there is no label.
const BEFORE_HASH: usize = 6;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Extension {
    /// Start of the label, or of the separators before it.
    pub start: usize,
    /// Start and end of the digits.
    pub digits: (usize, usize),
}

/// The extension at the end of the symbols; of several readings, the one that starts first.
pub fn find(symbols: &[u8]) -> Option<Extension> {
    let hash = symbols.last() == Some(&b'#');
    let end = symbols.len() - usize::from(hash);
    let first = back_while(symbols, end, |symbol| has(symbol, DIGIT));
    let count = end - first;
    if count == 0 || first == 0 || count > AFTER_LABEL {
        return None;
    }
    // Between label and digits: a stop or a colon, then spaces, commas and dashes.
    let gap = back_while(symbols, first, |symbol| is_space(symbol) || symbol == b',' || symbol == b'-');
    let stop = gap - usize::from(gap > 0 && matches!(symbols[gap - 1], b':' | b'.' | FULL_STOP));
    let candidates = [
        rfc(symbols, first, hash),
        explicit(symbols, stop),
        mark(symbols, stop).filter(|_| count <= AFTER_MARK),
        hash_only(symbols, first).filter(|_| hash && count <= BEFORE_HASH),
        dialling(symbols, stop, gap, first).filter(|_| count <= AFTER_DIALLING),
        commas(symbols, stop, gap, first).filter(|_| count <= AFTER_MARK),
    ];
    let start = candidates.into_iter().flatten().min()?;
    Some(Extension { start, digits: (first, end) })
}

fn is_space(symbol: u8) -> bool {
    matches!(symbol, b' ' | b'\t' | NO_BREAK_SPACE)
}

/// The start of the longest run of matching symbols that ends at `end`.
fn back_while(symbols: &[u8], end: usize, fits: impl Fn(u8) -> bool) -> usize {
    symbols[..end].iter().rposition(|&symbol| !fits(symbol)).map_or(0, |index| index + 1)
}

/// The start of the spaces and commas before a label.
fn before_label(symbols: &[u8], end: usize) -> usize {
    back_while(symbols, end, |symbol| is_space(symbol) || symbol == b',')
}

fn rfc(symbols: &[u8], first: usize, hash: bool) -> Option<usize> {
    let start = first.checked_sub(5)?;
    let label = &symbols[start..first];
    (!hash && label.eq_ignore_ascii_case(b";ext=")).then_some(start)
}

fn explicit(symbols: &[u8], end: usize) -> Option<usize> {
    let head = &symbols[..end];
    let label = latin_label(head)
        .or_else(|| wide_label(head))
        .or_else(|| ends_with(head, &[CYRILLIC_DE, CYRILLIC_O, CYRILLIC_BE]))
        .or_else(|| ends_with(head, b"anexo"))?;
    Some(before_label(symbols, label))
}

/// `ext`, `xtn`, `extension`, `extensión` and similar.
fn latin_label(head: &[u8]) -> Option<usize> {
    let without_n = ends_with(head, b"n").map(|start| &head[..start]);
    [Some(head), without_n].into_iter().flatten().filter_map(latin_stem).min()
}

fn latin_stem(head: &[u8]) -> Option<usize> {
    let long = ends_with(head, &[b'o', ACUTE])
        .or_else(|| ends_with(head, b"o"))
        .or_else(|| ends_with(head, &[O_ACUTE]))
        .and_then(|start| ends_with(&head[..start], b"ensi"));
    let short = ends_with(&head[..long.unwrap_or(head.len())], b"xt")?;
    Some(ends_with(&head[..short], b"e").unwrap_or(short))
}

/// The same in full-width letters.
fn wide_label(head: &[u8]) -> Option<usize> {
    let end = ends_with(head, &[FULL_N]).unwrap_or(head.len());
    let start = ends_with(&head[..end], &[FULL_X, FULL_T])?;
    Some(ends_with(&head[..start], &[FULL_E]).unwrap_or(start))
}

/// The start of `tail` at the end of `head`, ignoring case.
fn ends_with(head: &[u8], tail: &[u8]) -> Option<usize> {
    let start = head.len().checked_sub(tail.len())?;
    head[start..].iter().zip(tail).all(|(&symbol, &wanted)| folded(symbol) == wanted).then_some(start)
}

fn folded(symbol: u8) -> u8 {
    match symbol {
        b'A'..=b'Z' => symbol | 32,
        LONG_S => b's',
        DOTLESS_I | DOTTED_I => b'i',
        _ => symbol,
    }
}

fn mark(symbols: &[u8], end: usize) -> Option<usize> {
    let head = &symbols[..end];
    let label = match *head.last()? {
        b'x' | b'X' | FULL_X | b'#' | FULL_HASH | b'~' | FULL_TILDE => Some(end - 1),
        _ => ends_with(head, b"int").or_else(|| ends_with(head, &[FULL_I, FULL_N, FULL_T])),
    };
    label.map(|start| before_label(symbols, start))
}

fn hash_only(symbols: &[u8], first: usize) -> Option<usize> {
    let start = back_while(symbols, first, |symbol| symbol == b'-' || symbol == b' ');
    (start < first).then_some(start)
}

/// `,,` or `;`.
fn dialling(symbols: &[u8], stop: usize, gap: usize, first: usize) -> Option<usize> {
    let before = |end: usize| {
        let head = &symbols[..end];
        let commas = ends_with(head, b",,");
        ends_with(head, b";").or(commas)
    };
    let with_stop = (stop < gap).then(|| before(stop)).flatten();
    let semicolon = ends_with(&symbols[..gap], b";");
    let inside = || symbols[gap..first].windows(2).position(|pair| pair == b",,").map(|index| gap + index);
    let label = with_stop.or(semicolon).or_else(inside)?;
    Some(back_while(symbols, label, is_space))
}

/// One or more commas.
fn commas(symbols: &[u8], stop: usize, gap: usize, first: usize) -> Option<usize> {
    let with_stop = (stop < gap && symbols[..stop].last() == Some(&b','))
        .then(|| back_while(symbols, stop, |symbol| symbol == b','));
    let inside = || symbols[gap..first].iter().position(|&symbol| symbol == b',').map(|index| gap + index);
    let label = with_stop.or_else(inside)?;
    Some(back_while(symbols, label, is_space))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<(usize, &str)> {
        find(text.as_bytes()).map(|found| (found.start, &text[found.digits.0..found.digits.1]))
    }

    #[test]
    fn labels_are_found() {
        assert_eq!(found("123 ext. 45"), Some((3, "45")));
        assert_eq!(found("123;ext=45"), Some((3, "45")));
        assert_eq!(found("123 ,, x45#"), Some((3, "45")));
        assert_eq!(found("123 extension: 45"), Some((3, "45")));
        assert_eq!(found("123 xtn45"), Some((3, "45")));
        assert_eq!(found("123 INT-45"), Some((3, "45")));
        assert_eq!(found("123,,45"), Some((3, "45")));
        assert_eq!(found("123 - 45#"), Some((3, "45")));
        assert_eq!(found("123, 45"), Some((3, "45")));
        assert_eq!(found("123;45"), Some((3, "45")));
        assert_eq!(found("123 anexo 45"), Some((3, "45")));
    }

    #[test]
    fn plain_numbers_have_no_extension() {
        for text in ["123", "123-45", "(123) 45 67", "", "#", "12 3.45", "123x1234567890"] {
            assert_eq!(found(text), None, "{text}");
        }
    }
}
