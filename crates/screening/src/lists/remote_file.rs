//! Reads an object piece by piece, for work that needs only parts of it.

use std::io::{self, Read, Seek, SeekFrom};

use bytes::Bytes;
use numsift_segments::Objects;
use tokio::runtime::Handle;

use crate::Result;

/// Bytes that are fetched at a time.
const BLOCK: u64 = 2 << 20;
/// Blocks that are kept: readers of archives and workbooks jump between a few places.
const KEPT: usize = 4;

/// Reads an object. It blocks, so it belongs to a thread that may.
pub(super) struct RemoteFile {
    objects: Objects,
    name: String,
    size: u64,
    at: u64,
    /// Blocks by number, the latest last.
    blocks: Vec<(u64, Bytes)>,
    runtime: Handle,
}

impl RemoteFile {
    /// Must be called within the runtime that serves requests.
    pub async fn open(objects: &Objects, name: &str) -> Result<Self> {
        let size = objects.size(name).await?;
        let (objects, name, runtime) = (objects.clone(), name.to_owned(), Handle::current());
        Ok(Self { objects, name, size, at: 0, blocks: Vec::new(), runtime })
    }

    /// The block at a position.
    fn block(&mut self, number: u64) -> io::Result<Bytes> {
        if let Some(known) = self.blocks.iter().position(|(known, _)| *known == number) {
            let found = self.blocks.remove(known);
            self.blocks.push(found);
        } else {
            let range = number * BLOCK..((number + 1) * BLOCK).min(self.size);
            let bytes = self.runtime.block_on(self.objects.range(&self.name, range));
            self.blocks.push((number, bytes.map_err(io::Error::other)?));
            if self.blocks.len() > KEPT {
                self.blocks.remove(0);
            }
        }
        Ok(self.blocks.last().map(|(_, bytes)| bytes.clone()).unwrap_or_default())
    }
}

impl Read for RemoteFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at >= self.size || buffer.is_empty() {
            return Ok(0);
        }
        let block = self.block(self.at / BLOCK)?;
        let within = usize::try_from(self.at % BLOCK).map_err(io::Error::other)?;
        let found = block.get(within..).unwrap_or_default();
        let count = found.len().min(buffer.len());
        buffer[..count].copy_from_slice(&found[..count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for RemoteFile {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = super::local_file::position(self.at, self.size, to)?;
        Ok(self.at)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use numsift_segments::SegmentError;

    use super::*;

    #[tokio::test(flavor = "multi_thread")]
    async fn pieces_are_those_of_the_object() {
        let folder = tempfile::tempdir().unwrap();
        let objects = Objects::folder(folder.path()).unwrap();
        let content: Vec<u8> = (0..5 * BLOCK + 7).map(|at| u8::try_from(at * at % 251).unwrap()).collect();
        objects.put("a/source", content.clone().into()).await.unwrap();
        let mut remote = RemoteFile::open(&objects, "a/source").await.unwrap();
        let compared = tokio::task::spawn_blocking(move || {
            let (mut local, size) = (Cursor::new(content), 5 * BLOCK + 7);
            assert_eq!(remote.seek(SeekFrom::End(0)).unwrap(), size);
            for at in [0, BLOCK - 3, 4 * BLOCK + 11, 1, 5 * BLOCK - 1, size - 2, size, size + 9, 3 * BLOCK] {
                remote.seek(SeekFrom::Start(at)).unwrap();
                local.seek(SeekFrom::Start(at)).unwrap();
                let (mut ours, mut theirs) = (Vec::new(), Vec::new());
                (&mut remote).take(100).read_to_end(&mut ours).unwrap();
                (&mut local).take(100).read_to_end(&mut theirs).unwrap();
                assert_eq!(ours, theirs, "at {at}");
                assert!(remote.blocks.len() <= KEPT);
            }
            assert!(remote.seek(SeekFrom::Current(-i64::MAX)).is_err());
        });
        compared.await.unwrap();
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_object_that_is_gone_is_a_fault_of_the_store() {
        let folder = tempfile::tempdir().unwrap();
        let objects = Objects::folder(folder.path()).unwrap();
        objects.put("source", Bytes::from_static(b"+12015550100\n")).await.unwrap();
        let mut remote = RemoteFile::open(&objects, "source").await.unwrap();
        objects.delete("source").await.unwrap();
        let read = tokio::task::spawn_blocking(move || remote.read_to_end(&mut Vec::new()));
        let fault = read.await.unwrap().unwrap_err().downcast::<SegmentError>().unwrap();
        assert!(matches!(fault, SegmentError::NotFound { .. }), "{fault}");
    }
}
