//! Kills a server in the middle of a part of a file. What was stored counts, and the restarted server or another one goes on.

use numsift_model::limits::FILE_PART;
use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;
use reqwest::Method;
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};
use tokio::io::AsyncWriteExt as _;
use tokio::net::TcpStream;

use crate::installation::Installation;
use crate::until;

/// Bytes of the file: three whole pieces and a bit.
const BYTES: usize = 3 * FILE_PART + 1000;
/// Bytes that arrive before the server is killed: two whole pieces and a bit.
const ARRIVED: usize = 2 * FILE_PART + 500;

fn content() -> Vec<u8> {
    (0..BYTES).map(|at| b"+8613800000001\n"[at % 15]).collect()
}

/// A file that is sent in parts.
struct Upload {
    http: reqwest::Client,
    secret: String,
    path: String,
}

impl Upload {
    async fn begin(installation: &Installation) -> Self {
        let key = json!({ "name": "uploads", "scopes": ["tasks:write", "tasks:read"] });
        let made = installation.customer.call("user/generateApi", key).await;
        let http = reqwest::Client::builder().no_proxy().build().unwrap();
        let path = "/v1/files/uploads".to_owned();
        let mut upload = Self { http, secret: made["secret"].as_str().unwrap().to_owned(), path };
        let begun =
            upload.request(Method::POST, installation.base(), &[("upload-length", BYTES)]).send().await;
        begun.unwrap().headers()["location"].to_str().unwrap().clone_into(&mut upload.path);
        upload
    }

    fn request(&self, method: Method, base: &str, numbers: &[(&str, usize)]) -> reqwest::RequestBuilder {
        let mut request = self.http.request(method, format!("{base}{}", self.path));
        request = request.bearer_auth(&self.secret).header("tus-resumable", "1.0.0");
        for (name, number) in numbers {
            request = request.header(*name, number.to_string());
        }
        request
    }

    async fn offset(&self, base: &str) -> usize {
        let answer = self.request(Method::HEAD, base, &[]).send().await.unwrap();
        assert_eq!(answer.status(), 200);
        answer.headers()["upload-offset"].to_str().unwrap().parse().unwrap()
    }

    /// Begins to send the rest of the file and stops in the middle. The connection stays open.
    async fn send_some(&self, base: &str, checksum: Option<&str>) -> TcpStream {
        let host = base.strip_prefix("http://").unwrap();
        let checksum = checksum.map(|text| format!("upload-checksum: {text}\r\n")).unwrap_or_default();
        let head = format!(
            "PATCH {} HTTP/1.1\r\nhost: {host}\r\nauthorization: Bearer {}\r\ntus-resumable: 1.0.0\r\n\
             upload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\n{checksum}content-length: {BYTES}\r\n\r\n",
            self.path, self.secret
        );
        let mut connection = TcpStream::connect(host).await.unwrap();
        connection.write_all(head.as_bytes()).await.unwrap();
        connection.write_all(&content()[..ARRIVED]).await.unwrap();
        connection
    }

    /// Waits until the whole pieces that have arrived are stored.
    async fn until_stored(&self, base: &str) {
        until("two pieces are stored", async || (self.offset(base).await == 2 * FILE_PART).then_some(()))
            .await;
    }

    /// Sends what is missing, and checks the file.
    async fn finish(&self, base: &str) {
        let at = self.offset(base).await;
        let rest = self.request(Method::PATCH, base, &[("upload-offset", at)]);
        let rest =
            rest.header("content-type", "application/offset+octet-stream").body(content()[at..].to_vec());
        let answer = rest.send().await.unwrap();
        assert_eq!((answer.status().as_u16(), self.offset(base).await), (204, BYTES));
        let id = self.path.rsplit('/').next().unwrap();
        let file = self.http.get(format!("{base}/v1/files/{id}")).bearer_auth(&self.secret).send().await;
        let file: Value = file.unwrap().json().await.unwrap();
        assert_eq!((&file["received"], &file["sha256"]), (&json!(BYTES), &json!(sha256())));
    }
}

fn sha256() -> String {
    hex::encode(Sha256::digest(content()))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_killed_in_the_middle_goes_on_after_a_restart() {
    let installation = Installation::start(Vec::new(), Vec::new()).await;
    let upload = Upload::begin(&installation).await;
    let connection = upload.send_some(installation.base(), None).await;
    upload.until_stored(installation.base()).await;
    let installation = installation.kill_server().restart().await;
    drop(connection);
    assert_eq!(upload.offset(installation.base()).await, 2 * FILE_PART, "whole pieces count");
    upload.finish(installation.base()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_killed_in_the_middle_goes_on_at_another_server() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let installation = Installation::start(bucket.scaled_out(database.url()), Vec::new()).await;
    let (second, base) = installation.second_server().await;
    let upload = Upload::begin(&installation).await;
    let connection = upload.send_some(&base, None).await;
    upload.until_stored(installation.base()).await;
    second.kill();
    drop(connection);
    assert_eq!(upload.offset(installation.base()).await, 2 * FILE_PART, "whole pieces count");
    upload.finish(installation.base()).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_part_with_a_checksum_killed_in_the_middle_does_not_count() {
    let installation = Installation::start(Vec::new(), Vec::new()).await;
    let upload = Upload::begin(&installation).await;
    let checksum = "sha1 AAAAAAAAAAAAAAAAAAAAAAAAAAA=";
    let connection = upload.send_some(installation.base(), Some(checksum)).await;
    let folder = installation.data().join("files");
    until("a piece is stored", async || {
        let stored = std::fs::read_dir(&folder)
            .is_ok_and(|entries| entries.flatten().any(|it| has_a_piece(&it.path())));
        stored.then_some(())
    })
    .await;
    let installation = installation.kill_server().restart().await;
    drop(connection);
    assert_eq!(upload.offset(installation.base()).await, 0);
    upload.finish(installation.base()).await;
}

/// Whether a file as large as a piece is in a folder or below.
fn has_a_piece(path: &std::path::Path) -> bool {
    let below = |entries: std::fs::ReadDir| entries.flatten().any(|entry| has_a_piece(&entry.path()));
    if path.is_dir() {
        return std::fs::read_dir(path).is_ok_and(below);
    }
    path.metadata().is_ok_and(|of| of.len() == FILE_PART as u64)
}
