//! PostgreSQL as the database: the server runs on it, and a crash of it loses no work.

use std::sync::Arc;

use numsift_model::id::Uid;
use numsift_model::ledger::{Bucket as Balance, LedgerAccount};
use numsift_store::{Store as _, StoreError};
use numsift_store_pg::PgStore;
use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;
use serde_json::json;
use sqlx::{Connection as _, PgConnection};

use crate::api::ApiClient;
use crate::console::Console;
use crate::installation::Installation;
use crate::postgres::{Address, Postgres};
use crate::process::Process;
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
