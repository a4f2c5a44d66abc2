//! Files that accounts send, whole or in parts, before a task or a list uses them. A part is an object; what has been
//! received is in the database, so that every node can take the next part.

mod append;
mod checksum;

use std::sync::Arc;

use bytes::Bytes;
use futures_util::stream::{self, BoxStream};
use futures_util::{Stream, StreamExt, TryStreamExt};
use numsift_model::clock::{Clock, Entropy, Timestamp, random_text};
use numsift_model::file::{FilePart, FileProgress, NewFile, StoredFile};
use numsift_model::id::{FileId, Uid};
use numsift_model::limits::{FILE_KEPT_S, FILE_NAME, FILES, OPEN_UPLOADS, UPLOAD_BYTES};
use numsift_model::rule::Rule;
use numsift_segments::Objects;
use numsift_store::{Scope, Store, Tx};

pub use self::checksum::Checksum;
use crate::lists::{IncomingFile, UploadLimits, receive_into};
use crate::{Result, ScreeningError};

/// Files, as request handlers use them.
#[derive(Clone)]
pub struct Files {
    store: Arc<dyn Store>,
    objects: Objects,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
}

/// A whole file in the object store that no row refers to yet.
#[derive(Debug)]
pub struct ReceivedFile {
    new: NewFile,
    object: String,
    sha256: String,
}

impl ReceivedFile {
    pub fn name(&self) -> &str {
        &self.new.name
    }

    /// Size of the file.
    pub fn bytes(&self) -> i64 {
        self.new.bytes
    }

    /// SHA-256 of the content in hex.
    pub fn sha256(&self) -> &str {
        &self.sha256
    }
}

impl Files {
    pub(crate) fn new(
        store: Arc<dyn Store>,
        objects: Objects,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
    ) -> Self {
        Self { store, objects, clock, entropy }
    }

    /// Receives a whole file into the object store. [`Files::add_received`] adds it.
    pub async fn receive(
        &self,
        uid: Uid,
        name: &str,
        limits: UploadLimits,
        body: impl Stream<Item = Result<Bytes>> + Unpin,
    ) -> Result<ReceivedFile> {
        let mut new = self.new_file(uid, name, 0)?;
        let object = format!("{}/0", new.folder);
        let (bytes, hash) = receive_into(&self.objects, &object, limits, body).await?;
        new.bytes = i64::try_from(bytes).unwrap_or(i64::MAX);
        let received = ReceivedFile { new, object, sha256: hex::encode(hash) };
        if bytes == 0 {
            self.discard_received(received).await;
            return Err(ScreeningError::Wrong("file", Rule::File));
        }
        Ok(received)
    }

    /// Adds a received file.
    pub async fn add_received(&self, tx: &mut dyn Tx, received: &ReceivedFile) -> Result<StoredFile> {
        let ReceivedFile { new, object, sha256 } = received;
        has_room(tx, new.uid, false).await?;
        let id = tx.add_file(new).await?;
        let part = FilePart { at: 0, bytes: new.bytes, object: object.clone() };
        let progress = FileProgress {
            hash_state: String::new(),
            sha256: Some(sha256.clone()),
            expires_at: new.expires_at,
        };
        tx.add_file_part(id, &part, &progress).await?;
        self.get(tx, Scope::Own(new.uid), id).await
    }

    /// Deletes a received file that was not added.
    pub async fn discard_received(&self, received: ReceivedFile) {
        self.delete(&received.object).await;
    }

    /// Refuses a size that no file can have.
    pub fn check_size(bytes: i64) -> Result<()> {
        match u64::try_from(bytes) {
            Ok(1..=UPLOAD_BYTES) => Ok(()),
            Ok(1..) => Err(ScreeningError::TooLarge { limit: UPLOAD_BYTES }),
            _ => Err(ScreeningError::Wrong("bytes", Rule::AtLeast(1))),
        }
    }

    /// Adds a file that is sent in parts.
    pub async fn begin(&self, tx: &mut dyn Tx, uid: Uid, name: &str, bytes: i64) -> Result<StoredFile> {
        Self::check_size(bytes)?;
        has_room(tx, uid, true).await?;
        let id = tx.add_file(&self.new_file(uid, name, bytes)?).await?;
        self.get(tx, Scope::Own(uid), id).await
    }

