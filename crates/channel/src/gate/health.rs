//! Health of a channel as counted by this process, since it started or since midnight (UTC).

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use numsift_model::clock::Timestamp;
use numsift_model::money::Points;
use serde::Serialize;
use utoipa::ToSchema;

use super::breaker::BreakerState;

/// Number of recent requests that rates and latencies cover.
const WINDOW: usize = 1000;
/// Requests of this many seconds count as recent.
const RECENT_S: i64 = 300;
const DAY_S: i64 = 86_400;

/// Health of a channel.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Health {
    /// Successful share of the last thousand requests, in hundredths of a per cent; `None` before the first.
    pub success_rate: Option<u32>,
    /// Median latency of these requests in milliseconds.
    pub p50_ms: Option<u32>,
    /// 95th percentile of the latency in milliseconds.
    pub p95_ms: Option<u32>,
    /// State of the breaker.
    pub breaker: BreakerState,
    /// Why the channel is disabled, if it is.
    pub disabled: Option<String>,
    /// The most recent failure.
    pub last_error: Option<LastError>,
    /// Requests of the last five minutes, at most the last thousand.
    pub recent_requests: u64,
    /// Those among them that failed.
    pub recent_failures: u64,
    /// The most recent successful request.
    pub last_success_at: Option<Timestamp>,
    /// When the breaker opened; `None` while it is closed.
    pub tripped_since: Option<Timestamp>,
    /// Requests sent today.
    pub requests_today: u64,
    /// Numbers in submissions accepted today.
    pub items_today: u64,
    /// Cost of today's submissions.
    pub spend_today: Points,
}

/// The most recent failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct LastError {
    pub at: Timestamp,
    /// A message for the operator, without secrets or numbers.
    pub text: String,
}

/// Counts requests, cost and failures of a channel.
#[derive(Debug, Default)]
pub(crate) struct Meter(Mutex<Counts>);

#[derive(Debug, Default)]
struct Counts {
    /// Ring buffer of the recent requests.
    recent: Vec<Measured>,
    next: usize,
    day: i64,
    requests: u64,
    items: u64,
    spend: Points,
    last_error: Option<LastError>,
    last_success_at: Option<Timestamp>,
}

/// One request.
#[derive(Debug, Clone, Copy)]
struct Measured {
    at: Timestamp,
    took_ms: u32,
    good: bool,
}

impl Meter {
    fn with<T>(&self, now: Timestamp, act: impl FnOnce(&mut Counts) -> T) -> T {
        let mut counts = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let day = now.0.div_euclid(DAY_S);
        if counts.day != day {
            *counts = Counts { day, requests: 0, items: 0, spend: Points(0), ..std::mem::take(&mut *counts) };
        }
        act(&mut counts)
    }

    /// Records a request; `error` is set if it failed.
    pub(crate) fn record_request(&self, now: Timestamp, took: Duration, error: Option<String>) {
        let took = u32::try_from(took.as_millis()).unwrap_or(u32::MAX);
        self.with(now, |counts| {
            counts.requests += 1;
            let entry = Measured { at: now, took_ms: took, good: error.is_none() };
            if entry.good {
                counts.last_success_at = Some(now);
            }
            if counts.recent.len() < WINDOW {
                counts.recent.push(entry);
            } else {
                let at = counts.next % WINDOW;
                counts.recent[at] = entry;
            }
            counts.next = (counts.next + 1) % WINDOW;
            if let Some(text) = error {
                counts.last_error = Some(LastError { at: now, text });
            }
        });
    }

    /// Records a failure that is not the result of one request.
    pub(crate) fn record_failure(&self, now: Timestamp, text: String) {
        self.with(now, |counts| counts.last_error = Some(LastError { at: now, text }));
    }

    /// Records an accepted submission.
    pub(crate) fn record_accepted(&self, now: Timestamp, items: u64, spend: Points) {
        self.with(now, |counts| {
            counts.items += items;
            counts.spend += spend;
        });
    }

    pub(crate) fn health(
        &self,
        now: Timestamp,
        breaker: (BreakerState, Option<Timestamp>),
        disabled: Option<String>,
    ) -> Health {
        let (breaker, tripped_since) = breaker;
        self.with(now, |counts| {
            let mut took: Vec<u32> = counts.recent.iter().map(|request| request.took_ms).collect();
            took.sort_unstable();
            let good = counts.recent.iter().filter(|request| request.good).count();
            let recent = counts.recent.iter().filter(|request| now.since(request.at) < RECENT_S);
            let (mut recent_requests, mut recent_failures) = (0, 0);
            for request in recent {
                recent_requests += 1;
                recent_failures += u64::from(!request.good);
            }
            let rate = (!took.is_empty()).then(|| good * 10_000 / took.len());
            Health {
                success_rate: rate.and_then(|rate| u32::try_from(rate).ok()),
                p50_ms: percentile(&took, 50),
                p95_ms: percentile(&took, 95),
                breaker,
                disabled,
                last_error: counts.last_error.clone(),
                recent_requests,
                recent_failures,
                last_success_at: counts.last_success_at,
                tripped_since,
                requests_today: counts.requests,
                items_today: counts.items,
                spend_today: counts.spend,
            }
        })
    }
}

/// The percentile by the nearest-rank method.
fn percentile(sorted: &[u32], percent: usize) -> Option<u32> {
    let rank = (sorted.len() * percent).div_ceil(100);
    sorted.get(rank.saturating_sub(1)).copied()
}
