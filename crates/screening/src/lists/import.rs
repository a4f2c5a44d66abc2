//! Imports: numbers sent with an API request, read while the client waits.

use std::fmt::Display;
use std::io::Write as _;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use numsift_intake::{Delimiter, Hints, Mapping};
use numsift_model::id::Uid;
use numsift_model::limits::{CALL_NUMBERS, CARRIED_COLUMNS};
use numsift_model::list::{List, ListKind, ListState, NewList};
use numsift_store::{Scope, Tx};
use sha2::{Digest, Sha256};
use tokio::io::AsyncWriteExt;

use super::hashing::Hashing;
use super::local_file::{LocalFile, preview_file};
use super::read::{FileToRead, Reader, read_file};
use super::upload::UploadLimits;
use super::{ListDocument, Lists, check_mapping};
use crate::{Result, ScreeningError};

/// A received file, kept on the local disk until it is imported.
pub struct IncomingFile {
    file: tempfile::NamedTempFile,
    name: String,
    bytes: u64,
    hash: [u8; 32],
    /// Whether a second column has the sender's own ids; only in files of numbers that were sent one by one.
    ids: bool,
}

/// Header of the column of ids.
const ID_COLUMN: &str = "id";

impl IncomingFile {
    pub async fn receive<E: Display>(
        name: &str,
        limits: UploadLimits,
        body: impl Stream<Item = std::result::Result<Bytes, E>> + Unpin,
    ) -> Result<Self> {
        Self::receive_from(name, limits, body.map(|part| part.map_err(|_| ScreeningError::CutOff))).await
    }

    /// [`IncomingFile::receive`] from a body that says itself why it ends early.
    pub async fn receive_from(
        name: &str,
        limits: UploadLimits,
        mut body: impl Stream<Item = Result<Bytes>> + Unpin,
    ) -> Result<Self> {
        let file = tempfile::NamedTempFile::new().map_err(ScreeningError::machine)?;
        let mut out = tokio::fs::File::from_std(file.reopen().map_err(ScreeningError::machine)?);
        let (hash, mut bytes) = (Hashing::begin(), 0_u64);
        while let Some(part) = body.next().await {
            let part = part?;
            bytes += part.len() as u64;
            if bytes > limits.bytes {
                return Err(ScreeningError::TooLarge { limit: limits.bytes });
            }
            hash.update(part.clone()).await?;
            out.write_all(&part).await.map_err(ScreeningError::machine)?;
        }
        out.flush().await.map_err(ScreeningError::machine)?;
        Ok(Self { file, name: name.to_owned(), bytes, hash: hash.finish().await?, ids: false })
    }

    /// A file with one number per line, and the sender's own id of each if there are any.
    pub fn of_lines(numbers: &[String], ids: &[String]) -> Result<Self> {
        let mut text = String::new();
        // A line break within a number must not split it into two.
        let in_line = |c: char| if c == '\n' || c == '\r' { ' ' } else { c };
        if ids.is_empty() {
            for number in numbers {
                text.extend(number.chars().map(in_line));
                text.push('\n');
            }
        }
        for (number, id) in numbers.iter().zip(ids) {
            let [number, id] = [number, id].map(|cell| cell.replace('"', "\"\""));
            text.push('"');
            text.extend(number.chars().map(in_line));
            text.push_str("\",\"");
            text.extend(id.chars().map(in_line));
            text.push_str("\"\n");
        }
        let mut file = tempfile::NamedTempFile::new().map_err(ScreeningError::machine)?;
        file.write_all(text.as_bytes()).map_err(ScreeningError::machine)?;
        let hash = Sha256::digest(text.as_bytes()).into();
        let (name, bytes) = ("numbers.txt".to_owned(), text.len() as u64);
        Ok(Self { file, name, bytes, hash, ids: !ids.is_empty() })
    }

    fn local(&self) -> Result<LocalFile> {
        Ok(LocalFile::of(self.file.reopen().map_err(ScreeningError::machine)?))
    }

    /// SHA-256 of the content.
    pub fn hash(&self) -> &[u8] {
        &self.hash
    }
}

