//! Asks providers about numbers: channels in their order, the next one when one does not serve, and
//! `unknown` when none does.

use std::sync::Arc;
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream;
use numsift_channel::{Answer, Channel, CheckError, CheckResult, Outcome, Reason};
use numsift_model::task::Check;
use numsift_segments::CountryCode;

use crate::Result;
use crate::engine::Screening;
use crate::in_hand::Attempt;

/// When every channel is busy or broken, how often they are waited for.
const MOST_WAITS: u32 = 4;
/// And how long at the most.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// What is known about each number that was asked about, by its place.
type Answers = Vec<Option<Outcome>>;

/// A number that nobody has answered about yet.
#[derive(Clone, Copy)]
struct Open {
    place: usize,
    number: u64,
}

impl Screening {
    /// The channels that are asked for a check, in their order.
    pub(crate) async fn channels_for(&self, check: &Check) -> Result<Vec<Arc<Channel>>> {
        let all = self.0.registry.usable().await?;
        Ok(serving(&all, check))
    }

    /// Asks about numbers, each with its country.
    pub(crate) async fn ask(
        &self,
        check: &Check,
        numbers: &[(u64, CountryCode)],
        attempt: &Attempt,
    ) -> Result<Answers> {
        let mut answers = vec![None; numbers.len()];
        let mut open: Vec<Open> =
            numbers.iter().enumerate().map(|(place, (number, _))| Open { place, number: *number }).collect();
        let mut waits = 0;
        while !open.is_empty() {
            let channels = self.channels_for(check).await?;
            let mut wait: Option<Duration> = None;
            for channel in &channels {
                let serves =
                    |one: &Open| channel.config().serves(&check.project, Some(&numbers[one.place].1));
                let (mine, others): (Vec<_>, Vec<_>) = open.iter().copied().partition(serves);
                if mine.is_empty() {
                    continue;
                }
                let round = self.ask_one(channel, check, &mine, attempt, &mut answers).await?;
                open = others;
                open.extend(round.unanswered);
                wait = match (wait, round.wait) {
                    (Some(known), Some(new)) => Some(known.min(new)),
                    (known, new) => known.or(new),
                };
                if open.is_empty() {
                    break;
                }
            }
            match wait {
                // Somebody could answer a little later.
                Some(wait) if !open.is_empty() && waits < MOST_WAITS => {
                    waits += 1;
                    tokio::time::sleep(wait.min(LONGEST_WAIT)).await;
                }
                _ => break,
            }
        }
        for one in open {
            answers[one.place].get_or_insert(Outcome::Unknown { reason: Reason::NoChannel });
        }
        Ok(answers)
    }

    /// Asks one channel about all of these, in batches side by side.
    async fn ask_one(
        &self,
        channel: &Arc<Channel>,
        check: &Check,
        mine: &[Open],
        attempt: &Attempt,
        known: &mut Answers,
    ) -> Result<Round> {
        let config = channel.config();
        let size = usize::try_from(config.batch.max).unwrap_or(1).max(1);
        let side_by_side = usize::try_from(config.limit.concurrency).unwrap_or(1).max(1);
        let deps = self.0.registry.deps();
        let mut batches: Vec<BoxFuture<'_, (Vec<Open>, CheckResult)>> = Vec::new();
        for batch in mine.chunks(size) {
            let batch = batch.to_vec();
            let numbers: Vec<u64> = batch.iter().map(|one| one.number).collect();
            batches.push(Box::pin(async move {
                let result = channel.check(&numbers, &check.project, deps).await;
                (batch, result)
            }));
        }
        let mut answered = stream::iter(batches).buffer_unordered(side_by_side);
        let mut round = Round::default();
        while let Some((batch, result)) = answered.next().await {
            attempt.spend(&check.project, result.usage.spend);
            let outcome = match &result.answers {
                Ok(_) => "answered",
                Err(CheckError::Throttled { .. }) => "throttled",
                Err(CheckError::BreakerOpen { .. }) => "left_alone",
                Err(CheckError::Disabled { .. }) => "disabled",
                Err(CheckError::Failed { .. }) => "failed",
            };
            let name = config.name.clone();
            metrics::counter!("numsift_provider_requests_total", "channel" => name.clone())
                .increment(result.usage.requests.into());
            metrics::counter!("numsift_provider_batches_total", "channel" => name, "outcome" => outcome)
                .increment(1);
            match result.answers {
                Ok(answers) => keep(&batch, answers, known),
                Err(error) => {
                    round.unanswered.extend_from_slice(&batch);
                    match error {
                        CheckError::Throttled { retry_after } | CheckError::BreakerOpen { retry_after } => {
                            round.wait = Some(round.wait.map_or(retry_after, |least| least.min(retry_after)));
                        }
                        CheckError::Disabled { reason } => {
                            round.disabled = Some(reason);
                        }
                        CheckError::Failed { .. } => {}
                    }
                }
            }
        }
        drop(answered);
        if let Some(reason) = &round.disabled {
            self.channel_failed(&config.name, reason).await?;
        }
        Ok(round)
    }
}

/// Those of the channels that are asked for a check, in their order.
pub(crate) fn serving(all: &[Arc<Channel>], check: &Check) -> Vec<Arc<Channel>> {
    if check.channels.is_empty() {
        let serving = all.iter().filter(|channel| channel.config().serves(&check.project, None));
        return serving.cloned().collect();
    }
    let named = check
        .channels
        .iter()
        .filter_map(|name| all.iter().find(|channel| &channel.config().name == name).cloned());
    named.filter(|channel| channel.config().serves(&check.project, None)).collect()
}

/// Answers come one per number, in their order.
fn keep(batch: &[Open], answers: Vec<Answer>, known: &mut Answers) {
    for (one, answer) in batch.iter().zip(answers) {
        known[one.place] = Some(answer.outcome);
    }
}

#[derive(Default)]
struct Round {
    unanswered: Vec<Open>,
    wait: Option<Duration>,
    disabled: Option<String>,
}
