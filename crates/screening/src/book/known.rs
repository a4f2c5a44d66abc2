//! Answers found in the book, in memory.

use std::collections::HashMap;
use std::sync::Arc;

use numsift_model::clock::Timestamp;
use numsift_model::lookup::KnownAnswer;

/// Texts that are no longer used are dropped when all texts have this many bytes, and whenever they have doubled.
const TEXT_BYTES: usize = 16 * 1024 * 1024;
/// Lookups come before tasks if both have an answer of the same second.
const LOOKUP: i64 = i64::MAX;

/// Known answers by number.
#[derive(Debug, Default)]
pub struct KnownAnswers {
    /// In ascending order.
    numbers: Vec<u64>,
    answers: Vec<Compact>,
    texts: Vec<Arc<str>>,
}

/// A known answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known<'a> {
    pub status: &'a str,
    /// Fields as JSON; empty if there are none.
    pub fields: &'a str,
    /// When it was found.
    pub at: Timestamp,
}

/// An answer with its texts as indexes.
#[derive(Debug, Clone, Copy)]
struct Compact {
    at: i64,
    status: u32,
    fields: u32,
}

impl KnownAnswers {
    pub fn get(&self, number: u64) -> Option<Known<'_>> {
        let place = self.numbers.binary_search(&number).ok()?;
        let Compact { at, status, fields } = self.answers[place];
        let text = |index: u32| &*self.texts[index as usize];
        Some(Known { status: text(status), fields: text(fields), at: Timestamp(at) })
    }

    pub fn len(&self) -> usize {
        self.numbers.len()
    }

    pub fn is_empty(&self) -> bool {
        self.numbers.is_empty()
    }

    /// Bytes in memory.
    pub(super) fn size(&self) -> usize {
        let texts = self.texts.iter().map(|text| text.len() + 32).sum::<usize>();
        self.numbers.len() * 24 + texts + 64
    }
}

/// Keeps the newest answer to each of some numbers.
pub(super) struct Finder {
    numbers: Arc<[u64]>,
    since: Timestamp,
    /// For each number: the answer, and the task it comes from.
    best: Vec<Option<(Compact, i64)>>,
    texts: Texts,
}

/// Distinct texts.
#[derive(Default)]
pub(super) struct Texts {
    all: Vec<Arc<str>>,
    indexes: HashMap<Arc<str>, u32>,
    bytes: usize,
}

impl Texts {
    pub fn index(&mut self, text: &str) -> u32 {
        if let Some(index) = self.indexes.get(text) {
            return *index;
        }
        let index = u32::try_from(self.all.len()).unwrap_or(u32::MAX);
        let text: Arc<str> = text.into();
        self.bytes += text.len();
        self.all.push(text.clone());
        self.indexes.insert(text, index);
        index
    }

    pub fn get(&self, index: u32) -> &str {
        &self.all[index as usize]
    }

    pub fn bytes(&self) -> usize {
        self.bytes
    }
}

impl Finder {
    /// `numbers` must be sorted.
    pub fn new(numbers: Arc<[u64]>, since: Timestamp) -> Self {
        let best = vec![None; numbers.len()];
        Self { numbers, since, best, texts: Texts::default() }
    }

    pub fn numbers(&self) -> Arc<[u64]> {
        self.numbers.clone()
    }

    pub fn since(&self) -> Timestamp {
        self.since
    }

    /// Takes an answer to the number at a place, unless it is too old or a newer one is known.
    pub fn offer(&mut self, place: usize, at: i64, task: i64, status: &str, fields: &str) {
        let newer = self.best[place].is_none_or(|(known, from)| (known.at, from) < (at, task));
        if at < self.since.0 || !newer {
            return;
        }
        let (status, fields) = (self.texts.index(status), self.texts.index(fields));
        self.best[place] = Some((Compact { at, status, fields }, task));
        if self.texts.bytes() > TEXT_BYTES && self.texts.all.len() > 2 * self.best.len() {
            self.drop_unused_texts();
        }
    }

    /// Takes an answer if its number is wanted.
    pub fn offer_number(&mut self, number: u64, at: i64, task: i64, status: &str, fields: &str) {
        if let Ok(place) = self.numbers.binary_search(&number) {
            self.offer(place, at, task, status, fields);
        }
    }

    pub fn offer_lookups(&mut self, answers: &[KnownAnswer]) {
        for answer in answers {
            self.offer_number(answer.number, answer.at.0, LOOKUP, &answer.status, &answer.fields);
        }
    }

    /// Newer answers replace older ones, whose texts may not be used any more.
    fn drop_unused_texts(&mut self) {
        let old = std::mem::take(&mut self.texts);
        for (answer, _) in self.best.iter_mut().flatten() {
            answer.status = self.texts.index(old.get(answer.status));
            answer.fields = self.texts.index(old.get(answer.fields));
        }
    }

    pub fn finish(self) -> KnownAnswers {
        let mut known = KnownAnswers { texts: self.texts.all, ..KnownAnswers::default() };
        for (number, found) in self.numbers.iter().zip(self.best) {
            if let Some((answer, _)) = found {
                known.numbers.push(*number);
                known.answers.push(answer);
            }
        }
        known.numbers.shrink_to_fit();
        known.answers.shrink_to_fit();
        known
    }
}
