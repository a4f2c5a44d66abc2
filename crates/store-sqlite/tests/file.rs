//! The audit log is append-only, and backups work while the database is in use.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use numsift_store::Store;
use numsift_store::conformance::{customer, stored};
use numsift_store_sqlite::{SqliteStore, restore};
use sqlx::{Connection, SqliteConnection};

#[tokio::test]
async fn the_audit_log_refuses_updates_and_deletes() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("numsift.db");
    SqliteStore::open(&file).await.unwrap();
    let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    sqlx::query("INSERT INTO audit_log (at, action, ip, detail) VALUES (1, 'x/y', '', '{}')")
        .execute(&mut connection)
        .await
        .unwrap();
    for change in [
        "UPDATE audit_log SET at = 2",
        "DELETE FROM audit_log",
        "INSERT OR REPLACE INTO audit_log (id, at, action, ip, detail) VALUES (1, 1, 'x/z', '', '{}')",
        "REPLACE INTO audit_log (id, at, action, ip, detail) SELECT id, at, 'x/z', ip, detail FROM audit_log",
    ] {
        let refused = sqlx::query(change).execute(&mut connection).await.unwrap_err();
        assert!(refused.to_string().contains("append-only"), "{change}: {refused}");
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_backup_taken_while_writing_restores_whole() {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("numsift.db")).await.unwrap();
    let shared: Arc<dyn Store> = Arc::new(store.clone());
    let first = stored(&shared, &customer("first")).await;
    let stop = Arc::new(AtomicBool::new(false));
    let writer = tokio::spawn({
        let (shared, stop) = (shared.clone(), stop.clone());
        async move {
            let mut i = 0;
            while !stop.load(Ordering::Relaxed) {
                stored(&shared, &customer(&format!("writer{i}"))).await;
                i += 1;
            }
        }
    });
    // The quote in the path must be escaped.
    let backup = folder.path().join("it's a backup.db");
    store.backup_to(&backup).await.unwrap();
    stop.store(true, Ordering::Relaxed);
    writer.await.unwrap();
    assert!(store.backup_to(&backup).await.is_err(), "an existing backup is never overwritten");

    let restored = folder.path().join("restored.db");
    restore(&backup, &restored).await.unwrap();
    let reopened = SqliteStore::open(&restored).await.unwrap();
    let account = reopened.read().await.unwrap().account(first).await.unwrap().unwrap();
    assert_eq!(account.username, "first");
}

#[tokio::test]
async fn a_damaged_backup_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let target = folder.path().join("numsift.db");
    let junk = folder.path().join("junk.db");
    std::fs::write(&junk, b"not a database at all").unwrap();
    assert!(restore(&junk, &target).await.unwrap_err().to_string().contains("damaged"));
    assert!(restore(&folder.path().join("none.db"), &target).await.is_err());
    // A valid database of another program.
    let other = folder.path().join("other.db");
    let url = format!("sqlite://{}?mode=rwc", other.display());
    let mut connection = SqliteConnection::connect(&url).await.unwrap();
    sqlx::query("CREATE TABLE t (x)").execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();
    assert!(restore(&other, &target).await.unwrap_err().to_string().contains("not a Numsift database"));
    assert!(!target.exists());
}
