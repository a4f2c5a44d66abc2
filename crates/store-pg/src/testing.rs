//! A new database for each test on the server at `NUMSIFT_TEST_PG_URL`. Databases of processes that have ended are
//! dropped by later tests, so that hundreds of tests do not fill the disk.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

use numsift_store::Store;
use sqlx::postgres::{PgConnectOptions, PgConnection};
use sqlx::{ConnectOptions, Executor};

use crate::{MIGRATIONS, PgStore};

static COUNTER: AtomicU32 = AtomicU32::new(0);

/// A database for one test.
#[derive(Debug)]
pub struct TestDatabase {
    url: String,
}

impl TestDatabase {
    /// Creates a database with empty tables. Panics without a server, because a test that cannot run must fail.
    pub async fn create() -> Self {
        Self::copy_of(None).await
    }

    /// Creates a database without tables.
    pub async fn without_tables() -> Self {
        Self::copy_of(Some("template0")).await
    }

    async fn copy_of(original: Option<&str>) -> Self {
        let server = std::env::var("NUMSIFT_TEST_PG_URL")
            .expect("NUMSIFT_TEST_PG_URL must name a PostgreSQL server; `make test` starts one");
        let nanos = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos());
        let name = format!("test_{}_{}_{nanos}", std::process::id(), COUNTER.fetch_add(1, Ordering::Relaxed));
        let options: PgConnectOptions = server.parse().expect("NUMSIFT_TEST_PG_URL must be a PostgreSQL URL");
        let mut connection = options.connect().await.expect("the test server accepts connections");
        drop_databases_of_ended_processes(&mut connection).await;
        let (base, _) = server.rsplit_once('/').expect("NUMSIFT_TEST_PG_URL must end with a database name");
        let original = match original {
            Some(original) => original.to_owned(),
            None => template(&mut connection, base).await,
        };
        run(&mut connection, format!("CREATE DATABASE {name} TEMPLATE {original}")).await;
        Self { url: format!("{base}/{name}") }
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Runs a statement, such as one that makes a later call fail.
    pub async fn execute(&self, sql: &str) {
        let options: PgConnectOptions = self.url.parse().expect("the URL of a test database is valid");
        let mut connection = options.connect().await.expect("the test server accepts connections");
        run(&mut connection, sql.to_owned()).await;
    }

    pub async fn store(&self) -> Arc<dyn Store> {
        Arc::new(PgStore::connect(&self.url, 12).await.expect("the database can be migrated"))
    }
}

/// A database with empty tables, created by the first test that needs it. Copying it is much faster than running the
/// migrations.
async fn template(connection: &mut PgConnection, base: &str) -> String {
    // The name depends on the migrations, because the server may be older than them.
    let digest = MIGRATIONS
        .iter()
        .flat_map(|migration| migration.checksum.iter())
        .fold(0_u64, |sum, byte| sum.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    let name = format!("tables_{digest:016x}");
    run(connection, "SELECT pg_advisory_lock(1)".to_owned()).await;
    let found = sqlx::query("SELECT FROM pg_database WHERE datname = $1").bind(&name);
    if found.fetch_optional(&mut *connection).await.expect("pg_database can be read").is_none() {
        // Renamed when it is complete, because an earlier attempt may have been interrupted.
        run(connection, format!("DROP DATABASE IF EXISTS {name}_draft")).await;
        run(connection, format!("CREATE DATABASE {name}_draft TEMPLATE template0")).await;
        let draft = PgStore::connect(&format!("{base}/{name}_draft"), 1).await;
        draft.expect("the database can be migrated").close().await;
        run(connection, format!("ALTER DATABASE {name}_draft RENAME TO {name}")).await;
    }
    run(connection, "SELECT pg_advisory_unlock(1)".to_owned()).await;
    name
}

/// One test at a time does this; the others go on. Each test is a process of its own under nextest.
async fn drop_databases_of_ended_processes(connection: &mut PgConnection) {
    let free: bool = sqlx::query_scalar("SELECT pg_try_advisory_lock(2)")
        .fetch_one(&mut *connection)
        .await
        .expect("the test server takes locks");
    if !free {
        return;
    }
    let names: Vec<String> =
        sqlx::query_scalar("SELECT datname::TEXT FROM pg_database WHERE datname LIKE 'test\\_%'")
            .fetch_all(&mut *connection)
            .await
            .expect("pg_database can be read");
    for name in names {
        let process = name.split('_').nth(1).unwrap_or_default();
        if !Path::new("/proc").join(process).exists() {
            run(connection, format!("DROP DATABASE IF EXISTS {name} WITH (FORCE)")).await;
        }
    }
    run(connection, "SELECT pg_advisory_unlock(2)".to_owned()).await;
}

async fn run(connection: &mut PgConnection, sql: String) {
    connection.execute(sqlx::AssertSqlSafe(sql)).await.expect("the statement succeeds");
}
