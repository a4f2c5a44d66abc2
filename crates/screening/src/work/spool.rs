//! Answers of finished chunks that cannot be stored yet, on the local disk: they were bought, so a restart of the
//! process must not lose them.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use numsift_model::id::TaskId;
use numsift_model::limits::SPOOL_BYTES;
use numsift_model::money::Points;
use numsift_model::task::ClaimedChunk;
use numsift_turns::off_thread;
use serde::{Deserialize, Serialize};

use super::settle::Tally;

/// Files that nobody asked for are deleted after this time: the chunk was committed by another process, or its task
/// has ended.
const KEPT_FOR: Duration = Duration::from_hours(24);

/// What remains to be stored of a chunk whose numbers are all answered.
#[derive(Debug, Clone)]
pub(super) struct FinishedChunk {
    /// The results as a Parquet file.
    pub results: Bytes,
    pub histogram: Vec<u8>,
    pub tallies: Vec<Tally>,
    /// Numbers without any answer because they are on a suppression list.
    pub suppressed: i64,
}

/// A finished chunk of an earlier attempt.
#[derive(Debug)]
pub(super) struct SpooledChunk {
    pub chunk: FinishedChunk,
    /// The attempt that bought the answers.
    pub epoch: i64,
    /// What providers charge for that attempt, by project.
    pub cost: BTreeMap<String, Points>,
}

/// The first part of a file; histogram and results follow.
#[derive(Serialize, Deserialize)]
struct Header {
    epoch: i64,
    tallies: Vec<Tally>,
    /// Chunks of earlier versions have none.
    #[serde(default)]
    suppressed: i64,
    cost: BTreeMap<String, Points>,
    histogram_bytes: usize,
}

/// A folder of finished chunks.
#[derive(Debug, Clone)]
pub(crate) struct Spool {
    folder: PathBuf,
    /// Most bytes of all files together.
    limit: u64,
}

impl Spool {
    pub fn new(folder: PathBuf) -> Self {
        Self { folder, limit: SPOOL_BYTES }
    }

    fn file(&self, task: TaskId, seq: i64) -> PathBuf {
        self.folder.join(format!("{task}-{seq}.chunk"))
    }

    /// Keeps a chunk until it is removed. Fails if the files would exceed the limit.
    pub(super) async fn keep(
        &self,
        chunk: ClaimedChunk,
        finished: &FinishedChunk,
        cost: BTreeMap<String, Points>,
    ) -> io::Result<()> {
        let header = Header {
            epoch: chunk.epoch,
            tallies: finished.tallies.clone(),
            suppressed: finished.suppressed,
            cost,
            histogram_bytes: finished.histogram.len(),
        };
        let header = serde_json::to_vec(&header)?;
        let (spool, finished) = (self.clone(), finished.clone());
        let file = self.file(chunk.task, chunk.seq);
        let write = move || {
            let length = u32::try_from(header.len()).map_err(io::Error::other)?.to_le_bytes();
            let parts = [&length[..], &header, &finished.histogram, &finished.results];
            spool.write(&file, &parts)
        };
        off_thread(write).await.map_err(io::Error::other)?
    }

    fn write(&self, file: &Path, parts: &[&[u8]]) -> io::Result<()> {
        fs::DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        let size: u64 = parts.iter().map(|part| part.len() as u64).sum();
        let stored: u64 =
            self.files()?.iter().filter_map(|file| file.metadata().ok()).map(|file| file.len()).sum();
        if stored + size > self.limit {
            return Err(io::Error::new(io::ErrorKind::StorageFull, "the spool is full"));
        }
        let partial = file.with_extension("partial");
        let mut out = File::options().create(true).truncate(true).write(true).mode(0o600).open(&partial)?;
        for part in parts {
            out.write_all(part)?;
        }
        out.sync_all()?;
        fs::rename(&partial, file)
    }

    fn files(&self) -> io::Result<Vec<PathBuf>> {
        match fs::read_dir(&self.folder) {
            Ok(entries) => entries.map(|entry| Ok(entry?.path())).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            Err(error) => Err(error),
        }
    }

    /// The chunk of an earlier attempt, if it was kept and can be read.
    pub(super) async fn find(&self, task: TaskId, seq: i64) -> Option<SpooledChunk> {
        let file = self.file(task, seq);
        match off_thread(move || read(&file)).await {
            Ok(Ok(found)) => found,
            Ok(Err(error)) => {
                tracing::warn!(%task, seq, %error, "a spooled chunk cannot be read; its numbers are asked again");
                None
            }
            Err(_) => None,
        }
    }

