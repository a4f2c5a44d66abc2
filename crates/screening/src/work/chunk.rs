//! Runs one chunk: reads its numbers, runs every check of the plan, stores the results and commits them.

use std::sync::Arc;
use std::time::Duration;

use numsift_model::clock::Clock;
use numsift_model::task::ClaimedChunk;
use numsift_segments::{
    ChunkPlace, Histogram, Numbers, Objects, Outcome, Results, SegmentError, read_input, write_results,
};
use numsift_store::{Store, breakpoint};
use numsift_turns::off_thread;

use super::carriers::fill_carriers;
use super::claims::Attempt;
use super::input_groups::InputGroups;
use super::outage::{Outage, database_is_away};
use super::route::Providers;
use super::settle::Tally;
use super::spool::{FinishedChunk, Spool, SpooledChunk};
use crate::book::Windows;
use crate::lists::GROUP_ROWS;
use crate::tasks::{TaskContext, TaskContexts, Tasks};
use crate::wake::Wake;
use crate::{Result, ScreeningError};

/// How long to wait before a finished chunk is stored again, at first and at most.
const FIRST_WAIT: Duration = Duration::from_millis(500);
const LONGEST_WAIT: Duration = Duration::from_secs(10);

/// Runs claimed chunks.
#[derive(Clone)]
pub(crate) struct ChunkRunner {
    pub store: Arc<dyn Store>,
    pub objects: Objects,
    pub clock: Arc<dyn Clock>,
    pub providers: Providers,
    pub tasks: Tasks,
    pub contexts: TaskContexts,
    pub windows: Windows,
    pub input_groups: Arc<InputGroups>,
    pub wake: Wake,
    pub outage: Outage,
    pub spool: Spool,
}

impl ChunkRunner {
    /// Processes a chunk and commits it.
    pub async fn run(&self, attempt: &Attempt) -> Result<()> {
        breakpoint::reached("chunk-claimed");
        let ClaimedChunk { task, seq, .. } = attempt.chunk;
        let context = self.contexts.get(task).await?;
        let finished = match self.spool.find(task, seq).await {
            // An earlier attempt of this machine bought the answers and could not store them.
            Some(spooled) if spooled.chunk.tallies.len() == context.task.asked.plan.checks.len() => {
                self.book_spooled_cost(attempt, &spooled).await?;
                spooled.chunk
            }
            _ => self.answer(&context, attempt).await?,
        };
        self.store_finished(&context, attempt, finished).await
    }

    /// Asks about all numbers of a chunk.
    async fn answer(&self, context: &Arc<TaskContext>, attempt: &Attempt) -> Result<FinishedChunk> {
        let mut results = Results::new(self.read_numbers(context, attempt.chunk).await?, &context.layout);
        // The number engine keeps a core busy for a while, so it runs on a blocking thread.
        results = off_thread(move || {
            fill_carriers(&mut results);
            results
        })
        .await
        .map_err(ScreeningError::machine)?;
        let mut tallies = Vec::new();
        results.checks.clear();
        for step in 0..context.task.asked.plan.checks.len() {
            let answers = self.run_check(context, step, &results, attempt).await?;
            tallies.push(Tally::of(context, step, &answers, &results.numbers));
            results.checks.push(answers.column);
        }
        let layout = context.clone();
        off_thread(move || {
            let bytes = write_results(&layout.layout, &results)?;
            let histogram = Histogram::of(&results).to_bytes();
            let suppressed = Outcome::Suppressed.code();
            let suppressed = results.outcomes().into_iter().filter(|outcome| *outcome == suppressed).count();
            let suppressed = i64::try_from(suppressed).unwrap_or(0);
            Ok::<_, SegmentError>(FinishedChunk { results: bytes, histogram, tallies, suppressed })
        })
        .await
        .map_err(ScreeningError::machine)?
        .map_err(ScreeningError::from)
    }

    /// Stores and commits a chunk. While the object store or the database is away, it waits: the answers were bought.
    async fn store_finished(
        &self,
        context: &Arc<TaskContext>,
        attempt: &Attempt,
        finished: FinishedChunk,
    ) -> Result<()> {
        let ClaimedChunk { task, seq, epoch, .. } = attempt.chunk;
        let mut again = false;
        let mut wait = FIRST_WAIT;
        loop {
            let object = format!("tasks/{task}/{seq}-{epoch}.parquet");
            let stored = async {
                self.objects.put(&object, finished.results.clone()).await?;
                breakpoint::reached("chunk-put");
                self.commit(context, attempt, object.clone(), &finished, again).await
            };
            let error = match stored.await {
                Ok(()) => break,
                Err(error) => error,
            };
            if !self.outage.caused(&error).await && !database_is_away(&*self.store, &error).await {
                return Err(error);
            }
            if !again {
                tracing::warn!(%task, seq, %error, "the answers of a chunk cannot be stored; they are kept");
                if let Err(error) =
                    self.spool.keep(attempt.chunk, &finished, attempt.costs.by_project()).await
                {
                    tracing::error!(%task, seq, %error, "a chunk is kept in memory only");
                }
            }
            again = true;
            tokio::time::sleep(wait).await;
            wait = (wait * 2).min(LONGEST_WAIT);
        }
        self.spool.remove(task, seq).await;
        Ok(())
    }

    /// Books what the attempt that bought spooled answers costs. It is booked once, however often this is called.
    async fn book_spooled_cost(&self, attempt: &Attempt, spooled: &SpooledChunk) -> Result<()> {
        let chunk = ClaimedChunk { epoch: spooled.epoch, ..attempt.chunk };
        let bought = Attempt::new(chunk);
        for (project, cost) in &spooled.cost {
            bought.costs.add(project, *cost);
        }
        self.book_cost(&bought).await
    }

    /// Reads the numbers of a chunk. A chunk is always within one row group, because chunk sizes divide the size of a
    /// row group.
    async fn read_numbers(&self, context: &TaskContext, chunk: ClaimedChunk) -> Result<Numbers> {
        let damaged = || ScreeningError::machine("a chunk is outside of its list");
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
                return Ok(read_input(&self.objects, carried, &place).await?);
            }
            let numbers = self.input_groups.get(&self.objects, carried, &place).await?;
            let until = from + usize::try_from(chunk.rows).map_err(|_| damaged())?;
            if until > numbers.len() {
                return Err(damaged());
            }
            return Ok(numbers.slice(from..until));
        }
        Err(damaged())
    }
}