    /// A file within `scope` that has not expired.
    pub async fn get(&self, tx: &mut dyn Tx, scope: Scope, id: FileId) -> Result<StoredFile> {
        let file = tx.file(scope, id).await?;
        let now = self.clock.now();
        file.filter(|file| file.new.expires_at > now).ok_or(ScreeningError::NoSuchFile)
    }

    /// [`Files::get`] for a file that a task or a list uses. It is kept longer then.
    pub async fn begin_use(&self, scope: Scope, id: FileId) -> Result<StoredFile> {
        let mut tx = self.store.begin().await?;
        let file = self.get(&mut *tx, scope, id).await?;
        if !file.is_complete() {
            let (received, bytes) = (file.received, file.new.bytes);
            return Err(ScreeningError::FileIncomplete { received, bytes });
        }
        if file.list.is_some() {
            return Err(ScreeningError::NoSuchFile);
        }
        tx.keep_file(id, self.expiry()).await?;
        tx.save().await?;
        Ok(file)
    }

    /// The content of a complete file as a file on the local disk.
    pub async fn fetch(&self, file: &StoredFile) -> Result<IncomingFile> {
        let limits = UploadLimits::CALL;
        if u64::try_from(file.new.bytes).unwrap_or(u64::MAX) > limits.bytes {
            return Err(ScreeningError::TooLarge { limit: limits.bytes });
        }
        IncomingFile::receive_from(&file.new.name, limits, self.open(file).await?).await
    }

    /// The content of a complete file.
    pub async fn open(&self, file: &StoredFile) -> Result<BoxStream<'static, Result<Bytes>>> {
        let parts = self.store.read().await?.file_parts(file.id).await?;
        let objects = self.objects.clone();
        let streams = stream::iter(parts).then(move |part| {
            let objects = objects.clone();
            async move { objects.stream(&part.object).await }
        });
        Ok(streams.try_flatten().map_err(ScreeningError::from).boxed())
    }

    /// Deletes the objects of a file that was deleted or became a list. What remains is swept later.
    pub async fn delete_objects(&self, file: &StoredFile) {
        let deleted = async {
            // A backup may copy them.
            if !self.store.read().await?.files_held(self.clock.now()).await? {
                self.objects.delete_folder(&file.new.folder).await?;
            }
            Ok::<_, ScreeningError>(())
        };
        if let Err(error) = deleted.await {
            tracing::info!(%error, folder = file.new.folder, "failed to delete the objects of a file; the sweep will");
        }
    }

    fn new_file(&self, uid: Uid, name: &str, bytes: i64) -> Result<NewFile> {
        let name: String = name.trim().replace('\0', "").chars().take(FILE_NAME).collect();
        Ok(NewFile {
            uid,
            name: if name.is_empty() { "numbers.txt".to_owned() } else { name },
            bytes,
            folder: format!("files/{uid}/{}", self.random()?),
            created_at: self.clock.now(),
            expires_at: self.expiry(),
        })
    }

    fn expiry(&self) -> Timestamp {
        self.clock.now().plus(FILE_KEPT_S)
    }

    fn random(&self) -> Result<String> {
        random_text(&*self.entropy, 16).map_err(ScreeningError::machine)
    }

    async fn delete(&self, object: &str) {
        if let Err(error) = self.objects.delete(object).await {
            tracing::info!(%error, object, "failed to delete an unreferenced object; the sweep will");
        }
    }
}

/// Refuses a further file of an account that may have no more. The caller has locked the account.
async fn has_room(tx: &mut dyn Tx, uid: Uid, in_parts: bool) -> Result<()> {
    let counts = tx.count_files(uid).await?;
    if counts.all >= FILES {
        return Err(ScreeningError::TooManyFiles { most: FILES });
    }
    if in_parts && counts.open >= OPEN_UPLOADS {
        return Err(ScreeningError::TooManyUploads { most: OPEN_UPLOADS });
    }
    Ok(())
}
