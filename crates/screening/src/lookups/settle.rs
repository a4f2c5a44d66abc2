//! Settles lookups: answers, charges and usage in one transaction.

use numsift_ledger::{By, Settle, announce, release, settle};
use numsift_model::api_key::ApiUsage;
use numsift_model::clock::Timestamp;
use numsift_model::lookup::{KnownAnswer, LookupAnswer};
use numsift_model::money::Points;
use numsift_model::project::{SKIPPED, UNKNOWN};
use numsift_model::task::ChunkUsage;
use numsift_store::{Tx, breakpoint};

use super::answer::{CheckAnswers, Found};
use super::{Lookups, StartedLookups};
use crate::Result;
use crate::work::Costs;

impl Lookups {
    /// Stores the answers and charges for them. Returns the answers by lookup; `None` if the lookups were cancelled
    /// meanwhile, and then only the costs are booked.
    pub(super) async fn settle(
        &self,
        started: &StartedLookups,
        found: &[CheckAnswers],
        costs: &Costs,
        now: Timestamp,
    ) -> Result<Option<Vec<Vec<LookupAnswer>>>> {
        let (uid, holder) = (started.uid, started.first().holder());
        let mut tx = self.store.begin().await?;
        let Some(answers) = started.store_answers(&mut *tx, found, now).await? else {
            drop(tx);
            let mut tx = self.store.begin().await?;
            costs.book(&mut *tx, holder, 0, 0, now).await?;
            tx.save().await?;
            return Ok(None);
        };
        costs.book(&mut *tx, holder, 0, 0, now).await?;
        let mut total = Points::ZERO;
        for (step, (check, found)) in started.checks.iter().zip(found).enumerate() {
            let charged = |found: &&Found| found.answer.charged > Points::ZERO;
            let amount = found.iter().map(|found| found.answer.charged).sum::<Points>();
            if amount > Points::ZERO {
                let charge = Settle {
                    task: holder,
                    chunk: i64::try_from(step).unwrap_or(0),
                    amount,
                    project: &check.project,
                    numbers: count(found.iter().filter(charged)),
                    commission_rate_bp: started.commission_rate_bp,
                };
                settle(&mut *tx, By::system(now), charge).await?;
                total += amount;
            }
        }
        if started.key_name.is_some() && total > Points::ZERO {
            let charged = ApiUsage { points: total.0, ..ApiUsage::default() };
            tx.add_api_usage(uid, now, &charged).await?;
        }
        for (check, found) in started.checks.iter().zip(found) {
            let answers = new_answers(started, found);
            tx.remember_answers(uid, &check.project, &answers, started.expires_at).await?;
        }
        breakpoint::reached("lookup-commit");
        if started.held > Points::ZERO
            && let Some(posted) = release(&mut *tx, By::system(now), holder).await?
        {
            announce(&mut *tx, &posted, uid, now).await?;
        }
        tx.save().await?;
        breakpoint::reached("lookup-committed");
        metrics::counter!("numsift_lookups_total").increment(started.ids.len() as u64);
        Ok(Some(answers))
    }
}

impl StartedLookups {
    /// Stores the answers and counts them as usage. Returns them by lookup; `None` if the lookups were cancelled meanwhile,
    /// and then the transaction must not be saved.
    pub(super) async fn store_answers(
        &self,
        tx: &mut dyn Tx,
        found: &[CheckAnswers],
        now: Timestamp,
    ) -> Result<Option<Vec<Vec<LookupAnswer>>>> {
        let of_lookup = |place: usize| found.iter().map(|check| check[place].answer.clone()).collect();
        let answers: Vec<Vec<_>> = (0..self.ids.len()).map(of_lookup).collect();
        for (id, answers) in self.ids.iter().zip(&answers) {
            if !tx.answer_lookup(*id, answers, now).await? {
                return Ok(None);
            }
        }
        let used: Vec<_> =
            self.checks.iter().zip(found).map(|(check, found)| usage_of(&check.project, found)).collect();
        tx.add_usage(self.uid, now, &sorted(used)).await?;
        Ok(Some(answers))
    }
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

/// In the order in which all transactions change them.
fn sorted(mut used: Vec<ChunkUsage>) -> Vec<ChunkUsage> {
    used.sort_by(|one, other| one.project.cmp(&other.project));
    used
}

/// The answers that later checks can reuse, ordered by number.
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
    let mut answers: Vec<_> = new.map(|(number, found)| known(&found.answer, number.digits)).collect();
    answers.sort_by_key(|answer| answer.number);
    answers
}

fn count<T>(items: impl Iterator<Item = T>) -> i64 {
    i64::try_from(items.count()).unwrap_or(i64::MAX)
}
