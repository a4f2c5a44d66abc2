//! The footers of Parquet files: where each row group's columns lie. Objects never change, so the
//! footers of those used last are kept.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use parquet::file::metadata::{ParquetMetaData, ParquetMetaDataReader, RowGroupMetaData};

use crate::error::{Result, SegmentError};
use crate::format::guarded;
use crate::objects::Objects;

/// How many bytes of footers are kept.
const KEPT: usize = 48 * 1024 * 1024;
/// How much is read from the end of a file at first; most footers fit.
const FIRST_READ: u64 = 64 * 1024;
/// The length of a footer and the letters that end a file.
const TRAILER: usize = 8;

/// The footers used last.
#[derive(Default)]
pub(crate) struct Footers {
    kept: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    by_name: HashMap<String, Entry>,
    bytes: usize,
    clock: u64,
}

struct Entry {
    footer: Arc<ParquetMetaData>,
    bytes: usize,
    used: u64,
}

impl Footers {
    fn find(&self, name: &str) -> Option<Arc<ParquetMetaData>> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock += 1;
        let now = kept.clock;
        let entry = kept.by_name.get_mut(name)?;
        entry.used = now;
        Some(entry.footer.clone())
    }

    fn keep(&self, name: &str, footer: Arc<ParquetMetaData>) {
        let bytes = footer.memory_size();
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.clock += 1;
        let used = kept.clock;
        if let Some(old) = kept.by_name.insert(name.to_owned(), Entry { footer, bytes, used }) {
            kept.bytes -= old.bytes;
        }
        kept.bytes += bytes;
        while kept.bytes > KEPT && kept.by_name.len() > 1 {
            let oldest =
                kept.by_name.iter().min_by_key(|(_, entry)| entry.used).map(|(name, _)| name.clone());
            if let Some(gone) = oldest.and_then(|name| kept.by_name.remove(&name)) {
                kept.bytes -= gone.bytes;
            }
        }
    }

    /// Drops what is kept of an object that is written or deleted.
    pub(crate) fn forget(&self, name: &str) {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(gone) = kept.by_name.remove(name) {
            kept.bytes -= gone.bytes;
        }
    }
}

/// The footer of a file.
pub(crate) async fn footer(objects: &Objects, name: &str) -> Result<Arc<ParquetMetaData>> {
    if let Some(found) = objects.footers().find(name) {
        return Ok(found);
    }
    let (tail, size) = objects.tail(name, FIRST_READ).await?;
    let Some((before, trailer)) = tail.len().checked_sub(TRAILER).map(|at| tail.split_at(at)) else {
        return Err(SegmentError::damaged(name, "it is too short"));
    };
    if &trailer[4..] != b"PAR1" {
        return Err(SegmentError::damaged(name, "it does not end as a Parquet file does"));
    }
    let len = u32::from_le_bytes([trailer[0], trailer[1], trailer[2], trailer[3]]) as usize;
    let end = size - TRAILER as u64;
    if len as u64 > end {
        return Err(SegmentError::damaged(name, "its footer is longer than itself"));
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
                return Err(SegmentError::damaged(name, "a column lies outside of it"));
            }
        }
        Ok(footer)
    })?;
    let footer = Arc::new(footer);
    objects.footers().keep(name, footer.clone());
    Ok(footer)
}
