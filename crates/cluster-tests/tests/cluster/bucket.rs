//! A bucket on an S3-compatible loopback server that checks signatures.

use std::path::PathBuf;

use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use s3s::access::S3Access;
use s3s::auth::SimpleAuth;
use s3s::dto::{GetObjectInput, Range};
use s3s::service::S3ServiceBuilder;
use s3s::{S3Request, S3Result};
use s3s_fs::FileSystem;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use crate::process::Settings;

const NAME: &str = "numsift";
const ACCESS_KEY: &str = "cluster";
const SECRET_KEY: &str = "not-a-secret";

/// Limits a suffix range to the size of the object. S3 returns the whole object if the range is larger; this version of
/// the server fails instead.
struct LimitSuffixRange(PathBuf);

#[async_trait::async_trait]
impl S3Access for LimitSuffixRange {
    async fn get_object(&self, request: &mut S3Request<GetObjectInput>) -> S3Result<()> {
        let object = self.0.join(&request.input.bucket).join(&request.input.key);
        if let (Some(Range::Suffix { length }), Ok(found)) = (&mut request.input.range, object.metadata()) {
            *length = found.len().min(*length);
        }
        Ok(())
    }
}

/// Stops when dropped.
pub struct Bucket {
    folder: tempfile::TempDir,
    url: String,
    serving: JoinHandle<()>,
}

impl Bucket {
    pub async fn start() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::create_dir(folder.path().join(NAME)).unwrap();
        let mut builder = S3ServiceBuilder::new(FileSystem::new(folder.path()).unwrap());
        builder.set_auth(SimpleAuth::from_single(ACCESS_KEY, SECRET_KEY));
        builder.set_access(LimitSuffixRange(folder.path().to_owned()));
        let service = builder.build();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                let connection =
                    http1::Builder::new().serve_connection(TokioIo::new(socket), service.clone());
                // Fails when a test kills the client.
                tokio::spawn(async move { drop(connection.await) });
            }
        });
        Self { folder, url, serving }
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

    /// Writes an object.
    pub fn put(&self, name: &str, content: &[u8]) {
        let path = self.folder.path().join(NAME).join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// Returns whether the bucket has objects under a prefix.
    pub fn contains(&self, prefix: &str) -> bool {
        self.folder.path().join(NAME).join(prefix).is_dir()
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
