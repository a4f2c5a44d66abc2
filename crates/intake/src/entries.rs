//! Finds the phone numbers in free text: in a pasted message, or in a cell with more than one number.

use std::ops::Range;

use numplan::{NumberType, Options, Region, Verdict};

use crate::characters::{digit, is_punctuation, mended};
use crate::former;
use crate::labelled::{Label, MIN_UNNAMED, continues, label};
use crate::labels::{address_length, code_length, identifier_length, is_card_property, other_value};
use crate::landlines::is_mobile;
use crate::mapping::Delimiter;
use crate::moments::{date_length, moment_length};
use crate::sink::digits;

/// Fewest digits of a number, and of a piece that is reported if it is not a number.
pub(crate) const MIN_DIGITS: usize = 6;

/// Fewest digits in front of a bracket that does not belong to the number.
const MIN_NUMBER: usize = 8;

/// Most digits of a number, with prefixes.
const MAX_DIGITS: usize = 18;

/// Most pieces of one number, as in `06 12 34 56 78`.
const MAX_PIECES: usize = 8;

/// Most characters that are examined at once.
const MAX_CHARS: usize = 4096;

/// Which numbers of a free text are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Search {
    /// All.
    Anywhere,
    /// Those that follow a name of phone numbers.
    Labelled,
    /// Those that follow a name of mobile numbers.
    Mobiles,
    /// Mobile numbers.
    MobileOnly,
}

impl Search {
    pub(crate) const fn of(delimiter: Delimiter) -> Option<Self> {
        match delimiter {
            Delimiter::Anywhere => Some(Self::Anywhere),
            Delimiter::Labelled => Some(Self::Labelled),
            Delimiter::Mobiles => Some(Self::Mobiles),
            Delimiter::MobileOnly => Some(Self::MobileOnly),
            _ => None,
        }
    }
}

/// What a text contains, in order.
#[derive(Default)]
pub(crate) struct Entries {
    pub(crate) numbers: Vec<(Range<usize>, Verdict)>,
    /// Pieces that have digits or stand in a list of numbers, but are no numbers.
    pub(crate) others: Vec<Range<usize>>,
    /// Numbers that are not mobile ones, where only those are wanted.
    pub(crate) landlines: Vec<Range<usize>>,
    /// Numbers that are not part of the list.
    pub(crate) left_out: Vec<Range<usize>>,
    /// How many digits stand next to numbers without belonging to one.
    pub(crate) torn: usize,
}

impl Entries {
    pub(crate) fn len(&self) -> usize {
        self.numbers.len() + self.others.len() + self.landlines.len() + self.left_out.len()
    }

    /// Sets numbers apart. `without` is sorted.
    pub(crate) fn leave_out(&mut self, without: &[u64]) {
        if without.is_empty() {
            return;
        }
        let numbers = std::mem::take(&mut self.numbers);
        for (at, verdict) in numbers {
            match digits(verdict).filter(|number| without.binary_search(number).is_ok()) {
                Some(_) => self.left_out.push(at),
                None => self.numbers.push((at, verdict)),
            }
        }
    }
}

/// Digits and the punctuation between them, without spaces.
struct Piece {
    at: Range<usize>,
    digits: usize,
    /// Begins with a plus sign.
    plus: bool,
    /// No number continues from the piece before.
    starts: bool,
}

/// Finds all numbers in a cell.
pub(crate) fn entries(text: &str, options: Options) -> Entries {
    unlabelled(text, find(text, Reader { options, free: false }))
}

/// How pieces of a text are read.
#[derive(Clone, Copy)]
struct Reader {
    options: Options,
    /// In free text, digits that would be a number of another country if a plus sign stood in front are rather something
    /// else.
    free: bool,
}

impl Reader {
    fn check(self, written: &str) -> Verdict {
        let verdict = match mended(written) {
            Some(plain) => former::check(&plain, self.options),
            None => former::check(written, self.options),
        };
        let code = |region: Option<Region>| region.map(Region::country_code);
        let own = self.options.default_region.is_none()
            || code(verdict.region()) == code(self.options.default_region);
        if self.free && verdict.is_repaired() && !own { Verdict::default() } else { verdict }
    }
}

fn find(text: &str, reader: Reader) -> Entries {
    let text = text.char_indices().nth(MAX_CHARS).map_or(text, |(end, _)| &text[..end]);
    let mut found = Entries::default();
    let mut phrase = Vec::new();
    for piece in pieces(text) {
        if piece.starts {
            divide(text, &phrase, reader, &mut found);
            phrase.clear();
        }
        phrase.push(piece);
    }
    divide(text, &phrase, reader, &mut found);
    found
}

