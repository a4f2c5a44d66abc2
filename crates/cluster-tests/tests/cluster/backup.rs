//! Restore drills: an installation is backed up in the middle of a task, destroyed, and restored elsewhere.

use std::collections::BTreeSet;
use std::path::Path;

use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_store::Store;
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;
use numsift_test_bucket::Bucket;
use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

use crate::admin::{admin, admin_fails};
use crate::installation::{CHUNK, Installation};
use crate::process::Settings;
use crate::{DEADLINE, until};

const CHUNKS: usize = 6;

/// The state of an installation when it was backed up.
struct Drill {
    finished: TaskId,
    finished_numbers: BTreeSet<String>,
    finished_export: String,
    running: TaskId,
    running_numbers: BTreeSet<String>,
}

/// Finishes one task, backs up, then backs up again in the middle of a second task.
async fn back_up_in_the_middle_of_a_task(installation: &Installation, target: &str) -> Drill {
    let data = installation.data();
    let (list, finished_numbers) = installation.list(2).await;
    let finished = installation.start_task(&list).await;
    installation.until_finished(finished).await;
    let finished_export = installation.export(finished).await;
    let first = admin(&["backup", target], &data, installation.settings());
    assert!(first.starts_with("backed up to"), "{first}");

    let gate = installation.providers().clone();
    let (list, running_numbers) = installation.list(CHUNKS).await;
    gate.close_gate();
    let running = installation.start_task(&list).await;
    tokio::time::timeout(DEADLINE, gate.wait_for_held(1)).await.unwrap();
    let second = admin(&["backup", target, "--keep", "1"], &data, installation.settings());
    assert!(second.contains("deleted 1 old snapshots"), "{second}");
    let new: usize = second.split(" files (").nth(1).unwrap().split(' ').next().unwrap().parse().unwrap();
    assert!(new > 0 && new < 10, "only the files of the second list are new: {second}");
    let verified = admin(&["backup", target, "--verify"], &data, installation.settings());
    assert!(verified.contains("is complete"), "{verified}");
    Drill { finished, finished_numbers, finished_export, running, running_numbers }
}

