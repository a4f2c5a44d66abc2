//! An object as a local file: the intake needs one that it can seek in.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures_util::StreamExt;
use numsift_intake::{Hints, IntakeError, Preview, preview};
use numsift_model::id::Uid;
use numsift_segments::Objects;
use numsift_turns::{Turns, give_way};
use tokio::io::AsyncWriteExt;

use super::check_further;
use crate::error::intake_code;
use crate::{Result, ScreeningError};

pub(crate) enum LocalFile {
    /// The object store is a folder, and this is the object's file.
    InPlace(PathBuf),
    /// A downloaded copy, deleted on drop.
    Temporary(tempfile::NamedTempFile),
}

impl LocalFile {
    pub async fn fetch(objects: &Objects, object: &str) -> Result<Self> {
        if let Some(path) = objects.local_path(object) {
            return Ok(Self::InPlace(path));
        }
        let temporary = tempfile::NamedTempFile::new().map_err(ScreeningError::machine)?;
        let mut file = tokio::fs::File::from_std(temporary.reopen().map_err(ScreeningError::machine)?);
        let mut parts = objects.stream(object).await?;
        while let Some(part) = parts.next().await {
            file.write_all(&part?).await.map_err(ScreeningError::machine)?;
        }
        file.flush().await.map_err(ScreeningError::machine)?;
        Ok(Self::Temporary(temporary))
    }

    pub fn path(&self) -> &Path {
        match self {
            Self::InPlace(path) => path,
            Self::Temporary(file) => file.path(),
        }
    }
}

/// A file that cannot be read any more once the caller has gone.
struct Abandonable {
    file: File,
    abandoned: Arc<AtomicBool>,
}

impl Read for Abandonable {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.abandoned.load(Ordering::Relaxed) {
            return Err(io::Error::other(IntakeError::Cancelled));
        }
        give_way();
        self.file.read(buffer)
    }
}

impl Seek for Abandonable {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.file.seek(to)
    }
}

/// Reads the beginning of a file and guesses its mapping, when it is the account's turn.
pub(crate) async fn preview_file(
    turns: &Turns,
    uid: Uid,
    path: &Path,
    file_name: &str,
    hints: Hints,
) -> Result<Preview> {
    check_further(&hints.more_columns, &hints.more_sheets)?;
    let (path, name) = (path.to_owned(), file_name.to_owned());
    let previewed = turns.run(uid, move |work| {
        let file = File::open(path).map_err(IntakeError::Io)?;
        preview(Abandonable { file, abandoned: work.abandoned().clone() }, &name, &hints)
    });
    let previewed = previewed.await?;
    if let Err(error) = &previewed {
        tracing::info!(code = intake_code(error), "an uploaded file cannot be read");
    }
    Ok(previewed?)
}