/// The places of digits that may be numbers: from a piece that begins one to the last that continues it.
pub(crate) fn phrases(text: &str) -> Vec<Range<usize>> {
    let mut all: Vec<(Range<usize>, usize)> = Vec::new();
    for piece in pieces(text) {
        match all.last_mut().filter(|_| !piece.starts) {
            Some((at, digits)) => {
                at.end = piece.at.end;
                *digits += piece.digits;
            }
            None => all.push((piece.at, piece.digits)),
        }
    }
    all.retain(|(_, digits)| *digits > MIN_DIGITS);
    all.into_iter().map(|(at, _)| at).collect()
}

/// Like [`entries`] for a line of a list: what stands between separators without being a number is reported.
pub(crate) fn line_entries(line: &str, search: Search, options: Options) -> Entries {
    if is_card_property(line) {
        return Entries::default();
    }
    let found = find(line, Reader { options, free: true });
    match search {
        Search::Anywhere => with_items(line, unlabelled(line, found)),
        Search::Labelled | Search::Mobiles => labelled(line, search, found),
        Search::MobileOnly => mobile_only(with_items(line, unlabelled(line, found))),
    }
}

/// Sets the numbers apart that are not mobile ones.
fn mobile_only(mut found: Entries) -> Entries {
    let (mobiles, landlines) = found.numbers.into_iter().partition(|(_, verdict)| is_mobile(*verdict));
    found.numbers = mobiles;
    found.landlines = Vec::into_iter(landlines).map(|(at, _): (Range<usize>, Verdict)| at).collect();
    found
}

/// Keeps the numbers that are likely phone numbers.
fn unlabelled(line: &str, mut found: Entries) -> Entries {
    // Short digits after a name of something else are no landline.
    let (numbers, others) = found.numbers.into_iter().partition(|(at, verdict)| {
        let may_be_other = verdict.number_type() == NumberType::FixedLine && !line[at.clone()].contains('+');
        !may_be_other || label(line, at.start) != Label::Other
    });
    found.numbers = numbers;
    found.others.extend(Vec::into_iter(others).map(|(at, _): (Range<usize>, Verdict)| at));
    found.others.sort_by_key(|at| at.start);
    found
}

/// Adds the items of a list that are no numbers.
fn with_items(line: &str, mut found: Entries) -> Entries {
    let items: Vec<Range<usize>> = items(line).collect();
    let has_number =
        |item: &Range<usize>| found.numbers.iter().any(|(at, _)| at.start < item.end && item.start < at.end);
    // A list consists of numbers and little else; the words of a sentence are not reported.
    let is_number = |item: &Range<usize>| {
        let number = found.numbers.iter().find(|(at, _)| at.start >= item.start && at.end <= item.end);
        number.is_some_and(|(at, _)| line[item.clone()].trim().len() <= at.len() + 4)
    };
    let numbers = items.iter().filter(|item| is_number(item)).count();
    if numbers * 2 < items.len() || numbers == 0 {
        return found;
    }
    let named =
        |item: &Range<usize>| found.others.iter().any(|at| at.start < item.end && item.start < at.end);
    let missing: Vec<_> = items.into_iter().filter(|item| !has_number(item) && !named(item)).collect();
    found.others.extend(missing);
    found.others.sort_by_key(|at| at.start);
    found
}

/// Keeps the numbers after names of phone numbers. What has no name is reported if it is long; values of other names are
/// not.
fn labelled(line: &str, search: Search, found: Entries) -> Entries {
    let mut kept = Entries { torn: found.torn, ..Entries::default() };
    let mut all: Vec<(Range<usize>, Option<Verdict>)> =
        found.numbers.into_iter().map(|(at, verdict)| (at, Some(verdict))).collect();
    all.extend(found.others.into_iter().map(|at| (at, None)));
    all.sort_by_key(|(at, _)| at.start);
    let digits = |at: &Range<usize>| line[at.clone()].chars().filter(|&c| digit(c).is_some()).count();
    let mut last: Option<(usize, bool)> = None;
    for (at, verdict) in all {
        let before = last.filter(|(end, _)| line.get(*end..at.start).is_some_and(continues));
        let (phone, named) = match (label(line, at.start), before) {
            (Label::Mobile, _) => (true, true),
            (Label::Phone | Label::Landline, _) => (search == Search::Labelled, true),
            (Label::Missing | Label::Word(_), Some((_, phone))) => (phone, true),
            (Label::Missing | Label::Word(_), None) => (false, false),
            (Label::Fax | Label::Other | Label::Unknown(_), _) => (false, true),
        };
        last = Some((at.end, phone));
        match verdict {
            Some(verdict) if phone => kept.numbers.push((at, verdict)),
            _ if phone || (!named && digits(&at) >= MIN_UNNAMED) => kept.others.push(at),
            _ => {}
        }
    }
    kept
}

