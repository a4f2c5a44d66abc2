//! Commits a chunk: results, counters and charges in one transaction.

use std::collections::{BTreeMap, HashMap};

use numsift_ledger::{By, Settle, settle_all};
use numsift_model::api_key::ApiUsage;
use numsift_model::money::Points;
use numsift_model::task::{ChunkDone, ChunkUsage, TaskCharge, TaskOrigin, UsageSource};
use numsift_segments::{Numbers, SKIPPED, UNKNOWN, country_code};
use numsift_store::breakpoint;
use serde::{Deserialize, Serialize};

use super::check::{CheckAnswers, HIT};
use super::chunk::ChunkRunner;
use super::claims::Attempt;
use super::spool::FinishedChunk;
use crate::Result;
use crate::tasks::{TaskContext, lock_for_end};

/// The counts of one check in one chunk, and what it costs the customer.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub(super) struct Tally {
    charged_answers: i64,
    charged: i64,
    unknown: i64,
    failed: i64,
    answers: i64,
    hits: i64,
    /// Number of charged answers by price.
    by_price: BTreeMap<i64, i64>,
}

impl Tally {
    pub fn of(context: &TaskContext, step: usize, answers: &CheckAnswers, numbers: &Numbers) -> Self {
        let check = &context.task.asked.plan.checks[step];
        let free_task = context.task.asked.sample || context.task.asked.internal;
        // Price and charged answers by country; all in one entry if the price is the same everywhere.
        let mut prices: HashMap<u16, (i64, i64)> = HashMap::new();
        let mut tally = Self { failed: answers.failed, ..Self::default() };
        let same_price = check.country_prices.is_empty();
        let mut charged_rows = 0;
        for (row, status) in answers.column.status.iter().enumerate() {
            match *status {
                SKIPPED => continue,
                UNKNOWN => tally.unknown += 1,
                definite => {
                    tally.hits += i64::from(definite == HIT);
                    if answers.billable[row] && !free_task {
                        charged_rows += 1;
                        if !same_price {
                            let country = numbers.country[row];
                            let price = || (check.price_in(&country_code(country)).0, 0);
                            prices.entry(country).or_insert_with(price).1 += 1;
                        }
                    }
                }
            }
            tally.answers += 1;
        }
        if same_price {
            prices.insert(0, (check.price, charged_rows));
        }
        for (price, numbers) in prices.into_values().filter(|(price, numbers)| *price > 0 && *numbers > 0) {
            tally.charged += price * numbers;
            tally.charged_answers += numbers;
            *tally.by_price.entry(price).or_default() += numbers;
        }
        tally
    }
}

impl ChunkRunner {
    /// Commits the results of a chunk and charges for them. If the chunk was claimed by another worker or the task has
    /// ended meanwhile, only the cost is booked. `again` says whether this was tried before and failed.
    pub(super) async fn commit(
        &self,
        context: &TaskContext,
        attempt: &Attempt,
        object: String,
        finished: &FinishedChunk,
        again: bool,
    ) -> Result<()> {
        let tallies = &finished.tallies;
        let chunk = attempt.chunk;
        let now = self.clock.now();
        let asked = &context.task.asked;
        let checks = &asked.plan.checks;
        let sum = |part: fn(&Tally) -> i64| tallies.iter().map(part).sum::<i64>();
        let used = checks.iter().zip(tallies).map(|(check, tally)| ChunkUsage {
            project: check.project.clone(),
            answers: tally.answers,
            hits: tally.hits,
            unknown: tally.unknown,
            charged: tally.charged,
        });
        let done = ChunkDone {
            object,
            histogram: finished.histogram.clone(),
            charged_answers: sum(|tally| tally.charged_answers),
            charged: Points(sum(|tally| tally.charged)),
            unknown: sum(|tally| tally.unknown),
            failed: sum(|tally| tally.failed),
            answers: sum(|tally| tally.answers),
            hits: sum(|tally| tally.hits),
            suppressed: finished.suppressed,
            at: now,
            used: if asked.sample { Vec::new() } else { used.collect() },
            spent: attempt.costs.by_project(),
        };
        let mut tx = self.store.begin().await?;
        let Some(progress) = tx.commit_chunk(&chunk, &done).await? else {
            drop(tx);
            tracing::info!(task = %chunk.task, seq = chunk.seq, "discarding a chunk that is no longer ours");
            // The commit that failed before may have succeeded after all; then the object is in use. The sweep deletes
            // it if not.
            if !again {
                let _ = self.objects.delete(&done.object).await;
            }
            return self.book_cost(attempt).await;
        };
        lock_for_end(&mut *tx, &context.task, progress).await?;
        let steps = i64::try_from(checks.len()).unwrap_or(1);
        let charges: Vec<_> = checks
            .iter()
            .zip(tallies)
            .enumerate()
            .filter(|(_, (_, tally))| tally.charged > 0)
            .map(|(step, (check, tally))| Settle {
                task: chunk.task,
                chunk: chunk.seq * steps + i64::try_from(step).unwrap_or(0),
                amount: Points(tally.charged),
                project: &check.project,
                numbers: tally.charged_answers,
                commission_rate_bp: asked.plan.commission_rate_bp,
            })
            .collect();
        let hold = settle_all(&mut *tx, By::system(now), &charges).await?;
        let by_price: Vec<_> = checks
            .iter()
            .zip(tallies)
            .flat_map(|(check, tally)| {
                tally.by_price.iter().map(|(price, numbers)| TaskCharge {
                    project: check.project.clone(),
                    price: Points(*price),
                    numbers: *numbers,
                })
            })
            .collect();
        tx.add_task_charges(chunk.task, &by_price).await?;
        let parts: Vec<_> = done.used.iter().map(|used| (asked.key, used.clone())).collect();
        tx.add_usage_parts(asked.uid, now, UsageSource::Task, &parts).await?;
        if asked.origin != TaskOrigin::Console && done.charged.0 > 0 {
            let usage = ApiUsage { points: done.charged.0, ..ApiUsage::default() };
            tx.add_api_usage(asked.uid, now, &usage).await?;
        }
        breakpoint::reached("chunk-commit");
        let over = self.tasks.after_chunk(&mut *tx, &context.task, progress, hold, now).await?;
        tx.save().await?;
        breakpoint::reached("chunk-committed");
        let count = |number: i64| u64::try_from(number).unwrap_or(0);
        metrics::counter!("numsift_chunks_total").increment(1);
        metrics::counter!("numsift_numbers_total").increment(count(chunk.rows));
        metrics::counter!("numsift_answers_total").increment(count(done.answers));
        metrics::counter!("numsift_unknown_answers_total").increment(count(done.unknown));
        metrics::counter!("numsift_charges_total").increment(count(done.charged.0));
        if over {
            self.contexts.forget(chunk.task);
            self.wake.notify();
        }
        Ok(())
    }

    /// Books the cost of an attempt that changes nothing else.
    pub async fn book_cost(&self, attempt: &Attempt) -> Result<()> {
        let mut tx = self.store.begin().await?;
        attempt.book_cost(&mut *tx, self.clock.now()).await?;
        tx.save().await?;
        Ok(())
    }
}