/// Checks a restored installation: finished tasks are complete, the running one ends, the ledger balances.
async fn check_restored(installation: &Installation, drill: &Drill) {
    assert_eq!(installation.export(drill.finished).await, drill.finished_export);
    assert_eq!(drill.finished_export.lines().count(), drill.finished_numbers.len());
    let last = json!({ "id": drill.finished, "page": 2 * CHUNK / 100, "size": 100 });
    let page = installation.customer.call("task/results", last).await;
    assert_eq!(page["items"].as_array().unwrap().len(), 100, "{page}");
    let task = installation.until_finished(drill.running).await;
    assert_eq!(task["state"], "completed", "{task}");
    assert_eq!(task["done"], drill.running_numbers.len(), "{task}");
    let exported: BTreeSet<String> =
        installation.export(drill.running).await.lines().map(str::to_owned).collect();
    assert_eq!(exported, drill.running_numbers);
    installation.verify_ledger();
    // The snapshot was made while its backup held the files; the restored installation can be backed up at once.
    let backups = tempfile::tempdir().unwrap();
    let again = &["backup", backups.path().to_str().unwrap()];
    let again = admin(again, &installation.data(), installation.settings());
    assert!(again.starts_with("backed up to"), "{again}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_installation_on_sqlite_is_restored_in_the_middle_of_a_task() {
    // The leases would expire long after this test: the restored server takes over chunks whose owner is dead.
    let lease = vec![("NUMSIFT_LEASE_S", "3600".to_owned())];
    let installation = Installation::start(lease, Vec::new()).await;
    let backups = tempfile::tempdir().unwrap();
    let target = backups.path().to_str().unwrap();
    let drill = back_up_in_the_middle_of_a_task(&installation, target).await;
    let stopped = installation.kill_server();
    let elsewhere = stopped.destroy();

    let data = elsewhere.data();
    let restored = admin(&["restore", target], &data, elsewhere.settings());
    assert!(restored.starts_with("restored snapshot"), "{restored}");
    let again = admin_fails(&["restore", target], &data, elsewhere.settings());
    assert!(again.contains("empty folder"), "{again}");
    elsewhere.providers().open_gate();
    let installation = elsewhere.restart().await;
    check_restored(&installation, &drill).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_installation_on_postgres_and_s3_is_restored_in_the_middle_of_a_task() {
    let (database, bucket) = (TestDatabase::create().await, Bucket::start().await);
    let mut settings = bucket.settings();
    settings.push(("NUMSIFT_DATABASE_URL", database.url().to_owned()));
    // The restored server waits for the leases of the dead one: other nodes could be alive.
    settings.push(("NUMSIFT_LEASE_S", "15".to_owned()));
    let installation = Installation::start(settings, Vec::new()).await;
    let backups = tempfile::tempdir().unwrap();
    let target = backups.path().to_str().unwrap();
    let drill = back_up_in_the_middle_of_a_task(&installation, target).await;
    let stopped = installation.kill_server();
    drop((database, bucket));

    let (database, bucket) = (TestDatabase::without_tables().await, Bucket::start().await);
    let mut settings = bucket.settings();
    settings.push(("NUMSIFT_DATABASE_URL", database.url().to_owned()));
    let elsewhere = stopped.destroy().with_settings(settings);
    let restored = admin(&["restore", target], &elsewhere.data(), elsewhere.settings());
    assert!(restored.starts_with("restored snapshot"), "{restored}");
    elsewhere.providers().open_gate();
    let installation = elsewhere.restart().await;
    check_restored(&installation, &drill).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_damaged_backup_is_found_before_anything_is_restored() {
    let installation = Installation::start(Vec::new(), Vec::new()).await;
    let backups = tempfile::tempdir().unwrap();
    let target = backups.path().to_str().unwrap();
    installation.list(1).await;
    admin(&["backup", target], &installation.data(), installation.settings());
    let source = find_file(&backups.path().join("files/lists"), "source");
    let mut content = std::fs::read(&source).unwrap();
    content[7] ^= 1;
    std::fs::write(&source, content).unwrap();

    let verified =
        admin_fails(&["backup", target, "--verify"], &installation.data(), installation.settings());
    assert!(verified.contains("is damaged") && verified.contains("source"), "{verified}");
    let fresh = tempfile::tempdir().unwrap();
    let restored = admin_fails(&["restore", target], fresh.path(), &Settings::new());
    assert!(restored.contains("is damaged"), "{restored}");
    assert!(!fresh.path().join("numsift.db").exists());
    assert!(!fresh.path().join("secret.key").exists());
}

/// Finds a file below a folder by the beginning of its name.
fn find_file(folder: &Path, name: &str) -> std::path::PathBuf {
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.file_name().unwrap().to_str().unwrap().starts_with(name) {
                return path;
            }
        }
    }
    panic!("no file {name}");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn no_file_is_deleted_while_a_backup_runs() {
    let installation = Installation::start(Vec::new(), Vec::new()).await;
    let (list, _) = installation.list(1).await;
    let store = SqliteStore::open(&installation.data().join("numsift.db")).await.unwrap();
    let hold = async |until: i64| {
        let mut tx = store.begin().await.unwrap();
        assert!(tx.hold_files("test", Timestamp(until), Timestamp(0)).await.unwrap());
        tx.save().await.unwrap();
    };
    hold(i64::MAX).await;
    let folder = installation.data().join("files/lists");
    let source = find_file(&folder, "source");
    installation.customer.call("list/remove", json!({ "id": list })).await;
    let database = SqliteConnectOptions::new().filename(installation.data().join("numsift.db"));
    let database = SqlitePool::connect_with(database).await.unwrap();
    until("the purge job was tried and put back", async || {
        let jobs = "SELECT COUNT(*) FROM jobs WHERE kind = 'purge' AND state = 'pending' AND epoch > 0";
        let waiting: i64 = sqlx::query_scalar(jobs).fetch_one(&database).await.unwrap();
        (waiting == 1).then_some(())
    })
    .await;
    assert!(source.exists());
    let another = admin_fails(
        &["backup", installation.data().join("b").to_str().unwrap()],
        &installation.data(),
        installation.settings(),
    );
    assert!(another.contains("another backup is running"), "{another}");
    hold(0).await;
    until("the file is deleted", async || (!source.exists()).then_some(())).await;
}