/// The items of a line between separators that contain letters or digits.
fn items(line: &str) -> impl Iterator<Item = Range<usize>> {
    let separators = |character| matches!(character, ',' | ';' | '\t' | '|' | '，' | '、' | '；');
    let named = |item: &&str| {
        let item = item.trim();
        item.contains(char::is_alphanumeric) && date_length(item) != Some(item.len())
    };
    line.split(separators).filter(named).map(|item| {
        let start = item.as_ptr() as usize - line.as_ptr() as usize;
        start..start + item.len()
    })
}

/// The pieces of a text, without dates.
fn pieces(text: &str) -> Vec<Piece> {
    let mut all: Vec<Piece> = Vec::new();
    let mut starts = true;
    let mut rest = text.char_indices().peekable();
    while let Some(&(start, first)) = rest.peek() {
        if let Some(length) = code_length(text, start).or_else(|| identifier_length(text, start)) {
            while rest.next_if(|(place, _)| *place < start + length).is_some() {}
            starts = true;
            continue;
        }
        if digit(first).is_none() && !is_punctuation(first) {
            // A number continues after spaces and a slash, and begins anew after anything else.
            starts |= !(first == '/' || (first.is_whitespace() && !matches!(first, '\n' | '\r' | '\t')));
            rest.next();
            continue;
        }
        let mut end = start;
        let (mut digits, mut plus, mut remark) = (0, false, false);
        while let Some(&(place, character)) = rest.peek() {
            if digit(character).is_some() {
                digits += 1;
            } else if matches!(character, '+' | '＋') {
                // A second plus sign begins another number.
                if digits > 0 || plus {
                    break;
                }
                plus = true;
            } else if digits >= MIN_NUMBER && matches!(character, '(' | '（') {
                // A remark, as in `080-1234-5678（1）`.
                remark = true;
                break;
            } else if !is_punctuation(character) {
                break;
            }
            end = place + character.len_utf8();
            rest.next();
        }
        let skipped = moment_length(&text[start..])
            .or_else(|| address_length(text, start))
            .or_else(|| other_value(text, start).filter(|_| !plus));
        if let Some(length) = skipped {
            while rest.next_if(|(place, _)| *place < start + length).is_some() {}
            starts = true;
            continue;
        }
        if digits == 0 && !plus {
            continue;
        }
        // A code such as `R16` in front of a number.
        let glued = text[..start].ends_with(|character: char| character.is_ascii_alphabetic());
        if glued && digits < 4 && text[end..].starts_with(' ') {
            starts = true;
            continue;
        }
        // Numbering, as in `1.` or `2)`.
        let numbering = starts
            && digit(first).is_some()
            && digits <= 3
            && text[start..end].ends_with(['.', ')', '）', '．'])
            && !plus;
        if !numbering {
            all.push(Piece { at: start..end, digits, plus, starts });
        }
        starts = numbering || remark;
    }
    all
}

/// Divides pieces into numbers, so that as many digits as possible belong to numbers.
fn divide(text: &str, pieces: &[Piece], reader: Reader, found: &mut Entries) {
    // The best gain of the first pieces, and the number that ends there.
    let mut best: Vec<(i32, Option<(usize, Verdict)>)> = vec![(0, None)];
    for end in 0..pieces.len() {
        let mut choice = (best[end].0, None);
        let mut digits = 0;
        for start in (0..=end).rev().take(MAX_PIECES) {
            digits += pieces[start].digits;
            if digits > MAX_DIGITS {
                break;
            }
            if digits >= MIN_DIGITS
                && let Some((verdict, gain)) = number(text, &pieces[start..=end], digits, reader)
                && best[start].0 + gain > choice.0
            {
                choice = (best[start].0 + gain, Some((start, verdict)));
            }
            if pieces[start].plus {
                break;
            }
        }
        best.push(choice);
    }
    let mut numbers = Vec::new();
    let mut others: Vec<Range<usize>> = Vec::new();
    let mut end = pieces.len();
    while end > 0 {
        if let Some((start, verdict)) = best[end].1 {
            numbers.push((pieces[start].at.start..pieces[end - 1].at.end, verdict));
            end = start;
            continue;
        }
        end -= 1;
        let piece = &pieces[end];
        match others.last_mut() {
            // Neighbours that are no numbers are reported together.
            Some(next) if pieces.get(end + 1).is_some_and(|after| after.at.start == next.start) => {
                next.start = piece.at.start;
            }
            _ => others.push(piece.at.clone()),
        }
    }
    numbers.reverse();
    let before = found.numbers.len();
    found.numbers.extend(numbers);
    let reported = |at: &Range<usize>| text[at.clone()].chars().filter(|&c| digit(c).is_some()).count();
    let few = |at: &&Range<usize>| (1..MIN_DIGITS - 1).contains(&reported(at));
    if found.numbers.len() > before {
        found.torn += others.iter().filter(few).map(&reported).sum::<usize>();
    }
    found.others.extend(others.into_iter().rev().filter(|at| reported(at) >= MIN_DIGITS - 1));
}

