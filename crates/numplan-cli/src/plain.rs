//! Writes CSV and TSV rows from cached texts.
//!
//! The separators, status, reason, type and region between the line and its number are the same for many
//! lines. Such a text is built once per combination and then copied.

use numplan::{E164, NumberType, Reason, Region, Status, Verdict};

use crate::fields::{Field, Format};
use crate::out::{Out, Piece, is_simple};
use crate::rows::{Layout, Row};

/// Most bytes of a part other than the line.
const PART: usize = 64;

/// Most bytes of a number on the fast path. Few numbers are longer.
const NUMBER: usize = 16;

/// Most bytes of a row on the fast path, including the excess of fixed-size copies.
const ROW: usize = 2 * NUMBER + 2 * Piece::USUAL;

/// Writes rows, and caches the texts in them.
pub(crate) enum PlainRows {
    Usual(Usual),
    Any(Vec<Part>),
}

/// Writes rows of the line, a text, the number, and another text.
pub(crate) struct Usual {
    before: Words,
    after: Words,
    /// By key of the verdict: where its short texts are.
    known: Box<[ShortIndex]>,
    short: Vec<Short>,
}

/// Two short texts in one cache line.
#[repr(align(64))]
struct Short {
    before: [u8; Piece::USUAL],
    after: [u8; Piece::USUAL],
}

/// Index and lengths of short texts. The lengths are here so that the start of the next row is known before
/// the texts are loaded.
#[derive(Clone, Copy, Default)]
struct ShortIndex {
    /// Index plus one; 0 if there are none.
    number: u16,
    before: u8,
    after: u8,
}

/// A part of a row.
pub(crate) enum Part {
    Input,
    E164,
    Words(Words),
    Other(Field),
}

/// Adjacent words and separators.
pub(crate) struct Words {
    tokens: Vec<Token>,
    /// By key of the verdict: the index of its piece plus one; 0 if it has not been built.
    known: Box<[u16]>,
    pieces: Vec<Piece>,
}

#[derive(Clone, Copy)]
pub(crate) enum Token {
    Separator(&'static str),
    Status,
    Reason,
    Type,
    Region,
}

impl Token {
    const fn of(field: Field) -> Option<Self> {
        match field {
            Field::Status => Some(Self::Status),
            Field::Reason => Some(Self::Reason),
            Field::Type => Some(Self::Type),
            Field::Region => Some(Self::Region),
            _ => None,
        }
    }

    fn text(self, verdict: Verdict) -> &'static str {
        match self {
            Self::Separator(text) => text,
            Self::Status => verdict.status().as_str(),
            Self::Reason => verdict.reason().map_or("", Reason::as_str),
            Self::Type if verdict.status() == Status::Unparseable => "",
            Self::Type => verdict.number_type().as_str(),
            Self::Region => verdict.region().map_or("", Region::code),
        }
    }

    /// Length of the longest text.
    fn longest(self) -> usize {
        let most = |words: &mut dyn Iterator<Item = &'static str>| words.map(str::len).max().unwrap_or(0);
        match self {
            Self::Separator(text) => text.len(),
            Self::Status => most(&mut Status::ALL.iter().map(|each| each.as_str())),
            Self::Reason => most(&mut Reason::ALL.iter().map(|each| each.as_str())),
            Self::Type => most(&mut NumberType::ALL.iter().map(|each| each.as_str())),
            Self::Region => most(&mut Region::all().map(Region::code)),
        }
    }
}

impl Words {
    fn new(token: Token) -> Self {
        Self { tokens: vec![token], known: vec![0; Verdict::KEYS].into(), pieces: Vec::new() }
    }

    /// Whether another token fits in a piece.
    fn has_room(&self, token: Token) -> bool {
        self.tokens.iter().chain([&token]).map(|token| token.longest()).sum::<usize>() <= Piece::LONGEST
    }

    #[inline]
    fn piece(&mut self, verdict: Verdict) -> &Piece {
        let key = verdict.key();
        let number = match self.known[key] {
            0 => self.build(key, verdict),
            number => usize::from(number),
        };
        &self.pieces[number - 1]
    }

    /// Builds a piece and returns its index plus one.
    #[cold]
    #[inline(never)]
    fn build(&mut self, key: usize, verdict: Verdict) -> usize {
        let text: String = self.tokens.iter().map(|token| token.text(verdict)).collect();
        self.pieces.push(Piece::new(&text));
        // Most keys never occur, so the count fits in 16 bits.
        self.known[key] = u16::try_from(self.pieces.len()).unwrap_or(0);
        self.pieces.len()
    }
}

