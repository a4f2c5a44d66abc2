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

    /// Reads a block; `None` if it is damaged.
    pub(super) fn decode(bytes: &[u8]) -> Option<Self> {
        let mut rest = sealed(bytes)?;
        let mut block = Self::default();
        for _ in 0..take_count(&mut rest)? {
            let len = take_count(&mut rest)?;
            let (text, tail) = rest.split_at(len);
            block.texts.push(str::from_utf8(text).ok()?.to_owned());
            rest = tail;
        }
        let rows = take_count(&mut rest)?;
        block.number.reserve_exact(rows);
        block.task.reserve_exact(rows);
        block.at.reserve_exact(rows);
        block.status.reserve_exact(rows);
        block.fields.reserve_exact(rows);
        let (mut number, mut task, mut at) = (0_u64, 0_i64, 0_i64);
        for _ in 0..rows {
            number = number.checked_add(take_varint(&mut rest)?)?;
            task = task.wrapping_add(take_signed(&mut rest)?);
            at = at.wrapping_add(take_signed(&mut rest)?);
            block.number.push(number);
            block.task.push(task);
            block.at.push(at);
            block.status.push(text_index(&mut rest, block.texts.len())?);
            block.fields.push(text_index(&mut rest, block.texts.len())?);
        }
        rest.is_empty().then_some(block)
    }
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
