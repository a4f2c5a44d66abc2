//! Named, immutable objects in a local folder or an S3-compatible store.

mod folder;
mod writer;

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt, stream};
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{
    BackoffConfig, ClientOptions, GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
};
pub use writer::ObjectWriter;

use crate::error::{Result, SegmentError, io_error_within};
use crate::footer::Footers;

/// A write that meets a folder just being removed is tried so many times. The second time makes the
/// folders anew, and young ones are not removed.
const WRITE_TRIES: usize = 8;
/// How long the client of an S3-compatible store keeps trying, in all.
const RETRY: Duration = Duration::from_secs(30);

/// How to reach an S3-compatible store.
#[derive(Clone)]
pub struct S3Settings {
    /// Its address, such as `https://s3.example.com`; none for Amazon's own.
    pub endpoint: Option<String>,
    /// The bucket, which must exist.
    pub bucket: String,
    /// The region; many stores take any.
    pub region: String,
    /// The id of the access key.
    pub access_key: String,
    /// The secret of the access key.
    pub secret_key: String,
    /// Whether plain HTTP is allowed.
    pub allow_http: bool,
}

impl fmt::Debug for S3Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("S3Settings")
            .field("endpoint", &self.endpoint)
            .field("bucket", &self.bucket)
            .field("region", &self.region)
            .field("allow_http", &self.allow_http)
            .finish_non_exhaustive()
    }
}

/// What a listing says of an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectInfo {
    /// Its name.
    pub name: String,
    /// Its size in bytes.
    pub size: u64,
    /// When it was written.
    pub modified: SystemTime,
}

/// A store of objects. Cheap to clone.
#[derive(Clone)]
pub struct Objects {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn ObjectStore>,
    /// The folder, when the store is a local one.
    folder: Option<PathBuf>,
    footers: Footers,
}

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Objects({})", self.inner.store)
    }
}

impl Objects {
    /// Objects as files under a folder, which is made when it is not there.
    pub fn folder(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let shown = path.display().to_string();
        std::fs::create_dir_all(path).map_err(|error| SegmentError::file(&shown, &error))?;
        let folder = path.canonicalize().map_err(|error| SegmentError::file(&shown, &error))?;
        let store = LocalFileSystem::new_with_prefix(&folder)
            .map_err(|error| SegmentError::store(&shown, &error))?
            .with_fsync(true);
        Ok(Self::over(Arc::new(store), Some(folder)))
    }

    /// Objects in a bucket of an S3-compatible store. Nothing is asked of it yet: see [`Objects::ping`].
    pub fn s3(settings: &S3Settings) -> Result<Self> {
        // Only the first in a process counts, and all of them are the same.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let mut builder = AmazonS3Builder::new()
            .with_bucket_name(&settings.bucket)
            .with_region(&settings.region)
            .with_access_key_id(&settings.access_key)
            .with_secret_access_key(&settings.secret_key)
            .with_retry(RetryConfig {
                backoff: BackoffConfig {
                    init_backoff: Duration::from_millis(100),
                    max_backoff: Duration::from_secs(5),
                    base: 2.0,
                },
                max_retries: 12,
                retry_timeout: RETRY,
            })
            .with_client_options(
                ClientOptions::new()
                    .with_allow_http(settings.allow_http)
                    .with_connect_timeout(Duration::from_secs(5))
                    // A long object may take its time as long as something comes.
                    .with_timeout_disabled()
                    .with_read_timeout(RETRY),
            );
        if let Some(endpoint) = &settings.endpoint {
            builder = builder.with_endpoint(endpoint.trim_end_matches('/'));
        }
        let store =
            builder.build().map_err(|error| SegmentError::invalid(format!("object store: {error}")))?;
        Ok(Self::of(Arc::new(store)))
    }

    /// Objects in any other store.
    pub fn of(store: Arc<dyn ObjectStore>) -> Self {
        Self::over(store, None)
    }

    fn over(store: Arc<dyn ObjectStore>, folder: Option<PathBuf>) -> Self {
        Self { inner: Arc::new(Inner { store, folder, footers: Footers::default() }) }
    }

