//! Compares lookups per second through the public API, with authentication, limits and usage, with a bare handler that
//! returns a constant, in the same run: 32 persistent connections, one request at a time on each. Logging and metrics
//! are set up as in the server.

use std::net::SocketAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, bail, ensure};
use axum::Router;
use axum::http::header::CONTENT_TYPE;
use axum::routing::post;
use memchr::memmem;
use metrics_exporter_prometheus::PrometheusBuilder;
use numsift_accounts::{Accounts, HashCost, NewUser, Passwords};
use numsift_api::{App, Parts, Readiness};
use numsift_api_keys::{ApiKeyService, Limits};
use numsift_channel::{Guard, Outbound};
use numsift_generation::Generator;
use numsift_health::{Health, Installation, LedgerCheck};
use numsift_model::account::AccountType;
use numsift_model::api_key::{ApiKeyRules, ApiScope};
use numsift_model::clock::{SystemClock, SystemEntropy, Timestamp};
use numsift_model::id::Uid;
use numsift_screening::{Screening, ScreeningParts};
use numsift_segments::Objects;
use numsift_store::Store;
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use numsift_topup::{Node, TopUps};
use numsift_vault::Vault;
use numsift_webhooks::{TIMEOUT, WebhookParts, Webhooks};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use tracing_subscriber::EnvFilter;

const CONNECTIONS: usize = 32;
const ROUNDS: usize = 7;
const ROUND: Duration = Duration::from_secs(2);
/// Never reached, but low enough that blocks are leased from the database now and then.
const LOOKUPS_PER_MINUTE: i64 = 12_000_000;
/// The response of the bare handler: as long as a real one.
const CONSTANT: &str = r#"{"number":"+12015550123","e164":"+12015550123","national":"(201) 555-0123","international":"+1 201-555-0123","valid":true,"possible":true,"reason":null,"type":"fixed_line_or_mobile","country":"US","calling_code":1,"region":"New Jersey","timezones":["America/New_York"],"timezone":"America/New_York","carrier":null,"test":false,"charged":0,"checks":{}}"#;
const BODY: &str = r#"{"number":"+12015550123"}"#;

/// A server with one customer and its key.
struct TestServer {
    app: App,
    store: Arc<dyn Store>,
    api_keys: ApiKeyService,
    uid: Uid,
    secret: String,
    _folder: tempfile::TempDir,
}

struct Round {
    /// Requests per second.
    rate: f64,
    /// All requests, including those after the measured time.
    requests: u64,
}

#[tokio::main]
async fn main() -> anyhow::Result<()> {
    let filter = EnvFilter::try_new("info")?;
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).json().init();
    PrometheusBuilder::new().install_recorder()?;
    let folder = tempfile::tempdir()?;
    let sqlite = Arc::new(SqliteStore::open(&folder.path().join("numsift.db")).await?);
    compare("SQLite", TestServer::new(sqlite, folder).await?).await?;
    let postgres = TestDatabase::create().await.store().await;
    compare("PostgreSQL", TestServer::new(postgres, tempfile::tempdir()?).await?).await
}

async fn compare(name: &str, server: TestServer) -> anyhow::Result<()> {
    let (stop, stopped) = watch::channel(false);
    let counting = tokio::spawn(server.api_keys.clone().keep_usage(stopped));
    let ours = listen(numsift_api::router(server.app)).await?;
    let constant = || async { ([(CONTENT_TYPE, "application/json")], CONSTANT) };
    let bare = listen(Router::new().route("/v1/lookup", post(constant))).await?;

    let (mut ratios, mut requests) = (Vec::new(), 0);
    println!("{name}\n{:>5} {:>12} {:>12} {:>7}", "round", "bare/s", "lookup/s", "ratio");
    for round in 0..=ROUNDS {
        let theirs = measure(bare, &server.secret).await?;
        let mine = measure(ours, &server.secret).await?;
        requests += mine.requests;
        let ratio = mine.rate / theirs.rate;
        // The first round is for warming up.
        if round > 0 {
            println!("{round:>5} {:>12.0} {:>12.0} {ratio:>7.3}", theirs.rate, mine.rate);
            ratios.push(ratio);
        }
    }
    ratios.sort_by(f64::total_cmp);
    println!("median ratio at {CONNECTIONS} connections: {:.3} (target: at least 0.5)\n", ratios[ROUNDS / 2]);
    stop.send_replace(true);
    counting.await?;
    let usage = server.store.read().await?.api_usage(server.uid, Timestamp(0)).await?;
    let counted: i64 = usage.iter().map(|(_, usage)| usage.lookups).sum();
    ensure!(u64::try_from(counted)? == requests, "{requests} lookups were sent, {counted} were counted");
    Ok(())
}

