//! Worker processes: takeover of chunks.

use std::sync::Arc;
use std::time::Duration;

use numsift_sim::providers::Provider;
use numsift_store::Store;
use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::{Bucket, Mode};

use crate::DEADLINE;
use crate::installation::{CHUNK, Installation, REQUEST};
use crate::process::numsift;

const CHUNKS: usize = 10;
const CHUNKS_PER_WORKER: i64 = 3;
/// Short to keep the test short, but long enough for a busy machine to renew its leases.
const LEASE_S: &str = "20";

/// How long the store is away.
const OUTAGE: Duration = Duration::from_secs(20);

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn another_worker_takes_over_the_chunks_of_a_killed_one() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let mut settings = bucket.scaled_out(database.url());
    settings.extend([
        ("NUMSIFT_WORKER_CHUNKS", CHUNKS_PER_WORKER.to_string()),
        ("NUMSIFT_LEASE_S", LEASE_S.to_owned()),
    ]);
    let installation = Installation::start(settings, Vec::new()).await;
    let gate = installation.providers().clone();
    gate.close_gate();

    let first = installation.worker("first").await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let task = installation.start_task(&list).await;
    // There is no other worker yet: the first worker holds these chunks and waits for the provider.
    installation.until_running(CHUNKS_PER_WORKER).await;
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();
    let mut second = installation.worker("second").await;
    // The second worker claims its own share; the first one still holds its chunks.
    installation.until_running(2 * CHUNKS_PER_WORKER).await;
    first.kill();

    gate.open_gate();
    let store: Arc<dyn Store> = database.store().await;
    installation.finish(store, task, &numbers).await;
    assert!(second.is_running());
    assert!(bucket.contains("tasks") && bucket.contains("lists"), "the files are in the bucket");
    let minimum = (CHUNKS * CHUNK / REQUEST) as u64;
    assert!(gate.requests(Provider::Sync) > minimum, "requests of the killed worker are repeated");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_number_is_asked_twice_when_the_store_refuses_connections() {
    the_store_is_away(Mode::Refusing).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_number_is_asked_twice_when_the_store_is_frozen() {
    the_store_is_away(Mode::Frozen).await;
}

/// Takes the store away for a while when the answers of some chunks are on their way.
async fn the_store_is_away(mode: Mode) {
    let (database, bucket) = (TestDatabase::create().await, Bucket::start().await);
    let mut settings = bucket.scaled_out(database.url());
    settings.push(("NUMSIFT_WORKER_CHUNKS", CHUNKS_PER_WORKER.to_string()));
    let installation = Installation::start(settings, Vec::new()).await;
    let gate = installation.providers().clone();
    gate.close_gate();
    let _worker = installation.worker("first").await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let task = installation.start_task(&list).await;
    installation.until_running(CHUNKS_PER_WORKER).await;
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();
    bucket.set_mode(mode);
    gate.open_gate();
    tokio::time::sleep(OUTAGE).await;
    bucket.set_mode(Mode::Working);
    installation.finish(database.store().await, task, &numbers).await;
    assert_eq!(gate.requests(Provider::Sync), (CHUNKS * CHUNK / REQUEST) as u64);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_without_the_installations_key_refuses_to_start() {
    let (database, bucket) = (TestDatabase::create().await, Bucket::start().await);
    let settings = bucket.scaled_out(database.url());
    let data = tempfile::tempdir().unwrap();
    let start = || {
        let args = ["worker", "--data", data.path().to_str().unwrap()];
        let output = tokio::task::block_in_place(|| numsift(&args, &settings).output().unwrap());
        assert!(!output.status.success());
        String::from_utf8(output.stderr).unwrap()
    };
    let error = start();
    assert!(error.contains("start `numsift serve`"), "there is no installation yet: {error}");
    let _installation = Installation::start(settings.clone(), Vec::new()).await;
    let error = start();
    assert!(error.contains("secret.key is missing"), "{error}");
    std::fs::write(data.path().join("secret.key"), [1; 32]).unwrap();
    let error = start();
    assert!(error.contains("not the key of this installation"), "{error}");
}
