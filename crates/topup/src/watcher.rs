//! Reads incoming transfers from the chain every few seconds. Each poll starts some time before the previous one
//! ended and verifies every new candidate once. Backs off when the node fails, and raises an alarm when it has
//! failed for a minute.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use numsift_model::clock::{DAY_S, HOUR_S, Timestamp};
use numsift_model::recharge::Watched;
use numsift_store::Attempt;
use quick_cache::unsync::Cache;

use crate::address::Address;
use crate::verifier::{is_transaction_id, transfers};
use crate::{NodeError, Recorded, TopUpError, TopUps, notices};

/// Seconds between two polls.
const EVERY_S: i64 = 7;
/// Maximum back-off in seconds.
const MAX_BACKOFF_S: i64 = 60;
/// The alarm is raised after this many seconds without a successful poll.
const ALARM_S: i64 = 60;
/// An outage is reported again after this many seconds, by a node that starts during the outage.
const REMINDER_S: i64 = DAY_S;
/// Under this key, all nodes together report an outage once.
const OUTAGE_KEY: &str = "chain:silent";
/// Overlap of two polls: blocks can be listed late.
const OVERLAP_MS: i64 = 30 * 60 * 1000;
/// Blocks are final after about a minute. A poll may miss newer ones.
const FINAL_S: i64 = 5 * 60;
/// A candidate without a receipt holds back the cursor for this long.
const MAX_RECEIPT_DELAY_MS: i64 = 6 * HOUR_S * 1000;
/// Maximum of pages per poll.
const MAX_PAGES: usize = 2000;
/// How many processed transactions are remembered. Processing one again is harmless.
const REMEMBERED: usize = 50_000;

/// The result of [`Watcher::tick`].
#[derive(Debug, PartialEq, Eq)]
pub enum Tick {
    /// The next poll is not due.
    Waiting,
    Polled {
        /// Number of transfers that were not known before.
        transfers: usize,
    },
    /// The node failed.
    Failed,
}

/// Watches the chain for one process. Its state is only an optimisation, so a new watcher can replace one that
/// failed at any time.
pub struct Watcher {
    topups: TopUps,
    not_before: Timestamp,
    failures: u32,
    last_success: Timestamp,
    alarmed: bool,
    processed: Cache<String, ()>,
}

impl Watcher {
    pub fn new(topups: TopUps) -> Self {
        let now = topups.clock.now();
        Self {
            topups,
            not_before: now,
            failures: 0,
            last_success: now,
            alarmed: false,
            processed: Cache::new(REMEMBERED),
        }
    }

