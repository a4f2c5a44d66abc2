//! Permission to send requests, shared by the whole installation or within one process.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use tokio::time::Instant;

use crate::config::limits::{Limit, Quota};

/// How long leased tokens are valid.
const VALIDITY: Duration = Duration::from_secs(1);

/// Grants permission to send requests, for the whole installation.
#[async_trait]
pub trait Permits: Send + Sync {
    /// A unique name for a holder of slots. Not needed if slots are not shared between processes.
    fn holder(&self) -> String {
        String::new()
    }

    /// Leases tokens for many requests at once. The channel spends them without further calls.
    async fn lease(&self, request: LeaseRequest<'_>) -> Lease;

    /// Renews this many slots for requests in flight and returns the others.
    async fn keep(&self, _channel: &str, _holder: &str, _slots: u32) {}

    /// Grants no tokens of this channel for the given time. Tokens that others have leased expire as usual.
    async fn pause(&self, channel: &str, limit: &Limit, pause: Duration);
}

/// A request for tokens and slots.
#[derive(Debug, Clone, Copy)]
pub struct LeaseRequest<'a> {
    pub channel: &'a str,
    /// The holder's name, from [`Permits::holder`].
    pub holder: &'a str,
    pub limit: &'a Limit,
    /// Most tokens wanted; each allows one request.
    pub tokens: u32,
    /// Requests that the holder has in flight.
    pub in_flight: u32,
}

/// The reply to a [`LeaseRequest`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lease {
    Granted {
        /// Number of requests that may be sent, at least one.
        tokens: u32,
        /// Tokens that are not spent within this time expire.
        valid_for: Duration,
        /// Requests that the holder may have in flight: its share of the limit, more than it has now.
        slots: u32,
    },
    /// No tokens are left; try again after this time.
    Wait(Duration),
    /// Other holders have all slots that this holder does not use already.
    Full,
}

/// Token buckets within one process.
#[derive(Debug, Default)]
pub struct LocalPermits {
    buckets: Mutex<HashMap<String, Bucket>>,
}

/// The tokens of a channel.
#[derive(Debug)]
struct Bucket {
    /// When it is (or was) empty. It fills from then on.
    empty_at: Instant,
    /// Per quota, when its period started and how many requests it has had.
    quotas: Vec<(Quota, Instant, u32)>,
}

impl Bucket {
    fn new(empty_at: Instant) -> Self {
        Self { empty_at, quotas: Vec::new() }
    }

    /// How many requests the quotas allow now. The error is the wait until they allow one.
    fn allowed(&mut self, limit: &Limit, now: Instant) -> Result<u32, Duration> {
        let old = std::mem::take(&mut self.quotas);
        let running = |quota: &Quota| {
            let same = old.iter().find(|(known, ..)| known.period == quota.period);
            same.filter(|(_, started, _)| now < *started + quota.period)
        };
        self.quotas = limit
            .quotas()
            .map(|quota| match running(&quota) {
                Some((_, started, used)) => (quota, *started, *used),
                None => (quota, now, 0),
            })
            .collect();
        let used_up = self.quotas.iter().filter(|(quota, _, used)| *used >= quota.requests);
        let wait =
            used_up.map(|(quota, started, _)| (*started + quota.period).saturating_duration_since(now));
        if let Some(wait) = wait.max() {
            return Err(wait);
        }
        let left = self.quotas.iter().map(|(quota, _, used)| quota.requests.saturating_sub(*used));
        Ok(left.min().unwrap_or(u32::MAX))
    }
}

impl LocalPermits {
    fn with<T>(&self, channel: &str, empty_at: Instant, act: impl FnOnce(&mut Bucket) -> T) -> T {
        let mut buckets = self.buckets.lock().unwrap_or_else(PoisonError::into_inner);
        match buckets.get_mut(channel) {
            Some(bucket) => act(bucket),
            None => act(buckets.entry(channel.to_owned()).or_insert(Bucket::new(empty_at))),
        }
    }
}

#[async_trait]
impl Permits for LocalPermits {
    async fn lease(&self, request: LeaseRequest<'_>) -> Lease {
        let limit = request.limit;
        let now = Instant::now();
        let interval = token_interval(limit);
        let full = now.checked_sub(interval * limit.burst.max(1)).unwrap_or(now);
        self.with(request.channel, full, |bucket| {
            let allowed = match bucket.allowed(limit, now) {
                Ok(allowed) => allowed,
                Err(wait) => return Lease::Wait(wait),
            };
            // The bucket never holds more than a burst.
            let since = bucket.empty_at.max(full);
            let level = now.saturating_duration_since(since).as_nanos() / interval.as_nanos();
            let tokens = u32::try_from(level).unwrap_or(u32::MAX).min(request.tokens.max(1)).min(allowed);
            if tokens == 0 {
                return Lease::Wait((since + interval).saturating_duration_since(now));
            }
            bucket.empty_at = since + interval * tokens;
            for (_, _, used) in &mut bucket.quotas {
                *used = used.saturating_add(tokens);
            }
            Lease::Granted { tokens, valid_for: VALIDITY, slots: limit.concurrency }
        })
    }

    async fn pause(&self, channel: &str, _limit: &Limit, pause: Duration) {
        let until = Instant::now() + pause;
        // The bucket is empty when the pause ends, so that no burst follows.
        self.with(channel, until, |bucket| bucket.empty_at = bucket.empty_at.max(until));
    }
}

fn token_interval(limit: &Limit) -> Duration {
    Duration::from_secs(1) / limit.rps.max(1)
}
