//! The way out: a request passes when it has a slot and a token. Tokens are leased in blocks and spent
//! here, so that the many do not all ask whoever keeps the limit.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::Instant;

use crate::config::Limit;
use crate::deps::{Lease, Permits};

/// Largest block leased at once.
const LARGEST_BLOCK: u32 = 500;
/// Blocks a second, about.
const BLOCKS_A_SECOND: u32 = 10;

/// The gate of a channel in this process.
pub(crate) struct Gate {
    channel: String,
    limit: Limit,
    /// Requests under way at once: this process's share.
    slots: Semaphore,
    block: Mutex<Block>,
    /// Held by the one who leases; the others wait for it instead of leasing too.
    leasing: tokio::sync::Mutex<()>,
}

struct Block {
    tokens: u32,
    until: Instant,
    slots: u32,
}

impl Gate {
    pub(crate) fn new(channel: &str, limit: Limit) -> Self {
        Self {
            channel: channel.to_owned(),
            limit,
            slots: Semaphore::new(limit.concurrency as usize),
            block: Mutex::new(Block { tokens: 0, until: Instant::now(), slots: limit.concurrency }),
            leasing: tokio::sync::Mutex::default(),
        }
    }

    /// Waits for permission to make one request, which lasts as long as the slot is held. The error is
    /// the wait that would be longer than `longest`.
    pub(crate) async fn pass(
        &self,
        permits: &dyn Permits,
        longest: Duration,
    ) -> Result<Option<SemaphorePermit<'_>>, Duration> {
        // Nobody closes the semaphore; if it were closed, the tokens would still limit.
        let slot = self.slots.acquire().await.ok();
        if self.take() {
            return Ok(slot);
        }
        let _alone = self.leasing.lock().await;
        loop {
            if self.take() {
                return Ok(slot);
            }
            let block = (self.limit.rps / BLOCKS_A_SECOND).clamp(1, LARGEST_BLOCK);
            match permits.lease(&self.channel, &self.limit, block).await {
                Lease::Granted { tokens, valid_for, concurrency } => {
                    self.fill(tokens, valid_for, concurrency);
                }
                Lease::Wait(wait) if wait > longest => return Err(wait),
                Lease::Wait(wait) => tokio::time::sleep(wait.max(Duration::from_millis(1))).await,
            }
        }
    }

    /// Lets nobody pass for so long, here and elsewhere.
    pub(crate) async fn pause(&self, permits: &dyn Permits, pause: Duration) {
        self.lock().tokens = 0;
        permits.pause(&self.channel, &self.limit, pause).await;
    }

    fn take(&self) -> bool {
        let mut block = self.lock();
        let there = block.tokens > 0 && Instant::now() < block.until;
        if there {
            block.tokens -= 1;
        }
        there
    }

    fn fill(&self, tokens: u32, valid_for: Duration, concurrency: u32) {
        let mut block = self.lock();
        block.tokens = tokens;
        block.until = Instant::now() + valid_for;
        let share = concurrency.clamp(1, self.limit.concurrency);
        if share > block.slots {
            self.slots.add_permits((share - block.slots) as usize);
            block.slots = share;
        } else {
            // Slots in use cannot be taken away now; the next lease tries again.
            let gone = self.slots.forget_permits((block.slots - share) as usize);
            block.slots -= u32::try_from(gone).unwrap_or(0);
        }
    }

    fn lock(&self) -> MutexGuard<'_, Block> {
        self.block.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use async_trait::async_trait;

    use super::*;
    use crate::permits::LocalPermits;

    const LIMIT: Limit = Limit { rps: 1000, burst: 1000, concurrency: 8 };
    const LONGEST: Duration = Duration::from_secs(5);

    /// Local permits that count how often they are asked, and give a share of the slots.
    struct Counting {
        inner: LocalPermits,
        leases: AtomicU32,
        share: AtomicU32,
    }

    impl Counting {
        fn with_share(share: u32) -> Self {
            Self { inner: LocalPermits::default(), leases: AtomicU32::new(0), share: AtomicU32::new(share) }
        }
    }

    #[async_trait]
    impl Permits for Counting {
        async fn lease(&self, channel: &str, limit: &Limit, want: u32) -> Lease {
            self.leases.fetch_add(1, Ordering::SeqCst);
            match self.inner.lease(channel, limit, want).await {
                Lease::Granted { tokens, valid_for, .. } => {
                    Lease::Granted { tokens, valid_for, concurrency: self.share.load(Ordering::SeqCst) }
                }
                later @ Lease::Wait(_) => later,
            }
        }

        async fn pause(&self, channel: &str, limit: &Limit, pause: Duration) {
            self.inner.pause(channel, limit, pause).await;
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_block_serves_many_requests() {
        let (gate, permits) = (Gate::new("c", LIMIT), Counting::with_share(8));
        for _ in 0..1000 {
            assert!(gate.pass(&permits, LONGEST).await.is_ok());
        }
        assert_eq!(permits.leases.load(Ordering::SeqCst), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn what_is_not_spent_in_time_is_lost_and_a_pause_takes_it_away() {
        let (gate, permits) = (Gate::new("c", LIMIT), Counting::with_share(8));
        assert!(gate.pass(&permits, LONGEST).await.is_ok());
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(gate.pass(&permits, LONGEST).await.is_ok());
        assert_eq!(permits.leases.load(Ordering::SeqCst), 2);

        gate.pause(&permits, Duration::from_secs(4)).await;
        let begun = Instant::now();
        assert!(gate.pass(&permits, LONGEST).await.is_ok());
        assert!(begun.elapsed() >= Duration::from_secs(4));
        gate.pause(&permits, Duration::from_mins(1)).await;
        assert!(gate.pass(&permits, LONGEST).await.is_err_and(|wait| wait >= Duration::from_mins(1)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_process_keeps_to_its_share_of_the_slots() {
        let (gate, permits) = (Gate::new("c", LIMIT), Counting::with_share(3));
        let mut held = Vec::new();
        for _ in 0..3 {
            held.push(gate.pass(&permits, LONGEST).await.unwrap());
        }
        let fourth = tokio::time::timeout(LONGEST, gate.pass(&permits, LONGEST)).await;
        assert!(fourth.is_err(), "nobody else has room");
        // The share grows when another process ends; the next lease tells.
        permits.share.store(8, Ordering::SeqCst);
        held.pop();
        for _ in 0..6 {
            held.push(gate.pass(&permits, LONGEST).await.unwrap());
        }
        assert_eq!(held.len(), 8);
    }
}
