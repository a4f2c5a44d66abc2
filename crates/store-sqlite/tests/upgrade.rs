//! A database of an earlier version gets its search keys when it is opened.

#![allow(clippy::unwrap_used)]

use std::sync::Arc;

use numsift_store::conformance::{Checked, assert_earlier_rows_are_found, rows_before_search_keys};
use numsift_store::{Store, StoreError};
use numsift_store_sqlite::SqliteStore;
use sqlx::{AssertSqlSafe, Connection, SqliteConnection};

#[tokio::test]
async fn rows_of_an_earlier_version_are_found_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("numsift.db");
    let mut connection =
        SqliteConnection::connect(&format!("sqlite://{}?mode=rwc", file.display())).await.unwrap();
    sqlx::migrate!().run_to(18, &mut connection).await.unwrap();
    sqlx::raw_sql(AssertSqlSafe(rows_before_search_keys())).execute(&mut connection).await.unwrap();
    connection.close().await.unwrap();

    let store: Checked = Arc::new(SqliteStore::open(&file).await.unwrap());
    assert_earlier_rows_are_found(&store).await;
}

#[tokio::test]
async fn default_roles_change_only_if_nobody_has_edited_them() {
    for edited in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("numsift.db");
        let mut connection =
            SqliteConnection::connect(&format!("sqlite://{}?mode=rwc", file.display())).await.unwrap();
        sqlx::migrate!().run_to(21, &mut connection).await.unwrap();
        if edited {
            sqlx::raw_sql("UPDATE roles SET version = 2 WHERE id = 2")
                .execute(&mut connection)
                .await
                .unwrap();
        }
        connection.close().await.unwrap();
        let store: Checked = Arc::new(SqliteStore::open(&file).await.unwrap());
        let roles = store.read().await.unwrap().roles().await.unwrap();
        let operator = roles.iter().find(|role| role.name == "operator").unwrap();
        assert_eq!(operator.permissions.contains("recharge/creditDeposit"), edited);
        assert_eq!(operator.permissions.contains("user/apiKeys"), !edited);
    }
}

#[tokio::test]
async fn a_database_of_a_newer_version_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("numsift.db");
    SqliteStore::open(&file).await.unwrap().close().await;
    let mut connection = SqliteConnection::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    sqlx::raw_sql(
        "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
        SELECT 9999, description, success, checksum, 0 FROM _sqlx_migrations WHERE version = 1",
    )
    .execute(&mut connection)
    .await
    .unwrap();
    connection.close().await.unwrap();
    let refused = SqliteStore::open(&file).await.unwrap_err();
    assert!(matches!(refused, StoreError::Newer { migration: 9999 }), "{refused}");
}
