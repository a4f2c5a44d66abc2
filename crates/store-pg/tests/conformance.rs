//! The conformance suite on PostgreSQL (see `NUMSIFT_TEST_PG_URL` in CONTRIBUTING).

use numsift_store::conformance::Checked;
use numsift_store_pg::testing::TestDatabase;

async fn empty_store() -> (Checked, TestDatabase) {
    let database = TestDatabase::create().await;
    (database.store().await, database)
}

numsift_store::conformance_suite!(empty_store);
