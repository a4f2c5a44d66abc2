//! Holds deletions of files while a backup runs.

use std::sync::Arc;
use std::time::Duration;

use anyhow::ensure;
use numsift_model::clock::{Clock as _, SystemClock, SystemEntropy, random_text};
use numsift_store::Store;
use tokio_util::task::AbortOnDropHandle;

/// A hold expires after this time if the backup dies.
const HELD_FOR_S: i64 = 120;
const RENEW_EVERY: Duration = Duration::from_secs(20);

/// No file of the installation is deleted until this is released or expires.
pub struct FilesHold {
    store: Arc<dyn Store>,
    holder: String,
    _renewing: AbortOnDropHandle<()>,
}

impl FilesHold {
    pub async fn take(store: Arc<dyn Store>) -> anyhow::Result<Self> {
        let holder = format!("backup-{}", random_text(&SystemEntropy, 12)?);
        ensure!(
            hold(&*store, &holder).await?,
            "another backup is running, or the installation was never started"
        );
        let (renewed, name) = (store.clone(), holder.clone());
        let renewing = tokio::spawn(async move {
            loop {
                tokio::time::sleep(RENEW_EVERY).await;
                if let Err(error) = hold(&*renewed, &name).await {
                    tracing::warn!(%error, "failed to renew the hold on files");
                }
            }
        });
        Ok(Self { store, holder, _renewing: AbortOnDropHandle::new(renewing) })
    }

    /// Ends the hold. Fails if it was lost.
    pub async fn release(self) -> anyhow::Result<()> {
        let mut tx = self.store.begin().await?;
        let lasted = tx.release_files(&self.holder, SystemClock.now()).await?;
        tx.save().await?;
        ensure!(lasted, "the backup took too long between two renewals of its hold on files; run it again");
        Ok(())
    }
}

async fn hold(store: &dyn Store, holder: &str) -> anyhow::Result<bool> {
    let now = SystemClock.now();
    let mut tx = store.begin().await?;
    let held = tx.hold_files(holder, now.plus(HELD_FOR_S), now).await?;
    tx.save().await?;
    Ok(held)
}
