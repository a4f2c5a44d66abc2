//! Named, immutable objects in a local folder or an S3-compatible store.

mod folder;
mod meter;
mod writer;

use std::fmt;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use bytes::Bytes;
use futures_util::stream::BoxStream;
use futures_util::{StreamExt, TryStreamExt, stream};
use numsift_turns::in_background;
use object_store::aws::AmazonS3Builder;
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{
    BackoffConfig, ClientOptions, GetOptions, GetRange, ObjectStore, ObjectStoreExt, PutPayload, RetryConfig,
};
pub use writer::ObjectWriter;

use crate::error::{Result, SegmentError, io_error_within};
use crate::footer::Footers;

/// Attempts of a write whose folder is being removed. The second attempt creates the folder again, and new
/// folders are not removed.
const WRITE_TRIES: usize = 8;
/// Limits retries by time alone.
const ANY_NUMBER: usize = 1_000_000;
/// Time after which a request fails for which no data arrives.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Usual time for retries: long enough for a restart of the store.
pub const S3_RETRY_FOR: Duration = Duration::from_secs(30);

/// Connection settings of an S3-compatible store.
#[derive(Clone)]
pub struct S3Settings {
    /// Endpoint such as `https://s3.example.com`; `None` for Amazon S3.
    pub endpoint: Option<String>,
    /// Must exist.
    pub bucket: String,
    /// Many stores accept any region.
    pub region: String,
    /// Access key id.
    pub access_key: String,
    /// Secret access key.
    pub secret_key: String,
    /// Whether plain HTTP is allowed.
    pub allow_http: bool,
    /// Total time for retries of a request, whether the store refuses connections or does not answer.
    pub retry_for: Duration,
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

/// An object in a listing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectInfo {
    pub name: String,
    /// Size in bytes.
    pub size: u64,
    /// Time of the last write.
    pub modified: SystemTime,
}

/// An object store. Cheap to clone.
#[derive(Clone)]
pub struct Objects {
    inner: Arc<Inner>,
}

struct Inner {
    store: Arc<dyn ObjectStore>,
    /// The folder, if the store is local.
    folder: Option<PathBuf>,
    footers: Footers,
}

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Objects({})", self.inner.store)
    }
}

impl Objects {
    /// Objects as files in a folder, which is created if it does not exist.
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

