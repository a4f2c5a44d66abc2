//! Which rows are wanted, and in which order.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::columns::Results;

/// Which rows are wanted; the default is all of them. A set that is there but empty wants none.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Filter {
    /// For each check, the statuses wanted; checks past the end are not asked about.
    pub statuses: Vec<Option<BTreeSet<u8>>>,
    /// The packed countries wanted.
    pub countries: Option<BTreeSet<u16>>,
    /// The codes of the kinds wanted.
    pub kinds: Option<BTreeSet<u8>>,
    /// The carriers wanted; the empty name stands for none.
    pub carriers: Option<BTreeSet<String>>,
    /// The first digits of the numbers wanted; a plus in front is ignored.
    pub number_prefix: Option<String>,
}

impl Filter {
    /// Wants only one status of a check, on top of what is wanted already.
    #[must_use]
    pub fn and_status(mut self, check: usize, status: u8) -> Self {
        if self.statuses.len() <= check {
            self.statuses.resize(check + 1, None);
        }
        let wanted = self.statuses[check].as_ref().is_none_or(|set| set.contains(&status));
        self.statuses[check] = Some(BTreeSet::from_iter(wanted.then_some(status)));
        self
    }

    /// Whether it looks at the numbers themselves, which no histogram can answer.
    pub fn needs_numbers(&self) -> bool {
        self.prefix().is_some()
    }

    pub(crate) fn prefix(&self) -> Option<Prefix> {
        let digits = self.number_prefix.as_deref()?;
        let digits = digits.strip_prefix('+').unwrap_or(digits);
        if digits.is_empty() { None } else { Some(Prefix::new(digits)) }
    }
}

/// The order of the rows; rows that are equal in it stay in the order of the input.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sort {
    /// As in the upload.
    #[default]
    Input,
    /// By a column: statuses and kinds by their codes, countries and carriers by their letters.
    By {
        /// The column.
        column: ClassColumn,
        /// Whether the last comes first.
        descending: bool,
    },
}

/// A column with few values, which histograms count.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ClassColumn {
    /// The status of a check.
    Status(usize),
    /// The country.
    Country,
    /// The kind of line.
    Kind,
    /// The carrier.
    Carrier,
}

/// The columns that a filter and a sort look at, of rows or of a histogram's classes alike.
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

    /// The code of a value of a column; those of carriers are indexes into their names.
    pub(crate) fn code(&self, column: ClassColumn, index: usize) -> u32 {
        match column {
            ClassColumn::Status(check) => self.status.get(check).map_or(0, |column| u32::from(column[index])),
            ClassColumn::Country => u32::from(self.country[index]),
            ClassColumn::Kind => u32::from(self.kind[index]),
            ClassColumn::Carrier => self.carrier[index],
        }
    }

    /// The value with a code, so that values compare as the rows are to be sorted.
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

/// A filter made ready to look at many rows.
pub(crate) struct Matcher<'f> {
    statuses: Vec<Option<[bool; 256]>>,
    countries: Option<&'f BTreeSet<u16>>,
    kinds: Option<[bool; 256]>,
    carriers: Option<&'f BTreeSet<String>>,
    prefix: Option<Prefix>,
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
        }
    }

    /// Whether it asks nothing about the class columns.
    pub(crate) fn all_classes(&self) -> bool {
        self.statuses.iter().all(Option::is_none)
            && self.countries.is_none()
            && self.kinds.is_none()
            && self.carriers.is_none()
    }

    /// Which of the classes are wanted.
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

    /// Which of the rows are wanted; `numbers` are those of the same rows.
    pub(crate) fn rows(&self, classes: &Classes<'_>, numbers: &[u64]) -> Vec<bool> {
        let mut wanted = self.classes(classes);
        if let Some(prefix) = &self.prefix {
            narrow(&mut wanted, numbers, |number| prefix.begins(*number));
        }
        wanted
    }
}

fn narrow<T>(wanted: &mut [bool], column: &[T], mut keep: impl FnMut(&T) -> bool) {
    for (wanted, value) in wanted.iter_mut().zip(column) {
        *wanted = *wanted && keep(value);
    }
}

/// The first digits of a number.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Prefix {
    /// What no number begins with is no value at all.
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

    fn begins(&self, number: u64) -> bool {
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
        fn a_prefix_is_what_the_text_begins_with(number: u64, len in 1_usize..21, other in "[0-9]{1,20}") {
            let text = number.to_string();
            let prefix = &text[..len.min(text.len())];
            prop_assert_eq!(Prefix::new(prefix).begins(number), prefix.len() <= 19 && number > 0);
            prop_assert_eq!(
                Prefix::new(&other).begins(number),
                other.len() <= 19 && number > 0 && text.starts_with(&other)
            );
        }
    }

    #[test]
    fn one_more_status_narrows_a_filter() {
        let filter = Filter::default().and_status(1, 3);
        assert_eq!(filter.statuses, [None, Some(BTreeSet::from([3]))]);
        assert_eq!(filter.and_status(1, 2).statuses[1], Some(BTreeSet::new()));
    }
}
