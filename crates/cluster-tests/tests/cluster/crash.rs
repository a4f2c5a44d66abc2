//! Kills a process at every breakpoint of a chunk or of a fold: the only server of an installation, which is then restarted,
//! or a worker, whose work another worker takes over.

use std::sync::Arc;

use numsift_model::id::{TaskId, Uid};
use numsift_model::page::Page;
use numsift_model::task::{Task, TaskState};
use numsift_store::{Scope, Store, TaskFilter};
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use numsift_test_bucket::Bucket;

use crate::installation::{Installation, Stopped};
use crate::leases::Leases;
use crate::process::Settings;
use crate::until;

const CHUNKS: usize = 3;

/// Number of done, running and pending chunks.
type ChunkCounts = (i64, i64, i64);

/// Processes one chunk at a time, so that nothing else runs while a process is stopped.
fn one_at_a_time() -> Settings {
    vec![("NUMSIFT_WORKER_CHUNKS", "1".to_owned())]
}

fn stop_at(breakpoint: &str, time: u32) -> Settings {
    vec![("NUMSIFT_BREAK", format!("{breakpoint}:{time}"))]
}

enum Database {
    Sqlite,
    Postgres(TestDatabase),
}

impl Database {
    fn settings(&self) -> Settings {
        match self {
            Self::Sqlite => Settings::new(),
            Self::Postgres(database) => vec![("NUMSIFT_DATABASE_URL", database.url().to_owned())],
        }
    }

    async fn store(&self, stopped: &Stopped) -> Arc<dyn Store> {
        match self {
            Self::Sqlite => Arc::new(SqliteStore::open(&stopped.sqlite_file()).await.unwrap()),
            Self::Postgres(database) => database.store().await,
        }
    }

    async fn leases(&self, stopped: &Stopped) -> Leases {
        match self {
            Self::Sqlite => Leases::on_sqlite(&stopped.sqlite_file()).await,
            Self::Postgres(database) => Leases::on_postgres(database).await,
        }
    }
}

/// Kills the server when it reaches a breakpoint for the n-th time, restarts it and finishes the task.
async fn kill_server_at(database: Database, breakpoint: &str, time: u32, expected: ChunkCounts) {
    let settings = [one_at_a_time(), database.settings()].concat();
    let mut installation = Installation::start(settings, stop_at(breakpoint, time)).await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let customer = installation.customer.clone();
    // The process may be killed before it responds.
    let starting =
        tokio::spawn(async move { customer.call("task/start", Installation::task_on(&list)).await });
    installation.wait_for_breakpoint(breakpoint).await;
    let stopped = installation.kill_server();
    starting.abort();

    let store = database.store(&stopped).await;
    let task = only_task(&store).await;
    assert_chunks(&task, expected);
    database.leases(&stopped).await.expire_all().await;
    let installation = stopped.restart().await;
    installation.finish(store, task.id, &numbers).await;
}

/// Kills a worker when it reaches a breakpoint for the n-th time, and finishes the task with another worker.
async fn kill_worker_at(breakpoint: &str, time: u32, expected: ChunkCounts) {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let settings = [one_at_a_time(), bucket.scaled_out(database.url())].concat();
    let installation = Installation::start(settings, Settings::new()).await;
    let mut first = installation.worker_with("first", stop_at(breakpoint, time)).await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let id = installation.start_task(&list).await;
    first.wait_for_line(&format!("reached {breakpoint}")).await;
    first.kill();

    let store = database.store().await;
    let task = only_task(&store).await;
    assert_chunks(&task, expected);
    Leases::on_postgres(&database).await.expire_all().await;
    let mut second = installation.worker("second").await;
    installation.finish(store, id, &numbers).await;
    assert!(second.is_running());
}

async fn only_task(store: &Arc<dyn Store>) -> Task {
    let mut tx = store.read().await.unwrap();
    let tasks = tx.tasks(Scope::All, &TaskFilter::default(), Page::new(1, 10).unwrap()).await.unwrap();
    assert_eq!(tasks.total, 1);
    tasks.items.into_iter().next().unwrap()
}

fn assert_chunks(task: &Task, expected: ChunkCounts) {
    let progress = task.progress;
    assert_eq!((progress.done_chunks, progress.running, progress.pending), expected);
    let finished = expected.0 == i64::try_from(CHUNKS).unwrap();
    assert_eq!(task.state, if finished { TaskState::Completed } else { TaskState::Running });
}

