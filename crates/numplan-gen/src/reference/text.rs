//! The rules about text, as patterns: what a phone number looks like, and how
//! extensions are written.

use std::collections::HashMap;

use super::regex::{Re, any, many, maybe, word};
use crate::metadata::Metadata;

/// Punctuation that may be in a number, except the letter x.
const PUNCTUATION: &str = "-\u{2010}\u{2011}\u{2012}\u{2013}\u{2014}\u{2015}\u{2212}\u{30fc}\u{ff0d}\u{ff0e}\u{ff0f} \u{a0}\u{ad}\u{200b}\u{2060}\u{3000}()\u{ff08}\u{ff09}\u{ff3b}\u{ff3d}.[]/~\u{2053}\u{223c}\u{ff5e}*";

/// The text rules with their Unicode properties.
pub struct Rules {
    digits: HashMap<char, u8>,
    word: Vec<(u32, u32)>,
    viable: Re,
    extension: Re,
}

/// Case folding for matches that ignore case.
fn fold(c: char) -> char {
    match c {
        '\u{17f}' => 's',
        '\u{130}' | '\u{131}' => 'i',
        '\u{1c81}' => '\u{434}',
        '\u{1c82}' => '\u{43e}',
        _ => c.to_lowercase().next().unwrap_or(c),
    }
}

fn is_plus(c: char) -> bool {
    matches!(c, '+' | '\u{ff0b}')
}

impl Rules {
    /// The rules for a metadata release.
    pub fn new(data: &Metadata) -> Self {
        let mut digits = HashMap::new();
        for &(first, last, value) in &data.digits {
            for (point, value) in (first..=last).zip(value..) {
                digits.extend(char::from_u32(point).map(|c| (c, value)));
            }
        }
        let extension = Re::Alt(extensions(&digits));
        let viable = viable(&digits);
        Self { digits, word: data.word.clone(), viable, extension }
    }

    /// The value of a digit of any script.
    pub fn digit(&self, c: char) -> Option<u8> {
        self.digits.get(&c).copied()
    }

    fn is_word(&self, c: char) -> bool {
        let point = u32::from(c);
        self.word.iter().any(|&(first, last)| (first..=last).contains(&point))
    }

    /// The part of a text that may be a number: from the first digit or plus on.
    pub fn possible_number(&self, text: &[char]) -> Vec<char> {
        let Some(start) = text.iter().position(|&c| is_plus(c) || self.digit(c).is_some()) else {
            return Vec::new();
        };
        let mut number = text[start..].to_vec();
        while number.last().is_some_and(|&c| c != '#' && !self.is_word(c)) {
            number.pop();
        }
        let second =
            Re::Seq(vec![any("\\/"), many(any(" "), 0), any("x"), many(Re::One(Box::new(|_| true)), 0)]);
        if let Some(cut) = (0..number.len()).find(|&at| second.match_rest(&number, at).is_some()) {
            number.truncate(cut);
        }
        number
    }

    /// Whether a text looks like a phone number.
    pub fn is_viable(&self, text: &[char]) -> bool {
        text.len() >= 2 && self.viable.match_rest(text, 0).is_some()
    }

    /// The text without its extension, and the extension.
    pub fn split_extension(&self, text: &[char]) -> (Vec<char>, String) {
        let found = (0..text.len()).find_map(|at| Some((at, self.extension.match_rest(text, at)??)));
        match found {
            Some((at, (start, end))) if self.is_viable(&text[..at]) => {
                let digits = text[start..end].iter().filter_map(|&c| self.digit(c));
                (text[..at].to_vec(), digits.map(|digit| char::from(b'0' + digit)).collect())
            }
            _ => (text.to_vec(), String::new()),
        }
    }

    /// Number of plus signs at the start of a text.
    pub fn pluses(text: &[char]) -> usize {
        text.iter().take_while(|&&c| is_plus(c)).count()
    }

    /// The digits of a number; with three letters or more, letters count as keypad digits.
    pub fn normalize(&self, text: &[char]) -> String {
        let letters = text.iter().filter(|c| c.is_ascii_alphabetic()).count();
        if letters < 3 {
            return text.iter().filter_map(|&c| self.digit(c)).map(|d| char::from(b'0' + d)).collect();
        }
        let key = |c: char| match c {
            '\u{131}' => Some('4'),
            '\u{17f}' => Some('7'),
            _ if c.is_ascii_digit() => Some(c),
            _ => match c.to_ascii_uppercase() {
                'A'..='C' => Some('2'),
                'D'..='F' => Some('3'),
                'G'..='I' => Some('4'),
                'J'..='L' => Some('5'),
                'M'..='O' => Some('6'),
                'P'..='S' => Some('7'),
                'T'..='V' => Some('8'),
                'W'..='Z' => Some('9'),
                _ => None,
            },
        };
        text.iter().filter_map(|&c| key(c)).collect()
    }

