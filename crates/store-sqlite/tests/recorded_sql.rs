//! The descriptions recorded by `make sql` are current. The compiler checks that every statement has one.

use std::path::Path;

use numsift_store_sqlite::SqliteStore;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, Executor, SqlSafeStr, SqliteConnection};

#[tokio::test]
async fn recorded_descriptions_match_the_database() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("numsift.db");
    SqliteStore::open(&file).await.unwrap();
    let mut connection = SqliteConnection::connect(file.to_str().unwrap()).await.unwrap();
    let records = Path::new(env!("CARGO_MANIFEST_DIR")).join(".sqlx");
    let mut statements = 0;
    for entry in std::fs::read_dir(records).unwrap() {
        let file = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let recorded: Value = serde_json::from_str(&file).unwrap();
        let query = recorded["query"].as_str().unwrap();
        let described = connection.describe(AssertSqlSafe(query.to_owned()).into_sql_str()).await.unwrap();
        let described = serde_json::to_value(&described).unwrap();
        assert_eq!(described, recorded["describe"], "run make sql: {query}");
        statements += 1;
    }
    assert!(statements > 100, "only {statements} statements were found");
}
