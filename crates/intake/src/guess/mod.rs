//! Guesses the layout, the number column and the country of a table from its first rows, and says how sure
//! the guess is.

mod area;
mod beside;
mod candidate;
mod cells;
mod country;
mod country_column;
mod evidence;
mod explain;
mod gazetteer;
mod keys;
mod layout;
mod places;
mod shapes;
mod text;
mod transposed;
mod words;

use numplan::{Options, Region};

pub(crate) use self::area::join as join_area;
use self::beside::{beside, typed};
use self::candidate::candidates;
use self::cells::{Cell, ratio};
use self::country_column::country_column;
use self::evidence::Evidence;
pub(crate) use self::evidence::Origin;
use self::explain::{Columns, column_hints, explain, likely_countries};
pub(crate) use self::keys::{KeySays, key_says, names_numbers, names_other, names_phone};
use self::layout::{in_table, layout, names, unnamed_header};
pub(crate) use self::places::country as country_of_cell;
pub(crate) use self::text::guess_text;
use self::words::header;
use crate::confidence::{About, Confidence, Why};
use crate::mapping::Hints;

/// Rows that are examined.
const ROWS: usize = 300;

/// Columns that are examined.
const COLUMNS: usize = 64;

/// Share of numbers that are not valid above which the country is doubtful.
const MISREAD: f64 = 0.25;

/// Share of valid numbers below which the guess is doubtful.
const FEW_VALID: f64 = 0.5;

/// Share of valid numbers from which the beginnings of numbers are taken from another column.
const JOINED_VALID: f64 = 0.8;

/// The guess from the first rows.
pub(crate) struct Guess {
    pub(crate) column: usize,
    pub(crate) title_rows: usize,
    pub(crate) header: bool,
    pub(crate) header_rows: usize,
    pub(crate) country: Option<String>,
    pub(crate) country_column: Option<usize>,
    pub(crate) area_column: Option<usize>,
    /// Further columns of numbers.
    pub(crate) more_columns: Vec<usize>,
    pub(crate) names: Vec<String>,
    /// For each column, the share of non-empty cells with a valid number.
    pub(crate) valid: Vec<f64>,
    /// How good the number column is; to compare sheets.
    pub(crate) best: f64,
    pub(crate) confidence: Confidence,
}

/// Guesses from the first rows that are not blank.
pub(crate) fn guess(rows: &[Vec<String>], hints: &Hints, origin: &Origin) -> Guess {
    if let Some(guess) = transposed::guess(rows, hints, origin) {
        return guess;
    }
    if let Some(divided) = area::divided(rows, hints) {
        let joined = area::joined(rows, divided);
        let mut guess = guess_whole(&joined, hints, origin);
        let region = guess.country.as_deref().and_then(Region::from_code);
        let is_valid = || area::valid_share(&joined, divided.rest, region) >= JOINED_VALID;
        if guess.column == divided.rest && (hints.area_column.is_some() || is_valid()) {
            guess.area_column = Some(divided.area);
            return guess;
        }
    }
    guess_whole(rows, hints, origin)
}

