//! An object store in a folder that tests can make fail or block.

use std::fmt;
use std::path::Path;
use std::sync::Arc;

use async_trait::async_trait;
use futures_util::stream::BoxStream;
use numsift_segments::Objects;
use object_store::local::LocalFileSystem;
use object_store::path::Path as ObjectPath;
use object_store::{
    CopyOptions, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};
use tokio::sync::watch;

#[derive(Debug, Clone, Copy, Default)]
struct State {
    full: bool,
    refused: u64,
    hold_reads: bool,
    hold_writes: bool,
    held: u64,
    released: bool,
}

/// Controls the failures of an object store.
#[derive(Clone)]
pub struct Switches(Arc<watch::Sender<State>>);

impl Switches {
    /// An object store in a folder, and its switches.
    pub fn on(folder: &Path) -> (Objects, Self) {
        let switches = Self(Arc::new(watch::Sender::new(State::default())));
        let inner = LocalFileSystem::new_with_prefix(folder).unwrap();
        (Objects::of(Arc::new(Switched { inner, switches: switches.clone() })), switches)
    }

    /// Makes every write fail as on a full disk, or succeed again.
    pub fn set_full(&self, full: bool) {
        self.0.send_modify(|state| state.full = full);
    }

    /// Waits until this many writes have failed.
    pub async fn refused(&self, writes: u64) {
        self.0.subscribe().wait_for(|state| state.refused >= writes).await.unwrap();
    }

    /// Blocks every read of results from now on.
    pub fn hold_reads(&self) {
        self.0.send_modify(|state| state.hold_reads = true);
    }

    /// Blocks every write from now on.
    pub fn hold_writes(&self) {
        self.0.send_modify(|state| state.hold_writes = true);
    }

    /// Waits until this many requests are blocked.
    pub async fn held(&self, requests: u64) {
        self.0.subscribe().wait_for(|state| state.held >= requests).await.unwrap();
    }

    /// Later requests pass; blocked ones stay blocked.
    pub fn let_others_pass(&self) {
        self.0.send_modify(|state| (state.hold_reads, state.hold_writes) = (false, false));
    }

    /// Unblocks all requests.
    pub fn release(&self) {
        self.let_others_pass();
        self.0.send_modify(|state| state.released = true);
    }

    async fn pass(&self, held: impl Fn(&State) -> bool) {
        if held(&self.0.borrow()) {
            self.0.send_modify(|state| state.held += 1);
            self.0.subscribe().wait_for(|state| state.released).await.unwrap();
        }
    }

    async fn pass_write(&self) -> Result<()> {
        self.pass(|state| state.hold_writes).await;
        if !self.0.borrow().full {
            return Ok(());
        }
        self.0.send_modify(|state| state.refused += 1);
        let full = std::io::Error::from(std::io::ErrorKind::StorageFull);
        Err(object_store::Error::Generic { store: "folder", source: Box::new(full) })
    }
}

struct Switched {
    inner: LocalFileSystem,
    switches: Switches,
}

impl fmt::Debug for Switched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, f)
    }
}

impl fmt::Display for Switched {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.inner, f)
    }
}

#[async_trait]
impl ObjectStore for Switched {
    async fn put_opts(&self, to: &ObjectPath, payload: PutPayload, options: PutOptions) -> Result<PutResult> {
        self.switches.pass_write().await?;
        self.inner.put_opts(to, payload, options).await
    }

    async fn put_multipart_opts(
        &self,
        to: &ObjectPath,
        options: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.switches.pass_write().await?;
        self.inner.put_multipart_opts(to, options).await
    }

    async fn get_opts(&self, from: &ObjectPath, options: GetOptions) -> Result<GetResult> {
        self.switches.pass(|state| state.hold_reads && from.as_ref().starts_with("tasks/")).await;
        self.inner.get_opts(from, options).await
    }

    fn delete_stream(
        &self,
        locations: BoxStream<'static, Result<ObjectPath>>,
    ) -> BoxStream<'static, Result<ObjectPath>> {
        self.inner.delete_stream(locations)
    }

    fn list(&self, prefix: Option<&ObjectPath>) -> BoxStream<'static, Result<ObjectMeta>> {
        self.inner.list(prefix)
    }

    async fn list_with_delimiter(&self, prefix: Option<&ObjectPath>) -> Result<ListResult> {
        self.inner.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &ObjectPath, to: &ObjectPath, options: CopyOptions) -> Result<()> {
        self.inner.copy_opts(from, to, options).await
    }
}
