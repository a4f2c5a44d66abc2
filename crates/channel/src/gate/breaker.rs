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
    Closed { failures: VecDeque<Timestamp> },
    Open { until: Timestamp },
    Probing,
}

/// The breaker of one channel.
#[derive(Debug)]
pub(crate) struct Breaker {
    config: BreakerConfig,
    state: Mutex<State>,
}

impl Breaker {
    pub(crate) fn new(config: BreakerConfig) -> Self {
        Self { config, state: Mutex::new(State::Closed { failures: VecDeque::new() }) }
    }

    pub(crate) fn state(&self, now: Timestamp) -> BreakerState {
        match &*self.lock() {
            State::Closed { .. } => BreakerState::Closed,
            State::Open { until } if now < *until => BreakerState::Open { until: *until },
            State::Open { .. } | State::Probing => BreakerState::HalfOpen,
        }
    }

    /// Asks for permission to send a request; the error is the time of the next try.
    pub(crate) fn enter(&self, now: Timestamp) -> Result<Ticket<'_>, Timestamp> {
        let mut state = self.lock();
        let probe = match &*state {
            State::Closed { .. } => false,
            State::Open { until } if now < *until => return Err(*until),
            State::Probing => return Err(now.plus(1)),
            State::Open { .. } => true,
        };
        if probe {
            *state = State::Probing;
        }
        Ok(Ticket { breaker: self, probe, now })
    }

    fn succeeded(&self, probe: bool) {
        if probe {
            *self.lock() = State::Closed { failures: VecDeque::new() };
        }
    }

    fn failed(&self, probe: bool, now: Timestamp) {
        let open = State::Open { until: now.plus(i64::from(self.config.open_s)) };
        let mut state = self.lock();
        if probe {
            *state = open;
        } else if let State::Closed { failures } = &mut *state {
            let oldest = now.plus(-i64::from(self.config.window_s));
            while failures.front().is_some_and(|at| *at <= oldest) {
                failures.pop_front();
            }
            failures.push_back(now);
            if failures.len() >= self.config.failures as usize {
                *state = open;
            }
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Permission for one request. Dropping it without a result changes nothing.
pub(crate) struct Ticket<'a> {
    breaker: &'a Breaker,
    probe: bool,
    now: Timestamp,
}

impl Ticket<'_> {
    pub(crate) fn succeeded(mut self) {
        self.breaker.succeeded(std::mem::take(&mut self.probe));
    }

    pub(crate) fn failed(mut self, now: Timestamp) {
        self.breaker.failed(std::mem::take(&mut self.probe), now);
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        // The probe was cancelled: the next request may probe at once.
        if self.probe {
            *self.breaker.lock() = State::Open { until: self.now };
        }
    }
}
