//! Tables whose records stand in columns: the first cell of a row is its name.

use numplan::{Options, Region};
use numsift_model::limits::NUMBER_COLUMNS;

use super::cells::ratio;
use super::evidence::Origin;
use super::words::{Says, header};
use super::{Guess, guess_whole, is_valid};
use crate::characters::digit;
use crate::mapping::Hints;

/// Most rows of such a table, and most records: each is a column of numbers.
const MAX_ROWS: usize = 30;
const MAX_RECORDS: usize = NUMBER_COLUMNS;

/// Fewest records.
const MIN_RECORDS: usize = 3;

/// Share of cells that are numbers in the row that names them.
const MOSTLY: f64 = 0.6;

fn says_phone(cell: &str) -> bool {
    matches!(header(cell).says, Some(Says::Mobile | Says::Phone))
}

fn is_long(cell: &str) -> bool {
    (7..=16).contains(&cell.chars().filter(|&character| digit(character).is_some()).count())
}

/// The cells of a row behind its name that are not empty.
fn values(row: &[String]) -> impl Iterator<Item = &String> {
    row.iter().skip(1).filter(|cell| !cell.trim().is_empty())
}

fn is_number_row(row: &[String]) -> bool {
    let (filled, long) = (values(row).count(), values(row).filter(|cell| is_long(cell)).count());
    row.first().is_some_and(|name| says_phone(name)) && long >= MIN_RECORDS && ratio(long, filled) >= MOSTLY
}

/// The guess, if the rows are such a table and nothing is known about it.
pub(super) fn guess(rows: &[Vec<String>], hints: &Hints, origin: &Origin) -> Option<Guess> {
    let chosen = hints.column.is_some() || hints.header.is_some() || hints.title_rows.is_some();
    let width = rows.iter().map(Vec::len).max()?;
    if chosen || rows.len() > MAX_ROWS || !(MIN_RECORDS + 1..=MAX_RECORDS + 1).contains(&width) {
        return None;
    }
    // The corner may be empty.
    let is_name = |cell: &String| !cell.trim().is_empty() && !is_long(cell);
    let is_named = rows.iter().skip(1).all(|row| row.first().is_some_and(is_name));
    let is_header = rows.iter().any(|row| values(row).any(|cell| says_phone(cell)));
    if !rows.iter().any(|row| is_number_row(row)) || !is_named || is_header {
        return None;
    }
    let cell = |row: &Vec<String>, column: usize| row.get(column).cloned().unwrap_or_default();
    let records: Vec<Vec<String>> =
        (0..width).map(|column| rows.iter().map(|row| cell(row, column)).collect()).collect();
    let known = Hints { header: Some(true), title_rows: Some(0), ..hints.clone() };
    let found = guess_whole(&records, &known, origin);
    let row = found.column;
    if !is_number_row(&rows[row]) || found.country_column.is_some() {
        return None;
    }
    let region = found.country.as_deref().and_then(Region::from_code);
    let options = Options { default_region: region, repair: true };
    let number =
        |row: &Vec<String>, column: usize| row.get(column).is_some_and(|cell| is_valid(cell, options));
    let columns: Vec<usize> = (1..width).filter(|&column| number(&rows[row], column)).collect();
    // Rows below are read as well.
    let others = rows[row + 1..].iter().any(|row| columns.iter().any(|&column| number(row, column)));
    let (&column, more) = columns.split_first().filter(|_| !others)?;
    let data = &rows[row..];
    let filled =
        |column: usize| data.iter().filter(|row| !cell(row, column).trim().is_empty()).count().max(1);
    let share = |column: usize| ratio(data.iter().filter(|row| number(row, column)).count(), filled(column));
    Some(Guess {
        column,
        more_columns: more.to_vec(),
        title_rows: row,
        header: false,
        header_rows: 0,
        names: vec![String::new(); width],
        valid: (0..width).map(share).collect(),
        ..found
    })
}
