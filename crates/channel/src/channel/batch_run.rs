//! One batch from submission to answers: submit, then poll the job or wait for its delivery.

use std::time::Duration;

use numsift_model::clock::Timestamp;
use numsift_model::money::Points;
use tokio::time::Instant;

use super::Channel;
use super::attempts::{Accepted, Repeat};
use super::test_report::Recorder;
use crate::answer::extract::{all_unknown, all_with_status};
use crate::answer::path::ValuePath;
use crate::compile::CompiledPoll;
use crate::config::Mode;
use crate::config::exchange::{Callback, JobIn};
use crate::config::limits::CostPer;
use crate::job::JobId;
use crate::outcome::{Answer, CheckError, Reason};
use crate::request::RequestTemplate;
use crate::request::batch::BatchContext;
use crate::services::Services;
use crate::transport::json::{Json, Scalar};
use crate::transport::reply;

/// Longest wait for a job when a channel is tested.
const MAX_TEST_WAIT: Duration = Duration::from_secs(30);
/// How long to wait before results are fetched again while the resolver of this machine is away.
const RESOLVER_RETRY: Duration = Duration::from_secs(2);
const MILLION: u64 = 1_000_000;
/// Highest cost of a request that is taken from a reply, in ten-thousandths of a point.
const MAX_REPORTED_COST: i64 = 1_000_000_000;

/// One batch from submission to answers.
pub(crate) struct BatchRun<'a> {
    pub(crate) channel: &'a Channel,
    pub(crate) services: &'a dyn Services,
    /// Set when the channel is tested. A test records every exchange, retries nothing and ignores the
    /// breaker.
    pub(crate) recorder: Option<Recorder>,
    /// Requests sent so far.
    pub(crate) requests: u32,
    /// Cost so far.
    pub(crate) spend: Points,
}

impl<'a> BatchRun<'a> {
    pub(crate) fn new(channel: &'a Channel, services: &'a dyn Services, recorder: Option<Recorder>) -> Self {
        Self { channel, services, recorder, requests: 0, spend: Points(0) }
    }

    /// Submits the batch and waits for its answers.
    pub(crate) async fn run(&mut self, batch: &mut BatchContext<'_>) -> Result<Vec<Answer>, CheckError> {
        let channel = self.channel;
        let repeat = if channel.config.retry.on_timeout { Repeat::Always } else { Repeat::NotReceived };
        let submitted = self.request(&channel.compiled.submit, batch, repeat).await?;
        self.add_cost(batch.numbers.len(), &submitted);
        if let Some(status) = &submitted.status {
            return Ok(all_with_status(batch.numbers, status));
        }
        let callback = channel.config.callback.as_ref();
        if channel.config.mode == Mode::Callback && callback.is_some_and(|it| it.job_in != JobIn::Body) {
            // The address names the job, so the reply need not.
            batch.job = JobId::from_text(batch.batch);
            return self.wait_for_delivery(batch).await;
        }
        let body = match submitted.body {
            Ok(body) => body,
            Err(reason) => return Ok(all_unknown(batch.numbers, reason)),
        };
        let job_path = match channel.config.mode {
            Mode::Sync => return Ok(channel.compiled.extractor.answers(body.root(), batch)),
            Mode::Poll => channel.compiled.poll.as_ref().map(|poll| &poll.job),
            Mode::Callback => channel.compiled.submitted_job.as_ref(),
        };
        let job = job_path.and_then(|path| path.first(body.root()));
        let job = job.and_then(|found| JobId::from_value(&found.json().to_value()));
        let Some(job) = job else {
            self.record_failure("the reply contains no job id");
            return Ok(all_unknown(batch.numbers, Reason::WrongShape));
        };
        batch.job = Some(job);
        match &channel.compiled.poll {
            Some(poll) => self.poll_job(poll, batch).await,
            None => self.wait_for_delivery(batch).await,
        }
    }

