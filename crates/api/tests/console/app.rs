//! `TestApp`: a whole server without a socket.

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt;
use numsift_accounts::{Accounts, HashCost, NewUser, Passwords};
use numsift_api::{App, Parts, Readiness};
use numsift_api_keys::{ApiKeyService, Limits};
use numsift_channel::{Guard, Outbound};
use numsift_generation::{Generator, Wanted, WantedSegment};
use numsift_health::{Health, Installation, LedgerCheck};
use numsift_model::account::AccountType;
use numsift_model::audit::AuditEntry;
use numsift_model::clock::{Clock, ManualClock, SystemEntropy, Timestamp};
use numsift_model::generation::{DrawOrder, Earlier, NumberStyle, RunPage, SpaceSpec};
use numsift_model::id::{DepositId, OrderId, RunId, Uid};
use numsift_model::limits::MEMORY_NUMBERS;
use numsift_model::money::Usdt;
use numsift_model::page::Page;
use numsift_model::recharge::{NewDeposit, OrderKind};
use numsift_model::settings::Settings;
use numsift_screening::{Screening, ScreeningParts, add_default_projects};
use numsift_segments::{Objects, S3_RETRY_FOR, S3Settings};
use numsift_store::{AuditFilter, Store};
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use numsift_test_bucket::Bucket;
use numsift_topup::{Node, TopUps};
use numsift_vault::Vault;
use numsift_webhooks::{TIMEOUT, WebhookParts, Webhooks};
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tower::ServiceExt;

/// The password of all test accounts.
pub const PASSWORD: &str = "correct horse";

/// A valid wallet address.
pub const WALLET: &str = "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t";

/// A server for one test.
pub struct TestApp {
    pub store: Arc<dyn Store>,
    pub clock: Arc<ManualClock>,
    pub accounts: Accounts,
    pub topups: TopUps,
    pub screening: Screening,
    pub generator: Generator,
    pub api_keys: ApiKeyService,
    pub webhooks: Webhooks,
    /// For background tasks.
    pub app: App,
    router: Router,
    folder: Arc<tempfile::TempDir>,
    /// Where providers call back, once it is served.
    port: std::net::TcpListener,
}

fn health(
    store: &Arc<dyn Store>,
    folder: &tempfile::TempDir,
    clock: &Arc<ManualClock>,
    objects: Objects,
) -> Health {
    let installation = Installation {
        store: store.clone(),
        clock: clock.clone(),
        key_file: folder.path().join("secret.key"),
        outbound: Outbound::new(&Guard::new(["127.0.0.1"])).unwrap(),
        node: Node::new(None).unwrap(),
        lease_s: 60,
        ledger: LedgerCheck::Limited,
    };
    Health::new(folder.path().to_owned(), objects, "files".to_owned(), installation)
}

/// A response.
pub struct Answer {
    pub status: StatusCode,
    pub headers: HeaderMap,
    pub body: Vec<u8>,
}

impl Answer {
    pub fn json(&self) -> Value {
        let text = String::from_utf8_lossy(&self.body);
        serde_json::from_str(&text).unwrap_or_else(|_| panic!("{} is not JSON: {text}", self.status))
    }
}

