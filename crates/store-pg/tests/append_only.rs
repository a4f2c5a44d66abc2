//! The database refuses to change the audit log.

use numsift_store_pg::testing::TestDatabase;
use sqlx::{Connection, PgConnection};

#[tokio::test]
async fn the_audit_log_refuses_updates_and_deletes() {
    let database = TestDatabase::create().await;
    database.store().await;
    let mut connection = PgConnection::connect(database.url()).await.unwrap();
    sqlx::query("INSERT INTO audit_log (at, action, ip, detail) VALUES (1, 'x/y', '', '{}')")
        .execute(&mut connection)
        .await
        .unwrap();
    for change in
        ["UPDATE audit_log SET at = 2", "DELETE FROM audit_log", "TRUNCATE audit_log", "TRUNCATE audit_chain"]
    {
        let refused = sqlx::query(change).execute(&mut connection).await.unwrap_err();
        assert!(refused.to_string().contains("append-only"), "{change}: {refused}");
    }
}
