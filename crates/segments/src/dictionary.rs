//! Dictionary encoding of columns with few distinct values. The caller knows the dictionary index of each
//! row already; the Parquet writer would compute it again for every value through a hash table.

use bytes::Bytes;
use parquet::basic::{Compression, Encoding};
use parquet::column::page::{CompressedPage, Page, PageWriter};
use parquet::column::writer::ColumnCloseResult;
use parquet::errors::Result;
use parquet::file::metadata::ColumnChunkMetaData;
use parquet::file::writer::{SerializedPageWriter, TrackedWrite};
use parquet::schema::types::ColumnDescPtr;

/// The distinct values of a column.
#[derive(Default)]
pub(crate) struct Dictionary {
    /// The values in plain Parquet encoding.
    plain: Vec<u8>,
    len: u32,
}

impl Dictionary {
    pub(crate) fn push_code(&mut self, code: i32) {
        self.plain.extend_from_slice(&code.to_le_bytes());
        self.len += 1;
    }

    pub(crate) fn push_text(&mut self, text: &str) {
        // Names of carriers and reasons are short.
        let len = u32::try_from(text.len()).unwrap_or(u32::MAX);
        self.plain.extend_from_slice(&len.to_le_bytes());
        self.plain.extend_from_slice(text.as_bytes());
        self.len += 1;
    }

    pub(crate) fn len(&self) -> u32 {
        self.len
    }

    /// Encodes the whole column: its bytes and its metadata, to be appended to a row group. There must be at
    /// least one row, and every index must be below the length of the dictionary.
    pub(crate) fn encode(self, column: ColumnDescPtr, places: &[u32]) -> Result<(Bytes, ColumnCloseResult)> {
        let rows = places.len();
        let mut file = TrackedWrite::new(Vec::with_capacity(self.plain.len() + rows / 2 + 64));
        let mut pages = SerializedPageWriter::new(&mut file);
        let uncompressed = |page: Page| {
            let size = page.buffer().len();
            CompressedPage::new(page, size)
        };
        let highest = self.len.saturating_sub(1);
        pages.write_page(uncompressed(Page::DictionaryPage {
            buf: self.plain.into(),
            num_values: self.len,
            encoding: Encoding::PLAIN,
            is_sorted: false,
        }))?;
        let data = pages.write_page(uncompressed(Page::DataPage {
            buf: pack(places, highest).into(),
            num_values: u32::try_from(rows)?,
            encoding: Encoding::RLE_DICTIONARY,
            def_level_encoding: Encoding::RLE,
            rep_level_encoding: Encoding::RLE,
            statistics: None,
        }))?;
        let bytes = Bytes::from(file.into_inner()?);
        let size = i64::try_from(bytes.len())?;
        let metadata = ColumnChunkMetaData::builder(column)
            .set_compression(Compression::UNCOMPRESSED)
            .set_encodings(vec![Encoding::PLAIN, Encoding::RLE, Encoding::RLE_DICTIONARY])
            .set_total_compressed_size(size)
            .set_total_uncompressed_size(size)
            .set_num_values(i64::try_from(rows)?)
            .set_dictionary_page_offset(Some(0))
            .set_data_page_offset(i64::try_from(data.offset)?)
            .build()?;
        let close = ColumnCloseResult {
            bytes_written: bytes.len() as u64,
            rows_written: rows as u64,
            metadata,
            bloom_filter: None,
            column_index: None,
            offset_index: None,
        };
        Ok((bytes, close))
    }
}

/// Packs indexes in the RLE/bit-packing hybrid encoding: the bit width, then one run. Equal indexes become
/// an RLE run, others a bit-packed run in groups of eight.
fn pack(places: &[u32], highest: u32) -> Vec<u8> {
    let bits = (u32::BITS - highest.leading_zeros()).max(1);
    let mut packed = vec![u8::try_from(bits).unwrap_or(32)];
    let first = places.first().copied().unwrap_or(0);
    if places.iter().all(|place| *place == first) {
        push_length(&mut packed, (places.len() as u64) << 1);
        packed.extend_from_slice(&first.to_le_bytes()[..bits.div_ceil(8) as usize]);
        return packed;
    }
    let eights = places.len().div_ceil(8);
    push_length(&mut packed, (eights as u64) << 1 | 1);
    packed.reserve(eights * bits as usize + 8);
    for eight in places.chunks(8) {
        // Eight indexes take as many bytes as each has bits, at most 32.
        let mut bytes = [0_u8; 40];
        let (mut waiting, mut filled, mut at) = (0_u64, 0, 0);
        for place in eight {
            waiting |= u64::from(*place) << filled;
            filled += bits;
            if filled >= 32 {
                bytes[at..at + 4].copy_from_slice(&waiting.to_le_bytes()[..4]);
                (waiting, filled, at) = (waiting >> 32, filled - 32, at + 4);
            }
        }
        bytes[at..at + 8].copy_from_slice(&waiting.to_le_bytes());
        packed.extend_from_slice(&bytes[..bits as usize]);
    }
    packed
}

/// Writes a varint (LEB128).
fn push_length(packed: &mut Vec<u8>, mut length: u64) {
    while length >= 0x80 {
        packed.push(length.to_le_bytes()[0] | 0x80);
        length >>= 7;
    }
    packed.push(length.to_le_bytes()[0]);
}

#[cfg(test)]
mod tests {
    use parquet::data_type::Int32Type;
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::file::writer::SerializedFileWriter;

    use super::*;
    use crate::format::{Field, GroupWriter, properties, schema};

    /// Reads a column of codes with the Parquet reader.
    fn read_back(codes: &[u16]) -> Vec<i32> {
        let fields = [Field::code("code")];
        let mut file =
            SerializedFileWriter::new(Vec::new(), schema(&fields).unwrap(), properties(&fields)).unwrap();
        let mut group = GroupWriter::begin(&mut file).unwrap();
        group.codes(codes).unwrap();
        group.close().unwrap();
        let reader = SerializedFileReader::new(Bytes::from(file.into_inner().unwrap())).unwrap();
        let column = reader.get_row_group(0).unwrap().get_column_reader(0).unwrap();
        let mut values = Vec::new();
        let mut column = parquet::column::reader::get_typed_column_reader::<Int32Type>(column);
        while values.len() < codes.len() {
            column.read_records(codes.len(), None, None, &mut values).unwrap();
        }
        values
    }

    #[test]
    fn columns_survive_a_round_trip() {
        for rows in [1_u32, 7, 8, 9, 1000, 70_000] {
            for different in [1_u32, 2, 3, 7, 8, 9, 255, 256, 257, 4097, 65_536] {
                let code = |row: u32| u16::try_from(row * 31 % different).unwrap();
                let codes: Vec<u16> = (0..rows).map(code).collect();
                let wanted: Vec<i32> = codes.iter().map(|code| i32::from(*code)).collect();
                assert_eq!(read_back(&codes), wanted, "{rows} rows, {different} values");
            }
        }
    }

    #[test]
    fn equal_values_are_run_length_encoded() {
        assert_eq!(pack(&vec![0; 50_000], 0).len(), 5);
        assert_eq!(pack(&vec![300; 50_000], 300).len(), 6);
        assert_eq!(pack(&[0, 1, 1, 0, 1, 0, 0, 0, 1], 1), [1, 0b101, 0b1_0110, 1]);
    }
}
