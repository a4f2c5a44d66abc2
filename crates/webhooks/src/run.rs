//! The sender: claims due deliveries, sends several concurrently, and returns unfinished ones when it stops.

use std::collections::HashMap;
use std::time::Duration;

use numsift_model::clock::DAY_S;
use numsift_model::id::DeliveryId;
use tokio::sync::watch;
use tokio::task::{Id, JoinSet};

use crate::deliver::{ClaimedDelivery, LEASE_S};
use crate::{Result, Webhooks};

/// Concurrent deliveries per process.
const CONCURRENCY: usize = 32;
/// Concurrent deliveries per endpoint in the whole installation, so that a slow endpoint does not delay others.
const CONCURRENCY_PER_ENDPOINT: i64 = 4;
/// Maximum time between two queries for due deliveries.
const POLL_EVERY: Duration = Duration::from_secs(1);
const SWEEP_EVERY: Duration = Duration::from_hours(1);
/// Messages are deleted after this many seconds.
const KEPT_S: i64 = 30 * DAY_S;

impl Webhooks {
    /// Sends until `stop` becomes true, then returns unfinished deliveries, so that other nodes send them at once.
    /// Errors are logged and retried. Can be started again after a panic: claimed deliveries are sent again when
    /// their leases expire.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut sending = JoinSet::new();
        let mut claimed = HashMap::<Id, (DeliveryId, i64)>::new();
        let mut sweeping = tokio::time::interval(SWEEP_EVERY);
        loop {
            while sending.len() < CONCURRENCY {
                match self.claim().await {
                    Ok(Some(one)) => {
                        let claim = (one.delivery.id, one.delivery.epoch);
                        let sender = self.clone();
                        claimed.insert(sending.spawn(async move { sender.deliver(one).await }).id(), claim);
                    }
                    Ok(None) => break,
                    Err(error) => {
                        tracing::warn!(%error, "failed to query due webhook deliveries");
                        break;
                    }
                }
            }
            tokio::select! {
                biased;
                () = stopped(&mut stop) => break,
                Some(ended) = sending.join_next_with_id() => {
                    let (id, failed) = match ended {
                        Ok((id, Ok(()))) => (id, None),
                        Ok((id, Err(error))) => (id, Some(error.to_string())),
                        Err(panicked) => (panicked.id(), Some(panicked.to_string())),
                    };
                    let claim = claimed.remove(&id);
                    if let Some(error) = failed {
                        tracing::warn!(error, ?claim, "failed to send a webhook; it is retried when its lease expires");
                    }
                }
                () = self.0.work.notified() => {}
                _ = sweeping.tick() => {
                    if let Err(error) = self.sweep().await {
                        tracing::warn!(%error, "failed to delete old webhook messages");
                    }
                }
                () = tokio::time::sleep(POLL_EVERY) => {}
            }
        }
        sending.shutdown().await;
        let mut claimed: Vec<_> = claimed.into_values().collect();
        claimed.sort_unstable();
        for (id, epoch) in claimed {
            if let Err(error) = self.give_back(id, epoch).await {
                tracing::warn!(%error, "failed to return a webhook delivery; it is sent when its lease expires");
            }
        }
    }

    /// Sends all due deliveries one after another. Returns their number.
    pub async fn send_due(&self) -> Result<usize> {
        let mut sent = 0;
        while let Some(claimed) = self.claim().await? {
            self.deliver(claimed).await?;
            sent += 1;
        }
        Ok(sent)
    }

    /// Deletes old messages. Returns their number.
    pub async fn sweep(&self) -> Result<u64> {
        let old = self.parts().clock.now().plus(-KEPT_S);
        let mut tx = self.parts().store.begin().await?;
        let swept = tx.sweep_messages(old).await?;
        tx.save().await?;
        Ok(swept)
    }

    async fn claim(&self) -> Result<Option<ClaimedDelivery>> {
        let parts = self.parts();
        let now = parts.clock.now();
        // Reading needs no writer connection, and usually nothing is due.
        if !parts.store.read().await?.delivery_is_due(now).await? {
            return Ok(None);
        }
        let mut tx = parts.store.begin().await?;
        let claimed = tx.claim_delivery(now, now.plus(LEASE_S), CONCURRENCY_PER_ENDPOINT, None).await?;
        tx.save().await?;
        Ok(claimed.map(|(delivery, webhook)| ClaimedDelivery { delivery, webhook }))
    }

    async fn give_back(&self, id: DeliveryId, epoch: i64) -> Result<()> {
        let mut tx = self.parts().store.begin().await?;
        tx.give_back_delivery(id, epoch).await?;
        tx.save().await?;
        Ok(())
    }
}

/// Completes when it is time to stop.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that the sender was dropped, which also means stop.
    let _ = stop.wait_for(|stop| *stop).await;
}
