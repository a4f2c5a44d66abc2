//! Finds and reads a page of results. Histograms tell which rows of which chunks it contains, so only those
//! chunks are read.

use std::borrow::Borrow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt, stream};
use serde::{Deserialize, Serialize};

use crate::columns::{ResultRow, Results};
use crate::error::{Result, SegmentError};
use crate::filter::{ClassColumn, Classes, Filter, Key, Matcher, Sort};
use crate::histogram::{DetailFields, Histogram};
use crate::layout::Layout;
use crate::objects::Objects;
use crate::original::Original;
use crate::results::{self, Wanted};

/// Chunks that are fetched and decoded at the same time.
pub(crate) const PARALLEL_CHUNKS: usize = 4;

/// Where a chunk is stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChunkPlace {
    pub object: String,
    /// Row group in the object.
    pub row_group: u32,
    /// Rows of the row group.
    pub rows: u32,
}

/// A chunk of results with its counts.
#[derive(Clone, Debug)]
pub struct Chunk {
    pub place: ChunkPlace,
    pub histogram: Arc<Histogram>,
}

/// All chunks of a task in input order. Cheap to clone.
#[derive(Clone, Debug)]
pub struct ResultSet {
    pub objects: Objects,
    pub layout: Arc<Layout>,
    pub chunks: Arc<[Chunk]>,
    /// What exports of every row need besides.
    pub original: Option<Arc<Original>>,
}

/// Some rows of a chunk: among those that match the filter and have the value `only` (if set), `take` rows
/// after the first `skip`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Slice {
    /// The index of the chunk.
    pub chunk: usize,
    /// The value of the sort column that all rows share.
    pub only: Option<ClassValue>,
    pub skip: u64,
    pub take: u64,
}

/// A value of a class column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClassValue {
    /// A status of a check, a country or a kind, by its code.
    Code(ClassColumn, u16),
    /// A carrier by its name.
    Carrier(String),
}

/// The parts of a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// Rows that match the filter in total.
    pub total: u64,
    /// The parts of the page in order.
    pub slices: Vec<Slice>,
}

/// A page of results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// Rows that match the filter in total.
    pub total: u64,
    pub rows: Vec<ResultRow>,
}

/// Finds a page from counts. Refuses filters on numbers; use [`ResultSet::page`] for those.
pub fn plan_page<H: Borrow<Histogram>>(
    histograms: &[H],
    filter: &Filter,
    sort: &Sort,
    offset: u64,
    limit: usize,
) -> Result<Plan> {
    if filter.needs_rows() {
        return Err(SegmentError::invalid("counts cannot answer for texts within rows"));
    }
    let matcher = Matcher::new(filter);
    let counts: Vec<Counts<'_>> = histograms
        .iter()
        .map(|histogram| {
            let histogram = histogram.borrow();
            match sort {
                Sort::Input => Counts::whole(histogram.matched(&matcher)),
                Sort::By { column, .. } => {
                    let view = histogram.view();
                    Counts::of(&view, *column, &matcher.classes(&view), |index| histogram.counts()[index])
                }
            }
        })
        .collect();
    Ok(plan(&counts, sort, offset, limit))
}

/// Matching rows of a chunk per value of the sort column.
struct Counts<'a>(Vec<(Key<'a>, u64)>);

impl<'a> Counts<'a> {
    fn whole(rows: u64) -> Self {
        Self(vec![(Key::Code(0), rows)])
    }