    pub(crate) fn footers(&self) -> &Footers {
        &self.inner.footers
    }

    /// Writes an object in one go, in place of one that may be there.
    pub async fn put(&self, name: &str, bytes: Bytes) -> Result<()> {
        let path = path(name)?;
        self.inner.footers.forget(name);
        let payload = PutPayload::from_bytes(bytes);
        again(name, || self.inner.store.put(&path, payload.clone())).await.map(drop)
    }

    /// Reads a whole object.
    pub async fn get(&self, name: &str) -> Result<Bytes> {
        let path = path(name)?;
        let found = self.inner.store.get(&path).await.map_err(store_error(name))?;
        found.bytes().await.map_err(store_error(name))
    }

    /// Reads a part of an object; a part beyond its end is an error.
    pub async fn range(&self, name: &str, range: Range<u64>) -> Result<Bytes> {
        let mut parts = self.ranges(name, &[range]).await?;
        parts.pop().ok_or_else(|| SegmentError::damaged(name, "the store gave nothing"))
    }

    /// Reads parts of an object with few requests.
    pub(crate) async fn ranges(&self, name: &str, ranges: &[Range<u64>]) -> Result<Vec<Bytes>> {
        let path = path(name)?;
        if let Some(empty) = ranges.iter().find(|range| range.is_empty()) {
            return Err(SegmentError::Invalid(format!("{name}: nothing lies in {empty:?}")));
        }
        match self.inner.store.get_ranges(&path, ranges).await {
            Ok(parts)
                if parts
                    .iter()
                    .zip(ranges)
                    .all(|(part, range)| part.len() as u64 == range.end - range.start) =>
            {
                Ok(parts)
            }
            Ok(_) => Err(SegmentError::damaged(name, "it ends too early")),
            Err(error @ object_store::Error::NotFound { .. }) => Err(SegmentError::store(name, &error)),
            // A range outside the object is told apart from a store that is away by asking for its size.
            Err(error) => match self.size(name).await {
                Ok(size) if ranges.iter().any(|range| range.end > size) => {
                    Err(SegmentError::damaged(name, "it ends too early"))
                }
                _ => Err(SegmentError::store(name, &error)),
            },
        }
    }

    /// The last bytes of an object, at most so many, and its size.
    pub(crate) async fn tail(&self, name: &str, bytes: u64) -> Result<(Bytes, u64)> {
        let path = path(name)?;
        let options = GetOptions { range: Some(GetRange::Suffix(bytes)), ..GetOptions::default() };
        match self.inner.store.get_opts(&path, options).await {
            Ok(found) => {
                let size = found.meta.size;
                Ok((found.bytes().await.map_err(store_error(name))?, size))
            }
            Err(error @ object_store::Error::NotFound { .. }) => Err(SegmentError::store(name, &error)),
            // An empty object has no last bytes.
            Err(error) => match self.size(name).await {
                Ok(0) => Ok((Bytes::new(), 0)),
                _ => Err(SegmentError::store(name, &error)),
            },
        }
    }

    /// The size of an object in bytes.
    pub async fn size(&self, name: &str) -> Result<u64> {
        Ok(self.inner.store.head(&path(name)?).await.map_err(store_error(name))?.size)
    }

