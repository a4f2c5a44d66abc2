//! Reads the chain every few seconds: all pages since a little before the last look, each candidate
//! verified once. Slows down when asked to, and raises an alarm when nothing works for a minute.

use std::collections::{BTreeMap, HashSet};
use std::time::Duration;

use numsift_model::clock::Timestamp;
use numsift_model::recharge::Watched;
use numsift_store::Attempt;

use crate::address::Address;
use crate::verifier::transfers;
use crate::{NodeError, TopUpError, TopUps, notices};

/// Seconds between two looks.
const EVERY_S: i64 = 7;
/// The longest that we slow down to.
const SLOWEST_S: i64 = 60;
/// Nothing has worked for so many seconds: somebody must look.
const ALARM_S: i64 = 60;
/// A silence that lasts for so many seconds is told again by a node that starts in it.
const REMINDER_S: i64 = 24 * 3600;
/// Under this key, one silence is told once by all nodes together.
const SILENCE: &str = "chain:silent";
/// How far before the last look each look begins: blocks come in late and pages get lost.
const OVERLAP_MS: i64 = 30 * 60 * 1000;
/// A block is final after about a minute; a look sees only what was made some time before it.
const FINAL_S: i64 = 5 * 60;
/// A candidate that has no receipt keeps the cursor back for so long at the most.
const PATIENCE_MS: i64 = 6 * 3600 * 1000;
/// Pages of one look.
const PAGES: usize = 2000;
/// Transactions that are remembered as dealt with.
const REMEMBERED: usize = 50_000;

/// What one tick of the watcher came to.
#[derive(Debug, PartialEq, Eq)]
pub enum Tick {
    /// It is not time yet.
    Waiting,
    /// Everything was looked at; so many transfers were new.
    Looked {
        /// New transfers.
        transfers: usize,
    },
    /// The node did not answer as it should.
    Failed,
}

/// Watches the chain for one process.
pub struct Watcher {
    topups: TopUps,
    not_before: Timestamp,
    failures: u32,
    last_success: Timestamp,
    alarmed: bool,
    dealt_with: HashSet<String>,
}

impl Watcher {
    /// A watcher that has seen nothing yet.
    pub fn new(topups: TopUps) -> Self {
        let now = topups.clock.now();
        Self {
            topups,
            not_before: now,
            failures: 0,
            last_success: now,
            alarmed: false,
            dealt_with: HashSet::new(),
        }
    }