    fn of(classes: &Classes<'a>, column: ClassColumn, wanted: &[bool], count: impl Fn(usize) -> u64) -> Self {
        // Group by code first: codes are cheaper to compare than names and mostly sorted.
        let mut codes: Vec<(u32, u64)> = (0..classes.len())
            .filter(|&index| wanted[index])
            .map(|index| (classes.code(column, index), count(index)))
            .collect();
        add_up(&mut codes);
        let mut keys: Vec<(Key<'a>, u64)> =
            codes.into_iter().map(|(code, count)| (classes.key_of(column, code), count)).collect();
        add_up(&mut keys);
        Self(keys)
    }

    fn get(&self, key: Key<'_>) -> u64 {
        self.0.binary_search_by(|(known, _)| known.cmp(&key)).map_or(0, |at| self.0[at].1)
    }
}

/// Sorts keys and adds up the counts of equal ones.
fn add_up<K: Ord + Copy>(keys: &mut Vec<(K, u64)>) {
    keys.sort_unstable_by_key(|(key, _)| *key);
    keys.dedup_by(|next, first| {
        let same = next.0 == first.0;
        if same {
            first.1 += next.1;
        }
        same
    });
}

fn plan(counts: &[Counts<'_>], sort: &Sort, offset: u64, limit: usize) -> Plan {
    let mut totals: HashMap<Key<'_>, u64> = HashMap::new();
    for (key, count) in counts.iter().flat_map(|chunk| &chunk.0) {
        *totals.entry(*key).or_insert(0) += count;
    }
    let total = totals.values().sum();
    let mut keys: Vec<(Key<'_>, u64)> = totals.into_iter().collect();
    keys.sort_unstable();
    if matches!(sort, Sort::By { descending: true, .. }) {
        keys.reverse();
    }
    let (mut skip, mut left) = (offset, limit as u64);
    let mut slices = Vec::new();
    for (key, rows) in keys {
        if left == 0 {
            break;
        }
        if skip >= rows {
            skip -= rows;
            continue;
        }
        for (chunk, counts) in counts.iter().enumerate() {
            let rows = counts.get(key);
            if skip >= rows {
                skip -= rows;
                continue;
            }
            let take = left.min(rows - skip);
            slices.push(Slice { chunk, only: value(sort, key), skip, take });
            skip = 0;
            left -= take;
            if left == 0 {
                break;
            }
        }
    }
    Plan { total, slices }
}

fn value(sort: &Sort, key: Key<'_>) -> Option<ClassValue> {
    match (sort, key) {
        (Sort::Input, _) => None,
        (Sort::By { column, .. }, Key::Code(code)) => Some(ClassValue::Code(*column, code)),
        (Sort::By { .. }, Key::Name(name)) => Some(ClassValue::Carrier(name.to_owned())),
    }
}

/// Reads the rows of a plan. Reads each chunk once, whatever the order of the slices.
pub async fn read_page(
    objects: &Objects,
    layout: &Layout,
    places: &[ChunkPlace],
    filter: &Filter,
    slices: &[Slice],
) -> Result<Vec<ResultRow>> {
    let mut by_chunk: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (at, slice) in slices.iter().enumerate() {
        if slice.chunk >= places.len() {
            return Err(SegmentError::invalid("the plan contains a chunk that does not exist"));
        }
        by_chunk.entry(slice.chunk).or_default().push(at);
    }
    let parts: Vec<(usize, Vec<ResultRow>)> = stream::iter(by_chunk)
        .map(|(chunk, wanted)| async move {
            let place = &places[chunk];
            let wanted: Vec<(usize, Slice)> = wanted.into_iter().map(|at| (at, slices[at].clone())).collect();
            let filter = filter.clone();
            results::decode_with(objects, layout, place, Wanted::All, move |results| {
                let matches = Matcher::new(&filter).rows(&Classes::of(&results), &results.numbers);
                wanted
                    .into_iter()
                    .map(|(at, slice)| (at, pick(&results, &matches, &slice)))
                    .collect::<Vec<_>>()
            })
            .await
        })
        .buffer_unordered(PARALLEL_CHUNKS)
        .try_fold(Vec::new(), |mut all, part| async move {
            all.extend(part);
            Ok(all)
        })
        .await?;
    let mut rows: Vec<Vec<ResultRow>> = vec![Vec::new(); slices.len()];
    for (at, part) in parts {
        rows[at] = part;
    }
    Ok(rows.into_iter().flatten().collect())
}

fn pick(results: &Results, matches: &[bool], slice: &Slice) -> Vec<ResultRow> {
    let classes = Classes::of(results);
    let wanted = |index: &usize| {
        matches[*index]
            && match &slice.only {
                None => true,
                Some(ClassValue::Code(column, code)) => classes.key(*column, *index) == Key::Code(*code),
                Some(ClassValue::Carrier(name)) => {
                    classes.key(ClassColumn::Carrier, *index) == Key::Name(name)
                }
            }
    };
    let skip = usize::try_from(slice.skip).unwrap_or(usize::MAX);
    let take = usize::try_from(slice.take).unwrap_or(usize::MAX);
    (0..results.len()).filter(wanted).skip(skip).take(take).map(|index| results.row(index)).collect()
}

impl ResultSet {
    pub fn new(objects: Objects, layout: Layout, chunks: Vec<Chunk>) -> Self {
        Self { objects, layout: Arc::new(layout), chunks: chunks.into(), original: None }
    }

    /// The same results with the rows of the list that have none.
    #[must_use]
    pub fn with_original(self, original: Original) -> Self {
        Self { original: Some(Arc::new(original)), ..self }
    }

    /// The fields of each check's answers. Chunks of an earlier version do not record them and are read.
    pub async fn fields(&self) -> Result<Vec<DetailFields>> {
        let mut sum = vec![DetailFields::default(); self.layout.checks.len()];
        let shape = results::Shape::of(&self.layout)?;
        let mut details = vec![false; shape.columns()];
        (0..sum.len()).for_each(|check| details[results::Shape::detail(check)] = true);
        for chunk in self.chunks.iter() {
            let read;
            let fields = if let Some(fields) = chunk.histogram.fields() {
                fields
            } else {
                let wanted = Wanted::Some(details.clone());
                let decoded =
                    results::decode_with(&self.objects, &self.layout, &chunk.place, wanted, |results| {
                        let mut fields = vec![DetailFields::default(); results.checks.len()];
                        for (fields, check) in fields.iter_mut().zip(&results.checks) {
                            fields.add(&check.detail);
                        }
                        fields
                    });
                read = decoded.await?;
                read.as_slice()
            };
            sum.iter_mut().zip(fields).for_each(|(sum, fields)| sum.merge(fields));
        }
        Ok(sum)
    }

    /// Finds and reads a page. A filter on numbers reads the numbers of every chunk that may match.
    pub async fn page(&self, filter: &Filter, sort: &Sort, offset: u64, limit: usize) -> Result<Page> {
        let plan = if filter.needs_rows() {
            self.plan_by_scan(filter, sort, offset, limit).await?
        } else {
            let histograms: Vec<&Histogram> = self.chunks.iter().map(|chunk| &*chunk.histogram).collect();
            plan_page(&histograms, filter, sort, offset, limit)?
        };
        let places: Vec<ChunkPlace> = self.chunks.iter().map(|chunk| chunk.place.clone()).collect();
        let rows = read_page(&self.objects, &self.layout, &places, filter, &plan.slices).await?;
        Ok(Page { total: plan.total, rows })
    }

    async fn plan_by_scan(&self, filter: &Filter, sort: &Sort, offset: u64, limit: usize) -> Result<Plan> {
        let matcher = Matcher::new(filter);
        let column = match sort {
            Sort::Input => None,
            Sort::By { column, .. } => Some(*column),
        };
        let wanted = if matcher.all_classes() && column.is_none() && !filter.needs_texts() {
            Wanted::Numbers
        } else {
            results::Shape::of(&self.layout)?.scanned(filter)
        };
        // A loop instead of a closure that borrows its argument, which would make the future not `Send`.
        let mut scans = Vec::with_capacity(self.chunks.len());
        for chunk in self.chunks.iter() {
            let empty = chunk.histogram.matched(&matcher) == 0;
            let wanted = wanted.clone();
            scans.push(async move {
                if empty {
                    return Ok(Vec::new());
                }
                let filter = filter.clone();
                results::decode_with(&self.objects, &self.layout, &chunk.place, wanted, move |results| {
                    count(&results, &filter, column)
                })
                .await
            });
        }
        let counts: Vec<Vec<(OwnedKey, u64)>> =
            stream::iter(scans).buffered(PARALLEL_CHUNKS).try_collect().await?;
        let counts: Vec<Counts<'_>> = counts
            .iter()
            .map(|chunk| Counts(chunk.iter().map(|(key, count)| (key.borrowed(), *count)).collect()))
            .collect();
        Ok(plan(&counts, sort, offset, limit))
    }
}

enum OwnedKey {
    Code(u16),
    Name(String),
}

impl OwnedKey {
    fn borrowed(&self) -> Key<'_> {
        match self {
            Self::Code(code) => Key::Code(*code),
            Self::Name(name) => Key::Name(name),
        }
    }
}

fn count(results: &Results, filter: &Filter, column: Option<ClassColumn>) -> Vec<(OwnedKey, u64)> {
    let classes = Classes::of(results);
    let wanted = Matcher::new(filter).rows(&classes, &results.numbers);
    let counts = match column {
        None => Counts::whole(wanted.iter().filter(|wanted| **wanted).count() as u64),
        Some(column) => Counts::of(&classes, column, &wanted, |_| 1),
    };
    let own = |key| match key {
        Key::Code(code) => OwnedKey::Code(code),
        Key::Name(name) => OwnedKey::Name(name.to_owned()),
    };
    counts.0.into_iter().map(|(key, count)| (own(key), count)).collect()
}
