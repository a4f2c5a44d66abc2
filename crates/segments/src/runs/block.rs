//! A block of a run: answers in the order of their numbers, with the distinct texts that they use.

use std::collections::HashMap;

use super::bytes::{push_signed, push_varint, seal, sealed, take_count, take_signed, take_varint};

/// A definite answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RunAnswer<'a> {
    /// E.164 digits without the plus sign.
    pub number: u64,
    /// The task whose results contain it.
    pub task: i64,
    /// When it was found, in seconds since 1970-01-01 UTC.
    pub at: i64,
    pub status: &'a str,
    /// Further fields as JSON; usually empty.
    pub fields: &'a str,
}

/// A decoded block: one vector per column.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RunBlock {
    pub number: Vec<u64>,
    pub task: Vec<i64>,
    pub at: Vec<i64>,
    /// Index into `texts`.
    pub status: Vec<u32>,
    /// Index into `texts`.
    pub fields: Vec<u32>,
    pub texts: Vec<String>,
}

impl RunBlock {
    pub fn len(&self) -> usize {
        self.number.len()
    }

    pub fn is_empty(&self) -> bool {
        self.number.is_empty()
    }

    /// The answer of a row. Panics if there is none.
    pub fn answer(&self, row: usize) -> RunAnswer<'_> {
        RunAnswer {
            number: self.number[row],
            task: self.task[row],
            at: self.at[row],
            status: &self.texts[self.status[row] as usize],
            fields: &self.texts[self.fields[row] as usize],
        }
    }

    fn push(&mut self, row: Row) {
        self.number.push(row.number);
        self.task.push(row.task);
        self.at.push(row.at);
        self.status.push(row.status);
        self.fields.push(row.fields);
    }

    /// Reads a block; `None` if it is damaged.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = sealed(bytes)?;
        let mut block = Self::default();
        block.texts.extend(take_texts(&mut rest)?.into_iter().map(str::to_owned));
        let rows = take_count(&mut rest)?;
        block.number.reserve_exact(rows);
        block.task.reserve_exact(rows);
        block.at.reserve_exact(rows);
        block.status.reserve_exact(rows);
        block.fields.reserve_exact(rows);
        let texts = block.texts.len();
        take_rows(rest, rows, texts, |row| block.push(row))?;
        Some(block)
    }
}

/// The answers of a few blocks to some numbers.
#[derive(Debug, Default)]
pub(super) struct Matches {
    pub block: RunBlock,
    /// For each answer, the place of its number among the wanted ones.
    pub places: Vec<usize>,
}

impl Matches {
    /// Adds the answers of an encoded block to these numbers, which must be sorted; `None` if the block is damaged. Nothing is
    /// allocated for other answers.
    pub fn add(&mut self, bytes: &[u8], wanted: &[u64]) -> Option<()> {
        let mut rest = sealed(bytes)?;
        let texts = take_texts(&mut rest)?;
        // Where the texts of the block are among those of the matches.
        let mut indexes: Vec<Option<u32>> = vec![None; texts.len()];
        let rows = take_count(&mut rest)?;
        let mut place = None;
        take_rows(rest, rows, texts.len(), |row| {
            let mut at = place.unwrap_or_else(|| wanted.partition_point(|one| *one < row.number));
            while wanted.get(at).is_some_and(|one| *one < row.number) {
                at += 1;
            }
            place = Some(at);
            if wanted.get(at) != Some(&row.number) {
                return;
            }
            let mut index = |text: u32| {
                *indexes[text as usize].get_or_insert_with(|| {
                    self.block.texts.push(texts[text as usize].to_owned());
                    u32::try_from(self.block.texts.len() - 1).unwrap_or(u32::MAX)
                })
            };
            let (status, fields) = (index(row.status), index(row.fields));
            self.block.push(Row { status, fields, ..row });
            self.places.push(at);
        })
    }
}

/// A row of a block. Its texts are indexes.
#[derive(Clone, Copy)]
struct Row {
    number: u64,
    task: i64,
    at: i64,
    status: u32,
    fields: u32,
}

fn take_texts<'a>(rest: &mut &'a [u8]) -> Option<Vec<&'a str>> {
    let mut texts = Vec::new();
    for _ in 0..take_count(rest)? {
        let len = take_count(rest)?;
        let (text, tail) = rest.split_at(len);
        texts.push(str::from_utf8(text).ok()?);
        *rest = tail;
    }
    Some(texts)
}

/// Reads the rows of a block, which are all that is left of it; `None` if they are damaged.
fn take_rows(mut rest: &[u8], rows: usize, texts: usize, mut each: impl FnMut(Row)) -> Option<()> {
    let (mut number, mut task, mut at) = (0_u64, 0_i64, 0_i64);
    for _ in 0..rows {
        number = number.checked_add(take_varint(&mut rest)?)?;
        task = task.wrapping_add(take_signed(&mut rest)?);
        at = at.wrapping_add(take_signed(&mut rest)?);
        let status = text_index(&mut rest, texts)?;
        let fields = text_index(&mut rest, texts)?;
        each(Row { number, task, at, status, fields });
    }
    rest.is_empty().then_some(())
}

fn text_index(rest: &mut &[u8], texts: usize) -> Option<u32> {
    let index = u32::try_from(take_varint(rest)?).ok()?;
    ((index as usize) < texts).then_some(index)
}

/// Builds a block.
#[derive(Default)]
pub(super) struct BlockBuilder {
    rows: Vec<u8>,
    texts: Vec<u8>,
    text_indexes: HashMap<Box<str>, u64>,
    /// Number of answers.
    count: u64,
    last: (u64, i64, i64),
    first: u64,
}

impl BlockBuilder {
    pub fn count(&self) -> u64 {
        self.count
    }

    /// The first number.
    pub fn first(&self) -> u64 {
        self.first
    }

    /// Bytes so far.
    pub fn size(&self) -> usize {
        self.rows.len() + self.texts.len()
    }

    /// Adds an answer. Its number must not be smaller than the last one.
    pub fn push(&mut self, answer: RunAnswer<'_>) {
        if self.count == 0 {
            self.first = answer.number;
        }
        let (status, fields) = (self.text(answer.status), self.text(answer.fields));
        let (number, task, at) = self.last;
        push_varint(&mut self.rows, answer.number - number);
        push_signed(&mut self.rows, answer.task.wrapping_sub(task));
        push_signed(&mut self.rows, answer.at.wrapping_sub(at));
        push_varint(&mut self.rows, status);
        push_varint(&mut self.rows, fields);
        self.last = (answer.number, answer.task, answer.at);
        self.count += 1;
    }

    fn text(&mut self, text: &str) -> u64 {
        if let Some(index) = self.text_indexes.get(text) {
            return *index;
        }
        let index = self.text_indexes.len() as u64;
        push_varint(&mut self.texts, text.len() as u64);
        self.texts.extend_from_slice(text.as_bytes());
        self.text_indexes.insert(text.into(), index);
        index
    }

    /// The encoded block; the builder is empty afterwards.
    pub fn finish(&mut self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(8 + 20 + self.size());
        bytes.extend_from_slice(&[0; 8]);
        push_varint(&mut bytes, self.text_indexes.len() as u64);
        bytes.append(&mut self.texts);
        push_varint(&mut bytes, self.count);
        bytes.append(&mut self.rows);
        seal(&mut bytes);
        self.text_indexes.clear();
        (self.count, self.last, self.first) = (0, (0, 0, 0), 0);
        bytes
    }
}
