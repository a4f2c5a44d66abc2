//! The columns of our Parquet files, and reading and writing of row groups.

use std::collections::HashMap;
use std::io::Write;
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use bytes::{Buf, Bytes};
use parquet::basic::{Compression, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical};
use parquet::column::reader::{ColumnReaderImpl, get_column_reader, get_typed_column_reader};
use parquet::column::writer::ColumnCloseResult;
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::metadata::{KeyValue, ParquetMetaData};
use parquet::file::properties::{EnabledStatistics, WriterProperties, WriterPropertiesPtr};
use parquet::file::reader::{ChunkReader, Length};
use parquet::file::serialized_reader::SerializedPageReader;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnDescPtr, ColumnPath, Type, TypePtr};

use crate::dictionary::Dictionary;
use crate::error::{Result, SegmentError};
use crate::footer::footer;
use crate::objects::Objects;
use crate::text::Text;

/// Most rows of a row group; a file that declares more is damaged.
const MOST_ROWS: i64 = 1 << 24;

/// The first columns of every file.
pub(crate) const LINE: usize = 0;
pub(crate) const NUMBER: usize = 1;
pub(crate) const COUNTRY: usize = 2;
pub(crate) const KIND: usize = 3;
/// The first column after the number columns.
pub(crate) const AFTER_NUMBERS: usize = 4;

/// The column of the numbers as written in the upload.
pub(crate) const WRITTEN: &str = "written";

/// A column of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    pub name: String,
    pub physical: Physical,
    pub logical: Option<LogicalType>,
    /// Whether delta encoding is used.
    pub delta: bool,
    /// Whether values can be missing.
    pub optional: bool,
}

impl Field {
    fn new(name: impl Into<String>, physical: Physical) -> Self {
        Self { name: name.into(), physical, logical: None, delta: false, optional: false }
    }

    pub(crate) fn long(name: impl Into<String>) -> Self {
        Self { delta: true, ..Self::new(name, Physical::INT64) }
    }

    /// Numbers that can be missing.
    pub(crate) fn optional_long(name: impl Into<String>) -> Self {
        Self { optional: true, ..Self::long(name) }
    }

    /// Milliseconds since 1970-01-01 UTC that can be missing.
    pub(crate) fn optional_time(name: impl Into<String>) -> Self {
        let logical = LogicalType::timestamp(true, TimeUnit::MILLIS);
        Self { logical: Some(logical), ..Self::optional_long(name) }
    }

    pub(crate) fn code(name: impl Into<String>) -> Self {
        Self::new(name, Physical::INT32)
    }

    pub(crate) fn text(name: impl Into<String>) -> Self {
        Self { logical: Some(LogicalType::String), ..Self::new(name, Physical::BYTE_ARRAY) }
    }
}

/// The columns of a kind of file. Later versions of the format only append columns, so that files of earlier
/// versions are read as files that lack the last columns.
#[derive(Clone, Debug)]
pub(crate) struct Fields {
    pub all: Vec<Field>,
    /// Number of columns in the first version.
    pub first_version: usize,
}

/// The fields of the numbers, without carried columns.
pub(crate) fn number_fields() -> Vec<Field> {
    vec![Field::long("line"), Field::long("number"), Field::code("country"), Field::code("kind")]
}

/// The fields of the columns carried over from the upload.
pub(crate) fn carried_fields(columns: usize) -> impl Iterator<Item = Field> {
    (0..columns).map(|column| Field::text(format!("carried_{column}")))
}

/// The schema of a file with these columns.
pub(crate) fn schema(fields: &[Field]) -> Result<TypePtr> {
    let column = |field: &Field| {
        let repetition = if field.optional { Repetition::OPTIONAL } else { Repetition::REQUIRED };
        Type::primitive_type_builder(&field.name, field.physical)
            .with_repetition(repetition)
            .with_logical_type(field.logical.clone())
            .build()
            .map(Arc::new)
    };
    let columns = fields.iter().map(column).collect::<std::result::Result<Vec<_>, _>>().map_err(encoding)?;
    Type::group_type_builder("numsift").with_fields(columns).build().map(Arc::new).map_err(encoding)
}

/// Key of what a file contains and the version of its schema, such as `results/2` (docs/data.md).
pub(crate) const SCHEMA_KEY: &str = "numsift.schema";

/// Writer properties: delta encoding for numbers, dictionaries for the rest.
pub(crate) fn properties(fields: &[Field]) -> WriterPropertiesPtr {
    described(fields, &[])
}

