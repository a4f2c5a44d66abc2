//! The store on PostgreSQL, for installations with more than one node.

mod dialect;
mod posting;
mod queue;
#[path = "../../store/sql/mod.rs"]
mod sql;
#[cfg(feature = "testing")]
pub mod testing;
mod transfer;

use std::time::Duration;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::settings::Settings;
use numsift_store::{
    MigrationState, PoolState, ServerVersion, Store, StoreError, StoreResult, Tx, TxTimer, breakpoint,
};
use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::{Connection, Postgres, Transaction};
pub use transfer::{PgTarget, RowWriter};

use self::sql::events::NewEvent;

/// Connections idle for longer than this are pinged before use.
const TRUSTED_FOR: Duration = Duration::from_secs(1);

/// Time for the first connection.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);

/// The oldest major version whose SQL has what migrations and statements use (`EXECUTE FUNCTION` in triggers).
const OLDEST_USABLE: u32 = 11;
/// The oldest major version that the tests run on. PostgreSQL publishes no fixes for older ones.
const OLDEST_TESTED: u32 = 15;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// A store in a PostgreSQL database.
#[derive(Debug, Clone)]
pub struct PgStore {
    pool: PgPool,
    /// Major version of the server.
    version: Option<u32>,
}

impl PgStore {
    /// Connects and migrates the database. Nodes that start together wait for each other.
    pub async fn connect(url: &str, max_connections: u32) -> StoreResult<Self> {
        // The pool would retry a refused connection until it times out, and not say why.
        let first = connect_once(url).await?;
        let version = major_version(&first);
        first.close().await?;
        let pool = PgPoolOptions::new()
            .max_connections(max_connections)
            .acquire_timeout(Duration::from_secs(15))
            // Pinging before every transaction would cost a round trip each time.
            .test_before_acquire(false)
            .before_acquire(|connection, meta| {
                Box::pin(async move {
                    if meta.idle_for >= TRUSTED_FOR {
                        connection.ping().await?;
                    }
                    Ok(true)
                })
            })
            .connect(url)
            .await?;
        MIGRATIONS.run(&pool).await.map_err(sql::migration_error)?;
        let store = Self { pool, version };
        loop {
            let mut tx = store.begin_writing().await?;
            if !tx.fill_search_keys().await? {
                return Ok(store);
            }
            Box::new(tx).save().await?;
        }
    }

    /// Begins on a separate task, because the caller may be cancelled at any time (a client disconnects, a worker
    /// stops). A connection whose `BEGIN` was cancelled would return to the pool with the transaction open.
    async fn begin_with(&self, how: &'static str) -> StoreResult<Transaction<'static, Postgres>> {
        let pool = self.pool.clone();
        let begun = tokio::spawn(async move {
            // A connection that was not pinged may be broken. Nothing ran on it yet, so the next one is tried.
            for _ in 0..pool.options().get_max_connections() {
                match pool.begin_with(how).await {
                    Err(error) if is_broken(&error) => {}
                    begun => return begun,
                }
            }
            pool.begin_with(how).await
        });
        Ok(begun.await.map_err(StoreError::backend)??)
    }

    async fn begin_writing(&self) -> StoreResult<DbTx> {
        let (tx, timer) = TxTimer::of("write", self.begin_with("BEGIN")).await?;
        Ok(DbTx { tx, writes: true, unfinished: false, settings: None, events: Vec::new(), _timer: timer })
    }
}

/// Counts the tables of the database.
pub async fn count_tables(url: &str) -> StoreResult<i64> {
    let mut connection = connect_once(url).await?;
    let count = sqlx::query_scalar("SELECT COUNT(*) FROM pg_tables WHERE schemaname = current_schema()")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(count)
}

/// Ends the hold on files of a restored database: the backup that made the copy has it, and nobody releases it.
pub async fn release_files(url: &str) -> StoreResult<()> {
    let mut connection = connect_once(url).await?;
    sqlx::query("UPDATE installation SET files_held_by = NULL, files_held_until = 0")
        .execute(&mut connection)
        .await?;
    connection.close().await?;
    Ok(())
}

/// Compares the tables of the database with those that this version needs. Changes nothing.
pub async fn migration_state(url: &str) -> StoreResult<MigrationState> {
    let mut connection = connect_once(url).await?;
    let state = migration_state_of(&mut connection).await?;
    connection.close().await?;
    Ok(state)
}

async fn migration_state_of(connection: &mut PgConnection) -> StoreResult<MigrationState> {
    let found: Option<String> = sqlx::query_scalar("SELECT CAST(to_regclass('_sqlx_migrations') AS TEXT)")
        .fetch_one(&mut *connection)
        .await?;
    let applied: Vec<i64> = match found {
        Some(_) => sqlx::query_scalar("SELECT version FROM _sqlx_migrations").fetch_all(connection).await?,
        None => Vec::new(),
    };
    Ok(MigrationState::of(&applied, MIGRATIONS.iter().map(|migration| migration.version)))
}

async fn connect_once(url: &str) -> StoreResult<PgConnection> {
    let options: PgConnectOptions = url.parse()?;
    let place = match options.get_socket() {
        Some(socket) => socket.display().to_string(),
        None => format!("{}:{}", options.get_host(), options.get_port()),
    };
    match tokio::time::timeout(CONNECT_TIMEOUT, PgConnection::connect_with(&options)).await {
        Ok(Ok(connection)) => match major_version(&connection) {
            Some(found) if found < OLDEST_USABLE => Err(StoreError::TooOld { found, least: OLDEST_USABLE }),
            _ => Ok(connection),
        },
        Ok(Err(error)) => Err(StoreError::backend(ConnectError { place, why: error.to_string() })),
        Err(_) => Err(StoreError::backend(ConnectError { place, why: "it does not answer".to_owned() })),
    }
}

/// The major version that the server reports; `None` if it is not a version of PostgreSQL.
fn major_version(connection: &PgConnection) -> Option<u32> {
    connection.server_version_num().map(|number| number / 10_000)
}

/// The first connection to the database failed.
#[derive(Debug)]
struct ConnectError {
    /// Host and port, or the folder of the socket.
    place: String,
    why: String,
}

impl std::fmt::Display for ConnectError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "cannot connect to PostgreSQL at {}: {}", self.place, self.why)
    }
}

