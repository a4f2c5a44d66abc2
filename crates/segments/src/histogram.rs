//! Counts the rows of a chunk per class: a combination of statuses, country, kind and carrier.
//! Totals, breakdowns and pages are computed from these counts without reading results.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::columns::Results;
use crate::detail::{DetailValue, each_detail};
use crate::error::{Result, SegmentError};
use crate::filter::{Classes, Filter, Matcher};
use crate::text::Text;

/// Version 2 appends the names of the answers' fields.
const VERSION: u8 = 2;
const FIRST_VERSION: u8 = 1;
/// Most fields of a check that get a column of their own.
const MOST_FIELDS: usize = 64;
/// Longest name of such a field, in bytes.
const FIELD_BYTES: usize = 100;
/// Most rows of a histogram, so that sums cannot overflow.
const MOST_ROWS: u64 = 1 << 40;

/// The counts of one or more chunks.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Histogram {
    rows: u64,
    /// The empty name first, then in alphabetical order.
    carriers: Vec<String>,
    /// One column per check, with one value per class.
    status: Vec<Vec<u8>>,
    country: Vec<u16>,
    kind: Vec<u8>,
    carrier: Vec<u32>,
    count: Vec<u64>,
    /// The fields of each check's answers; `None` if a chunk was written before they were recorded.
    fields: Option<Vec<DetailFields>>,
}

/// The fields that the answers of a check have besides their status.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DetailFields {
    /// Names of the fields with plain values.
    pub plain: BTreeSet<String>,
    /// Whether there are fields with nested values, or too many fields.
    pub rest: bool,
}

impl DetailFields {
    /// Adds the fields of answers.
    pub(crate) fn add(&mut self, details: &Text) {
        if details.bytes() == 0 {
            return;
        }
        for detail in details.iter().filter(|detail| !detail.is_empty()) {
            each_detail(detail, |name, value| match value {
                DetailValue::Null => {}
                DetailValue::Plain(_) => self.insert(&name),
                DetailValue::Nested(_) => self.rest = true,
            });
        }
    }

    fn insert(&mut self, name: &str) {
        if self.plain.contains(name) {
            return;
        }
        if self.plain.len() < MOST_FIELDS && name.len() <= FIELD_BYTES && !name.is_empty() {
            self.plain.insert(name.to_owned());
        } else {
            self.rest = true;
        }
    }

    pub(crate) fn merge(&mut self, other: &Self) {
        other.plain.iter().for_each(|name| self.insert(name));
        self.rest |= other.rest;
    }
}

/// A class while counting: country, kind, carrier and index of the combination of statuses.
type ClassKey = (u16, u8, u32, u32);

/// Collects classes and sorts them for storage.
#[derive(Default)]
struct Counter<'a> {
    carriers: HashMap<&'a str, u32>,
    statuses: HashMap<Vec<u8>, u32>,
    classes: HashMap<ClassKey, u64>,
}

impl<'a> Counter<'a> {
    fn carrier(&mut self, name: &'a str) -> u32 {
        let next = u32::try_from(self.carriers.len()).unwrap_or(u32::MAX);
        *self.carriers.entry(name).or_insert(next)
    }

    /// Adds rows with their weights.
    fn add(&mut self, classes: &Classes<'a>, rows: impl IntoIterator<Item = (usize, u64)>) {
        let carriers: Vec<u32> = classes.carriers.iter().map(|name| self.carrier(name)).collect();
        let mut statuses = Vec::with_capacity(classes.status.len());
        for (row, count) in rows {
            statuses.clear();
            statuses.extend(classes.status.iter().map(|column| column[row]));
            let next = u32::try_from(self.statuses.len()).unwrap_or(u32::MAX);
            let combination = match self.statuses.get(&statuses) {
                Some(known) => *known,
                None => *self.statuses.entry(statuses.clone()).or_insert(next),
            };
            let carrier = carriers[classes.carrier[row] as usize];
            let key = (classes.country[row], classes.kind[row], carrier, combination);
            *self.classes.entry(key).or_insert(0) += count;
        }
    }