impl TestServer {
    /// Creates the server, and a key with a limit that is never reached.
    async fn new(store: Arc<dyn Store>, folder: tempfile::TempDir) -> anyhow::Result<Self> {
        let (clock, entropy) = (Arc::new(SystemClock), Arc::new(SystemEntropy));
        let vault = Vault::with_key([7; 32], entropy.clone());
        let passwords = Passwords::new(1, HashCost::Full, &SystemEntropy)?;
        let accounts = Accounts::new(store.clone(), clock.clone(), entropy.clone(), passwords, vault.clone());
        let outbound = Outbound::new(&Guard::new(Vec::<String>::new()))?;
        let screening = Screening::new(ScreeningParts {
            store: store.clone(),
            objects: Objects::folder(folder.path().join("files"))?,
            clock: clock.clone(),
            entropy: entropy.clone(),
            vault: vault.clone(),
            outbound: outbound.clone(),
            callback_base: None,
            spool: folder.path().join("spool"),
            node: "bench".to_owned(),
        });
        let webhooks = Webhooks::new(WebhookParts {
            store: store.clone(),
            clock: clock.clone(),
            entropy: entropy.clone(),
            vault: vault.clone(),
            outbound: outbound.clone(),
            timeout: TIMEOUT,
        });
        let limits = Limits { lookup: LOOKUPS_PER_MINUTE, ..Limits::default() };
        let api_keys = ApiKeyService::new(store.clone(), clock.clone(), entropy.clone(), limits);
        let new = NewUser {
            username: "ann",
            password: Some("correct horse"),
            account_type: AccountType::Api,
            uid: None,
        };
        let uid = accounts.create_user(new).await.context("cannot create the account")?.uid;
        let rules = ApiKeyRules {
            name: "bench".to_owned(),
            scopes: vec![ApiScope::Lookup],
            ips: vec!["127.0.0.0/8".parse()?],
            expires_at: None,
        };
        let mut tx = store.begin().await?;
        let (_, secret) = api_keys.create_key(&mut *tx, uid, rules).await?;
        tx.save().await?;
        let readiness = Readiness::new(store.clone(), screening.objects.clone(), vault);
        let node = Node::new(None)?;
        let health = Health::new(
            folder.path().to_owned(),
            screening.objects.clone(),
            "files".to_owned(),
            Installation {
                store: store.clone(),
                clock: clock.clone(),
                key_file: folder.path().join("secret.key"),
                outbound,
                node: node.clone(),
                lease_s: 60,
                ledger: LedgerCheck::Limited,
            },
        );
        let app = App::new(Parts {
            store: store.clone(),
            clock: clock.clone(),
            entropy: entropy.clone(),
            accounts,
            topups: TopUps::new(store.clone(), clock.clone(), node),
            screening,
            generator: Generator::new(store.clone(), clock, entropy),
            api_keys: api_keys.clone(),
            webhooks,
            public_url: None,
            demo: None,
            trusted_proxies: Vec::new(),
            access_log: numsift_api::AccessLog::default(),
            readiness,
            health,
        });
        Ok(Self { app, store, api_keys, uid, secret, _folder: folder })
    }
}

async fn listen(router: Router) -> anyhow::Result<SocketAddr> {
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let address = listener.local_addr()?;
    tokio::spawn(numsift_api::serve(listener, router, std::future::pending()));
    Ok(address)
}

async fn measure(address: SocketAddr, secret: &str) -> anyhow::Result<Round> {
    let request = format!(
        "POST /v1/lookup HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {secret}\r\n\
         content-type: application/json\r\ncontent-length: {}\r\n\r\n{BODY}",
        BODY.len()
    );
    let (over, done) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let mut clients = Vec::new();
    for _ in 0..CONNECTIONS {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        clients.push(tokio::spawn(run_client(stream, request.clone(), over.clone(), done.clone())));
    }
    let began = Instant::now();
    tokio::time::sleep(ROUND).await;
    let (count, took) = (done.load(Ordering::Relaxed), began.elapsed());
    over.store(true, Ordering::Relaxed);
    for client in clients {
        client.await??;
    }
    let rate = u32::try_from(count).map(f64::from)? / took.as_secs_f64();
    Ok(Round { rate, requests: done.load(Ordering::Relaxed) })
}

/// Sends requests one after the other until `over` is set; every one must succeed.
async fn run_client(
    mut stream: TcpStream,
    request: String,
    over: Arc<AtomicBool>,
    done: Arc<AtomicU64>,
) -> anyhow::Result<()> {
    let mut buffer = vec![0_u8; 16 * 1024];
    while !over.load(Ordering::Relaxed) {
        stream.write_all(request.as_bytes()).await?;
        let mut filled = 0;
        loop {
            let read = stream.read(&mut buffer[filled..]).await?;
            if read == 0 {
                bail!("the server closed the connection");
            }
            filled += read;
            if is_complete(&buffer[..filled])? {
                break;
            }
        }
        done.fetch_add(1, Ordering::Relaxed);
    }
    Ok(())
}

/// Whether a response is complete. The server writes header names in lower case.
fn is_complete(answer: &[u8]) -> anyhow::Result<bool> {
    const LENGTH: &[u8] = b"\r\ncontent-length: ";
    let Some(end) = memmem::find(answer, b"\r\n\r\n") else { return Ok(false) };
    let head = &answer[..end];
    if !head.starts_with(b"HTTP/1.1 200") {
        bail!("unexpected response: {}", String::from_utf8_lossy(answer));
    }
    let length = memmem::find(head, LENGTH).context("the response has no content-length")? + LENGTH.len();
    let digits = head[length..].iter().take_while(|byte| byte.is_ascii_digit());
    let length = digits.fold(0, |length, digit| length * 10 + usize::from(digit - b'0'));
    Ok(answer.len() >= end + 4 + length)
}
