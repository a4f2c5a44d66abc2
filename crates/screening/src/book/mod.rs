//! The answer book: what an account knows from its earlier checks, that is, the newest definite answer to a number.
//!
//! Answers of lookups are rows. Answers of tasks are folded into runs, sorted by number, soon after the task has ended;
//! until then they are read from the results of the task.

mod fold;
mod known;
mod windows;

use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::{StreamExt, TryStreamExt, stream};
use numsift_model::answer_book::AnswerRun;
use numsift_model::clock::{Clock, Timestamp};
use numsift_model::id::{TaskId, Uid};
use numsift_model::project::Answerer;
use numsift_model::task::{Check, ChunkRow, Task};
use numsift_segments::{
    CheckColumn, Layout, Objects, Results, RunBlock, Runs, SKIPPED, SegmentError, read_checks,
};
use numsift_store::Store;

use self::known::Finder;
pub use self::known::{Known, KnownAnswers};
pub(crate) use self::windows::Windows;
use crate::layout::{layout_of, place_of};
use crate::{Result, ScreeningError};

/// Runs that are searched at the same time.
const PARALLEL_RUNS: usize = 4;
/// Answers of lookups that are read at a time.
const PAGE: i64 = 10_000;
/// Numbers that are looked for in one query.
const QUERIED: usize = 1000;
/// Reads are repeated this many times when runs are merged or results are compacted meanwhile.
const MOST_TRIES: usize = 5;

/// The answer book of all accounts.
#[derive(Clone)]
pub struct Book {
    store: Arc<dyn Store>,
    objects: Objects,
    clock: Arc<dyn Clock>,
    runs: Runs,
}

/// What the book knows about an account and a project at one moment.
struct Chapter {
    runs: Vec<AnswerRun>,
    /// Tasks whose results are not in the runs yet, with the `done_order` up to which they are.
    waiting: Vec<(Task, i64)>,
    /// The tasks in `runs` and `waiting` that still have their results.
    live: BTreeSet<TaskId>,
}

impl Book {
    pub(crate) fn new(store: Arc<dyn Store>, objects: Objects, clock: Arc<dyn Clock>) -> Self {
        let runs = Runs::new(objects.clone());
        Self { store, objects, clock, runs }
    }

    /// The newest definite answers to these numbers that were found since a moment.
    pub async fn answers_to(
        &self,
        uid: Uid,
        project: &str,
        mut numbers: Vec<u64>,
        since: Timestamp,
    ) -> Result<KnownAnswers> {
        numbers.sort_unstable();
        numbers.dedup();
        let numbers: Arc<[u64]> = numbers.into();
        let mut tries = 1;
        loop {
            let error = match self.find(uid, project, &numbers, since).await {
                Ok(found) => return Ok(found),
                Err(error) => error,
            };
            let runs = self.store.read().await?.answer_runs(uid, Some(project)).await?;
            if self.drop_damaged(&runs, &error).await? {
                continue;
            }
            // The object was merged into another one meanwhile.
            if !error.is_missing_file() || tries == MOST_TRIES {
                return Err(error);
            }
            tries += 1;
        }
    }

    /// Takes a run that an error says is damaged or lost out of the book. Its answers are still in the results of their tasks:
    /// they are read from there, and folded again. Returns whether the error was about one of these runs.
    async fn drop_damaged(&self, runs: &[AnswerRun], error: &ScreeningError) -> Result<bool> {
        let ScreeningError::Files(SegmentError::Damaged { object, .. } | SegmentError::NotFound { object }) =
            error
        else {
            return Ok(false);
        };
        let Some(run) = runs.iter().find(|run| run.data.object == *object) else { return Ok(false) };
        // If the whole store is away, its objects are not lost.
        self.objects.ping().await?;
        let tasks = match self.runs.index(object).await {
            Ok(index) => Some(index.tasks().iter().map(|(task, _)| TaskId(*task)).collect()),
            Err(_) => None,
        };
        let mut tx = self.store.begin().await?;
        if tx.drop_answer_run(run.id, tasks.as_ref()).await? {
            tx.save().await?;
            metrics::counter!("numsift_damaged_runs_total").increment(1);
            tracing::error!(uid = %run.data.uid, project = run.data.project, %error,
                "a run of the answer book cannot be read and is left out; its answers are folded again");
        }
        Ok(true)
    }

