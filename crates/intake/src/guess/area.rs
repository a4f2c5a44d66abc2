//! Numbers that begin in another column, such as one of area codes.

use numplan::{Options, Region, check_with};

use super::cells::ratio;
use super::layout::{in_table, layout, names};
use super::words::{Says, header, is_area};
use crate::characters::digit;
use crate::mapping::{ColumnChoice, Hints};

/// Most digits of a beginning: a calling code with a prefix and an area code.
const MAX_DIGITS: usize = 7;

/// Fewest digits of the rest of a number.
const MIN_REST: usize = 4;

/// Most digits of the rest of a number.
const MAX_REST: usize = 10;

/// A column with the beginnings of numbers, and the column with the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Divided {
    pub(super) area: usize,
    pub(super) rest: usize,
}

/// Finds a column that is named after beginnings of numbers, and the column that it belongs to.
pub(super) fn divided(rows: &[Vec<String>], hints: &Hints) -> Option<Divided> {
    let layout = layout(rows, hints);
    let width = rows.iter().map(Vec::len).max()?;
    let names = names(rows, &layout, width);
    let data: Vec<&Vec<String>> = rows
        .iter()
        .skip(layout.title_rows + layout.header_rows)
        .filter(|row| in_table(row, layout.width))
        .collect();
    // Most filled cells of a column have that many digits, and nothing but punctuation beside them.
    let has_digits = |column: usize, least: usize, most: usize| {
        let cells = data.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.trim().is_empty());
        let (mut filled, mut fitting) = (0, 0);
        for cell in cells {
            let digits = cell.chars().filter(|&character| digit(character).is_some()).count();
            filled += 1;
            fitting += usize::from((least..=most).contains(&digits) && !cell.contains(char::is_alphabetic));
        }
        filled > 0 && fitting * 5 >= filled * 4
    };
    let area = match hints.area_column {
        Some(ColumnChoice::None) => return None,
        Some(ColumnChoice::Column(column)) => column,
        None => {
            let is_beginning = |column: &usize| {
                let is_other = header(&names[*column]).says == Some(Says::Other);
                is_area(&names[*column]) && !is_other && has_digits(*column, 1, MAX_DIGITS)
            };
            (0..names.len()).find(is_beginning)?
        }
    };
    let is_rest = |column: &usize| {
        let says = header(&names[*column]).says;
        *column != area
            && matches!(says, Some(Says::Mobile | Says::Phone | Says::Number | Says::Landline))
            && has_digits(*column, MIN_REST, MAX_REST)
    };
    // The rest stands behind the beginning.
    let nearest = |column: &usize| (*column < area, column.abs_diff(area));
    let rest = hints.column.or_else(|| (0..names.len()).filter(is_rest).min_by_key(nearest));
    let rest = rest.or_else(|| Some(area + 1).filter(|next| has_digits(*next, MIN_REST, MAX_REST)))?;
    (rest < width && area < width && rest != area).then_some(Divided { area, rest })
}

/// The rows with whole numbers in place of their rest.
pub(super) fn joined(rows: &[Vec<String>], divided: Divided) -> Vec<Vec<String>> {
    let Divided { area, rest } = divided;
    let mut rows = rows.to_vec();
    for row in rows.iter_mut().filter(|row| row.len() > area.max(rest)) {
        // Names and titles are not joined.
        if row[rest].contains(|character| digit(character).is_some()) {
            row[rest] = join(&row[area], &row[rest]);
        }
    }
    rows
}

/// The share of cells that are a valid number as they stand: a number among other digits is none.
pub(super) fn valid_share(rows: &[Vec<String>], column: usize, region: Option<Region>) -> f64 {
    let options = Options { default_region: region, repair: false };
    let cells = rows.iter().filter_map(|row| row.get(column));
    let numbers = cells.filter(|cell| cell.contains(|character| digit(character).is_some()));
    let (mut all, mut valid) = (0, 0);
    for cell in numbers {
        all += 1;
        valid += usize::from(check_with(cell.as_bytes(), options).is_valid());
    }
    ratio(valid, all.max(1))
}

/// A number whose beginning is in another cell.
pub(crate) fn join(area: &str, rest: &str) -> String {
    let area = area.trim();
    if area.is_empty() { rest.to_owned() } else { format!("{area} {}", rest.trim()) }
}
