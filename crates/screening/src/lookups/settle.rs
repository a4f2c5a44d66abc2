//! Settles lookups: answers, charges and usage in one transaction.

use std::collections::BTreeMap;
use std::slice;
use std::sync::Arc;

use futures_util::FutureExt as _;
use numsift_ledger::{By, Settle, announce, release_part, settle_all};
use numsift_model::api_key::ApiUsage;
use numsift_model::clock::Timestamp;
use numsift_model::id::{LookupId, Uid};
use numsift_model::lookup::{KnownAnswer, LookupAnswer};
use numsift_model::money::Points;
use numsift_model::project::{SKIPPED, UNKNOWN};
use numsift_model::task::{Check, ChunkUsage, UsageSource};
use numsift_model::webhook::WebhookEvent;
use numsift_store::{AnsweredLookups, NewMessage, ProviderCost, Tx, breakpoint};
use serde_json::json;

use super::answer::{CheckAnswers, Found};
use super::start::{away, is_away};
use super::{BegunTx, Lookups, StartedLookups};
use crate::work::Costs;
use crate::{Result, ScreeningError};

/// Postings of lookups number their charges: the first lookup of the charge times this, plus the place of the project.
const PROJECTS: i64 = 1000;

/// The answers of a request, by lookup.
pub(super) type Answers = Vec<Vec<LookupAnswer>>;

/// The lookups of a request, and what was found.
#[derive(Clone)]
pub(super) struct Settlement {
    pub started: Arc<StartedLookups>,
    /// By check.
    pub found: Arc<Vec<CheckAnswers>>,
    pub costs: Arc<Costs>,
    pub now: Timestamp,
}

/// What is charged to one hold.
#[derive(Default)]
struct Charges {
    /// By project and the inviter's share.
    by_project: BTreeMap<(String, i64), Charge>,
    /// What was held for the lookups.
    held: Points,
    charged: Points,
}

#[derive(Default)]
struct Charge {
    amount: Points,
    numbers: i64,
}

impl Lookups {
    /// Stores the answers and charges for them, together with those of other lookups of the account that end at the same time.
    /// Returns the answers by lookup; `None` if the lookups were cancelled meanwhile, and then only the costs are booked.
    pub(super) async fn settle(&self, one: Settlement) -> Result<Option<Answers>> {
        let (lookups, uid, count) = (self.clone(), one.started.uid, one.started.ids.len() as u64);
        let store = move |tx: BegunTx, batch: Vec<Settlement>| {
            let lookups = lookups.clone();
            async move { lookups.settle_batch(uid, tx, &batch).await }.boxed()
        };
        let panicked = || Err(ScreeningError::Machine("the settlement of lookups panicked".to_owned()));
        let settled =
            self.batches.settling.add(uid, one, self.begin_for(uid), store).await.unwrap_or_else(panicked)?;
        if settled.is_some() {
            metrics::counter!("numsift_lookups_total").increment(count);
        }
        Ok(settled)
    }

    /// Settles the lookups of several requests in one transaction. If that fails, each request gets a transaction of its own.
    async fn settle_batch(
        &self,
        uid: Uid,
        tx: BegunTx,
        batch: &[Settlement],
    ) -> Vec<Result<Option<Answers>>> {
        match self.settle_together(uid, tx, batch).await {
            Ok(answers) => return answers.into_iter().map(Ok).collect(),
            Err(error) if batch.len() == 1 => return vec![Err(error)],
            Err(error) if is_away(&error) => return batch.iter().map(|_| Err(away(&error))).collect(),
            Err(error) => tracing::warn!(%error, "lookups are settled one by one"),
        }
        let mut results = Vec::with_capacity(batch.len());
        for one in batch {
            let settled = self.settle_together(uid, self.store.begin().await, slice::from_ref(one)).await;
            results.push(settled.map(|mut answers| answers.pop().flatten()));
        }
        results
    }

