//! One chunk, from its numbers to its committed results.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use numsift_channel::Outcome;
use numsift_ledger::{By, Settle, settle};
use numsift_model::api_key::ApiUsage;
use numsift_model::id::TaskId;
use numsift_model::money::Points;
use numsift_model::project::{Answerer, COUNTRY_NOT_COVERED};
use numsift_model::task::{Check, ChunkDone, ChunkUsage, ClaimedChunk, Condition, Task, TaskOrigin};
use numsift_model::test_number::{TestAnswer, test_answer};
use numsift_segments::{
    CheckColumn, ChunkPlace, Histogram, Kind, Layout, Numbers, Results, country_code, pack_country,
    read_input, write_results,
};
use numsift_store::{Scope, breakpoint};
use tokio::sync::OnceCell;

use crate::analyse::GROUP_ROWS;
use crate::answer::fill_carriers;
use crate::engine::Screening;
use crate::fresh::Fresh;
use crate::in_hand::Attempt;
use crate::list_document::ListDocument;
use crate::results::layout_of;
use crate::suppression::Suppression;
use crate::{Result, ScreeningError};

/// The index of the answers that are not definite; see `Layout`.
const UNKNOWN: u8 = 0;
const SKIPPED: u8 = 1;
/// Tasks whose context is kept in memory.
const MOST_CONTEXTS: usize = 64;

/// Everything about a task that its chunks share.
pub(crate) struct TaskContext {
    pub task: Task,
    pub layout: Layout,
    list: ListDocument,
    suppression: Suppression,
    /// For each check, what this account knows already.
    fresh: Vec<Option<Fresh>>,
}

/// Contexts of the tasks that this process works on.
#[derive(Default)]
pub(crate) struct TaskContexts(Mutex<HashMap<TaskId, Arc<OnceCell<Arc<TaskContext>>>>>);

impl TaskContexts {
    fn cell(&self, id: TaskId) -> Arc<OnceCell<Arc<TaskContext>>> {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.len() >= MOST_CONTEXTS && !all.contains_key(&id) {
            all.clear();
        }
        all.entry(id).or_default().clone()
    }

    pub fn forget(&self, id: TaskId) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&id);
    }
}

/// What is said about a number: its status, why, and more about it as JSON.
type Said = (u8, &'static str, String);

/// What a check has cost and found in one chunk.
#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    charged_answers: i64,
    charged: i64,
    unknown: i64,
    answers: i64,
    hits: i64,
}

impl Screening {
    async fn context(&self, id: TaskId) -> Result<Arc<TaskContext>> {
        let cell = self.0.contexts.cell(id);
        cell.get_or_try_init(|| self.make_context(id)).await.cloned()
    }

    async fn make_context(&self, id: TaskId) -> Result<Arc<TaskContext>> {
        let mut tx = self.0.store.read().await?;
        let task = tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        let list = tx.list(Scope::All, task.asked.list).await?.ok_or(ScreeningError::NotFound)?;
        drop(tx);
        let plan = &task.asked.plan;
        let suppression = self.suppression(task.asked.uid).await?;
        let mut fresh = Vec::new();
        for check in &plan.checks {
            let wanted = plan.freshness_days > 0 && check.answerer == Answerer::Channels;
            fresh.push(if wanted {
                let since = task.asked.created_at.plus(-plan.freshness_days * 86_400);
                Some(self.fresh_answers(task.asked.uid, &check.project, since).await?)
            } else {
                None
            });
        }
        let layout = layout_of(plan);
        Ok(Arc::new(TaskContext { list: ListDocument::of(&list)?, layout, suppression, fresh, task }))
    }

