//! A channel that can be used: the compiled configuration with its limiter, breaker, health and token.

pub mod attempts;
mod batch_run;
pub(crate) mod test_report;

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use numsift_model::clock::Timestamp;
use tokio::time::Instant;

use self::batch_run::BatchRun;
use self::test_report::{Recorder, TestReport};
use crate::answer::callback::JOB_PARAMETER;
use crate::blocking::blocking;
use crate::compile::Compiled;
use crate::config::exchange::{JobIn, Verify};
use crate::config::fault::{Fault, Faults, Problem};
use crate::config::{ChannelConfig, Kind};
use crate::gate::breaker::{Breaker, BreakerState};
use crate::gate::health::{Health, Meter};
use crate::gate::limiter::Limiter;
use crate::outcome::{Answer, CheckError, CheckResult, Reason, Unusable, Usage};
use crate::request::batch::{BatchContext, Inputs, RowInputs};
use crate::request::sign::Signer;
use crate::services::Services;
use crate::transport::outbound::Outbound;

/// A channel that can be used. It keeps state (limiter, breaker, health, token): create one per
/// configuration and process, and share it.
pub struct Channel {
    pub(crate) config: ChannelConfig,
    pub(crate) compiled: Compiled,
    pub(crate) outbound: Outbound,
    pub(crate) breaker: Breaker,
    pub(crate) meter: Meter,
    pub(crate) limiter: Limiter,
    pub(crate) signer: Signer,
    /// Why the channel is disabled, if it is.
    disabled: Mutex<Option<String>>,
}

impl Channel {
    /// Compiles a configuration, which must contain its secrets.
    pub fn new(config: ChannelConfig, outbound: Outbound) -> Result<Self, Vec<Fault>> {
        let compiled = blocking(|| {
            let mut faults = Faults(config.validate());
            if config.kind != Kind::Http {
                faults.add("kind", Problem::ContradictsMode);
            }
            match Compiled::build(&config, &mut faults) {
                Some(compiled) if faults.0.is_empty() => Ok(compiled),
                _ => Err(faults.0),
            }
        })?;
        Ok(Self {
            compiled,
            outbound,
            breaker: Breaker::new(config.breaker),
            meter: Meter::default(),
            limiter: Limiter::new(&config.name, config.limit),
            signer: Signer::default(),
            disabled: Mutex::default(),
            config,
        })
    }

    pub fn config(&self) -> &ChannelConfig {
        &self.config
    }

    /// Checks that the channel is enabled and under contract.
    pub fn usable(&self, now: Timestamp) -> Result<(), Unusable> {
        if let Some(reason) = self.disabled() {
            return Err(Unusable::Disabled { reason });
        }
        self.config.under_contract(now)
    }

    pub fn disable(&self, reason: impl Into<String>) {
        *self.disabled_slot() = Some(reason.into());
    }

    pub fn enable(&self) {
        *self.disabled_slot() = None;
    }

    /// Why the channel is disabled, if it is.
    pub(crate) fn disabled(&self) -> Option<String> {
        self.disabled_slot().clone()
    }

    fn disabled_slot(&self) -> MutexGuard<'_, Option<String>> {
        self.disabled.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Checks at most `batch.max` numbers (E.164 digits). Can be cancelled at any time.
    pub async fn check(&self, numbers: &[u64], project: &str, services: &dyn Services) -> CheckResult {
        self.check_rows(numbers, &Inputs::default(), project, services).await
    }

    /// Checks numbers with the values in their rows that the project needs.
    pub async fn check_rows(
        &self,
        numbers: &[u64],
        inputs: &Inputs,
        project: &str,
        services: &dyn Services,
    ) -> CheckResult {
        let started = Instant::now();
        let mut run = BatchRun::new(self, services, None);
        let answers = match self.usable(services.clock().now()) {
            Ok(()) => self.run_batch(&mut run, (numbers, RowInputs::Given(inputs)), project).await,
            Err(Unusable::Disabled { reason }) => Err(CheckError::Disabled { reason }),
            Err(unusable) => Err(CheckError::Disabled { reason: unusable.to_string() }),
        };
        let usage = Usage { requests: run.requests, latency: started.elapsed(), spend: run.spend };
        CheckResult { answers, usage }
    }

