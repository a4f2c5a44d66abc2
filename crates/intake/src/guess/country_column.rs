//! Finds the column with the countries of the rows.

use std::collections::BTreeSet;

use numplan::{Options, Region};

use super::candidate::Candidate;
use super::cells::is_placeholder;
use super::words::{Says, header};
use super::{COLUMNS, country_of_cell, valid_share};
use crate::mapping::{ColumnChoice, Hints};

/// How many valid numbers a column of bare calling codes has to add, as a share.
const CODES_ADD: f64 = 0.15;

/// The column with the countries of the rows, if there is one and it helps.
pub(super) fn country_column(
    data: &[&[String]],
    names: &[String],
    numbers: usize,
    region: Option<Region>,
    hints: &Hints,
    chosen: &Candidate,
) -> Option<usize> {
    match hints.country_column {
        Some(ColumnChoice::None) => return None,
        Some(ColumnChoice::Column(column)) => return Some(column),
        None => {}
    }
    if chosen.cells.cells.iter().all(|cell| cell.international) {
        return None;
    }
    let width = data.iter().map(|row| row.len()).max().unwrap_or(0).min(COLUMNS);
    let valid =
        |by_row: &dyn Fn(&[String]) -> Options| valid_share(&data[..data.len().min(60)], numbers, by_row);
    let alone = valid(&|_| Options { default_region: region, repair: true });
    (0..width).filter(|place| *place != numbers).find(|&place| {
        let says = names.get(place).and_then(|name| header(name).says);
        let cells: Vec<&str> = data
            .iter()
            .filter_map(|row| row.get(place))
            .map(String::as_str)
            .filter(|cell| !is_placeholder(cell))
            .collect();
        // Bare calling codes may have any name, such as `area_code`, but then they have to explain the numbers.
        let codes = cells.len() > 3
            && says != Some(Says::Country)
            && cells.iter().all(|cell| {
                cell.len() <= 3
                    && cell.bytes().all(|byte| byte.is_ascii_digit())
                    && country_of_cell(cell).is_some()
            });
        if cells.len() < 2 || (matches!(says, Some(Says::Other | Says::Mobile | Says::Phone)) && !codes) {
            return false;
        }
        let digits_allowed = says == Some(Says::Country) || codes;
        let region_of = |cell: &&str| {
            (digits_allowed || cell.starts_with('+') || !cell.contains(|c: char| c.is_ascii_digit()))
                .then(|| country_of_cell(cell))
                .flatten()
        };
        let known: Vec<Region> = cells.iter().filter_map(region_of).collect();
        let distinct: BTreeSet<u16> = known.iter().map(|region| region.country_code()).collect();
        if known.len() * 10 < cells.len() * 8
            || (distinct.len() < 2 && region.is_some_and(|region| distinct.contains(&region.country_code())))
        {
            return false;
        }
        let together = valid(&|row| {
            let own = row.get(place).and_then(|cell| country_of_cell(cell));
            Options { default_region: own.or(region), repair: true }
        });
        if codes {
            return together >= 0.9 && together >= alone + CODES_ADD;
        }
        together + 0.02 >= alone && together > 0.3
    })
}
