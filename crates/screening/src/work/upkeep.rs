//! The periodic work of a process: leases, expired claims, slots, channel health, retention and sweeps.

use std::time::{Duration, SystemTime};

use numsift_model::clock::Timestamp;
use numsift_store::StoreResult;
use numsift_supervisor::Supervisor;

use super::claims::Claims;
use super::worker::{Worker, WorkerSettings};
use crate::channels::EVIDENCE_DAYS;

/// Leases of chunks are renewed this many times per lease period.
const RENEWALS_PER_LEASE: u32 = 4;
/// Expired chunks are looked for this many times per lease period.
const RECLAIMS_PER_LEASE: u32 = 6;
/// How often the health of channels is published.
const HEALTH_EVERY: Duration = Duration::from_secs(5);
/// How often the slots of channels are renewed.
const SLOTS_EVERY: Duration = Duration::from_secs(2);
/// How often finished tasks are looked for whose answers are not in the book yet.
const FOLD_EVERY: Duration = Duration::from_secs(5);
/// How often schedules are looked for whose next run is due.
const SCHEDULES_EVERY: Duration = Duration::from_secs(10);
/// How often expired data is deleted and orphaned objects are swept.
const TIDY_EVERY: Duration = Duration::from_hours(1);
/// Callbacks are kept for this many days.
const CALLBACKS_KEPT_DAYS: i64 = 1;

impl Worker {
    /// Starts the periodic loops of a process.
    pub(super) fn start_upkeep(&self, loops: &mut Supervisor, claims: &Claims, settings: WorkerSettings) {
        let (worker, claims) = (self.clone(), claims.clone());
        loops.start_endless("leases", move || worker.clone().renew_leases(claims.clone(), settings));
        let worker = self.clone();
        loops.start_endless("reclaim", move || worker.clone().reclaim(settings));
        let worker = self.clone();
        loops.start_endless("health", move || worker.clone().publish_health());
        let worker = self.clone();
        loops.start_endless("slots", move || worker.clone().renew_slots());
        let worker = self.clone();
        loops.start_endless("book", move || worker.clone().queue_folds());
        let worker = self.clone();
        loops.start_endless("schedules", move || worker.clone().run_schedules());
        let worker = self.clone();
        loops.start_endless("tidy", move || worker.clone().tidy());
    }

    async fn renew_leases(self, claims: Claims, settings: WorkerSettings) {
        let mut every = times_per_lease(settings, RENEWALS_PER_LEASE);
        loop {
            every.tick().await;
            let chunks: Vec<_> = claims.chunks().iter().map(|attempt| attempt.chunk).collect();
            if chunks.is_empty() {
                continue;
            }
            let until = self.clock.now().plus(settings.lease_s);
            let renewed = async {
                let mut tx = self.store.begin().await?;
                tx.extend_leases(&chunks, until).await?;
                tx.save().await
            };
            if let Err(error) = renewed.await {
                tracing::warn!(%error, "failed to renew leases");
            }
        }
    }

    async fn reclaim(self, settings: WorkerSettings) {
        let mut every = times_per_lease(settings, RECLAIMS_PER_LEASE);
        loop {
            every.tick().await;
            if let Err(error) = self.reclaim_expired().await {
                tracing::warn!(%error, "failed to reclaim expired chunks");
            }
        }
    }

    async fn publish_health(self) {
        let mut every = tokio::time::interval(HEALTH_EVERY);
        loop {
            every.tick().await;
            if let Err(error) = self.channels.publish_health().await {
                tracing::warn!(%error, "failed to publish the health of channels");
            }
            if let Err(error) = self.channels.store_evidence().await {
                tracing::warn!(%error, "failed to store the evidence for routing");
            }
            if let Err(error) = self.channels.watch().await {
                tracing::warn!(%error, "failed to watch the channels");
            }
        }
    }

    async fn renew_slots(self) {
        let mut every = tokio::time::interval(SLOTS_EVERY);
        loop {
            every.tick().await;
            self.channels.renew_slots().await;
        }
    }

    async fn queue_folds(self) {
        let mut every = tokio::time::interval(FOLD_EVERY);
        loop {
            every.tick().await;
            match self.book.queue_folds().await {
                Ok(true) => self.wake.notify(),
                Ok(false) => {}
                Err(error) => tracing::warn!(%error, "failed to queue jobs for the answer book"),
            }
        }
    }

    async fn run_schedules(self) {
        let mut every = tokio::time::interval(SCHEDULES_EVERY);
        loop {
            every.tick().await;
            match self.schedules.run_due().await {
                Ok(0) => {}
                Ok(_) => self.wake.notify(),
                Err(error) => tracing::warn!(%error, "failed to run the schedules that are due"),
            }
        }
    }

    async fn tidy(self) {
        let mut every = tokio::time::interval(TIDY_EVERY);
        loop {
            every.tick().await;
            if let Err(error) = self.retention.run().await {
                tracing::warn!(%error, "failed to delete expired tasks and lists");
            }
            if let Err(error) = self.sweep.run().await {
                tracing::warn!(%error, "failed to sweep orphaned objects");
            }
            if let Err(error) = self.chunks.spool.sweep(SystemTime::now()).await {
                tracing::warn!(%error, "failed to delete old spooled chunks");
            }
            let now = self.clock.now();
            if let Err(error) = self.delete_callbacks(now.plus_days(-CALLBACKS_KEPT_DAYS)).await {
                tracing::warn!(%error, "failed to delete old callbacks");
            }
            if let Err(error) = self.delete_evidence(now.plus_days(-EVIDENCE_DAYS)).await {
                tracing::warn!(%error, "failed to delete old evidence for routing");
            }
        }
    }

    async fn delete_evidence(&self, before: Timestamp) -> StoreResult<()> {
        let mut tx = self.store.begin().await?;
        tx.sweep_evidence(before).await?;
        tx.save().await
    }

    async fn delete_callbacks(&self, older_than: Timestamp) -> StoreResult<()> {
        let mut tx = self.store.begin().await?;
        tx.sweep_callbacks(older_than).await?;
        tx.save().await
    }
}

fn times_per_lease(settings: WorkerSettings, times: u32) -> tokio::time::Interval {
    let lease = Duration::from_secs(u64::try_from(settings.lease_s).unwrap_or(0).max(1));
    tokio::time::interval(lease / times)
}