    /// Works on a chunk and commits it.
    pub(crate) async fn run_chunk(&self, attempt: &Attempt) -> Result<()> {
        breakpoint::reached("chunk-claimed");
        let chunk = attempt.chunk;
        let context = self.context(chunk.task).await?;
        let numbers = self.numbers_of(&context, chunk).await?;
        let mut results = Results::new(numbers, &context.layout);
        // The number engine's part keeps a core busy for a while: not on a thread that serves others.
        results = tokio::task::spawn_blocking(move || {
            fill_carriers(&mut results);
            results
        })
        .await
        .map_err(ScreeningError::machine)?;
        let mut tallies = Vec::new();
        results.checks.clear();
        for step in 0..context.task.asked.plan.checks.len() {
            let (column, tally) = self.run_check(&context, step, &results, attempt).await?;
            results.checks.push(column);
            tallies.push(tally);
        }
        let written = context.clone();
        let (bytes, histogram) = tokio::task::spawn_blocking(move || {
            let bytes = write_results(&written.layout, &results)?;
            Ok::<_, numsift_segments::SegmentError>((bytes, Histogram::of(&results).to_bytes()))
        })
        .await
        .map_err(ScreeningError::machine)??;
        let object = format!("tasks/{}/{}-{}.parquet", chunk.task, chunk.seq, chunk.epoch);
        self.0.objects.put(&object, bytes).await?;
        breakpoint::reached("chunk-put");
        self.commit_chunk(&context, attempt, object, histogram, &tallies).await
    }

    /// The numbers of a chunk. Sizes of chunks divide those of row groups, so it lies within one.
    async fn numbers_of(&self, context: &TaskContext, chunk: ClaimedChunk) -> Result<Numbers> {
        let damaged = || ScreeningError::machine("a chunk lies outside of its list");
        let mut first = u64::try_from(chunk.seq * context.task.asked.chunk_size).map_err(|_| damaged())?;
        for segment in &context.list.segments {
            if first >= segment.rows {
                first -= segment.rows;
                continue;
            }
            let group = first / GROUP_ROWS as u64;
            let group_rows = (segment.rows - group * GROUP_ROWS as u64).min(GROUP_ROWS as u64);
            let place = ChunkPlace {
                object: segment.object.clone(),
                row_group: u32::try_from(group).map_err(|_| damaged())?,
                rows: u32::try_from(group_rows).map_err(|_| damaged())?,
            };
            let carried = context.list.carried.len();
            let from = usize::try_from(first - group * GROUP_ROWS as u64).map_err(|_| damaged())?;
            if from == 0 && chunk.rows == i64::from(place.rows) {
                return Ok(read_input(&self.0.objects, carried, &place).await?);
            }
            let numbers = self.0.input_groups.get(&self.0.objects, carried, &place).await?;
            let until = from + usize::try_from(chunk.rows).map_err(|_| damaged())?;
            if until > numbers.len() {
                return Err(damaged());
            }
            return Ok(numbers.slice(from..until));
        }
        Err(damaged())
    }

    async fn run_check(
        &self,
        context: &TaskContext,
        step: usize,
        results: &Results,
        attempt: &Attempt,
    ) -> Result<(CheckColumn, Tally)> {
        let rows = results.numbers.len();
        let check = &context.task.asked.plan.checks[step];
        let mut asked = rows_to_ask(context, check, results, rows);
        let elsewhere = leave_out_elsewhere(check, &results.numbers, &mut asked);
        let mut column = CheckColumn::filled(rows, SKIPPED);
        match check.answerer {
            Answerer::Hygiene => {
                for (status, _) in column.status.iter_mut().zip(&asked).filter(|(_, asked)| **asked) {
                    *status = SKIPPED + 1;
                }
            }
            Answerer::Carrier => {
                let rows = column.status.iter_mut().zip(&asked).zip(&results.carrier);
                for ((status, _), carrier) in rows.filter(|((_, asked), _)| **asked) {
                    *status = if *carrier == 0 { UNKNOWN } else { SKIPPED + 1 };
                }
            }
            Answerer::Channels => {
                column = self.run_channels(context, step, results, &asked, attempt).await?;
            }
        }
        if !elsewhere.is_empty() {
            let reason = column.intern_reason(COUNTRY_NOT_COVERED);
            for row in elsewhere {
                column.reason[row] = reason;
            }
        }
        let tally = tally(context, check, &column, results, context.fresh[step].as_ref());
        Ok((column, tally))
    }