impl PlainRows {
    /// `None` if the format is neither CSV nor TSV.
    pub(crate) fn new(fields: &[Field], format: Format) -> Option<Self> {
        let separator = match format {
            Format::Csv => ",",
            Format::Tsv => "\t",
            Format::Json | Format::Table => return None,
        };
        let mut parts = Vec::new();
        for (at, &field) in fields.iter().enumerate() {
            if at > 0 {
                add(&mut parts, Token::Separator(separator));
            }
            match (Token::of(field), field) {
                (Some(token), _) => add(&mut parts, token),
                (None, Field::Input) => parts.push(Part::Input),
                (None, Field::E164) => parts.push(Part::E164),
                (None, field) => parts.push(Part::Other(field)),
            }
        }
        add(&mut parts, Token::Separator("\n"));
        let usual = <[Part; 4]>::try_from(parts);
        Some(match usual {
            Ok([Part::Input, Part::Words(before), Part::E164, Part::Words(after)]) => {
                Self::Usual(Usual::new(before, after))
            }
            Ok(parts) => Self::Any(parts.into()),
            Err(parts) => Self::Any(parts),
        })
    }

    /// Writes the row of a line that is a number in E.164, if its texts are cached; returns whether it did.
    #[inline]
    pub(crate) fn short_row(&self, out: &mut Out, line: &[u8], verdict: Verdict) -> bool {
        match self {
            Self::Usual(usual) => usual.short_row(out, line, verdict),
            Self::Any(_) => false,
        }
    }

    pub(crate) fn row(&mut self, layout: &Layout, out: &mut Out, row: &Row<'_>) {
        let parts = match self {
            Self::Usual(usual) => return usual.row(layout, out, row),
            Self::Any(parts) => parts,
        };
        out.reserve(row.input.len() + PART * parts.len());
        let e164 = row.verdict.e164();
        for part in parts {
            match part {
                Part::Words(words) => out.piece(words.piece(row.verdict)),
                Part::E164 => out.padded(e164.as_padded(), e164.len()),
                Part::Input => input(layout, out, row, &e164),
                Part::Other(field) => layout.field(out, *field, row),
            }
        }
    }
}

impl Usual {
    fn new(before: Words, after: Words) -> Self {
        Self { before, after, known: vec![ShortIndex::default(); Verdict::KEYS].into(), short: Vec::new() }
    }

    /// See [`PlainRows::short_row`]. The size of such a row is bounded, so room is reserved once.
    #[inline]
    fn short_row(&self, out: &mut Out, line: &[u8], verdict: Verdict) -> bool {
        let e164 = verdict.e164();
        let index = self.known[verdict.key()];
        let words = self.short.get(usize::from(index.number).wrapping_sub(1));
        let (Some(words), Some(number), true) =
            (words, e164.as_padded().first_chunk::<NUMBER>(), is_same(line, &e164))
        else {
            return false;
        };
        let room = out.window::<ROW>();
        let mut at = 0;
        put(room, &mut at, number, e164.len());
        put(room, &mut at, &words.before, usize::from(index.before));
        put(room, &mut at, number, e164.len());
        put(room, &mut at, &words.after, usize::from(index.after));
        out.advance(at);
        true
    }

    /// Writes a row of any size.
    fn row(&mut self, layout: &Layout, out: &mut Out, row: &Row<'_>) {
        let e164 = row.verdict.e164();
        let (before, after) = (self.before.piece(row.verdict), self.after.piece(row.verdict));
        let known = &mut self.known[row.verdict.key()];
        if known.number == 0
            && let (Some(before), Some(after)) = (before.usual(), after.usual())
        {
            self.short.push(Short { before: *before.0, after: *after.0 });
            let short = |len| u8::try_from(len).unwrap_or(0);
            let number = u16::try_from(self.short.len()).unwrap_or(0);
            *known = ShortIndex { number, before: short(before.1), after: short(after.1) };
        }
        out.reserve(row.input.len() + 3 * PART);
        input(layout, out, row, &e164);
        out.piece(before);
        out.padded(e164.as_padded(), e164.len());
        out.piece(after);
    }
}

/// Copies all bytes to `at`, and advances it by `len`.
#[inline]
fn put<const ROOM: usize, const SIZE: usize>(
    room: &mut [u8; ROOM],
    at: &mut usize,
    bytes: &[u8; SIZE],
    len: usize,
) {
    if let Some(to) = room.get_mut(*at..).and_then(|rest| rest.first_chunk_mut()) {
        *to = *bytes;
    }
    *at += len;
}

