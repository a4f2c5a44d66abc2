//! Adds the next part of a file.

use std::time::Duration;

use bytes::{Bytes, BytesMut};
use futures_util::{Stream, StreamExt};
use numsift_model::file::{FilePart, FileProgress, StoredFile};
use numsift_model::limits::{FILE_PART, FILE_PARTS, FILE_WAIT_S};
use numsift_store::Scope;

use super::checksum::Hashes;
use super::{Checksum, Files};
use crate::{Result, ScreeningError};

/// A part whose object is stored and whose row is not.
type Staged = (FilePart, FileProgress);

impl Files {
    /// Adds the bytes of a body, which begin at `at`. They are stored piece by piece, so that an interrupted body loses
    /// little; with a checksum they count only if it is right. Goes on if the caller is dropped.
    pub async fn append<E, S>(
        &self,
        file: StoredFile,
        at: i64,
        checksum: Option<Checksum>,
        body: S,
    ) -> Result<StoredFile>
    where
        S: Stream<Item = std::result::Result<Bytes, E>> + Send + Unpin + 'static,
        E: Send,
    {
        if at != file.received {
            return Err(ScreeningError::WrongOffset { at: file.received });
        }
        let (files, scope, id) = (self.clone(), Scope::Own(file.new.uid), file.id);
        let appended = tokio::spawn(async move {
            let whole = checksum.is_some();
            let hashes = Hashes::resume(&file.hash_state, checksum)?;
            let mut appending = Appending { files, parts: file.parts, at, file, whole, staged: Vec::new() };
            let received = appending.receive(hashes, body).await;
            if received.is_err() {
                appending.discard().await;
            }
            received
        });
        appended.await.map_err(ScreeningError::machine)??;
        self.get(&mut *self.store.read().await?, scope, id).await
    }
}

/// A body that is being received.
struct Appending {
    files: Files,
    file: StoredFile,
    /// Where the next piece begins.
    at: i64,
    /// Pieces of the file so far.
    parts: i64,
    /// Pieces are committed together at the end.
    whole: bool,
    staged: Vec<Staged>,
}

impl Appending {
    async fn receive<E>(
        &mut self,
        mut hashes: Hashes,
        mut body: impl Stream<Item = std::result::Result<Bytes, E>> + Unpin,
    ) -> Result<()> {
        let mut piece = BytesMut::new();
        loop {
            let next = tokio::time::timeout(Duration::from_secs(FILE_WAIT_S), body.next()).await;
            let mut bytes = match next {
                Ok(Some(Ok(bytes))) => bytes,
                Ok(None) => break,
                Ok(Some(Err(_))) | Err(_) => {
                    if !self.whole && !piece.is_empty() {
                        self.store(hashes, piece.freeze()).await?;
                    }
                    return Err(ScreeningError::CutOff);
                }
            };
            let end = self.at + length(piece.len()) + length(bytes.len());
            if end > self.file.new.bytes {
                return Err(ScreeningError::BeyondEnd { bytes: self.file.new.bytes });
            }
            while !bytes.is_empty() {
                let now = bytes.split_to(bytes.len().min(FILE_PART - piece.len()));
                piece.extend_from_slice(&now);
                if piece.len() == FILE_PART {
                    hashes = self.store(hashes, piece.split().freeze()).await?;
                }
            }
        }
        if !piece.is_empty() {
            hashes = self.store(hashes, piece.freeze()).await?;
        }
        if !hashes.is_right() {
            return Err(ScreeningError::WrongChecksum);
        }
        self.commit().await
    }

    /// Stores a piece as an object.
    async fn store(&mut self, hashes: Hashes, piece: Bytes) -> Result<Hashes> {
        if self.parts >= FILE_PARTS {
            return Err(ScreeningError::TooManyParts { most: FILE_PARTS });
        }
        self.parts += 1;
        let (at, bytes) = (self.at, length(piece.len()));
        // A name of its own: another request may store the same bytes at the same time.
        let object = format!("{}/{at}-{}", self.file.new.folder, self.files.random()?);
        let hashes = hashes.add(piece.clone()).await?;
        self.files.objects.put(&object, piece).await?;
        self.at += bytes;
        let complete = self.at == self.file.new.bytes;
        let progress = FileProgress {
            hash_state: if complete { String::new() } else { hashes.state() },
            sha256: complete.then(|| hashes.sha256()),
            expires_at: self.files.expiry(),
        };
        self.staged.push((FilePart { at, bytes, object }, progress));
        if !self.whole {
            self.commit().await?;
        }
        Ok(hashes)
    }

    /// Adds the staged pieces to the file, unless another request was faster.
    async fn commit(&mut self) -> Result<()> {
        if self.staged.is_empty() {
            return Ok(());
        }
        let (scope, id) = (Scope::Own(self.file.new.uid), self.file.id);
        let mut tx = self.files.store.begin().await?;
        for (part, progress) in &self.staged {
            if !tx.add_file_part(id, part, progress).await? {
                let file = tx.file(scope, id).await?.ok_or(ScreeningError::NoSuchFile)?;
                return Err(ScreeningError::WrongOffset { at: file.received });
            }
        }
        // Not deleted if this fails: they may be saved nevertheless.
        self.staged.clear();
        tx.save().await?;
        Ok(())
    }

    /// Deletes the objects of the pieces that were not committed.
    async fn discard(&mut self) {
        for (part, _) in std::mem::take(&mut self.staged) {
            self.files.delete(&part.object).await;
        }
    }
}

fn length(bytes: usize) -> i64 {
    i64::try_from(bytes).unwrap_or(i64::MAX)
}
