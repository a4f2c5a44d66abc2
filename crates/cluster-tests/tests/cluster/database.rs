//! PostgreSQL as the database: the server runs on it, and a crash of it loses no work.

use std::sync::Arc;

use numsift_store_pg::PgStore;
use numsift_store_pg::testing::TestDatabase;

use crate::DEADLINE;
use crate::bucket::Bucket;
use crate::console::Console;
use crate::installation::Installation;
use crate::postgres::Postgres;
use crate::process::Process;

const CHUNKS: usize = 8;
const CHUNKS_PER_WORKER: i64 = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_demo_runs_on_postgres() {
    let folder = tempfile::tempdir().unwrap();
    let database = TestDatabase::create().await;
    let settings = [("NUMSIFT_DATABASE_URL", database.url().to_owned())];
    let mut server = Process::start(&["serve", "--demo", "--port", "0"], folder.path(), &settings);
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