    async fn settle_together(
        &self,
        uid: Uid,
        tx: BegunTx,
        batch: &[Settlement],
    ) -> Result<Vec<Option<Answers>>> {
        let now = batch.iter().map(|one| one.now).max().unwrap_or_else(|| self.clock.now());
        let mut tx = tx?;
        let found: Vec<_> = batch.iter().map(|one| (&*one.started, one.found.as_slice(), one.now)).collect();
        let answers = store_answers(&mut *tx, uid, &found).await?;
        let done: Vec<_> =
            batch.iter().zip(&answers).filter(|(_, answers)| answers.is_some()).map(|(one, _)| one).collect();
        book_costs(&mut *tx, batch).await?;
        let charged: Points = done
            .iter()
            .filter(|one| one.started.key_name.is_some())
            .flat_map(|one| one.found.iter().flatten())
            .map(|found| found.answer.charged)
            .sum();
        if charged > Points::ZERO {
            let charged = ApiUsage { points: charged.0, ..ApiUsage::default() };
            tx.add_api_usage(uid, now, &charged).await?;
        }
        remember(&mut *tx, uid, &done).await?;
        let (holds, mut released) = (charges_of(&done), None);
        if !holds.is_empty() {
            // Those who start lookups lock these balances before those that are held.
            tx.lock_spendable(uid).await?;
        }
        for (hold, charges) in holds {
            let part = done.iter().filter(|one| one.started.hold == hold).map(|one| one.started.first().0);
            let part = part.min().unwrap_or_default();
            let by_project: Vec<_> = (charges.by_project.iter().enumerate())
                .map(|(place, ((project, commission_rate_bp), charge))| Settle {
                    task: hold.holder(),
                    chunk: part * PROJECTS + i64::try_from(place).unwrap_or(0),
                    amount: charge.amount,
                    project,
                    numbers: charge.numbers,
                    commission_rate_bp: *commission_rate_bp,
                })
                .collect();
            settle_all(&mut *tx, By::system(now), &by_project).await?;
            breakpoint::reached("lookup-commit");
            let rest = charges.held - charges.charged;
            let back = release_part(&mut *tx, By::system(now), hold.holder(), part, rest).await?;
            released = back.or(released);
        }
        if let Some(posted) = released {
            announce(&mut *tx, &posted, uid, now).await?;
        }
        tx.save().await?;
        breakpoint::reached("lookup-committed");
        Ok(answers)
    }
}

/// Books what providers charge for the lookups, also for those that were cancelled meanwhile.
async fn book_costs(tx: &mut dyn Tx, batch: &[Settlement]) -> Result<()> {
    let sums: Vec<_> = batch.iter().map(|one| (one, one.costs.by_project())).collect();
    let mut costs = Vec::with_capacity(sums.len());
    for (one, sums) in &sums {
        let (task, at) = (one.started.first().holder(), one.now);
        for (project, cost) in sums {
            costs.push(ProviderCost { task, chunk: 0, attempt: 0, project, cost: *cost, at });
        }
    }
    Ok(tx.add_provider_costs(&costs).await?)
}

/// Stores the answers of several requests of one account, each found at a time, and counts them as usage. Returns them by
/// request and lookup; `None` for requests that were cancelled meanwhile.
pub(super) async fn store_answers(
    tx: &mut dyn Tx,
    uid: Uid,
    all: &[(&StartedLookups, &[CheckAnswers], Timestamp)],
) -> Result<Vec<Option<Answers>>> {
    let of_lookups = |(started, found, _): &(&StartedLookups, &[CheckAnswers], Timestamp)| -> Answers {
        let of_lookup = |place: usize| found.iter().map(|check| check[place].answer.clone()).collect();
        (0..started.ids.len()).map(of_lookup).collect()
    };
    let answers: Vec<_> = all.iter().map(of_lookups).collect();
    let answered: Vec<_> = (all.iter().zip(&answers))
        .map(|((started, _, at), answers)| AnsweredLookups { ids: &started.ids, answers, at: *at })
        .collect();
    let open = tx.answer_lookups(&answered).await?;
    let (mut stored, mut used, mut parts) = (Vec::with_capacity(all.len()), BTreeMap::new(), Vec::new());
    for (((started, found, at), answers), open) in all.iter().zip(answers).zip(open) {
        if open {
            for (check, found) in started.checks.iter().zip(*found) {
                let one = usage_of(&check.project, found);
                add_usage(&mut used, &one);
                parts.push((started.asked.first().and_then(|lookup| lookup.key), one));
            }
        }
        if open && started.ids.len() > 1 {
            tx.tell_webhooks(&completed_message(uid, started, &answers, *at)).await?;
        }
        stored.push(open.then_some(answers));
    }
    if let Some(now) = all.iter().map(|one| one.2).max().filter(|_| !used.is_empty()) {
        // Sorted by project, the order in which all transactions change them.
        let used: Vec<_> = used.into_values().collect();
        tx.add_usage(uid, now, &used).await?;
        tx.add_usage_parts(uid, now, UsageSource::Lookup, &parts).await?;
    }
    Ok(stored)
}