    /// Reads an object piece by piece.
    pub async fn stream(&self, name: &str) -> Result<BoxStream<'static, Result<Bytes>>> {
        let found = self.inner.store.get(&path(name)?).await.map_err(store_error(name))?;
        let name = name.to_owned();
        Ok(found.into_stream().map_err(move |error| SegmentError::store(&name, &error)).boxed())
    }

    /// Starts to write an object piece by piece. Nothing is to be seen of it before
    /// [`ObjectWriter::finish`].
    pub fn writer(&self, name: &str) -> Result<ObjectWriter> {
        Ok(ObjectWriter::new(self.clone(), name.to_owned(), path(name)?))
    }

    /// The objects in a folder and below, in no order; the empty name stands for all there are.
    pub fn list(&self, folder: &str) -> BoxStream<'static, Result<ObjectInfo>> {
        let prefix = if folder.is_empty() { Ok(None) } else { path(folder.trim_end_matches('/')).map(Some) };
        let prefix = match prefix {
            Ok(prefix) => prefix,
            Err(error) => return stream::once(async { Err(error) }).boxed(),
        };
        let folder = folder.to_owned();
        self.inner
            .store
            .list(prefix.as_ref())
            .map(move |found| match found {
                Ok(found) => Ok(ObjectInfo {
                    name: found.location.to_string(),
                    size: found.size,
                    modified: found.last_modified.into(),
                }),
                Err(error) => Err(SegmentError::store(&folder, &error)),
            })
            .boxed()
    }

    /// Deletes an object; one that is not there is fine. Its folder stays.
    pub async fn delete(&self, name: &str) -> Result<()> {
        let path = path(name)?;
        self.inner.footers.forget(name);
        match self.inner.store.delete(&path).await {
            Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
            Err(error) => Err(SegmentError::store(name, &error)),
        }
    }

    /// Deletes the objects in a folder and below; says how many. The folders themselves stay.
    pub async fn delete_folder(&self, folder: &str) -> Result<u64> {
        if folder.is_empty() {
            return Err(SegmentError::invalid("the whole store cannot be deleted as a folder"));
        }
        let mut found = self.list(folder);
        let mut deleted = 0;
        while let Some(object) = found.try_next().await? {
            self.delete(&object.name).await?;
            deleted += 1;
        }
        Ok(deleted)
    }

    /// Removes folders that have been empty for some time, and what writes that a crash cut short left
    /// behind; says how many. What is younger than a minute always stays. Does nothing when the store is not a local folder.
    pub async fn remove_empty_folders(&self, older_than: Duration) -> Result<u64> {
        let Some(folder) = self.inner.folder.clone() else { return Ok(0) };
        let shown = folder.display().to_string();
        tokio::task::spawn_blocking(move || folder::sweep(&folder, older_than))
            .await
            .map_err(|error| SegmentError::unavailable(&shown, error))?
            .map_err(|error| SegmentError::file(&shown, &error))
    }

    /// The file of an object, when the store is a local folder.
    pub fn local_path(&self, name: &str) -> Option<PathBuf> {
        path(name).ok()?;
        Some(self.inner.folder.as_ref()?.join(name))
    }

    /// Finds out whether the store can be read and written.
    pub async fn ping(&self) -> Result<()> {
        const NAME: &str = "ping";
        self.put(NAME, Bytes::from_static(b"ping")).await?;
        self.get(NAME).await.map(drop)
    }
}

fn store_error(name: &str) -> impl Fn(object_store::Error) -> SegmentError {
    move |error| SegmentError::store(name, &error)
}

/// Checks a name: parts of plain characters with slashes between, so that every store takes it as it is.
fn path(name: &str) -> Result<ObjectPath> {
    let plain = |part: &str| {
        !part.is_empty()
            && part != "."
            && part != ".."
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._=-".contains(&byte))
    };
    if name.len() > 900 || !name.split('/').all(plain) {
        return Err(SegmentError::Invalid(format!("{name:?} is not a usable name")));
    }
    ObjectPath::parse(name).map_err(|error| SegmentError::invalid(error.to_string()))
}

/// Repeats a write that failed because its folder was being removed at that moment.
async fn again<T, F>(name: &str, mut write: impl FnMut() -> F) -> Result<T>
where
    F: Future<Output = object_store::Result<T>>,
{
    let mut tries = 0;
    loop {
        match write().await {
            Ok(done) => return Ok(done),
            Err(error) => {
                tries += 1;
                let folder_gone =
                    io_error_within(&error).is_some_and(|io| io.kind() == std::io::ErrorKind::NotFound);
                if !folder_gone || tries >= WRITE_TRIES {
                    return Err(match SegmentError::store(name, &error) {
                        // A write cannot miss what it is to make.
                        SegmentError::NotFound { object } => {
                            SegmentError::Unavailable { object, why: error.to_string() }
                        }
                        other => other,
                    });
                }
            }
        }
    }
}