/// A list whose segments are stored and whose row is not.
pub struct ImportedList {
    pub(super) list: NewList,
    pub(super) document: ListDocument,
}

impl ImportedList {
    /// Size of the file.
    pub fn bytes(&self) -> i64 {
        self.list.bytes
    }

    /// How many numbers can be checked.
    pub fn numbers(&self) -> i64 {
        self.list.numbers
    }

    pub fn document(&self) -> &ListDocument {
        &self.document
    }
}

impl Lists {
    /// Reads a file into segments: plain lines as they are, other files by the guessed mapping. A doubtful guess
    /// is refused unless the hints decide it. [`Lists::add_imported`] makes a list of it.
    pub async fn import(
        &self,
        uid: Uid,
        file: &IncomingFile,
        lines: bool,
        hints: Hints,
    ) -> Result<ImportedList> {
        let folder = self.new_folder(uid)?;
        let (local, name) = (file.local()?, file.name.clone());
        let (mapping, preview) = if lines {
            let plain = Mapping { default_country: hints.default_country, ..Mapping::default() };
            let with_ids = Mapping { delimiter: Delimiter::Comma, carried: vec![1], ..plain.clone() };
            (if file.ids { with_ids } else { plain }, None)
        } else {
            let earlier_countries = self.earlier_countries(uid).await?;
            let hints = Hints { earlier_countries, ..hints };
            let preview = preview_file(&self.readers, uid, local.reader(), &name, hints).await?;
            if !preview.confidence.sure {
                return Err(ScreeningError::Unclear(preview.confidence.questions));
            }
            let guessed = preview.mapping.clone();
            // All columns are returned with the results.
            let several = !guessed.more_columns.is_empty();
            let others = (0..preview.columns.len()).filter(|column| several || *column != guessed.column);
            let carried = others.take(CARRIED_COLUMNS).collect();
            (Mapping { carried, ..guessed }, Some(preview))
        };
        check_mapping(&mapping)?;
        let suppression = self.suppression.of(uid).await?;
        let to_read = FileToRead {
            file: local,
            name: name.clone(),
            mapping: mapping.clone(),
            suppression,
            folder: folder.clone(),
            build_set: false,
            most: CALL_NUMBERS,
            scratch: self.scratch.clone(),
        };
        let read = read_file(&self.objects, to_read, Reader::Caller(&self.readers, uid)).await?;
        let now = self.clock.now();
        let expires_at = self.expiry(&mut *self.store.read().await?, now).await?;
        let list = NewList {
            uid,
            kind: ListKind::Upload,
            state: ListState::Ready,
            name: name.clone(),
            file_name: name,
            source: None,
            bytes: i64::try_from(file.bytes).unwrap_or(i64::MAX),
            sha256: String::new(),
            document: String::new(),
            numbers: i64::try_from(read.analysis.accepted).unwrap_or(i64::MAX),
            created_at: now,
            expires_at: Some(expires_at),
        };
        let mut document = ListDocument {
            mapping: Some(mapping),
            analysis: Some(read.analysis),
            segments: read.segments,
            rejected: read.rejected,
            set_aside: read.set_aside,
            test_numbers: read.test_numbers,
            folder,
            ..ListDocument::default()
        };
        document.name_columns(preview.as_ref());
        if file.ids {
            document.carried = vec![ID_COLUMN.to_owned()];
        }
        Ok(ImportedList { list, document })
    }

    /// Adds an imported list under a name.
    pub async fn add_imported(&self, tx: &mut dyn Tx, imported: &ImportedList, name: &str) -> Result<List> {
        let document = imported.document.to_json()?;
        let new = NewList { name: name.to_owned(), document, ..imported.list.clone() };
        let id = tx.add_list(&new).await?;
        tx.list(Scope::All, id).await?.ok_or(ScreeningError::NotFound)
    }

    /// Deletes the objects of an imported list that was not added.
    pub async fn discard_imported(&self, imported: ImportedList) {
        let objects = imported.document.segments.into_iter().map(|segment| segment.object);
        for object in objects.chain(imported.document.rejected).chain(imported.document.set_aside) {
            self.delete_unreferenced(&object).await;
        }
    }
}
