//! Rows of a list with what became of them: results, numbers without results, and set-aside rows.

use futures_util::{StreamExt, TryStreamExt, stream};

use crate::columns::{CheckColumn, Numbers, Results};
use crate::error::{Result, SegmentError};
use crate::filter::{Classes, Filter, Matcher};
use crate::input::read_input;
use crate::layout::{Layout, NO_STATUS};
use crate::original::{Original, Part};
use crate::page::{PARALLEL_CHUNKS, ResultSet};
use crate::results::{Wanted, decode_with};
use crate::row_page::ListRow;
use crate::set_aside::{Outcome, SetAside};

/// Some rows of a list.
pub(crate) struct Batch {
    pub results: Results,
    /// Code of the [`Outcome`] of each row.
    pub outcome: Vec<u8>,
    /// For duplicates, the row of the first occurrence; else 0.
    pub duplicate_of: Vec<u64>,
    /// Index into `refusals`.
    pub refusal: Vec<u32>,
    /// Why rows were rejected; the first is empty.
    pub refusals: Vec<String>,
}

impl Batch {
    fn new(results: Results, outcome: Vec<u8>) -> Self {
        let rows = results.len();
        let (duplicate_of, refusal) = (vec![0; rows], vec![0; rows]);
        Self { results, outcome, duplicate_of, refusal, refusals: vec![String::new()] }
    }

    /// The results of a chunk.
    pub(crate) fn of_results(results: Results) -> Self {
        let outcome = results.outcomes();
        Self::new(results, outcome)
    }

    /// Numbers that were not processed.
    pub(crate) fn of_open(numbers: Numbers, layout: &Layout) -> Self {
        let outcome = vec![Outcome::Unprocessed.code(); numbers.len()];
        Self::new(without_answers(numbers, layout), outcome)
    }

    /// Rows that were set aside. Duplicates get the answers of the first occurrence.
    pub(crate) fn of_set_aside(rows: SetAside, layout: &Layout, gathered: &Gathered) -> Self {
        let SetAside { numbers, outcome, first, reason, reasons } = rows;
        let count = numbers.len();
        let mut results = Results {
            carrier: Vec::with_capacity(count),
            carriers: gathered.answers.carriers.clone(),
            checks: vec![CheckColumn::default(); layout.checks.len()],
            numbers,
        };
        for (mine, theirs) in results.checks.iter_mut().zip(&gathered.answers.checks) {
            mine.reasons.clone_from(&theirs.reasons);
        }
        let mut duplicate_of = vec![0; count];
        for row in 0..count {
            let found =
                (outcome[row] == Outcome::Duplicate.code()).then(|| gathered.find(first[row])).flatten();
            if let Some(at) = found {
                let answers = &gathered.answers;
                duplicate_of[row] = answers.numbers.line[at];
                results.carrier.push(answers.carrier[at]);
                for (to, from) in results.checks.iter_mut().zip(&answers.checks) {
                    to.status.push(from.status[at]);
                    to.reason.push(from.reason[at]);
                    to.detail.push(from.detail.get(at));
                    to.at.push(from.at[at]);
                }
            } else {
                results.carrier.push(0);
                results.checks.iter_mut().for_each(|check| check.push(NO_STATUS, "", ""));
            }
        }
        Self { results, outcome, duplicate_of, refusal: reason, refusals: reasons }
    }

    /// One row with all its values.
    pub(crate) fn row(&self, index: usize) -> ListRow {
        ListRow {
            values: self.results.row(index),
            outcome: Outcome::from_code(self.outcome[index]),
            reason: self.refusals[self.refusal[index] as usize].clone(),
            duplicate_of: Some(self.duplicate_of[index]).filter(|line| *line > 0),
        }
    }

    /// The rows that match a filter; rejected rows only if they are wanted.
    pub(crate) fn select(&self, filter: &Filter, refused: bool) -> Vec<bool> {
        let mut wanted = Matcher::new(filter).rows(&Classes::of(&self.results), &self.results.numbers);
        if !refused {
            for (wanted, outcome) in wanted.iter_mut().zip(&self.outcome) {
                *wanted = *wanted && *outcome != Outcome::Refused.code();
            }
        }
        wanted
    }
}

fn without_answers(numbers: Numbers, layout: &Layout) -> Results {
    let rows = numbers.len();
    Results {
        carrier: vec![0; rows],
        carriers: vec![String::new()],
        checks: layout.checks.iter().map(|_| CheckColumn::filled(rows, NO_STATUS)).collect(),
        numbers,
    }
}

/// The answers for the numbers that some duplicates refer to.
pub(crate) struct Gathered {
    /// The indexes of the numbers in the list, ascending.
    index: Vec<u64>,
    /// Line, carrier and answers of each.
    answers: Results,
}

impl Gathered {
    pub(crate) fn none(layout: &Layout) -> Self {
        let checks = layout.checks.iter().map(|_| CheckColumn::default()).collect();
        let (numbers, carrier, carriers) = (Numbers::default(), Vec::new(), vec![String::new()]);
        Self { index: Vec::new(), answers: Results { numbers, carrier, carriers, checks } }
    }

    fn find(&self, index: u64) -> Option<usize> {
        self.index.binary_search(&index).ok()
    }

    /// Reads the answers for numbers of the list, given by their indexes. Only the chunks that contain them are
    /// decoded.
    pub(crate) async fn read(
        results: &ResultSet,
        original: &Original,
        wanted: &Wanted,
        mut index: Vec<u64>,
    ) -> Result<Self> {
        index.sort_unstable();
        index.dedup();
        let mut by_part: Vec<(usize, Vec<usize>)> = Vec::new();
        for at in &index {
            let outside = || SegmentError::invalid("a duplicate refers to a number outside of its list");
            let (part, row) = original.find(*at).ok_or_else(outside)?;
            match by_part.last_mut() {
                Some((last, rows)) if *last == part => rows.push(row),
                _ => by_part.push((part, vec![row])),
            }
        }
        let mut reads = Vec::with_capacity(by_part.len());
        for (part, rows) in by_part {
            reads.push(answers_of(results, original, part, rows, wanted.clone()));
        }
        let mut parts = stream::iter(reads).buffered(PARALLEL_CHUNKS);
        let mut gathered = Self::none(&results.layout);
        while let Some(part) = parts.try_next().await? {
            let all: Vec<usize> = (0..part.carrier.len()).collect();
            gathered.answers.append_answers(&part, &all);
        }
        Ok(Self { index, ..gathered })
    }
}

/// The answers for some rows of a part.
async fn answers_of(
    results: &ResultSet,
    original: &Original,
    part: usize,
    rows: Vec<usize>,
    wanted: Wanted,
) -> Result<Results> {
    let mut found = Gathered::none(&results.layout).answers;
    match &original.parts()[part] {
        Part::Done(chunk) => {
            let place = &results.chunks[*chunk].place;
            decode_with(&results.objects, &results.layout, place, wanted, move |decoded| {
                found.append_answers(&decoded, &rows);
                found
            })
            .await
        }
        Part::Open { place, rows: within } => {
            let numbers = read_input(&results.objects, results.layout.carried.len(), place).await?;
            let start = within.start as usize;
            let open = without_answers(numbers, &results.layout);
            let rows: Vec<usize> = rows.into_iter().map(|row| start + row).collect();
            if rows.iter().any(|row| *row >= open.len()) {
                return Err(SegmentError::damaged(&place.object, "a duplicate refers to a missing row"));
            }
            found.append_answers(&open, &rows);
            Ok(found)
        }
    }
}
