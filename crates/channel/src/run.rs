//! One batch on its way: sent, repeated, followed, answered.

use std::time::Duration;

use http::StatusCode;
use numsift_model::clock::Timestamp;
use numsift_model::money::Points;
use tokio::time::Instant;

use crate::callback::JobId;
use crate::channel::Channel;
use crate::classify::{Verdict, classify};
use crate::compile::CompiledPoll;
use crate::config::{Action, CostPer, Mode};
use crate::deps::Deps;
use crate::guard::Outbound;
use crate::json::{Document, Form};
use crate::outcome::{Answer, CheckError, Reason};
use crate::pick::all_unknown;
use crate::reply::{self, Reply};
use crate::request::{Asked, Prepared, RequestTemplate};
use crate::signer::{SignError, Signed};
use crate::trial::Recorder;

/// A trial does not wait longer for a job than this.
const TRIAL_WAIT: Duration = Duration::from_secs(30);

/// One batch on its way.
pub(crate) struct Run<'a> {
    pub(crate) channel: &'a Channel,
    pub(crate) deps: &'a dyn Deps,
    /// Notes everything when the channel is tried; a trial repeats nothing and asks no breaker.
    pub(crate) recorder: Option<Recorder>,
    pub(crate) requests: u32,
    pub(crate) spend: Points,
}

/// Why there is no answer to a request.
struct NoReply {
    reason: Reason,
    detail: String,
    passing: bool,
}

/// A good answer's body, or why it cannot be used.
type Body = Result<Document, Reason>;

