//! Guesses the encoding and the delimiter of a text from its beginning.

use std::io::{self, Read};

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};

use crate::asides::is_closed;
use crate::characters::digit;
use crate::decode::{Text, is_binary};
use crate::dialect::Dialect;
use crate::encoding::Encoding;
use crate::entries::{Search, phrases};
use crate::error::IntakeError;
use crate::guess::{Origin, guess, known_words, names_numbers};
use crate::labelled;
use crate::mapping::{Delimiter, Hints};
use crate::moments::is_chat_line;
use crate::records::{CellSplitter, Records, is_blank};

/// Bytes that are examined.
const SAMPLE: usize = 256 << 10;

/// Most columns that are examined.
pub(crate) const MAX_COLUMNS: usize = 256;

/// Characters shown of a cell.
const MAX_CHARS: usize = 200;

/// Characters of a line in which numbers are searched.
const MAX_LINE: usize = 4096;

/// The beginning of a text, before decoding.
pub(crate) struct Beginning {
    bytes: Vec<u8>,
    /// The encoding of the byte order mark, if there is one.
    mark: Option<Encoding>,
    /// Whether this is the whole text.
    pub(crate) whole: bool,
}

impl Beginning {
    /// Reads until the text is not blank.
    pub(crate) fn read(text: &mut dyn Read) -> Result<Self, IntakeError> {
        let mut mark = None;
        let mut first = true;
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            let mut whole = read_sample(text, &mut bytes)?;
            if first && let Some((encoding, length)) = Encoding::from_bom(&bytes) {
                mark = Some(encoding);
                bytes.drain(..length);
            }
            first = false;
            if bytes.iter().any(|byte| !matches!(byte, b'\n' | b'\r' | b' ' | b'\t' | 0)) {
                if !whole {
                    whole = read_sample(text, &mut bytes)?;
                }
                return Ok(Self { bytes, mark, whole });
            }
            if whole {
                let nothing_else = !bytes.is_empty() && bytes.iter().all(|&byte| byte == 0);
                return Err(if nothing_else { IntakeError::NotAList } else { IntakeError::Empty });
            }
        }
    }

    /// Decodes the text, without the last line if it may be incomplete.
    fn decode(&self, encoding: Encoding) -> io::Result<Vec<u8>> {
        let mut out = Vec::new();
        let mut bytes = &self.bytes[..];
        let mut text = Text::open(&mut bytes, encoding)?;
        while text.fill(&mut out, SAMPLE)? {}
        if !self.whole
            && let Some(end) = memchr::memrchr(b'\n', &out)
        {
            out.truncate(end + 1);
        }
        Ok(out)
    }

    /// The encoding and the decoded text.
    pub(crate) fn text(&self, hints: &Hints) -> Result<(Encoding, Vec<u8>), IntakeError> {
        let encoding = match self.mark.or(hints.encoding).or_else(|| self.unicode()) {
            Some(encoding) => encoding,
            None if is_binary(&self.bytes) => return Err(IntakeError::NotAList),
            None => self.legacy(hints)?,
        };
        let text = self.decode(encoding)?;
        if is_binary(&text) { Err(IntakeError::NotAList) } else { Ok((encoding, text)) }
    }

    /// Detects UTF-16 without a byte order mark by the zero byte in every digit, and UTF-8 by its form.
    fn unicode(&self) -> Option<Encoding> {
        let (pairs, _) = self.bytes.as_chunks::<2>();
        let zeros = |place: usize| pairs.iter().filter(|pair| pair[place] == 0).count();
        let (even, odd) = (zeros(0), zeros(1));
        if odd * 5 > pairs.len() && odd > even * 4 {
            return Some(Encoding::Utf16Le);
        }
        if even * 5 > pairs.len() && even > odd * 4 {
            return Some(Encoding::Utf16Be);
        }
        // If the file mixes encodings, the majority of its lines decides.
        let (mut good, mut bad) = (0, 0);
        for line in self.bytes.split(|&byte| byte == b'\n').filter(|line| !line.is_ascii()) {
            match std::str::from_utf8(line) {
                Ok(_) => good += 1,
                Err(error) if error.error_len().is_none() && !self.whole => {}
                Err(_) => bad += 1,
            }
        }
        (bad == 0 || good > bad).then_some(Encoding::Utf8)
    }

    /// Detects a legacy encoding by the decoded text. Known words say more than statistics, which need more
    /// text than a list of numbers has; the statistics know the country of the numbers.
    fn legacy(&self, hints: &Hints) -> io::Result<Encoding> {
        let latin = self.decode(Encoding::Windows1252)?;
        let country = if let Some(code) = &hints.default_country {
            code.to_ascii_lowercase()
        } else {
            let rows = rows(&latin, dialect(&latin, division(&latin).delimiter), 60);
            let country = guess(&rows, hints, &Origin::default()).country;
            country.unwrap_or_default().to_ascii_lowercase()
        };
        let domain = (country.len() == 2 && country.is_ascii()).then_some(country.as_bytes());
        let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
        detector.feed(&self.bytes, self.whole);
        let guessed = detector.guess(domain, Utf8Detection::Deny);
        let guessed = Encoding::of_table(guessed).unwrap_or(Encoding::Gb18030);
        let mut best = (known_words(&self.decode(guessed)?), guessed);
        for &encoding in COMMON.iter().filter(|encoding| **encoding != guessed) {
            let text = self.decode(encoding)?;
            // A wrong multi-byte encoding leaves bytes that mean nothing.
            let words = if text.contains(&0xFF) { 0 } else { known_words(&text) };
            if words > best.0 {
                best = (words, encoding);
            }
        }
        Ok(best.1)
    }
}

