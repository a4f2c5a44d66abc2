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
use numsift_model::task::ChunkUsage;
use numsift_store::{Tx, breakpoint};

use super::answer::{CheckAnswers, Found};
use super::start::{away, is_away};
use super::{Lookups, StartedLookups};
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
        let store = move |batch: Vec<Settlement>| {
            let lookups = lookups.clone();
            async move { lookups.settle_batch(uid, &batch).await }.boxed()
        };
        let panicked = || Err(ScreeningError::Machine("the settlement of lookups panicked".to_owned()));
        let settled = self.batches.settling.add(uid, one, store).await.unwrap_or_else(panicked)?;
        if settled.is_some() {
            metrics::counter!("numsift_lookups_total").increment(count);
        }
        Ok(settled)
    }

    /// Settles the lookups of several requests in one transaction. If that fails, each request gets a transaction of its own.
    async fn settle_batch(&self, uid: Uid, batch: &[Settlement]) -> Vec<Result<Option<Answers>>> {
        if batch.len() > 1 {
            match self.settle_together(uid, batch).await {
                Ok(answers) => return answers.into_iter().map(Ok).collect(),
                Err(error) if is_away(&error) => return batch.iter().map(|_| Err(away(&error))).collect(),
                Err(error) => tracing::warn!(%error, "lookups are settled one by one"),
            }
        }
        let mut results = Vec::with_capacity(batch.len());
        for one in batch {
            let settled = self.settle_together(uid, slice::from_ref(one)).await;
            results.push(settled.map(|mut answers| answers.pop().flatten()));
        }
        results
    }

    async fn settle_together(&self, uid: Uid, batch: &[Settlement]) -> Result<Vec<Option<Answers>>> {
        let now = batch.iter().map(|one| one.now).max().unwrap_or_else(|| self.clock.now());
        let mut tx = self.store.begin().await?;
        let found: Vec<_> = batch.iter().map(|one| (&*one.started, one.found.as_slice(), one.now)).collect();
        let answers = store_answers(&mut *tx, uid, &found).await?;
        let done: Vec<_> =
            batch.iter().zip(&answers).filter(|(_, answers)| answers.is_some()).map(|(one, _)| one).collect();
        for one in batch {
            one.costs.book(&mut *tx, one.started.first().holder(), 0, 0, one.now).await?;
        }
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

/// Stores the answers of several requests of one account, each found at a time, and counts them as usage. Returns them by request and lookup; `None` for
/// requests that were cancelled meanwhile.
pub(super) async fn store_answers(
    tx: &mut dyn Tx,
    uid: Uid,
    all: &[(&StartedLookups, &[CheckAnswers], Timestamp)],
) -> Result<Vec<Option<Answers>>> {
    let (mut stored, mut used) = (vec![None; all.len()], BTreeMap::new());
    // In the order of the lookups, as all transactions change them.
    let mut order: Vec<_> = (0..all.len()).collect();
    order.sort_by_key(|place| all[*place].0.first());
    for place in order {
        let (started, found, now) = all[place];
        let of_lookup = |place: usize| found.iter().map(|check| check[place].answer.clone()).collect();
        let answers: Answers = (0..started.ids.len()).map(of_lookup).collect();
        let mut open = true;
        for (id, answers) in started.ids.iter().zip(&answers) {
            // The first lookup is the lock of the request, so either all of them are open or none.
            open = open && tx.answer_lookup(*id, answers, now).await?;
        }
        if open {
            for (check, found) in started.checks.iter().zip(found) {
                add_usage(&mut used, &check.project, found);
            }
            stored[place] = Some(answers);
        }
    }
    if let Some(now) = all.iter().map(|one| one.2).max().filter(|_| !used.is_empty()) {
        // Sorted by project, the order in which all transactions change them.
        let used: Vec<_> = used.into_values().collect();
        tx.add_usage(uid, now, &used).await?;
    }
    Ok(stored)
}

/// Adds what a check adds to the usage of the day.
fn add_usage(used: &mut BTreeMap<String, ChunkUsage>, project: &str, found: &[Found]) {
    let answers = || found.iter().map(|found| &found.answer).filter(|answer| answer.status != SKIPPED);
    let nothing = || ChunkUsage { project: project.to_owned(), answers: 0, hits: 0, unknown: 0, charged: 0 };
    let used = used.entry(project.to_owned()).or_insert_with(nothing);
    used.answers += count(answers());
    used.hits += count(answers().filter(|answer| answer.hit));
    used.unknown += count(answers().filter(|answer| answer.status == UNKNOWN));
    used.charged += answers().map(|answer| answer.charged.0).sum::<i64>();
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
        for (check, found) in one.started.checks.iter().zip(&*one.found) {
            let new = new_answers(&one.started, found);
            all.entry((&check.project, one.started.expires_at)).or_default().extend(new);
        }
    }
    for ((project, expires_at), mut answers) in all {
        answers.sort_by_key(|answer| answer.number);
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
