//! Reads and caches the footers of Parquet files, which locate the columns of each row group. Objects never
//! change, so cached footers stay valid.

use std::sync::Arc;

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};
use quick_cache::Weighter;
use quick_cache::sync::Cache;

use crate::error::{Result, SegmentError};
use crate::format::guarded;
use crate::objects::Objects;

/// Size of the cache in bytes.
const CACHE_BYTES: u64 = 48 * 1024 * 1024;
/// Expected number of cached footers.
const EXPECTED_FOOTERS: usize = 1000;
/// Bytes read from the end of a file; most footers fit.
const FIRST_READ: u64 = 64 * 1024;
/// The length of the footer and the magic bytes at the end of a file.
const TRAILER: usize = 8;

/// Cache of footers by object name.
pub(crate) struct Footers(Cache<String, CachedFooter, BySize>);

#[derive(Clone)]
struct CachedFooter {
    footer: Arc<ParquetMetaData>,
    bytes: u64,
}

#[derive(Clone)]
struct BySize;

impl Weighter<String, CachedFooter> for BySize {
    fn weight(&self, _name: &String, cached: &CachedFooter) -> u64 {
        cached.bytes
    }
}

impl Default for Footers {
    fn default() -> Self {
        Self(Cache::with_weighter(EXPECTED_FOOTERS, CACHE_BYTES, BySize))
    }
}

impl Footers {
    fn get(&self, name: &str) -> Option<Arc<ParquetMetaData>> {
        self.0.get(name).map(|cached| cached.footer)
    }

    fn insert(&self, name: &str, footer: Arc<ParquetMetaData>) {
        let bytes = footer.memory_size() as u64;
        self.0.insert(name.to_owned(), CachedFooter { footer, bytes });
    }

    /// Removes the footer of an object that is written or deleted.
    pub(crate) fn forget(&self, name: &str) {
        self.0.remove(name);
    }
}

/// Reads the footer of a file.
pub(crate) async fn footer(objects: &Objects, name: &str) -> Result<Arc<ParquetMetaData>> {
    if let Some(found) = objects.footers().get(name) {
        return Ok(found);
    }
    let (tail, size) = objects.tail(name, FIRST_READ).await?;
    let Some((before, trailer)) = tail.len().checked_sub(TRAILER).map(|at| tail.split_at(at)) else {
        return Err(SegmentError::damaged(name, "it is too short"));
    };
    if &trailer[4..] != b"PAR1" {
        return Err(SegmentError::damaged(name, "it has no Parquet footer"));
    }
    let len = u32::from_le_bytes([trailer[0], trailer[1], trailer[2], trailer[3]]) as usize;
    let end = size - TRAILER as u64;
    if len as u64 > end {
        return Err(SegmentError::damaged(name, "its footer is longer than the file"));
    }
    let bytes = if len <= before.len() {
        tail.slice(before.len() - len..before.len())
    } else {
        objects.range(name, end - len as u64..end).await?
    };
    let footer = guarded(name, || {
        let footer = ParquetMetaDataReader::decode_metadata(&bytes)
            .map_err(|error| SegmentError::damaged(name, error))?;
        for column in footer.row_groups().iter().flat_map(RowGroupMetaData::columns) {
            let start = column.dictionary_page_offset().unwrap_or_else(|| column.data_page_offset());
            let inside = start >= 0
                && column.compressed_size() >= 0
                && start.checked_add(column.compressed_size()).is_some_and(|to| to.cast_unsigned() <= end);
            if !inside {
                return Err(SegmentError::damaged(name, "a column is outside the file"));
            }
        }
        Ok(footer)
    })?;
    let footer = Arc::new(footer);
    objects.footers().insert(name, footer.clone());
    Ok(footer)
}