    fn finish(self, checks: usize) -> Histogram {
        let mut used = vec![false; self.carriers.len()];
        for (_, _, carrier, _) in self.classes.keys() {
            used[*carrier as usize] = true;
        }
        let mut names: Vec<(&str, u32)> =
            self.carriers.into_iter().filter(|(name, at)| used[*at as usize] && !name.is_empty()).collect();
        names.sort_unstable();
        let mut place = vec![0_u32; used.len()];
        let mut carriers = vec![String::new()];
        for (name, at) in names {
            place[at as usize] = u32::try_from(carriers.len()).unwrap_or(u32::MAX);
            carriers.push(name.to_owned());
        }
        let mut combinations = vec![Vec::new(); self.statuses.len()];
        for (statuses, at) in self.statuses {
            combinations[at as usize] = statuses;
        }
        let mut classes: Vec<(u16, u8, u32, &[u8], u64)> = self
            .classes
            .iter()
            .map(|(&(country, kind, carrier, statuses), &count)| {
                (country, kind, place[carrier as usize], combinations[statuses as usize].as_slice(), count)
            })
            .collect();
        classes.sort_unstable();
        Histogram {
            rows: classes.iter().map(|class| class.4).sum(),
            carriers,
            status: (0..checks)
                .map(|check| classes.iter().map(|class| class.3.get(check).copied().unwrap_or(0)).collect())
                .collect(),
            country: classes.iter().map(|class| class.0).collect(),
            kind: classes.iter().map(|class| class.1).collect(),
            carrier: classes.iter().map(|class| class.2).collect(),
            count: classes.iter().map(|class| class.4).collect(),
            fields: None,
        }
    }
}

/// The first row of each class and its number of rows. Groups of equal rows are split column by column through
/// a table, which takes fewer steps per row than hashing whole classes.
fn distinct(classes: &Classes<'_>) -> Vec<(usize, u64)> {
    let mut groups = Groups { of: vec![0; classes.len()], len: 1 };
    groups.split(classes.country);
    groups.split(classes.kind);
    for status in &classes.status {
        groups.split(status);
    }
    groups.split(classes.carrier);
    let mut found = vec![(0, 0); groups.len];
    for (row, group) in groups.of.iter().enumerate() {
        let (first, count) = &mut found[*group as usize];
        if *count == 0 {
            *first = row;
        }
        *count += 1;
    }
    found.retain(|(_, count)| *count > 0);
    found
}

/// A partition of rows into groups.
struct Groups {
    /// The group of each row, below `len`.
    of: Vec<u32>,
    len: usize,
}

impl Groups {
    /// Splits groups by the values of a column.
    fn split<T: Copy + Into<u32> + Ord>(&mut self, values: &[T]) {
        const LARGEST: usize = 1 << 20;
        const NEW: u32 = u32::MAX;
        let below = values.iter().max().map_or(0, |highest| (*highest).into() as usize + 1);
        let rows = self.of.iter_mut().zip(values);
        let mut next = 0;
        if self.len.saturating_mul(below) <= LARGEST {
            let mut table = vec![NEW; self.len * below];
            for (group, value) in rows {
                let place = &mut table[*group as usize * below + (*value).into() as usize];
                if *place == NEW {
                    *place = next;
                    next += 1;
                }
                *group = *place;
            }
        } else {
            let mut table: HashMap<(u32, u32), u32> = HashMap::new();
            for (group, value) in rows {
                *group = *table.entry((*group, (*value).into())).or_insert_with(|| {
                    next += 1;
                    next - 1
                });
            }
        }
        self.len = next as usize;
    }
}

impl Histogram {
    /// Approximate memory, in bytes.
    pub fn size(&self) -> usize {
        let names: usize = self.carriers.iter().map(|name| name.len() + size_of::<String>()).sum();
        let fields = self.fields.iter().flatten().flat_map(|fields| &fields.plain);
        let fields: usize = fields.map(|name| name.len() + size_of::<String>()).sum();
        let class =
            self.status.len() + size_of::<u16>() + size_of::<u8>() + size_of::<u32>() + size_of::<u64>();
        size_of::<Self>() + names + fields + self.count.len() * class
    }