    /// Objects in a bucket of an S3-compatible store. Does not connect yet; see [`Objects::ping`].
    pub fn s3(settings: &S3Settings) -> Result<Self> {
        // Fails if a provider is installed already; every part of the program installs the same one.
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
                max_retries: ANY_NUMBER,
                retry_timeout: settings.retry_for,
            })
            .with_client_options(
                ClientOptions::new()
                    .with_allow_http(settings.allow_http)
                    .with_connect_timeout(Duration::from_secs(5))
                    // Large objects may take long, as long as data arrives.
                    .with_timeout_disabled()
                    .with_read_timeout(READ_TIMEOUT.min(settings.retry_for)),
            );
        if let Some(endpoint) = &settings.endpoint {
            builder = builder.with_endpoint(endpoint.trim_end_matches('/'));
        }
        let store =
            builder.build().map_err(|error| SegmentError::invalid(format!("object store: {error}")))?;
        Ok(Self::of(Arc::new(store)))
    }

    /// Objects in another store.
    pub fn of(store: Arc<dyn ObjectStore>) -> Self {
        Self::over(store, None)
    }

    fn over(store: Arc<dyn ObjectStore>, folder: Option<PathBuf>) -> Self {
        Self { inner: Arc::new(Inner { store, folder, footers: Footers::default() }) }
    }

    pub(crate) fn footers(&self) -> &Footers {
        &self.inner.footers
    }

    /// Writes an object, replacing an existing one.
    pub async fn put(&self, name: &str, bytes: Bytes) -> Result<()> {
        let path = path(name)?;
        self.inner.footers.forget(name);
        let size = bytes.len();
        let payload = PutPayload::from_bytes(bytes);
        meter::timed("put", retry_write(name, || self.inner.store.put(&path, payload.clone()))).await?;
        meter::written(size);
        Ok(())
    }

    /// Reads a whole object.
    pub async fn get(&self, name: &str) -> Result<Bytes> {
        let path = path(name)?;
        let read = async {
            let found = self.inner.store.get(&path).await.map_err(store_error(name))?;
            found.bytes().await.map_err(store_error(name))
        };
        let bytes = meter::timed("get", read).await?;
        meter::read(bytes.len());
        Ok(bytes)
    }

    /// Reads a range of an object; a range beyond its end is an error.
    pub async fn range(&self, name: &str, range: Range<u64>) -> Result<Bytes> {
        let mut parts = self.ranges(name, &[range]).await?;
        parts.pop().ok_or_else(|| SegmentError::damaged(name, "the store returned no data"))
    }

    /// Reads several ranges of an object with few requests.
    pub(crate) async fn ranges(&self, name: &str, ranges: &[Range<u64>]) -> Result<Vec<Bytes>> {
        let parts = meter::timed("get", self.read_ranges(name, ranges)).await?;
        meter::read(parts.iter().map(Bytes::len).sum());
        Ok(parts)
    }

    async fn read_ranges(&self, name: &str, ranges: &[Range<u64>]) -> Result<Vec<Bytes>> {
        let path = path(name)?;
        if let Some(empty) = ranges.iter().find(|range| range.is_empty()) {
            return Err(SegmentError::Invalid(format!("{name}: the range {empty:?} is empty")));
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
            Ok(_) => Err(SegmentError::damaged(name, "it is truncated")),
            Err(error @ object_store::Error::NotFound { .. }) => Err(SegmentError::store(name, &error)),
            // Ask for the size, to tell a range beyond the end from a store that is unavailable.
            Err(error) => match self.size(name).await {
                Ok(size) if ranges.iter().any(|range| range.end > size) => {
                    Err(SegmentError::damaged(name, "it is truncated"))
                }
                _ => Err(SegmentError::store(name, &error)),
            },
        }
    }

    /// Reads the last bytes of an object, and its size.
    pub(crate) async fn tail(&self, name: &str, bytes: u64) -> Result<(Bytes, u64)> {
        let (tail, size) = meter::timed("get", self.read_tail(name, bytes)).await?;
        meter::read(tail.len());
        Ok((tail, size))
    }

    async fn read_tail(&self, name: &str, bytes: u64) -> Result<(Bytes, u64)> {
        let path = path(name)?;
        let options = GetOptions { range: Some(GetRange::Suffix(bytes)), ..GetOptions::default() };
        match self.inner.store.get_opts(&path, options).await {
            Ok(found) => {
                let size = found.meta.size;
                Ok((found.bytes().await.map_err(store_error(name))?, size))
            }
            Err(error @ object_store::Error::NotFound { .. }) => Err(SegmentError::store(name, &error)),
            // A suffix of an empty object is an error.
            Err(error) => match self.size(name).await {
                Ok(0) => Ok((Bytes::new(), 0)),
                _ => Err(SegmentError::store(name, &error)),
            },
        }
    }

    /// The size of an object in bytes.
    pub async fn size(&self, name: &str) -> Result<u64> {
        let path = path(name)?;
        let head = async { self.inner.store.head(&path).await.map_err(store_error(name)) };
        Ok(meter::timed("head", head).await?.size)
    }

    /// Reads an object as a stream.
    pub async fn stream(&self, name: &str) -> Result<BoxStream<'static, Result<Bytes>>> {
        let path = path(name)?;
        let get = async { self.inner.store.get(&path).await.map_err(store_error(name)) };
        let found = meter::timed("get", get).await?;
        let name = name.to_owned();
        let counted = |bytes: &Bytes| meter::read(bytes.len());
        let parts = found.into_stream().inspect_ok(counted);
        Ok(parts.map_err(move |error| SegmentError::store(&name, &error)).boxed())
    }

    /// Starts writing an object in pieces. It is not visible before [`ObjectWriter::finish`].
    pub fn writer(&self, name: &str) -> Result<ObjectWriter> {
        Ok(ObjectWriter::new(self.clone(), name.to_owned(), path(name)?))
    }

    /// Lists the objects in a folder and its subfolders, in any order; an empty name lists all.
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

    /// Deletes an object if it exists. Keeps its folder.
    pub async fn delete(&self, name: &str) -> Result<()> {
        let path = path(name)?;
        self.inner.footers.forget(name);
        let delete = async {
            match self.inner.store.delete(&path).await {
                Ok(()) | Err(object_store::Error::NotFound { .. }) => Ok(()),
                Err(error) => Err(SegmentError::store(name, &error)),
            }
        };
        meter::timed("delete", delete).await
    }

    /// Deletes the objects in a folder and its subfolders and returns their number. Keeps the folders.
    pub async fn delete_folder(&self, folder: &str) -> Result<u64> {
        if folder.is_empty() {
            return Err(SegmentError::invalid("expected the name of a folder to delete"));
        }
        let mut found = self.list(folder);
        let mut deleted = 0;
        while let Some(object) = found.try_next().await? {
            self.delete(&object.name).await?;
            deleted += 1;
        }
        Ok(deleted)
    }

    /// Removes old empty folders and remains of writes that a crash interrupted, and returns their number. Keeps
    /// everything younger than a minute. Does nothing if the store is not a local folder.
    pub async fn remove_empty_folders(&self, older_than: Duration) -> Result<u64> {
        let Some(folder) = self.inner.folder.clone() else { return Ok(0) };
        let shown = folder.display().to_string();
        in_background(move || folder::sweep(&folder, older_than))
            .await
            .map_err(|error| SegmentError::unavailable(&shown, error))?
            .map_err(|error| SegmentError::file(&shown, &error))
    }

    /// The file of an object, if the store is a local folder.
    pub fn local_path(&self, name: &str) -> Option<PathBuf> {
        path(name).ok()?;
        Some(self.inner.folder.as_ref()?.join(name))
    }

    /// Checks that the store can be read and written.
    pub async fn ping(&self) -> Result<()> {
        const NAME: &str = "ping";
        self.put(NAME, Bytes::from_static(b"ping")).await?;
        self.get(NAME).await.map(drop)
    }

    /// Writes, reads, lists and deletes an object, whose name begins with `who`. Names what is not possible.
    pub async fn try_out(&self, who: &str) -> Result<()> {
        /// Listing everything would take long.
        const FOLDER_OF_NOBODY: &str = "nobody";
        // Two nodes may do this at the same time.
        let name = format!("{who}-{}", std::process::id());
        let content = Bytes::from_static(b"numsift");
        let cannot = |what| move |error| SegmentError::Invalid(format!("objects cannot be {what}: {error}"));
        self.put(&name, content.clone()).await.map_err(cannot("written"))?;
        if self.get(&name).await.map_err(cannot("read"))? != content {
            return Err(SegmentError::Invalid(
                "the object store returns something else than was written".into(),
            ));
        }
        self.list(FOLDER_OF_NOBODY).try_next().await.map_err(cannot("listed"))?;
        self.delete(&name).await.map_err(cannot("deleted"))
    }
}

fn store_error(name: &str) -> impl Fn(object_store::Error) -> SegmentError {
    move |error| SegmentError::store(name, &error)
}

/// Checks a name: ASCII parts separated by slashes, which every store accepts unchanged.
fn path(name: &str) -> Result<ObjectPath> {
    let plain = |part: &str| {
        !part.is_empty()
            && part != "."
            && part != ".."
            && part.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"._=-".contains(&byte))
    };
    if name.len() > 900 || !name.split('/').all(plain) {
        return Err(SegmentError::Invalid(format!("{name:?} is not a valid object name")));
    }
    ObjectPath::parse(name).map_err(|error| SegmentError::invalid(error.to_string()))
}

/// Retries a write that failed because its folder was being removed.
async fn retry_write<T, F>(name: &str, mut write: impl FnMut() -> F) -> Result<T>
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
                        // A write does not need an existing object, so this is not a missing one.
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
