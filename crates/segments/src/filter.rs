//! Filters and sort orders of results.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::columns::{Numbers, Results};

/// Selects rows; the default selects all. An empty set selects none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// The statuses of each check; missing checks are not filtered.
    pub statuses: Vec<Option<BTreeSet<u8>>>,
    /// Packed countries.
    pub countries: Option<BTreeSet<u16>>,
    /// Codes of kinds.
    pub kinds: Option<BTreeSet<u8>>,
    /// Carriers; the empty name selects rows without a carrier.
    pub carriers: Option<BTreeSet<String>>,
    /// The first digits of the number; a leading plus sign is ignored.
    pub number_prefix: Option<String>,
    /// Text within the number, the number as written or any carried column; upper and lower case are equal.
    pub search: Option<String>,
    /// Text within single carried columns, by their index.
    pub carried: BTreeMap<usize, String>,
}

impl Filter {
    /// Whether the filter selects all rows.
    pub fn is_empty(&self) -> bool {
        Matcher::new(self).all_classes() && !self.needs_rows()
    }

    /// Narrows the filter to one status of a check.
    #[must_use]
    pub fn and_status(mut self, check: usize, status: u8) -> Self {
        if self.statuses.len() <= check {
            self.statuses.resize(check + 1, None);
        }
        let wanted = self.statuses[check].as_ref().is_none_or(|set| set.contains(&status));
        self.statuses[check] = Some(BTreeSet::from_iter(wanted.then_some(status)));
        self
    }

    /// Whether the filter needs the numbers or texts of the rows, which histograms do not contain.
    pub fn needs_rows(&self) -> bool {
        self.prefix().is_some() || self.needs_texts()
    }

    /// Whether the filter needs the texts of the rows.
    pub(crate) fn needs_texts(&self) -> bool {
        self.search.is_some() || !self.carried.is_empty()
    }

    pub(crate) fn prefix(&self) -> Option<Prefix> {
        let digits = self.number_prefix.as_deref()?;
        let digits = digits.strip_prefix('+').unwrap_or(digits);
        if digits.is_empty() { None } else { Some(Prefix::new(digits)) }
    }
}

/// The order of rows. Equal rows stay in input order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// Input order.
    #[default]
    Input,
    /// By a column: statuses and kinds by code, countries and carriers alphabetically.
    By { column: ClassColumn, descending: bool },
}

/// A column that histograms count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassColumn {
    /// The status of a check.
    Status(usize),
    Country,
    Kind,
    Carrier,
}

/// The columns that filters and sorts use, of rows or of the classes of a histogram.
pub(crate) struct Classes<'a> {
    pub status: Vec<&'a [u8]>,
    pub country: &'a [u16],
    pub kind: &'a [u8],
    pub carrier: &'a [u32],
    pub carriers: &'a [String],
}

impl<'a> Classes<'a> {
    pub(crate) fn of(results: &'a Results) -> Self {
        Self {
            status: results.checks.iter().map(|check| check.status.as_slice()).collect(),
            country: &results.numbers.country,
            kind: &results.numbers.kind,
            carrier: &results.carrier,
            carriers: &results.carriers,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.country.len()
    }

    /// The code of a value; for carriers, the index of the name.
    pub(crate) fn code(&self, column: ClassColumn, index: usize) -> u32 {
        match column {
            ClassColumn::Status(check) => self.status.get(check).map_or(0, |column| u32::from(column[index])),
            ClassColumn::Country => u32::from(self.country[index]),
            ClassColumn::Kind => u32::from(self.kind[index]),
            ClassColumn::Carrier => self.carrier[index],
        }
    }

    /// The value of a code, in a form that compares in sort order.
    pub(crate) fn key_of(&self, column: ClassColumn, code: u32) -> Key<'a> {
        match column {
            ClassColumn::Carrier => Key::Name(&self.carriers[code as usize]),
            _ => Key::Code(u16::try_from(code).unwrap_or(u16::MAX)),
        }
    }

    pub(crate) fn key(&self, column: ClassColumn, index: usize) -> Key<'a> {
        self.key_of(column, self.code(column, index))
    }
}

/// A value of a class column.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Key<'a> {
    Code(u16),
    Name(&'a str),
}

/// A filter prepared for many rows.
pub(crate) struct Matcher<'f> {
    statuses: Vec<Option<[bool; 256]>>,
    countries: Option<&'f BTreeSet<u16>>,
    kinds: Option<[bool; 256]>,
    carriers: Option<&'f BTreeSet<String>>,
    prefix: Option<Prefix>,
    search: Option<String>,
    carried: Vec<(usize, String)>,
}

