//! The conformance suite on SQLite.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use numsift_store::conformance::Checked;
use numsift_store_sqlite::SqliteStore;

async fn empty_store() -> (Checked, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let store = SqliteStore::open(&folder.path().join("numsift.db")).await.unwrap();
    (Arc::new(store), folder)
}

numsift_store::conformance_suite!(empty_store);
