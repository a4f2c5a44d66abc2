//! The object store as one node reaches it: in memory, with delays, failures and writes whose answer is lost.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex};

use async_trait::async_trait;
use chrono::{DateTime, Utc};
use futures_util::StreamExt;
use futures_util::stream::BoxStream;
use object_store::memory::InMemory;
use object_store::path::Path;
use object_store::{
    CopyOptions, Error, GetOptions, GetResult, ListResult, MultipartUpload, ObjectMeta, ObjectStore,
    PutMultipartOptions, PutOptions, PutPayload, PutResult, Result,
};

use crate::sim::{Node, lock};

/// The objects of an installation, and when they were written.
#[derive(Clone)]
pub struct Bucket {
    pub objects: Arc<InMemory>,
    pub written_ms: Arc<Mutex<BTreeMap<String, i64>>>,
}

pub struct SimulatedObjects {
    pub bucket: Bucket,
    pub node: Arc<Node>,
}

impl fmt::Debug for SimulatedObjects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl fmt::Display for SimulatedObjects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the objects of {}", self.node.name)
    }
}

impl SimulatedObjects {
    async fn pass(&self, what: &str, path: &Path) -> Result<()> {
        self.node.pass(self.node.sim.delay()).await;
        if self.node.sim.objects_fail() {
            self.node.note(&format!("{what} {path}: fails"));
            return Err(Error::Generic { store: "simulation", source: "the object store is away".into() });
        }
        self.node.note(&format!("{what} {path}"));
        Ok(())
    }

    fn written(&self, path: &Path) {
        lock(&self.bucket.written_ms).insert(path.to_string(), self.node.sim.now_ms());
    }
}

#[async_trait]
impl ObjectStore for SimulatedObjects {
    async fn put_opts(&self, to: &Path, payload: PutPayload, options: PutOptions) -> Result<PutResult> {
        self.pass("put", to).await?;
        let put = self.bucket.objects.put_opts(to, payload, options).await?;
        self.written(to);
        // The object is there, but the node may not learn of it.
        self.pass("put answered", to).await?;
        Ok(put)
    }

    async fn put_multipart_opts(
        &self,
        to: &Path,
        options: PutMultipartOptions,
    ) -> Result<Box<dyn MultipartUpload>> {
        self.pass("put parts", to).await?;
        self.written(to);
        self.bucket.objects.put_multipart_opts(to, options).await
    }

    async fn get_opts(&self, from: &Path, options: GetOptions) -> Result<GetResult> {
        self.pass("get", from).await?;
        self.bucket.objects.get_opts(from, options).await
    }

    fn delete_stream(&self, locations: BoxStream<'static, Result<Path>>) -> BoxStream<'static, Result<Path>> {
        let (objects, node) = (self.bucket.objects.clone(), self.node.clone());
        let deleted = objects.delete_stream(locations);
        deleted
            .map(move |path| {
                if let Ok(path) = &path {
                    node.note(&format!("delete {path}"));
                }
                path
            })
            .boxed()
    }

    fn list(&self, prefix: Option<&Path>) -> BoxStream<'static, Result<ObjectMeta>> {
        let written = self.bucket.written_ms.clone();
        let virtual_time = move |meta: Result<ObjectMeta>| {
            let mut meta = meta?;
            let ms = lock(&written).get(meta.location.as_ref()).copied().unwrap_or(0);
            meta.last_modified = DateTime::<Utc>::from_timestamp_millis(ms).unwrap_or_default();
            Ok(meta)
        };
        self.bucket.objects.list(prefix).map(virtual_time).boxed()
    }

    async fn list_with_delimiter(&self, prefix: Option<&Path>) -> Result<ListResult> {
        self.bucket.objects.list_with_delimiter(prefix).await
    }

    async fn copy_opts(&self, from: &Path, to: &Path, options: CopyOptions) -> Result<()> {
        self.written(to);
        self.bucket.objects.copy_opts(from, to, options).await
    }
}
