//! One request with its retries.

use std::sync::Arc;
use std::time::Duration;

use http::StatusCode;
use numsift_model::clock::Timestamp;
use tokio::time::Instant;

use super::batch_run::BatchRun;
use crate::answer::classify::{Verdict, classify};
use crate::config::rules::Action;
use crate::gate::breaker::BreakerState;
use crate::outcome::{CheckError, Reason};
use crate::request::RequestTemplate;
use crate::request::batch::BatchContext;
use crate::request::sign::{SignContext, SignError, Signed};
use crate::transport::json::Document;
use crate::transport::reply::Reply;
use crate::transport::send::{HttpRequest, NoReply, send};

/// The body of a successful reply, or why it cannot be used.
pub(super) type Body = Result<Document, Reason>;

/// A reply that the rules accept.
pub(super) struct Accepted {
    pub(super) body: Body,
    /// The status of every number of the request, whatever the body says.
    pub(super) status: Option<Arc<str>>,
    /// The provider does not charge for it.
    pub(super) free: bool,
}

/// When a request without a reply is sent again.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Repeat {
    Always,
    /// Only if the provider did not receive it.
    NotReceived,
}

/// What an attempt led to.
struct Attempt {
    verdict: Verdict,
    /// From the `Retry-After` header.
    retry_after: Option<Duration>,
    /// The HTTP status or the transport error, for the operator.
    detail: String,
    body: Body,
}

impl Attempt {
    fn from_reply(reply: Reply, verdict: Verdict, now: Timestamp) -> Self {
        Self {
            verdict,
            retry_after: reply.retry_after(now),
            detail: format!("HTTP {}", reply.status.as_u16()),
            body: reply.body.map_err(|unusable| unusable.reason),
        }
    }

    fn from_failure(failure: &NoReply, repeat: Repeat) -> Self {
        let again = failure.transient && (repeat == Repeat::Always || !failure.maybe_received);
        let action = if again { Action::Retry } else { Action::Fail };
        Self {
            verdict: Verdict { action, ..Verdict::default() },
            retry_after: None,
            detail: failure.detail.clone(),
            body: Err(failure.reason),
        }
    }

    /// The message for the operator, unless the attempt succeeded.
    fn error(&self) -> Option<String> {
        let accepted = matches!(self.verdict.action, Action::Ok | Action::Pause);
        match &self.body {
            _ if self.verdict.status.is_some() => None,
            Ok(_) if accepted => None,
            Err(reason) if accepted => Some(reason.to_string()),
            Err(reason) if is_transport(*reason) => Some(format!("{reason}: {}", self.detail)),
            _ => Some(self.detail.clone()),
        }
    }
}