    /// Counts the rows of a chunk.
    pub fn of(results: &Results) -> Self {
        let mut counter = Counter::default();
        let classes = Classes::of(results);
        counter.add(&classes, distinct(&classes));
        let mut fields = vec![DetailFields::default(); results.checks.len()];
        for (fields, check) in fields.iter_mut().zip(&results.checks) {
            fields.add(&check.detail);
        }
        Self { fields: Some(fields), ..counter.finish(results.checks.len()) }
    }

    /// The fields of each check's answers; `None` if they must be read from the results, because some of them were
    /// written by an earlier version.
    pub fn fields(&self) -> Option<&[DetailFields]> {
        self.fields.as_deref()
    }

    /// Number of rows.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// Number of classes.
    pub fn classes(&self) -> usize {
        self.count.len()
    }

    /// Merges histograms of the same layout.
    pub fn sum<'a>(parts: impl IntoIterator<Item = &'a Self>) -> Self {
        let mut counter = Counter::default();
        let mut checks = 0;
        let mut fields = Some(Vec::new());
        for part in parts.into_iter().filter(|part| part.rows > 0) {
            checks = checks.max(part.status.len());
            counter.add(&part.view(), part.count.iter().copied().enumerate());
            fields = fields.zip(part.fields.as_ref()).map(|(sum, part)| merged(sum, part));
        }
        Self { fields, ..counter.finish(checks) }
    }

    /// Adds the counts of another histogram of the same layout.
    pub fn merge(&mut self, other: &Self) {
        *self = Self::sum([&*self, other]);
    }

    /// Number of rows that match a filter, ignoring its number prefix.
    pub fn matching(&self, filter: &Filter) -> u64 {
        self.matched(&Matcher::new(filter))
    }

    pub(crate) fn matched(&self, matcher: &Matcher<'_>) -> u64 {
        if matcher.all_classes() {
            return self.rows;
        }
        let wanted = matcher.classes(&self.view());
        wanted.iter().zip(&self.count).map(|(&wanted, &count)| if wanted { count } else { 0 }).sum()
    }

    pub(crate) fn view(&self) -> Classes<'_> {
        Classes {
            status: self.status.iter().map(Vec::as_slice).collect(),
            country: &self.country,
            kind: &self.kind,
            carrier: &self.carrier,
            carriers: &self.carriers,
        }
    }

    pub(crate) fn counts(&self) -> &[u64] {
        &self.count
    }

    /// Rows per status of a check, in order of the statuses.
    pub fn by_status(&self, check: usize) -> Vec<(u8, u64)> {
        self.status.get(check).map(|column| self.breakdown(column)).unwrap_or_default()
    }

    /// Rows per country.
    pub fn by_country(&self) -> Vec<(u16, u64)> {
        self.breakdown(&self.country)
    }

    /// Rows per kind.
    pub fn by_kind(&self) -> Vec<(u8, u64)> {
        self.breakdown(&self.kind)
    }

    /// Rows per carrier in alphabetical order; the empty name stands for none.
    pub fn by_carrier(&self) -> Vec<(String, u64)> {
        let counts = self.breakdown(&self.carrier);
        counts.into_iter().map(|(at, count)| (self.carriers[at as usize].clone(), count)).collect()
    }

    fn breakdown<T: Copy + Ord>(&self, column: &[T]) -> Vec<(T, u64)> {
        let mut counts = BTreeMap::new();
        for (value, count) in column.iter().zip(&self.count) {
            *counts.entry(*value).or_insert(0) += count;
        }
        counts.into_iter().collect()
    }

    /// Serialises the counts with a few bytes per class.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(16 + self.count.len() * (6 + self.status.len()));
        bytes.push(VERSION);
        put(&mut bytes, self.status.len() as u64);
        put(&mut bytes, self.carriers.len().saturating_sub(1) as u64);
        for name in self.carriers.iter().skip(1) {
            put(&mut bytes, name.len() as u64);
            bytes.extend_from_slice(name.as_bytes());
        }
        put(&mut bytes, self.count.len() as u64);
        let mut last = 0;
        for index in 0..self.count.len() {
            put(&mut bytes, u64::from(self.country[index] - last));
            last = self.country[index];
            bytes.push(self.kind[index]);
            put(&mut bytes, u64::from(self.carrier[index]));
            bytes.extend(self.status.iter().map(|column| column[index]));
            put(&mut bytes, self.count[index]);
        }
        if let Some(fields) = &self.fields {
            for check in fields {
                bytes.push(u8::from(check.rest));
                put(&mut bytes, check.plain.len() as u64);
                for name in &check.plain {
                    put(&mut bytes, name.len() as u64);
                    bytes.extend_from_slice(name.as_bytes());
                }
            }
        } else {
            // Without the fields it is a histogram of the first version.
            bytes[0] = FIRST_VERSION;
        }
        bytes
    }

    /// Reads the output of [`Histogram::to_bytes`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        read(bytes).ok_or_else(|| SegmentError::damaged("histogram", "it is not a valid histogram"))
    }
}

