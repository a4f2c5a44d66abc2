//! The only process of an installation on SQLite is killed at every point of a chunk's way, and
//! started again.

use std::path::Path;
use std::sync::Arc;

use numsift_model::page::Page;
use numsift_model::task::{Task, TaskState};
use numsift_store::{Scope, Store, TaskFilter};
use numsift_store_sqlite::SqliteStore;

use crate::installation::Installation;

const CHUNKS: usize = 3;
/// Short, so that the test is; long enough that a busy machine does not lose what it holds.
const LEASE_S: &str = "15";

/// Kills the process at the n-th time that it reaches a point. Then so many chunks must be done, in
/// work and waiting: one is worked on at a time, so that nothing goes on behind the point.
async fn killed_at(point: &str, time: u32, left: (i64, i64, i64)) {
    let settings = vec![("NUMSIFT_WORKER_CHUNKS", "1".to_owned()), ("NUMSIFT_LEASE_S", LEASE_S.to_owned())];
    let stop = vec![("NUMSIFT_BREAK", format!("{point}:{time}"))];
    let mut installation = Installation::start(settings, stop).await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let customer = installation.customer.clone();
    // Its answer may be lost with the process.
    let starting =
        tokio::spawn(async move { customer.call("task/start", Installation::task_on(&list)).await });
    installation.reaches(point).await;
    let stopped = installation.kill_server();
    starting.abort();

    let task = only_task(&stopped.database()).await;
    let progress = task.progress;
    assert_eq!((progress.done_chunks, progress.running, progress.pending), left, "{point}:{time}");
    let over = left.0 == i64::try_from(CHUNKS).unwrap();
    assert_eq!(task.state, if over { TaskState::Completed } else { TaskState::Running });

    let database = stopped.database();
    let installation = stopped.start_again().await;
    let store: Arc<dyn Store> = Arc::new(SqliteStore::open(&database).await.unwrap());
    installation.finish(store, task.id, &numbers).await;
}

async fn only_task(database: &Path) -> Task {
    let store = SqliteStore::open(database).await.unwrap();
    let mut tx = store.read().await.unwrap();
    let tasks = tx.tasks(Scope::All, &TaskFilter::default(), Page::new(1, 10).unwrap()).await.unwrap();
    drop(tx);
    store.close().await;
    assert_eq!(tasks.total, 1);
    tasks.items.into_iter().next().unwrap()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_with_a_chunk_just_taken() {
    killed_at("chunk-claimed", 2, (1, 1, 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_between_the_file_and_the_database() {
    killed_at("chunk-put", 2, (1, 1, 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_within_the_commit() {
    killed_at("chunk-commit", 2, (1, 1, 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_after_the_commit() {
    killed_at("chunk-committed", 2, (2, 0, 1)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_within_the_last_commit() {
    killed_at("chunk-commit", 3, (2, 1, 0)).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn killed_after_the_last_commit() {
    killed_at("chunk-committed", 3, (3, 0, 0)).await;
}
