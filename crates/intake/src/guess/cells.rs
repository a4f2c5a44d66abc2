//! What the cells of a column look like: phone numbers, or numbers of another kind.

use numplan::{Options, Region, Verdict, check_with};

use crate::characters::{digit, mended};
use crate::rescue::{has_second, rescue};
use crate::tidy::{Tidy, tidy};

/// Cells of a column that are examined.
const SAMPLE: usize = 48;

/// A cell as it is checked.
pub(crate) struct Cell {
    pub(crate) text: String,
    /// Its decimal digits as ASCII.
    pub(crate) digits: String,
    /// Begins with a plus sign, or with 00 and the digits of a number.
    pub(crate) international: bool,
    /// Has the punctuation of a phone number.
    pub(crate) formatted: bool,
    /// A spreadsheet program rounded it.
    rounded: bool,
}

impl Cell {
    pub(crate) fn new(cell: &str) -> Self {
        let mut text = mended(cell).unwrap_or_else(|| cell.to_owned());
        let mut rounded = false;
        match tidy(text.as_bytes()) {
            Tidy::First(length) => text.truncate(length),
            Tidy::Digits(digits) => text = String::from_utf8(digits).unwrap_or(text),
            Tidy::AsIs => {}
            Tidy::Rounded => rounded = true,
        }
        let digits: String = text.chars().filter_map(digit).map(|value| char::from(b'0' + value)).collect();
        let start = text
            .trim_start_matches(|character: char| digit(character).is_none() && !"+＋".contains(character));
        let international = start.starts_with(['+', '＋']) || (digits.starts_with("00") && digits.len() > 9);
        let trimmed = text.trim();
        let formatted = digits.len() > 6
            && trimmed.contains([' ', '-', '(', '/', '.'])
            && trimmed.chars().all(|character| digit(character).is_some() || " +-()/.＋".contains(character));
        Self { text, digits, international, formatted, rounded }
    }

    /// The verdict on the cell; on its first number if it has several.
    pub(crate) fn check(&self, options: Options) -> Verdict {
        if self.rounded {
            return Verdict::default();
        }
        let verdict = check_with(self.text.as_bytes(), options);
        if verdict.is_valid() && !has_second(self.text.as_bytes()) {
            return verdict;
        }
        rescue(self.text.as_bytes(), options).map_or(verdict, |found| found.numbers[0].1)
    }
}

/// Texts that stand for a missing value.
pub(crate) fn is_placeholder(cell: &str) -> bool {
    let text = cell.trim().to_lowercase();
    text.is_empty()
        || matches!(
            text.as_str(),
            "-" | "--"
                | "—"
                | "n/a"
                | "na"
                | "n.a."
                | "none"
                | "null"
                | "nil"
                | "nan"
                | "?"
                | "."
                | "x"
                | "0"
                | "unknown"
                | "tbd"
                | "无"
                | "無"
                | "なし"
                | "없음"
                | "нет"
                | "k.a."
                | "k. a."
                | "keine"
                | "s/n"
                | "#n/a"
                | "yok"
                | "brak"
        )
}

/// The sampled cells of a column.
pub(crate) struct ColumnCells {
    pub(crate) cells: Vec<Cell>,
    /// Share of the rows with a value.
    pub(crate) filled: f64,
    /// Share of distinct values among the filled cells.
    pub(crate) distinct: f64,
}

