//! Input segments: the numbers of a list, one row group per chunk.

use std::ops::Range;

use bytes::Bytes;
use numsift_turns::off_thread;
use parquet::file::writer::SerializedFileWriter;

use crate::columns::Numbers;
use crate::error::{Result, SegmentError};
use crate::footer::footer;
use crate::format::{
    AFTER_NUMBERS, COUNTRY, Field, Fields, Group, GroupWriter, KIND, LINE, NUMBER, WRITTEN, carried_fields,
    encoding, expect, guarded, number_fields, properties, schema,
};
use crate::objects::{ObjectWriter, Objects};
use crate::page::ChunkPlace;
use crate::text::Text;

/// Version 1 ends with the carried columns; version 2 appends the number as written.
fn fields(carried: usize) -> Fields {
    let mut fields = number_fields();
    fields.extend(carried_fields(carried));
    let first_version = fields.len();
    fields.push(Field::text(WRITTEN));
    Fields { all: fields, first_version }
}

/// A written input segment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputSegment {
    pub object: String,
    pub rows: u64,
    /// Numbers per row group.
    pub groups: Vec<u32>,
    /// Size in bytes.
    pub bytes: u64,
}

impl InputSegment {
    /// The place of each chunk.
    pub fn places(&self) -> Vec<ChunkPlace> {
        let groups = self.groups.iter().zip(0_u32..);
        groups.map(|(&rows, row_group)| ChunkPlace { object: self.object.clone(), row_group, rows }).collect()
    }
}

/// Writes an input segment row group by row group.
pub struct InputWriter {
    sink: ObjectWriter,
    /// `None` only while a row group is encoded.
    file: Option<SerializedFileWriter<Vec<u8>>>,
    waiting: Numbers,
    carried: usize,
    rows_per_group: usize,
    groups: Vec<u32>,
}

impl InputWriter {
    /// Starts a segment with this many carried columns.
    pub fn create(objects: &Objects, name: &str, carried: usize, rows_per_group: usize) -> Result<Self> {
        if rows_per_group == 0 || u32::try_from(rows_per_group).is_err() {
            return Err(SegmentError::invalid("a row group needs at least one row"));
        }
        let fields = fields(carried);
        let file = SerializedFileWriter::new(Vec::new(), schema(&fields.all)?, properties(&fields.all))
            .map_err(encoding)?;
        Ok(Self {
            sink: objects.writer(name)?,
            file: Some(file),
            waiting: Numbers::with_carried(carried),
            carried,
            rows_per_group,
            groups: Vec::new(),
        })
    }

    /// Numbers pushed so far.
    pub fn rows(&self) -> u64 {
        self.groups.iter().map(|rows| u64::from(*rows)).sum::<u64>() + self.waiting.len() as u64
    }

    /// Appends numbers.
    pub async fn push(&mut self, numbers: &Numbers) -> Result<()> {
        numbers.check(self.carried)?;
        let mut at = 0;
        while at < numbers.len() {
            let room = self.rows_per_group - self.waiting.len();
            let to = numbers.len().min(at + room);
            self.waiting.append(&numbers.slice(at..to));
            at = to;
            if self.waiting.len() == self.rows_per_group {
                self.flush().await?;
            }
        }
        Ok(())
    }

    async fn flush(&mut self) -> Result<()> {
        let group = std::mem::replace(&mut self.waiting, Numbers::with_carried(self.carried));
        let rows = u32::try_from(group.len()).map_err(SegmentError::invalid)?;
        let mut file = self.file.take().ok_or_else(|| SegmentError::invalid("an earlier write failed"))?;
        let task = off_thread(move || {
            write_group(&mut file, &group)?;
            let bytes = std::mem::take(file.inner_mut());
            Ok((file, bytes))
        });
        let (file, bytes) =
            task.await.map_err(|error| SegmentError::unavailable(self.sink.name(), error))??;
        self.file = Some(file);
        self.groups.push(rows);
        self.sink.write(Bytes::from(bytes)).await
    }

    /// Finishes the segment and makes it visible.
    pub async fn finish(mut self) -> Result<InputSegment> {
        if !self.waiting.is_empty() {
            self.flush().await?;
        }
        let file = self.file.take().ok_or_else(|| SegmentError::invalid("an earlier write failed"))?;
        self.sink.write(Bytes::from(file.into_inner().map_err(encoding)?)).await?;
        let object = self.sink.name().to_owned();
        let rows = self.groups.iter().map(|rows| u64::from(*rows)).sum();
        let bytes = self.sink.finish().await?;
        Ok(InputSegment { object, rows, groups: self.groups, bytes })
    }

    /// Discards the segment.
    pub async fn abort(self) {
        self.sink.abort().await;
    }
}

