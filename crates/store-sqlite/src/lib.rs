//! The embedded store: one SQLite file, one writer, many readers.

mod accounts;
mod administration;
mod api_keys;
mod audit;
mod backup;
mod events;
mod generation;
mod installation;
mod ledger;
mod movements;
mod notifications;
mod recharge;
mod screening;
mod second_factor;
mod sessions;
mod webhooks;

use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
pub use backup::{BackupError, restore};
use numsift_store::{Store, StoreError, StoreResult, Tx, breakpoint};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// A store in one file.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    /// The one connection that writes: writers queue here, fairly, instead of at SQLite's lock.
    writer: SqlitePool,
    readers: SqlitePool,
}

impl SqliteStore {
    /// Opens the file, makes it when it is not there, and brings its tables up to date.
    pub async fn open(file: &Path) -> StoreResult<Self> {
        let options = SqliteConnectOptions::new()
            .filename(file)
            .journal_mode(SqliteJournalMode::Wal)
            // A power cut must not take back what a customer was told.
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(Duration::from_secs(15))
            .pragma("trusted_schema", "OFF");
        let writer = SqlitePoolOptions::new()
            .max_connections(1)
            .acquire_timeout(Duration::from_secs(30))
            .connect_with(options.clone().create_if_missing(true))
            .await
            .map_err(StoreError::backend)?;
        MIGRATIONS.run(&writer).await.map_err(StoreError::backend)?;
        let readers = SqlitePoolOptions::new()
            .max_connections(8)
            .acquire_timeout(Duration::from_secs(30))
            .connect_with(options.read_only(true))
            .await
            .map_err(StoreError::backend)?;
        Ok(Self { writer, readers })
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn begin(&self) -> StoreResult<Box<dyn Tx>> {
        // IMMEDIATE takes the write lock now: a transaction that starts by reading and then writes
        // would otherwise fail when another process wrote in between.
        let tx = self.writer.begin_with("BEGIN IMMEDIATE").await.map_err(StoreError::backend)?;
        Ok(Box::new(SqliteTx { tx, unfinished: false }))
    }

    async fn read(&self) -> StoreResult<Box<dyn Tx>> {
        let tx = self.readers.begin().await.map_err(StoreError::backend)?;
        Ok(Box::new(SqliteTx { tx, unfinished: false }))
    }

    async fn ping(&self) -> StoreResult<()> {
        sqlx::query("SELECT 1").execute(&self.readers).await.map_err(StoreError::backend)?;
        Ok(())
    }

    async fn close(&self) {
        self.readers.close().await;
        self.writer.close().await;
    }
}

struct SqliteTx {
    tx: Transaction<'static, Sqlite>,
    /// A ledger transaction was begun and has no entries yet: nothing may be saved.
    unfinished: bool,
}

#[async_trait]
impl Tx for SqliteTx {
    async fn save(self: Box<Self>) -> StoreResult<()> {
        if self.unfinished {
            return Err(StoreError::Unfinished);
        }
        breakpoint::reached("save");
        self.tx.commit().await.map_err(StoreError::backend)?;
        breakpoint::reached("saved");
        Ok(())
    }
}
