//! A database of an earlier version gets its search keys when it is opened.

#![allow(clippy::unwrap_used)]

use numsift_store::StoreError;
use numsift_store::conformance::{assert_earlier_rows_are_found, rows_before_search_keys};
use numsift_store_pg::PgStore;
use numsift_store_pg::testing::TestDatabase;
use sqlx::{AssertSqlSafe, Connection, PgConnection};

#[tokio::test]
async fn rows_of_an_earlier_version_are_found_by_name() {
    let database = TestDatabase::without_tables().await;
    let mut connection = PgConnection::connect(database.url()).await.unwrap();
    sqlx::migrate!().run_to(18, &mut connection).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(rows_before_search_keys())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();

    assert_earlier_rows_are_found(&database.store().await).await;
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    let database = TestDatabase::create().await;
    database
        .execute(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        SELECT 9999, description, success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
        )
        .await;
    let refused = PgStore::connect(database.url(), 1).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { migration: 9999 }), "{refused}");
}
