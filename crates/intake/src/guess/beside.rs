//! Further columns of numbers: tables side by side, and numbers with a column of their types.

use numsift_model::limits::NUMBER_COLUMNS;

use super::words::{Says, header};

/// Most further columns of numbers.
const MAX_MORE: usize = NUMBER_COLUMNS - 1;

/// Share of cells from which a column has types of numbers, as a divisor.
const MOSTLY: usize = 2;

/// The number columns of the tables beside that of a number column: the same names stand around them, in the same order.
pub(super) fn beside(names: &[String], column: usize) -> Vec<usize> {
    let name = |place: usize| names.get(place).map_or("", |name| name.trim());
    // At least the number and whom it belongs to.
    let is_table = |from: usize, width: usize| {
        (from..from + width).filter(|&place| !name(place).is_empty()).count() > 1
            && (from..from + width).filter(|&place| name(place) == name(column)).count() == 1
    };
    let repeats = |from: usize, width: usize, times: usize| {
        let other = from + width * times;
        // The last table has no gap behind it.
        other < names.len() && (0..width).all(|place| name(from + place) == name(other + place))
    };
    for width in 2..=names.len().div_ceil(2) {
        for from in (column + 1).saturating_sub(width)..=column {
            if !is_table(from, width) || !repeats(from, width, 1) {
                continue;
            }
            let further = (1..).take_while(|times| repeats(from, width, *times));
            return further
                .map(|times| column + width * times)
                .filter(|place| *place < names.len())
                .collect();
        }
    }
    Vec::new()
}

/// The types in a column in front of numbers, as in `Phone 1 - Type`.
#[derive(Default)]
struct Types {
    filled: usize,
    known: usize,
    mobile: usize,
}

fn types(data: &[&[String]], column: usize) -> Types {
    let mut types = Types::default();
    for cell in data.iter().filter_map(|row| row.get(column)).filter(|cell| !cell.trim().is_empty()) {
        let says = header(cell.trim_start_matches(['*', ' '])).says;
        types.filled += 1;
        types.known +=
            usize::from(matches!(says, Some(Says::Mobile | Says::Phone | Says::Landline | Says::Fax)));
        types.mobile += usize::from(says == Some(Says::Mobile));
    }
    types
}

/// The other columns with mobile numbers, if a column of numbers has also others according to the types in front of it.
pub(super) fn typed(data: &[&[String]], column: usize, width: usize) -> Vec<usize> {
    let of = |column: usize| {
        let types = types(data, column.checked_sub(1)?);
        (types.known > 0 && types.known * MOSTLY >= types.filled).then_some(types)
    };
    let Some(own) = of(column).filter(|own| own.mobile < own.known) else { return Vec::new() };
    let has_mobile = |other: &usize| of(*other).is_some_and(|types| types.mobile > 0);
    let others: Vec<usize> = (0..width).filter(|other| *other != column).filter(has_mobile).collect();
    if own.mobile > 0 && others.len() <= MAX_MORE { others } else { Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::beside;

    #[test]
    fn repeated_names_are_tables_beside() {
        for (names, column, expected) in [
            ("Name,Cell,,Name,Cell", 1, &[4][..]),
            ("Name,Cell,Name,Cell,Name,Cell", 1, &[3, 5]),
            ("No,Pupil,Name,Cell,Name,Cell", 3, &[5]),
            ("Cell,City,Cell,City", 0, &[2]),
            ("Name,Cell,City,Cell", 1, &[]),
            ("Name,Cell,Cell", 1, &[]),
            (",Cell,,Cell", 1, &[]),
            ("Name,Cell,Name,Fax", 1, &[]),
        ] {
            let names: Vec<String> = names.split(',').map(str::to_owned).collect();
            assert_eq!(beside(&names, column), expected, "{names:?}");
        }
    }
}
