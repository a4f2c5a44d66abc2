//! An object as a local file: the intake needs one that it can seek in.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::StreamExt;
use numsift_intake::{Hints, IntakeError, Preview, preview};
use numsift_model::id::Uid;
use numsift_segments::{Objects, SegmentError};
use numsift_turns::{Turns, give_way};
use tokio::io::AsyncWriteExt;

use super::check_further;
use super::scratch::Scratch;
use crate::error::intake_code;
use crate::{Result, ScreeningError};

/// An open file on the local disk, which several readers can share.
#[derive(Clone)]
pub(crate) struct LocalFile(Arc<File>);

impl LocalFile {
    pub fn of(file: File) -> Self {
        Self(Arc::new(file))
    }

    /// The file of an object if the object store is a folder, else a downloaded copy.
    pub async fn fetch(objects: &Objects, object: &str, scratch: &Scratch) -> Result<Self> {
        if let Some(path) = objects.local_path(object) {
            return match File::open(path) {
                Ok(file) => Ok(Self::of(file)),
                Err(error) => Err(ScreeningError::Intake(IntakeError::Io(error))),
            };
        }
        let file = scratch.file().map_err(ScreeningError::machine)?;
        let mut copy = tokio::fs::File::from_std(file.try_clone().map_err(ScreeningError::machine)?);
        let mut parts = objects.stream(object).await?;
        while let Some(part) = parts.next().await {
            copy.write_all(&part?).await.map_err(ScreeningError::machine)?;
        }
        copy.flush().await.map_err(ScreeningError::machine)?;
        Ok(Self::of(file))
    }

    /// Reads from the beginning.
    pub fn reader(&self) -> LocalReader {
        LocalReader { file: self.0.clone(), at: 0 }
    }
}

/// Reads a local file. Each reader has a position of its own.
pub(crate) struct LocalReader {
    file: Arc<File>,
    at: u64,
}

impl Read for LocalReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.file.read_at(buffer, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

impl Seek for LocalReader {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = position(self.at, self.file.metadata()?.len(), to)?;
        Ok(self.at)
    }
}

/// The position that a seek leads to.
pub(super) fn position(at: u64, size: u64, to: SeekFrom) -> io::Result<u64> {
    let (base, offset) = match to {
        SeekFrom::Start(at) => (at, 0),
        SeekFrom::Current(offset) => (at, offset),
        SeekFrom::End(offset) => (size, offset),
    };
    let outside = || io::Error::new(io::ErrorKind::InvalidInput, "a position before the file");
    base.checked_add_signed(offset).ok_or_else(outside)
}

/// A file that cannot be read any more once the caller has gone.
struct Abandonable<F> {
    file: F,
    abandoned: Arc<AtomicBool>,
}

impl<F: Read> Read for Abandonable<F> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.abandoned.load(Ordering::Relaxed) {
            return Err(io::Error::other(IntakeError::Cancelled));
        }
        give_way();
        self.file.read(buffer)
    }
}

impl<F: Seek> Seek for Abandonable<F> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Reads the beginning of a file and guesses its mapping, when it is the account's turn.
pub(crate) async fn preview_file(
    turns: &Turns,
    uid: Uid,
    file: impl Read + Seek + Send + 'static,
    file_name: &str,
    hints: Hints,
) -> Result<Preview> {
    check_further(&hints.more_columns, &hints.more_sheets)?;
    let name = file_name.to_owned();
    let previewed = turns.run(uid, move |work| {
        preview(Abandonable { file, abandoned: work.abandoned().clone() }, &name, &hints)
    });
    let previewed = previewed.await?;
    if let Err(error) = &previewed {
        tracing::info!(code = intake_code(error), "an uploaded file cannot be read");
    }
    previewed.map_err(unwrap_store)
}

/// A fault of the object store that passed through a reader.
fn unwrap_store(error: IntakeError) -> ScreeningError {
    match error {
        IntakeError::Io(error) => match error.downcast::<SegmentError>() {
            Ok(fault) => fault.into(),
            Err(error) => IntakeError::Io(error).into(),
        },
        other => other.into(),
    }
}
