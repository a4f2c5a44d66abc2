//! Moves from SQLite and a folder to PostgreSQL and S3.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use numsift_model::id::TaskId;
use numsift_store_pg::testing::TestDatabase;
use numsift_test_bucket::Bucket;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use crate::DEADLINE;
use crate::admin::{admin, admin_fails};
use crate::installation::{Installation, Stopped};
use crate::process::{Process, Settings};

/// Stops a server in the middle of a task and returns what the test compares afterwards.
struct Source {
    stopped: Stopped,
    finished: TaskId,
    exported: String,
    running: TaskId,
    numbers: BTreeSet<String>,
}

async fn stopped_in_the_middle_of_a_task() -> Source {
    let settings = vec![("NUMSIFT_LEASE_S", "5".to_owned())];
    let installation = Installation::start(settings, Vec::new()).await;
    let (list, _) = installation.list(1).await;
    let finished = installation.start_task(&list).await;
    installation.until_finished(finished).await;
    let exported = installation.export(finished).await;
    // A deleted row: its id must not be used again.
    let (removed, _) = installation.list(1).await;
    installation.customer.call("list/remove", json!({ "id": removed })).await;
    let (list, numbers) = installation.list(4).await;
    let gate = installation.providers().clone();
    gate.close_gate();
    let running = installation.start_task(&list).await;
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();
    let stopped = installation.kill_server();
    gate.open_gate();
    Source { stopped, finished, exported, running, numbers }
}

/// The files below a folder with their content, without the lock and the journal of the database.
fn content(folder: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut content = BTreeMap::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_str().unwrap().to_owned();
            if path.is_dir() {
                folders.push(path);
            } else if !["numsift.lock", "numsift.db-wal", "numsift.db-shm"].contains(&name.as_str()) {
                content.insert(path.clone(), std::fs::read(path).unwrap());
            }
        }
    }
    content
}

/// Writes what is left in the journal of a killed server into its database, so that it can be compared byte by byte.
async fn finish_journal(file: &Path) {
    let database = SqliteConnectOptions::new().filename(file);
    let database = SqlitePool::connect_with(database).await.unwrap();
    sqlx::query("PRAGMA wal_checkpoint(TRUNCATE)").execute(&database).await.unwrap();
    database.close().await;
}

/// Kills a move at a breakpoint.
async fn kill_move(source: &Source, target: &[&str], settings: &Settings, breakpoint: &str) {
    let settings = [settings.clone(), vec![("NUMSIFT_BREAK", format!("{breakpoint}:1"))]].concat();
    let args = [&["admin", "move"], target].concat();
    let mut moving = Process::start(&args, &source.stopped.data(), &settings);
    moving.wait_for_line(&format!("reached {breakpoint}")).await;
    moving.kill();
}

/// Checks that a server on the target continues where the source ended.
async fn check_moved(source: Source, database: &TestDatabase, bucket: &Bucket) {
    let before = content(&source.stopped.data());
    let mut settings = bucket.settings();
    settings.push(("NUMSIFT_DATABASE_URL", database.url().to_owned()));
    let installation = source.stopped.with_settings(settings).restart().await;
    assert_eq!(installation.export(source.finished).await, source.exported);
    let task = installation.until_finished(source.running).await;
    assert_eq!((&task["state"], &task["done"]), (&json!("completed"), &json!(source.numbers.len())));
    let exported = installation.export(source.running).await;
    assert!(source.numbers.iter().map(String::as_str).eq(sorted(&exported)), "every number has one result");
    installation.verify_ledger();
    let audit = admin(&["verify-audit"], &installation.data(), installation.settings());
    assert!(audit.starts_with("intact:"), "{audit}");

    // New rows continue after the last ids of the source.
    let (list, numbers) = installation.list(2).await;
    assert_eq!(list, json!(4), "three lists were made before, one of them is deleted");
    let task = installation.start_task(&list).await;
    let task = installation.until_finished(task).await;
    assert_eq!(task["done"], numbers.len());
    assert!(content(&installation.data()).keys().eq(before.keys()), "new files are in the bucket");
    installation.verify_ledger();
}

fn sorted(lines: &str) -> Vec<&str> {
    let mut lines: Vec<&str> = lines.lines().collect();
    lines.sort_unstable();
    lines
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_installation_is_moved_to_postgres_and_s3() {
    let source = stopped_in_the_middle_of_a_task().await;
    let (database, bucket) = (TestDatabase::without_tables().await, Bucket::start().await);
    let data = source.stopped.data();
    finish_journal(&source.stopped.sqlite_file()).await;
    let before = content(&data);
    let target = ["--to", database.url()];

    // Killed while it copies files, before its commit and right after it.
    for breakpoint in ["move-file", "move", "moved"] {
        kill_move(&source, &target, &bucket.settings(), breakpoint).await;
    }
    let moved = admin(&["move", "--to", database.url()], &data, &bucket.settings());
    assert!(moved.contains(" 0 copied now; sizes and hashes are equal"), "{moved}");
    assert!(moved.contains("rows; counts and hashes are equal"), "{moved}");
    assert!(moved.contains("balanced:") && moved.contains("intact:"), "{moved}");
    assert!(content(&data) == before, "the source is untouched");

    let retired = admin(&["move", "--to", database.url(), "--retire-source"], &data, &bucket.settings());
    assert!(retired.contains("numsift.db.moved"), "{retired}");
    for entry in std::fs::read_dir(&data).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let left = name.starts_with("numsift.db") && !name.starts_with("numsift.db.moved");
        assert!(!left, "{name} belongs to the old database");
    }
    let again = admin_fails(&["move", "--to", database.url()], &data, &bucket.settings());
    assert!(again.contains("was moved before"), "{again}");
    check_moved(source, &database, &bucket).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_move_refuses_the_place_of_another_installation() {
    let source = stopped_in_the_middle_of_a_task().await;
    let data = source.stopped.data();
    let bucket = Bucket::start().await;

    // A database that another installation uses, and one with other tables.
    let (used, foreign) = (TestDatabase::create().await, TestDatabase::without_tables().await);
    let other = tempfile::tempdir().unwrap();
    let settings = vec![("NUMSIFT_DATABASE_URL", used.url().to_owned())];
    let mut server = Process::start(&["serve", "--port", "0"], other.path(), &settings);
    server.wait_for_address().await;
    server.stop();
    let refused = admin_fails(&["move", "--to", used.url()], &data, &Settings::new());
    assert!(refused.contains("holds another installation"), "{refused}");
    foreign.execute("CREATE TABLE birds (name TEXT)").await;
    let refused = admin_fails(&["move", "--to", foreign.url()], &data, &Settings::new());
    assert!(refused.contains("not empty"), "{refused}");

    // A bucket with the files of another installation.
    let free = TestDatabase::without_tables().await;
    bucket.put("lists/1/source", b"another file");
    let refused = admin_fails(&["move", "--to", free.url()], &data, &bucket.settings());
    assert!(refused.contains("files of another installation"), "{refused}");

    // A running server, and a target that has been used since.
    let bucket = Bucket::start().await;
    admin(&["move", "--to", free.url()], &data, &bucket.settings());
    free.execute("UPDATE installation SET files_held_until = 7").await;
    let refused = admin_fails(&["move", "--to", free.url()], &data, &bucket.settings());
    assert!(refused.contains("changed since it was moved"), "{refused}");
    let running = source.stopped.restart().await;
    let refused = admin_fails(&["move", "--to", free.url()], &data, &bucket.settings());
    assert!(refused.contains("another numsift is running"), "{refused}");
    drop(running);
}
