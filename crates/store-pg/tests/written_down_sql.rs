//! What `make sql` wrote down is what the database says today. That each statement has been written down at all,
//! the compiler has checked already.

use std::path::Path;

use numsift_store_pg::testing::TestDatabase;
use serde_json::Value;
use sqlx::{AssertSqlSafe, Connection, Executor, PgConnection, SqlSafeStr};

#[tokio::test]
async fn the_database_answers_as_written_down() {
    let database = TestDatabase::create().await;
    database.store().await;
    let mut connection = PgConnection::connect(database.url()).await.unwrap();
    let written_down = Path::new(env!("CARGO_MANIFEST_DIR")).join(".sqlx");
    let mut statements = 0;
    for entry in std::fs::read_dir(written_down).unwrap() {
        let file = std::fs::read_to_string(entry.unwrap().path()).unwrap();
        let written: Value = serde_json::from_str(&file).unwrap();
        let query = written["query"].as_str().unwrap();
        let described = connection.describe(AssertSqlSafe(query.to_owned()).into_sql_str()).await.unwrap();
        let described = serde_json::to_value(&described).unwrap();
        assert_eq!(described, written["describe"], "run make sql: {query}");
        statements += 1;
    }
    assert!(statements > 100, "only {statements} statements were found");
}
