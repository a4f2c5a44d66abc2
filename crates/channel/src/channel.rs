//! A channel that can be asked: the configuration made ready, with everything it has to remember.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use numsift_model::clock::Timestamp;
use numsift_model::money::Points;
use tokio::time::Instant;

use crate::breaker::{Breaker, BreakerState};
use crate::compile::Compiled;
use crate::config::{ChannelConfig, Kind, Verify};
use crate::day;
use crate::deps::Deps;
use crate::fault::{Fault, Problem};
use crate::gate::Gate;
use crate::guard::Outbound;
use crate::health::{Health, Meter};
use crate::outcome::{Answer, CheckError, CheckResult, Reason, Unusable, Usage};
use crate::request::Asked;
use crate::run::Run;
use crate::signer::{Signer, hex};
use crate::trial::{Recorder, Trial};
use crate::validate::Faults;

/// A channel that can be asked. It remembers its bucket, breaker, health and token: make one for each
/// configuration and process, and share it.
pub struct Channel {
    pub(crate) config: ChannelConfig,
    pub(crate) compiled: Compiled,
    pub(crate) outbound: Outbound,
    pub(crate) breaker: Breaker,
    pub(crate) meter: Meter,
    pub(crate) gate: Gate,
    pub(crate) signer: Signer,
    disabled: Mutex<Option<String>>,
}

impl Channel {
    /// Makes a channel ready; the configuration must hold its secrets.
    pub fn new(config: ChannelConfig, outbound: Outbound) -> Result<Self, Vec<Fault>> {
        let mut faults = Faults(config.validate());
        if config.kind != Kind::Http {
            faults.add("kind", Problem::ContradictsMode);
        }
        let compiled = match Compiled::build(&config, &mut faults) {
            Some(compiled) if faults.0.is_empty() => compiled,
            _ => return Err(faults.0),
        };
        Ok(Self {
            compiled,
            outbound,
            breaker: Breaker::new(config.breaker),
            meter: Meter::default(),
            gate: Gate::new(&config.name, config.limit),
            signer: Signer::new(),
            disabled: Mutex::default(),
            config,
        })
    }

    /// What it was made of.
    pub fn config(&self) -> &ChannelConfig {
        &self.config
    }

    /// Whether it may be used now.
    pub fn usable(&self, now: Timestamp) -> Result<(), Unusable> {
        if let Some(reason) = self.disabled() {
            return Err(Unusable::Disabled { reason });
        }
        self.config.under_contract(now)
    }

    /// Puts it out of use.
    pub fn disable(&self, reason: impl Into<String>) {
        *self.disabled_slot() = Some(reason.into());
    }

    /// Puts it back into use.
    pub fn enable(&self) {
        *self.disabled_slot() = None;
    }

    /// Why it is out of use, when it is.
    pub(crate) fn disabled(&self) -> Option<String> {
        self.disabled_slot().clone()
    }

    fn disabled_slot(&self) -> MutexGuard<'_, Option<String>> {
        self.disabled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks for at most `batch.max` numbers (E.164 digits). Safe to break off at any time.
    pub async fn check(&self, numbers: &[u64], project: &str, deps: &dyn Deps) -> CheckResult {
        let begun = Instant::now();
        let mut run = Run { channel: self, deps, recorder: None, requests: 0, spend: Points(0) };
        let answers = match self.usable(deps.clock().now()) {
            Ok(()) => self.serve(&mut run, numbers, project).await,
            Err(Unusable::Disabled { reason }) => Err(CheckError::Disabled { reason }),
            Err(unusable) => Err(CheckError::Disabled { reason: unusable.to_string() }),
        };
        let usage = Usage { requests: run.requests, latency: begun.elapsed(), spend: run.spend };
        CheckResult { answers, usage }
    }

    /// Tries the channel with one number, before it is enabled: contract and breaker are not asked,
    /// nothing is repeated, and no job is waited for longer than half a minute.
    pub async fn test_one(&self, number: u64, project: &str, deps: &dyn Deps) -> Trial {
        let begun = Instant::now();
        let recorder = Some(Recorder::new(&self.config));
        let mut run = Run { channel: self, deps, recorder, requests: 0, spend: Points(0) };
        let answers = self.serve(&mut run, &[number], project).await;
        self.gate.keep(deps.permits(), true).await;
        let recorder = run.recorder.unwrap_or_else(|| Recorder::new(&self.config));
        recorder.finish(answers, millis(begun.elapsed()))
    }

    async fn serve(
        &self,
        run: &mut Run<'_>,
        numbers: &[u64],
        project: &str,
    ) -> Result<Vec<Answer>, CheckError> {
        if numbers.is_empty() || numbers.len() > self.config.batch.max as usize {
            let detail = format!("{} numbers, where 1 to {} fit", numbers.len(), self.config.batch.max);
            return Err(CheckError::failed(Reason::BatchSize, detail));
        }
        let batch = batch_id(run.deps)?;
        let mut asked = Asked {
            numbers,
            project,
            batch: &batch,
            now: run.deps.clock().now().0,
            callback_url: self.callback_url(run.deps),
            job: None,
        };
        run.serve(&mut asked).await
    }

    /// Where the provider has to deliver.
    fn callback_url(&self, deps: &dyn Deps) -> Option<String> {
        let callback = self.config.callback.as_ref()?;
        let url = deps.callbacks().url(&self.config.name)?;
        Some(match callback.verify {
            Verify::SecretPath => format!("{url}/{}", callback.secret.expose()),
            Verify::None | Verify::Hmac | Verify::StandardWebhooks => url,
        })
    }

    /// Keeps its share of the requests that the installation may have under way: as many as it has, also
    /// of what it leased just now unless it is `stopping`. To be called every few seconds.
    pub async fn keep_slots(&self, deps: &dyn Deps, stopping: bool) {
        self.gate.keep(deps.permits(), stopping).await;
    }

    /// Whether it is left alone.
    pub fn breaker(&self, now: Timestamp) -> BreakerState {
        self.breaker.state(now)
    }

    /// How it is doing, as seen by this process.
    pub fn health(&self, now: Timestamp) -> Health {
        self.meter.health(now, self.breaker(now), self.disabled())
    }
}

impl ChannelConfig {
    /// Whether there is a contract that holds now. The engine inside needs none.
    pub fn under_contract(&self, now: Timestamp) -> Result<(), Unusable> {
        if self.kind == Kind::Builtin {
            return Ok(());
        }
        let contract = self.contract.as_ref().ok_or(Unusable::NoContract)?;
        let end = day::start_of(&contract.expires).ok_or(Unusable::NoContract)?;
        if now < end { Ok(()) } else { Err(Unusable::Expired { on: contract.expires.clone() }) }
    }
}

/// An id that no other batch has.
fn batch_id(deps: &dyn Deps) -> Result<String, CheckError> {
    let mut bytes = [0; 8];
    let filled = deps.entropy().fill(&mut bytes);
    filled.map_err(|error| CheckError::failed(Reason::BadRequest, error.to_string()))?;
    Ok(hex(&bytes))
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