    /// Removes a chunk that is stored or no longer needed.
    pub(super) async fn remove(&self, task: TaskId, seq: i64) {
        let file = self.file(task, seq);
        let removed = off_thread(move || fs::remove_file(file)).await;
        if let Err(error) = removed.unwrap_or_else(|error| Err(io::Error::other(error)))
            && error.kind() != io::ErrorKind::NotFound
        {
            tracing::warn!(%task, seq, %error, "failed to remove a spooled chunk");
        }
    }

    /// Deletes files that nobody asked for.
    pub(super) async fn sweep(&self, now: SystemTime) -> io::Result<()> {
        let spool = self.clone();
        off_thread(move || spool.delete_old(now)).await.map_err(io::Error::other)?
    }

    fn delete_old(&self, now: SystemTime) -> io::Result<()> {
        for file in self.files()? {
            let age = now.duration_since(file.metadata()?.modified()?).unwrap_or_default();
            if age > KEPT_FOR {
                fs::remove_file(file)?;
            }
        }
        Ok(())
    }
}

fn read(file: &Path) -> io::Result<Option<SpooledChunk>> {
    let mut content = Vec::new();
    match File::open(file) {
        Ok(mut file) => file.read_to_end(&mut content)?,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    let damaged = || io::Error::new(io::ErrorKind::InvalidData, "the file is damaged");
    let content = Bytes::from(content);
    let length =
        content.first_chunk::<4>().map(|bytes| u32::from_le_bytes(*bytes) as usize).ok_or_else(damaged)?;
    let header: Header = serde_json::from_slice(content.get(4..4 + length).ok_or_else(damaged)?)?;
    let histogram = 4 + length..4 + length + header.histogram_bytes;
    let results = content.slice(histogram.end.min(content.len())..);
    Ok(Some(SpooledChunk {
        chunk: FinishedChunk {
            results,
            histogram: content.get(histogram).ok_or_else(damaged)?.to_vec(),
            tallies: header.tallies,
            suppressed: header.suppressed,
        },
        epoch: header.epoch,
        cost: header.cost,
    }))
}

#[cfg(test)]
mod tests {
    use numsift_model::id::Uid;

    use super::*;

    fn chunk(seq: i64) -> ClaimedChunk {
        ClaimedChunk { uid: Uid(1), task: TaskId(7), seq, epoch: 3, rows: 1 }
    }

    fn finished(bytes: usize) -> FinishedChunk {
        let results = Bytes::from(vec![9; bytes]);
        FinishedChunk { results, histogram: vec![1, 2, 3], tallies: vec![Tally::default(); 2], suppressed: 4 }
    }

    #[tokio::test]
    async fn a_chunk_is_kept_until_it_is_removed() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::new(folder.path().join("spool"));
        assert!(spool.find(TaskId(7), 1).await.is_none());
        let cost = BTreeMap::from([("whatsapp".to_owned(), Points(50))]);
        spool.keep(chunk(1), &finished(100), cost.clone()).await.unwrap();
        let found = spool.find(TaskId(7), 1).await.unwrap();
        assert_eq!((found.epoch, &found.cost, found.chunk.tallies.len()), (3, &cost, 2));
        assert_eq!((&found.chunk.results[..], &found.chunk.histogram[..]), (&[9; 100][..], &[1, 2, 3][..]));
        assert!(spool.find(TaskId(7), 2).await.is_none());
        spool.remove(TaskId(7), 1).await;
        assert!(spool.find(TaskId(7), 1).await.is_none());
    }

    #[tokio::test]
    async fn the_spool_is_limited_and_old_files_are_deleted() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool { limit: 2000, ..Spool::new(folder.path().to_owned()) };
        spool.keep(chunk(1), &finished(1000), BTreeMap::new()).await.unwrap();
        let full = spool.keep(chunk(2), &finished(1000), BTreeMap::new()).await.unwrap_err();
        assert_eq!(full.kind(), io::ErrorKind::StorageFull);
        spool.sweep(SystemTime::now()).await.unwrap();
        assert_eq!(spool.files().unwrap().len(), 1);
        spool.sweep(SystemTime::now() + KEPT_FOR + Duration::from_secs(5)).await.unwrap();
        assert_eq!(spool.files().unwrap().len(), 0);
    }

    #[tokio::test]
    async fn a_damaged_file_is_no_chunk() {
        let folder = tempfile::tempdir().unwrap();
        let spool = Spool::new(folder.path().to_owned());
        spool.keep(chunk(1), &finished(10), BTreeMap::new()).await.unwrap();
        let file = spool.file(TaskId(7), 1);
        let whole = fs::read(&file).unwrap();
        for length in [0, 3, 20] {
            fs::write(&file, &whole[..length]).unwrap();
            assert!(spool.find(TaskId(7), 1).await.is_none(), "{length}");
        }
    }
}