impl Run<'_> {
    /// Asks for the numbers and waits for the answers.
    pub(crate) async fn serve(&mut self, asked: &mut Asked<'_>) -> Result<Vec<Answer>, CheckError> {
        let channel = self.channel;
        let submitted = self.ask(&channel.compiled.submit, asked).await?;
        self.charge(asked.numbers.len());
        let body = match submitted {
            Ok(body) => body,
            Err(reason) => return Ok(all_unknown(asked.numbers, reason)),
        };
        let place = match channel.config.mode {
            Mode::Sync => return Ok(channel.compiled.picker.answers(body.root(), asked)),
            Mode::Poll => channel.compiled.poll.as_ref().map(|poll| &poll.job),
            Mode::Callback => channel.compiled.submitted.as_ref(),
        };
        let job = place.and_then(|path| path.first(body.root()));
        let job = job.and_then(|found| JobId::from_value(&found.json().to_value()));
        let Some(job) = job else {
            self.note_failure("the answer names no job");
            return Ok(all_unknown(asked.numbers, Reason::WrongShape));
        };
        asked.job = Some(job);
        match &channel.compiled.poll {
            Some(poll) => self.follow(poll, asked).await,
            None => self.await_delivery(asked).await,
        }
    }

    /// Asks after a job until it is done.
    async fn follow(&mut self, poll: &CompiledPoll, asked: &Asked<'_>) -> Result<Vec<Answer>, CheckError> {
        let config = self.channel.config.poll.as_ref();
        let Some(config) = config else {
            return Err(CheckError::failed(Reason::BadRequest, "no poll is configured"));
        };
        let end = Instant::now() + self.patience(config.max_s);
        let mut wait = Duration::from_secs(config.every_s.into());
        loop {
            if Instant::now() + wait > end {
                self.note_failure("a job did not finish in time");
                return Err(CheckError::failed(Reason::Timeout, "the job did not finish in time"));
            }
            tokio::time::sleep(wait).await;
            wait = Duration::from_secs(config.every_s.into());
            let body = match self.ask(&poll.request, asked).await {
                Ok(Ok(body)) => body,
                Ok(Err(reason)) => return Ok(all_unknown(asked.numbers, reason)),
                // The job is under way and perhaps paid for: it is not given up for a pause.
                Err(CheckError::Throttled { retry_after } | CheckError::BreakerOpen { retry_after }) => {
                    wait = wait.max(retry_after);
                    continue;
                }
                Err(error) => return Err(error),
            };
            let state = poll.state.first(body.root());
            let state = match state.as_ref().map(|found| found.json().form()) {
                Some(Form::Text(state)) => state.to_owned(),
                Some(Form::Number(state)) => state.to_string(),
                Some(Form::Bool(state)) => state.to_string(),
                _ => return Ok(all_unknown(asked.numbers, Reason::WrongShape)),
            };
            if config.done.contains(&state) {
                return Ok(poll.picker.answers(body.root(), asked));
            }
            if config.failed.contains(&state) {
                self.note_failure("a job failed");
                return Err(CheckError::failed(Reason::JobFailed, "the provider's job failed"));
            }
        }
    }

    /// Waits until the provider delivers.
    async fn await_delivery(&mut self, asked: &Asked<'_>) -> Result<Vec<Answer>, CheckError> {
        let channel = self.channel;
        let (Some(config), Some(job)) = (&channel.config.callback, &asked.job) else {
            return Err(CheckError::failed(Reason::BadRequest, "no callback is configured"));
        };
        let longest = self.patience(config.max_s);
        let delivered = self.deps.callbacks().wait(&channel.config.name, job, longest).await;
        let Some(raw) = delivered else {
            self.note_failure("a job was not delivered in time");
            return Err(CheckError::failed(Reason::Timeout, "the job was not delivered in time"));
        };
        if let Some(recorder) = &mut self.recorder {
            recorder.delivery(&raw);
        }
        Ok(match reply::parse(raw, &channel.config.answer) {
            Ok(body) => channel.compiled.picker.answers(body.root(), asked),
            Err(unusable) => all_unknown(asked.numbers, unusable.reason),
        })
    }

    fn patience(&self, max_s: u32) -> Duration {
        let longest = Duration::from_secs(max_s.into());
        if self.recorder.is_some() { longest.min(TRIAL_WAIT) } else { longest }
    }

    /// Makes a request until it is answered well, or not worth repeating.
    async fn ask(&mut self, template: &RequestTemplate, asked: &Asked<'_>) -> Result<Body, CheckError> {
        let channel = self.channel;
        let request = template.render(&channel.compiled, asked).map_err(|(field, problem)| {
            CheckError::failed(Reason::BadRequest, format!("{field} {problem}"))
        })?;
        let retry = &channel.config.retry;
        let cap = Duration::from_millis(retry.cap_ms.into());
        let repetitions = if self.recorder.is_some() { 0 } else { retry.max };
        let mut renewed = false;
        let mut tried = 0;
        loop {
            if let Some(reason) = channel.disabled().filter(|_| self.recorder.is_none()) {
                return Err(CheckError::Disabled { reason });
            }
            self.ask_breaker()?;
            let slot = channel.gate.pass(self.deps.permits(), cap).await;
            let slot = slot.map_err(|retry_after| CheckError::Throttled { retry_after })?;
            let ticket = match channel.breaker.enter(self.now()) {
                Ok(ticket) => Some(ticket),
                Err(_) if self.recorder.is_some() => None,
                Err(until) => return Err(self.open_until(until)),
            };
            let sent = Instant::now();
            let (outcome, old_token) = self.exchange(request.clone()).await;
            drop(slot);
            let now = self.now();
            let (verdict, retry_after, detail, body) = match outcome {
                Ok(reply) => {
                    if reply.status == StatusCode::UNAUTHORIZED && old_token && !renewed {
                        // The provider forgot the token before its time; a new one is worth a try.
                        channel.signer.forget().await;
                        channel.meter.request(now, sent.elapsed(), Some("HTTP 401".to_owned()));
                        renewed = true;
                        continue;
                    }
                    let body = reply.body.as_ref().ok().map(Document::root);
                    let verdict = classify(&channel.compiled.rules, reply.status, body);
                    let header = reply.retry_after(now);
                    let body = reply.body.map_err(|unusable| unusable.reason);
                    (verdict, header, format!("HTTP {}", reply.status.as_u16()), body)
                }
                Err(none) => {
                    let action = if none.passing { Action::Retry } else { Action::Fail };
                    let detail = format!("{}: {}", none.reason, none.detail);
                    (Verdict { action, wait: None }, None, detail, Err(none.reason))
                }
            };
            let asked_wait = retry_after.max(verdict.wait);
            let good = matches!(verdict.action, Action::Ok | Action::Pause);
            let error = match &body {
                Ok(_) if good => None,
                Err(reason) if good => Some(reason.to_string()),
                _ => Some(detail.clone()),
            };
            match (&error, verdict.action, ticket) {
                // Being asked to slow down tells nothing about whether the channel works.
                (_, Action::Throttle, _) | (_, _, None) => {}
                (None, _, Some(ticket)) => ticket.succeeded(),
                (Some(_), _, Some(ticket)) => ticket.failed(now),
            }
            channel.meter.request(now, sent.elapsed(), error);
            let wait = match (asked_wait, verdict.action) {
                (Some(wait), Action::Throttle | Action::Pause) => wait,
                (None, Action::Pause) => Duration::from_millis(retry.base_ms.into()),
                (wait, _) => self.backoff(tried).max(wait.unwrap_or_default()),
            };
            if asked_wait.is_some_and(|wait| !wait.is_zero())
                || matches!(verdict.action, Action::Throttle | Action::Pause)
            {
                channel.gate.pause(self.deps.permits(), asked_wait.unwrap_or(wait)).await;
            }
            match verdict.action {
                Action::Ok | Action::Pause => return Ok(body),
                Action::Throttle if tried < repetitions && wait <= cap => {}
                Action::Retry if tried < repetitions && wait <= cap => tokio::time::sleep(wait).await,
                Action::Throttle => return Err(CheckError::Throttled { retry_after: wait }),
                Action::Retry if wait > cap => return Err(CheckError::Throttled { retry_after: wait }),
                Action::Retry | Action::Fail => {
                    let reason = body.err().filter(|reason| is_transport(*reason));
                    return Err(CheckError::failed(reason.unwrap_or(Reason::ChannelFailed), detail));
                }
                Action::DisableChannel => {
                    if self.recorder.is_none() {
                        channel.disable(detail.clone());
                    }
                    return Err(CheckError::Disabled { reason: detail });
                }
            }
            tried += 1;
        }
    }

    /// Signs and sends one request and reads its answer; also whether it carried an old token.
    async fn exchange(&mut self, mut request: Prepared) -> (Result<Reply, NoReply>, bool) {
        let channel = self.channel;
        let config = &channel.config;
        let clock = self.deps.clock();
        let signing = channel.signer.sign(
            &config.auth,
            &channel.compiled,
            &channel.outbound,
            &config.answer,
            clock,
            &mut request,
        );
        let signed = match signing.await {
            Ok(signed) => signed,
            Err(error) => {
                let passing = matches!(error, SignError::Passing(_));
                let no = NoReply { reason: Reason::AuthFailed, detail: error.to_string(), passing };
                return (Err(no), false);
            }
        };
        self.requests += 1;
        let shown = self.recorder.as_ref().map(|_| request.clone());
        let longest = Duration::from_millis(config.answer.timeout_ms.into());
        let sending = send(&channel.outbound, request, &config.answer);
        let outcome = match tokio::time::timeout(longest, sending).await {
            Ok(outcome) => outcome,
            Err(_) => Err(NoReply {
                reason: Reason::Timeout,
                detail: "no answer in time".to_owned(),
                passing: true,
            }),
        };
        let Signed { old_token, hidden } = signed;
        if let (Some(recorder), Some(request)) = (&mut self.recorder, shown) {
            recorder.exchange(&request, outcome.as_ref().ok(), hidden);
        }
        (outcome, old_token)
    }

    fn ask_breaker(&self) -> Result<(), CheckError> {
        match self.channel.breaker.state(self.now()) {
            crate::BreakerState::Open { until } if self.recorder.is_none() => Err(self.open_until(until)),
            _ => Ok(()),
        }
    }

    fn open_until(&self, until: Timestamp) -> CheckError {
        let seconds = u64::try_from(until.since(self.now())).unwrap_or(0).max(1);
        CheckError::BreakerOpen { retry_after: Duration::from_secs(seconds) }
    }

    /// The wait before the next try: twice as long each time, of which half is by chance.
    fn backoff(&self, tried: u32) -> Duration {
        let retry = &self.channel.config.retry;
        let whole = u64::from(retry.base_ms).saturating_mul(1 << tried.min(30)).min(retry.cap_ms.into());
        let mut bytes = [0; 8];
        // Without randomness the waits are merely less spread.
        let _ = self.deps.entropy().fill(&mut bytes);
        let half = whole / 2;
        Duration::from_millis(whole - half + u64::from_le_bytes(bytes) % (half + 1))
    }

    fn charge(&mut self, numbers: usize) {
        let cost = &self.channel.config.cost;
        let items = u64::try_from(numbers).unwrap_or(u64::MAX);
        let times = match cost.per {
            CostPer::Item => i64::try_from(items).unwrap_or(i64::MAX),
            CostPer::Request => 1,
        };
        let spend = Points(cost.points.0.saturating_mul(times));
        self.spend = Points(self.spend.0.saturating_add(spend.0));
        self.channel.meter.accepted(self.now(), items, spend);
    }

    /// A failure that is not the answer to one request: for the breaker and for whoever looks.
    fn note_failure(&self, text: &str) {
        let now = self.now();
        self.channel.meter.failure(now, text.to_owned());
        if let Some(ticket) = self.channel.breaker.enter(now).ok().filter(|_| self.recorder.is_none()) {
            ticket.failed(now);
        }
    }

    fn now(&self) -> Timestamp {
        self.deps.clock().now()
    }
}

