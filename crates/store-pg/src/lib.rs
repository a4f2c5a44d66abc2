//! The store on PostgreSQL, for installations of more than one node.

mod accounts;
mod administration;
mod api_keys;
mod audit;
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
#[cfg(feature = "testing")]
pub mod testing;
mod webhooks;

use std::time::Duration;

use async_trait::async_trait;
use numsift_store::{Store, StoreError, StoreResult, Tx, breakpoint};
use sqlx::postgres::{PgPool, PgPoolOptions};
use sqlx::{Connection, Postgres, Transaction};

/// So long a connection is trusted that nobody has used.
const TRUSTED_FOR: Duration = Duration::from_secs(1);

static MIGRATIONS: sqlx::migrate::Migrator = sqlx::migrate!();

/// A store in a PostgreSQL database.
#[derive(Debug, Clone)]
pub struct PgStore {
    pool: PgPool,
}

impl PgStore {
    /// Connects and brings the tables up to date. Nodes that start together wait for each other.
    pub async fn connect(url: &str, max_connections: u32) -> StoreResult<Self> {
        let pool = PgPoolOptions::new()
            .max_connections(max_connections)
            .acquire_timeout(Duration::from_secs(15))
            // One that was used just now is not asked whether it still lives: that would be a way to the
            // database and back before every transaction.
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
            .await
            .map_err(StoreError::backend)?;
        MIGRATIONS.run(&pool).await.map_err(StoreError::backend)?;
        Ok(Self { pool })
    }

    /// Begins on a task of its own. Whoever waits for it may go away at any moment (a client that hangs up,
    /// a worker that stops), and a connection whose `BEGIN` nobody saw answered would go back to the pool
    /// with that transaction open.
    async fn begin_with(&self, how: &'static str) -> StoreResult<Transaction<'static, Postgres>> {
        let pool = self.pool.clone();
        let begun = tokio::spawn(async move {
            // Each that is trusted may be broken since. Nothing was done on it, so the next one is tried.
            for _ in 0..pool.options().get_max_connections() {
                match pool.begin_with(how).await {
                    Err(error) if is_broken(&error) => {}
                    begun => return begun,
                }
            }
            pool.begin_with(how).await
        });
        begun.await.map_err(StoreError::backend)?.map_err(StoreError::backend)
    }
}

/// The server went away, or is about to.
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
        let tx = self.begin_with("BEGIN").await?;
        Ok(Box::new(PgTx { tx, writes: true, unfinished: false }))
    }

    async fn read(&self) -> StoreResult<Box<dyn Tx>> {
        let tx = self.begin_with("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY").await?;
        Ok(Box::new(PgTx { tx, writes: false, unfinished: false }))
    }

    async fn ping(&self) -> StoreResult<()> {
        sqlx::query("SELECT 1").execute(&self.pool).await.map_err(StoreError::backend)?;
        Ok(())
    }

    async fn close(&self) {
        self.pool.close().await;
    }
}

struct PgTx {
    tx: Transaction<'static, Postgres>,
    /// Rows that are read to be changed can be locked.
    writes: bool,
    /// A ledger transaction was begun and has no entries yet: nothing may be saved.
    unfinished: bool,
}

#[async_trait]
impl Tx for PgTx {
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