/// Tells the owner that lookups of several numbers are answered.
fn completed_message(uid: Uid, started: &StartedLookups, answers: &Answers, at: Timestamp) -> NewMessage {
    let all = || answers.iter().flatten();
    let data = json!({
        "lookups": started.ids,
        "request_id": started.asked.first().map(|lookup| lookup.request_id.as_str()).unwrap_or_default(),
        "checks": started.checks.iter().map(|check| check.project.as_str()).collect::<Vec<_>>(),
        "numbers": started.ids.len(),
        "hits": count(all().filter(|answer| answer.hit)),
        "unknown": count(all().filter(|answer| answer.status == UNKNOWN)),
        "charged": all().map(|answer| answer.charged).sum::<Points>(),
    });
    NewMessage::new(uid, WebhookEvent::LookupCompleted, started.first(), at, data)
}

/// What a check adds to the usage of the day.
fn usage_of(project: &str, found: &[Found]) -> ChunkUsage {
    let answers = || found.iter().map(|found| &found.answer).filter(|answer| answer.status != SKIPPED);
    ChunkUsage {
        project: project.to_owned(),
        answers: count(answers()),
        hits: count(answers().filter(|answer| answer.hit)),
        unknown: count(answers().filter(|answer| answer.status == UNKNOWN)),
        charged: answers().map(|answer| answer.charged.0).sum(),
    }
}

fn add_usage(used: &mut BTreeMap<String, ChunkUsage>, one: &ChunkUsage) {
    let nothing = || ChunkUsage { project: one.project.clone(), answers: 0, hits: 0, unknown: 0, charged: 0 };
    let used = used.entry(one.project.clone()).or_insert_with(nothing);
    used.answers += one.answers;
    used.hits += one.hits;
    used.unknown += one.unknown;
    used.charged += one.charged;
}

/// The charges by hold, in the order in which all transactions change holds.
fn charges_of(done: &[&Settlement]) -> BTreeMap<LookupId, Charges> {
    let mut holds: BTreeMap<LookupId, Charges> = BTreeMap::new();
    for one in done.iter().filter(|one| one.started.held > Points::ZERO) {
        let charges = holds.entry(one.started.hold).or_default();
        charges.held += one.started.held;
        for (check, found) in one.started.checks.iter().zip(&*one.found) {
            let paid = || found.iter().map(|found| found.answer.charged).filter(|paid| *paid > Points::ZERO);
            let amount = paid().sum::<Points>();
            if amount == Points::ZERO {
                continue;
            }
            let key = (check.project.clone(), one.started.commission_rate_bp);
            let charge = charges.by_project.entry(key).or_default();
            charge.amount += amount;
            charge.numbers += count(paid());
            charges.charged += amount;
        }
    }
    holds
}

/// Remembers new answers for reuse.
async fn remember(tx: &mut dyn Tx, uid: Uid, done: &[&Settlement]) -> Result<()> {
    let mut all: BTreeMap<(&str, Timestamp), Vec<KnownAnswer>> = BTreeMap::new();
    for one in done {
        // Answers that depend on more than the number are not reused, like those of tasks.
        let by_number = |check: &Check| check.inputs.is_empty();
        let checks = one.started.checks.iter().zip(&*one.found);
        for (check, found) in checks.filter(|(check, _)| by_number(check)) {
            let new = new_answers(&one.started, found);
            all.entry((&check.project, one.started.expires_at)).or_default().extend(new);
        }
    }
    for ((project, expires_at), answers) in all {
        tx.remember_answers(uid, project, &answers, expires_at).await?;
    }
    Ok(())
}

/// The answers that later checks can reuse.
fn new_answers(started: &StartedLookups, found: &[Found]) -> Vec<KnownAnswer> {
    let known = |answer: &LookupAnswer, number| KnownAnswer {
        number,
        status: answer.status.clone(),
        fields: if answer.fields.is_empty() {
            String::new()
        } else {
            serde_json::to_string(&answer.fields).unwrap_or_default()
        },
        at: answer.at,
    };
    let new = started.numbers.iter().zip(found).filter(|(_, found)| found.new);
    new.map(|(number, found)| known(&found.answer, number.digits)).collect()
}

fn count<T>(items: impl Iterator<Item = T>) -> i64 {
    i64::try_from(items.count()).unwrap_or(i64::MAX)
}