impl ColumnCells {
    pub(crate) fn of<'a>(column: impl Iterator<Item = &'a str>) -> Self {
        let (mut rows, mut filled) = (0_usize, Vec::new());
        for cell in column {
            rows += 1;
            if !is_placeholder(cell) {
                filled.push(cell);
            }
        }
        let mut distinct = filled.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let share = |part: usize, whole: usize| ratio(part, whole.max(1));
        let (filled_share, distinct_share) = (share(filled.len(), rows), share(distinct.len(), filled.len()));
        let step = (filled.len() / SAMPLE).max(1);
        let sample = filled.into_iter().step_by(step).take(SAMPLE);
        let cells = sample.flat_map(parts).take(SAMPLE).map(Cell::new).collect();
        Self { cells, filled: filled_share, distinct: distinct_share }
    }

    /// Whether any cell may be a phone number.
    pub(crate) fn may_be_numbers(&self) -> bool {
        self.cells.iter().any(|cell| (6..=40).contains(&cell.digits.len()))
    }

    /// The countries of the numbers that are written with calling codes, one for each such number.
    pub(crate) fn countries_of_calling_codes(&self) -> Vec<&'static str> {
        let options = Options { default_region: None, repair: true };
        let international = self.cells.iter().filter(|cell| cell.international);
        international.filter_map(|cell| cell.check(options).region()).map(Region::code).collect()
    }

    /// What the cells are, if they are not phone numbers.
    pub(crate) fn other_kind(&self) -> Option<OtherKind> {
        let share = |test: &dyn Fn(&Cell) -> bool| {
            ratio(self.cells.iter().filter(|cell| test(cell)).count(), self.cells.len().max(1))
        };
        let many = self.cells.len() >= 4;
        if share(&|cell| is_date(&cell.text)) > 0.6 {
            Some(OtherKind::Date)
        } else if share(&|cell| cell.text.contains('@')) > 0.5 {
            Some(OtherKind::Address)
        } else if share(&is_code_with_letters) > 0.6 {
            Some(OtherKind::Code)
        } else if share(&|cell| is_decimal(&cell.text)) > 0.6 {
            Some(OtherKind::Amount)
        } else if many && share(&is_unix_time) > 0.95 {
            Some(OtherKind::UnixTime)
        } else if many && share(&|cell| is_barcode(&cell.text)) > 0.9 {
            Some(OtherKind::Barcode)
        } else if many && share(&|cell| is_card(&cell.text)) > 0.9 {
            Some(OtherKind::Card)
        } else if many && self.is_sequence() {
            Some(OtherKind::Sequence)
        } else if share(&|cell| cell.digits.len() > 15 && !cell.text.contains(['/', ',', ';', ' '])) > 0.6 {
            Some(OtherKind::Code)
        } else {
            None
        }
    }

    /// Whether the values lie so close together that they were counted.
    fn is_sequence(&self) -> bool {
        let plain = |cell: &Cell| cell.text.trim().bytes().all(|byte| byte.is_ascii_digit());
        let values: Vec<u64> = self
            .cells
            .iter()
            .filter(|cell| plain(cell))
            .filter_map(|cell| cell.digits.parse().ok())
            .collect();
        let (Some(least), Some(most)) = (values.iter().min(), values.iter().max()) else { return false };
        let rises = values.windows(2).filter(|pair| pair[0] < pair[1]).count();
        values.len() * 10 >= self.cells.len() * 9
            && most - least < 400 * values.len() as u64
            && rises * 10 >= (values.len() - 1) * 8
    }
}

/// The numbers of a cell that is a list of numbers; otherwise the cell.
fn parts(cell: &str) -> Vec<&str> {
    let digits = |part: &str| part.chars().filter(|&character| digit(character).is_some()).count();
    let parts: Vec<&str> = cell.split([',', ';', '|', '/', '、', '，', '؛', '،']).map(str::trim).collect();
    if parts.len() > 1 && parts.iter().all(|part| (7..=15).contains(&digits(part))) {
        parts
    } else {
        vec![cell]
    }
}

/// Kinds of numbers that are not phone numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OtherKind {
    Date,
    Address,
    Code,
    Amount,
    UnixTime,
    Barcode,
    Card,
    Sequence,
}

pub(crate) fn ratio(part: usize, whole: usize) -> f64 {
    #[allow(clippy::cast_precision_loss, reason = "counts of a sample")]
    let share = part as f64 / whole as f64;
    share
}

