//! The circuit breaker: stops sending to a failing channel for a while, then probes it with one request.

use std::collections::VecDeque;
use std::sync::{Mutex, MutexGuard, PoisonError};

use numsift_model::clock::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::config::limits::BreakerConfig;

/// The state of a channel's breaker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum BreakerState {
    /// Requests are sent.
    Closed,
    /// No requests are sent.
    Open {
        /// When the next probe may be sent.
        until: Timestamp,
    },
    /// One request probes the provider, or may do so.
    HalfOpen,
}

#[derive(Debug)]
enum State {
    Closed {
        /// The requests of the window, one entry per second.
        counts: VecDeque<Second>,
    },
    /// `since` is the first failure that opened it; probes that fail do not change it.
    Open {
        since: Timestamp,
        until: Timestamp,
    },
    Probing {
        since: Timestamp,
    },
}

/// How the requests of one second ended.
#[derive(Debug)]
struct Second {
    at: Timestamp,
    succeeded: u64,
    failed: u64,
}

/// The breaker of one channel.
#[derive(Debug)]
pub(crate) struct Breaker {
    config: BreakerConfig,
    state: Mutex<State>,
}

impl Breaker {
    pub(crate) fn new(config: BreakerConfig) -> Self {
        Self { config, state: Mutex::new(State::Closed { counts: VecDeque::new() }) }
    }

    pub(crate) fn state(&self, now: Timestamp) -> BreakerState {
        match &*self.lock() {
            State::Closed { .. } => BreakerState::Closed,
            State::Open { until, .. } if now < *until => BreakerState::Open { until: *until },
            State::Open { .. } | State::Probing { .. } => BreakerState::HalfOpen,
        }
    }

    /// When it opened; `None` while it is closed.
    pub(crate) fn tripped_since(&self) -> Option<Timestamp> {
        match &*self.lock() {
            State::Closed { .. } => None,
            State::Open { since, .. } | State::Probing { since } => Some(*since),
        }
    }

    /// Asks for permission to send a request; the error is the time of the next try.
    pub(crate) fn enter(&self, now: Timestamp) -> Result<Ticket<'_>, Timestamp> {
        let mut state = self.lock();
        let probe = match *state {
            State::Closed { .. } => None,
            State::Open { until, .. } if now < until => return Err(until),
            State::Probing { .. } => return Err(now.plus(1)),
            State::Open { since, .. } => Some(since),
        };
        if let Some(since) = probe {
            *state = State::Probing { since };
        }
        Ok(Ticket { breaker: self, probe, now })
    }

    fn succeeded(&self, probe: Option<Timestamp>, now: Timestamp) {
        let mut state = self.lock();
        if probe.is_some() {
            *state = State::Closed { counts: VecDeque::new() };
        } else if let State::Closed { counts } = &mut *state {
            self.second(counts, now).succeeded += 1;
        }
    }

    fn failed(&self, probe: Option<Timestamp>, now: Timestamp) {
        let open = |since| State::Open { since, until: now.plus(i64::from(self.config.open_s)) };
        let mut state = self.lock();
        if let Some(since) = probe {
            *state = open(since);
        } else if let State::Closed { counts } = &mut *state {
            self.second(counts, now).failed += 1;
            let failed: u64 = counts.iter().map(|second| second.failed).sum();
            let succeeded: u64 = counts.iter().map(|second| second.succeeded).sum();
            // A few failures among many successes are failures of single numbers, not of the channel.
            let share =
                failed.saturating_mul(100) >= (failed + succeeded).saturating_mul(self.config.rate.into());
            if share && failed >= self.config.failures.into() {
                *state = open(now);
            }
        }
    }

    /// The counts of this second, after those outside the window were dropped.
    fn second<'c>(&self, counts: &'c mut VecDeque<Second>, now: Timestamp) -> &'c mut Second {
        let oldest = now.plus(-i64::from(self.config.window_s));
        while counts.front().is_some_and(|second| second.at <= oldest) {
            counts.pop_front();
        }
        if counts.back().is_none_or(|second| second.at < now) {
            counts.push_back(Second { at: now, succeeded: 0, failed: 0 });
        }
        let last = counts.len() - 1;
        &mut counts[last]
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Permission for one request. Dropping it without a result changes nothing.
pub(crate) struct Ticket<'a> {
    breaker: &'a Breaker,
    /// Since when the breaker is open, if this request probes the provider.
    probe: Option<Timestamp>,
    now: Timestamp,
}

impl Ticket<'_> {
    pub(crate) fn succeeded(mut self, now: Timestamp) {
        self.breaker.succeeded(std::mem::take(&mut self.probe), now);
    }

    pub(crate) fn failed(mut self, now: Timestamp) {
        self.breaker.failed(std::mem::take(&mut self.probe), now);
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        // The probe was cancelled: the next request may probe at once.
        if let Some(since) = self.probe {
            *self.breaker.lock() = State::Open { since, until: self.now };
        }
    }
}
