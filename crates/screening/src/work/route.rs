//! Asks providers: the channels of a check in the order of its routing, the next one when one fails, `unknown` when all
//! fail.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use futures_util::StreamExt;
use futures_util::future::BoxFuture;
use futures_util::stream::{self, BoxStream};
use numsift_channel::{Answer, Channel, CheckError, CheckResult, Inputs, Outcome, Reason, ResolverAway};
use numsift_model::routing::RouteBy;
use numsift_model::task::Check;
use numsift_segments::CountryCode;
use numsift_store::Store;
use tokio::time::Instant;
use tracing::Instrument as _;

use super::batch_metrics::count_batch;
use super::costs::Costs;
use super::order::Orders;
use super::shadow::{Shadow, shadows};
use crate::channels::{ChannelList, Channels, Comparison, serving};
use crate::{Result, ScreeningError};

/// How often to wait for channels that are throttled or whose breaker is open.
const MOST_WAITS: u32 = 4;
/// Longest single wait.
const LONGEST_WAIT: Duration = Duration::from_secs(20);

/// How long answers that were bought wait for the rest while this machine cannot resolve host names, and how often it
/// tries.
const RESOLVER_WAIT: Duration = Duration::from_secs(30);
const RESOLVER_POLL: Duration = Duration::from_secs(1);

/// The outcome for each number, in the order in which they were asked about.
pub(crate) type Outcomes = Vec<Option<Outcome>>;

/// A number without an answer.
#[derive(Clone, Copy)]
pub(super) struct Unanswered {
    /// Position among the numbers asked about.
    pub position: usize,
    pub number: u64,
    /// Place of the next channel in the order of its channels.
    pub next: usize,
}

/// What is asked, and of which channels.
pub(super) struct Asking<'a> {
    pub check: &'a Check,
    pub numbers: &'a [(u64, CountryCode)],
    /// The values in the rows of the numbers.
    pub inputs: &'a Inputs,
    pub channels: &'a [Arc<Channel>],
    pub orders: &'a Orders,
    pub costs: &'a Costs,
}

impl Asking<'_> {
    pub fn country(&self, one: &Unanswered) -> CountryCode {
        self.numbers[one.position].1
    }

    pub fn name(&self, channel: usize) -> &str {
        &self.channels[channel].config().name
    }
}

/// The numbers that each channel has passed on. It is not asked about them again.
type PassedOn = HashMap<String, HashSet<usize>>;

/// What is left after some channels were asked.
#[derive(Default)]
struct Round {
    unanswered: Vec<Unanswered>,
    /// The channel (by position) cannot answer for these numbers, but another one may.
    passed_on: Vec<(usize, Unanswered)>,
    /// A channel may answer after this time.
    retry_after: Option<Duration>,
    /// A channel was not reached because this machine cannot resolve host names.
    resolver_away: bool,
}

/// When the numbers that are left can be asked about again.
#[derive(Clone, Copy, Default)]
struct Again {
    after: Option<Duration>,
    resolver_away: bool,
}

/// A batch that a channel (by position) was asked about.
type Asked<'a> = (usize, &'a [Unanswered], CheckResult);

/// Asks providers on behalf of chunks and lookups.
#[derive(Clone)]
pub(crate) struct Providers {
    pub store: Arc<dyn Store>,
    pub channels: Channels,
}

impl Providers {
    /// Asks about numbers, each with its country and the values in its row. `compare` allows to ask a second channel about some of them, if the
    /// routing of the check says so.
    pub async fn ask(
        &self,
        check: &Check,
        numbers: &[(u64, CountryCode)],
        inputs: &Inputs,
        costs: &Costs,
        compare: bool,
    ) -> Result<Outcomes> {
        let mut outcomes = vec![None; numbers.len()];
        self.fill(check, (numbers, inputs), costs, None, compare, &mut outcomes).await?;
        Ok(outcomes)
    }

