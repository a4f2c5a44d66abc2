//! An object as a local file: the intake needs one that it can seek in.

use std::path::{Path, PathBuf};

use futures_util::StreamExt;
use numsift_intake::{Hints, IntakeError, Preview, preview};
use numsift_segments::Objects;
use tokio::io::AsyncWriteExt;

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

/// Reads the beginning of a file and guesses its mapping.
pub(crate) async fn preview_file(path: &Path, file_name: &str, hints: Hints) -> Result<Preview> {
    let (path, name) = (path.to_owned(), file_name.to_owned());
    let previewed = tokio::task::spawn_blocking(move || {
        let file = std::fs::File::open(path).map_err(IntakeError::Io)?;
        preview(file, &name, &hints)
    });
    let previewed = previewed.await.map_err(ScreeningError::machine)?;
    if let Err(error) = &previewed {
        tracing::info!(code = intake_code(error), "an uploaded file cannot be read");
    }
    Ok(previewed?)
}
