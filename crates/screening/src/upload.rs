//! Uploads, streamed to the object store as they come in.

use std::fmt::Write as _;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use numsift_intake::{Hints, IntakeError, preview};
use numsift_model::clock::random_text;
use numsift_model::id::{ListId, Uid};
use numsift_model::list::{List, ListKind, ListState, NewList};
use numsift_store::Scope;

use crate::engine::Screening;
use crate::hashing::Hashing;
use crate::list_document::ListDocument;
use crate::lists::intake_code;
use crate::{Result, ScreeningError};

/// How much may be uploaded.
#[derive(Debug, Clone, Copy)]
pub struct UploadLimits {
    /// Bytes of one file.
    pub bytes: u64,
}

impl Default for UploadLimits {
    fn default() -> Self {
        Self { bytes: 500 * 1024 * 1024 }
    }
}

/// A file to be uploaded.
#[derive(Debug, Clone)]
pub struct Upload {
    /// Whose it is.
    pub uid: Uid,
    /// What it is for.
    pub kind: ListKind,
    /// What its owner calls it; the file's name when empty.
    pub name: String,
    /// Name of the file.
    pub file_name: String,
}

/// Longest name of a list or a file that is kept.
const NAME_CHARS: usize = 120;

impl Screening {
    /// Takes a file in, looks at its beginning, and stores it as a list that waits for its mapping. Also
    /// says which list of this account was made of the same file.
    pub async fn upload<E: std::fmt::Display>(
        &self,
        upload: Upload,
        limits: UploadLimits,
        mut body: impl Stream<Item = std::result::Result<Bytes, E>> + Unpin,
    ) -> Result<(List, Option<ListId>)> {
        let random = random_text(&*self.0.entropy, 16).map_err(ScreeningError::machine)?;
        let folder = format!("lists/{}/{random}", upload.uid);
        let source = format!("{folder}/source");
        let mut writer = self.0.objects.writer(&source)?;
        let hash = Hashing::begin();
        while let Some(part) = body.next().await {
            let Ok(part) = part else {
                writer.abort().await;
                return Err(ScreeningError::CutOff);
            };
            if writer.written() + part.len() as u64 > limits.bytes {
                writer.abort().await;
                return Err(ScreeningError::TooLarge { limit: limits.bytes });
            }
            hash.update(part.clone()).await?;
            writer.write(part).await?;
        }
        let bytes = writer.finish().await?;
        let sha256 = hexadecimal(&hash.finish().await?);
        let stored = self.store_upload(&upload, &folder, &source, bytes, sha256).await;
        if stored.is_err() {
            // Nobody knows of the file: it must not stay.
            let _ = self.0.objects.delete(&source).await;
        }
        stored
    }

    async fn store_upload(
        &self,
        upload: &Upload,
        folder: &str,
        source: &str,
        bytes: u64,
        sha256: String,
    ) -> Result<(List, Option<ListId>)> {
        let looked = self.look(source, &upload.file_name, Hints::default()).await?;
        let document =
            ListDocument { preview: Some(looked), folder: folder.to_owned(), ..Default::default() };
        let now = self.0.clock.now();
        let short = |text: &str| text.trim().chars().take(NAME_CHARS).collect::<String>();
        let file_name = short(&upload.file_name);
        let name = if upload.name.trim().is_empty() { file_name.clone() } else { short(&upload.name) };
        let mut tx = self.0.store.begin().await?;
        let same = tx.list_with_hash(upload.uid, &sha256).await?;
        let retention = tx.settings().await?.retention_days;
        let new = NewList {
            uid: upload.uid,
            kind: upload.kind,
            state: ListState::Uploaded,
            name,
            file_name,
            source: Some(source.to_owned()),
            bytes: i64::try_from(bytes).unwrap_or(i64::MAX),
            sha256,
            document: document.text()?,
            numbers: 0,
            created_at: now,
            // Kept lists are kept once they can be read; until then they are uploads like any other.
            expires_at: Some(now.plus(retention * 86_400)),
        };
        let id = tx.add_list(&new).await?;
        let list = tx.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        tx.save().await?;
        Ok((list, same))
    }

    /// Looks at the beginning of an uploaded file.
    pub(crate) async fn look(
        &self,
        source: &str,
        file_name: &str,
        hints: Hints,
    ) -> Result<numsift_intake::Preview> {
        let file = self.fetch(source).await?;
        let name = file_name.to_owned();
        let looked = tokio::task::spawn_blocking(move || {
            let opened = std::fs::File::open(file.path()).map_err(IntakeError::Io)?;
            preview(opened, &name, &hints)
        });
        let looked = looked.await.map_err(ScreeningError::machine)?;
        if let Err(error) = &looked {
            tracing::info!(code = intake_code(error), "an uploaded file cannot be read");
        }
        Ok(looked?)
    }

    /// The object as a file on this machine: in place, or fetched into a temporary one.
    pub(crate) async fn fetch(&self, object: &str) -> Result<LocalFile> {
        if let Some(path) = self.0.objects.local_path(object) {
            return Ok(LocalFile::InPlace(path));
        }
        let temporary = tempfile::NamedTempFile::new().map_err(ScreeningError::machine)?;
        let mut file = tokio::fs::File::from_std(temporary.reopen().map_err(ScreeningError::machine)?);
        let mut parts = self.0.objects.stream(object).await?;
        while let Some(part) = parts.next().await {
            tokio::io::AsyncWriteExt::write_all(&mut file, &part?).await.map_err(ScreeningError::machine)?;
        }
        tokio::io::AsyncWriteExt::flush(&mut file).await.map_err(ScreeningError::machine)?;
        Ok(LocalFile::Temporary(temporary))
    }
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
        // Writing to a text cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// A file that can be read and searched.
pub(crate) enum LocalFile {
    /// The object store is a folder.
    InPlace(std::path::PathBuf),
    /// Removed when this is dropped.
    Temporary(tempfile::NamedTempFile),
}

impl LocalFile {
    pub fn path(&self) -> &std::path::Path {
        match self {
            Self::InPlace(path) => path,
            Self::Temporary(file) => file.path(),
        }
    }
}