/// The same for a file that other programs read: the metadata say what it contains.
pub(crate) fn described(fields: &[Field], metadata: &[(&str, String)]) -> WriterPropertiesPtr {
    let metadata = metadata.iter().map(|(key, value)| KeyValue::new((*key).to_owned(), value.clone()));
    let metadata: Vec<KeyValue> = metadata.collect();
    let mut properties = WriterProperties::builder()
        .set_key_value_metadata(Some(metadata).filter(|metadata| !metadata.is_empty()))
        .set_compression(Compression::SNAPPY)
        .set_statistics_enabled(EnabledStatistics::None)
        .set_offset_index_disabled(true)
        .set_created_by("numsift".to_owned());
    for field in fields.iter().filter(|field| field.delta) {
        let path = ColumnPath::from(field.name.as_str());
        properties = properties
            .set_column_encoding(path.clone(), Encoding::DELTA_BINARY_PACKED)
            .set_column_dictionary_enabled(path.clone(), false)
            // Delta-packed values do not compress.
            .set_column_compression(path, Compression::UNCOMPRESSED);
    }
    Arc::new(properties.build())
}

fn no_column() -> ParquetError {
    ParquetError::General("no column left".into())
}

#[expect(clippy::needless_pass_by_value, reason = "used with map_err")]
pub(crate) fn encoding(error: ParquetError) -> SegmentError {
    SegmentError::Invalid(format!("the columns cannot be written: {error}"))
}

/// Runs code over bytes that may be damaged. A panic of the Parquet reader becomes an error.
pub(crate) fn guarded<T>(object: &str, work: impl FnOnce() -> Result<T>) -> Result<T> {
    catch_unwind(AssertUnwindSafe(work))
        .unwrap_or_else(|_| Err(SegmentError::damaged(object, "it is not a valid Parquet file")))
}

/// Writes the columns of a row group one by one.
pub(crate) struct GroupWriter<'a, W: Write + Send> {
    group: SerializedRowGroupWriter<'a, W>,
    /// The remaining columns.
    columns: std::vec::IntoIter<ColumnDescPtr>,
}

impl<'a, W: Write + Send> GroupWriter<'a, W> {
    pub(crate) fn begin(file: &'a mut SerializedFileWriter<W>) -> Result<Self> {
        let columns = file.schema_descr().columns().to_vec().into_iter();
        Ok(Self { group: file.next_row_group().map_err(encoding)?, columns })
    }

    fn column<T: DataType>(&mut self, values: &[T::T]) -> Result<()> {
        let mut write = || {
            self.columns.next();
            let mut column = self.group.next_column()?.ok_or_else(no_column)?;
            column.typed::<T>().write_batch(values, None, None)?;
            column.close()
        };
        write().map_err(encoding)
    }

    fn dictionary(&mut self, dictionary: Dictionary, places: &[u32]) -> Result<()> {
        let write = || {
            let column = self.columns.next().ok_or_else(no_column)?;
            let (bytes, close) = dictionary.encode(column, places)?;
            self.group.append_column(&bytes, close)
        };
        write().map_err(encoding)
    }

    pub(crate) fn longs(&mut self, values: &[u64]) -> Result<()> {
        let values: Vec<i64> = values.iter().map(|value| value.cast_signed()).collect();
        self.column::<Int64Type>(&values)
    }

    /// Writes numbers that can be missing, to a column of optional numbers.
    pub(crate) fn optional_longs(&mut self, values: &[Option<u64>]) -> Result<()> {
        let present: Vec<i64> = values.iter().flatten().map(|value| value.cast_signed()).collect();
        let levels: Vec<i16> = values.iter().map(|value| i16::from(value.is_some())).collect();
        let mut write = || {
            self.columns.next();
            let mut column = self.group.next_column()?.ok_or_else(no_column)?;
            column.typed::<Int64Type>().write_batch(&present, Some(&levels), None)?;
            column.close()
        };
        write().map_err(encoding)
    }

    /// Copies an encoded column of another file.
    pub(crate) fn copy(&mut self, parts: &Parts, close: ColumnCloseResult) -> Result<()> {
        self.columns.next();
        self.group.append_column(parts, close).map_err(encoding)
    }

    pub(crate) fn codes<T: Copy + Into<u16>>(&mut self, values: &[T]) -> Result<()> {
        const NEW: u32 = u32::MAX;
        if values.is_empty() {
            return self.column::<Int32Type>(&[]);
        }
        let highest: u16 = values.iter().map(|value| (*value).into()).max().unwrap_or(0);
        let mut known = vec![NEW; usize::from(highest) + 1];
        let mut dictionary = Dictionary::default();
        let place = |value: &T| {
            let code: u16 = (*value).into();
            let place = &mut known[usize::from(code)];
            if *place == NEW {
                *place = dictionary.len();
                dictionary.push_code(code.into());
            }
            *place
        };
        let places: Vec<u32> = values.iter().map(place).collect();
        self.dictionary(dictionary, &places)
    }

