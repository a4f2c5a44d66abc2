//! A worker is killed while it holds chunks; the other one does them.

use std::sync::Arc;

use numsift_sim::providers::Provider;
use numsift_store::Store;
use numsift_store_pg::testing::TestDatabase;

use crate::DEADLINE;
use crate::bucket::Bucket;
use crate::installation::{CHUNK, Installation, REQUEST};

/// Chunks of the task, and chunks that one worker takes at a time.
const CHUNKS: usize = 10;
const EACH: i64 = 3;
/// Short, so that the test is; long enough that a busy machine does not lose what it holds.
const LEASE_S: &str = "20";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_chunks_of_a_killed_worker_are_done_by_another() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let mut settings = bucket.scaled_out(database.url());
    settings.extend([("NUMSIFT_WORKER_CHUNKS", EACH.to_string()), ("NUMSIFT_LEASE_S", LEASE_S.to_owned())]);
    let installation = Installation::start(settings, Vec::new()).await;
    let gate = installation.providers().clone();
    gate.close_gate();

    let first = installation.worker("first").await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let task = installation.start_task(&list).await;
    // There is no other worker yet: these chunks are the first one's, and it is asking about them.
    installation.until_running(EACH).await;
    tokio::time::timeout(DEADLINE, gate.held(1)).await.unwrap();
    let mut second = installation.worker("second").await;
    // The second one takes no more than its own share: the first still holds all of its chunks.
    installation.until_running(2 * EACH).await;
    first.kill();

    gate.open_gate();
    let store: Arc<dyn Store> = database.store().await;
    installation.finish(store, task, &numbers).await;
    assert!(second.is_running());
    assert!(bucket.holds("tasks") && bucket.holds("lists"), "the files lie in the bucket");
    let least = (CHUNKS * CHUNK / REQUEST) as u64;
    assert!(gate.requests(Provider::Sync) > least, "what the dead one had asked was asked again");
}

/// Whoever watches a worker is told that it lives, that it is ready, and what it has done.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_worker_can_be_watched() {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let installation = Installation::start(bucket.scaled_out(database.url()), Vec::new()).await;
    let (_worker, base) = installation.watched_worker("first").await;
    let http = reqwest::Client::builder().no_proxy().build().unwrap();
    let told = async |path: &str| {
        let answer = http.get(format!("{base}/{path}")).send().await.unwrap();
        (answer.status().as_u16(), answer.text().await.unwrap())
    };
    assert_eq!(told("healthz").await, (200, "ok".to_owned()));
    assert_eq!(told("readyz").await, (200, "ready".to_owned()));
    assert_eq!(told("api/user/info").await.0, 404, "it is no server");

    let (list, numbers) = installation.list(1).await;
    let task = installation.start_task(&list).await;
    installation.finish(database.store().await, task, &numbers).await;
    let (status, metrics) = told("metrics").await;
    assert_eq!(status, 200);
    for counted in ["numsift_chunks_total 1", "numsift_numbers_total 1000", "numsift_provider_requests_total"]
    {
        assert!(metrics.lines().any(|line| line.starts_with(counted)), "{counted}: {metrics}");
    }
}
