//! Uploads, streamed to the object store while they are received.

use std::collections::BTreeMap;
use std::fmt::Display;
use std::fs::File;

use bytes::Bytes;
use futures_util::{Stream, StreamExt};
use numsift_intake::{Hints, IntakeError};
use numsift_model::id::{ListId, Uid};
use numsift_model::limits::{CALL_FILE, NAME_CHARS, UPLOAD_BYTES};
use numsift_model::list::{List, ListKind, ListState, NewList};
use numsift_segments::Objects;
use numsift_store::Tx;

use super::hashing::Hashing;
use super::local_file::{LocalFile, preview_file};
use super::remote_file::RemoteFile;
use super::suppression_edit::require_suppression_room;
use super::{ListDocument, Lists};
use crate::{Result, ScreeningError};

/// Version of a list that was just added.
const FIRST_VERSION: i64 = 1;
/// Latest lists of an account that are evidence for the country of the next one.
const EARLIER_LISTS: i64 = 10;

#[derive(Debug, Clone, Copy)]
pub struct UploadLimits {
    pub bytes: u64,
}

impl UploadLimits {
    /// For files whose numbers are read while the caller waits.
    pub const CALL: Self = Self { bytes: CALL_FILE };
    /// For files that become lists.
    pub const LIST: Self = Self { bytes: UPLOAD_BYTES };
}

/// Describes the file to be uploaded.
#[derive(Debug, Clone)]
pub struct Upload {
    pub uid: Uid,
    /// Name of the account.
    pub username: String,
    pub kind: ListKind,
    /// Name of the list; the file's name when empty.
    pub name: String,
    pub file_name: String,
}

/// A file in the object store that no list refers to yet.
#[derive(Debug)]
pub struct ReceivedUpload {
    upload: Upload,
    source: String,
    bytes: u64,
    sha256: String,
    document: ListDocument,
}

impl ReceivedUpload {
    /// Size of the file.
    pub fn bytes(&self) -> i64 {
        i64::try_from(self.bytes).unwrap_or(i64::MAX)
    }
}

impl Lists {
    /// Receives a file into the object store and previews it. [`Lists::add_received`] makes a list of it. A file that
    /// cannot be read is deleted again.
    pub async fn receive<E: Display>(
        &self,
        upload: Upload,
        limits: UploadLimits,
        body: impl Stream<Item = std::result::Result<Bytes, E>> + Unpin,
    ) -> Result<ReceivedUpload> {
        self.receive_from(upload, limits, body.map(|part| part.map_err(|_| ScreeningError::CutOff))).await
    }

    /// [`Lists::receive`] from a body that says itself why it ends early.
    pub async fn receive_from(
        &self,
        upload: Upload,
        limits: UploadLimits,
        body: impl Stream<Item = Result<Bytes>> + Unpin,
    ) -> Result<ReceivedUpload> {
        let folder = self.new_folder(upload.uid)?;
        let source = format!("{folder}/source");
        let (bytes, hash) = receive_into(&self.objects, &source, limits, body).await?;
        match self.preview(upload.uid, &source, &upload.file_name, Hints::default()).await {
            Ok(preview) => {
                let document = ListDocument { preview: Some(preview), folder, ..ListDocument::default() };
                Ok(ReceivedUpload { upload, source, bytes, sha256: hex::encode(hash), document })
            }
            Err(error) => {
                self.delete_unreferenced(&source).await;
                Err(error)
            }
        }
    }

    /// Adds a list for a received file; it waits for its mapping. Also returns an earlier list of this account with the
    /// same content.
    pub async fn add_received(
        &self,
        tx: &mut dyn Tx,
        received: &ReceivedUpload,
    ) -> Result<(List, Option<ListId>)> {
        let ReceivedUpload { upload, source, sha256, document, .. } = received;
        if upload.kind == ListKind::Suppression {
            require_suppression_room(tx, upload.uid).await?;
        }
        let now = self.clock.now();
        // The rest of a longer name is cut off.
        let cut = |text: &str| text.trim().chars().take(NAME_CHARS).collect::<String>();
        let file_name = cut(&upload.file_name);
        let name = if upload.name.trim().is_empty() { file_name.clone() } else { cut(&upload.name) };
        let same = tx.list_with_hash(upload.uid, sha256).await?;
        let new = NewList {
            uid: upload.uid,
            kind: upload.kind,
            state: ListState::Uploaded,
            name,
            file_name,
            source: Some(source.clone()),
            bytes: received.bytes(),
            sha256: sha256.clone(),
            document: document.to_json()?,
            numbers: 0,
            created_at: now,
            // Saved lists stop expiring once they are analysed.
            expires_at: Some(self.expiry(tx, now).await?),
        };
        let id = tx.add_list(&new).await?;
        Ok((
            List {
                id,
                username: upload.username.clone(),
                version: FIRST_VERSION,
                note: String::new(),
                data: new,
            },
            same,
        ))
    }

    /// Deletes a received file whose list was not saved.
    pub async fn discard_received(&self, received: ReceivedUpload) {
        self.delete_unreferenced(&received.source).await;
    }

    /// Previews an uploaded file.
    pub(super) async fn preview(
        &self,
        uid: Uid,
        source: &str,
        file_name: &str,
        hints: Hints,
    ) -> Result<numsift_intake::Preview> {
        let hints = Hints { earlier_countries: self.earlier_countries(uid).await?, ..hints };
        // Only the parts of the file that a preview needs are read.
        let Some(path) = self.objects.local_path(source) else {
            let file = RemoteFile::open(&self.objects, source).await?;
            return preview_file(&self.readers, uid, file, file_name, hints).await;
        };
        let file = LocalFile::of(File::open(path).map_err(IntakeError::Io)?);
        preview_file(&self.readers, uid, file.reader(), file_name, hints).await
    }

    /// The default countries of the account's latest lists, most frequent first.
    pub(super) async fn earlier_countries(&self, uid: Uid) -> Result<Vec<String>> {
        let lists = self.store.read().await?.latest_lists(uid, EARLIER_LISTS).await?;
        let mut counts = BTreeMap::<String, usize>::new();
        for list in &lists {
            let mapping = ListDocument::of(list)?.mapping;
            if let Some(country) = mapping.and_then(|mapping| mapping.default_country) {
                *counts.entry(country).or_default() += 1;
            }
        }
        let mut countries: Vec<(String, usize)> = counts.into_iter().collect();
        countries.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
        Ok(countries.into_iter().map(|(country, _)| country).collect())
    }
}

/// Writes a body to an object, and returns its size and SHA-256. If it fails, nothing remains.
pub(crate) async fn receive_into(
    objects: &Objects,
    object: &str,
    limits: UploadLimits,
    mut body: impl Stream<Item = Result<Bytes>> + Unpin,
) -> Result<(u64, [u8; 32])> {
    let mut writer = objects.writer(object)?;
    let hash = Hashing::begin();
    while let Some(part) = body.next().await {
        let part = match part {
            Ok(part) => part,
            Err(error) => {
                writer.abort().await;
                return Err(error);
            }
        };
        if writer.written() + part.len() as u64 > limits.bytes {
            writer.abort().await;
            return Err(ScreeningError::TooLarge { limit: limits.bytes });
        }
        hash.update(part.clone()).await?;
        writer.write(part).await?;
    }
    let bytes = writer.finish().await?;
    Ok((bytes, hash.finish().await?))
}
