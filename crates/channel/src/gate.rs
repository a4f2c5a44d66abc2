//! The way out: a request passes when it has a slot and a token. Both are leased in blocks and spent
//! here, so that the many do not all ask whoever keeps the limits.

use std::pin::pin;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use crate::config::Limit;
use crate::deps::{Lease, Permits, Wish};

/// Largest block leased at once. All requests wait while a block is leased, so that it must last for a while even
/// where thousands are made a second.
const LARGEST_BLOCK: u32 = 5000;
/// Blocks a second, about.
const BLOCKS_A_SECOND: u32 = 10;
/// How soon a process asks again when others have all slots.
const FULL: Duration = Duration::from_millis(100);

/// The gate of a channel in this process.
pub(crate) struct Gate {
    channel: String,
    limit: Limit,
    /// What the keeper of the limits knows it by.
    holder: OnceLock<String>,
    block: Mutex<Block>,
    /// Held by the one who leases; the others wait for it instead of leasing too.
    leasing: tokio::sync::Mutex<()>,
    /// A request came back, or there are more slots.
    freed: Notify,
}

/// What was leased, and what of it is in use.
struct Block {
    tokens: u32,
    /// When the tokens are lost.
    until: Instant,
    /// When there may be tokens again, when there were none.
    closed_until: Instant,
    slots: u32,
    under_way: u32,
    /// When it is worth asking for more slots.
    more_slots: Instant,
}

/// What a request has to do next.
enum Turn {
    /// Go.
    Pass,
    /// Wait until another one comes back, or until there may be more slots.
    Busy(Option<Instant>),
    /// Wait for tokens until then.
    Closed(Instant),
    /// Lease.
    Lease,
}

impl Block {
    fn turn(&self, now: Instant, limit: &Limit) -> Turn {
        if self.under_way >= self.slots {
            if self.slots >= limit.concurrency {
                return Turn::Busy(None);
            }
            if now < self.more_slots {
                return Turn::Busy(Some(self.more_slots));
            }
        } else if self.tokens > 0 && now < self.until {
            return Turn::Pass;
        }
        if now < self.closed_until { Turn::Closed(self.closed_until) } else { Turn::Lease }
    }
}

/// A request under way.
pub(crate) struct Slot<'g>(&'g Gate);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.lock().under_way -= 1;
        self.0.freed.notify_one();
    }
}

impl Gate {
    pub(crate) fn new(channel: &str, limit: Limit) -> Self {
        let now = Instant::now();
        let block =
            Block { tokens: 0, until: now, closed_until: now, slots: 0, under_way: 0, more_slots: now };
        Self {
            channel: channel.to_owned(),
            limit,
            holder: OnceLock::new(),
            block: Mutex::new(block),
            leasing: tokio::sync::Mutex::default(),
            freed: Notify::new(),
        }
    }