impl std::error::Error for ConnectError {}

/// Whether the server closed the connection or is shutting down.
fn is_broken(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_) => true,
        sqlx::Error::Database(error) => error.code().is_some_and(|code| code.starts_with("57P")),
        _ => false,
    }
}

#[async_trait]
impl Store for PgStore {
    async fn begin(&self) -> StoreResult<Box<dyn Tx>> {
        Ok(Box::new(self.begin_writing().await?))
    }

    async fn read(&self) -> StoreResult<Box<dyn Tx>> {
        let begin = self.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
        let (tx, timer) = TxTimer::of("read", begin).await?;
        Ok(Box::new(DbTx {
            tx,
            writes: false,
            unfinished: false,
            settings: None,
            events: Vec::new(),
            _timer: timer,
        }))
    }

    async fn ping(&self) -> StoreResult<()> {
        sqlx::query("SELECT 1").execute(&self.pool).await?;
        Ok(())
    }

    async fn migration_state(&self) -> StoreResult<MigrationState> {
        migration_state_of(&mut *self.pool.acquire().await?).await
    }

    fn server_version(&self) -> Option<ServerVersion> {
        self.version.map(|found| ServerVersion { found, tested: OLDEST_TESTED })
    }

    async fn server_time(&self) -> StoreResult<Option<Timestamp>> {
        let now = sqlx::query_scalar("SELECT CAST(EXTRACT(EPOCH FROM clock_timestamp()) AS BIGINT)")
            .fetch_one(&self.pool)
            .await?;
        Ok(Some(Timestamp(now)))
    }

    fn pools(&self) -> Vec<PoolState> {
        vec![PoolState {
            name: "all",
            open: self.pool.size(),
            idle: u32::try_from(self.pool.num_idle()).unwrap_or(u32::MAX),
            max: self.pool.options().get_max_connections(),
        }]
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}

/// One transaction.
struct DbTx {
    tx: Transaction<'static, Postgres>,
    /// Rows may be locked; a read-only transaction must not.
    writes: bool,
    /// A posting has no entries yet: the transaction must not be committed.
    unfinished: bool,
    /// The settings of the installation, once read.
    settings: Option<Settings>,
    /// Written when the transaction is saved.
    events: Vec<NewEvent>,
    _timer: TxTimer,
}

#[async_trait]
impl Tx for DbTx {
    async fn save(mut self: Box<Self>) -> StoreResult<()> {
        if self.unfinished {
            return Err(StoreError::Unfinished);
        }
        self.write_events().await?;
        breakpoint::reached("save");
        self.tx.commit().await?;
        breakpoint::reached("saved");
        Ok(())
    }
}
