//! Rows of a list that are not checked themselves: duplicates, suppressed numbers and rejected rows. They are kept
//! in the order of the upload, so that exports can return every row.

use std::ops::Range;

use bytes::Bytes;
use numsift_turns::off_thread;
use parquet::file::writer::SerializedFileWriter;
use serde::{Deserialize, Serialize};
use strum::{FromRepr, IntoStaticStr, VariantArray};

use crate::columns::Numbers;
use crate::error::{Result, SegmentError};
use crate::footer::footer;
use crate::format::{
    COUNTRY, Field, Fields, Group, GroupWriter, KIND, LINE, NUMBER, WRITTEN, carried_fields, encoding,
    expect, guarded, number_fields, properties, schema,
};
use crate::objects::{ObjectWriter, Objects};

/// What became of a row of a list.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize, FromRepr, IntoStaticStr, VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
#[repr(u8)]
pub enum Outcome {
    /// At least one check was run on the number. The answer may be unknown.
    Answered = 0,
    /// Every check of the task skipped the number.
    Skipped = 1,
    /// The task ended before the number was checked.
    Unprocessed = 2,
    /// The number occurs in an earlier row. It is checked and charged once.
    Duplicate = 3,
    /// The number is on a suppression list.
    Suppressed = 4,
    /// The row holds no usable number.
    Refused = 5,
}

impl Outcome {
    /// Every outcome, in order of the codes.
    pub const ALL: &[Self] = Self::VARIANTS;

    /// The stored code.
    pub fn code(self) -> u8 {
        self as u8
    }

    /// The outcome with a stored code; readers accept no other codes.
    pub(crate) fn from_code(code: u8) -> Self {
        Self::from_repr(code).unwrap_or(Self::Refused)
    }

    /// The name in exports and the API.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Rows of a list that are not checked themselves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetAside {
    /// Rejected rows have number 0.
    pub numbers: Numbers,
    /// Code of the [`Outcome`].
    pub outcome: Vec<u8>,
    /// For duplicates, the index of the first occurrence among the numbers of the list.
    pub first: Vec<u64>,
    /// Index into `reasons`.
    pub reason: Vec<u32>,
    /// The distinct reasons of rejected rows; the first is empty.
    pub reasons: Vec<String>,
}

const OUTCOME: usize = KIND + 1;
const FIRST: usize = OUTCOME + 1;
const REASON: usize = FIRST + 1;
const AFTER_REASON: usize = REASON + 1;

fn fields(carried: usize) -> Fields {
    let mut all = number_fields();
    all.extend([Field::code("outcome"), Field::long("first"), Field::text("reason"), Field::text(WRITTEN)]);
    all.extend(carried_fields(carried));
    Fields { first_version: all.len(), all }
}

impl SetAside {
    /// No rows, with this many carried columns.
    pub fn with_carried(columns: usize) -> Self {
        Self {
            numbers: Numbers::with_carried(columns),
            outcome: Vec::new(),
            first: Vec::new(),
            reason: Vec::new(),
            reasons: vec![String::new()],
        }
    }

    pub fn len(&self) -> usize {
        self.outcome.len()
    }

    pub fn is_empty(&self) -> bool {
        self.outcome.is_empty()
    }

    /// The index of a reason, which is added if it is new.
    pub fn intern_reason(&mut self, reason: &str) -> u32 {
        let known = self.reasons.iter().position(|known| known == reason);
        let at = known.unwrap_or_else(|| {
            self.reasons.push(reason.to_owned());
            self.reasons.len() - 1
        });
        u32::try_from(at).unwrap_or(0)
    }

    /// Copies some of the rows.
    pub(crate) fn slice(&self, rows: Range<usize>) -> Self {
        Self {
            numbers: self.numbers.slice(rows.clone()),
            outcome: self.outcome[rows.clone()].to_vec(),
            first: self.first[rows.clone()].to_vec(),
            reason: self.reason[rows].to_vec(),
            reasons: self.reasons.clone(),
        }
    }