    /// Watches for as long as it is let.
    pub async fn run(mut self) {
        let mut second = tokio::time::interval(Duration::from_secs(1));
        second.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            second.tick().await;
            if let Err(error) = self.tick().await {
                tracing::error!(%error, "watching for payments failed");
            }
        }
    }

    /// Whether no look has succeeded for a minute.
    pub fn is_alarmed(&self) -> bool {
        self.alarmed
    }

    /// Does what is due at this moment.
    pub async fn tick(&mut self) -> Result<Tick, TopUpError> {
        let now = self.topups.clock.now();
        if now < self.not_before {
            self.note_health(now).await?;
            return Ok(Tick::Waiting);
        }
        self.not_before = now.plus(EVERY_S);
        let mut tx = self.topups.store.begin().await?;
        tx.expire_orders(now).await?;
        tx.save().await?;
        let tick = match self.look(now).await {
            Ok(transfers) => {
                self.failures = 0;
                self.last_success = now;
                Tick::Looked { transfers }
            }
            Err(TopUpError::Node(error)) => {
                self.slow_down(now, &error);
                Tick::Failed
            }
            Err(error) => return Err(error),
        };
        self.note_health(now).await?;
        Ok(tick)
    }

    fn slow_down(&mut self, now: Timestamp, error: &NodeError) {
        self.failures = self.failures.saturating_add(1);
        let doubled = EVERY_S.saturating_mul(1 << self.failures.min(6)).min(SLOWEST_S);
        let asked = match error {
            NodeError::SlowDown { retry_after: Some(wait), .. } => (*wait).clamp(0, 10 * SLOWEST_S),
            _ => 0,
        };
        self.not_before = now.plus(doubled.max(asked));
        tracing::warn!(%error, failures = self.failures, "the node does not answer as it should");
        metrics::counter!("numsift_chain_failures_total").increment(1);
    }

    async fn note_health(&mut self, now: Timestamp) -> Result<(), TopUpError> {
        let silent = now.since(self.last_success);
        let alarmed = silent >= ALARM_S;
        metrics::gauge!("numsift_chain_alarm").set(f64::from(u8::from(alarmed)));
        metrics::gauge!("numsift_chain_silent_seconds")
            .set(f64::from(i32::try_from(silent).unwrap_or(i32::MAX)));
        if alarmed && !self.alarmed {
            tracing::error!(silent, "no payment can be seen: the node has not answered for a minute");
            self.raise_alarm(silent, now).await?;
        } else if self.alarmed && !alarmed {
            let mut tx = self.topups.store.begin().await?;
            tx.forget_attempts(SILENCE).await?;
            tx.save().await?;
        }
        // Last: what could not be told is told at the next tick.
        self.alarmed = alarmed;
        Ok(())
    }

    /// Tells the administrators, unless another node of the installation has told them of this silence.
    async fn raise_alarm(&self, silent: i64, now: Timestamp) -> Result<(), TopUpError> {
        let mut tx = self.topups.store.begin().await?;
        if tx.attempt(SILENCE, 1, REMINDER_S, now).await? == Attempt::Allowed {
            notices::chain_is_silent(&mut *tx, silent, now).await?;
        }
        tx.save().await?;
        Ok(())
    }

    /// Looks at every address that a payment can come to.
    async fn look(&mut self, now: Timestamp) -> Result<usize, TopUpError> {
        let mut tx = self.topups.store.read().await?;
        let (base, watched) = (tx.settings().await?.tron_node_url, tx.watched().await?);
        drop(tx);
        let mut new = 0;
        for one in watched {
            new += self.look_at(&base, &one, now).await?;
        }
        Ok(new)
    }

    async fn look_at(&mut self, base: &str, watched: &Watched, now: Timestamp) -> Result<usize, TopUpError> {
        let begin = watched.cursor_ms.unwrap_or(watched.since.0.saturating_mul(1000));
        let candidates = self.candidates(base, &watched.address, begin - OVERLAP_MS).await?;
        let wallet = Address::parse(&watched.address)?;
        // A node that gives times to come must not make us skip what happens until then.
        let mut cursor = candidates.values().copied().fold(begin, i64::max).min(now.0.saturating_mul(1000));
        let mut new = 0;
        for (txid, block_ms) in candidates {
            if self.dealt_with.contains(&txid) {
                continue;
            }
            let Some(receipt) = self.topups.node.receipt(base, &txid).await? else {
                // Not final yet: the next look must find it again.
                if block_ms > now.0.saturating_mul(1000) - PATIENCE_MS {
                    cursor = cursor.min(block_ms - 1);
                }
                continue;
            };
            for transfer in transfers(&receipt, &txid, wallet) {
                let recorded = self.topups.record(&txid, &watched.address, &transfer).await?;
                new += usize::from(recorded != crate::Recorded::Known);
            }
            if self.dealt_with.len() >= REMEMBERED {
                self.dealt_with.clear();
            }
            self.dealt_with.insert(txid);
        }
        let mut tx = self.topups.store.begin().await?;
        tx.note_watched(&watched.address, cursor.max(begin - OVERLAP_MS), now.plus(-FINAL_S)).await?;
        tx.save().await?;
        Ok(new)
    }

    /// The transactions that the node nominates, with the times it gives them, from all pages.
    async fn candidates(
        &self,
        base: &str,
        address: &str,
        since_ms: i64,
    ) -> Result<BTreeMap<String, i64>, TopUpError> {
        let mut found = BTreeMap::new();
        let mut marks = HashSet::new();
        let mut mark: Option<String> = None;
        for _ in 0..PAGES {
            let page = self.topups.node.candidates(base, address, since_ms.max(0), mark.as_deref()).await?;
            for candidate in page.data {
                let txid = candidate.transaction_id.to_ascii_lowercase();
                if txid.len() == 64 && txid.bytes().all(|byte| byte.is_ascii_hexdigit()) {
                    found.insert(txid, candidate.block_timestamp);
                }
            }
            match page.meta.fingerprint.filter(|mark| !mark.is_empty()) {
                None => return Ok(found),
                // A node that leads in circles would keep us for ever.
                Some(next) if !marks.insert(next.clone()) => break,
                next => mark = next,
            }
        }
        Err(NodeError::Nonsense("its pages never end".to_owned()).into())
    }
}
