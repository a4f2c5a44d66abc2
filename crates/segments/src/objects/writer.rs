//! Writes an object in pieces.

use bytes::{Bytes, BytesMut};
use object_store::path::Path as ObjectPath;
use object_store::{MultipartUpload, ObjectStoreExt, PutPayload};
use tokio::task::JoinSet;

use super::{Objects, meter, retry_write};
use crate::error::{Result, SegmentError};

/// Size of a part. Stores require the same size for all parts but the last.
const PART: usize = 8 * 1024 * 1024;
/// Parts uploaded at the same time.
const PARTS_AT_ONCE: usize = 3;

/// An object being written. If it is dropped or aborted, nothing remains.
pub struct ObjectWriter {
    objects: Objects,
    name: String,
    path: ObjectPath,
    /// Bytes of the next part.
    rest: BytesMut,
    written: u64,
    upload: Option<Box<dyn MultipartUpload>>,
    parts: JoinSet<object_store::Result<()>>,
}

impl std::fmt::Debug for ObjectWriter {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ObjectWriter({}, {} bytes)", self.name, self.written)
    }
}

impl ObjectWriter {
    pub(super) fn new(objects: Objects, name: String, path: ObjectPath) -> Self {
        Self { objects, name, path, rest: BytesMut::new(), written: 0, upload: None, parts: JoinSet::new() }
    }

    pub fn name(&self) -> &str {
        &self.name
    }

    /// Bytes written so far.
    pub fn written(&self) -> u64 {
        self.written
    }

    pub async fn write(&mut self, bytes: Bytes) -> Result<()> {
        self.written += bytes.len() as u64;
        if self.upload.is_some() && self.rest.is_empty() {
            // Allocate a whole part at once instead of growing it.
            self.rest.reserve(PART);
        }
        let mut bytes = &bytes[..];
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(PART - self.rest.len()));
            self.rest.extend_from_slice(now);
            bytes = later;
            if self.rest.len() == PART {
                self.send().await?;
            }
        }
        Ok(())
    }

    async fn send(&mut self) -> Result<()> {
        if self.upload.is_none() {
            let store = &self.objects.inner.store;
            self.upload = Some(retry_write(&self.name, || store.put_multipart(&self.path)).await?);
        }
        while self.parts.len() >= PARTS_AT_ONCE {
            self.join_one().await?;
        }
        let part = PutPayload::from_bytes(self.rest.split().freeze());
        if let Some(upload) = &mut self.upload {
            self.parts.spawn(upload.put_part(part));
        }
        Ok(())
    }

    async fn join_one(&mut self) -> Result<()> {
        match self.parts.join_next().await {
            None | Some(Ok(Ok(()))) => Ok(()),
            Some(Ok(Err(error))) => Err(SegmentError::store(&self.name, &error)),
            Some(Err(error)) => Err(SegmentError::unavailable(&self.name, error)),
        }
    }

    /// Makes the object visible and returns its size. On failure, nothing remains.
    pub async fn finish(mut self) -> Result<u64> {
        self.objects.inner.footers.forget(&self.name);
        if self.upload.is_none() {
            let bytes = self.rest.split().freeze();
            self.objects.put(&self.name, bytes).await?;
            return Ok(self.written);
        }
        let done = meter::timed("finish_upload", self.complete()).await;
        if let Err(error) = done {
            self.abort().await;
            return Err(error);
        }
        self.upload = None;
        meter::written(usize::try_from(self.written).unwrap_or(usize::MAX));
        Ok(self.written)
    }

    async fn complete(&mut self) -> Result<()> {
        if !self.rest.is_empty() {
            self.send().await?;
        }
        while !self.parts.is_empty() {
            self.join_one().await?;
        }
        match &mut self.upload {
            Some(upload) => {
                upload.complete().await.map_err(|error| SegmentError::store(&self.name, &error)).map(drop)
            }
            None => Ok(()),
        }
    }

    /// Discards the object.
    pub async fn abort(mut self) {
        self.parts.shutdown().await;
        if let Some(mut upload) = self.upload.take() {
            forget_upload(&self.name, upload.abort().await);
        }
    }
}

impl Drop for ObjectWriter {
    fn drop(&mut self) {
        let Some(mut upload) = self.upload.take() else { return };
        let mut parts = std::mem::take(&mut self.parts);
        let name = std::mem::take(&mut self.name);
        // Without a runtime, dropping the upload still removes a local file.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move {
                parts.shutdown().await;
                forget_upload(&name, upload.abort().await);
            });
        }
    }
}

/// An upload that cannot be aborted only takes space, until the store's lifecycle rules remove it.
fn forget_upload(name: &str, aborted: object_store::Result<()>) {
    if let Err(error) = aborted {
        tracing::warn!(object = name, %error, "failed to abort an unfinished upload");
    }
}