    pub(crate) fn text(&mut self, text: &Text) -> Result<()> {
        if text.bytes() == 0 {
            return self.named(&[String::new()], &vec![0; text.len()]);
        }
        let all = Bytes::copy_from_slice(text.all().as_bytes());
        let values: Vec<ByteArray> = text
            .ranges()
            .map(|range| ByteArray::from(if range.is_empty() { Bytes::new() } else { all.slice(range) }))
            .collect();
        self.column::<ByteArrayType>(&values)
    }

    /// Writes a column of few distinct texts by their indexes.
    pub(crate) fn named(&mut self, names: &[String], rows: &[u32]) -> Result<()> {
        if rows.is_empty() {
            return self.column::<ByteArrayType>(&[]);
        }
        let mut dictionary = Dictionary::default();
        for name in names {
            dictionary.push_text(name);
        }
        self.dictionary(dictionary, rows)
    }

    pub(crate) fn close(self) -> Result<()> {
        self.group.close().map(drop).map_err(encoding)
    }
}

/// The bytes of some columns of a row group by file offset.
pub(crate) struct Parts {
    size: u64,
    parts: Vec<(u64, Bytes)>,
}

impl Length for Parts {
    fn len(&self) -> u64 {
        self.size
    }
}

impl Parts {
    fn from(&self, start: u64) -> std::result::Result<Bytes, ParquetError> {
        self.parts
            .iter()
            .find(|(at, bytes)| (*at..*at + bytes.len() as u64).contains(&start))
            .and_then(|(at, bytes)| usize::try_from(start - at).ok().map(|skip| bytes.slice(skip..)))
            .ok_or_else(|| ParquetError::EOF("a page is outside its column".to_owned()))
    }
}

impl ChunkReader for Parts {
    type T = bytes::buf::Reader<Bytes>;

    fn get_read(&self, start: u64) -> std::result::Result<Self::T, ParquetError> {
        // A column without rows has no bytes; a reader that needs some finds the end.
        Ok(self.from(start).unwrap_or_default().reader())
    }

    fn get_bytes(&self, start: u64, length: usize) -> std::result::Result<Bytes, ParquetError> {
        let from = self.from(start)?;
        if length > from.len() {
            return Err(ParquetError::EOF("a page is longer than its column".to_owned()));
        }
        Ok(from.slice(..length))
    }
}

/// A fetched row group before decoding.
pub(crate) struct Group {
    object: String,
    footer: Arc<ParquetMetaData>,
    index: usize,
    rows: usize,
    parts: Arc<Parts>,
}

/// Checks that a file has the columns of some version and the row group. Returns its number of rows.
pub(crate) fn expect(object: &str, footer: &ParquetMetaData, fields: &Fields, group: usize) -> Result<usize> {
    let schema = footer.file_metadata().schema_descr();
    let columns = schema.num_columns();
    let same = (columns == fields.all.len() || columns == fields.first_version)
        && schema.columns().iter().zip(&fields.all).all(|(column, field)| {
            column.name() == field.name
                && column.path().parts().len() == 1
                && column.physical_type() == field.physical
                && column.max_def_level() == 0
                && column.max_rep_level() == 0
        });
    if !same {
        return Err(SegmentError::damaged(object, "its columns are not the expected ones"));
    }
    let Some(group) = footer.row_groups().get(group) else {
        return Err(SegmentError::damaged(object, "a row group is missing"));
    };
    let rows = group.num_rows();
    let full = (0..=MOST_ROWS).contains(&rows)
        && group.num_columns() == columns
        && group.columns().iter().all(|column| column.num_values() == rows);
    if !full {
        return Err(SegmentError::damaged(object, "the columns of a row group differ in length"));
    }
    usize::try_from(rows).map_err(|error| SegmentError::damaged(object, error))
}

impl Group {
    /// Fetches some columns of a row group.
    pub(crate) async fn fetch(
        objects: &Objects,
        object: &str,
        index: usize,
        fields: &Fields,
        wanted: impl Fn(usize) -> bool,
    ) -> Result<Self> {
        let footer = footer(objects, object).await?;
        let rows = expect(object, &footer, fields, index)?;
        let columns = footer.row_group(index).columns();
        let mut ranges: Vec<Range<u64>> = Vec::new();
        for (_, column) in columns.iter().enumerate().filter(|(at, _)| wanted(*at)) {
            let (start, len) = column.byte_range();
            match ranges.last_mut() {
                Some(last) if last.end == start => last.end += len,
                _ => ranges.push(start..start + len),
            }
        }
        ranges.retain(|range| !range.is_empty());
        let bytes = if ranges.is_empty() { Vec::new() } else { objects.ranges(object, &ranges).await? };
        let parts = ranges.iter().map(|range| range.start).zip(bytes).collect();
        let parts = Arc::new(Parts { size: u64::MAX, parts });
        Ok(Self { object: object.to_owned(), footer, index, rows, parts })
    }