    /// Asks about numbers until a moment. Those that are not answered by then are unknown. `usable` are the channels that can be
    /// used now.
    pub async fn ask_until(
        &self,
        check: &Check,
        (numbers, inputs): (&[(u64, CountryCode)], &Inputs),
        costs: &Costs,
        usable: &ChannelList,
        deadline: Instant,
    ) -> Result<Outcomes> {
        let mut outcomes = vec![None; numbers.len()];
        let filling = self.fill(check, (numbers, inputs), costs, Some(usable), false, &mut outcomes);
        match tokio::time::timeout_at(deadline, filling).await {
            Ok(filled) => filled?,
            Err(_) => {
                for outcome in &mut outcomes {
                    outcome.get_or_insert(Outcome::Unknown { reason: Reason::Timeout });
                }
            }
        }
        Ok(outcomes)
    }

    /// Asks about numbers and stores each answer when it arrives. `usable` are the channels that can be used now, if they are
    /// known, as for lookups. Numbers of a task are given back while their providers fail.
    async fn fill(
        &self,
        check: &Check,
        (numbers, inputs): (&[(u64, CountryCode)], &Inputs),
        costs: &Costs,
        mut usable: Option<&ChannelList>,
        compare: bool,
        outcomes: &mut Outcomes,
    ) -> Result<()> {
        let mut left: Vec<_> = numbers
            .iter()
            .enumerate()
            .map(|(position, (number, _))| Unanswered { position, number: *number, next: 0 })
            .collect();
        let (mut passed_on, in_task) = (PassedOn::new(), usable.is_none());
        let mut waits = 0;
        let mut resolver_wait = Duration::ZERO;
        while !left.is_empty() {
            let channels = match usable.take() {
                Some(usable) => serving(usable, &check.project, &check.channels),
                None => self.channels_for(check).await?,
            };
            let traffic = match check.routing.by {
                RouteBy::Cost => self.channels.recent_traffic(&check.project).await?,
                RouteBy::Priority | RouteBy::Split => Arc::default(),
            };
            let countries = numbers.iter().map(|(_, country)| *country);
            let orders = Orders::of(check, &channels, countries, &traffic);
            let asking = Asking { check, numbers, inputs, channels: &channels, orders: &orders, costs };
            let compare = compare && waits == 0;
            let again = self.ask_in_order(&asking, &mut left, &mut passed_on, compare, outcomes).await?;
            let bought = costs.any() || outcomes.iter().any(Option::is_some);
            if again.resolver_away && !left.is_empty() {
                // The numbers are left for other nodes, unless answers were bought already.
                if !bought || resolver_wait >= RESOLVER_WAIT {
                    return Err(ResolverAway.into());
                }
                resolver_wait += RESOLVER_POLL;
                tokio::time::sleep(RESOLVER_POLL).await;
                self.channels.names().work().await;
                continue;
            }
            let waited = waits > 0 || again.after.is_none();
            if in_task && waited && !bought && !left.is_empty() && self.channels.may_recover(&channels) {
                return Err(ScreeningError::ProvidersAway);
            }
            match again.after {
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

    /// Asks every channel at most once about each number. Leaves the numbers without an answer in `left`, and returns
    /// when a channel may answer.
    async fn ask_in_order(
        &self,
        asking: &Asking<'_>,
        left: &mut Vec<Unanswered>,
        passed_on: &mut PassedOn,
        mut compare: bool,
        outcomes: &mut Outcomes,
    ) -> Result<Again> {
        let mut turn: Vec<_> = left.drain(..).map(|one| Unanswered { next: 0, ..one }).collect();
        let mut again = Again::default();
        while !turn.is_empty() {
            let mut groups: Vec<Vec<Unanswered>> = vec![Vec::new(); asking.channels.len()];
            for one in turn.drain(..) {
                let order = asking.orders.of_number(one.number, asking.country(&one));
                let passed = |at: &usize| {
                    passed_on.get(asking.name(order[*at])).is_some_and(|all| all.contains(&one.position))
                };
                match (one.next..order.len()).find(|at| passed_on.is_empty() || !passed(at)) {
                    Some(at) => groups[order[at]].push(Unanswered { next: at + 1, ..one }),
                    None => left.push(one),
                }
            }
            let to_compare = if compare { shadows(asking, &groups) } else { Vec::new() };
            compare = false;
            let answered = AtomicBool::new(false);
            let asked = async {
                let round = self.ask_groups(asking, &groups, outcomes).await;
                answered.store(true, Ordering::Relaxed);
                round
            };
            let (round, compared) = tokio::join!(asked, self.ask_shadows(asking, &to_compare, &answered));
            let round = round?;
            again.after = earliest(again.after, round.retry_after);
            again.resolver_away |= round.resolver_away;
            turn = round.unanswered;
            for (channel, one) in round.passed_on {
                passed_on.entry(asking.name(channel).to_owned()).or_default().insert(one.position);
                turn.push(one);
            }
            self.use_compared(asking, compared?, &mut turn, passed_on, outcomes);
        }
        Ok(again)
    }

    /// The channels that are asked for a check now, by priority.
    async fn channels_for(&self, check: &Check) -> Result<Vec<Arc<Channel>>> {
        let usable = self.channels.usable(&mut *self.store.read().await?).await?;
        Ok(serving(&usable, &check.project, &check.channels))
    }

    /// Asks each channel about its group of numbers, all channels at once.
    async fn ask_groups(
        &self,
        asking: &Asking<'_>,
        groups: &[Vec<Unanswered>],
        outcomes: &mut Outcomes,
    ) -> Result<Round> {
        let mut streams = Vec::new();
        for (channel, group) in groups.iter().enumerate().filter(|(_, group)| !group.is_empty()) {
            streams.push(self.batches(asking, channel, group, None));
        }
        let mut answered = stream::select_all(streams);
        let mut round = Round::default();
        let mut disabled = BTreeMap::new();
        while let Some((channel, batch, result)) = answered.next().await {
            match result.answers {
                Ok(answers) => store_answers(channel, batch, answers, outcomes, &mut round.passed_on),
                Err(error) => {
                    round.unanswered.extend_from_slice(batch);
                    match error {
                        CheckError::Throttled { retry_after } | CheckError::BreakerOpen { retry_after } => {
                            round.retry_after = earliest(round.retry_after, Some(retry_after));
                        }
                        CheckError::Disabled { reason } => drop(disabled.insert(channel, reason)),
                        CheckError::ResolverAway => round.resolver_away = true,
                        CheckError::Failed { .. } => {}
                    }
                }
            }
        }
        drop(answered);
        for (channel, reason) in disabled {
            self.channels.disable(asking.name(channel), &reason).await?;
        }
        Ok(round)
    }

    /// Asks second channels about numbers. No request is begun after `answered` is set, so that a slow channel does not
    /// hold up the others.
    async fn ask_shadows(
        &self,
        asking: &Asking<'_>,
        to_compare: &[Shadow],
        answered: &AtomicBool,
    ) -> Result<Vec<Compared>> {
        let mut streams = Vec::new();
        for Shadow { other, numbers, .. } in to_compare {
            streams.push(self.batches(asking, *other, numbers, Some(answered)));
        }
        let mut asked = stream::select_all(streams);
        let mut compared = Vec::new();
        let mut disabled = BTreeMap::new();
        while let Some((other, batch, result)) = asked.next().await {
            match result.answers {
                Ok(answers) => compared.extend(batch.iter().zip(answers).map(|(one, answer)| Compared {
                    one: *one,
                    other,
                    outcome: answer.outcome,
                })),
                Err(CheckError::Disabled { reason }) => drop(disabled.insert(other, reason)),
                Err(_) => {}
            }
        }
        drop(asked);
        for (channel, reason) in disabled {
            self.channels.disable(asking.name(channel), &reason).await?;
        }
        Ok(compared)
    }

    /// Compares the answers of second channels with those of the first ones. Where the first one did not answer, the
    /// second answer is used, so that nothing is asked twice.
    fn use_compared(
        &self,
        asking: &Asking<'_>,
        compared: Vec<Compared>,
        turn: &mut Vec<Unanswered>,
        passed_on: &mut PassedOn,
        outcomes: &mut Outcomes,
    ) {
        if compared.is_empty() {
            return;
        }
        let open: HashSet<usize> = turn.iter().map(|one| one.position).collect();
        let mut answered = HashSet::new();
        let mut agreement = Vec::new();
        for Compared { one, other, outcome } in compared {
            if !open.contains(&one.position) {
                agreement.extend(comparison(asking, &one, other, &outcome, outcomes));
            } else if is_for_next_channel(&outcome) {
                passed_on.entry(asking.name(other).to_owned()).or_default().insert(one.position);
            } else {
                outcomes[one.position] = Some(outcome);
                answered.insert(one.position);
            }
        }
        turn.retain(|one| !answered.contains(&one.position));
        self.channels.count_agreement(&asking.check.project, agreement.into_iter());
    }

    /// Asks one channel about numbers, in concurrent batches. No batch is begun after `stop` is set.
    fn batches<'a>(
        &'a self,
        asking: &'a Asking<'a>,
        channel: usize,
        numbers: &'a [Unanswered],
        stop: Option<&'a AtomicBool>,
    ) -> BoxStream<'a, Asked<'a>> {
        let asked = &asking.channels[channel];
        let config = asked.config();
        let project = &asking.check.project;
        let size = usize::try_from(config.batch.max).unwrap_or(1).max(1);
        let concurrency = usize::try_from(config.limit.concurrency).unwrap_or(1).max(1);
        let services = self.channels.services();
        let mut batches: Vec<BoxFuture<'a, Option<Asked<'a>>>> = Vec::new();
        for batch in numbers.chunks(size) {
            let numbers: Vec<u64> = batch.iter().map(|one| one.number).collect();
            let inputs = asking.inputs.of_rows(batch.iter().map(|one| one.position));
            // A child of the span of the chunk, or of the request that looks up a number.
            let span = tracing::info_span!("provider", channel = config.name, project);
            let asking_one = async move {
                if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
                    return None;
                }
                let result = asked.check_rows(&numbers, &inputs, project, services).await;
                Some((channel, batch, result))
            };
            batches.push(Box::pin(asking_one.instrument(span)));
        }
        let answered = stream::iter(batches).buffer_unordered(concurrency);
        let counted = answered.filter_map(move |answered| {
            if let Some((_, batch, result)) = &answered {
                asking.costs.add(project, result.usage.spend);
                count_batch(&config.name, result);
                // A channel that was not asked, for example because its breaker is open, proves nothing.
                let own_fault = result.answers == Err(CheckError::ResolverAway);
                if result.answers.is_ok() || (result.usage.requests > 0 && !own_fault) {
                    let countries = batch.iter().map(|one| asking.country(one));
                    self.channels.count_traffic(&config.name, asking.check, countries, result);
                }
            }
            std::future::ready(answered)
        });
        counted.boxed()
    }
}

/// The answer of a second channel.
struct Compared {
    one: Unanswered,
    /// Position of the second channel.
    other: usize,
    outcome: Outcome,
}

/// The comparison of two answers, if both are definite.
fn comparison<'a>(
    asking: &'a Asking<'_>,
    one: &Unanswered,
    other: usize,
    outcome: &Outcome,
    outcomes: &Outcomes,
) -> Option<Comparison<'a>> {
    let (Outcome::Definite { status: second, .. }, Some(Outcome::Definite { status: first, .. })) =
        (outcome, &outcomes[one.position])
    else {
        return None;
    };
    let knows = |status: &str| asking.check.statuses.iter().any(|known| known == status);
    if !knows(first) || !knows(second) {
        return None;
    }
    let country = asking.country(one);
    let order = asking.orders.of_number(one.number, country);
    let channel = order.get(one.next.checked_sub(1)?)?;
    Some(Comparison {
        channel: asking.name(*channel),
        other: asking.name(other),
        country,
        agreed: first == second,
    })
}

fn is_for_next_channel(outcome: &Outcome) -> bool {
    matches!(outcome, Outcome::Unknown { reason } if reason.is_for_next_channel())
}

/// The shorter of two waits, where there is one.
fn earliest(one: Option<Duration>, other: Option<Duration>) -> Option<Duration> {
    one.into_iter().chain(other).min()
}

/// Stores the answers of a batch: one per number, in order. An answer that is passed on stays if no other channel has a
/// better one.
fn store_answers(
    channel: usize,
    batch: &[Unanswered],
    answers: Vec<Answer>,
    outcomes: &mut Outcomes,
    passed_on: &mut Vec<(usize, Unanswered)>,
) {
    for (one, answer) in batch.iter().zip(answers) {
        if is_for_next_channel(&answer.outcome) {
            passed_on.push((channel, *one));
        }
        outcomes[one.position] = Some(answer.outcome);
    }
}