impl<'f> Matcher<'f> {
    pub(crate) fn new(filter: &'f Filter) -> Self {
        let table = |set: &BTreeSet<u8>| {
            let mut table = [false; 256];
            for &code in set {
                table[usize::from(code)] = true;
            }
            table
        };
        Self {
            statuses: filter.statuses.iter().map(|set| set.as_ref().map(table)).collect(),
            countries: filter.countries.as_ref(),
            kinds: filter.kinds.as_ref().map(table),
            carriers: filter.carriers.as_ref(),
            prefix: filter.prefix(),
            search: filter
                .search
                .as_ref()
                .map(|text| text.trim().to_lowercase())
                .filter(|text| !text.is_empty()),
            carried: filter.carried.iter().map(|(at, text)| (*at, text.trim().to_lowercase())).collect(),
        }
    }

    /// Whether the filter ignores the class columns.
    pub(crate) fn all_classes(&self) -> bool {
        self.statuses.iter().all(Option::is_none)
            && self.countries.is_none()
            && self.kinds.is_none()
            && self.carriers.is_none()
    }

    /// Which classes match.
    pub(crate) fn classes(&self, classes: &Classes<'_>) -> Vec<bool> {
        let mut wanted = vec![true; classes.len()];
        for (check, table) in self.statuses.iter().enumerate() {
            let Some(table) = table else { continue };
            match classes.status.get(check) {
                Some(column) => narrow(&mut wanted, column, |status| table[usize::from(*status)]),
                None => wanted.fill(false),
            }
        }
        if let Some(countries) = self.countries {
            let mut last = (0, countries.contains(&0));
            narrow(&mut wanted, classes.country, |&country| {
                if last.0 != country {
                    last = (country, countries.contains(&country));
                }
                last.1
            });
        }
        if let Some(table) = &self.kinds {
            narrow(&mut wanted, classes.kind, |kind| table[usize::from(*kind)]);
        }
        if let Some(carriers) = self.carriers {
            let named: Vec<bool> = classes.carriers.iter().map(|name| carriers.contains(name)).collect();
            narrow(&mut wanted, classes.carrier, |at| named[*at as usize]);
        }
        wanted
    }

    /// Which rows match.
    pub(crate) fn rows(&self, classes: &Classes<'_>, numbers: &Numbers) -> Vec<bool> {
        let mut wanted = self.classes(classes);
        if let Some(prefix) = &self.prefix {
            narrow(&mut wanted, &numbers.number, |number| prefix.matches(*number));
        }
        for (column, text) in &self.carried {
            for (row, wanted) in wanted.iter_mut().enumerate().filter(|(_, wanted)| **wanted) {
                *wanted = numbers.carried.get(*column).is_some_and(|cells| contains(cells.get(row), text));
            }
        }
        if let Some(text) = &self.search {
            for (row, wanted) in wanted.iter_mut().enumerate().filter(|(_, wanted)| **wanted) {
                *wanted = contains(&format!("+{}", numbers.number[row]), text)
                    || contains(numbers.written.get(row), text)
                    || numbers.carried.iter().any(|cells| contains(cells.get(row), text));
            }
        }
        wanted
    }
}

/// Whether a cell contains a text in lower case.
fn contains(cell: &str, text: &str) -> bool {
    if cell.is_ascii() && text.is_ascii() {
        let (cell, text) = (cell.as_bytes(), text.as_bytes());
        return text.is_empty() || cell.windows(text.len()).any(|part| part.eq_ignore_ascii_case(text));
    }
    cell.to_lowercase().contains(text)
}

fn narrow<T>(wanted: &mut [bool], column: &[T], mut keep: impl FnMut(&T) -> bool) {
    for (wanted, value) in wanted.iter_mut().zip(column) {
        *wanted = *wanted && keep(value);
    }
}

/// The first digits of a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix {
    /// Value and number of digits; `None` if no number starts with the prefix.
    digits: Option<(u64, u32)>,
}

impl Prefix {
    fn new(digits: &str) -> Self {
        let usable = digits.len() <= 19
            && !digits.starts_with('0')
            && digits.bytes().all(|digit| digit.is_ascii_digit());
        let value = if usable { digits.parse::<u64>().ok() } else { None };
        Self { digits: value.map(|value| (value, value.ilog10() + 1)) }
    }

    fn matches(&self, number: u64) -> bool {
        let Some((value, digits)) = self.digits else { return false };
        let Some(have) = number.checked_ilog10().map(|log| log + 1) else { return false };
        have >= digits && number / 10_u64.pow(have - digits) == value
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn prefixes_agree_with_text(number: u64, len in 1_usize..21, other in "[0-9]{1,20}") {
            let text = number.to_string();
            let prefix = &text[..len.min(text.len())];
            prop_assert_eq!(Prefix::new(prefix).matches(number), prefix.len() <= 19 && number > 0);
            prop_assert_eq!(
                Prefix::new(&other).matches(number),
                other.len() <= 19 && number > 0 && text.starts_with(&other)
            );
        }
    }

    #[test]
    fn and_status_narrows_the_filter() {
        let filter = Filter::default().and_status(1, 3);
        assert_eq!(filter.statuses, [None, Some(BTreeSet::from([3]))]);
        assert_eq!(filter.and_status(1, 2).statuses[1], Some(BTreeSet::new()));
    }
}
