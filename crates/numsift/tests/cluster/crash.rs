//! A process is killed at every point of a chunk's way: the only one of an installation, which is started
//! again, and a worker, whose work another one does.

use std::sync::Arc;

use numsift_model::page::Page;
use numsift_model::task::{Task, TaskState};
use numsift_store::{Scope, Store, TaskFilter};
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;

use crate::bucket::Bucket;
use crate::installation::{Installation, Stopped};
use crate::leases::Leases;
use crate::process::Settings;

const CHUNKS: usize = 3;

/// Chunks that are done, in work and waiting.
type Left = (i64, i64, i64);

/// One chunk is worked on at a time, so that nothing goes on behind the point.
fn one_at_a_time() -> Settings {
    vec![("NUMSIFT_WORKER_CHUNKS", "1".to_owned())]
}

fn stop_at(point: &str, time: u32) -> Settings {
    vec![("NUMSIFT_BREAK", format!("{point}:{time}"))]
}

enum Database {
    Embedded,
    Server(TestDatabase),
}

impl Database {
    fn settings(&self) -> Settings {
        match self {
            Self::Embedded => Settings::new(),
            Self::Server(database) => vec![("NUMSIFT_DATABASE_URL", database.url().to_owned())],
        }
    }

    async fn store(&self, stopped: &Stopped) -> Arc<dyn Store> {
        match self {
            Self::Embedded => Arc::new(SqliteStore::open(&stopped.embedded_database()).await.unwrap()),
            Self::Server(database) => database.store().await,
        }
    }

    async fn leases(&self, stopped: &Stopped) -> Leases {
        match self {
            Self::Embedded => Leases::on_sqlite(&stopped.embedded_database()).await,
            Self::Server(database) => Leases::on_postgres(database).await,
        }
    }
}

/// Kills the only process at the n-th time that it reaches a point.
async fn killed_at(database: Database, point: &str, time: u32, left: Left) {
    let settings = [one_at_a_time(), database.settings()].concat();
    let mut installation = Installation::start(settings, stop_at(point, time)).await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let customer = installation.customer.clone();
    // Its answer may be lost with the process.
    let starting =
        tokio::spawn(async move { customer.call("task/start", Installation::task_on(&list)).await });
    installation.reaches(point).await;
    let stopped = installation.kill_server();
    starting.abort();

    let store = database.store(&stopped).await;
    let task = only_task(&store).await;
    assert_left(&task, left);
    database.leases(&stopped).await.end().await;
    let installation = stopped.start_again().await;
    installation.finish(store, task.id, &numbers).await;
}

/// Kills a worker at the n-th time that it reaches a point; then there is another one.
async fn worker_killed_at(point: &str, time: u32, left: Left) {
    let database = TestDatabase::create().await;
    let bucket = Bucket::start().await;
    let settings = [one_at_a_time(), bucket.scaled_out(database.url())].concat();
    let installation = Installation::start(settings, Settings::new()).await;
    let mut first = installation.worker_with("first", stop_at(point, time)).await;
    let (list, numbers) = installation.list(CHUNKS).await;
    let id = installation.start_task(&list).await;
    first.line_with(&format!("reached {point}")).await;
    first.kill();

    let store = database.store().await;
    let task = only_task(&store).await;
    assert_left(&task, left);
    Leases::on_postgres(&database).await.end().await;
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

fn assert_left(task: &Task, left: Left) {
    let progress = task.progress;
    assert_eq!((progress.done_chunks, progress.running, progress.pending), left);
    let over = left.0 == i64::try_from(CHUNKS).unwrap();
    assert_eq!(task.state, if over { TaskState::Completed } else { TaskState::Running });
}

/// Each a test on the embedded database, on a database server, and of a worker.
macro_rules! killed {
    ($($name:ident: $point:literal, $time:literal, $left:expr;)*) => {$(
        mod $name {
            use super::{Database, TestDatabase, killed_at, worker_killed_at};

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn embedded() {
                killed_at(Database::Embedded, $point, $time, $left).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn on_a_database_server() {
                killed_at(Database::Server(TestDatabase::create().await), $point, $time, $left).await;
            }

            #[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn a_worker() {
                worker_killed_at($point, $time, $left).await;
            }
        }
    )*};
}

killed! {
    with_a_chunk_just_taken: "chunk-claimed", 2, (1, 1, 1);
    between_the_file_and_the_database: "chunk-put", 2, (1, 1, 1);
    within_the_commit: "chunk-commit", 2, (1, 1, 1);
    after_the_commit: "chunk-committed", 2, (2, 0, 1);
    within_the_last_commit: "chunk-commit", 3, (2, 1, 0);
    after_the_last_commit: "chunk-committed", 3, (3, 0, 0);
}
