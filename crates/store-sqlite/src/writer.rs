//! The only connection that writes, and its group commit.
//!
//! Waiting for the disk is most of what a small transaction costs. A transaction that is saved while others wait for the
//! connection is therefore not committed yet: the next one works in a savepoint on top of it, and the last one commits
//! them all. Whoever saved is told when that is done. All of them are committed, or none.
//!
//! A transaction that waits for its commit thus depends on the next one. So a future that has begun a transaction must not
//! be left unpolled, for example beside the body of a `select!` branch, while its task waits for another one.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use numsift_store::{StoreError, StoreResult};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{Connection as _, Executor as _};
use tokio::sync::{Mutex, MutexGuard, OwnedMutexGuard, oneshot};

/// Longest wait for the connection.
const PATIENCE: Duration = Duration::from_secs(30);
/// Most transactions that are committed together.
const MOST_TOGETHER: usize = 64;

/// Hands the connection from one transaction to the next, in order.
#[derive(Debug, Clone)]
pub(crate) struct Writer(Arc<Shared>);

#[derive(Debug)]
struct Shared {
    line: Arc<Mutex<Line>>,
    /// Transactions that wait for the connection. The next one takes over what was saved and not committed.
    waiting: AtomicUsize,
}

#[derive(Debug)]
struct Line {
    connection: SqliteConnection,
    /// Those who saved and wait for the commit.
    saved: Vec<oneshot::Sender<Result<(), String>>>,
    /// The last transaction was neither saved nor rolled back yet.
    unsaved: bool,
}

/// A transaction that may write.
pub(crate) struct WriteTx {
    line: OwnedMutexGuard<Line>,
    shared: Arc<Shared>,
}

impl Deref for WriteTx {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        &self.line.connection
    }
}

impl DerefMut for WriteTx {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        &mut self.line.connection
    }
}

impl Writer {
    pub async fn connect(options: &SqliteConnectOptions) -> StoreResult<Self> {
        let connection = SqliteConnection::connect_with(options).await?;
        Ok(Self(Arc::new(Shared::new(Line { connection, saved: Vec::new(), unsaved: false }))))
    }

    /// The connection, for migrations.
    pub async fn connection(&self) -> impl DerefMut<Target = SqliteConnection> {
        MutexGuard::map(self.0.line.lock().await, |line| &mut line.connection)
    }

    /// Whether no transaction uses the connection.
    pub fn is_idle(&self) -> bool {
        self.0.line.try_lock().is_ok()
    }

    /// Begins on a separate task, because the caller may be cancelled at any time.
    pub async fn begin(&self) -> StoreResult<WriteTx> {
        let shared = self.0.clone();
        let begun = tokio::spawn(async move {
            shared.waiting.fetch_add(1, Ordering::SeqCst);
            let line = shared.line.clone().lock_owned().await;
            shared.waiting.fetch_sub(1, Ordering::SeqCst);
            let mut tx = WriteTx { line, shared };
            tx.line.roll_back_unsaved().await;
            // IMMEDIATE takes the write lock now. A transaction that reads first and then writes would fail when
            // another process wrote in between.
            let begin = if tx.line.saved.is_empty() { "BEGIN IMMEDIATE" } else { "SAVEPOINT later" };
            match tx.line.connection.execute(begin).await {
                Ok(_) => {
                    tx.line.unsaved = true;
                    Ok(tx)
                }
                Err(error) => {
                    tx.finish().await;
                    Err(StoreError::from(error))
                }
            }
        });
        match tokio::time::timeout(PATIENCE, begun).await {
            Ok(begun) => begun.map_err(StoreError::backend)?,
            // The task goes on: it takes over what was saved before, and rolls back its own transaction.
            Err(_) => Err(StoreError::from(sqlx::Error::PoolTimedOut)),
        }
    }

    /// Closes the connection. Later transactions fail.
    pub async fn close(&self) -> StoreResult<()> {
        let nothing = SqliteConnectOptions::new().in_memory(true).read_only(true);
        let mut line = self.0.line.lock().await;
        line.roll_back_unsaved().await;
        line.commit().await;
        let nothing = SqliteConnection::connect_with(&nothing).await?;
        let connection = std::mem::replace(&mut line.connection, nothing);
        connection.close().await?;
        Ok(())
    }
}

impl WriteTx {
    /// Saves the transaction, and returns when it is committed. On a separate task, because the caller may be cancelled
    /// at any time.
    pub async fn save(self) -> StoreResult<()> {
        let saved = tokio::spawn(self.save_and_commit());
        saved.await.map_err(StoreError::backend)?
    }

    async fn save_and_commit(mut self) -> StoreResult<()> {
        if !self.line.saved.is_empty() {
            self.line.connection.execute("RELEASE later").await?;
        }
        self.line.unsaved = false;
        let (tell, told) = oneshot::channel();
        self.line.saved.push(tell);
        self.finish().await;
        match told.await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(error)) => Err(StoreError::backend(std::io::Error::other(error))),
            Err(closed) => Err(StoreError::backend(closed)),
        }
    }

    /// Commits what was saved, unless another transaction waits and takes over.
    async fn finish(mut self) {
        let others_wait = self.shared.waiting.load(Ordering::SeqCst) > 0;
        if !others_wait || self.line.saved.len() >= MOST_TOGETHER {
            self.line.commit().await;
        }
    }
}

/// A transaction that is dropped is rolled back. What others saved before it is committed.
impl Drop for WriteTx {
    fn drop(&mut self) {
        if !self.line.unsaved {
            return;
        }
        // Without a runtime the process ends, and so does the transaction.
        let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
        let shared = self.shared.clone();
        runtime.spawn(async move {
            let mut line = shared.line.clone().lock_owned().await;
            line.roll_back_unsaved().await;
            if shared.waiting.load(Ordering::SeqCst) == 0 {
                line.commit().await;
            }
        });
    }
}

impl Shared {
    fn new(line: Line) -> Self {
        Self { line: Arc::new(Mutex::new(line)), waiting: AtomicUsize::new(0) }
    }
}

impl Line {
    /// Rolls back the transaction that was dropped, and nothing else.
    async fn roll_back_unsaved(&mut self) {
        if !std::mem::take(&mut self.unsaved) {
            return;
        }
        let back = if self.saved.is_empty() { "ROLLBACK" } else { "ROLLBACK TO later; RELEASE later" };
        if let Err(error) = self.connection.execute(back).await {
            self.fail(&error).await;
        }
    }

    /// Commits all that was saved.
    async fn commit(&mut self) {
        if self.saved.is_empty() {
            return;
        }
        match self.connection.execute("COMMIT").await {
            Ok(_) => {
                for saved in self.saved.drain(..) {
                    // Whoever saved may be gone.
                    let _ = saved.send(Ok(()));
                }
            }
            Err(error) => self.fail(&error).await,
        }
    }

    /// Rolls back everything and tells those who wait.
    async fn fail(&mut self, error: &sqlx::Error) {
        // Fails if the database has rolled back already.
        let _ = self.connection.execute("ROLLBACK").await;
        for saved in self.saved.drain(..) {
            let _ = saved.send(Err(error.to_string()));
        }
    }
}
