//! The real store of a node, whose calls take time, fail, or succeed without the node learning of it.

use std::io;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_store::{
    MigrationState, NewMessage, PoolState, ServerVersion, Store, StoreError, StoreResult, Tx,
};
use numsift_store_sqlite::SqliteStore;
use tokio::sync::OwnedSemaphorePermit;

use crate::database::{drop_there, wait_for};
use crate::rules::Rules;
use crate::sim::{Node, lock};

/// The store as one node reaches it.
pub struct SimulatedStore {
    pub inner: SqliteStore,
    pub node: Arc<Node>,
    pub rules: Arc<Rules>,
}

/// A transaction on the database's side. It ends with its connection.
pub struct OpenTx(Mutex<Option<Open>>);

struct Open {
    tx: Box<dyn Tx>,
    /// Of a transaction that writes.
    turn: Option<OwnedSemaphorePermit>,
}

impl OpenTx {
    /// Rolls back.
    pub fn end(&self) {
        if let Some(open) = lock(&self.0).take() {
            drop_there(open.tx);
        }
    }
}

/// A transaction on the node's side.
pub struct SimulatedTx {
    pub(crate) node: Arc<Node>,
    pub(crate) rules: Arc<Rules>,
    store: SqliteStore,
    open: Arc<OpenTx>,
    pub(crate) writes: bool,
    /// Chunks that this transaction commits, with their epochs.
    pub(crate) commits: Vec<(i64, i64, i64)>,
    /// Claims that this transaction makes.
    pub(crate) claims: Vec<(i64, i64, i64)>,
    /// Messages that a seeded bug sends after the commit.
    pub(crate) later: Vec<NewMessage>,
}

impl Drop for SimulatedTx {
    fn drop(&mut self) {
        self.open.end();
    }
}

pub fn away(what: &str) -> StoreError {
    StoreError::backend(io::Error::new(io::ErrorKind::ConnectionReset, what.to_owned()))
}

impl SimulatedStore {
    async fn start(&self, writes: bool) -> StoreResult<Box<dyn Tx>> {
        let (node, sim) = (&self.node, &self.node.sim);
        node.pass(sim.delay()).await;
        if sim.database_fails() {
            node.note("the database does not answer");
            return Err(away("no connection"));
        }
        let turn = if writes { node.turn().await } else { None };
        let tx = wait_for(async { if writes { self.inner.begin().await } else { self.inner.read().await } })?;
        let open = Arc::new(OpenTx(Mutex::new(Some(Open { tx, turn }))));
        let mut transactions = lock(&node.transactions);
        transactions.retain(|open| open.strong_count() > 0);
        transactions.push(Arc::downgrade(&open));
        Ok(Box::new(SimulatedTx {
            node: node.clone(),
            rules: self.rules.clone(),
            store: self.inner.clone(),
            open,
            writes,
            commits: Vec::new(),
            claims: Vec::new(),
            later: Vec::new(),
        }))
    }
}

#[async_trait]
impl Store for SimulatedStore {
    async fn begin(&self) -> StoreResult<Box<dyn Tx>> {
        self.start(true).await
    }

    async fn read(&self) -> StoreResult<Box<dyn Tx>> {
        self.start(false).await
    }

    async fn ping(&self) -> StoreResult<()> {
        self.node.pass(self.node.sim.delay()).await;
        if self.node.sim.database_fails() { Err(away("no connection")) } else { Ok(()) }
    }

    async fn migration_state(&self) -> StoreResult<MigrationState> {
        wait_for(self.inner.migration_state())
    }

    fn server_version(&self) -> Option<ServerVersion> {
        self.inner.server_version()
    }

    async fn server_time(&self) -> StoreResult<Option<Timestamp>> {
        Ok(None)
    }

    fn pools(&self) -> Vec<PoolState> {
        self.inner.pools()
    }

    async fn close(&self) {}
}

impl SimulatedTx {
    /// Before a statement: most take no time worth simulating.
    pub(crate) async fn before(&self, call: &str) -> StoreResult<()> {
        let sim = &self.node.sim;
        let slow = !sim.is_calm() && sim.random(|random| random.one_in_thousand(40));
        self.node.pass(if slow { sim.delay() } else { Duration::ZERO }).await;
        if self.writes {
            self.node.note(call);
        }
        if sim.fails(sim.faults.database / 4) {
            self.node.note(&format!("{call}: the connection breaks"));
            self.open.end();
            return Err(away("the connection broke"));
        }
        Ok(())
    }

    /// Runs a statement on the connection.
    pub(crate) fn with<T>(&self, call: impl FnOnce(&mut dyn Tx) -> StoreResult<T>) -> StoreResult<T> {
        match lock(&self.open.0).as_mut() {
            Some(open) => call(&mut *open.tx),
            None => Err(away("the connection is gone")),
        }
    }

    /// Writes a message in a transaction of its own, as a seeded bug does.
    async fn send_later(&mut self) -> StoreResult<()> {
        let later = std::mem::take(&mut self.later);
        if later.is_empty() {
            return Ok(());
        }
        let (node, sim) = (&self.node, &self.node.sim);
        node.pass(sim.delay()).await;
        let turn = node.turn().await;
        let sent = wait_for(async {
            let mut tx = self.store.begin().await?;
            for message in &later {
                tx.tell_webhooks(message).await?;
            }
            tx.save().await
        });
        drop(turn);
        sent
    }
}

#[async_trait]
impl Tx for SimulatedTx {
    async fn save(mut self: Box<Self>) -> StoreResult<()> {
        let (node, sim) = (self.node.clone(), self.node.sim.clone());
        node.pass(sim.delay()).await;
        if sim.database_fails() {
            node.note("save: the connection breaks before the commit");
            self.open.end();
            return Err(away("the connection broke"));
        }
        let Some(Open { tx, turn }) = lock(&self.open.0).take() else {
            return Err(away("the connection is gone"));
        };
        wait_for(tx.save())?;
        if self.writes {
            node.note("saved");
            self.rules.after_commit(&self);
        }
        drop(turn);
        self.send_later().await?;
        // The answer takes a while as well, and may be lost.
        node.pass(sim.delay()).await;
        if self.writes && sim.database_fails() {
            node.note("save: committed, and the answer is lost");
            return Err(away("the connection broke"));
        }
        Ok(())
    }
}
