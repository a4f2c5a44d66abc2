//! Rows of CSV and TSV, put together from few pieces.
//!
//! What stands between the line and its number says the same about many lines: separators, status,
//! reason, type and region. Such a text is put together once, and copied from then on.

use numplan::{E164, NumberType, Reason, Region, Status, Verdict};

use crate::fields::{Field, Format};
use crate::out::{Out, Piece, is_simple};
use crate::rows::{Layout, Row};

/// Bytes that a part may need, the line itself aside.
const PART: usize = 64;

/// Bytes of a line that is its number, at most; few numbers have more.
const NUMBER: usize = 16;

/// Bytes that fixed copies may need for the row of a line that is its number.
const ROW: usize = 2 * NUMBER + 2 * Piece::USUAL;

/// A writer of rows, with the pieces that it has met.
pub(crate) enum PlainRows {
    Usual(Usual),
    Any(Vec<Part>),
}

/// A writer of rows that are the line, words, the number, and words again.
pub(crate) struct Usual {
    before: Words,
    behind: Words,
    /// For each key of a verdict where its words are, if they are short and were met.
    known: Box<[Place]>,
    short: Vec<Short>,
}

/// Words that are short, in one line of the processor's cache.
#[repr(align(64))]
struct Short {
    before: [u8; Piece::USUAL],
    behind: [u8; Piece::USUAL],
}

/// Where short words are and how long, so that the next row's place is known before they are read.
#[derive(Clone, Copy, Default)]
struct Place {
    /// Their number, plus one; 0 for none.
    number: u16,
    before: u8,
    behind: u8,
}

/// A part of a row.
pub(crate) enum Part {
    Input,
    E164,
    Words(Words),
    Other(Field),
}

/// Words and separators that follow each other.
pub(crate) struct Words {
    tokens: Vec<Token>,
    /// For each key of a verdict the number of its piece, plus one; 0 if it was not met yet.
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

    /// How long its text may be.
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

    /// Whether another token fits into a piece.
    fn has_room(&self, token: Token) -> bool {
        self.tokens.iter().chain([&token]).map(|token| token.longest()).sum::<usize>() <= Piece::LONGEST
    }

    #[inline]
    fn piece(&mut self, verdict: Verdict) -> &Piece {
        let key = verdict.key();
        let number = match self.known[key] {
            0 => self.meet(key, verdict),
            number => usize::from(number),
        };
        &self.pieces[number - 1]
    }

    /// Puts a new piece together.
    #[cold]
    #[inline(never)]
    fn meet(&mut self, key: usize, verdict: Verdict) -> usize {
        let text: String = self.tokens.iter().map(|token| token.text(verdict)).collect();
        self.pieces.push(Piece::new(&text));
        // There are fewer different verdicts than numbers: most keys are never met.
        self.known[key] = u16::try_from(self.pieces.len()).unwrap_or(0);
        self.pieces.len()
    }
}

impl PlainRows {
    /// A writer of rows; none if the format is not so plain.
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
            Ok([Part::Input, Part::Words(before), Part::E164, Part::Words(behind)]) => {
                Self::Usual(Usual::new(before, behind))
            }
            Ok(parts) => Self::Any(parts.into()),
            Err(parts) => Self::Any(parts),
        })
    }

    /// Writes the row of a line that is its number, if it is one of the usual rows; says whether it did.
    #[inline]
    pub(crate) fn short_row(&self, out: &mut Out, line: &[u8], verdict: Verdict) -> bool {
        match self {
            Self::Usual(usual) => usual.short_row(out, line, verdict),
            Self::Any(_) => false,
        }
    }

    /// Writes one row.
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
    fn new(before: Words, behind: Words) -> Self {
        Self { before, behind, known: vec![Place::default(); Verdict::KEYS].into(), short: Vec::new() }
    }

    /// Writes the row of a line that is its number, if its words are short and were met before. Such a
    /// row is of known size: it is written without a look at how far the text has grown after each part.
    #[inline]
    fn short_row(&self, out: &mut Out, line: &[u8], verdict: Verdict) -> bool {
        let e164 = verdict.e164();
        let place = self.known[verdict.key()];
        let words = self.short.get(usize::from(place.number).wrapping_sub(1));
        let (Some(words), Some(number), true) =
            (words, e164.as_padded().first_chunk::<NUMBER>(), is_same(line, &e164))
        else {
            return false;
        };
        let room = out.window::<ROW>();
        let mut at = 0;
        put(room, &mut at, number, e164.len());
        put(room, &mut at, &words.before, usize::from(place.before));
        put(room, &mut at, number, e164.len());
        put(room, &mut at, &words.behind, usize::from(place.behind));
        out.advance(at);
        true
    }

    /// Writes a row of any size.
    fn row(&mut self, layout: &Layout, out: &mut Out, row: &Row<'_>) {
        let e164 = row.verdict.e164();
        let (before, behind) = (self.before.piece(row.verdict), self.behind.piece(row.verdict));
        let known = &mut self.known[row.verdict.key()];
        if known.number == 0
            && let (Some(before), Some(behind)) = (before.usual(), behind.usual())
        {
            self.short.push(Short { before: *before.0, behind: *behind.0 });
            let short = |len| u8::try_from(len).unwrap_or(0);
            let number = u16::try_from(self.short.len()).unwrap_or(0);
            *known = Place { number, before: short(before.1), behind: short(behind.1) };
        }
        out.reserve(row.input.len() + 3 * PART);
        input(layout, out, row, &e164);
        out.piece(before);
        out.padded(e164.as_padded(), e164.len());
        out.piece(behind);
    }
}

/// Copies bytes to a place, and moves it on by how many of them count.
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

/// Adds a token to the words at the end, or begins new ones.
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

/// Whether a line is a number in E.164, as most are, and of a usual length.
#[inline]
fn is_same(line: &[u8], e164: &E164) -> bool {
    let (Some(first), Some(last)) = (line.first_chunk::<8>(), line.last_chunk::<8>()) else { return false };
    // Compared as words, which stay in registers: parts of a text that was just written have to wait for it.
    let number = e164.as_padded().first_chunk::<NUMBER>().map_or(0, |text| u128::from_le_bytes(*text));
    #[allow(clippy::cast_possible_truncation, reason = "eight bytes are compared")]
    let from = |place: usize| (number >> (8 * place)) as u64;
    line.len() == e164.len()
        && line.len() <= NUMBER
        && u64::from_le_bytes(*first) == from(0)
        && u64::from_le_bytes(*last) == from(line.len() - 8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use numplan::{Lang, check};

    /// Rows of some lines, the short way and in full generality.
    fn both(fields: &[Field], format: Format, lines: &[&str]) -> [String; 2] {
        let layout = Layout::new(fields, format, Lang::En);
        let mut plain = PlainRows::new(fields, format).expect("a plain format");
        let [mut short, mut general] = [Out::default(), Out::default()];
        // Twice, since words that were met go another way.
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