    fn check(&self, carried: usize) -> Result<()> {
        self.numbers.check(carried)?;
        let rows = self.len();
        let same = self.numbers.len() == rows
            && self.first.len() == rows
            && self.reason.len() == rows
            && self.reason.iter().all(|at| (*at as usize) < self.reasons.len());
        if same {
            Ok(())
        } else {
            Err(SegmentError::invalid("the columns of set-aside rows differ in length"))
        }
    }
}

/// Writes set-aside rows, one row group per call.
pub struct SetAsideWriter {
    sink: ObjectWriter,
    /// `None` only while a row group is encoded.
    file: Option<SerializedFileWriter<Vec<u8>>>,
    carried: usize,
}

impl SetAsideWriter {
    /// Starts a file with this many carried columns.
    pub fn create(objects: &Objects, name: &str, carried: usize) -> Result<Self> {
        let fields = fields(carried).all;
        let file =
            SerializedFileWriter::new(Vec::new(), schema(&fields)?, properties(&fields)).map_err(encoding)?;
        Ok(Self { sink: objects.writer(name)?, file: Some(file), carried })
    }

    /// Appends rows, which must follow those of earlier calls in the upload.
    pub async fn push(&mut self, rows: SetAside) -> Result<()> {
        rows.check(self.carried)?;
        if rows.is_empty() {
            return Ok(());
        }
        let mut file = self.file.take().ok_or_else(|| SegmentError::invalid("an earlier write failed"))?;
        let task = off_thread(move || {
            let mut group = GroupWriter::begin(&mut file)?;
            group.longs(&rows.numbers.line)?;
            group.longs(&rows.numbers.number)?;
            group.codes(&rows.numbers.country)?;
            group.codes(&rows.numbers.kind)?;
            group.codes(&rows.outcome)?;
            group.longs(&rows.first)?;
            group.named(&rows.reasons, &rows.reason)?;
            group.text(&rows.numbers.written)?;
            for text in &rows.numbers.carried {
                group.text(text)?;
            }
            group.close()?;
            file.flush().map_err(|error| encoding(error.into()))?;
            let bytes = std::mem::take(file.inner_mut());
            Ok((file, bytes))
        });
        let (file, bytes) =
            task.await.map_err(|error| SegmentError::unavailable(self.sink.name(), error))??;
        self.file = Some(file);
        self.sink.write(Bytes::from(bytes)).await
    }

    /// Discards the file.
    pub async fn abort(self) {
        self.sink.abort().await;
    }

    /// Finishes the file and makes it visible.
    pub async fn finish(mut self) -> Result<()> {
        let file = self.file.take().ok_or_else(|| SegmentError::invalid("an earlier write failed"))?;
        let end = file.into_inner().map_err(encoding)?;
        self.sink.write(Bytes::from(end)).await?;
        self.sink.finish().await.map(drop)
    }
}

/// Rows per row group of a file of set-aside rows.
pub async fn set_aside_groups(objects: &Objects, carried: usize, object: &str) -> Result<Vec<u32>> {
    let footer = footer(objects, object).await?;
    let fields = fields(carried);
    let rows = |group| u32::try_from(expect(object, &footer, &fields, group)?).map_err(SegmentError::invalid);
    (0..footer.num_row_groups()).map(rows).collect()
}

/// Reads a row group.
pub async fn read_set_aside(
    objects: &Objects,
    carried: usize,
    object: &str,
    group: usize,
) -> Result<SetAside> {
    let group = Group::fetch(objects, object, group, &fields(carried), |_| true).await?;
    let task = off_thread(move || {
        guarded(group.object(), || {
            let (reason, reasons) = group.named(REASON)?;
            let numbers = Numbers {
                line: group.longs(LINE)?,
                number: group.longs(NUMBER)?,
                country: group.codes(COUNTRY, 1 << 16)?,
                kind: group.codes(KIND, 1 << 8)?,
                written: group.text(AFTER_REASON)?,
                carried: (0..carried)
                    .map(|column| group.text(AFTER_REASON + 1 + column))
                    .collect::<Result<_>>()?,
            };
            let outcome = group.codes(OUTCOME, Outcome::ALL.len().try_into().unwrap_or(i32::MAX))?;
            Ok(SetAside { numbers, outcome, first: group.longs(FIRST)?, reason, reasons })
        })
    });
    task.await.map_err(|error| SegmentError::unavailable(object, error))?
}

