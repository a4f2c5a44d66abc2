//! The embedded store: one SQLite file, one writer, many readers.

mod backup;
mod dialect;
mod posting;
mod queue;
#[path = "../../store/sql/mod.rs"]
mod sql;
mod transfer;
mod writer;

use std::ops::{Deref, DerefMut};
use std::path::Path;
use std::time::Duration;

use async_trait::async_trait;
pub use backup::{BackupError, migration_state, restore};
use numsift_model::clock::Timestamp;
use numsift_model::settings::Settings;
use numsift_store::{
    MigrationState, PoolState, ServerVersion, Store, StoreError, StoreResult, Tx, TxTimer, breakpoint,
};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Sqlite, Transaction};
pub use transfer::SqliteSource;

use self::sql::events::NewEvent;
use self::writer::{WriteTx, Writer};

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// A store in one file.
#[derive(Debug, Clone)]
pub struct SqliteStore {
    /// The only connection that writes. Writers queue for it in order instead of polling SQLite's lock.
    writer: Writer,
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
        let writer = Writer::connect(&options.clone().create_if_missing(true)).await?;
        MIGRATIONS.run(&mut *writer.connection().await).await.map_err(sql::migration_error)?;
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
        let begin = async { Ok(Connection::Writing(self.writer.begin().await?)) };
        let (tx, timer) = TxTimer::of("write", begin).await?;
        Ok(DbTx { tx, unfinished: false, settings: None, events: Vec::new(), _timer: timer })
    }
}

#[async_trait]
impl Store for SqliteStore {
    async fn begin(&self) -> StoreResult<Box<dyn Tx>> {
        Ok(Box::new(self.begin_writing().await?))
    }

    async fn read(&self) -> StoreResult<Box<dyn Tx>> {
        let begin = async { Ok(Connection::Reading(self.readers.begin().await?)) };
        let (tx, timer) = TxTimer::of("read", begin).await?;
        Ok(Box::new(DbTx { tx, unfinished: false, settings: None, events: Vec::new(), _timer: timer }))
    }

    async fn ping(&self) -> StoreResult<()> {
        sqlx::query("SELECT 1").execute(&self.readers).await?;
        Ok(())
    }

    async fn migration_state(&self) -> StoreResult<MigrationState> {
        backup::migration_state_of(&mut *self.readers.acquire().await?).await
    }

    fn server_version(&self) -> Option<ServerVersion> {
        None
    }

    async fn server_time(&self) -> StoreResult<Option<Timestamp>> {
        Ok(None)
    }

    fn pools(&self) -> Vec<PoolState> {
        let state = |name, pool: &SqlitePool| PoolState {
            name,
            open: pool.size(),
            idle: u32::try_from(pool.num_idle()).unwrap_or(u32::MAX),
            max: pool.options().get_max_connections(),
        };
        let writer = PoolState { name: "writer", open: 1, idle: u32::from(self.writer.is_idle()), max: 1 };
        vec![writer, state("readers", &self.readers)]
    }

    async fn close(&self) {
        self.readers.close().await;
        // If this fails, the connection is closed when it is dropped.
        let _ = self.writer.close().await;
    }
}

/// The connection of a transaction.
enum Connection {
    Reading(Transaction<'static, Sqlite>),
    Writing(WriteTx),
}

impl Deref for Connection {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        match self {
            Self::Reading(tx) => tx,
            Self::Writing(tx) => tx,
        }
    }
}

impl DerefMut for Connection {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        match self {
            Self::Reading(tx) => tx,
            Self::Writing(tx) => tx,
        }
    }
}

/// One transaction.
struct DbTx {
    tx: Connection,
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
        match self.tx {
            Connection::Reading(tx) => tx.commit().await?,
            Connection::Writing(tx) => tx.save().await?,
        }
        breakpoint::reached("saved");
        Ok(())
    }
}