/// Kills the server while it folds the answers of a task into the answer book, restarts it, and counts the answers.
async fn kill_fold_at(database: Database, breakpoint: &str) {
    let mut installation = Installation::start(database.settings(), stop_at(breakpoint, 1)).await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let id = installation.start_task(&list).await;
    installation.wait_for_breakpoint(breakpoint).await;
    let stopped = installation.kill_server();
    let store = database.store(&stopped).await;
    let uid = only_task(&store).await.asked.uid;
    assert!(store.read().await.unwrap().answer_runs(uid, None).await.unwrap().is_empty(), "nothing is saved");
    database.leases(&stopped).await.expire_all().await;
    let installation = stopped.restart().await;
    installation.finish(store.clone(), id, &numbers).await;
    assert_folded(&store, uid).await;
}

/// Waits until the answers of the only task are in the answer book, and checks that each is in it once.
async fn assert_folded(store: &Arc<dyn Store>, uid: Uid) {
    let runs = until("the answers are in the book", async || {
        let mut tx = store.read().await.unwrap();
        let runs = tx.answer_runs(uid, None).await.unwrap();
        (!runs.is_empty() && tx.tasks_to_fold(uid, 1).await.unwrap().is_empty()).then_some(runs)
    })
    .await;
    let progress = only_task(store).await.progress;
    let answers: i64 = runs.iter().map(|run| run.data.answers).sum();
    assert_eq!(answers, progress.answers - progress.unknown, "each answer once");
}

/// Kills a worker while it folds into a bucket. Another worker repeats the fold, and a task reuses the answers from the bucket.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fold_into_a_bucket_is_repeated_by_another_worker() {
    let (database, bucket) = (TestDatabase::create().await, Bucket::start().await);
    let installation = Installation::start(bucket.scaled_out(database.url()), Settings::new()).await;
    let mut first = installation.worker_with("first", stop_at("fold-written", 1)).await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let id = installation.start_task(&list).await;
    first.wait_for_line("reached fold-written").await;
    first.kill();

    let store = database.store().await;
    let uid = only_task(&store).await.asked.uid;
    assert!(store.read().await.unwrap().answer_runs(uid, None).await.unwrap().is_empty(), "nothing is saved");
    Leases::on_postgres(&database).await.expire_all().await;
    let mut second = installation.worker("second").await;
    installation.finish(store.clone(), id, &numbers).await;
    assert_folded(&store, uid).await;
    let progress = only_task(&store).await.progress;
    let mut again = Installation::task_on(&list);
    again["freshness_days"] = 1.into();
    let again = installation.customer.call("task/start", again).await;
    let again = installation.until_finished(TaskId(again["id"].as_i64().unwrap())).await;
    let definite = progress.answers - progress.unknown;
    assert!(definite > 0 && again["charged"].as_i64() < Some(progress.charged.0), "{again}");
    assert!(second.is_running());
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fold_killed_before_its_commit_is_repeated_on_sqlite() {
    kill_fold_at(Database::Sqlite, "fold-written").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fold_killed_before_its_commit_is_repeated_on_postgres() {
    kill_fold_at(Database::Postgres(TestDatabase::create().await), "fold-written").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fold_killed_during_its_commit_is_repeated_on_sqlite() {
    kill_fold_at(Database::Sqlite, "fold-commit").await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_fold_killed_during_its_commit_is_repeated_on_postgres() {
    kill_fold_at(Database::Postgres(TestDatabase::create().await), "fold-commit").await;
}

/// Three tests per breakpoint: a server on SQLite, a server on PostgreSQL, and a worker.
macro_rules! kill_tests {
    ($($name:ident: $breakpoint:literal, $time:literal, $expected:expr;)*) => {$(
        mod $name {
            use super::{Database, TestDatabase, kill_server_at, kill_worker_at};

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn server_on_sqlite() {
                kill_server_at(Database::Sqlite, $breakpoint, $time, $expected).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn server_on_postgres() {
                let database = Database::Postgres(TestDatabase::create().await);
                kill_server_at(database, $breakpoint, $time, $expected).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn worker() {
                kill_worker_at($breakpoint, $time, $expected).await;
            }
        }
    )*};
}

kill_tests! {
    after_the_claim: "chunk-claimed", 2, (1, 1, 1);
    between_upload_and_commit: "chunk-put", 2, (1, 1, 1);
    during_the_commit: "chunk-commit", 2, (1, 1, 1);
    after_the_commit: "chunk-committed", 2, (2, 0, 1);
    during_the_last_commit: "chunk-commit", 3, (2, 1, 0);
    after_the_last_commit: "chunk-committed", 3, (3, 0, 0);
}
