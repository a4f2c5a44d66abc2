//! When the object store cannot be written (a full disk, a store that is down), nothing is begun: asking
//! providers for answers that cannot be kept would only cost money.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use crate::ScreeningError;
use crate::engine::Screening;

/// How often the store is tried again, at first and at the most.
const FIRST_LOOK: Duration = Duration::from_secs(1);
const LAST_LOOK: Duration = Duration::from_secs(30);

/// Whether the store could not be written when this process last tried.
#[derive(Default)]
pub(crate) struct FilesAway(AtomicBool);

impl Screening {
    /// Whether something failed because nothing can be written now, and not for a reason of its own.
    pub(crate) async fn files_are_away(&self, error: &ScreeningError) -> bool {
        let ScreeningError::Files(error) = error else { return false };
        if !error.retryable() || self.0.objects.ping().await.is_ok() {
            return false;
        }
        if !self.0.files_away.0.swap(true, Ordering::Relaxed) {
            tracing::error!(%error, "the object store cannot be written: tasks wait");
            metrics::gauge!("numsift_files_away").set(1.0);
        }
        true
    }

    /// Waits until something can be written.
    pub(crate) async fn until_files_are_back(&self) {
        let mut wait = FIRST_LOOK;
        while self.0.files_away.0.load(Ordering::Relaxed) {
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LAST_LOOK);
            if self.0.objects.ping().await.is_ok() && self.0.files_away.0.swap(false, Ordering::Relaxed) {
                tracing::info!("the object store can be written again: tasks go on");
                metrics::gauge!("numsift_files_away").set(0.0);
            }
        }
    }
}
