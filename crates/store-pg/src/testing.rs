//! A fresh database for each test, in the server that `NUMSIFT_TEST_PG_URL` names. The test scripts
//! start a throw-away server; nothing here is dropped again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use numsift_store::Store;
use sqlx::postgres::PgConnectOptions;
use sqlx::{ConnectOptions, Executor};

use crate::PgStore;

static COUNTER: AtomicU32 = AtomicU32::new(0);

/// An empty database of a test's own.
#[derive(Debug)]
pub struct TestDatabase {
    url: String,
}

impl TestDatabase {
    /// Makes the database. Panics when there is no server: a test that cannot run has not passed.
    pub async fn create() -> Self {
        let server = std::env::var("NUMSIFT_TEST_PG_URL")
            .expect("NUMSIFT_TEST_PG_URL names a PostgreSQL server; `make test` starts one");
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos());
        let name = format!("test_{}_{}_{nanos}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let options: PgConnectOptions = server.parse().expect("NUMSIFT_TEST_PG_URL is an address");
        let mut connection = options.connect().await.expect("the test server answers");
        let create = format!("CREATE DATABASE {name} TEMPLATE template0");
        connection.execute(sqlx::AssertSqlSafe(create)).await.expect("the test server makes a database");
        let (base, _) = server.rsplit_once('/').expect("NUMSIFT_TEST_PG_URL ends with a database name");
        Self { url: format!("{base}/{name}") }
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// A store on it.
    pub async fn store(&self) -> Arc<dyn Store> {
        Arc::new(PgStore::connect(&self.url, 12).await.expect("the database can be migrated"))
    }
}