    /// Polls until the future is dropped. Errors are logged and retried.
    pub async fn run(mut self) {
        let mut second = tokio::time::interval(Duration::from_secs(1));
        second.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            second.tick().await;
            if let Err(error) = self.tick().await {
                tracing::error!(%error, "failed to poll for payments");
            }
        }
    }

    /// Whether no poll has succeeded for a minute.
    pub fn is_alarmed(&self) -> bool {
        self.alarmed
    }

    /// Polls if it is due, and updates the alarm.
    pub async fn tick(&mut self) -> Result<Tick, TopUpError> {
        let now = self.topups.clock.now();
        if now < self.not_before {
            self.update_alarm(now).await?;
            return Ok(Tick::Waiting);
        }
        self.not_before = now.plus(EVERY_S);
        let mut tx = self.topups.store.begin().await?;
        tx.expire_orders(now).await?;
        tx.save().await?;
        let tick = match self.poll(now).await {
            Ok(transfers) => {
                self.failures = 0;
                self.last_success = now;
                Tick::Polled { transfers }
            }
            Err(TopUpError::Node(error)) => {
                self.back_off(now, &error);
                Tick::Failed
            }
            Err(error) => return Err(error),
        };
        self.update_alarm(now).await?;
        Ok(tick)
    }

    fn back_off(&mut self, now: Timestamp, error: &NodeError) {
        self.failures = self.failures.saturating_add(1);
        let doubled = EVERY_S.saturating_mul(1 << self.failures.min(6)).min(MAX_BACKOFF_S);
        let asked = match error {
            NodeError::SlowDown { retry_after: Some(wait), .. } => (*wait).clamp(0, 10 * MAX_BACKOFF_S),
            _ => 0,
        };
        self.not_before = now.plus(doubled.max(asked));
        tracing::warn!(%error, failures = self.failures, "failed to read from the TRON node");
        metrics::counter!("numsift_chain_failures_total").increment(1);
    }

    async fn update_alarm(&mut self, now: Timestamp) -> Result<(), TopUpError> {
        let silent = now.since(self.last_success);
        let alarmed = silent >= ALARM_S;
        metrics::gauge!("numsift_chain_alarm").set(f64::from(u8::from(alarmed)));
        metrics::gauge!("numsift_chain_silent_seconds")
            .set(f64::from(i32::try_from(silent).unwrap_or(i32::MAX)));
        if alarmed && !self.alarmed {
            tracing::error!(silent, "payments cannot be read: the TRON node has not responded for a minute");
            self.report_outage(silent, now).await?;
        } else if self.alarmed && !alarmed {
            let mut tx = self.topups.store.begin().await?;
            tx.forget_attempts(OUTAGE_KEY).await?;
            tx.save().await?;
        }
        // Set last, so that a failed report is retried on the next tick.
        self.alarmed = alarmed;
        Ok(())
    }

    /// Notifies administrators, unless another node has reported the same outage.
    async fn report_outage(&self, silent: i64, now: Timestamp) -> Result<(), TopUpError> {
        let mut tx = self.topups.store.begin().await?;
        if tx.attempt(OUTAGE_KEY, 1, REMINDER_S, now).await? == Attempt::Allowed {
            notices::node_not_responding(&mut *tx, silent, now).await?;
        }
        tx.save().await?;
        Ok(())
    }

    /// Polls all watched addresses. Returns the number of new transfers.
    async fn poll(&mut self, now: Timestamp) -> Result<usize, TopUpError> {
        let mut tx = self.topups.store.read().await?;
        let (base, watched) = (tx.settings().await?.tron_node_url, tx.watched().await?);
        drop(tx);
        let mut new = 0;
        for address in watched {
            new += self.poll_address(&base, &address, now).await?;
        }
        Ok(new)
    }

    async fn poll_address(
        &mut self,
        base: &str,
        watched: &Watched,
        now: Timestamp,
    ) -> Result<usize, TopUpError> {
        let begin = watched.cursor_ms.unwrap_or(watched.since.0.saturating_mul(1000));
        let candidates = self.candidates(base, &watched.address, begin - OVERLAP_MS).await?;
        let wallet = Address::of_wallet(&watched.address)?;
        // Block times in the future must not move the cursor past transfers that are still to come.
        let mut cursor = candidates.values().copied().fold(begin, i64::max).min(now.0.saturating_mul(1000));
        let mut new = 0;
        for (txid, block_ms) in candidates {
            if self.processed.get(&txid).is_some() {
                continue;
            }
            let Some(receipt) = self.topups.node.receipt(base, &txid).await? else {
                // Not final yet: the next poll must list it again.
                if block_ms > now.0.saturating_mul(1000) - MAX_RECEIPT_DELAY_MS {
                    cursor = cursor.min(block_ms - 1);
                }
                continue;
            };
            for transfer in transfers(&receipt, &txid, wallet) {
                let recorded = self.topups.record(&txid, &watched.address, &transfer).await?;
                new += usize::from(recorded != Recorded::Known);
            }
            self.processed.insert(txid, ());
        }
        let mut tx = self.topups.store.begin().await?;
        tx.note_watched(&watched.address, cursor.max(begin - OVERLAP_MS), now.plus(-FINAL_S)).await?;
        tx.save().await?;
        Ok(new)
    }

    /// Fetches all candidates since a block time, with the block time of each.
    async fn candidates(
        &self,
        base: &str,
        address: &str,
        since_ms: i64,
    ) -> Result<BTreeMap<String, i64>, TopUpError> {
        let mut found = BTreeMap::new();
        let mut seen_fingerprints = HashSet::new();
        let mut fingerprint: Option<String> = None;
        for _ in 0..MAX_PAGES {
            let page =
                self.topups.node.candidates(base, address, since_ms.max(0), fingerprint.as_deref()).await?;
            for candidate in page.data {
                let txid = candidate.transaction_id.to_ascii_lowercase();
                if is_transaction_id(&txid) {
                    found.insert(txid, candidate.block_timestamp);
                }
            }
            match page.meta.fingerprint.filter(|next| !next.is_empty()) {
                None => return Ok(found),
                // The pages repeat.
                Some(next) if !seen_fingerprints.insert(next.clone()) => break,
                next => fingerprint = next,
            }
        }
        Err(NodeError::InvalidResponse("the pages do not end".to_owned()).into())
    }
}