/// Legacy encodings that are compared by the words in the decoded text.
const COMMON: [Encoding; 17] = [
    Encoding::Gb18030,
    Encoding::Big5,
    Encoding::ShiftJis,
    Encoding::EucKr,
    Encoding::EucJp,
    Encoding::Windows1251,
    Encoding::Windows1252,
    Encoding::Windows1250,
    Encoding::Windows1254,
    Encoding::Windows1256,
    Encoding::Windows1253,
    Encoding::Windows1255,
    Encoding::Windows1258,
    Encoding::Windows874,
    Encoding::Koi8R,
    Encoding::Koi8U,
    Encoding::Ibm866,
];

/// Reads the next sample. Returns whether the text ends with it.
fn read_sample(text: &mut dyn Read, bytes: &mut Vec<u8>) -> io::Result<bool> {
    let read = (&mut *text).take(SAMPLE as u64).read_to_end(bytes)?;
    Ok(read < SAMPLE)
}

/// The first rows of a text that are not blank.
pub(crate) fn rows(text: &[u8], dialect: Option<Dialect>, most: usize) -> Vec<Vec<String>> {
    let mut splitter = CellSplitter::default();
    let records = Records::new(text, dialect, true).filter(|record| !is_blank(record.text, dialect));
    let cells = |record| {
        splitter.split(record, dialect, MAX_COLUMNS);
        (0..splitter.len()).map(|place| shown(splitter.get(record, place))).collect()
    };
    records.take(most).map(cells).collect()
}

/// How the lines of a text with this delimiter are divided into cells.
pub(crate) fn dialect(text: &[u8], delimiter: Delimiter) -> Option<Dialect> {
    let end = memchr::memchr_iter(b'\n', text).nth(ROWS).unwrap_or(text.len());
    Some(Dialect::detect(&text[..end], delimiter.byte()?))
}

/// The first lines of a text that are not blank, in which numbers are searched.
pub(crate) fn lines(text: &[u8], most: usize) -> Vec<String> {
    let records = Records::new(text, None, true).filter(|record| !is_blank(record.text, None));
    records.take(most).map(|record| head(record.text, MAX_LINE)).collect()
}

/// A cell cut to the length that is shown.
fn shown(cell: &[u8]) -> String {
    head(cell, MAX_CHARS)
}

fn head(text: &[u8], most: usize) -> String {
    let head = &text[..text.len().min(most * 4)];
    String::from_utf8_lossy(head).chars().take(most).collect()
}

/// The delimiter of a first line `sep=;`, and the text after that line.
pub(crate) fn separator_line(text: &[u8]) -> (Option<Delimiter>, &[u8]) {
    let end = memchr::memchr(b'\n', text).unwrap_or(text.len());
    let line = text[..end].trim_ascii_end();
    if line.len() == 5 && line[..4].eq_ignore_ascii_case(b"sep=") {
        let known = DELIMITERS.into_iter().find(|delimiter| delimiter.byte() == line.last().copied());
        return (known, &text[(end + 1).min(text.len())..]);
    }
    (None, text)
}

const DELIMITERS: [Delimiter; 4] = [Delimiter::Comma, Delimiter::Tab, Delimiter::Semicolon, Delimiter::Pipe];

/// Rows that are examined for the delimiter.
const ROWS: usize = 120;

/// Most lines of a text that is rather a sentence than a table, and fewest numbers per line.
const FEW_LINES: usize = 3;
const SENTENCE: f64 = 3.0;

/// Most numbers per line of the list in a message. Where there are more, a table says which of them are wanted.
const MESSAGE: f64 = 1.3;

/// Rows with the same number of cells, and the column with the most numbers.
struct Shape {
    delimiter: Delimiter,
    /// The usual number of cells.
    width: usize,
    /// Share of rows with that number, without titles.
    even: f64,
    /// Share of rows with a number in the best column.
    numbers: f64,
    /// Share of all cells that are numbers.
    all_numbers: f64,
    /// Share of rows with several numbers.
    several: f64,
    /// Numbers per row, by their digits.
    long: f64,
    /// Whether a row names its columns.
    named: bool,
}

