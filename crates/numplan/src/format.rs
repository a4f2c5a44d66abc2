//! Formats numbers: E.164, national, international and RFC 3966.

use std::fmt;

use crate::dfa;
use crate::kinds::Format;
use crate::number::{Digits, PhoneNumber};
use crate::region::Meta;
use crate::tables::{FORMAT_WORDS, FORMATS, text};

/// Displays a number in a format; see [`PhoneNumber::format`].
///
/// ```
/// let number = numplan::parse("+442083661177", None).unwrap();
/// let mut line = String::from("call ");
/// std::fmt::Write::write_fmt(&mut line, format_args!("{}", number.format(numplan::Format::National))).unwrap();
/// assert_eq!(line, "call 020 8366 1177");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Formatted {
    number: PhoneNumber,
    format: Format,
}

impl PhoneNumber {
    /// Returns a value that displays the number in a format.
    ///
    /// ```
    /// use numplan::{Format, parse};
    /// let number = parse("+1 (650) 253-0000 ext. 7", None).unwrap();
    /// assert_eq!(number.format(Format::E164).to_string(), "+16502530000");
    /// assert_eq!(number.format(Format::National).to_string(), "(650) 253-0000 ext. 7");
    /// ```
    pub const fn format(&self, format: Format) -> Formatted {
        Formatted { number: *self, format }
    }
}

impl fmt::Display for PhoneNumber {
    /// Formats as E.164.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.format(Format::E164).fmt(f)
    }
}

impl fmt::Display for Formatted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.line().as_str())
    }
}

/// A text buffer with room for the longest number: prefix, calling code, digits with punctuation, label and
/// extension.
struct Line {
    text: [u8; Self::ROOM],
    len: usize,
}

impl Line {
    const ROOM: usize = 96;

    fn push(&mut self, part: &[u8]) {
        if let Some(room) = self.text.get_mut(self.len..self.len + part.len()) {
            room.copy_from_slice(part);
            self.len += part.len();
        }
    }

    fn push_code(&mut self, code: u16) {
        let digits = Digits::of(u64::from(code), 5);
        let zeros = digits.bytes().take(4).take_while(|&byte| byte == b'0').count();
        self.push(&digits.as_bytes()[zeros..]);
    }

    fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[..self.len]).unwrap_or("")
    }
}

impl Formatted {
    fn line(&self) -> Line {
        let mut line = Line { text: [0; _], len: 0 };
        let number = &self.number;
        let nsn = number.nsn();
        let meta = Meta::main(number.country_code());
        let (before, after) = match self.format {
            Format::National => ("", ""),
            Format::E164 => ("+", ""),
            Format::International => ("+", " "),
            Format::Rfc3966 => ("tel:+", "-"),
        };
        // Without a country, E.164 is the only format.
        if self.format == Format::E164 || (meta.is_some() && self.format != Format::National) {
            line.push(before.as_bytes());
            line.push_code(number.country_code());
            line.push(after.as_bytes());
        }
        let (Some(meta), false) = (meta, self.format == Format::E164) else {
            line.push(nsn.as_bytes());
            return line;
        };
        self.push_national(&nsn, meta, &mut line);
        if let Some(extension) = number.extension() {
            line.push(match (self.format, meta.extension_label()) {
                (Format::Rfc3966, _) => b";ext=",
                (_, Some(label)) => text(label),
                (_, None) => b" ext. ",
            });
            line.push(extension.as_bytes());
        }
        line
    }

    fn push_national(&self, nsn: &Digits, meta: Meta, line: &mut Line) {
        let (values, length) = self.number.values();
        let choice = dfa::value(meta.format_choice(), &values[..length]);
        let (national, international) = meta.formats();
        let (first, place) = if self.format == Format::National {
            (national, choice & 255)
        } else {
            (international, choice >> 8)
        };
        let Some(place) = place.checked_sub(1) else {
            line.push(nsn.as_bytes());
            return;
        };
        let start = usize::from(first + place) * FORMAT_WORDS;
        let words = &FORMATS[start..start + FORMAT_WORDS];
        let template = words[match self.format {
            Format::National => 6,
            Format::Rfc3966 => 8,
            _ => 7,
        }];
        let groups = groups(words, length);
        for &byte in text(template) {
            if byte < 10 {
                let (start, end) = groups[usize::from(byte) - 1];
                line.push(&nsn.as_bytes()[start..end]);
            } else {
                line.push(&[byte]);
            }
        }
    }
}

/// Start and end of each group of a format in a number of `length` digits. Each group takes as many digits as
/// the minimum lengths of the later groups leave.
fn groups(words: &[u16], length: usize) -> [(usize, usize); 5] {
    let count = usize::from(words[0]);
    let sizes = |place: usize| (usize::from(words[1 + place] & 255), usize::from(words[1 + place] >> 8));
    let mut spare = length.saturating_sub((0..count).map(|place| sizes(place).0).sum());
    let mut groups = [(0, 0); 5];
    let mut at = 0;
    for (place, group) in groups.iter_mut().enumerate().take(count) {
        let (min, max) = sizes(place);
        let more = spare.min(max - min);
        spare -= more;
        *group = (at, (at + min + more).min(length));
        at = group.1;
    }
    groups
}