    async fn run_channels(
        &self,
        context: &TaskContext,
        step: usize,
        results: &Results,
        asked: &[bool],
        attempt: &Attempt,
    ) -> Result<CheckColumn> {
        let check = &context.task.asked.plan.checks[step];
        let numbers = &results.numbers;
        let mut wanted = Vec::new();
        let mut places = Vec::new();
        let mut known: Vec<Option<Said>> = vec![None; asked.len()];
        for (row, number) in numbers.number.iter().enumerate() {
            if !asked[row] {
                continue;
            }
            if context.suppression.contains(*number) {
                known[row] = Some((UNKNOWN, "suppressed", String::new()));
                continue;
            }
            if let Some(test) = test_answer(*number) {
                known[row] = Some(said_in_test(context, step, test));
                continue;
            }
            let fresh = context.fresh[step].as_ref().and_then(|fresh| fresh.get(number));
            let status = fresh.and_then(|(status, _)| context.layout.status(step, status));
            if let (Some(status), Some((_, detail))) = (status, fresh) {
                known[row] = Some((status, "fresh", detail.clone()));
                continue;
            }
            wanted.push((*number, country_code(numbers.country[row])));
            places.push(row);
        }
        let answers = if wanted.is_empty() { Vec::new() } else { self.ask(check, &wanted, attempt).await? };
        for (row, outcome) in places.into_iter().zip(answers) {
            known[row] = Some(said(context, step, outcome));
        }
        let mut column = CheckColumn::default();
        for said in known {
            match said {
                Some((status, reason, detail)) => column.push(status, reason, &detail),
                None => column.push(SKIPPED, "", ""),
            }
        }
        Ok(column)
    }