    async fn find(
        &self,
        uid: Uid,
        project: &str,
        numbers: &Arc<[u64]>,
        since: Timestamp,
    ) -> Result<KnownAnswers> {
        let chapter = self.chapter(uid, project, since).await?;
        let mut finder = Finder::new(numbers.clone(), since);
        self.find_lookups(uid, project, &mut finder).await?;
        for (task, folded) in &chapter.waiting {
            if chapter.live.contains(&task.id) {
                self.find_in_results(task, *folded, project, &mut finder).await?;
            }
        }
        let finder = Mutex::new(finder);
        let live: BTreeSet<i64> = chapter.live.iter().map(|task| task.0).collect();
        // A loop instead of a closure that borrows its argument, which would make the future not `Send`.
        let mut runs = Vec::with_capacity(chapter.runs.len());
        for run in &chapter.runs {
            runs.push(self.find_in_run(run, numbers, &live, &finder));
        }
        let mut searched = stream::iter(runs).buffer_unordered(PARALLEL_RUNS);
        while searched.try_next().await?.is_some() {}
        drop(searched);
        Ok(finder.into_inner().unwrap_or_else(PoisonError::into_inner).finish())
    }

    async fn chapter(&self, uid: Uid, project: &str, since: Timestamp) -> Result<Chapter> {
        let mut tx = self.store.read().await?;
        let mut runs = tx.answer_runs(uid, Some(project)).await?;
        let waiting = tx.tasks_not_folded(uid, project).await?;
        drop(tx);
        runs.retain(|run| run.data.newest >= since);
        let mut tasks: BTreeSet<TaskId> = waiting.iter().map(|(task, _)| task.id).collect();
        for run in &runs {
            let index = self.runs.index(&run.data.object).await?;
            tasks.extend(index.tasks().iter().map(|(task, _)| TaskId(*task)));
        }
        let live = if tasks.is_empty() {
            tasks
        } else {
            self.store.read().await?.live_tasks(&tasks, self.clock.now()).await?
        };
        Ok(Chapter { runs, waiting, live })
    }

    async fn find_in_run(
        &self,
        run: &AnswerRun,
        numbers: &Arc<[u64]>,
        live: &BTreeSet<i64>,
        finder: &Mutex<Finder>,
    ) -> Result<()> {
        let mut each = |place: usize, block: &RunBlock, row: usize| {
            let answer = block.answer(row);
            if live.contains(&answer.task) {
                let mut finder = finder.lock().unwrap_or_else(PoisonError::into_inner);
                finder.offer(place, answer.at, answer.task, answer.status, answer.fields);
            }
        };
        Ok(self.runs.find(&run.data.object, numbers, &mut each).await?)
    }

    /// Answers of lookups. Many numbers are found by going through all answers, as long as these are not more.
    async fn find_lookups(&self, uid: Uid, project: &str, finder: &mut Finder) -> Result<()> {
        let (numbers, since) = (finder.numbers(), finder.since());
        let mut rest = &numbers[..];
        if rest.len() > QUERIED {
            let (mut after, mut read) = (0, 0);
            while read <= numbers.len() {
                let page =
                    self.store.read().await?.remembered_after(uid, project, since, after, PAGE).await?;
                let Some(last) = page.last() else { return Ok(()) };
                (after, read) = (last.number, read + page.len());
                finder.offer_lookups(&page);
            }
            rest = &rest[rest.partition_point(|number| *number <= after)..];
        }
        for some in rest.chunks(QUERIED) {
            let found = self.store.read().await?.remembered_answers(uid, project, some, since).await?;
            finder.offer_lookups(&found);
        }
        Ok(())
    }

