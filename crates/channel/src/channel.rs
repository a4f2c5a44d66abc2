//! A channel that can be asked: the configuration made ready, with everything it has to remember.

use numsift_model::clock::Timestamp;

use crate::breaker::{Breaker, BreakerState};
use crate::config::ChannelConfig;
use crate::deps::Deps;
use crate::fault::Fault;
use crate::guard::Outbound;
use crate::health::{Health, Meter};
use crate::outcome::{CheckResult, Unusable};
use crate::trial::Trial;

/// A channel that can be asked. It remembers its bucket, breaker, health and token: make one for each
/// configuration and process, and share it.
pub struct Channel {
    config: ChannelConfig,
    breaker: Breaker,
    meter: Meter,
    #[expect(dead_code)]
    outbound: Outbound,
}

impl Channel {
    /// Makes a channel ready; the configuration must hold its secrets.
    pub fn new(config: ChannelConfig, outbound: Outbound) -> Result<Self, Vec<Fault>> {
        let breaker = Breaker::new(config.breaker);
        Ok(Self { config, breaker, meter: Meter::default(), outbound })
    }

    /// What it was made of.
    pub fn config(&self) -> &ChannelConfig {
        &self.config
    }

    /// Whether it may be used now.
    pub fn usable(&self, _now: Timestamp) -> Result<(), Unusable> {
        todo!()
    }

    /// Puts it out of use.
    pub fn disable(&self, _reason: impl Into<String>) {}

    /// Puts it back into use.
    pub fn enable(&self) {}

    /// Asks for at most `batch.max` numbers (E.164 digits). Safe to break off at any time.
    pub async fn check(&self, _numbers: &[u64], _project: &str, _deps: &dyn Deps) -> CheckResult {
        todo!()
    }

    /// Tries the channel with one number, before it is enabled: contract and breaker are not asked, and
    /// nothing is repeated.
    pub async fn test_one(&self, _number: u64, _project: &str, _deps: &dyn Deps) -> Trial {
        todo!()
    }

    /// Whether it is left alone.
    pub fn breaker(&self, now: Timestamp) -> BreakerState {
        self.breaker.state(now)
    }

    /// How it is doing, as seen by this process.
    pub fn health(&self, now: Timestamp) -> Health {
        self.meter.health(now, self.breaker(now), None)
    }
}