/// The number that these pieces are, and how well it explains them.
fn number(text: &str, pieces: &[Piece], digits: usize, reader: Reader) -> Option<(Verdict, i32)> {
    let (first, last) = (pieces.first()?, pieces.last()?);
    let written = &text[first.at.start..last.at.end];
    let verdict = reader.check(written);
    if !verdict.is_valid() {
        return None;
    }
    let mobile = matches!(verdict.number_type(), NumberType::Mobile | NumberType::FixedLineOrMobile);
    let trunk = written.trim_start_matches(['(', '（']).starts_with(['0', '０']);
    let bonus = i32::from(mobile) * 2 + i32::from(first.plus) * 3 + i32::from(trunk)
        - i32::from(verdict.is_repaired()) * 2;
    Some((verdict, i32::try_from(digits).unwrap_or(0) + bonus - 4))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rescue::rescue;

    fn found(text: &str, country: &str) -> (Vec<String>, Vec<String>) {
        let options = Options { default_region: Region::from_code(country), repair: true };
        let found = line_entries(text, Search::Anywhere, options);
        let numbers = found.numbers.iter().map(|(_, verdict)| verdict.e164().as_str().to_owned()).collect();
        (numbers, found.others.iter().map(|at| text[at.clone()].trim().to_owned()).collect())
    }

    #[test]
    fn numbers_are_separated_by_anything() {
        let uk = ["+447400123456".to_owned(), "+447400123789".to_owned()];
        for text in [
            "07400123456, 07400123789",
            "07400123456;07400123789",
            "07400123456，07400123789",
            "07400123456、07400123789",
            "07400123456 07400123789",
            "07400 123456 07400 123789",
            "+447400123456+447400123789",
            "07400 123 456 / 07400 123 789",
            "['07400123456', '07400123789']",
            "1. 07400123456 2. 07400123789",
            "• 07400123456 • 07400123789",
            "call 07400 123456 or 07400 123789, please",
            "[12/03/2024, 10:15] Bob: 07400 123456 [12/03/2024, 10:16] Al: 07400 123789",
            "07400\u{202f}123\u{202f}456\t\u{202a}07400123789\u{202c}",
            "1 Mar 2024 10:12:44 07400 123456, at 18:30 07400 123789",
            "IBAN DE89 3704 0044 0532 0130 00, VAT GB123456789: 07400 123456, 07400 123789",
            "{\"customer_id\": 7400999999, \"phone\": \"07400 123456\", \"mobile\": \"07400123789\"}",
        ] {
            assert_eq!(found(text, "GB").0, uk, "{text}");
        }
        let french = "06 12 34 56 78 06 98 76 54 32 07 55 22 33 44";
        assert_eq!(found(french, "FR").0, ["+33612345678", "+33698765432", "+33755223344"]);
        assert_eq!(found("030 123456 030 654321", "DE").0, ["+4930123456", "+4930654321"]);
        assert_eq!(found("１３８１２３４５６７８、１３９１２３４５６７８", "CN").0.len(), 2);
    }

    #[test]
    fn codes_are_no_numbers_and_no_number_is_torn() {
        for text in
            ["NL91ABNA0417164300", "ATU61234567", "TVA FR21 571588502", "\"tax_id\": \"GB7400123456\""]
        {
            assert_eq!(found(text, "GB").0, Vec::<String>::new(), "{text}");
        }
        // A name of phone numbers and the code of a country are no parts of a code.
        assert_eq!(found("TEL07400123456", "GB").0, ["+447400123456"]);
        assert_eq!(found("mobil: 40 67 98 75", "NO").0, ["+4740679875"]);
        let options = Options { default_region: Region::from_code("GM"), repair: true };
        assert!(rescue(b"(201) 500-5764", options).is_none());
    }

    #[test]
    fn times_and_properties_of_cards_are_no_numbers() {
        for text in [
            "REV:20240301T101244Z",
            "UID:4fbe8971-0207-9460-1234",
            "BDAY:19800102",
            "20240301T101244Z",
            "2024 10:12",
        ] {
            assert_eq!(found(text, "DK").0, Vec::<String>::new(), "{text}");
        }
        assert_eq!(found("TEL;TYPE=CELL:20 12 34 56", "DK").0, ["+4520123456"]);
        assert_eq!(found("06:12:34:56:78", "FR").1, Vec::<String>::new());
    }

    #[test]
    fn what_is_no_number_is_reported() {
        let (numbers, others) = found("07400123456, n/a, 1234567, 07400123789", "GB");
        assert_eq!(numbers.len(), 2);
        assert_eq!(others, ["n/a", "1234567"]);
        assert_eq!(found("2024-03-12 07400123456", "GB").1, Vec::<String>::new());
    }
}