    /// Waits for permission to make one request, which lasts as long as the slot is held. The error is
    /// a wait for tokens that would be longer than `longest`.
    pub(crate) async fn pass(&self, permits: &dyn Permits, longest: Duration) -> Result<Slot<'_>, Duration> {
        loop {
            // Listens before it looks, so that it misses nobody who comes back in between.
            let mut freed = pin!(self.freed.notified());
            freed.as_mut().enable();
            match self.take() {
                Turn::Pass => return Ok(Slot(self)),
                Turn::Busy(None) => freed.await,
                Turn::Busy(Some(until)) => {
                    let _ = tokio::time::timeout_at(until, freed).await;
                }
                Turn::Closed(until) => {
                    let wait = until.saturating_duration_since(Instant::now());
                    if wait > longest {
                        return Err(wait);
                    }
                    tokio::time::sleep_until(until).await;
                }
                Turn::Lease => self.lease(permits).await,
            }
        }
    }

    /// Lets nobody pass for so long, here and elsewhere.
    pub(crate) async fn pause(&self, permits: &dyn Permits, pause: Duration) {
        self.lock().tokens = 0;
        permits.pause(&self.channel, &self.limit, pause).await;
    }

    /// Keeps the slots that are in use, and gives the others back when nobody has wanted to pass for a
    /// while, or at once when this process stops. To be called every few seconds.
    pub(crate) async fn keep(&self, permits: &dyn Permits, stopping: bool) {
        // Whoever leases says as much.
        let Ok(_alone) = self.leasing.try_lock() else { return };
        let kept = {
            let mut block = self.lock();
            let now = Instant::now();
            if block.slots == 0 || (now < block.until && !stopping) {
                return;
            }
            (block.tokens, block.slots, block.more_slots) = (0, block.under_way, now);
            block.slots
        };
        permits.keep(&self.channel, self.holder(permits), kept).await;
    }

    async fn lease(&self, permits: &dyn Permits) {
        let _alone = self.leasing.lock().await;
        let under_way = {
            let block = self.lock();
            // Somebody else may have done it meanwhile.
            if !matches!(block.turn(Instant::now(), &self.limit), Turn::Lease) {
                return;
            }
            block.under_way
        };
        let wish = Wish {
            channel: &self.channel,
            holder: self.holder(permits),
            limit: &self.limit,
            tokens: (self.limit.rps / BLOCKS_A_SECOND).clamp(1, LARGEST_BLOCK),
            under_way,
        };
        let leased = permits.lease(wish).await;
        let now = Instant::now();
        let mut block = self.lock();
        match leased {
            Lease::Granted { tokens, valid_for, slots } => {
                block.tokens = tokens;
                block.until = now + valid_for;
                block.more_slots = block.until;
                block.slots = slots.min(self.limit.concurrency);
                self.freed.notify_waiters();
            }
            Lease::Wait(wait) => block.closed_until = now + wait.max(Duration::from_millis(1)),
            Lease::Full => {
                block.slots = under_way;
                block.more_slots = now + FULL;
            }
        }
    }

    fn holder(&self, permits: &dyn Permits) -> &str {
        self.holder.get_or_init(|| permits.holder())
    }

    fn take(&self) -> Turn {
        let mut block = self.lock();
        let turn = block.turn(Instant::now(), &self.limit);
        if matches!(turn, Turn::Pass) {
            block.tokens -= 1;
            block.under_way += 1;
        }
        turn
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
        kept: AtomicU32,
    }

    impl Counting {
        fn with_share(share: u32) -> Self {
            Self {
                inner: LocalPermits::default(),
                leases: AtomicU32::new(0),
                share: AtomicU32::new(share),
                kept: AtomicU32::new(u32::MAX),
            }
        }
    }

    #[async_trait]
    impl Permits for Counting {
        async fn lease(&self, wish: Wish<'_>) -> Lease {
            self.leases.fetch_add(1, Ordering::SeqCst);
            let slots = self.share.load(Ordering::SeqCst);
            if slots <= wish.under_way {
                return Lease::Full;
            }
            match self.inner.lease(wish).await {
                Lease::Granted { tokens, valid_for, .. } => Lease::Granted { tokens, valid_for, slots },
                later => later,
            }
        }

        async fn keep(&self, _: &str, _: &str, slots: u32) {
            self.kept.store(slots, Ordering::SeqCst);
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
            held.push(gate.pass(&permits, LONGEST).await.unwrap_or_else(|_| panic!("no token")));
        }
        let fourth = tokio::time::timeout(LONGEST, gate.pass(&permits, LONGEST)).await;
        assert!(fourth.is_err(), "nobody else has room");
        // One that comes back makes room, and the share grows when another process ends.
        held.pop();
        held.push(gate.pass(&permits, LONGEST).await.unwrap_or_else(|_| panic!("no token")));
        permits.share.store(8, Ordering::SeqCst);
        for _ in 0..5 {
            held.push(gate.pass(&permits, LONGEST).await.unwrap_or_else(|_| panic!("no token")));
        }
        assert_eq!(held.len(), 8);
    }

    #[tokio::test(start_paused = true)]
    async fn slots_that_nobody_uses_are_given_back() {
        let (gate, permits) = (Gate::new("c", LIMIT), Counting::with_share(8));
        let slot = gate.pass(&permits, LONGEST).await.unwrap_or_else(|_| panic!("no token"));
        gate.keep(&permits, false).await;
        assert_eq!(permits.kept.load(Ordering::SeqCst), u32::MAX, "it asked just now");
        tokio::time::sleep(Duration::from_secs(2)).await;
        gate.keep(&permits, false).await;
        assert_eq!(permits.kept.load(Ordering::SeqCst), 1);
        drop(slot);
        gate.keep(&permits, true).await;
        assert_eq!(permits.kept.load(Ordering::SeqCst), 0);
        assert!(gate.pass(&permits, LONGEST).await.is_ok());
    }
}