    /// Answers of a task that are not in the runs yet.
    async fn find_in_results(
        &self,
        task: &Task,
        folded: i64,
        project: &str,
        finder: &mut Finder,
    ) -> Result<()> {
        let position =
            task.asked.plan.checks.iter().position(|check| check.project == project && is_kept(check));
        let Some(position) = position else { return Ok(()) };
        let layout = layout_of(&task.asked.plan);
        let chunks = self.store.read().await?.chunks_done(task.id, folded).await?;
        for chunk in chunks {
            let results = match self.results_of(task, &chunk, &[position]).await? {
                Readable::Yes(results) => results,
                Readable::No => continue,
                // The caller starts again.
                Readable::Moved => return Err(SegmentError::NotFound { object: chunk.object }.into()),
            };
            for found in definite(task, &layout, &results, position) {
                finder.offer_number(found.number, found.at, task.id.0, found.status, found.fields);
            }
        }
        Ok(())
    }
}

/// The results of a chunk, if they can be read.
enum Readable {
    Yes(Box<Results>),
    /// They are damaged or lost. The answers in them are not known, so their numbers are asked about again.
    No,
    /// They were compacted into another object meanwhile.
    Moved,
}

impl Book {
    /// The results of a chunk. Damaged ones are reported and left out, because one object must not keep the answers of all
    /// other tasks of the account out of the book.
    async fn results_of(&self, task: &Task, chunk: &ChunkRow, checks: &[usize]) -> Result<Readable> {
        let layout = layout_of(&task.asked.plan);
        let error = match read_checks(&self.objects, &layout, &place_of(chunk), checks).await {
            Ok(results) => return Ok(Readable::Yes(Box::new(results))),
            Err(error @ SegmentError::Damaged { .. }) => error,
            Err(error @ SegmentError::NotFound { .. }) => {
                let before = chunk.done_order - 1;
                let chunks = self.store.read().await?.chunks_done(task.id, before).await?;
                let now = chunks.iter().find(|now| now.done_order == chunk.done_order);
                if now.is_none_or(|now| now.object != chunk.object) {
                    return Ok(Readable::Moved);
                }
                error
            }
            Err(error) => return Err(error.into()),
        };
        metrics::counter!("numsift_damaged_results_total").increment(1);
        tracing::error!(task = %task.id, %error, "results cannot be read and are left out of the answer book");
        Ok(Readable::No)
    }
}

/// A definite answer among the results of a task.
struct Definite<'a> {
    number: u64,
    at: i64,
    status: &'a str,
    fields: &'a str,
}

/// The definite answers of a check.
fn definite<'a>(
    task: &Task,
    layout: &'a Layout,
    results: &'a Results,
    check: usize,
) -> impl Iterator<Item = Definite<'a>> {
    let column: &CheckColumn = &results.checks[check];
    // Results of earlier versions have no times.
    let ended_at = task.finished_at.unwrap_or(task.asked.created_at).0;
    results.numbers.number.iter().enumerate().filter_map(move |(row, number)| {
        let status = column.status[row];
        // Unknown and skipped come first in every layout.
        (status > SKIPPED).then(|| Definite {
            number: *number,
            at: if column.at[row] == 0 {
                ended_at
            } else {
                i64::try_from(column.at[row]).unwrap_or(i64::MAX)
            },
            status: layout.status_name(check, status),
            fields: column.detail.get(row),
        })
    })
}

/// Whether the answers of a check are worth keeping: those of providers, and those of the number engine that were paid
/// for, which are not charged again. An answer that depends on more than the number does not answer for another row.
pub(crate) fn is_kept(check: &Check) -> bool {
    let by_number = check.inputs.is_empty();
    let worth = check.answerer == Answerer::Channels || check.price > 0 || !check.country_prices.is_empty();
    by_number && worth
}
