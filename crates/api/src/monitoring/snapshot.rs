//! Figures that are read from the database when the metrics are read. Every node reports those of the whole
//! installation: take the maximum over the nodes, not the sum.

use std::collections::BTreeSet;
use std::sync::PoisonError;
use std::time::{Duration, Instant};

use numsift_screening::register_channel_metrics;
use numsift_store::{Backlog, QueueDepth, StoreResult};

use super::{Metrics, SNAPSHOT_EVERY};

/// Time for the database. The other metrics are shown without it.
const TIMEOUT: Duration = Duration::from_secs(3);
/// The balances are added up this often.
const LEDGER_EVERY: Duration = Duration::from_mins(1);
/// Leases are renewed long before they end, and what a dead process held is soon claimed by another one.
const STUCK_S: i64 = 300;

impl Metrics {
    /// Updates the figures, unless they were read a moment ago.
    pub(super) async fn take_snapshot(&self) {
        let mut asked = self.asked.lock().await;
        for pool in self.store.pools() {
            let gauge = |state: &'static str, connections: u32| {
                metrics::gauge!("numsift_database_connections", "pool" => pool.name, "state" => state)
                    .set(f64::from(connections));
            };
            gauge("idle", pool.idle);
            gauge("in_use", pool.open.saturating_sub(pool.idle));
            metrics::gauge!("numsift_database_connections_max", "pool" => pool.name).set(f64::from(pool.max));
        }
        if asked.0.is_none_or(|at| at.elapsed() >= SNAPSHOT_EVERY) {
            let with_ledger = asked.1.is_none_or(|at| at.elapsed() >= LEDGER_EVERY);
            let answered = match tokio::time::timeout(TIMEOUT, self.ask(with_ledger)).await {
                Ok(Ok(())) => true,
                Ok(Err(error)) => {
                    tracing::warn!(%error, "no figures of the installation in the metrics");
                    false
                }
                Err(_) => {
                    tracing::warn!("no figures of the installation in the metrics: the database is too slow");
                    false
                }
            };
            metrics::gauge!("numsift_database_up").set(f64::from(u8::from(answered)));
            if answered {
                asked.0 = Some(Instant::now());
                if with_ledger {
                    asked.1 = asked.0;
                }
            }
        }
        let age = asked.0.map_or(0.0, |at| at.elapsed().as_secs_f64());
        metrics::gauge!("numsift_metrics_snapshot_age_seconds").set(age);
    }

    async fn ask(&self, with_ledger: bool) -> StoreResult<()> {
        let now = self.clock.now();
        let mut tx = self.store.read().await?;
        let (queue, backlog) = (tx.queue_depth(now).await?, tx.backlog(now).await?);
        set("numsift_stuck_chunks", tx.chunks_expired_since(now.plus(-STUCK_S)).await?);
        let channels: BTreeSet<String> = tx.channels().await?.into_iter().map(|row| row.name).collect();
        for name in &channels {
            register_channel_metrics(name);
        }
        *self.channels.lock().unwrap_or_else(PoisonError::into_inner) = Some(channels);
        if with_ledger {
            set("numsift_ledger_imbalance", tx.ledger_imbalance().await?);
        }
        report(&queue, &backlog);
        Ok(())
    }
}

fn report(queue: &QueueDepth, backlog: &Backlog) {
    set("numsift_running_tasks", queue.tasks);
    set("numsift_failed_recently", queue.failed);
    set("numsift_open_orders", backlog.open_orders);
    set("numsift_unmatched_deposits", backlog.unmatched_deposits);
    set("numsift_pending_approvals", backlog.pending_approvals);
    let retrying = backlog.pending_deliveries - backlog.due_deliveries;
    for (queue, state, length) in [
        ("chunks", "pending", queue.pending),
        ("chunks", "running", queue.running),
        ("jobs", "pending", backlog.pending_jobs),
        ("jobs", "running", backlog.running_jobs),
        ("deliveries", "pending", backlog.due_deliveries),
        ("deliveries", "retrying", retrying),
    ] {
        metrics::gauge!("numsift_queue_length", "queue" => queue, "state" => state).set(number(length));
    }
    for (queue, age) in [
        ("chunks", backlog.oldest_task_s),
        ("jobs", backlog.oldest_job_s),
        ("deliveries", backlog.oldest_delivery_s),
    ] {
        metrics::gauge!("numsift_queue_oldest_seconds", "queue" => queue).set(number(age));
    }
}

fn set(name: &'static str, value: i64) {
    metrics::gauge!(name).set(number(value));
}

/// Gauges are floating-point numbers. Figures beyond 2^53 would be rounded, which does not matter here.
#[allow(clippy::cast_precision_loss)]
fn number(value: i64) -> f64 {
    value as f64
}