async fn send(
    outbound: &Outbound,
    request: Prepared,
    limits: &crate::AnswerLimits,
) -> Result<Reply, NoReply> {
    let refused = || NoReply {
        reason: Reason::RefusedAddress,
        detail: "the address is not on the public internet".to_owned(),
        passing: false,
    };
    let unreachable = |error: reqwest::Error| {
        if Outbound::was_refused(&error) {
            return refused();
        }
        let reason = if error.is_timeout() { Reason::Timeout } else { Reason::Unreachable };
        NoReply { reason, detail: innermost(&error.without_url()), passing: true }
    };
    let client = outbound.client_for(&request.url).map_err(|_| refused())?;
    let mut builder = client.request(request.method, request.url).headers(request.headers);
    if let Some(body) = request.body {
        builder = builder.body(body);
    }
    let response = builder.send().await.map_err(unreachable)?;
    reply::read(response, limits).await.map_err(unreachable)
}

/// What the error is about, without the layers around it.
fn innermost(error: &dyn std::error::Error) -> String {
    let mut inner = error;
    while let Some(source) = inner.source() {
        inner = source;
    }
    inner.to_string()
}

/// Whether there was no answer at all.
fn is_transport(reason: Reason) -> bool {
    matches!(reason, Reason::Timeout | Reason::Unreachable | Reason::RefusedAddress | Reason::AuthFailed)
}