/// Appends a token to the last words, or starts new ones.
fn add(parts: &mut Vec<Part>, token: Token) {
    match parts.last_mut() {
        Some(Part::Words(words)) if words.has_room(token) => words.tokens.push(token),
        _ => parts.push(Part::Words(Words::new(token))),
    }
}

/// Writes the line itself.
#[inline]
fn input(layout: &Layout, out: &mut Out, row: &Row<'_>, e164: &E164) {
    if is_same(row.input, e164) {
        out.padded(e164.as_padded(), e164.len());
    } else if is_simple(row.input) {
        out.text(row.input);
    } else {
        layout.field(out, Field::Input, row);
    }
}

/// Whether a line is the number in E.164 and has 8 to 16 bytes.
#[inline]
fn is_same(line: &[u8], e164: &E164) -> bool {
    let (Some(first), Some(last)) = (line.first_chunk::<8>(), line.last_chunk::<8>()) else { return false };
    // Compare words in registers: loading a part of a text that was just stored would stall.
    let number = e164.as_padded().first_chunk::<NUMBER>().map_or(0, |text| u128::from_le_bytes(*text));
    #[allow(clippy::cast_possible_truncation, reason = "eight bytes are compared")]
    let from = |offset: usize| (number >> (8 * offset)) as u64;
    line.len() == e164.len()
        && line.len() <= NUMBER
        && u64::from_le_bytes(*first) == from(0)
        && u64::from_le_bytes(*last) == from(line.len() - 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use numplan::{Lang, check};

    /// Rows of the lines, written by the fast path and by the general one.
    fn both(fields: &[Field], format: Format, lines: &[&str]) -> [String; 2] {
        let layout = Layout::new(fields, format, Lang::En);
        let mut plain = PlainRows::new(fields, format).expect("a plain format");
        let [mut short, mut general] = [Out::default(), Out::default()];
        // Twice, because the second time the texts are cached.
        for line in lines.iter().chain(lines) {
            let number = numplan::parse(line, None).ok();
            let row = Row { input: line.as_bytes(), verdict: check(line.as_bytes(), None), number };
            if !plain.short_row(&mut short, row.input, row.verdict) {
                plain.row(&layout, &mut short, &row);
            }
            layout.general_row(&mut general, &row);
        }
        [short, general].map(|out| String::from_utf8(out.as_bytes().to_vec()).expect("rows are UTF-8"))
    }

    #[test]
    fn only_numbers_whose_words_were_met_go_the_short_way() {
        use Field::{E164, Input, Type};
        let layout = Layout::new(&[Input, Type, E164], Format::Csv, Lang::En);
        let mut plain = PlainRows::new(&[Input, Type, E164], Format::Csv).expect("a plain format");
        let mut out = Out::default();
        let mut short = |line: &str| {
            let row = Row { input: line.as_bytes(), verdict: check(line.as_bytes(), None), number: None };
            let done = plain.short_row(&mut out, row.input, row.verdict);
            if !done {
                plain.row(&layout, &mut out, &row);
            }
            done
        };
        assert!(!short("+8613812345678"));
        assert!(short("+8613912345678"));
        assert!(!short("+86 13912345678"));
        assert!(!short("+86139123456789"));
        assert!(!short("+861012345678"));
    }

    #[test]
    fn the_short_way_writes_what_the_long_one_does() {
        use Field::{CountryCode, E164, Input, International, Reason, Region, Status, Type};
        let lines = [
            "+8613812345678",
            "+8613812345678",
            "+86 138 1234 5678",
            "+4930123456",
            "+4930123456789",
            "+49301234567890",
            "+493012345678901234",
            "+86111",
            "+12423570000",
            "",
            "nobody, \"at all\"",
            " +1 212 555 0123 ",
            "+80012345678",
            "+9991234",
            "１２３",
        ];
        let all: &[&[Field]] = &[
            &[Input, Status, Reason, E164, Type, Region],
            &[Status, Reason, Type, Region, Status, Reason, Type, Region],
            &[E164],
            &[Region],
            &[Input],
            &[International, E164, CountryCode, Input, Input],
        ];
        for fields in all {
            for format in [Format::Csv, Format::Tsv] {
                let [short, general] = both(fields, format, &lines);
                assert_eq!(short, general, "{fields:?} {format:?}");
            }
        }
    }
}
