//! While the object store cannot be written (full disk, store unreachable), nothing is claimed: answers that cannot be
//! stored would only cost money. The same holds while host names cannot be resolved: no provider would be reached.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use numsift_channel::Names;
use numsift_ledger::LedgerError;
use numsift_segments::Objects;
use numsift_store::{Store, StoreError};

use crate::ScreeningError;

/// How long to wait before the object store is tried again, at first and at most.
const FIRST_RETRY: Duration = Duration::from_secs(1);
const LONGEST_RETRY: Duration = Duration::from_secs(30);

/// Whether this process found that it cannot work, whatever the chunk.
#[derive(Clone)]
pub(crate) struct Outage {
    objects: Objects,
    names: Names,
    /// The object store cannot be written.
    out: Arc<AtomicBool>,
}

impl Outage {
    pub fn new(objects: Objects, names: Names) -> Self {
        Self { objects, names, out: Arc::default() }
    }

    /// Whether an error was caused by an outage of the whole object store, not by a single object, or of the resolver.
    pub async fn caused(&self, error: &ScreeningError) -> bool {
        if matches!(error, ScreeningError::ResolverAway(_)) {
            tracing::error!(%error, "no provider can be reached; tasks wait");
            return true;
        }
        let ScreeningError::Files(error) = error else { return false };
        if !error.retryable() || self.objects.ping().await.is_ok() {
            return false;
        }
        if !self.out.swap(true, Ordering::Relaxed) {
            tracing::error!(%error, "the object store cannot be written; tasks wait");
            metrics::gauge!("numsift_files_away").set(1.0);
        }
        true
    }

    /// Waits until this process can work; returns at once if there is no outage.
    pub async fn until_over(&self) {
        let mut wait = FIRST_RETRY;
        let resolver_was_away = self.names.are_away();
        while self.out.load(Ordering::Relaxed) || !self.names.work().await {
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_RETRY);
            if !self.out.load(Ordering::Relaxed) {
                continue;
            }
            if self.objects.ping().await.is_ok() && self.out.swap(false, Ordering::Relaxed) {
                tracing::info!("the object store can be written again; tasks continue");
                metrics::gauge!("numsift_files_away").set(0.0);
            }
        }
        if resolver_was_away {
            tracing::info!("host names can be resolved again; tasks continue");
        }
    }
}

/// Whether a call failed because the database is away, not because of what it asked for.
pub(crate) async fn database_is_away(store: &dyn Store, error: &ScreeningError) -> bool {
    let (ScreeningError::Store(error) | ScreeningError::Ledger(LedgerError::Store(error))) = error else {
        return false;
    };
    match error {
        StoreError::Unavailable(_) => true,
        StoreError::Backend(_) => store.ping().await.is_err(),
        _ => false,
    }
}
