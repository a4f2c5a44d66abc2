//! Permission to ask, for one process: a token bucket for each channel.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::Instant;

use crate::config::Limit;
use crate::deps::{Lease, Permits, Wish};

/// How long a block of leased tokens may be spent.
const VALID: Duration = Duration::from_secs(1);

/// Token buckets that hold for this process.
#[derive(Debug, Default)]
pub struct LocalPermits {
    /// For each channel the moment at which its bucket is (or was) empty: tokens come in from then on.
    empty_at: Mutex<HashMap<String, Instant>>,
}

impl LocalPermits {
    fn with<T>(&self, channel: &str, full: Instant, act: impl FnOnce(&mut Instant) -> T) -> T {
        let mut buckets = self.empty_at.lock().unwrap_or_else(PoisonError::into_inner);
        match buckets.get_mut(channel) {
            Some(empty_at) => act(empty_at),
            None => act(buckets.entry(channel.to_owned()).or_insert(full)),
        }
    }
}

#[async_trait]
impl Permits for LocalPermits {
    async fn lease(&self, wish: Wish<'_>) -> Lease {
        let limit = wish.limit;
        let now = Instant::now();
        let each = interval(limit);
        let full = now.checked_sub(each * limit.burst.max(1)).unwrap_or(now);
        self.with(wish.channel, full, |empty_at| {
            // A bucket holds no more than a burst, however long nobody asked.
            let since = (*empty_at).max(full);
            let level = now.saturating_duration_since(since).as_nanos() / each.as_nanos();
            let tokens = u32::try_from(level).unwrap_or(u32::MAX).min(wish.tokens.max(1));
            if tokens == 0 {
                return Lease::Wait((since + each).saturating_duration_since(now));
            }
            *empty_at = since + each * tokens;
            Lease::Granted { tokens, valid_for: VALID, slots: limit.concurrency }
        })
    }

    async fn pause(&self, channel: &str, _limit: &Limit, pause: Duration) {
        let until = Instant::now() + pause;
        // Empty at the end of the pause: the provider is not greeted with a burst.
        self.with(channel, until, |empty_at| *empty_at = (*empty_at).max(until));
    }
}

fn interval(limit: &Limit) -> Duration {
    Duration::from_secs(1) / limit.rps.max(1)
}