    pub(crate) fn object(&self) -> &str {
        &self.object
    }

    pub(crate) fn rows(&self) -> usize {
        self.rows
    }

    /// Whether the file has this column; files of earlier versions lack the last ones.
    pub(crate) fn has(&self, column: usize) -> bool {
        column < self.footer.row_group(self.index).num_columns()
    }

    pub(crate) fn footer(&self) -> &ParquetMetaData {
        &self.footer
    }

    pub(crate) fn index(&self) -> usize {
        self.index
    }

    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    fn damaged(&self, why: impl ToString) -> SegmentError {
        SegmentError::damaged(&self.object, why)
    }

    /// Decodes the values of a column in batches.
    fn column<T: DataType>(&self, column: usize, mut each: impl FnMut(&[T::T]) -> Result<()>) -> Result<()> {
        const AT_A_TIME: usize = 8192;
        let chunk = self.footer.row_group(self.index).column(column);
        let pages = SerializedPageReader::new(self.parts.clone(), chunk, self.rows, None)
            .map_err(|error| self.damaged(error))?;
        let mut reader: ColumnReaderImpl<T> =
            get_typed_column_reader(get_column_reader(chunk.column_descr_ptr(), Box::new(pages)));
        let mut left = self.rows;
        let mut values = Vec::with_capacity(left.min(AT_A_TIME));
        while left > 0 {
            values.clear();
            let (records, _, _) = reader
                .read_records(left.min(AT_A_TIME), None, None, &mut values)
                .map_err(|error| self.damaged(error))?;
            if records == 0 || values.len() != records {
                return Err(self.damaged("a column ends too early"));
            }
            each(&values)?;
            left -= records;
        }
        Ok(())
    }

    pub(crate) fn longs(&self, column: usize) -> Result<Vec<u64>> {
        let mut all = Vec::with_capacity(self.rows);
        self.column::<Int64Type>(column, |values| {
            all.extend(values.iter().map(|value| value.cast_unsigned()));
            Ok(())
        })?;
        Ok(all)
    }

    /// Decodes a column of codes, which must be below `limit`.
    pub(crate) fn codes<T: TryFrom<i32>>(&self, column: usize, limit: i32) -> Result<Vec<T>> {
        let mut all = Vec::with_capacity(self.rows);
        self.column::<Int32Type>(column, |values| {
            for &value in values {
                match T::try_from(value) {
                    Ok(code) if value < limit => all.push(code),
                    _ => return Err(self.damaged("a code is too large")),
                }
            }
            Ok(())
        })?;
        Ok(all)
    }

    pub(crate) fn text(&self, column: usize) -> Result<Text> {
        let mut text = Text::with_capacity(self.rows, 0);
        self.column::<ByteArrayType>(column, |values| {
            for value in values {
                let value = value.as_utf8().map_err(|_| self.damaged("a text is not UTF-8"))?;
                text.push(value);
            }
            Ok(())
        })?;
        Ok(text)
    }

    /// Decodes a column of few distinct texts: the indexes, and the texts after the empty one.
    pub(crate) fn named(&self, column: usize) -> Result<(Vec<u32>, Vec<String>)> {
        let mut rows: Vec<u32> = Vec::with_capacity(self.rows);
        let mut names = vec![String::new()];
        let mut known: HashMap<Box<[u8]>, u32> = HashMap::from([(Box::default(), 0)]);
        // Equal values of a dictionary have the same address and often follow each other. The last value is kept
        // alive so that its address is not reused.
        let mut last: Option<(ByteArray, u32)> = None;
        self.column::<ByteArrayType>(column, |values| {
            for value in values {
                if let Some((same, at)) = &last
                    && std::ptr::eq(same.data(), value.data())
                {
                    rows.push(*at);
                    continue;
                }
                let at = if let Some(&at) = known.get(value.data()) {
                    at
                } else {
                    let at = u32::try_from(names.len()).map_err(|error| self.damaged(error))?;
                    let name = value.as_utf8().map_err(|_| self.damaged("a text is not UTF-8"))?;
                    names.push(name.to_owned());
                    known.insert(value.data().into(), at);
                    at
                };
                rows.push(at);
                last = Some((value.clone(), at));
            }
            Ok(())
        })?;
        Ok((rows, names))
    }
}
