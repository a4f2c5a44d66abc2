//! Asks providers: the channels of a check in order, the next one when one fails, `unknown` when all fail.

use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream;
use numsift_channel::{Answer, Channel, CheckError, CheckResult, Outcome, Reason};
use numsift_model::channel::ChannelCondition;
use numsift_model::task::Check;
use numsift_segments::CountryCode;
use numsift_store::Store;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::costs::Costs;
use crate::Result;
use crate::channels::{Channels, serving};

/// How often to wait for channels that are throttled or whose breaker is open.
const MOST_WAITS: u32 = 4;
/// Longest single wait.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// The outcome for each number, in the order in which they were asked about.
pub(crate) type Outcomes = Vec<Option<Outcome>>;

/// A number without an answer, and its position among those asked about.
#[derive(Clone, Copy)]
struct Unanswered {
    position: usize,
    number: u64,
}

/// What is left after one channel was asked.
#[derive(Default)]
struct Round {
    unanswered: Vec<Unanswered>,
    /// The channel cannot answer for these numbers, but another one may.
    passed_on: Vec<Unanswered>,
    /// The channel may answer after this time.
    retry_after: Option<Duration>,
    /// Why the provider refuses to serve this installation.
    disabled: Option<String>,
}

/// Asks providers on behalf of chunks and lookups.
#[derive(Clone)]
pub(crate) struct Providers {
    pub store: Arc<dyn Store>,
    pub channels: Channels,
}

impl Providers {
    /// Asks about numbers, each with its country.
    pub async fn ask(
        &self,
        check: &Check,
        numbers: &[(u64, CountryCode)],
        costs: &Costs,
    ) -> Result<Outcomes> {
        let mut outcomes = vec![None; numbers.len()];
        self.fill(check, numbers, costs, &mut outcomes).await?;
        Ok(outcomes)
    }

    /// Asks about numbers until a moment. Those that are not answered by then are unknown.
    pub async fn ask_until(
        &self,
        check: &Check,
        numbers: &[(u64, CountryCode)],
        costs: &Costs,
        deadline: Instant,
    ) -> Result<Outcomes> {
        let mut outcomes = vec![None; numbers.len()];
        match tokio::time::timeout_at(deadline, self.fill(check, numbers, costs, &mut outcomes)).await {
            Ok(filled) => filled?,
            Err(_) => {
                for outcome in &mut outcomes {
                    outcome.get_or_insert(Outcome::Unknown { reason: Reason::Timeout });
                }
            }
        }
        Ok(outcomes)
    }

    /// Asks about numbers and stores each answer when it arrives.
    async fn fill(
        &self,
        check: &Check,
        numbers: &[(u64, CountryCode)],
        costs: &Costs,
        outcomes: &mut Outcomes,
    ) -> Result<()> {
        let mut left: Vec<_> = numbers
            .iter()
            .enumerate()
            .map(|(position, (number, _))| Unanswered { position, number: *number })
            .collect();
        // The numbers that each channel has passed on. It is not asked about them again.
        let mut passed_on: BTreeMap<String, HashSet<usize>> = BTreeMap::new();
        let mut waits = 0;
        while !left.is_empty() {
            let mut retry_after: Option<Duration> = None;
            for channel in &self.channels_for(check).await? {
                let passed_on = passed_on.entry(channel.config().name.clone()).or_default();
                let serves = |one: &Unanswered| {
                    channel.config().serves(&check.project, Some(&numbers[one.position].1))
                        && !passed_on.contains(&one.position)
                };
                let (mine, others): (Vec<_>, Vec<_>) = left.iter().copied().partition(serves);
                if mine.is_empty() {
                    continue;
                }
                let round = self.ask_channel(channel, check, &mine, costs, outcomes).await?;
                left = others;
                left.extend(round.unanswered);
                passed_on.extend(round.passed_on.iter().map(|one| one.position));
                left.extend(round.passed_on);
                retry_after = earliest(retry_after, round.retry_after);
                if left.is_empty() {
                    break;
                }
            }
            match retry_after {
                Some(wait) if !left.is_empty() && waits < MOST_WAITS => {
                    waits += 1;
                    tokio::time::sleep(wait.min(LONGEST_WAIT)).await;
                }
                _ => break,
            }
        }
        for one in left {
            outcomes[one.position].get_or_insert(Outcome::Unknown { reason: Reason::NoChannel });
        }
        Ok(())
    }

    /// The channels that are asked for a check now, in order.
    async fn channels_for(&self, check: &Check) -> Result<Vec<Arc<Channel>>> {
        let usable = self.channels.usable(&mut *self.store.read().await?).await?;
        Ok(serving(&usable, &check.project, &check.channels))
    }