fn merged(mut sum: Vec<DetailFields>, part: &[DetailFields]) -> Vec<DetailFields> {
    sum.resize_with(sum.len().max(part.len()), DetailFields::default);
    for (sum, part) in sum.iter_mut().zip(part) {
        sum.merge(part);
    }
    sum
}

fn read(mut bytes: &[u8]) -> Option<Histogram> {
    let version = byte(&mut bytes)?;
    if !(FIRST_VERSION..=VERSION).contains(&version) {
        return None;
    }
    let checks = take(&mut bytes)?;
    let names = take(&mut bytes)?;
    // Each name and each check of a class takes at least one byte, which bounds the allocation.
    if checks > bytes.len() || names > bytes.len() {
        return None;
    }
    let mut histogram = Histogram { status: vec![Vec::new(); checks], ..Histogram::default() };
    histogram.carriers.push(String::new());
    for _ in 0..names {
        let len = take(&mut bytes)?;
        let (name, rest) = bytes.split_at_checked(len)?;
        histogram.carriers.push(std::str::from_utf8(name).ok()?.to_owned());
        bytes = rest;
    }
    let classes = take(&mut bytes)?;
    if classes > bytes.len() {
        return None;
    }
    let mut country = 0_u16;
    for _ in 0..classes {
        country = country.checked_add(u16::try_from(take(&mut bytes)?).ok()?)?;
        histogram.country.push(country);
        histogram.kind.push(byte(&mut bytes)?);
        let carrier = take(&mut bytes)?;
        if carrier >= histogram.carriers.len() {
            return None;
        }
        histogram.carrier.push(u32::try_from(carrier).ok()?);
        for column in &mut histogram.status {
            column.push(byte(&mut bytes)?);
        }
        let count = varint(&mut bytes)?;
        histogram.rows = histogram.rows.checked_add(count).filter(|rows| *rows <= MOST_ROWS)?;
        histogram.count.push(count);
    }
    if version > FIRST_VERSION {
        histogram.fields = Some((0..checks).map(|_| read_fields(&mut bytes)).collect::<Option<_>>()?);
    }
    bytes.is_empty().then_some(histogram)
}

fn read_fields(bytes: &mut &[u8]) -> Option<DetailFields> {
    let rest = byte(bytes)? != 0;
    let count = take(bytes)?;
    if count > MOST_FIELDS {
        return None;
    }
    let mut plain = BTreeSet::new();
    for _ in 0..count {
        let len = take(bytes)?;
        let (name, after) = bytes.split_at_checked(len)?;
        plain.insert(std::str::from_utf8(name).ok()?.to_owned());
        *bytes = after;
    }
    Some(DetailFields { plain, rest })
}

fn put(bytes: &mut Vec<u8>, mut value: u64) {
    while value >= 0x80 {
        bytes.push((value & 0x7f) as u8 | 0x80);
        value >>= 7;
    }
    bytes.push((value & 0x7f) as u8);
}

fn byte(bytes: &mut &[u8]) -> Option<u8> {
    let (first, rest) = bytes.split_first()?;
    *bytes = rest;
    Some(*first)
}

fn take(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(varint(bytes)?).ok()
}

fn varint(bytes: &mut &[u8]) -> Option<u64> {
    let mut value = 0_u64;
    for shift in (0..64).step_by(7) {
        let next = byte(bytes)?;
        let part = u64::from(next & 0x7f);
        if part << shift >> shift != part {
            return None;
        }
        value |= part << shift;
        if next < 0x80 {
            return Some(value);
        }
    }
    None
}
