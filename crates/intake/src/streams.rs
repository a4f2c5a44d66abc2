//! Many append-only streams of small records in one temporary file, which is written and read in large blocks.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::path::Path;

/// Bytes of a block. A multiple of the size of every record, so that no record spans two blocks.
const BLOCK: usize = 48 << 10;

/// The streams. The file has no name, so nothing remains of it, whatever happens to the process.
pub(crate) struct Streams {
    file: File,
    all: Vec<Stream>,
    /// Blocks in the file.
    written: u64,
}

#[derive(Default)]
struct Stream {
    /// Its full blocks, in order.
    blocks: Vec<u32>,
    /// The records after them.
    open: Vec<u8>,
}

impl Streams {
    /// Creates empty streams, with their file in `folder`.
    pub(crate) fn create(folder: &Path, count: usize) -> io::Result<Self> {
        let file = tempfile::tempfile_in(folder)?;
        let all = (0..count).map(|_| Stream::default()).collect();
        Ok(Self { file, all, written: 0 })
    }

    pub(crate) fn count(&self) -> usize {
        self.all.len()
    }

    pub(crate) fn is_empty(&self, stream: usize) -> bool {
        let Stream { blocks, open } = &self.all[stream];
        blocks.is_empty() && open.is_empty()
    }

    /// Appends a record to a stream. The size of the record divides [`BLOCK`].
    #[inline]
    pub(crate) fn push<const SIZE: usize>(&mut self, stream: usize, record: [u8; SIZE]) -> io::Result<()> {
        const { assert!(BLOCK.is_multiple_of(SIZE)) };
        let open = &mut self.all[stream].open;
        open.extend_from_slice(&record);
        if open.len() >= BLOCK { self.write_block(stream) } else { Ok(()) }
    }

    fn write_block(&mut self, stream: usize) -> io::Result<()> {
        let Stream { blocks, open } = &mut self.all[stream];
        let block = u32::try_from(self.written).map_err(|_| io::Error::other("too many blocks"))?;
        self.file.write_all_at(open, self.written * BLOCK as u64)?;
        blocks.push(block);
        open.clear();
        self.written += 1;
        Ok(())
    }

    /// Calls `take` with the records of a stream, block by block, in the order in which they were appended.
    pub(crate) fn read<const SIZE: usize, E: From<io::Error>>(
        &self,
        stream: usize,
        mut take: impl FnMut(&[[u8; SIZE]]) -> Result<(), E>,
    ) -> Result<(), E> {
        let Stream { blocks, open } = &self.all[stream];
        let mut buffer = vec![0; if blocks.is_empty() { 0 } else { BLOCK }];
        for block in blocks {
            self.file.read_exact_at(&mut buffer, u64::from(*block) * BLOCK as u64)?;
            take(buffer.as_chunks().0)?;
        }
        take(open.as_chunks().0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_keep_their_records_in_order() {
        let folder = tempfile::tempdir().unwrap();
        let mut streams = Streams::create(folder.path(), 3).unwrap();
        // Two full blocks of the first stream, a part of one of the second.
        let (many, few) = (2 * BLOCK as u64 / 8 + 5, 7);
        for record in 0..many {
            streams.push(0, record.to_le_bytes()).unwrap();
            if record < few {
                streams.push(1, (1000 + record).to_le_bytes()).unwrap();
            }
        }
        let all = |stream| {
            let mut found = Vec::new();
            let read = streams.read(stream, |records: &[[u8; 8]]| {
                found.extend(records.iter().map(|record| u64::from_le_bytes(*record)));
                Ok::<_, io::Error>(())
            });
            read.unwrap();
            found
        };
        assert_eq!(all(0), (0..many).collect::<Vec<_>>());
        assert_eq!(all(1), (1000..1000 + few).collect::<Vec<_>>());
        assert_eq!(all(2), [0_u64; 0]);
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "the file has no name");
    }
}
