//! Limits the requests of a channel in this process: a request needs a slot and a token. Both are leased in
//! blocks, so that not every request has to ask the shared permits.

use std::pin::pin;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::permits::{Lease, LeaseRequest, Permits};
use crate::config::limits::Limit;

/// Most tokens leased at once. All requests wait while a block is leased, so it must last for a while even at
/// thousands of requests per second.
const MAX_BLOCK: u32 = 5000;
/// Approximate number of blocks leased per second.
const BLOCKS_PER_SECOND: u32 = 10;
/// Delay before asking again when other processes have all slots.
const FULL_DELAY: Duration = Duration::from_millis(100);

/// Limits the requests of a channel in this process.
pub(crate) struct Limiter {
    channel: String,
    limit: Limit,
    /// The name under which this process holds slots.
    holder: OnceLock<String>,
    block: Mutex<Block>,
    /// Held while a block is leased; other requests wait instead of leasing too.
    leasing: tokio::sync::Mutex<()>,
    /// Notified when a request ends or there are more slots.
    slot_freed: Notify,
    /// Requests that wait to be sent.
    waiting: AtomicU32,
}

/// The leased tokens and slots, and the slots in use.
struct Block {
    tokens: u32,
    /// When the tokens expire.
    expires: Instant,
    /// When to ask for tokens again after there were none.
    no_tokens_until: Instant,
    slots: u32,
    in_flight: u32,
    /// When to ask for more slots again.
    no_slots_until: Instant,
}

/// What a request has to do next.
enum Admission {
    /// Send.
    Admitted,
    /// Wait until another request ends, or until there may be more slots.
    NoSlot(Option<Instant>),
    /// Wait for tokens until this time.
    NoToken(Instant),
    /// Lease a new block.
    LeaseNeeded,
}

impl Block {
    fn admission(&self, now: Instant, limit: &Limit) -> Admission {
        if self.in_flight >= self.slots {
            if self.slots >= limit.concurrency {
                return Admission::NoSlot(None);
            }
            if now < self.no_slots_until {
                return Admission::NoSlot(Some(self.no_slots_until));
            }
        } else if self.tokens > 0 && now < self.expires {
            return Admission::Admitted;
        }
        if now < self.no_tokens_until {
            Admission::NoToken(self.no_tokens_until)
        } else {
            Admission::LeaseNeeded
        }
    }
}

/// A request that waits to be sent.
struct Waiting<'l>(&'l AtomicU32);

impl<'l> Waiting<'l> {
    fn new(count: &'l AtomicU32) -> Self {
        count.fetch_add(1, Ordering::Relaxed);
        Self(count)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A request in flight.
pub(crate) struct Slot<'g>(&'g Limiter);

impl Drop for Slot<'_> {
    fn drop(&mut self) {
        self.0.lock().in_flight -= 1;
        self.0.slot_freed.notify_one();
    }
}

impl Limiter {
    pub(crate) fn new(channel: &str, limit: Limit) -> Self {
        let now = Instant::now();
        let block = Block {
            tokens: 0,
            expires: now,
            no_tokens_until: now,
            slots: 0,
            in_flight: 0,
            no_slots_until: now,
        };
        Self {
            channel: channel.to_owned(),
            limit,
            holder: OnceLock::new(),
            block: Mutex::new(block),
            leasing: tokio::sync::Mutex::default(),
            slot_freed: Notify::new(),
            waiting: AtomicU32::new(0),
        }
    }