impl BatchRun<'_> {
    /// Sends a request until it succeeds or a retry is pointless.
    pub(super) async fn request(
        &mut self,
        template: &RequestTemplate,
        batch: &BatchContext<'_>,
        repeat: Repeat,
    ) -> Result<Accepted, CheckError> {
        let channel = self.channel;
        let compiled = &channel.compiled;
        let render = |batch: &BatchContext<'_>| {
            let rendered = template.render(&compiled.templates, &compiled.base, batch);
            rendered.map_err(|(field, problem)| {
                let detail = format!("invalid `{field}`: {problem}");
                CheckError::failed(Reason::BadRequest, channel.config.without_secrets(&detail))
            })
        };
        let request = render(batch)?;
        // A test shows the request as it is rendered with masks, so that no part of a secret can be shown.
        let shown = if self.is_test() && !batch.secrets.is_empty() {
            render(&BatchContext { masked: true, ..batch.clone() })?
        } else {
            request.clone()
        };
        let retry = &channel.config.retry;
        let cap = Duration::from_millis(retry.cap_ms.into());
        let max_retries = if self.is_test() { 0 } else { retry.max };
        let mut token_renewed = false;
        let mut retries = 0;
        loop {
            if let Some(reason) = channel.disabled().filter(|_| !self.is_test()) {
                return Err(CheckError::Disabled { reason });
            }
            self.check_breaker()?;
            let slot = channel.limiter.acquire(self.services.permits(), cap).await;
            let slot = slot.map_err(|retry_after| CheckError::Throttled { retry_after })?;
            let ticket = match channel.breaker.enter(self.now()) {
                Ok(ticket) => Some(ticket),
                Err(_) if self.is_test() => None,
                Err(until) => return Err(self.breaker_open(until)),
            };
            let sent = Instant::now();
            let (outcome, cached_token) = self.exchange(request.clone(), shown.clone()).await;
            drop(slot);
            let now = self.now();
            let attempt = match outcome {
                Ok(reply) => {
                    if reply.status == StatusCode::UNAUTHORIZED && cached_token && !token_renewed {
                        // The provider may have revoked the token before its expiry: try once with a new one.
                        channel.signer.drop_token().await;
                        channel.meter.record_request(now, sent.elapsed(), Some("HTTP 401".to_owned()));
                        token_renewed = true;
                        continue;
                    }
                    let body = reply.body.as_ref().ok().map(Document::root);
                    let verdict =
                        classify(&compiled.rules, batch.project, reply.status, &reply.headers, body);
                    Attempt::from_reply(reply, verdict, now)
                }
                // A proxy or an open connection may still work, so this is asked after the failure, not before.
                Err(failure) if failure.transient && channel.outbound.names().are_away() => {
                    return Err(CheckError::ResolverAway);
                }
                Err(failure) => Attempt::from_failure(&failure, repeat),
            };
            let error = attempt.error();
            let Attempt { verdict, retry_after, detail, body } = attempt;
            match (&error, verdict.action, ticket) {
                // Throttling says nothing about whether the channel works.
                (_, Action::Throttle, _) | (_, _, None) => {}
                (None, _, Some(ticket)) => ticket.succeeded(now),
                (Some(_), _, Some(ticket)) => ticket.failed(now),
            }
            channel.meter.record_request(now, sent.elapsed(), error);
            let requested_wait = retry_after.max(verdict.wait);
            let wait = match (requested_wait, verdict.action) {
                (Some(wait), Action::Throttle | Action::Pause) => wait,
                (None, Action::Pause) => Duration::from_millis(retry.base_ms.into()),
                (wait, _) => self.backoff(retries).max(wait.unwrap_or_default()),
            };
            if requested_wait.is_some_and(|wait| !wait.is_zero())
                || matches!(verdict.action, Action::Throttle | Action::Pause)
            {
                channel.limiter.pause(self.services.permits(), requested_wait.unwrap_or(wait)).await;
            }
            match verdict.action {
                Action::Ok | Action::Pause => {
                    return Ok(Accepted { body, status: verdict.status, free: verdict.free });
                }
                // The limiter keeps the pause.
                Action::Throttle if retries < max_retries && wait <= cap => {}
                Action::Retry if retries < max_retries && wait <= cap => tokio::time::sleep(wait).await,
                Action::Throttle => return Err(CheckError::Throttled { retry_after: wait }),
                Action::Retry if wait > cap => return Err(CheckError::Throttled { retry_after: wait }),
                Action::Retry | Action::Fail => {
                    let reason = body.err().filter(|reason| is_transport(*reason));
                    return Err(CheckError::failed(reason.unwrap_or(Reason::ChannelFailed), detail));
                }
                Action::DisableChannel => {
                    if !self.is_test() {
                        channel.disable(detail.clone());
                    }
                    return Err(CheckError::Disabled { reason: detail });
                }
            }
            retries += 1;
        }
    }

    /// Signs and sends one request and reads its reply. Also returns whether it carried a cached token. A test records
    /// `shown` instead of the request.
    async fn exchange(
        &mut self,
        mut request: HttpRequest,
        mut shown: HttpRequest,
    ) -> (Result<Reply, NoReply>, bool) {
        let channel = self.channel;
        let config = &channel.config;
        let context = SignContext {
            auth: &config.auth,
            templates: &channel.compiled.templates,
            message: channel.compiled.message.as_ref(),
            jwt: channel.compiled.jwt.as_ref(),
            outbound: &channel.outbound,
            limits: &config.answer,
            clock: self.services.clock(),
            entropy: self.services.entropy(),
        };
        let signed = match channel.signer.sign(&context, &mut request).await {
            Ok(signed) => signed,
            Err(error) => {
                let transient = matches!(error, SignError::Transient(_));
                let (reason, detail) = (Reason::AuthFailed, error.to_string());
                let failure = NoReply { reason, detail, transient, maybe_received: false };
                return (Err(failure), false);
            }
        };
        self.requests += 1;
        if self.is_test() {
            // The same authentication, which the recorder masks. It cannot fail differently.
            let _ = channel.signer.sign(&context, &mut shown).await;
        }
        let timeout = Duration::from_millis(config.answer.timeout_ms.into());
        let sent = Instant::now();
        let sending = send(&channel.outbound, request, &config.answer, config.csv.as_ref());
        let outcome = match tokio::time::timeout(timeout, sending).await {
            Ok(outcome) => outcome,
            Err(_) => Err(NoReply {
                reason: Reason::Timeout,
                detail: format!("no reply within {} ms", config.answer.timeout_ms),
                transient: true,
                maybe_received: true,
            }),
        };
        count_request(&config.name, &outcome, sent.elapsed());
        let Signed { cached_token, hidden } = signed;
        if let Some(recorder) = &mut self.recorder {
            recorder.record_exchange(&shown, outcome.as_ref().ok(), hidden);
        }
        (outcome, cached_token)
    }

    fn check_breaker(&self) -> Result<(), CheckError> {
        match self.channel.breaker.state(self.now()) {
            BreakerState::Open { until } if !self.is_test() => Err(self.breaker_open(until)),
            _ => Ok(()),
        }
    }

    fn breaker_open(&self, until: Timestamp) -> CheckError {
        let seconds = u64::try_from(until.since(self.now())).unwrap_or(0).max(1);
        CheckError::BreakerOpen { retry_after: Duration::from_secs(seconds) }
    }

    /// The delay before the next retry: doubled each time, half of it random.
    pub(super) fn backoff(&self, retries: u32) -> Duration {
        let retry = &self.channel.config.retry;
        let whole = u64::from(retry.base_ms).saturating_mul(1 << retries.min(30)).min(retry.cap_ms.into());
        let mut bytes = [0; 8];
        // Without randomness the delays are only less spread out.
        let _ = self.services.entropy().fill(&mut bytes);
        let half = whole / 2;
        Duration::from_millis(whole - half + u64::from_le_bytes(bytes) % (half + 1))
    }
}

/// How a request can end: the class of the reply's status, or why there is no reply.
pub const REQUEST_OUTCOMES: [&str; 6] = ["2xx", "3xx", "4xx", "5xx", "timeout", "unreachable"];

fn count_request(channel: &str, outcome: &Result<Reply, NoReply>, took: Duration) {
    let outcome = match outcome {
        Ok(reply) => REQUEST_OUTCOMES[usize::from(reply.status.as_u16() / 100).clamp(2, 5) - 2],
        Err(NoReply { reason: Reason::Timeout, .. }) => "timeout",
        Err(_) => "unreachable",
    };
    let labels = [("channel", channel.to_owned()), ("outcome", outcome.to_owned())];
    metrics::counter!("numsift_provider_requests_total", &labels).increment(1);
    metrics::histogram!("numsift_provider_request_duration_seconds", &labels).record(took.as_secs_f64());
}

/// Whether there was no reply at all.
fn is_transport(reason: Reason) -> bool {
    matches!(reason, Reason::Timeout | Reason::Unreachable | Reason::RefusedAddress | Reason::AuthFailed)
}
