//! The database crashes and comes back while workers hold chunks.

use std::sync::Arc;

use numsift_store_pg::PgStore;

use crate::DEADLINE;
use crate::bucket::Bucket;
use crate::installation::Installation;
use crate::postgres::Postgres;

const CHUNKS: usize = 8;
const EACH: i64 = 3;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_crash_of_the_database_loses_and_doubles_nothing() {
    let postgres = tokio::task::block_in_place(Postgres::start);
    let bucket = Bucket::start().await;
    let mut settings = bucket.scaled_out(&postgres.url());
    settings.push(("NUMSIFT_WORKER_CHUNKS", EACH.to_string()));
    let installation = Installation::start(settings, Vec::new()).await;
    let gate = installation.providers().clone();
    gate.close_gate();
    let mut workers = [installation.worker("first").await, installation.worker("second").await];
    let (list, numbers) = installation.list(CHUNKS).await;
    let task = installation.start_task(&list).await;
    installation.until_running(2 * EACH).await;
    tokio::time::timeout(DEADLINE, gate.held(1)).await.unwrap();

    postgres.crash_and_restart();
    // What was taken before the crash is still taken, and the work on it still under way.
    assert_eq!(installation.running().await, 2 * EACH);
    gate.open_gate();
    let store = Arc::new(PgStore::connect(&postgres.url(), 2).await.unwrap());
    installation.finish(store, task, &numbers).await;
    assert!(workers.iter_mut().all(crate::process::Process::is_running), "no worker ended with the database");
}