impl Shape {
    fn of(text: &[u8], delimiter: Delimiter) -> Option<Self> {
        let rows = rows(text, dialect(text, delimiter), ROWS);
        let mut widths: Vec<usize> = rows.iter().map(Vec::len).collect();
        widths.sort_unstable();
        // Titles and notes are narrow, so the usual width is rather one of the wider ones.
        let usual = *widths.get(widths.len() * 3 / 5)?;
        let from = rows.iter().position(|row| row.len() >= usual).unwrap_or(0);
        let to = rows.iter().rposition(|row| row.len() >= usual).map_or(rows.len(), |last| last + 1);
        let table = &rows[from..to.max(from)];
        // A header stands above the numbers that it names.
        let below = rows.iter().rposition(|row| row.iter().any(|cell| looks_like_number(cell)));
        let top = &rows[..rows.len().min(from + 3).min(below.unwrap_or(rows.len()))];
        let named = top.iter().any(|row| row.len() > 1 && names_numbers(row));
        let count = |column: usize| {
            table.iter().filter(|row| row.get(column).is_some_and(|cell| looks_like_number(cell))).count()
        };
        let best = (0..usual.min(32)).map(count).max().unwrap_or(0);
        let cells = || table.iter().flatten().filter(|cell| !cell.trim().is_empty());
        let whole = table.len().max(1);
        Some(Self {
            delimiter,
            width: usual,
            even: share(table.iter().filter(|row| row.len() == usual).count(), whole),
            numbers: share(best, whole.saturating_sub(usize::from(named)).max(1)).min(1.0),
            all_numbers: share(
                cells().filter(|cell| looks_like_number(cell)).count(),
                cells().count().max(1),
            ),
            several: share(
                table
                    .iter()
                    .filter(|row| row.iter().filter(|cell| looks_like_number(cell)).count() > 1)
                    .count(),
                whole,
            ),
            long: share(cells().map(|cell| long_numbers(cell)).sum(), whole),
            named,
        })
    }
}

fn share(part: usize, whole: usize) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "counts of a sample")]
    let share = part as f64 / whole as f64;
    share
}

/// Whether a cell may be a phone number, possibly with a short word: it has the digits and little else.
fn looks_like_number(cell: &str) -> bool {
    let digits = cell.chars().filter(|&character| digit(character).is_some()).count();
    let letters = cell.chars().filter(|character| character.is_alphabetic()).count();
    (7..=32).contains(&digits) && letters <= 12 && !cell.contains('@') && letters * 2 <= digits
}

/// How many numbers a cell may have, by its digits.
fn long_numbers(cell: &str) -> usize {
    match cell.chars().filter(|&character| digit(character).is_some()).count() {
        0..=6 => 0,
        7..=16 => 1,
        digits => digits / 10,
    }
}

/// Whether a line is one number and nothing else.
fn is_one_number(line: &str) -> bool {
    let digits = line.chars().filter(|&character| digit(character).is_some()).count();
    let other = || {
        let numbers = phrases(line);
        let belongs = |place: usize| numbers.iter().any(|at| at.contains(&place));
        line.char_indices().any(|(place, character)| digit(character).is_some() && !belongs(place))
    };
    (7..=16).contains(&digits)
        && !is_numbered(line)
        && !other()
        && !line.contains([',', ';', '|', '\t', '，', '、', '；'])
        && line.chars().filter(|character| character.is_alphabetic()).count() <= 6
        && !line.trim_start().starts_with(['[', '{', '•', '*', '·', '–', '—'])
}

/// Whether a line begins with its number, as in `1. ` or `2) `.
fn is_numbered(line: &str) -> bool {
    let rest = line.trim_start().trim_start_matches(|character| digit(character).is_some());
    let digits = line.trim_start()[..line.trim_start().len() - rest.len()].chars().count();
    let mut rest = rest.chars();
    (1..=3).contains(&digits)
        && rest.next().is_some_and(|mark| matches!(mark, ')' | '.' | '।'))
        && rest.next().is_some_and(|space| matches!(space, ' ' | '\t'))
}

/// Whether a line is an SQL statement that inserts several rows.
fn is_long_statement(line: &str) -> bool {
    let start: String = line.trim_start().chars().take(12).collect();
    start.eq_ignore_ascii_case("insert into ")
        && line.matches("),(").count() + line.matches("), (").count() > 1
}

/// Whether a line belongs to an object (JSON). Objects may extend over several lines if the text begins with a bracket.
fn is_object_line(line: &str, first: &str) -> bool {
    let line = line.trim();
    let opens = |line: &str| line.trim_start_matches('\u{feff}').trim_start().starts_with(['{', '[']);
    let key = line.contains("\":") || line.contains("\" :");
    (opens(line) && key)
        || (opens(first)
            && ((line.starts_with('"') && key) || line.bytes().all(|byte| b"{}[], ".contains(&byte))))
}

