//! Whether a node can do its work: it reaches the database and the object store, has the installation's key, and can
//! resolve host names.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use numsift_channel::Names;
use numsift_segments::Objects;
use numsift_store::Store;
use numsift_vault::Vault;
use tokio::sync::Mutex;

/// Time for each check.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The object store is written at most this often, however often a node is asked.
const OBJECTS_EVERY: Duration = Duration::from_secs(5);

/// Checks what a node depends on.
pub struct Readiness {
    store: Arc<dyn Store>,
    objects: Objects,
    vault: Vault,
    /// Of the client for providers.
    names: Names,
    /// When the object store was checked, and whether it could be used.
    objects_checked: Mutex<Option<(Instant, bool)>>,
    stopping: AtomicBool,
}

impl Readiness {
    pub fn new(store: Arc<dyn Store>, objects: Objects, vault: Vault, names: Names) -> Arc<Self> {
        Arc::new(Self {
            store,
            objects,
            vault,
            names,
            objects_checked: Mutex::default(),
            stopping: AtomicBool::new(false),
        })
    }

    /// From now on the node is not ready, on all its addresses.
    pub(crate) fn begin_stopping(&self) {
        self.stopping.store(true, Ordering::Relaxed);
    }

    /// What does not work, in words for operators; empty if the node is ready.
    pub async fn problems(&self) -> Vec<&'static str> {
        if self.stopping.load(Ordering::Relaxed) {
            return vec!["stopping"];
        }
        let (database, objects, names) = tokio::join!(self.database(), self.object_store(), self.names());
        [database, objects, names].into_iter().flatten().collect()
    }

    async fn database(&self) -> Option<&'static str> {
        let key_check = async { self.store.read().await?.key_check().await };
        match tokio::time::timeout(TIMEOUT, key_check).await {
            Ok(Ok(Some(value))) if !self.vault.made(&value) => {
                Some("key: secret.key is not the key of this installation")
            }
            Ok(Ok(_)) => None,
            Ok(Err(error)) => {
                tracing::warn!(%error, "not ready: the database does not answer");
                Some("database: does not answer")
            }
            Err(_) => {
                tracing::warn!("not ready: the database does not answer in time");
                Some("database: does not answer in time")
            }
        }
    }

    /// Names are resolved when providers are asked. Here the resolver is only asked if it did not answer then.
    async fn names(&self) -> Option<&'static str> {
        let works = tokio::time::timeout(TIMEOUT, self.names.work()).await.unwrap_or(false);
        (!works).then_some("host names: cannot be resolved (DNS)")
    }

    async fn object_store(&self) -> Option<&'static str> {
        let mut checked = self.objects_checked.lock().await;
        let works = match *checked {
            Some((at, works)) if at.elapsed() < OBJECTS_EVERY => works,
            _ => {
                let ping = tokio::time::timeout(TIMEOUT, self.objects.ping()).await;
                let works = match ping {
                    Ok(Ok(())) => true,
                    Ok(Err(error)) => {
                        tracing::warn!(%error, "not ready: the object store cannot be used");
                        false
                    }
                    Err(_) => {
                        tracing::warn!("not ready: the object store does not answer in time");
                        false
                    }
                };
                *checked = Some((Instant::now(), works));
                works
            }
        };
        (!works).then_some("object store: cannot be used")
    }
}