    /// Waits until a request may be sent. The request holds the slot until it ends. The error is the wait for
    /// tokens, if it would be longer than `max_wait`.
    pub(crate) async fn acquire(
        &self,
        permits: &dyn Permits,
        max_wait: Duration,
    ) -> Result<Slot<'_>, Duration> {
        let _waiting = Waiting::new(&self.waiting);
        loop {
            // Listen before checking, so that a request that ends in between is not missed.
            let mut freed = pin!(self.slot_freed.notified());
            freed.as_mut().enable();
            match self.try_admit() {
                Admission::Admitted => return Ok(Slot(self)),
                Admission::NoSlot(None) => freed.await,
                Admission::NoSlot(Some(until)) => {
                    let _ = tokio::time::timeout_at(until, freed).await;
                }
                Admission::NoToken(until) => {
                    let wait = until.saturating_duration_since(Instant::now());
                    if wait > max_wait {
                        return Err(wait);
                    }
                    tokio::time::sleep_until(until).await;
                }
                Admission::LeaseNeeded => self.lease(permits).await,
            }
        }
    }

    /// Stops all requests of the channel for this long, in every process.
    pub(crate) async fn pause(&self, permits: &dyn Permits, pause: Duration) {
        self.lock().tokens = 0;
        permits.pause(&self.channel, &self.limit, pause).await;
    }

    /// Renews the slots in use. Returns the others if no request has needed them for a while, or at once if
    /// this process is stopping. Must be called every few seconds.
    pub(crate) async fn renew_slots(&self, permits: &dyn Permits, stopping: bool) {
        // A lease in progress renews the slots as well.
        let Ok(_guard) = self.leasing.try_lock() else { return };
        let slots = {
            let mut block = self.lock();
            let now = Instant::now();
            if block.slots == 0 || (now < block.expires && !stopping) {
                return;
            }
            (block.tokens, block.slots, block.no_slots_until) = (0, block.in_flight, now);
            block.slots
        };
        permits.keep(&self.channel, self.holder(permits), slots).await;
    }

    async fn lease(&self, permits: &dyn Permits) {
        let _guard = self.leasing.lock().await;
        let in_flight = {
            let block = self.lock();
            // Another request may have leased a block in the meantime.
            if !matches!(block.admission(Instant::now(), &self.limit), Admission::LeaseNeeded) {
                return;
            }
            block.in_flight
        };
        let request = LeaseRequest {
            channel: &self.channel,
            holder: self.holder(permits),
            limit: &self.limit,
            tokens: self.block_size(in_flight),
            in_flight,
        };
        let leased = permits.lease(request).await;
        let now = Instant::now();
        let mut block = self.lock();
        match leased {
            Lease::Granted { tokens, valid_for, slots } => {
                block.tokens = tokens;
                block.expires = now + valid_for;
                block.no_slots_until = block.expires;
                block.slots = slots.min(self.limit.concurrency);
                self.slot_freed.notify_waiters();
            }
            Lease::Wait(wait) => block.no_tokens_until = now + wait.max(Duration::from_millis(1)),
            Lease::Full => {
                block.slots = in_flight;
                block.no_slots_until = now + FULL_DELAY;
            }
        }
    }

    /// How many tokens to lease.
    fn block_size(&self, in_flight: u32) -> u32 {
        let block = (self.limit.rps / BLOCKS_PER_SECOND).clamp(1, MAX_BLOCK);
        if self.limit.quotas().next().is_none() {
            return block;
        }
        // Tokens count for the quotas even if they expire, so only those that can be spent at once are leased.
        let free = self.limit.concurrency.saturating_sub(in_flight);
        block.min(self.waiting.load(Ordering::Relaxed)).min(free).max(1)
    }

    fn holder(&self, permits: &dyn Permits) -> &str {
        self.holder.get_or_init(|| permits.holder())
    }

    fn try_admit(&self) -> Admission {
        let mut block = self.lock();
        let admission = block.admission(Instant::now(), &self.limit);
        if matches!(admission, Admission::Admitted) {
            block.tokens -= 1;
            block.in_flight += 1;
        }
        admission
    }

    fn lock(&self) -> MutexGuard<'_, Block> {
        self.block.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use async_trait::async_trait;

    use super::*;
    use crate::gate::permits::LocalPermits;

    const LIMIT: Limit = Limit::new(1000, 1000, 8);
    const MAX_WAIT: Duration = Duration::from_secs(5);

    /// Local permits that count leases and grant a share of the slots.
    struct CountingPermits {
        inner: LocalPermits,
        leases: AtomicU32,
        share: AtomicU32,
        kept: AtomicU32,
    }

    impl CountingPermits {
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
    impl Permits for CountingPermits {
        async fn lease(&self, request: LeaseRequest<'_>) -> Lease {
            self.leases.fetch_add(1, Ordering::SeqCst);
            let slots = self.share.load(Ordering::SeqCst);
            if slots <= request.in_flight {
                return Lease::Full;
            }
            match self.inner.lease(request).await {
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
        let (limiter, permits) = (Limiter::new("c", LIMIT), CountingPermits::with_share(8));
        for _ in 0..1000 {
            assert!(limiter.acquire(&permits, MAX_WAIT).await.is_ok());
        }
        assert_eq!(permits.leases.load(Ordering::SeqCst), 10);
    }

    #[tokio::test(start_paused = true)]
    async fn a_quota_is_used_to_the_last_request() {
        let limit = Limit { per_day: Some(25), ..LIMIT };
        let (limiter, permits) = (Limiter::new("c", limit), CountingPermits::with_share(8));
        for _ in 0..25 {
            assert!(limiter.acquire(&permits, MAX_WAIT).await.is_ok());
            // A block of a hundred tokens would expire.
            tokio::time::sleep(Duration::from_secs(2)).await;
        }
        let refused = limiter.acquire(&permits, MAX_WAIT).await;
        assert!(refused.is_err_and(|wait| wait > Duration::from_hours(23)));
        tokio::time::sleep(Duration::from_hours(24)).await;
        assert!(limiter.acquire(&permits, MAX_WAIT).await.is_ok());
    }

    #[tokio::test(start_paused = true)]
    async fn tokens_expire_and_a_pause_revokes_them() {
        let (limiter, permits) = (Limiter::new("c", LIMIT), CountingPermits::with_share(8));
        assert!(limiter.acquire(&permits, MAX_WAIT).await.is_ok());
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert!(limiter.acquire(&permits, MAX_WAIT).await.is_ok());
        assert_eq!(permits.leases.load(Ordering::SeqCst), 2);

        limiter.pause(&permits, Duration::from_secs(4)).await;
        let started = Instant::now();
        assert!(limiter.acquire(&permits, MAX_WAIT).await.is_ok());
        assert!(started.elapsed() >= Duration::from_secs(4));
        limiter.pause(&permits, Duration::from_mins(1)).await;
        assert!(limiter.acquire(&permits, MAX_WAIT).await.is_err_and(|wait| wait >= Duration::from_mins(1)));
    }

    #[tokio::test(start_paused = true)]
    async fn a_process_stays_within_its_share_of_the_slots() {
        let (limiter, permits) = (Limiter::new("c", LIMIT), CountingPermits::with_share(3));
        let mut held = Vec::new();
        for _ in 0..3 {
            held.push(limiter.acquire(&permits, MAX_WAIT).await.unwrap_or_else(|_| panic!("no token")));
        }
        let fourth = tokio::time::timeout(MAX_WAIT, limiter.acquire(&permits, MAX_WAIT)).await;
        assert!(fourth.is_err(), "the share is used up");
        // A request that ends frees its slot, and the share grows when another process stops.
        held.pop();
        held.push(limiter.acquire(&permits, MAX_WAIT).await.unwrap_or_else(|_| panic!("no token")));
        permits.share.store(8, Ordering::SeqCst);
        for _ in 0..5 {
            held.push(limiter.acquire(&permits, MAX_WAIT).await.unwrap_or_else(|_| panic!("no token")));
        }
        assert_eq!(held.len(), 8);
    }

    #[tokio::test(start_paused = true)]
    async fn unused_slots_are_returned() {
        let (limiter, permits) = (Limiter::new("c", LIMIT), CountingPermits::with_share(8));
        let slot = limiter.acquire(&permits, MAX_WAIT).await.unwrap_or_else(|_| panic!("no token"));
        limiter.renew_slots(&permits, false).await;
        assert_eq!(permits.kept.load(Ordering::SeqCst), u32::MAX, "the lease is fresh");
        tokio::time::sleep(Duration::from_secs(2)).await;
        limiter.renew_slots(&permits, false).await;
        assert_eq!(permits.kept.load(Ordering::SeqCst), 1);
        drop(slot);
        limiter.renew_slots(&permits, true).await;
        assert_eq!(permits.kept.load(Ordering::SeqCst), 0);
        assert!(limiter.acquire(&permits, MAX_WAIT).await.is_ok());
    }
}