/// Whether the commas of a text are in amounts such as `6,000`.
fn has_only_amounts(lines: &[&str]) -> bool {
    let (mut all, mut amounts) = (0, 0);
    for line in lines {
        let bytes = line.as_bytes();
        for at in memchr::memchr_iter(b',', bytes) {
            let digit = |place: usize| bytes.get(place).is_some_and(u8::is_ascii_digit);
            all += 1;
            let before = at > 0 && digit(at - 1);
            amounts += usize::from(before && (1..=3).all(|place| digit(at + place)) && !digit(at + 4));
        }
    }
    all > 0 && amounts * 10 >= all * 9
}

/// How a text is divided, and whether it is clear.
pub(crate) struct Division {
    pub(crate) delimiter: Delimiter,
    /// Another way that is about as likely.
    pub(crate) or: Option<Delimiter>,
}

/// Decides whether a text is a table, a list of lines, or text with numbers in it.
pub(crate) fn division(text: &[u8]) -> Division {
    let clear = |delimiter| Division { delimiter, or: None };
    let lines = lines(text, ROWS);
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let digits = |line: &str| line.chars().filter(|&character| digit(character).is_some()).count();
    let with_digits = lines.iter().filter(|line| digits(line) >= 7).count();
    let chat = lines.iter().filter(|line| is_chat_line(line)).count();
    let objects = lines.iter().filter(|line| is_object_line(line, lines[0])).count();
    let records = share(objects, lines.len()) >= 0.5;
    let shapes: Vec<Shape> = DELIMITERS
        .into_iter()
        .filter(|delimiter| *delimiter != Delimiter::Comma || !has_only_amounts(&lines))
        .filter_map(|delimiter| Shape::of(text, delimiter))
        .filter(|shape| shape.width > 1)
        .collect();
    // A table says in its header what its values are.
    let has_header = !records && shapes.iter().any(|shape| shape.named && shape.even >= 0.8);
    match labelled::search(&lines, records).filter(|_| !has_header) {
        Some(Search::Mobiles) => return clear(Delimiter::Mobiles),
        Some(_) => return clear(Delimiter::Labelled),
        None => {}
    }
    // A statement with many rows on one line has no lines that are rows.
    if with_digits > 0 && lines.iter().any(|line| is_long_statement(line)) {
        return clear(Delimiter::Anywhere);
    }
    // The columns of LINE are the time, the sender and the message.
    let line_chat = lines.first().is_some_and(|line| line.starts_with("[LINE]"));
    // Messages and objects have commas, but are no rows.
    if with_digits > 0 && (line_chat || share(chat, lines.len()) >= 0.25 || records) {
        return clear(Delimiter::Anywhere);
    }
    // Lines without digits say nothing: they are titles or missing values.
    let plain = share(lines.iter().filter(|line| is_one_number(line)).count(), with_digits.max(1));
    let mut best: Option<Shape> = None;
    for shape in shapes.into_iter().filter(|shape| shape.even >= 0.7 || shape.named) {
        let score = |shape: &Shape| shape.even + 2.0 * shape.numbers + if shape.named { 1.0 } else { 0.0 };
        if best.as_ref().is_none_or(|best| score(&shape) > score(best)) {
            best = Some(shape);
        }
    }
    let somewhere = share(with_digits, lines.len().max(1));
    let Some(shape) = best else {
        let several = lines.iter().any(|line| digits(line) > 16);
        let anywhere = with_digits > 0 && (plain < 0.8 || several);
        return clear(if anywhere { Delimiter::Anywhere } else { Delimiter::None });
    };
    if shape.named {
        return clear(shape.delimiter);
    }
    if plain > shape.numbers + 0.1 && plain >= 0.7 {
        return clear(Delimiter::None);
    }
    // A sentence with many numbers is no row.
    if lines.len() <= FEW_LINES && shape.long >= SENTENCE {
        return clear(Delimiter::Anywhere);
    }
    // Rows of nothing but numbers are numbers, not a table.
    if shape.all_numbers >= 0.85 {
        let table = lines.len() > 2 && shape.width == 2 && shape.several >= 0.5;
        return Division { delimiter: Delimiter::Anywhere, or: table.then_some(shape.delimiter) };
    }
    // A message names its sender below its list.
    if shape.long < MESSAGE && somewhere >= 0.3 && is_closed(&lines) {
        return clear(Delimiter::Anywhere);
    }
    if shape.numbers >= 0.3 || somewhere < 0.3 {
        return clear(shape.delimiter);
    }
    clear(Delimiter::Anywhere)
}