    /// Asks one channel about numbers, in concurrent batches.
    async fn ask_channel(
        &self,
        channel: &Arc<Channel>,
        check: &Check,
        numbers: &[Unanswered],
        costs: &Costs,
        outcomes: &mut Outcomes,
    ) -> Result<Round> {
        let config = channel.config();
        let size = usize::try_from(config.batch.max).unwrap_or(1).max(1);
        let concurrency = usize::try_from(config.limit.concurrency).unwrap_or(1).max(1);
        let services = self.channels.services();
        let mut batches: Vec<BoxFuture<'_, (Vec<Unanswered>, CheckResult)>> = Vec::new();
        for batch in numbers.chunks(size) {
            let batch = batch.to_vec();
            let numbers: Vec<u64> = batch.iter().map(|one| one.number).collect();
            // A child of the span of the chunk, or of the request that looks up a number.
            let span = tracing::info_span!("provider", channel = config.name, project = check.project);
            let asking = async move {
                let result = channel.check(&numbers, &check.project, services).await;
                (batch, result)
            };
            batches.push(Box::pin(asking.instrument(span)));
        }
        let mut answered = stream::iter(batches).buffer_unordered(concurrency);
        let mut round = Round::default();
        while let Some((batch, result)) = answered.next().await {
            costs.add(&check.project, result.usage.spend);
            count_batch(&config.name, &result);
            match result.answers {
                Ok(answers) => store_answers(&batch, answers, outcomes, &mut round.passed_on),
                Err(error) => {
                    round.unanswered.extend_from_slice(&batch);
                    match error {
                        CheckError::Throttled { retry_after } | CheckError::BreakerOpen { retry_after } => {
                            round.retry_after = earliest(round.retry_after, Some(retry_after));
                        }
                        CheckError::Disabled { reason } => round.disabled = Some(reason),
                        CheckError::Failed { .. } => {}
                    }
                }
            }
        }
        drop(answered);
        if let Some(reason) = &round.disabled {
            self.channels.disable(&config.name, reason).await?;
        }
        Ok(round)
    }
}

/// The shorter of two waits, where there is one.
fn earliest(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}

/// How a batch can end.
const BATCH_OUTCOMES: [&str; 5] = ["answered", "throttled", "left_alone", "disabled", "failed"];

fn count_batch(channel: &str, result: &CheckResult) {
    let outcome = match &result.answers {
        Ok(_) => "answered",
        Err(CheckError::Throttled { .. }) => "throttled",
        Err(CheckError::BreakerOpen { .. }) => "left_alone",
        Err(CheckError::Disabled { .. }) => "disabled",
        Err(CheckError::Failed { .. }) => "failed",
    };
    let channel = channel.to_owned();
    metrics::counter!("numsift_provider_cost_total", "channel" => channel.clone())
        .increment(u64::try_from(result.usage.spend.0).unwrap_or(0));
    metrics::counter!("numsift_provider_batches_total", "channel" => channel, "outcome" => outcome)
        .increment(1);
}

/// Creates the metrics of a channel, so that they are 0 before its first request.
pub fn register_channel_metrics(channel: &str) {
    let channel = channel.to_owned();
    metrics::counter!("numsift_provider_cost_total", "channel" => channel.clone()).increment(0);
    for outcome in BATCH_OUTCOMES {
        metrics::counter!("numsift_provider_batches_total", "channel" => channel.clone(), "outcome" => outcome)
            .increment(0);
    }
    for outcome in numsift_channel::REQUEST_OUTCOMES {
        metrics::counter!("numsift_provider_requests_total", "channel" => channel.clone(), "outcome" => outcome)
            .increment(0);
    }
    for condition in ChannelCondition::ALL {
        metrics::counter!("numsift_channel_changes_total", "channel" => channel.clone(),
            "condition" => condition.as_str())
        .increment(0);
    }
    let _ = metrics::histogram!("numsift_provider_request_duration_seconds", "channel" => channel,
        "outcome" => "2xx");
}

/// Stores the answers of a batch: one per number, in order. An answer that is passed on stays if no other channel has a
/// better one.
fn store_answers(
    batch: &[Unanswered],
    answers: Vec<Answer>,
    outcomes: &mut Outcomes,
    passed_on: &mut Vec<Unanswered>,
) {
    for (one, answer) in batch.iter().zip(answers) {
        if matches!(answer.outcome, Outcome::Unknown { reason } if reason.is_for_next_channel()) {
            passed_on.push(*one);
        }
        outcomes[one.position] = Some(answer.outcome);
    }
}