fn write_group(file: &mut SerializedFileWriter<Vec<u8>>, numbers: &Numbers) -> Result<()> {
    let mut group = GroupWriter::begin(file)?;
    group.longs(&numbers.line)?;
    group.longs(&numbers.number)?;
    group.codes(&numbers.country)?;
    group.codes(&numbers.kind)?;
    for text in &numbers.carried {
        group.text(text)?;
    }
    group.text(&numbers.written)?;
    group.close()?;
    // The buffered bytes belong to this row group.
    file.flush().map_err(|error| encoding(error.into()))
}

/// Encodes numbers as a file with one row group.
pub fn write_input(carried: usize, numbers: &Numbers) -> Result<Bytes> {
    numbers.check(carried)?;
    let fields = fields(carried);
    let mut file = SerializedFileWriter::new(Vec::new(), schema(&fields.all)?, properties(&fields.all))
        .map_err(encoding)?;
    write_group(&mut file, numbers)?;
    Ok(Bytes::from(file.into_inner().map_err(encoding)?))
}

/// Reads the numbers of one chunk.
pub async fn read_input(objects: &Objects, carried: usize, place: &ChunkPlace) -> Result<Numbers> {
    let numbers = read_group(objects, carried, &place.object, place.row_group as usize).await?;
    if numbers.len() != place.rows as usize {
        return Err(SegmentError::damaged(&place.object, "a row group has an unexpected number of rows"));
    }
    Ok(numbers)
}

/// How many numbers each row group of a segment has.
pub async fn input_groups(objects: &Objects, carried: usize, object: &str) -> Result<Vec<u32>> {
    let footer = footer(objects, object).await?;
    let fields = fields(carried);
    let rows = |group| u32::try_from(expect(object, &footer, &fields, group)?).map_err(SegmentError::invalid);
    (0..footer.num_row_groups()).map(rows).collect()
}

/// Reads some rows of a segment. Decodes only the row groups that contain them.
pub async fn read_input_rows(
    objects: &Objects,
    carried: usize,
    object: &str,
    rows: Range<u64>,
) -> Result<Numbers> {
    let mut found = Numbers::with_carried(carried);
    let mut start = 0;
    for (group, len) in input_groups(objects, carried, object).await?.into_iter().enumerate() {
        let end = start + u64::from(len);
        let (from, to) = (rows.start.max(start), rows.end.min(end));
        if from < to {
            let numbers = read_group(objects, carried, object, group).await?;
            let within = |row: u64| usize::try_from(row - start).map_err(SegmentError::invalid);
            found.append(&numbers.slice(within(from)?..within(to)?));
        }
        start = end;
    }
    if rows.start < rows.end && rows.end > start {
        return Err(SegmentError::Invalid(format!(
            "{object} has {start} rows, expected at least {}",
            rows.end
        )));
    }
    Ok(found)
}

/// Reads the numbers of some rows, without their other columns.
pub async fn read_input_numbers(
    objects: &Objects,
    carried: usize,
    object: &str,
    rows: Range<u64>,
) -> Result<Vec<u64>> {
    let mut found = Vec::new();
    let mut start = 0;
    for (group, len) in input_groups(objects, carried, object).await?.into_iter().enumerate() {
        let end = start + u64::from(len);
        let (from, to) = (rows.start.max(start), rows.end.min(end));
        if from < to {
            let group = Group::fetch(objects, object, group, &fields(carried), |at| at == NUMBER).await?;
            let decoding = off_thread(move || guarded(group.object(), || group.longs(NUMBER)));
            let numbers = decoding.await.map_err(|error| SegmentError::unavailable(object, error))??;
            let within = |row: u64| usize::try_from(row - start).map_err(SegmentError::invalid);
            found.extend_from_slice(&numbers[within(from)?..within(to)?]);
        }
        start = end;
    }
    Ok(found)
}

async fn read_group(objects: &Objects, carried: usize, object: &str, group: usize) -> Result<Numbers> {
    let group = Group::fetch(objects, object, group, &fields(carried), |_| true).await?;
    let task = off_thread(move || {
        guarded(group.object(), || {
            Ok(Numbers {
                line: group.longs(LINE)?,
                number: group.longs(NUMBER)?,
                country: group.codes(COUNTRY, 1 << 16)?,
                kind: group.codes(KIND, 1 << 8)?,
                carried: (0..carried)
                    .map(|column| group.text(AFTER_NUMBERS + column))
                    .collect::<Result<_>>()?,
                written: if group.has(AFTER_NUMBERS + carried) {
                    group.text(AFTER_NUMBERS + carried)?
                } else {
                    Text::empty(group.rows())
                },
            })
        })
    });
    task.await.map_err(|error| SegmentError::unavailable(object, error))?
}
