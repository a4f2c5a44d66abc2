//! A bucket on an S3-compatible loopback server that checks signatures, for tests and benches.

#![allow(clippy::unwrap_used)] // A panic fails the test.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use s3s::access::S3Access;
use s3s::auth::SimpleAuth;
use s3s::dto::{DeleteObjectInput, DeleteObjectsInput, GetObjectInput, Range};
use s3s::service::{S3Service, S3ServiceBuilder};
use s3s::{S3Request, S3Result, s3_error};
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::sync::watch;
use tokio::task::JoinHandle;

const NAME: &str = "numsift";
const ACCESS_KEY: &str = "cluster";
const SECRET_KEY: &str = "not-a-secret";

/// What the key may do.
struct Permissions {
    folder: PathBuf,
    may_delete: Arc<AtomicBool>,
}

impl Permissions {
    fn delete(&self) -> S3Result<()> {
        if self.may_delete.load(Ordering::Relaxed) { Ok(()) } else { Err(s3_error!(AccessDenied)) }
    }
}

#[async_trait::async_trait]
impl S3Access for Permissions {
    async fn delete_object(&self, _: &mut S3Request<DeleteObjectInput>) -> S3Result<()> {
        self.delete()
    }

    async fn delete_objects(&self, _: &mut S3Request<DeleteObjectsInput>) -> S3Result<()> {
        self.delete()
    }

    /// Limits a suffix range to the size of the object. S3 returns the whole object if the range is larger; this version
    /// of the server fails instead.
    async fn get_object(&self, request: &mut S3Request<GetObjectInput>) -> S3Result<()> {
        let object = self.folder.join(&request.input.bucket).join(&request.input.key);
        if let (Some(Range::Suffix { length }), Ok(found)) = (&mut request.input.range, object.metadata()) {
            *length = found.len().min(*length);
        }
        Ok(())
    }
}

/// How the server behaves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    Working,
    /// Connections are refused, and open ones are cut.
    Refusing,
    /// Requests are accepted and not answered until the server works again.
    Frozen,
}

/// Environment variables of a process.
pub type Settings = Vec<(&'static str, String)>;

/// Stops when dropped.
pub struct Bucket {
    folder: tempfile::TempDir,
    url: String,
    mode: watch::Sender<Mode>,
    requests: Arc<AtomicU64>,
    may_delete: Arc<AtomicBool>,
    serving: JoinHandle<()>,
}

impl Bucket {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(NAME)).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
        let may_delete = Arc::new(AtomicBool::new(true));
        builder.set_access(Permissions { folder: folder.path().to_owned(), may_delete: may_delete.clone() });
        let service = builder.build();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let (mode, changes) = watch::channel(Mode::Working);
        let requests = Arc::new(AtomicU64::new(0));
        let serving = tokio::spawn(serve(listener, service, changes, requests.clone()));
        Self { folder, url, mode, requests, may_delete, serving }
    }

    /// Changes how the server behaves.
    pub fn set_mode(&self, mode: Mode) {
        self.mode.send_replace(mode);
    }

    /// Takes the permission to delete objects from the key.
    pub fn forbid_deletes(&self) {
        self.may_delete.store(false, Ordering::Relaxed);
    }

    /// Returns the settings for processes that use the bucket.
    pub fn settings(&self) -> Settings {
        vec![
            ("NUMSIFT_S3_BUCKET", NAME.to_owned()),
            ("NUMSIFT_S3_ENDPOINT", self.url.clone()),
            ("NUMSIFT_S3_ACCESS_KEY", ACCESS_KEY.to_owned()),
            ("NUMSIFT_S3_SECRET_KEY", SECRET_KEY.to_owned()),
            ("NUMSIFT_S3_ALLOW_HTTP", "true".to_owned()),
        ]
    }

    /// Returns the settings of an installation with separate worker processes.
    pub fn scaled_out(&self, database_url: &str) -> Settings {
        let mut settings = self.settings();
        settings.extend([
            ("NUMSIFT_DATABASE_URL", database_url.to_owned()),
            ("NUMSIFT_WORKERS", "false".to_owned()),
        ]);
        settings
    }

    /// The folder with the objects.
    pub fn objects(&self) -> PathBuf {
        self.folder.path().join(NAME)
    }

    /// Requests so far.
    pub fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Writes an object.
    pub fn put(&self, name: &str, content: &[u8]) {
        let path = self.objects().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// Returns whether the bucket has objects under a prefix.
    pub fn contains(&self, prefix: &str) -> bool {
        self.objects().join(prefix).is_dir()
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// Serves until the task is aborted.
async fn serve(
    listener: TcpListener,
    service: S3Service,
    mode: watch::Receiver<Mode>,
    requests: Arc<AtomicU64>,
) {
    let address = listener.local_addr().unwrap();
    let mut listener = Some(listener);
    loop {
        let mut changes = mode.clone();
        let refusing = |mode: &Mode| *mode == Mode::Refusing;
        if refusing(&mode.borrow()) {
            listener = None;
            changes.wait_for(|mode| !refusing(mode)).await.unwrap();
        }
        let listening = match listener.take() {
            Some(listener) => listener,
            None => TcpListener::bind(address).await.unwrap(),
        };
        let accepted = tokio::select! {
            accepted = listening.accept() => Some(accepted.unwrap().0),
            _ = changes.wait_for(refusing) => None,
        };
        listener = Some(listening);
        let Some(socket) = accepted else { continue };
        let (service, mode, requests) = (service.clone(), mode.clone(), requests.clone());
        tokio::spawn(async move {
            let mut cut = mode.clone();
            let answer = service_fn(move |request| {
                requests.fetch_add(1, Ordering::Relaxed);
                let (service, mut mode) = (service.clone(), mode.clone());
                async move {
                    mode.wait_for(|mode| *mode != Mode::Frozen).await.unwrap();
                    hyper::service::Service::call(&service, request).await
                }
            });
            let connection = http1::Builder::new().serve_connection(TokioIo::new(socket), answer);
            // Fails when a test kills the client.
            tokio::select! {
                _ = connection => {}
                _ = cut.wait_for(|mode| *mode == Mode::Refusing) => {}
            }
        });
    }
}
