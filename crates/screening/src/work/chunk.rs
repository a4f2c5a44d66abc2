//! Runs one chunk: reads its numbers, runs every check of the plan, stores the results and commits them.

use std::sync::Arc;

use numsift_model::clock::Clock;
use numsift_model::task::ClaimedChunk;
use numsift_segments::{
    ChunkPlace, Histogram, Numbers, Objects, Results, SegmentError, read_input, write_results,
};
use numsift_store::{Store, breakpoint};

use super::carriers::fill_carriers;
use super::claims::Attempt;
use super::input_groups::InputGroups;
use super::route::Providers;
use super::settle::Tally;
use crate::lists::GROUP_ROWS;
use crate::tasks::{TaskContext, TaskContexts, Tasks};
use crate::wake::Wake;
use crate::{Result, ScreeningError};

/// Runs claimed chunks.
#[derive(Clone)]
pub(crate) struct ChunkRunner {
    pub store: Arc<dyn Store>,
    pub objects: Objects,
    pub clock: Arc<dyn Clock>,
    pub providers: Providers,
    pub tasks: Tasks,
    pub contexts: TaskContexts,
    pub input_groups: Arc<InputGroups>,
    pub wake: Wake,
}

impl ChunkRunner {
    /// Processes a chunk and commits it.
    pub async fn run(&self, attempt: &Attempt) -> Result<()> {
        breakpoint::reached("chunk-claimed");
        let chunk = attempt.chunk;
        let context = self.contexts.get(chunk.task).await?;
        let mut results = Results::new(self.read_numbers(&context, chunk).await?, &context.layout);
        // The number engine keeps a core busy for a while, so it runs on a blocking thread.
        results = tokio::task::spawn_blocking(move || {
            fill_carriers(&mut results);
            results
        })
        .await
        .map_err(ScreeningError::machine)?;
        let mut tallies = Vec::new();
        results.checks.clear();
        for step in 0..context.task.asked.plan.checks.len() {
            let answers = self.run_check(&context, step, &results, attempt).await?;
            tallies.push(Tally::of(&context, step, &answers, &results.numbers));
            results.checks.push(answers.column);
        }
        let layout = context.clone();
        let (bytes, histogram) = tokio::task::spawn_blocking(move || {
            let bytes = write_results(&layout.layout, &results)?;
            Ok::<_, SegmentError>((bytes, Histogram::of(&results).to_bytes()))
        })
        .await
        .map_err(ScreeningError::machine)??;
        let object = format!("tasks/{}/{}-{}.parquet", chunk.task, chunk.seq, chunk.epoch);
        self.objects.put(&object, bytes).await?;
        breakpoint::reached("chunk-put");
        self.commit(&context, attempt, object, histogram, &tallies).await
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
