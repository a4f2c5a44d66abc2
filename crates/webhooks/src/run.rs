//! The loop that sends: takes what is due, a few side by side, and gives back what it has when it stops.

use std::collections::HashMap;
use std::time::Duration;

use numsift_model::id::DeliveryId;
use tokio::sync::watch;
use tokio::task::{Id, JoinSet};

use crate::deliver::{LEASE_S, Taken};
use crate::{Result, Webhooks};

/// Deliveries that one process has under way.
const SIDE_BY_SIDE: usize = 32;
/// And all processes for one endpoint, so that a slow one keeps nobody else waiting.
const SIDE_BY_SIDE_PER_ENDPOINT: i64 = 4;
/// How long the loop waits before it looks again, at the most. Looking is one read by an index.
const IDLE: Duration = Duration::from_secs(1);
/// How often old messages are forgotten, and when they are old.
const SWEEP_EVERY: Duration = Duration::from_hours(1);
const KEPT_S: i64 = 30 * 86_400;

impl Webhooks {
    /// Sends until it is told to stop. What is under way then goes back, so that others send it at once.
    pub async fn run(self, mut stop: watch::Receiver<bool>) {
        let mut sending = JoinSet::new();
        let mut taken = HashMap::<Id, (DeliveryId, i64)>::new();
        let mut sweeping = tokio::time::interval(SWEEP_EVERY);
        loop {
            while sending.len() < SIDE_BY_SIDE {
                match self.take().await {
                    Ok(Some(one)) => {
                        let place = (one.delivery.id, one.delivery.epoch);
                        let sender = self.clone();
                        taken.insert(sending.spawn(async move { sender.deliver(one).await }).id(), place);
                    }
                    Ok(None) => break,
                    Err(error) => {
                        tracing::warn!(%error, "cannot look for webhooks to send");
                        break;
                    }
                }
            }
            tokio::select! {
                () = told(&mut stop) => break,
                Some(ended) = sending.join_next_with_id() => {
                    let (id, failed) = match ended {
                        Ok((id, Ok(()))) => (id, None),
                        Ok((id, Err(error))) => (id, Some(error.to_string())),
                        Err(panicked) => (panicked.id(), Some(panicked.to_string())),
                    };
                    let place = taken.remove(&id);
                    if let Some(error) = failed {
                        tracing::warn!(error, ?place, "a webhook could not be sent; its lease will end");
                    }
                }
                () = self.0.work.notified() => {}
                _ = sweeping.tick() => {
                    if let Err(error) = self.sweep().await {
                        tracing::warn!(%error, "cannot forget old webhook messages");
                    }
                }
                () = tokio::time::sleep(IDLE) => {}
            }
        }
        sending.shutdown().await;
        for (id, epoch) in taken.into_values() {
            if let Err(error) = self.give_back(id, epoch).await {
                tracing::warn!(%error, "a webhook could not be given back; its lease will end");
            }
        }
    }

    /// Sends one after the other until nothing is due now, and says how many.
    pub async fn send_due(&self) -> Result<usize> {
        let mut sent = 0;
        while let Some(taken) = self.take().await? {
            self.deliver(taken).await?;
            sent += 1;
        }
        Ok(sent)
    }

    /// Forgets what is older than the log is kept.
    pub async fn sweep(&self) -> Result<u64> {
        let old = self.parts().clock.now().plus(-KEPT_S);
        let mut tx = self.parts().store.begin().await?;
        let swept = tx.sweep_messages(old).await?;
        tx.save().await?;
        Ok(swept)
    }

    async fn take(&self) -> Result<Option<Taken>> {
        let parts = self.parts();
        let now = parts.clock.now();
        // A look costs no writer: most of the time there is nothing.
        if !parts.store.read().await?.delivery_is_due(now).await? {
            return Ok(None);
        }
        let mut tx = parts.store.begin().await?;
        let taken = tx.claim_delivery(now, now.plus(LEASE_S), SIDE_BY_SIDE_PER_ENDPOINT, None).await?;
        tx.save().await?;
        Ok(taken.map(|(delivery, webhook)| Taken { delivery, webhook }))
    }

    async fn give_back(&self, id: DeliveryId, epoch: i64) -> Result<()> {
        let mut tx = self.parts().store.begin().await?;
        tx.give_back_delivery(id, epoch).await?;
        tx.save().await?;
        Ok(())
    }
}

/// Done when it is time to stop.
async fn told(stop: &mut watch::Receiver<bool>) {
    // Whoever could say so being gone means the same.
    let _ = stop.wait_for(|stop| *stop).await;
}