    /// Whether the value of a `phone-context` parameter follows RFC 3966.
    pub fn is_context(&self, context: &[char]) -> bool {
        let digit = || digit(&self.digits);
        let separator = || any("-.()");
        let part = || many(Re::Alt(vec![digit(), separator()]), 0);
        let global = Re::Seq(vec![any("+"), part(), digit(), part()]);
        let letter = || Re::One(Box::new(|c: char| c.is_ascii_alphabetic()));
        let inner = || many(Re::Seq(vec![many(any("-"), 0), Re::Alt(vec![letter(), digit()])]), 0);
        let label = Re::Seq(vec![Re::Alt(vec![letter(), digit()]), inner(), any(".")]);
        let domain = Re::Seq(vec![many(label, 0), letter(), inner(), maybe(any("."))]);
        global.match_rest(context, 0).is_some() || domain.match_rest(context, 0).is_some()
    }
}

fn digit(digits: &HashMap<char, u8>) -> Re {
    let digits: std::collections::HashSet<char> = digits.keys().copied().collect();
    Re::One(Box::new(move |c| digits.contains(&c)))
}

fn punctuation() -> Re {
    Re::One(Box::new(|c| PUNCTUATION.contains(c) || fold(c) == 'x'))
}

fn viable(digits: &HashMap<char, u8>) -> Re {
    // One set, because a letter that is also punctuation would double the ways to match it.
    let known: std::collections::HashSet<char> = digits.keys().copied().collect();
    let inner = Re::One(Box::new(move |c: char| {
        let alpha = c.is_ascii_alphabetic() || matches!(c, '\u{130}' | '\u{131}' | '\u{17f}' | '\u{212a}');
        alpha || PUNCTUATION.contains(c) || known.contains(&c)
    }));
    let tail = many(inner, 0);
    let long = Re::Seq(vec![
        many(Re::One(Box::new(is_plus)), 0),
        many(Re::Seq(vec![many(punctuation(), 0), digit(digits)]), 3),
        tail,
        maybe(Re::Alt(extensions(digits))),
    ]);
    Re::Alt(vec![Re::Seq(vec![digit(digits), digit(digits)]), long])
}

/// All ways to write an extension, in order of priority.
fn extensions(digits: &HashMap<char, u8>) -> Vec<Re> {
    let number = |most| Re::Group(Box::new(Re::Many(Box::new(digit(digits)), 1, most)));
    let before = || many(any(" \u{a0}\t,"), 0);
    let spaces = || many(any(" \u{a0}\t"), 0);
    let after = || Re::Seq(vec![maybe(any(":.\u{ff0e}")), many(any(" \u{a0}\t,-"), 0)]);
    let hash = || maybe(any("#"));
    let fword = |text| word(text, fold);
    let accented = Re::Alt(vec![Re::Seq(vec![fword("o"), maybe(fword("\u{301}"))]), fword("\u{f3}")]);
    let explicit = Re::Alt(vec![
        Re::Seq(vec![
            maybe(fword("e")),
            fword("xt"),
            maybe(Re::Seq(vec![fword("ensi"), accented])),
            maybe(fword("n")),
        ]),
        Re::Seq(vec![maybe(fword("\u{ff45}")), fword("\u{ff58}\u{ff54}"), maybe(fword("\u{ff4e}"))]),
        fword("\u{434}\u{43e}\u{431}"),
        fword("anexo"),
    ]);
    let single = Re::One(Box::new(|c| "x\u{ff58}#\u{ff03}~\u{ff5e}".contains(fold(c))));
    let ambiguous = Re::Alt(vec![single, fword("int"), fword("\u{ff49}\u{ff4e}\u{ff54}")]);
    let dialling = Re::Alt(vec![fword(",,"), fword(";")]);
    vec![
        Re::Seq(vec![fword(";ext="), number(20)]),
        Re::Seq(vec![before(), explicit, after(), number(20), hash()]),
        Re::Seq(vec![before(), ambiguous, after(), number(9), hash()]),
        Re::Seq(vec![many(any("- "), 1), number(6), any("#")]),
        Re::Seq(vec![spaces(), dialling, after(), number(15), hash()]),
        Re::Seq(vec![spaces(), many(any(","), 1), after(), number(9), hash()]),
    ]
}
