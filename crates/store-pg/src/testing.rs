//! A fresh database for each test, in the server that `NUMSIFT_TEST_PG_URL` names. The test scripts
//! start a throw-away server; nothing here is dropped again.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use numsift_store::Store;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Executor};

use crate::{MIGRATIONS, PgStore};

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
        let (base, _) = server.rsplit_once('/').expect("NUMSIFT_TEST_PG_URL ends with a database name");
        let tables = template(&mut connection, base).await;
        run(&mut connection, format!("CREATE DATABASE {name} TEMPLATE {tables}")).await;
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

/// A database with all tables and nothing in them, made by whoever comes first: copying it takes a
/// fraction of the time that making the tables takes.
async fn template(connection: &mut PgConnection, base: &str) -> String {
    // Named after what is in it: the server may have seen other versions.
    let digest = MIGRATIONS
        .iter()
        .flat_map(|migration| migration.checksum.iter())
        .fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    let name = format!("tables_{digest:016x}");
    run(connection, "SELECT pg_advisory_lock(1)".to_owned()).await;
    let found = sqlx::query("SELECT FROM pg_database WHERE datname = $1").bind(&name);
    if found.fetch_optional(&mut *connection).await.expect("the test server knows its databases").is_none() {
        // Renamed once it is whole: whoever made it before may have been stopped half way.
        run(connection, format!("DROP DATABASE IF EXISTS {name}_draft")).await;
        run(connection, format!("CREATE DATABASE {name}_draft TEMPLATE template0")).await;
        let draft = PgStore::connect(&format!("{base}/{name}_draft"), 1).await;
        draft.expect("the database can be migrated").close().await;
        run(connection, format!("ALTER DATABASE {name}_draft RENAME TO {name}")).await;
    }
    run(connection, "SELECT pg_advisory_unlock(1)".to_owned()).await;
    name
}

async fn run(connection: &mut PgConnection, sql: String) {
    connection.execute(sqlx::AssertSqlSafe(sql)).await.expect("the test server does as it is told");
}