    /// Polls a job until it is done.
    async fn poll_job(
        &mut self,
        poll: &CompiledPoll,
        batch: &BatchContext<'_>,
    ) -> Result<Vec<Answer>, CheckError> {
        let config = self.channel.config.poll.as_ref();
        let Some(config) = config else {
            return Err(CheckError::failed(Reason::BadRequest, "`poll` is not configured"));
        };
        let deadline = Instant::now() + self.max_job_wait(config.max_s);
        let mut wait = Duration::from_secs(config.every_s.into());
        loop {
            if Instant::now() + wait > deadline {
                self.record_failure("a job did not finish in time");
                return Err(CheckError::failed(Reason::Timeout, "the job did not finish in time"));
            }
            tokio::time::sleep(wait).await;
            wait = Duration::from_secs(config.every_s.into());
            let body = match self.request(&poll.request, batch, Repeat::Always).await {
                Ok(Accepted { status: Some(status), .. }) => {
                    return Ok(all_with_status(batch.numbers, &status));
                }
                Ok(Accepted { body: Ok(body), .. }) => body,
                Ok(Accepted { body: Err(reason), .. }) => return Ok(all_unknown(batch.numbers, reason)),
                // The job is running and may have been paid for, so a pause does not end it.
                Err(CheckError::Throttled { retry_after } | CheckError::BreakerOpen { retry_after }) => {
                    wait = wait.max(retry_after);
                    continue;
                }
                // Neither does a resolver that is away.
                Err(CheckError::ResolverAway) => continue,
                Err(error) => return Err(error),
            };
            let state = poll.state.first(body.root());
            let state = match state.as_ref().map(|found| found.json().scalar()) {
                Some(Scalar::Text(state)) => state.to_owned(),
                Some(Scalar::Number(state)) => state.to_string(),
                Some(Scalar::Bool(state)) => state.to_string(),
                _ => return Ok(all_unknown(batch.numbers, Reason::WrongShape)),
            };
            if config.done.contains(&state) {
                let Some(fetch) = &poll.fetch else { return Ok(poll.extractor.answers(body.root(), batch)) };
                let file = poll.file.as_ref().map(|path| path.first(body.root()));
                let file = match file {
                    Some(found) => {
                        let named = found.and_then(|found| JobId::from_value(&found.json().to_value()));
                        let Some(named) = named else {
                            return Ok(all_unknown(batch.numbers, Reason::WrongShape));
                        };
                        Some(named)
                    }
                    None => None,
                };
                let batch = BatchContext { file, ..batch.clone() };
                return self.fetch_results(poll, fetch, &batch, deadline).await;
            }
            if config.failed.contains(&state) {
                self.record_failure("a job failed");
                return Err(CheckError::failed(Reason::JobFailed, format!("state `{state}`")));
            }
        }
    }

    /// Fetches the results of a finished job.
    async fn fetch_results(
        &mut self,
        poll: &CompiledPoll,
        fetch: &RequestTemplate,
        batch: &BatchContext<'_>,
        deadline: Instant,
    ) -> Result<Vec<Answer>, CheckError> {
        loop {
            return match self.request(fetch, batch, Repeat::Always).await {
                Ok(Accepted { status: Some(status), .. }) => Ok(all_with_status(batch.numbers, &status)),
                Ok(Accepted { body: Ok(body), .. }) => Ok(poll.extractor.answers(body.root(), batch)),
                Ok(Accepted { body: Err(reason), .. }) => Ok(all_unknown(batch.numbers, reason)),
                // The job may have been paid for, so a pause does not lose its results.
                Err(CheckError::Throttled { retry_after } | CheckError::BreakerOpen { retry_after })
                    if Instant::now() + retry_after <= deadline =>
                {
                    tokio::time::sleep(retry_after).await;
                    continue;
                }
                Err(CheckError::ResolverAway) if Instant::now() + RESOLVER_RETRY <= deadline => {
                    tokio::time::sleep(RESOLVER_RETRY).await;
                    continue;
                }
                Err(error) => Err(error),
            };
        }
    }

    /// Waits until the provider delivers the result of the job.
    async fn wait_for_delivery(&mut self, batch: &BatchContext<'_>) -> Result<Vec<Answer>, CheckError> {
        let channel = self.channel;
        let (Some(config), Some(job)) = (&channel.config.callback, &batch.job) else {
            return Err(CheckError::failed(Reason::BadRequest, "`callback` is not configured"));
        };
        let timeout = self.max_job_wait(config.max_s);
        if config.has_parts() {
            return self.collect_deliveries(config, job, batch, timeout).await;
        }
        let delivered = self.services.callbacks().wait(&channel.config.name, job, timeout).await;
        let Some(raw) = delivered else { return Err(self.not_delivered()) };
        if let Some(recorder) = &mut self.recorder {
            recorder.record_delivery(&raw);
        }
        Ok(match reply::parse(raw, &channel.config.answer) {
            Ok(body) => channel.compiled.extractor.answers(body.root(), batch),
            Err(unusable) => all_unknown(batch.numbers, unusable.reason),
        })
    }