/// The indexes that the duplicates of a row group refer to.
pub(crate) async fn read_targets(
    objects: &Objects,
    carried: usize,
    object: &str,
    group: usize,
) -> Result<Vec<u64>> {
    let wanted = |column| column == OUTCOME || column == FIRST;
    let group = Group::fetch(objects, object, group, &fields(carried), wanted).await?;
    let task = off_thread(move || {
        guarded(group.object(), || {
            let outcome: Vec<u8> = group.codes(OUTCOME, 1 << 8)?;
            let first = group.longs(FIRST)?;
            let duplicate = Outcome::Duplicate.code();
            Ok(first
                .into_iter()
                .zip(outcome)
                .filter(|(_, one)| *one == duplicate)
                .map(|(at, _)| at)
                .collect())
        })
    });
    task.await.map_err(|error| SegmentError::unavailable(object, error))?
}

/// Row groups that a page of refused rows looks through, at most.
const SCANNED_GROUPS: usize = 64;

/// A row that holds no usable number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RefusedRow {
    /// Line in the uploaded file.
    pub line: u64,
    /// The text in place of the number.
    pub written: String,
    /// Why it was refused, such as `too_short`.
    pub reason: String,
    /// The values carried over from the upload.
    pub carried: Vec<String>,
}

/// Some refused rows of a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RefusedPage {
    pub rows: Vec<RefusedRow>,
    /// How many set-aside rows come before the next page; `None` on the last page.
    pub next: Option<u64>,
}

/// Reads at most `limit` refused rows of a file of set-aside rows, from a position among all of them. A page can have
/// fewer rows, even none, and still be followed by others: a page looks through a limited part of the file.
pub async fn read_refused(
    objects: &Objects,
    carried: usize,
    object: &str,
    from: u64,
    limit: usize,
) -> Result<RefusedPage> {
    let mut page = RefusedPage::default();
    let (mut start, mut scanned) = (0_u64, 0);
    for (group, rows) in set_aside_groups(objects, carried, object).await?.into_iter().enumerate() {
        let first = start;
        start += u64::from(rows);
        if from >= start {
            continue;
        }
        if scanned == SCANNED_GROUPS {
            page.next = Some(first);
            return Ok(page);
        }
        scanned += 1;
        let skip = usize::try_from(from.saturating_sub(first)).map_err(SegmentError::invalid)?;
        let refused = refused_in(objects, carried, object, group).await?;
        let refused: Vec<usize> = refused.into_iter().filter(|row| *row >= skip).collect();
        let taken = refused.len().min(limit - page.rows.len());
        if taken > 0 {
            let rows = read_set_aside(objects, carried, object, group).await?;
            page.rows.extend(refused[..taken].iter().map(|row| rows.refused_row(*row)));
        }
        if let Some(next) = refused.get(taken) {
            page.next = Some(first + *next as u64);
            return Ok(page);
        }
    }
    Ok(page)
}

/// The indexes of the refused rows of a row group.
async fn refused_in(objects: &Objects, carried: usize, object: &str, group: usize) -> Result<Vec<usize>> {
    let group = Group::fetch(objects, object, group, &fields(carried), |column| column == OUTCOME).await?;
    let task = off_thread(move || {
        guarded(group.object(), || {
            let outcome: Vec<u8> = group.codes(OUTCOME, 1 << 8)?;
            let refused = Outcome::Refused.code();
            Ok(outcome.iter().enumerate().filter(|(_, one)| **one == refused).map(|(row, _)| row).collect())
        })
    });
    task.await.map_err(|error| SegmentError::unavailable(object, error))?
}

impl SetAside {
    fn refused_row(&self, row: usize) -> RefusedRow {
        RefusedRow {
            line: self.numbers.line[row],
            written: self.numbers.as_written(row).into_owned(),
            reason: self.reasons[self.reason[row] as usize].clone(),
            carried: self.numbers.carried.iter().map(|text| text.get(row).to_owned()).collect(),
        }
    }
}