fn is_date(text: &str) -> bool {
    let text = text.trim();
    let numbers: Vec<&str> =
        text.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty()).collect();
    let value = |part: &str| part.parse::<u32>().unwrap_or(0);
    let year = |part: &str| part.len() == 4 && (1900..2100).contains(&value(part));
    // Eight digits and nothing else, so every byte is a character.
    if text.len() == 8 && text.bytes().all(|byte| byte.is_ascii_digit()) && year(&text[..4]) {
        return (1..=12).contains(&value(&text[4..6])) && (1..=31).contains(&value(&text[6..]));
    }
    if text.starts_with('+') || !(3..=7).contains(&numbers.len()) {
        return false;
    }
    let small = |part: &str| part.len() <= 2 && (1..=31).contains(&value(part));
    let date = (year(numbers[0]) && small(numbers[1]) && small(numbers[2]))
        || (year(numbers[2]) && small(numbers[0]) && small(numbers[1]));
    let marks = text.contains(['-', '/', '.', '年', ':']);
    let short = text.contains('/')
        && numbers.len() == 3
        && numbers.iter().all(|part| part.len() <= 2)
        && small(numbers[0])
        && small(numbers[1]);
    (date && marks) || short
}

/// Letters in front of or between digits, as in an IBAN or an order number.
fn is_code_with_letters(cell: &Cell) -> bool {
    let text = cell.text.trim();
    let Some(first) = text.find(|character: char| character.is_ascii_digit()) else { return false };
    let prefix = text[..first].trim_end_matches(['-', '#', '_', ' ', '/']);
    let letters = prefix.chars().filter(char::is_ascii_alphabetic).count();
    let glued = !text[..first].ends_with([' ', ':', '.']) && !prefix.ends_with([':', '.', '=', '"', '\'']);
    (1..=6).contains(&letters)
        && letters == prefix.chars().count()
        && glued
        && !prefix.to_lowercase().contains("tel")
        && !prefix.eq_ignore_ascii_case("p")
        && !prefix.eq_ignore_ascii_case("t")
        && !prefix.eq_ignore_ascii_case("wa")
}

/// An amount of money or a measure: digits with a decimal fraction.
fn is_decimal(text: &str) -> bool {
    let text = text.trim().trim_start_matches(['$', '€', '£', '¥', '-']).trim();
    let Some((whole, fraction)) = text.rsplit_once(['.', ',']) else { return false };
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let grouped = whole.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b',' | b'.' | b' '));
    digits(fraction)
        && fraction.len() <= 6
        && grouped
        && whole.bytes().filter(u8::is_ascii_digit).count() <= 6
        && whole.matches(['.', ' ']).count() <= 1
}

/// Seconds or milliseconds since 1970, between 2014 and 2033.
fn is_unix_time(cell: &Cell) -> bool {
    let plain = cell.text.trim().bytes().all(|byte| byte.is_ascii_digit());
    let value: u64 = cell.digits.parse().unwrap_or(0);
    let seconds = if cell.digits.len() == 13 { value / 1000 } else { value };
    plain && matches!(cell.digits.len(), 10 | 13) && (1_400_000_000..2_000_000_000).contains(&seconds)
}

/// An EAN or UPC with the right check digit.
fn is_barcode(text: &str) -> bool {
    let text = text.trim();
    if !matches!(text.len(), 8 | 12 | 13 | 14) || !text.bytes().all(|byte| byte.is_ascii_digit()) {
        return false;
    }
    let sum: u32 = text
        .bytes()
        .rev()
        .enumerate()
        .map(|(place, byte)| u32::from(byte - b'0') * if place % 2 == 1 { 3 } else { 1 })
        .sum();
    sum.is_multiple_of(10)
}

/// The number of a payment card or a device, with the right check digit.
fn is_card(text: &str) -> bool {
    let digits: Vec<u32> =
        text.trim().chars().filter(|c| !" -".contains(*c)).filter_map(|c| c.to_digit(10)).collect();
    let double = |digit: u32| if digit > 4 { digit * 2 - 9 } else { digit * 2 };
    let sum: u32 = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(place, &digit)| if place % 2 == 1 { double(digit) } else { digit })
        .sum();
    matches!(digits.len(), 15 | 16) && sum.is_multiple_of(10)
}

#[cfg(test)]
mod tests {
    use super::is_date;

    #[test]
    fn dates_are_told_from_other_cells() {
        for date in ["20240131", "2024-01-31", "31.01.2024", "2024年1月31日", "1/2/24"] {
            assert!(is_date(date), "{date}");
        }
        // `客户10` has eight bytes but not eight characters.
        for other in ["客户10", "20241331", "客户", "+86 138 0013 8000", "12345678"] {
            assert!(!is_date(other), "{other}");
        }
    }
}
