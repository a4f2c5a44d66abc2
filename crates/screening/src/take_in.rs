//! Numbers that are read at once, while their sender waits: a list that can be used when this is done.

use std::io::Write as _;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use numsift_intake::{Hints, Mapping};
use numsift_model::clock::random_text;
use numsift_model::id::Uid;
use numsift_model::list::{List, ListKind, ListState, NewList};
use numsift_store::{Scope, Tx};
use sha2::{Digest, Sha256};

use crate::analyse::FileRead;
use crate::engine::Screening;
use crate::hashing::Hashing;
use crate::list_document::ListDocument;
use crate::upload::UploadLimits;
use crate::{Result, ScreeningError};

/// A file on its way in, kept on this machine until it was read.
pub struct IncomingFile {
    file: tempfile::NamedTempFile,
    name: String,
    bytes: u64,
    hash: [u8; 32],
}

impl IncomingFile {
    /// Takes a file in.
    pub async fn receive<E: std::fmt::Display>(
        name: &str,
        limits: UploadLimits,
        mut body: impl Stream<Item = std::result::Result<Bytes, E>> + Unpin,
    ) -> Result<Self> {
        let file = tempfile::NamedTempFile::new().map_err(ScreeningError::machine)?;
        let mut out = tokio::fs::File::from_std(file.reopen().map_err(ScreeningError::machine)?);
        let (hash, mut bytes) = (Hashing::begin(), 0_u64);
        while let Some(part) = body.next().await {
            let Ok(part) = part else { return Err(ScreeningError::CutOff) };
            bytes += part.len() as u64;
            if bytes > limits.bytes {
                return Err(ScreeningError::TooLarge { limit: limits.bytes });
            }
            hash.update(part.clone()).await?;
            tokio::io::AsyncWriteExt::write_all(&mut out, &part).await.map_err(ScreeningError::machine)?;
        }
        tokio::io::AsyncWriteExt::flush(&mut out).await.map_err(ScreeningError::machine)?;
        Ok(Self { file, name: name.to_owned(), bytes, hash: hash.finish().await? })
    }

    /// Numbers that came one by one, as a file of lines.
    pub fn of_lines(numbers: &[String]) -> Result<Self> {
        let mut text = String::new();
        for number in numbers {
            // A number is one line, whatever its sender wrote.
            text.extend(number.chars().map(|c| if c == '\n' || c == '\r' { ' ' } else { c }));
            text.push('\n');
        }
        let mut file = tempfile::NamedTempFile::new().map_err(ScreeningError::machine)?;
        file.write_all(text.as_bytes()).map_err(ScreeningError::machine)?;
        let hash = Sha256::digest(text.as_bytes()).into();
        Ok(Self { file, name: "numbers.txt".to_owned(), bytes: text.len() as u64, hash })
    }

    /// What it holds, as a hash.
    pub fn hash(&self) -> &[u8] {
        &self.hash
    }
}

/// A list that was read, and that the database does not know yet.
pub struct TakenIn {
    list: NewList,
    read: FileRead,
    document: ListDocument,
}

impl TakenIn {
    /// Numbers that can be checked.
    pub fn numbers(&self) -> i64 {
        self.list.numbers
    }
}

impl Screening {
    /// Reads a file: lines of numbers by a plain mapping, other files by the mapping that is guessed.
    pub async fn take_in(
        &self,
        uid: Uid,
        file: &IncomingFile,
        lines: bool,
        country: Option<String>,
    ) -> Result<TakenIn> {
        let random = random_text(&*self.0.entropy, 16).map_err(ScreeningError::machine)?;
        let folder = format!("lists/{uid}/{random}");
        let (path, name) = (file.file.path().to_owned(), file.name.clone());
        let mapping = if lines {
            Mapping { default_country: country, ..Mapping::default() }
        } else {
            let hints = Hints { default_country: country.clone(), ..Hints::default() };
            let (path, name) = (path.clone(), name.clone());
            let looked = tokio::task::spawn_blocking(move || {
                let opened = std::fs::File::open(path).map_err(numsift_intake::IntakeError::Io)?;
                numsift_intake::preview(opened, &name, &hints)
            });
            let guessed = looked.await.map_err(ScreeningError::machine)??.mapping;
            Mapping { default_country: country.or(guessed.default_country.clone()), ..guessed }
        };
        let suppression = self.suppression(uid).await?;
        let total = i64::try_from(file.bytes).unwrap_or(i64::MAX);
        let read =
            self.read_numbers(path, name.clone(), mapping.clone(), suppression, &folder, false, None).await?;
        let now = self.0.clock.now();
        let retention = self.0.store.read().await?.settings().await?.retention_days;
        let document = ListDocument { mapping: Some(mapping), folder, ..ListDocument::default() };
        let list = NewList {
            uid,
            kind: ListKind::Upload,
            state: ListState::Ready,
            name: name.clone(),
            file_name: name,
            source: None,
            bytes: total,
            sha256: String::new(),
            document: String::new(),
            numbers: i64::try_from(read.analysis.accepted).unwrap_or(i64::MAX),
            created_at: now,
            expires_at: Some(now.plus(retention * 86_400)),
        };
        Ok(TakenIn { list, read, document })
    }

    /// Makes a list of what was read.
    pub async fn add_taken_in(&self, tx: &mut dyn Tx, taken: &TakenIn, name: &str) -> Result<List> {
        let read = &taken.read;
        let document = ListDocument {
            analysis: Some(read.analysis.clone()),
            segments: read.segments.clone(),
            rejected: read.rejected.clone(),
            test_numbers: read.test_numbers,
            ..taken.document.clone()
        };
        let new = NewList { name: name.to_owned(), document: document.text()?, ..taken.list.clone() };
        let id = tx.add_list(&new).await?;
        tx.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)
    }

    /// Removes the files of what was read and is not wanted after all.
    pub async fn drop_taken_in(&self, taken: TakenIn) {
        let objects = taken.read.segments.into_iter().map(|segment| segment.object);
        for object in objects.chain(taken.read.rejected) {
            // What cannot be removed now is swept with other files that nobody knows of.
            let _ = self.0.objects.delete(&object).await;
        }
    }
}