impl TestApp {
    pub async fn on_sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let store = SqliteStore::open(&folder.path().join("numsift.db")).await.unwrap();
        Self::on(Arc::new(store), folder)
    }

    pub async fn on_postgres() -> Self {
        Self::on_database(&TestDatabase::create().await).await
    }

    pub async fn on_database(database: &TestDatabase) -> Self {
        Self::on(database.store().await, tempfile::tempdir().unwrap())
    }

    /// Another node of the same installation, with other limits.
    pub fn beside(&self, limits: Limits) -> Self {
        let objects = self.screening.objects.clone();
        Self::node(self.store.clone(), objects, self.folder.clone(), self.clock.clone(), limits)
    }

    /// With the objects in a bucket.
    pub async fn on_bucket(bucket: &Bucket) -> Self {
        Self::on_bucket_retrying(bucket, S3_RETRY_FOR).await
    }

    /// Like `on_bucket`, with another time for which requests to the bucket are repeated.
    pub async fn on_bucket_retrying(bucket: &Bucket, retry_for: Duration) -> Self {
        let settings = bucket.settings();
        let of = |name: &str| settings.iter().find(|(key, _)| *key == name).unwrap().1.clone();
        let objects = Objects::s3(&S3Settings {
            endpoint: Some(of("NUMSIFT_S3_ENDPOINT")),
            bucket: of("NUMSIFT_S3_BUCKET"),
            region: "us-east-1".to_owned(),
            access_key: of("NUMSIFT_S3_ACCESS_KEY"),
            secret_key: of("NUMSIFT_S3_SECRET_KEY"),
            allow_http: true,
            retry_for,
        });
        let folder = Arc::new(tempfile::tempdir().unwrap());
        let store = Arc::new(SqliteStore::open(&folder.path().join("numsift.db")).await.unwrap());
        let clock = Arc::new(ManualClock::at(Timestamp(1_800_000_000)));
        Self::node(store, objects.unwrap(), folder, clock, Limits::default())
    }

    fn on(store: Arc<dyn Store>, folder: tempfile::TempDir) -> Self {
        let clock = Arc::new(ManualClock::at(Timestamp(1_800_000_000)));
        let objects = Objects::folder(folder.path().join("files")).unwrap();
        Self::node(store, objects, Arc::new(folder), clock, Limits::default())
    }

    fn node(
        store: Arc<dyn Store>,
        objects: Objects,
        folder: Arc<tempfile::TempDir>,
        clock: Arc<ManualClock>,
        limits: Limits,
    ) -> Self {
        let entropy = Arc::new(SystemEntropy);
        let port = std::net::TcpListener::bind(("127.0.0.1", 0)).unwrap();
        let passwords = Passwords::new(2, HashCost::Least, &SystemEntropy).unwrap();
        let vault = Vault::with_key([7; 32], entropy.clone());
        let accounts = Accounts::new(store.clone(), clock.clone(), entropy.clone(), passwords, vault.clone());
        let topups = TopUps::new(store.clone(), clock.clone(), Node::new(None).unwrap());
        let screening = Screening::new(ScreeningParts {
            store: store.clone(),
            objects,
            clock: clock.clone(),
            entropy: entropy.clone(),
            vault: vault.clone(),
            // Simulated providers listen on this machine.
            outbound: Outbound::new(&Guard::new(["127.0.0.1"])).unwrap(),
            callback_base: Some(format!("http://{}", port.local_addr().unwrap())),
            spool: folder.path().join("spool"),
            scratch: folder.path().join("scratch"),
            memory_numbers: MEMORY_NUMBERS,
            node: "test".to_owned(),
        });
        let generator = Generator::new(store.clone(), clock.clone(), entropy.clone());
        let api_keys = ApiKeyService::new(store.clone(), clock.clone(), entropy.clone(), limits);
        let webhooks = Webhooks::new(WebhookParts {
            store: store.clone(),
            clock: clock.clone(),
            entropy: entropy.clone(),
            vault: vault.clone(),
            // Test receivers listen on this machine.
            outbound: Outbound::new(&Guard::new(["127.0.0.1"])).unwrap(),
            timeout: TIMEOUT,
        });
        let app = App::new(Parts {
            store: store.clone(),
            clock: clock.clone(),
            entropy,
            screening: screening.clone(),
            accounts: accounts.clone(),
            topups: topups.clone(),
            generator: generator.clone(),
            api_keys: api_keys.clone(),
            public_url: None,
            webhooks: webhooks.clone(),
            demo: None,
            trusted_proxies: Vec::new(),
            access_log: numsift_api::AccessLog::default(),
            readiness: Readiness::new(
                store.clone(),
                screening.objects.clone(),
                vault,
                screening.channels.outbound().names().clone(),
            ),
            health: health(&store, &folder, &clock, screening.objects.clone()),
        });
        Self {
            store,
            clock,
            accounts,
            topups,
            screening,
            generator,
            api_keys,
            webhooks,
            router: numsift_api::router(app.clone()),
            app,
            folder,
            port,
        }
    }

    /// Serves the address at which providers call back, until the returned task is aborted.
    pub fn serve_callbacks(&self) -> JoinHandle<()> {
        let port = self.port.try_clone().unwrap();
        port.set_nonblocking(true).unwrap();
        let port = TcpListener::from_std(port).unwrap();
        let router = self.router.clone();
        tokio::spawn(async move { axum::serve(port, router).await.unwrap() })
    }

    /// The database of an app on SQLite.
    pub fn database_file(&self) -> std::path::PathBuf {
        self.folder.path().join("numsift.db")
    }

    /// Creates an account of a type and returns its uid.
    pub async fn user(&self, username: &str, account_type: AccountType) -> Uid {
        let new = NewUser { username, password: Some(PASSWORD), account_type, uid: None };
        self.accounts.create_user(new).await.unwrap().uid
    }

    /// A wallet, a pending order of this account, and a deposit that matches no order.
    pub async fn order_and_deposit(&self, uid: Uid) -> (OrderId, DepositId) {
        let mut tx = self.store.begin().await.unwrap();
        self.topups.use_wallet(&mut *tx, WALLET, "main").await.unwrap();
        let who = tx.account(uid).await.unwrap().unwrap();
        tx.save().await.unwrap();
        let order = self.topups.order(&who, OrderKind::Points, Usdt(12_340_000)).await.unwrap();
        let stray = NewDeposit {
            txid: "ab".repeat(32),
            log_index: 0,
            address: WALLET.to_owned(),
            sender: WALLET.to_owned(),
            amount: Usdt(7_000_001),
            block_time: self.clock.now(),
            seen_at: self.clock.now(),
        };
        let mut tx = self.store.begin().await.unwrap();
        let deposit = tx.add_deposit(&stray).await.unwrap().unwrap();
        tx.save().await.unwrap();
        (order.id, deposit)
    }

    /// Adds the catalogue of projects; those of the number engine are free.
    pub async fn free_catalogue(&self) {
        let mut tx = self.store.begin().await.unwrap();
        add_default_projects(&mut *tx).await.unwrap();
        for slug in ["hygiene", "carrier"] {
            let mut project = tx.project(slug).await.unwrap().unwrap();
            project.details.price = 0;
            tx.put_project(&project).await.unwrap();
        }
        tx.save().await.unwrap();
    }

    /// Allows owners to share results.
    pub async fn allow_sharing(&self) {
        let mut tx = self.store.begin().await.unwrap();
        let settings = Settings { share_results: true, ..tx.settings().await.unwrap() };
        let version = tx.settings_version().await.unwrap();
        tx.put_settings(&settings, version, self.clock.now()).await.unwrap().unwrap();
        tx.save().await.unwrap();
    }

    /// Counts the objects in a folder.
    pub async fn objects(&self, folder: &str) -> usize {
        use futures_util::StreamExt;
        self.screening.objects.list(folder).count().await
    }

    /// Sends a part of an upload.
    pub async fn append(&self, sid: &str, id: &Value, offset: usize, part: impl Into<Body>) -> Value {
        let request = Request::post(format!("/api/upload/append?id={id}&offset={offset}")).header("sid", sid);
        self.send(request.body(part.into()).unwrap()).await.json()
    }

    /// Uploads a text as a file.
    pub async fn upload(&self, sid: Option<&str>, kind: &str, file_name: &str, content: &[u8]) -> Value {
        self.send(upload_request(sid, kind, file_name, content)).await.json()
    }

    /// Uploads and reads a list; returns its id.
    pub async fn ready_list(&self, sid: &str, content: &str) -> i64 {
        let list = self.upload(Some(sid), "upload", "numbers.txt", content.as_bytes()).await;
        assert_eq!(list["code"], 0, "{list}");
        let id = list["data"]["id"].as_i64().unwrap();
        let mapping = list["data"]["preview"]["mapping"].clone();
        let begun = self.call("list/analyse", Some(sid), json!({"id": id, "mapping": mapping})).await;
        assert_eq!(begun["data"]["state"], "analysing", "{begun}");
        self.screening.run_until_idle().await.unwrap();
        let list = self.call("list/get", Some(sid), json!({"id": id})).await;
        assert_eq!(list["data"]["state"], "ready", "{list}");
        id
    }

    /// Generates a run of ten numbers for this account.
    pub async fn generated(&self, uid: Uid) -> RunId {
        let spec = SpaceSpec { country: Some("CN".to_owned()), ..SpaceSpec::default() };
        let wanted = Wanted {
            page: RunPage::Country,
            segments: vec![WantedSegment { spec, count: 10 }],
            order: DrawOrder::Random,
            earlier: Earlier::Exclude,
            style: NumberStyle::E164,
            without: None,
        };
        let audit = |_: &_| AuditEntry {
            at: self.clock.now(),
            actor: None,
            subject: Some(uid),
            action: "test".to_owned(),
            ip: String::new(),
            detail: "{}".to_owned(),
        };
        self.generator.generate(uid, wanted, audit).await.unwrap().id
    }

    /// Creates an account and signs it in.
    pub async fn signed_in(&self, username: &str, account_type: AccountType) -> String {
        self.user(username, account_type).await;
        self.sid(username).await
    }

    /// Signs in and returns the session token.
    pub async fn sid(&self, username: &str) -> String {
        let answer = self.call("user/login", None, json!({"username": username, "password": PASSWORD})).await;
        answer["data"]["sid"].as_str().unwrap_or_else(|| panic!("{username}: {answer}")).to_owned()
    }

    /// Signs in with a one-time password, replaces it with [`PASSWORD`], and signs in again.
    pub async fn first_sid(&self, username: &str, one_time: &str) -> String {
        let login = json!({"username": username, "password": one_time});
        let login = self.call("user/login", None, login).await;
        let change = json!({"old_pwd": one_time, "new_pwd": PASSWORD, "confirm_pwd": PASSWORD});
        let changed = self.call("user/changePwd", login["data"]["sid"].as_str(), change).await;
        assert_eq!(changed["code"], 0, "{changed}");
        self.sid(username).await
    }

    /// Makes a call in English; the answer must be an envelope.
    pub async fn call(&self, path: &str, sid: Option<&str>, body: Value) -> Value {
        self.call_in("en", path, sid, body).await
    }

    /// Makes a call in a language.
    pub async fn call_in(&self, lang: &str, path: &str, sid: Option<&str>, body: Value) -> Value {
        let mut request = Request::post(format!("/api/{path}")).header("lang", lang);
        if let Some(sid) = sid {
            request = request.header("sid", sid);
        }
        let answer = self.send(request.body(Body::from(body.to_string())).unwrap()).await;
        assert_eq!(answer.status, StatusCode::OK);
        let envelope = answer.json();
        for key in ["code", "msg", "data"] {
            assert!(envelope.get(key).is_some(), "{path}: {envelope} has no {key}");
        }
        envelope
    }

    /// The newest entries of the audit log, newest first.
    pub async fn audited(&self) -> Vec<AuditEntry> {
        let page = Page::new(1, Page::MAX_SIZE).unwrap();
        let listed = self.store.read().await.unwrap().audit_log(&AuditFilter::default(), page).await.unwrap();
        listed.items.into_iter().map(|row| row.entry).collect()
    }

    /// Sends a request and returns the response without waiting for the end of its body.
    pub async fn open(&self, request: Request<Body>) -> Response {
        self.router.clone().oneshot(request).await.unwrap()
    }

    /// Sends a request and reads the whole response.
    pub async fn send(&self, request: Request<Body>) -> Answer {
        let response = self.open(request).await;
        let (parts, body) = response.into_parts();
        let body = body.collect().await.unwrap().to_bytes().to_vec();
        Answer { status: parts.status, headers: parts.headers, body }
    }
}

/// A multipart upload.
pub fn upload_request(sid: Option<&str>, kind: &str, file_name: &str, content: &[u8]) -> Request<Body> {
    let mut body = format!(
        "--part\r\ncontent-disposition: form-data; name=\"kind\"\r\n\r\n{kind}\r\n--part\r\n\
         content-disposition: form-data; name=\"file\"; filename=\"{file_name}\"\r\n\r\n"
    )
    .into_bytes();
    body.extend_from_slice(content);
    body.extend_from_slice(b"\r\n--part--\r\n");
    let mut request = Request::post("/api/task/upload")
        .header("content-type", "multipart/form-data; boundary=part")
        .header("lang", "en");
    if let Some(sid) = sid {
        request = request.header("sid", sid);
    }
    request.body(Body::from(body)).unwrap()
}

/// Runs each test on SQLite and on PostgreSQL.
macro_rules! on_both_stores {
    ($($story:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test]
            async fn $story() {
                super::$story(&$crate::app::TestApp::on_sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test]
            async fn $story() {
                super::$story(&$crate::app::TestApp::on_postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both_stores;