    /// Tests the channel with one number before it is enabled. Ignores the contract and the breaker, retries
    /// nothing, and waits at most 30 seconds for a job.
    pub async fn test_one(&self, number: u64, project: &str, services: &dyn Services) -> TestReport {
        let started = Instant::now();
        let mut run = BatchRun::new(self, services, Some(Recorder::new(&self.config)));
        let answers = self.run_batch(&mut run, (&[number], RowInputs::Sample), project).await;
        self.limiter.renew_slots(services.permits(), true).await;
        let recorder = run.recorder.unwrap_or_else(|| Recorder::new(&self.config));
        recorder.finish(answers, millis(started.elapsed()))
    }

    async fn run_batch(
        &self,
        run: &mut BatchRun<'_>,
        (numbers, inputs): (&[u64], RowInputs<'_>),
        project: &str,
    ) -> Result<Vec<Answer>, CheckError> {
        if numbers.is_empty() || numbers.len() > self.config.batch.max as usize {
            let detail = format!("expected 1 to {} numbers, got {}", self.config.batch.max, numbers.len());
            return Err(CheckError::failed(Reason::BatchSize, detail));
        }
        let mut answers = self.run_once(run, (numbers, inputs), project).await?;
        // Numbers that the provider could not answer for now are asked about again, without the others.
        let retries = if run.is_test() { 0 } else { self.config.retry.max };
        for retry in 0..retries {
            let again: Vec<usize> = (0..answers.len()).filter(|at| answers[*at].is_to_be_retried()).collect();
            if again.is_empty() {
                break;
            }
            tokio::time::sleep(run.backoff(retry)).await;
            let numbers: Vec<u64> = again.iter().map(|at| answers[*at].number).collect();
            // The other answers are kept, whatever happens to these.
            let some = match inputs {
                RowInputs::Given(all) => all.of_rows(again.iter().copied()),
                RowInputs::Sample => Inputs::default(),
            };
            let Ok(later) = self.run_once(run, (&numbers, RowInputs::Given(&some)), project).await else {
                break;
            };
            for (at, answer) in again.into_iter().zip(later) {
                answers[at] = answer;
            }
        }
        Ok(answers)
    }

    async fn run_once(
        &self,
        run: &mut BatchRun<'_>,
        (numbers, inputs): (&[u64], RowInputs<'_>),
        project: &str,
    ) -> Result<Vec<Answer>, CheckError> {
        let batch_id = random_batch_id(run.services)?;
        let mut batch = BatchContext {
            numbers,
            inputs,
            project,
            batch: &batch_id,
            now: run.services.clock().now().0,
            callback_url: self.callback_url(run.services, &batch_id),
            job: None,
            file: None,
            secrets: &self.config.secrets,
            masked: false,
        };
        run.run(&mut batch).await
    }

    /// The URL to which the provider delivers the results of a batch.
    fn callback_url(&self, services: &dyn Services, batch: &str) -> Option<String> {
        let callback = self.config.callback.as_ref()?;
        let mut url = services.callbacks().url(&self.config.name)?;
        if callback.verify == Verify::SecretPath {
            url = format!("{url}/{}", callback.secret.expose());
        }
        Some(match callback.job_in {
            JobIn::Body => url,
            JobIn::Path => format!("{url}/{batch}"),
            JobIn::Query => format!("{url}?{JOB_PARAMETER}={batch}"),
        })
    }

    /// Renews this process's share of the installation's concurrency limit. Unused slots are returned unless
    /// they were leased just now; with `stopping` they are returned in any case. Must be called every few
    /// seconds.
    pub async fn keep_slots(&self, services: &dyn Services, stopping: bool) {
        self.limiter.renew_slots(services.permits(), stopping).await;
    }

    pub fn breaker(&self, now: Timestamp) -> BreakerState {
        self.breaker.state(now)
    }

    /// When the breaker opened; `None` while it is closed. Probes that fail do not change it.
    pub fn tripped_since(&self) -> Option<Timestamp> {
        self.breaker.tripped_since()
    }

    /// The health of the channel as seen by this process.
    pub fn health(&self, now: Timestamp) -> Health {
        self.meter.health(now, (self.breaker(now), self.breaker.tripped_since()), self.disabled())
    }
}

fn random_batch_id(services: &dyn Services) -> Result<String, CheckError> {
    let mut bytes = [0; 8];
    let filled = services.entropy().fill(&mut bytes);
    filled.map_err(|error| CheckError::failed(Reason::BadRequest, error.to_string()))?;
    Ok(hex::encode(bytes))
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
