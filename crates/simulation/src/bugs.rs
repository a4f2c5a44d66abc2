//! Bugs that the simulation must find. They are made in the store as a node sees it, so that they cannot get into the
//! program. Each is a mistake that this kind of system is prone to, and that an earlier version or review had.

use numsift_model::clock::Timestamp;
use numsift_model::id::DeliveryId;
use numsift_model::task::{ChunkDone, ClaimedChunk, Progress};
use numsift_model::webhook::{Delivery, DeliveryAttempt, DeliveryState, Webhook};
use numsift_store::{LeaseRequests, LeasedRequests, NewMessage, PassOver, StoreResult, Tried};

use crate::database::wait_for;
use crate::sim::lock;
use crate::store::SimulatedTx;

/// Longer than any run.
const FOREVER_MS: i64 = 1_000_000_000;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bug {
    /// A chunk is committed without checking that its claim is still valid.
    CommitWithoutClaim,
    /// A delivery is recorded as delivered before the receiver has answered.
    DeliveredTooEarly,
    /// The slots of a process that died are never given back.
    SlotsLost,
    /// The message about an event is written after the event was committed.
    MessageAfterCommit,
}

impl Bug {
    pub const ALL: [Self; 4] =
        [Self::CommitWithoutClaim, Self::DeliveredTooEarly, Self::SlotsLost, Self::MessageAfterCommit];

    pub fn name(self) -> &'static str {
        match self {
            Self::CommitWithoutClaim => "commit-without-claim",
            Self::DeliveredTooEarly => "delivered-too-early",
            Self::SlotsLost => "slots-lost",
            Self::MessageAfterCommit => "message-after-commit",
        }
    }

    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|bug| bug.name() == name)
    }
}

/// The calls that are observed, or changed by a bug.
impl SimulatedTx {
    fn has(&self, bug: Bug) -> bool {
        self.node.sim.bug == Some(bug)
    }

    pub(crate) async fn observed_claim_chunk(
        &mut self,
        until: Timestamp,
        pass_over: &PassOver,
    ) -> StoreResult<Option<ClaimedChunk>> {
        self.before("claim_chunk").await?;
        let claimed = self.with(|tx| wait_for(tx.claim_chunk(until, pass_over)))?;
        if let Some(chunk) = &claimed {
            self.node.note(&format!("claims {} of task {}, epoch {}", chunk.seq, chunk.task, chunk.epoch));
            self.claims.push((chunk.task.0, chunk.seq, chunk.epoch));
        }
        Ok(claimed)
    }

    pub(crate) async fn observed_commit_chunk(
        &mut self,
        chunk: &ClaimedChunk,
        done: &ChunkDone,
    ) -> StoreResult<Option<Progress>> {
        self.before("commit_chunk").await?;
        let mut accepted = *chunk;
        if self.has(Bug::CommitWithoutClaim) {
            let newest = lock(&self.node.sim.seen).claims.get(&(chunk.task.0, chunk.seq)).copied();
            accepted.epoch = newest.unwrap_or(chunk.epoch);
        }
        let progress = self.with(|tx| wait_for(tx.commit_chunk(&accepted, done)))?;
        self.node.note(&format!(
            "commits {} of task {}, epoch {}: {}",
            chunk.seq,
            chunk.task,
            chunk.epoch,
            if progress.is_some() { "accepted" } else { "refused" }
        ));
        if progress.is_some() {
            self.commits.push((chunk.task.0, chunk.seq, chunk.epoch));
        }
        Ok(progress)
    }

    pub(crate) async fn observed_lease_requests(
        &mut self,
        wish: &LeaseRequests<'_>,
    ) -> StoreResult<LeasedRequests> {
        self.before("lease_requests").await?;
        let held_ms = if self.has(Bug::SlotsLost) { FOREVER_MS } else { wish.held_ms };
        let wish = LeaseRequests { held_ms, ..*wish };
        self.with(|tx| wait_for(tx.lease_requests(&wish)))
    }

    pub(crate) async fn observed_keep_slots(
        &mut self,
        channel: &str,
        holder: &str,
        slots: i64,
        until_ms: i64,
    ) -> StoreResult<()> {
        self.before("keep_slots").await?;
        let until_ms = if self.has(Bug::SlotsLost) { until_ms + FOREVER_MS } else { until_ms };
        self.with(|tx| wait_for(tx.keep_slots(channel, holder, slots, until_ms)))
    }

    pub(crate) async fn observed_claim_delivery(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        per_endpoint: i64,
        only: Option<DeliveryId>,
    ) -> StoreResult<Option<(Delivery, Webhook)>> {
        self.before("claim_delivery").await?;
        let claimed = self.with(|tx| wait_for(tx.claim_delivery(now, lease_until, per_endpoint, only)))?;
        if self.has(Bug::DeliveredTooEarly)
            && let Some((delivery, _)) = &claimed
        {
            let attempt = DeliveryAttempt {
                at: now,
                status: Some(200),
                error: None,
                duration_ms: 1,
                answer: String::new(),
            };
            let state = DeliveryState::Delivered;
            let tried = Tried { delivery: delivery.clone(), attempt, state, next_try_at: now };
            self.with(|tx| wait_for(tx.note_attempt(&tried)))?;
        }
        Ok(claimed)
    }

    pub(crate) async fn observed_tell_webhooks(&mut self, message: &NewMessage) -> StoreResult<()> {
        self.before("tell_webhooks").await?;
        if self.has(Bug::MessageAfterCommit) {
            self.later.push(message.clone());
            return Ok(());
        }
        self.with(|tx| wait_for(tx.tell_webhooks(message)))
    }
}