/// Guesses from rows with whole numbers.
fn guess_whole(rows: &[Vec<String>], hints: &Hints, origin: &Origin) -> Guess {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(1);
    let mut layout = layout(rows, hints);
    let names_by_column = names(rows, &layout, width);
    let data: Vec<&[String]> = rows
        .iter()
        .skip(layout.title_rows + layout.header_rows)
        .filter(|row| in_table(row, layout.width))
        .take(ROWS)
        .map(Vec::as_slice)
        .collect();
    let evidence = Evidence::collect(&names_by_column, &data, origin, hints);
    let candidates = candidates(&data, &names_by_column, width, hints, origin, &evidence);
    let place = hints.column.unwrap_or(candidates[0].place);
    let chosen = candidates.iter().position(|candidate| candidate.place == place).unwrap_or(0);
    let region = candidates[chosen].best().region;
    let country_column = country_column(&data, &names_by_column, place, region, hints, &candidates[chosen]);
    let by_row = |row: &[String]| {
        let named = country_column.and_then(|column| row.get(column)).and_then(|cell| country_of_cell(cell));
        Options { default_region: named.or(region), repair: true }
    };
    if hints.header.is_none() && layout.header_rows == 0 {
        let options = Options { default_region: region, repair: true };
        unnamed_header(rows, &mut layout, place, &|cell| is_valid(cell, options));
        if layout.header_rows > 0 {
            // Its words say something, even if they are no usual names of columns.
            let hints = Hints { title_rows: Some(layout.title_rows), header: Some(true), ..hints.clone() };
            return guess_whole(rows, &hints, origin);
        }
    }
    let data: Vec<&[String]> =
        rows.iter().skip(layout.title_rows + layout.header_rows).take(ROWS).map(Vec::as_slice).collect();
    let valid = (0..width).map(|column| valid_share(&data, column, &by_row)).collect::<Vec<_>>();
    let mut confidence = Confidence { sure: true, ..Confidence::default() };
    let is_open = hints.column.is_none() && hints.more_columns.is_empty();
    let mut more_columns = if is_open { beside(&names_by_column, place) } else { Vec::new() };
    more_columns.retain(|&column| valid.get(column).is_some_and(|valid| *valid >= JOINED_VALID));
    let columns = Columns { names: &names_by_column, country: country_column, beside: &more_columns };
    explain(&mut confidence, &candidates, chosen, &evidence, hints, &columns);
    if is_open && more_columns.is_empty() {
        more_columns = typed(&data, place, width);
        if !more_columns.is_empty() {
            let one = column_hints(&candidates[chosen], hints);
            let both = Hints { more_columns: more_columns.clone(), ..one.clone() };
            confidence.questions.retain(|question| question.about != About::Column);
            confidence.ask(About::Column, vec![both, one]);
        }
    }
    let number_share = valid.get(place).copied().unwrap_or(0.0);
    if number_share < FEW_VALID && confidence.questions.is_empty() && hints.column.is_none() {
        confidence.because(Why::FewValid, "");
        let rivals = candidates.iter().take(2).map(|candidate| column_hints(candidate, hints)).collect();
        confidence.ask(About::Column, rivals);
    } else if region.is_some()
        && hints.default_country.is_none()
        && confidence.questions.is_empty()
        && misread_share(&data, place, &by_row) > MISREAD
    {
        confidence.because(Why::FewValid, "");
        confidence.ask(About::Country, likely_countries(&candidates[chosen], &evidence));
    }
    let best = candidates[chosen].score.max(0.1) * number_share;
    Guess {
        column: place,
        title_rows: layout.title_rows,
        header: layout.header_rows > 0,
        header_rows: if layout.header_rows > 1 { layout.header_rows } else { 0 },
        country: hints
            .default_country
            .as_ref()
            .map_or(region, |code| Region::from_code(code))
            .map(|region| region.code().to_owned()),
        country_column,
        area_column: None,
        more_columns,
        names: names_by_column,
        valid,
        best,
        confidence,
    }
}

/// Whether a cell contains a valid number.
pub(crate) fn is_valid(cell: &str, options: Options) -> bool {
    Cell::new(cell).check(options).is_valid()
}

/// The share of valid numbers among the cells that are not empty.
fn valid_share(data: &[&[String]], column: usize, by_row: &dyn Fn(&[String]) -> Options) -> f64 {
    let (mut filled, mut valid) = (0, 0);
    for row in data {
        let Some(cell) = row.get(column).filter(|cell| !cell.trim().is_empty()) else { continue };
        filled += 1;
        valid += usize::from(is_valid(cell, by_row(row)));
    }
    if filled == 0 { 0.0 } else { ratio(valid, filled) }
}

/// The share of cells without a valid number among those that are as long as phone numbers.
fn misread_share(data: &[&[String]], column: usize, by_row: &dyn Fn(&[String]) -> Options) -> f64 {
    let (mut long, mut misread) = (0, 0);
    for row in data {
        let Some(cell) = row.get(column) else { continue };
        let cell = Cell::new(cell);
        if (8..=14).contains(&cell.digits.len()) {
            long += 1;
            misread += usize::from(!cell.check(by_row(row)).is_valid());
        }
    }
    ratio(misread, long.max(1))
}

/// How many letters of known headers and places in other scripts than ASCII a text has. A wrong encoding has
/// next to none.
pub(crate) fn known_words(text: &[u8]) -> usize {
    let text = String::from_utf8_lossy(&text[..text.len().min(16 << 10)]);
    let cells = text.lines().take(60).flat_map(|line| line.split([',', ';', '\t', '|', '"']));
    let letters = |cell: &str| cell.chars().filter(|character| !character.is_ascii()).count();
    let known = |cell: &&str| {
        let cell = cell.trim();
        letters(cell) > 0
            && (header(cell).says.is_some()
                || places::with_city(cell).is_some()
                || places::country(cell).is_some())
    };
    cells.filter(known).map(letters).sum()
}

/// Whether the name of a sheet does not say that its rows are old, examples, or not to be used.
pub(crate) fn is_current(name: &str) -> bool {
    !words::is_excluded(name)
}