    /// Collects deliveries until every number has an item. Numbers without one are unknown in the end.
    async fn collect_deliveries(
        &mut self,
        config: &Callback,
        job: &JobId,
        batch: &BatchContext<'_>,
        timeout: Duration,
    ) -> Result<Vec<Answer>, CheckError> {
        let channel = self.channel;
        let deadline = Instant::now() + timeout;
        let mut answers: Vec<Answer> = Vec::new();
        let mut known = 0;
        while known < config.deliveries {
            let left = deadline.saturating_duration_since(Instant::now());
            let callbacks = self.services.callbacks();
            let parts = callbacks.wait_for_more(&channel.config.name, job, known, left).await;
            if parts.is_empty() {
                break;
            }
            for raw in parts {
                known += 1;
                if let Some(recorder) = &mut self.recorder {
                    recorder.record_delivery(&raw);
                }
                let part = match reply::parse(raw, &channel.config.answer) {
                    Ok(body) => channel.compiled.extractor.answers(body.root(), batch),
                    Err(unusable) => all_unknown(batch.numbers, unusable.reason),
                };
                if answers.is_empty() {
                    answers = part;
                    continue;
                }
                // The first item for a number counts, whichever delivery contains it.
                for (answer, other) in answers.iter_mut().zip(part) {
                    if answer.has_no_item() && !other.has_no_item() {
                        *answer = other;
                    }
                }
            }
            if !answers.iter().any(Answer::has_no_item) {
                return Ok(answers);
            }
        }
        if known == 0 {
            return Err(self.not_delivered());
        }
        self.record_failure("some results of a job were not delivered");
        Ok(answers)
    }

    fn not_delivered(&self) -> CheckError {
        self.record_failure("the result of a job was not delivered in time");
        CheckError::failed(Reason::Timeout, "the result of the job was not delivered in time")
    }

    fn max_job_wait(&self, max_s: u32) -> Duration {
        let configured = Duration::from_secs(max_s.into());
        if self.is_test() { configured.min(MAX_TEST_WAIT) } else { configured }
    }

    fn add_cost(&mut self, numbers: usize, reply: &Accepted) {
        let cost = &self.channel.config.cost;
        let items = u64::try_from(numbers).unwrap_or(u64::MAX);
        let charged = || {
            let path = self.channel.compiled.cost.as_ref()?;
            charged_units(path, reply.body.as_ref().ok()?.root())
        };
        let spend = if reply.free {
            0
        } else if let Some(millionths) = charged() {
            let points = i128::from(cost.points.0).saturating_mul(millionths.into());
            i64::try_from(points / i128::from(MILLION)).unwrap_or(i64::MAX).min(MAX_REPORTED_COST)
        } else {
            let units = match cost.per {
                CostPer::Item => i64::try_from(items).unwrap_or(i64::MAX),
                CostPer::Request => 1,
            };
            cost.points.0.saturating_mul(units)
        };
        let spend = Points(spend);
        self.spend += spend;
        self.channel.meter.record_accepted(self.now(), items, spend);
    }

    /// Records a failure that is not the result of one request, for the breaker and the health.
    fn record_failure(&self, text: &str) {
        let now = self.now();
        self.channel.meter.record_failure(now, text.to_owned());
        if let Some(ticket) = self.channel.breaker.enter(now).ok().filter(|_| !self.is_test()) {
            ticket.failed(now);
        }
    }

    pub(super) fn is_test(&self) -> bool {
        self.recorder.is_some()
    }

    pub(super) fn now(&self) -> Timestamp {
        self.services.clock().now()
    }
}

/// The sum of what a reply says that it costs, in millionths; `None` if it does not say.
fn charged_units(path: &ValuePath, body: Json<'_>) -> Option<u64> {
    let found = path.all(body);
    let units = found.iter().filter_map(|found| match found.json().scalar() {
        Scalar::Number(number) => millionths(&number.to_string()),
        Scalar::Text(text) => millionths(text.trim()),
        _ => None,
    });
    units.reduce(u64::saturating_add)
}

/// A decimal number in millionths; `None` if it is not a plain number of a sensible size.
fn millionths(text: &str) -> Option<u64> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    if !whole.bytes().chain(fraction.bytes()).all(|byte| byte.is_ascii_digit()) || whole.len() > 9 {
        return None;
    }
    let fraction: String = fraction.chars().chain("000000".chars()).take(6).collect();
    Some(whole.parse::<u64>().ok()? * MILLION + fraction.parse::<u64>().ok()?)
}

#[cfg(test)]
mod tests {
    use super::millionths;

    #[test]
    fn costs_are_read_as_decimal_numbers() {
        for (text, expected) in [
            ("1", Some(1_000_000)),
            ("0.5", Some(500_000)),
            ("0.03000000", Some(30_000)),
            ("0", Some(0)),
            ("", None),
            ("-1", None),
            ("1e9", None),
            ("1,5", None),
            ("9999999999", None),
        ] {
            assert_eq!(millionths(text), expected, "{text}");
        }
    }
}
