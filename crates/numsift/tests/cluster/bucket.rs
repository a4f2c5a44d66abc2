//! A bucket of an S3-compatible server on loopback that checks signatures, for as long as this lives.

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

/// The last bytes of an object, more than it has: S3 gives all of it, this version of the server fails.
/// So it is asked for no more than there is, once the request's signature was checked.
struct NoLongerThanTheObject(PathBuf);

#[async_trait::async_trait]
impl S3Access for NoLongerThanTheObject {
    async fn get_object(&self, request: &mut S3Request<GetObjectInput>) -> S3Result<()> {
        let object = self.0.join(&request.input.bucket).join(&request.input.key);
        if let (Some(Range::Suffix { length }), Ok(found)) = (&mut request.input.range, object.metadata()) {
            *length = found.len().min(*length);
        }
        Ok(())
    }
}

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
        builder.set_access(NoLongerThanTheObject(folder.path().to_owned()));
        let service = builder.build();
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let url = format!("http://{}", listener.local_addr().unwrap());
        let serving = tokio::spawn(async move {
            loop {
                let (socket, _) = listener.accept().await.unwrap();
                let connection =
                    http1::Builder::new().serve_connection(TokioIo::new(socket), service.clone());
                // A client that is killed leaves a broken connection behind; that is the test.
                tokio::spawn(async move { drop(connection.await) });
            }
        });
        Self { folder, url, serving }
    }

    /// How processes find it.
    pub fn settings(&self) -> Settings {
        vec![
            ("NUMSIFT_S3_BUCKET", NAME.to_owned()),
            ("NUMSIFT_S3_ENDPOINT", self.url.clone()),
            ("NUMSIFT_S3_ACCESS_KEY", ACCESS_KEY.to_owned()),
            ("NUMSIFT_S3_SECRET_KEY", SECRET_KEY.to_owned()),
            ("NUMSIFT_S3_ALLOW_HTTP", "true".to_owned()),
        ]
    }

    /// The settings of an installation whose workers are processes of their own, on this database.
    pub fn scaled_out(&self, database_url: &str) -> Settings {
        let mut settings = self.settings();
        settings.extend([
            ("NUMSIFT_DATABASE_URL", database_url.to_owned()),
            ("NUMSIFT_WORKERS", "false".to_owned()),
        ]);
        settings
    }

    /// There are objects of this kind in it.
    pub fn holds(&self, kind: &str) -> bool {
        self.folder.path().join(NAME).join(kind).is_dir()
    }
}

impl Drop for Bucket {
    fn drop(&mut self) {
        self.serving.abort();
    }
}