    async fn commit_chunk(
        &self,
        context: &TaskContext,
        attempt: &Attempt,
        object: String,
        histogram: Vec<u8>,
        tallies: &[Tally],
    ) -> Result<()> {
        let chunk = attempt.chunk;
        let now = self.0.clock.now();
        let (plan, uid) = (&context.task.asked.plan, context.task.asked.uid);
        let sum = |part: fn(&Tally) -> i64| tallies.iter().map(part).sum::<i64>();
        let used = plan.checks.iter().zip(tallies).map(|(check, tally)| ChunkUsage {
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
            used: if context.task.asked.sample { Vec::new() } else { used.collect() },
            spent: attempt.spent(),
        };
        let mut tx = self.0.store.begin().await?;
        let Some(progress) = tx.commit_chunk(&chunk, &done).await? else {
            // Somebody else has it, or the task has ended: what was done here changes nothing.
            tracing::info!(task = %chunk.task, seq = chunk.seq, "a chunk was taken away");
            drop(tx);
            let _ = self.0.objects.delete(&done.object).await;
            return self.book_spent(attempt).await;
        };
        let steps = i64::try_from(plan.checks.len()).unwrap_or(1);
        for (step, (check, tally)) in plan.checks.iter().zip(tallies).enumerate() {
            if tally.charged > 0 {
                let charge = Settle {
                    task: chunk.task,
                    chunk: chunk.seq * steps + i64::try_from(step).unwrap_or(0),
                    amount: Points(tally.charged),
                    project: &check.project,
                    numbers: tally.charged_answers,
                    commission_rate_bp: plan.commission_rate_bp,
                };
                settle(&mut *tx, By::system(now), charge).await?;
            }
        }
        if context.task.asked.origin != TaskOrigin::Console && done.charged.0 > 0 {
            let charged = ApiUsage { points: done.charged.0, ..ApiUsage::default() };
            tx.add_api_usage(uid, now, &charged).await?;
        }
        breakpoint::reached("chunk-commit");
        let over = self.after_chunk(&mut *tx, &context.task, progress, now).await?;
        tx.save().await?;
        breakpoint::reached("chunk-committed");
        metrics::counter!("numsift_chunks_total").increment(1);
        metrics::counter!("numsift_numbers_total").increment(u64::try_from(chunk.rows).unwrap_or(0));
        if over {
            self.0.contexts.forget(chunk.task);
            self.wake();
        }
        Ok(())
    }

    /// Books what an attempt has cost that changes nothing else.
    pub(crate) async fn book_spent(&self, attempt: &Attempt) -> Result<()> {
        let mut tx = self.0.store.begin().await?;
        attempt.book(&mut *tx, self.0.clock.now()).await?;
        tx.save().await?;
        Ok(())
    }
}

/// The rows that a step asks about.
fn rows_to_ask(context: &TaskContext, check: &Check, results: &Results, rows: usize) -> Vec<bool> {
    let Some(condition) = &check.condition else { return vec![true; rows] };
    let Condition { step, statuses, kinds, countries } = condition;
    let kinds: BTreeSet<u8> = kinds.iter().filter_map(|name| Kind::from_name(name)).map(Kind::code).collect();
    let countries: BTreeSet<u16> = countries.iter().map(|code| pack_country(code)).collect();
    let earlier = step.and_then(|step| {
        let column = results.checks.get(step)?;
        let wanted: BTreeSet<u8> =
            statuses.iter().filter_map(|status| context.layout.status(step, status)).collect();
        Some((column, wanted))
    });
    let numbers = &results.numbers;
    (0..rows)
        .map(|row| {
            (kinds.is_empty() || kinds.contains(&numbers.kind[row]))
                && (countries.is_empty() || countries.contains(&numbers.country[row]))
                && earlier.as_ref().is_none_or(|(column, wanted)| wanted.contains(&column.status[row]))
        })
        .collect()
}

/// Takes the rows out whose countries the project does not know, and says which they were.
fn leave_out_elsewhere(check: &Check, numbers: &Numbers, asked: &mut [bool]) -> Vec<usize> {
    if check.countries.is_empty() {
        return Vec::new();
    }
    let mut known: HashMap<u16, bool> = HashMap::new();
    let mut elsewhere = Vec::new();
    for (row, asked) in asked.iter_mut().enumerate().filter(|(_, asked)| **asked) {
        let country = numbers.country[row];
        if !*known.entry(country).or_insert_with(|| check.covers(&country_code(country))) {
            *asked = false;
            elsewhere.push(row);
        }
    }
    elsewhere
}

/// What a provider's word means here: a status that the project does not know is no answer.
fn said(context: &TaskContext, step: usize, outcome: Option<Outcome>) -> Said {
    match outcome {
        Some(Outcome::Definite { status, fields }) => match context.layout.status(step, &status) {
            Some(known) if known > SKIPPED => (known, "", fields.into_json()),
            _ => (UNKNOWN, "unmapped", String::new()),
        },
        Some(Outcome::Unknown { reason }) => (UNKNOWN, reason.code(), String::new()),
        None => (UNKNOWN, "no_answer", String::new()),
    }
}

/// What a provider would say about a test number.
fn said_in_test(context: &TaskContext, step: usize, test: TestAnswer) -> Said {
    let statuses = &context.task.asked.plan.checks[step].statuses;
    match test.status(statuses).and_then(|status| context.layout.status(step, status)) {
        Some(known) => (known, "test", String::new()),
        None => (UNKNOWN, test.as_str(), String::new()),
    }
}

/// Counts a column, and what it costs: definite answers that were not known before.
fn tally(
    context: &TaskContext,
    check: &Check,
    column: &CheckColumn,
    results: &Results,
    fresh: Option<&Fresh>,
) -> Tally {
    let mut tally = Tally::default();
    let free = context.task.asked.sample || context.task.asked.internal;
    let mut prices: HashMap<u16, i64> = HashMap::new();
    for (row, status) in column.status.iter().enumerate() {
        match *status {
            SKIPPED => continue,
            UNKNOWN => tally.unknown += 1,
            definite => {
                tally.hits += i64::from(definite == SKIPPED + 1);
                let number = results.numbers.number[row];
                let reused = fresh.is_some_and(|fresh| fresh.contains_key(&number));
                if !free && !reused && test_answer(number).is_none() {
                    let country = results.numbers.country[row];
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
