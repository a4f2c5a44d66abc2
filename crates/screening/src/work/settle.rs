//! Commits a chunk: results, counters and charges in one transaction.

use std::collections::HashMap;

use numsift_ledger::{By, Settle, settle};
use numsift_model::api_key::ApiUsage;
use numsift_model::money::Points;
use numsift_model::task::{ChunkDone, ChunkUsage, TaskOrigin};
use numsift_segments::{Numbers, SKIPPED, UNKNOWN, country_code};
use numsift_store::breakpoint;

use super::check::{CheckAnswers, HIT};
use super::chunk::ChunkRunner;
use super::claims::Attempt;
use crate::Result;
use crate::tasks::TaskContext;

/// The counts of one check in one chunk, and what it costs the customer.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tally {
    charged_answers: i64,
    charged: i64,
    unknown: i64,
    answers: i64,
    hits: i64,
}

impl Tally {
    pub fn of(context: &TaskContext, step: usize, answers: &CheckAnswers, numbers: &Numbers) -> Self {
        let check = &context.task.asked.plan.checks[step];
        let free_task = context.task.asked.sample || context.task.asked.internal;
        let mut prices: HashMap<u16, i64> = HashMap::new();
        let mut tally = Self::default();
        for (row, status) in answers.column.status.iter().enumerate() {
            match *status {
                SKIPPED => continue,
                UNKNOWN => tally.unknown += 1,
                definite => {
                    tally.hits += i64::from(definite == HIT);
                    if answers.billable[row] && !free_task {
                        let country = numbers.country[row];
                        let price = if check.country_prices.is_empty() {
                            check.price
                        } else {
                            *prices.entry(country).or_insert_with(|| check.price_in(&country_code(country)).0)
                        };
                        tally.charged += price;
                        tally.charged_answers += i64::from(price > 0);
                    }
                }
            }
            tally.answers += 1;
        }
        tally
    }
}

impl ChunkRunner {
    /// Commits the results of a chunk and charges for them. If the chunk was claimed by another worker or the task has
    /// ended meanwhile, only the cost is booked.
    pub(super) async fn commit(
        &self,
        context: &TaskContext,
        attempt: &Attempt,
        object: String,
        histogram: Vec<u8>,
        tallies: &[Tally],
    ) -> Result<()> {
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
            histogram,
            charged_answers: sum(|tally| tally.charged_answers),
            charged: Points(sum(|tally| tally.charged)),
            unknown: sum(|tally| tally.unknown),
            answers: sum(|tally| tally.answers),
            hits: sum(|tally| tally.hits),
            at: now,
            used: if asked.sample { Vec::new() } else { used.collect() },
            spent: attempt.cost(),
        };
        let mut tx = self.store.begin().await?;
        let Some(progress) = tx.commit_chunk(&chunk, &done).await? else {
            drop(tx);
            tracing::info!(task = %chunk.task, seq = chunk.seq, "discarding a chunk that is no longer ours");
            // If this fails, the sweep deletes the object.
            let _ = self.objects.delete(&done.object).await;
            return self.book_cost(attempt).await;
        };
        let steps = i64::try_from(checks.len()).unwrap_or(1);
        for (step, (check, tally)) in checks.iter().zip(tallies).enumerate() {
            if tally.charged > 0 {
                let charge = Settle {
                    task: chunk.task,
                    chunk: chunk.seq * steps + i64::try_from(step).unwrap_or(0),
                    amount: Points(tally.charged),
                    project: &check.project,
                    numbers: tally.charged_answers,
                    commission_rate_bp: asked.plan.commission_rate_bp,
                };
                settle(&mut *tx, By::system(now), charge).await?;
            }
        }
        if asked.origin != TaskOrigin::Console && done.charged.0 > 0 {
            let charged = ApiUsage { points: done.charged.0, ..ApiUsage::default() };
            tx.add_api_usage(asked.uid, now, &charged).await?;
        }
        breakpoint::reached("chunk-commit");
        let over = self.tasks.after_chunk(&mut *tx, &context.task, progress, now).await?;
        tx.save().await?;
        breakpoint::reached("chunk-committed");
        metrics::counter!("numsift_chunks_total").increment(1);
        metrics::counter!("numsift_numbers_total").increment(u64::try_from(chunk.rows).unwrap_or(0));
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
