//! PostgreSQL as the database: the server runs on it, and a crash of it loses no work.

use std::path::PathBuf;
use std::sync::Arc;

use numsift_model::id::Uid;
use numsift_model::ledger::{Bucket as Balance, LedgerAccount};
use numsift_store::{Store as _, StoreError};
use numsift_store_pg::PgStore;
use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream, UnixStream};

use crate::api::ApiClient;
use crate::console::Console;
use crate::installation::Installation;
use crate::postgres::{Address, Postgres};
use crate::process::{Process, numsift};
use crate::{DEADLINE, until};

const CHUNKS: usize = 8;
const CHUNKS_PER_WORKER: i64 = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_demo_runs_on_postgres() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::create().await;
    let settings = [("NUMSIFT_DATABASE_URL", database.url().to_owned())];
    let mut server =
        Process::start(&["serve", "--demo", "--demo-empty", "--port", "0"], folder.path(), &settings);
    let address = server.wait_for_address().await;
    Console::at(&address).login("credit", "numsift-demo").await;
    assert!(!folder.path().join("numsift.db").exists(), "there is no SQLite database");
    server.stop();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_crash_loses_and_repeats_nothing() {
    let postgres = tokio::task::block_in_place(Postgres::start);
    let bucket = Bucket::start().await;
    let mut settings = bucket.scaled_out(&postgres.url());
    settings.push(("NUMSIFT_WORKER_CHUNKS", CHUNKS_PER_WORKER.to_string()));
    let installation = Installation::start(settings, Vec::new()).await;
    let gate = installation.providers().clone();
    gate.close_gate();
    let mut workers = [installation.worker("first").await, installation.worker("second").await];
    let (list, numbers) = installation.list(CHUNKS).await;
    let task = installation.start_task(&list).await;
    installation.until_running(2 * CHUNKS_PER_WORKER).await;
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();

    postgres.crash_and_restart();
    // The workers still hold their chunks and work on them.
    assert_eq!(installation.running().await, 2 * CHUNKS_PER_WORKER);
    gate.open_gate();
    let store = Arc::new(PgStore::connect(&postgres.url(), 2).await.unwrap());
    installation.finish(store, task, &numbers).await;
    assert!(workers.iter_mut().all(crate::process::Process::is_running), "the workers survive the crash");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_promoted_standby_takes_over_in_the_middle_of_a_task() {
    let primary = tokio::task::block_in_place(Postgres::start);
    let standby = tokio::task::block_in_place(|| primary.standby());
    let address = Address::of(&primary);
    let bucket = Bucket::start().await;
    let mut settings = bucket.scaled_out(&address.url());
    settings.push(("NUMSIFT_WORKER_CHUNKS", CHUNKS_PER_WORKER.to_string()));
    let installation = Installation::start(settings, Vec::new()).await;
    let gate = installation.providers().clone();
    let mut workers = [installation.worker("first").await, installation.worker("second").await];
    let (list, numbers) = installation.list(CHUNKS).await;
    gate.close_gate();
    let task = installation.start_task(&list).await;
    installation.until_running(2 * CHUNKS_PER_WORKER).await;
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();

    // The answers arrive while there is no primary.
    primary.stop();
    gate.open_gate();
    standby.promote();
    address.move_to(&standby);
    let store = Arc::new(PgStore::connect(&address.url(), 2).await.unwrap());
    installation.finish(store, task, &numbers).await;
    assert!(workers.iter_mut().all(crate::process::Process::is_running), "the workers follow by themselves");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn callers_are_told_to_come_back_while_the_database_is_away() {
    let postgres = tokio::task::block_in_place(Postgres::start);
    let folder = tempfile::tempdir().unwrap();
    let settings = [("NUMSIFT_DATABASE_URL", postgres.url())];
    let mut server =
        Process::start(&["serve", "--demo", "--demo-empty", "--port", "0"], folder.path(), &settings);
    let address = server.wait_for_address().await;
    let console = Console::at(&address).login("api", "numsift-demo").await;
    let key = json!({"name": "outage", "scopes": ["tasks:read"]});
    let secret = console.call("user/generateApi", key).await["secret"].as_str().unwrap().to_owned();
    let api = ApiClient::at(&address, &secret);
    // The key is known to the server now, and requests are leased for it, so the next one gets to the handler.
    assert_eq!(api.get("tasks").await.status, 200);
    let store = PgStore::connect(&postgres.url(), 2).await.unwrap();
    let mut open = store.read().await.unwrap();

    postgres.stop();
    let cut_off = open.settings().await.unwrap_err();
    assert!(matches!(cut_off, StoreError::Unavailable(_)), "an open connection: {cut_off:?}");
    let refused = store.read().await.err();
    assert!(matches!(refused, Some(StoreError::Unavailable(_))), "a new connection: {refused:?}");
    let away = api.get("tasks").await;
    assert_eq!((away.status, &away.body["code"]), (503, &json!("unavailable")), "{}", away.body);
    assert!(away.headers.contains_key("retry-after"), "{:?}", away.headers);
    // It survives the outage.
    server.kill();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_end_of_a_task_and_a_new_hold_do_not_wait_for_each_other() {
    let database = TestDatabase::create().await;
    let settings = vec![("NUMSIFT_DATABASE_URL", database.url().to_owned())];
    let installation = Installation::start(settings, Vec::new()).await;
    let gate = installation.providers().clone();
    gate.close_gate();
    let (list, _) = installation.list(1).await;
    let task = installation.start_task(&list).await;
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();

    // A new hold locks the balance, then the held balance.
    let uid = Uid(installation.customer.call("user/info", json!({})).await["uid"].as_i64().unwrap());
    let id = |balance| LedgerAccount::of(uid, balance).id();
    let mut hold = PgConnection::connect(database.url()).await.unwrap();
    sqlx::query("SET deadlock_timeout = '1ms'").execute(&mut hold).await.unwrap();
    sqlx::query("BEGIN").execute(&mut hold).await.unwrap();
    sqlx::query("SELECT FROM ledger_accounts WHERE id = $1 FOR UPDATE")
        .bind(id(Balance::Points))
        .execute(&mut hold)
        .await
        .unwrap();
    gate.open_gate();
    let mut watcher = PgConnection::connect(database.url()).await.unwrap();
    until("the end of the task waits for the balance", async || {
        let waiting = "SELECT COUNT(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
        let waiting: i64 = sqlx::query_scalar(waiting).fetch_one(&mut watcher).await.unwrap();
        (waiting > 0).then_some(())
    })
    .await;
    sqlx::query("UPDATE ledger_accounts SET balance = balance WHERE id = $1")
        .bind(id(Balance::PointsHeld))
        .execute(&mut hold)
        .await
        .expect("no deadlock");
    sqlx::query("COMMIT").execute(&mut hold).await.unwrap();
    let task = installation.until_finished(task).await;
    assert_eq!(task["state"], "completed");
    assert!(task["unknown"].as_i64().unwrap() > 0, "a part of the hold was released");
    installation.verify_ledger();
}

/// Passes a connection on to PostgreSQL, and lets the server report this major version.
async fn report_version(mut client: TcpStream, socket: PathBuf, version: [u8; 2]) -> std::io::Result<()> {
    let mut server = UnixStream::connect(socket).await?;
    let (mut from_client, mut to_client) = client.split();
    let (mut from_server, mut to_server) = server.split();
    let requests = tokio::io::copy(&mut from_client, &mut to_server);
    let replies = async {
        let mut buffer = vec![0; 1 << 16];
        loop {
            let length = from_server.read(&mut buffer).await?;
            if length == 0 {
                return std::io::Result::Ok(());
            }
            let name = b"server_version\0";
            if let Some(at) = buffer[..length].windows(name.len()).position(|part| part == name) {
                buffer[at + name.len()..][..2].copy_from_slice(&version);
            }
            to_client.write_all(&buffer[..length]).await?;
        }
    };
    tokio::select! {
        ended = requests => ended.map(drop),
        ended = replies => ended,
    }
}

/// The URL of a server that seems to have a version.
async fn with_version(postgres: &Postgres, version: [u8; 2]) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let url = format!("postgres://numsift@{}/postgres?sslmode=disable", listener.local_addr().unwrap());
    let socket = postgres.socket();
    tokio::spawn(async move {
        loop {
            let (client, _) = listener.accept().await.unwrap();
            tokio::spawn(report_version(client, socket.clone(), version));
        }
    });
    url
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_old_database_server_is_named() {
    let postgres = tokio::task::block_in_place(Postgres::start);
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().to_str().unwrap();
    let output = |args: &[&str], url: String| {
        let args = [args, &["--data", data]].concat();
        let settings = [("NUMSIFT_DATABASE_URL", url)];
        tokio::task::block_in_place(|| numsift(&args, &settings).output().unwrap())
    };
    let doctor = |url: String| {
        let output = output(&["doctor", "--json", "--skip-ledger"], url);
        serde_json::from_slice::<Vec<serde_json::Value>>(&output.stdout).unwrap()
    };

    let refused = output(&["serve", "--port", "0"], with_version(&postgres, *b"10").await);
    let message = String::from_utf8(refused.stderr).unwrap();
    assert!(!refused.status.success());
    assert!(message.contains("has version 10, and version 11 or newer"), "{message}");
    assert!(message.contains("`database_url`"), "{message}");
    let findings = doctor(with_version(&postgres, *b"10").await);
    let found = findings.iter().find(|finding| finding["code"] == "database_too_old").unwrap();
    assert_eq!(found["verdict"], "failed", "{found}");

    let url = with_version(&postgres, *b"14").await;
    let mut server =
        Process::start(&["serve", "--port", "0"], folder.path(), &[("NUMSIFT_DATABASE_URL", url.clone())]);
    server.wait_for_address().await;
    let findings = doctor(url);
    let found = findings.iter().find(|finding| finding["code"] == "database_old").unwrap();
    assert_eq!((&found["verdict"], &found["params"]["found"]), (&json!("warning"), &json!(14)), "{found}");
    server.stop();
}
