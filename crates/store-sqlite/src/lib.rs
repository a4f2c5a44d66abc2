//! The embedded store: one SQLite file, one writer, many readers.

mod backup;
mod dialect;
mod posting;
mod queue;
#[path = "../../store/sql/mod.rs"]
mod sql;
mod transfer;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
pub use backup::{BackupError, migration_state, restore};
use numsift_store::{PoolState, Store, StoreError, StoreResult, Tx, TxTimer, breakpoint};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};
pub use transfer::SqliteSource;

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// A store in one file.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    /// The only connection that writes. Writers queue for it in order instead of polling SQLite's lock.
    writer: SqlitePool,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens or creates the file and migrates the database.
    pub async fn open(file: &Path) -> StoreResult<Self> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .journal_mode(SqliteJournalMode::Wal)
            // Committed data survives a power failure.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(15))
            .pragma("trusted_schema", "OFF");
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(Duration::from_secs(30))
            .connect_with(options.clone().create_if_missing(true))
            .await?;
        MIGRATIONS.run(&writer).await.map_err(StoreError::backend)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(8)
            .acquire_timeout(Duration::from_secs(30))
            .connect_with(options.read_only(true))
            .await?;
        let store = Self { writer, readers };
        loop {
            let mut tx = store.begin_writing().await?;
            if !tx.fill_search_keys().await? {
                return Ok(store);
            }
            Box::new(tx).save().await?;
        }
    }

    async fn begin_writing(&self) -> StoreResult<DbTx> {
        // IMMEDIATE takes the write lock now. A transaction that reads first and then writes would fail when
        // another process wrote in between.
        let begin = async { Ok(self.writer.begin_with("BEGIN IMMEDIATE").await?) };
        let (tx, timer) = TxTimer::of("write", begin).await?;
        Ok(DbTx { tx, unfinished: false, _timer: timer })
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn begin(&self) -> StoreResult<Box<dyn Tx>> {
        Ok(Box::new(self.begin_writing().await?))
    }

    async fn read(&self) -> StoreResult<Box<dyn Tx>> {
        let (tx, timer) = TxTimer::of("read", async { Ok(self.readers.begin().await?) }).await?;
        Ok(Box::new(DbTx { tx, unfinished: false, _timer: timer }))
    }

    async fn ping(&self) -> StoreResult<()> {
        sqlx::query("SELECT 1").execute(&self.readers).await?;
        Ok(())
    }

    fn pools(&self) -> Vec<PoolState> {
        let state = |name, pool: &SqlitePool| PoolState {
            name,
            open: pool.size(),
            idle: u32::try_from(pool.num_idle()).unwrap_or(u32::MAX),
            max: pool.options().get_max_connections(),
        };
        vec![state("writer", &self.writer), state("readers", &self.readers)]
    }

    async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

/// One transaction.
struct DbTx {
    tx: Transaction<'static, Sqlite>,
    /// A posting has no entries yet: the transaction must not be committed.
    unfinished: bool,
    _timer: TxTimer,
}

#[async_trait]
impl Tx for DbTx {
    async fn save(self: Box<Self>) -> StoreResult<()> {
        if self.unfinished {
            return Err(StoreError::Unfinished);
        }
        breakpoint::reached("save");
        self.tx.commit().await?;
        breakpoint::reached("saved");
        Ok(())
    }
}
