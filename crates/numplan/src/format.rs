//! Writes numbers: E.164, national, international and RFC 3966.

use std::fmt::{self, Write};

use crate::kinds::Format;
use crate::number::PhoneNumber;
use crate::region::Meta;
use crate::steps;
use crate::tables::{FORMAT_WORDS, FORMATS, text};

/// A number that is ready to be written; see [`PhoneNumber::format`].
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
    /// The number in a format, to be printed, written or turned into a string.
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
    /// Writes E.164.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.format(Format::E164).fmt(f)
    }
}

impl fmt::Display for Formatted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if f.width().is_none() && f.precision().is_none() {
            return self.write(f);
        }
        let mut line = Line { text: [0; Line::ROOM], len: 0 };
        self.write(&mut line)?;
        f.pad(std::str::from_utf8(&line.text[..line.len]).unwrap_or(""))
    }
}

/// Room for the longest number there is, to be padded.
struct Line {
    text: [u8; Self::ROOM],
    len: usize,
}

impl Line {
    const ROOM: usize = 96;
}

impl Write for Line {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let slot = self.text.get_mut(self.len..self.len + part.len()).ok_or(fmt::Error)?;
        slot.copy_from_slice(part.as_bytes());
        self.len += part.len();
        Ok(())
    }
}

impl Formatted {
    fn write(&self, out: &mut impl Write) -> fmt::Result {
        let number = &self.number;
        let code = number.country_code();
        let meta = Meta::main(code);
        match (self.format, meta) {
            (Format::E164, _) => return write!(out, "+{code}{}", &*number.nsn()),
            (_, None) => return out.write_str(&number.nsn()),
            (Format::National, _) => {}
            (Format::International, _) => write!(out, "+{code} ")?,
            (Format::Rfc3966, _) => write!(out, "tel:+{code}-")?,
        }
        let Some(meta) = meta else { return Ok(()) };
        self.write_national(meta, out)?;
        if let Some(extension) = number.extension() {
            let label = match (self.format, meta.extension_label()) {
                (Format::Rfc3966, _) => ";ext=",
                (_, Some(label)) => std::str::from_utf8(text(label)).unwrap_or(""),
                (_, None) => " ext. ",
            };
            write!(out, "{label}{}", &*extension)?;
        }
        Ok(())
    }

    fn write_national(&self, meta: Meta, out: &mut impl Write) -> fmt::Result {
        let nsn = self.number.nsn();
        let (values, length) = self.number.values();
        let choice = steps::value(meta.format_choice(), &values[..length]);
        let (national, international) = meta.formats();
        let (first, place) = if self.format == Format::National {
            (national, choice & 255)
        } else {
            (international, choice >> 8)
        };
        let Some(place) = place.checked_sub(1) else {
            return out.write_str(&nsn);
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
                out.write_str(&nsn[start..end])?;
            } else {
                out.write_char(char::from(byte))?;
            }
        }
        Ok(())
    }
}

/// Where each group of a format lies in a number of `length` digits: each takes as many digits
/// as the later ones can spare.
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
