//! The fold job: adds the answers of finished tasks to the runs of their account, merges runs, and removes the answers of
//! deleted tasks from them.
//!
//! A run and the positions up to which it contains the results of tasks are saved in one transaction, and so are a merged
//! run and the removal of those that it replaces. A job that dies or loses a race leaves nothing but an object without a
//! row, which the sweep deletes.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use numsift_model::answer_book::{AnswerRun, NewAnswerRun};
use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, Uid};
use numsift_model::task::{Job, JobKind, NewJob};
use numsift_segments::{RunAnswer, WrittenRun};
use numsift_store::breakpoint;
use numsift_turns::off_thread;

use super::known::Texts;
use super::{Book, Readable, definite, is_kept};
use crate::job::{JobLease, JobOutcome};
use crate::layout::layout_of;
use crate::{Result, ScreeningError};

/// Accounts for which jobs are queued at a time.
const ACCOUNTS: i64 = 100;
/// Running tasks are folded when they have this many results that are not in the book, so that few are left at their end.
const MANY_RESULTS: i64 = 200_000;
/// Answers that are collected before they are written as runs.
const PART_ANSWERS: usize = 400_000;
/// Bytes of texts that are collected before they are written.
const PART_TEXTS: usize = 32 * 1024 * 1024;
/// Runs of one level that are merged.
const MERGED: usize = 4;
/// Runs below four times this many answers have level 0. Each further level has four times as many.
const LEVEL_ANSWERS: i64 = 65_536;
/// How often a run is searched for answers of deleted tasks.
const CHECK_EVERY_S: i64 = 86_400;
/// Other processes may change the book this many times while a job works.
const MOST_RACES: usize = 20;
/// The lease is renewed this many times per lease period.
const RENEWALS_PER_LEASE: u32 = 4;

/// The answers of one project, not sorted yet.
#[derive(Default)]
struct Collected {
    answers: Vec<CollectedAnswer>,
    texts: Texts,
}

struct CollectedAnswer {
    number: u64,
    task: i64,
    at: i64,
    status: u32,
    fields: u32,
}

/// Results that a part of a fold contains.
struct Folded {
    task: TaskId,
    from: i64,
    to: i64,
}

/// Names for the objects of a job.
struct Names<'a> {
    job: &'a Job,
    next: usize,
}

impl Names<'_> {
    fn next(&mut self) -> String {
        let Job { id, epoch, asked, .. } = self.job;
        self.next += 1;
        format!("answers/{}/{id}-{epoch}-{}.run", asked.uid, self.next)
    }
}

impl Book {
    /// Queues a fold job for each account that needs one, and returns whether there are any.
    pub async fn queue_folds(&self) -> Result<bool> {
        let now = self.clock.now();
        let accounts = self
            .store
            .read()
            .await?
            .accounts_to_fold(MANY_RESULTS, now.plus(-CHECK_EVERY_S), ACCOUNTS)
            .await?;
        if accounts.is_empty() {
            return Ok(false);
        }
        let mut tx = self.store.begin().await?;
        for uid in accounts {
            let job = NewJob {
                kind: JobKind::Fold,
                uid,
                task: None,
                list: None,
                request: "{}".to_owned(),
                created_at: now,
            };
            tx.add_job(&job).await?;
        }
        tx.save().await?;
        Ok(true)
    }

    /// The fold job of an account.
    pub(crate) async fn fold(&self, job: &Job, lease: &JobLease) -> Result<JobOutcome> {
        renewing(lease, self.fold_account(job)).await?;
        Ok(JobOutcome::done())
    }

    async fn fold_account(&self, job: &Job) -> Result<()> {
        let (uid, mut names) = (job.asked.uid, Names { job, next: 0 });
        let mut races = 0;
        while races < MOST_RACES {
            match self.fold_part(uid, &mut names).await? {
                Step::Done => {}
                Step::Lost => races += 1,
                Step::Nothing => match self.tidy_runs(uid, &mut names).await? {
                    Step::Done => {}
                    Step::Lost => races += 1,
                    Step::Nothing => return Ok(()),
                },
            }
        }
        Err(ScreeningError::machine("the answer book changes too often"))
    }

    /// Adds some results of tasks to the book.
    async fn fold_part(&self, uid: Uid, names: &mut Names<'_>) -> Result<Step> {
        let waiting = self.store.read().await?.tasks_to_fold(uid, MANY_RESULTS).await?;
        let mut collected = BTreeMap::<String, Collected>::new();
        let mut folded = Vec::new();
        'tasks: for (task, from) in &waiting {
            let layout = layout_of(&task.asked.plan);
            let mut part = Folded { task: task.id, from: *from, to: *from };
            for chunk in self.store.read().await?.chunks_done(task.id, *from).await? {
                if is_full(&collected) {
                    folded.push(part);
                    break 'tasks;
                }
                let kept: Vec<_> =
                    task.asked.plan.checks.iter().enumerate().filter(|(_, check)| is_kept(check)).collect();
                let positions: Vec<_> = kept.iter().map(|(position, _)| *position).collect();
                let results = if kept.is_empty() {
                    None
                } else {
                    match self.results_of(task, &chunk, &positions).await? {
                        Readable::Yes(results) => Some(results),
                        Readable::No => None,
                        Readable::Moved => return Ok(Step::Lost),
                    }
                };
                if let Some(results) = results {
                    for (position, check) in kept {
                        let project = collected.entry(check.project.clone()).or_default();
                        for found in definite(task, &layout, &results, position) {
                            let (status, fields) =
                                (project.texts.index(found.status), project.texts.index(found.fields));
                            let (number, task, at) = (found.number, task.id.0, found.at);
                            project.answers.push(CollectedAnswer { number, task, at, status, fields });
                        }
                    }
                }
                part.to = chunk.done_order;
            }
            folded.push(part);
        }
        folded.retain(|part| part.to > part.from);
        if folded.is_empty() {
            return Ok(Step::Nothing);
        }
        let mut written = Vec::new();
        for (project, collected) in collected {
            written.extend(self.write(collected, &names.next()).await?.map(|run| (project, run)));
        }
        breakpoint::reached("fold-written");
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let mut saved = true;
        for part in &folded {
            saved &= tx.note_folded(part.task, part.from, part.to).await?;
        }
        if saved {
            for (project, run) in &written {
                tx.add_answer_run(&row_of(uid, project, run, now)).await?;
            }
            breakpoint::reached("fold-commit");
            tx.save().await?;
            return Ok(Step::Done);
        }
        drop(tx);
        for (_, run) in written {
            self.objects.delete(&run.object).await?;
        }
        Ok(Step::Lost)
    }

    async fn write(&self, mut collected: Collected, name: &str) -> Result<Option<WrittenRun>> {
        let sorting = off_thread(move || {
            collected.answers.sort_unstable_by_key(|answer| (answer.number, answer.task));
            collected
        });
        let Collected { answers, texts } = sorting.await.map_err(ScreeningError::machine)?;
        let mut run = self.runs.writer(name)?;
        for CollectedAnswer { number, task, at, status, fields } in answers {
            let (status, fields) = (texts.get(status), texts.get(fields));
            run.push(RunAnswer { number, task, at, status, fields }).await?;
        }
        Ok(run.finish().await?)
    }

    /// Merges runs of the same level, or removes the answers of deleted tasks from a run.
    async fn tidy_runs(&self, uid: Uid, names: &mut Names<'_>) -> Result<Step> {
        let now = self.clock.now();
        let runs = self.store.read().await?.answer_runs(uid, None).await?;
        match self.tidy(&runs, names, now).await {
            // Its answers are folded again by the next step.
            Err(error) if self.drop_damaged(&runs, &error).await? => Ok(Step::Done),
            done => done,
        }
    }

    async fn tidy(&self, runs: &[AnswerRun], names: &mut Names<'_>, now: Timestamp) -> Result<Step> {
        if let Some(merged) = to_merge(runs) {
            return self.merge(&merged, names, now).await;
        }
        let Some(run) = runs.iter().find(|run| run.checked_at < now.plus(-CHECK_EVERY_S)) else {
            return Ok(Step::Nothing);
        };
        let tasks = self.tasks_of(std::slice::from_ref(&run)).await?;
        if !self.store.read().await?.deleted_tasks(&tasks, now).await?.is_empty() {
            return self.merge(&[run], names, now).await;
        }
        let mut tx = self.store.begin().await?;
        tx.note_run_checked(run.id, now).await?;
        tx.save().await?;
        Ok(Step::Done)
    }

    /// The tasks whose answers are in these runs.
    async fn tasks_of(&self, runs: &[&AnswerRun]) -> Result<BTreeSet<TaskId>> {
        let mut tasks = BTreeSet::new();
        for run in runs {
            let index = self.runs.index(&run.data.object).await?;
            tasks.extend(index.tasks().iter().map(|(task, _)| TaskId(*task)));
        }
        Ok(tasks)
    }

    /// Replaces runs of one project by one run with their answers, without those of deleted tasks.
    async fn merge(&self, runs: &[&AnswerRun], names: &mut Names<'_>, now: Timestamp) -> Result<Step> {
        let Some(first) = runs.first() else { return Ok(Step::Nothing) };
        let tasks = self.tasks_of(runs).await?;
        let deleted = self.store.read().await?.deleted_tasks(&tasks, now).await?;
        let deleted = deleted.into_iter().map(|task| task.0).collect();
        let objects: Vec<_> = runs.iter().map(|run| run.data.object.clone()).collect();
        let merged = self.runs.merge(&objects, &deleted, &names.next()).await?;
        breakpoint::reached("merge-written");
        let ids: Vec<_> = runs.iter().map(|run| run.id).collect();
        let mut tx = self.store.begin().await?;
        if !tx.remove_answer_runs(&ids).await? {
            drop(tx);
            if let Some(merged) = merged {
                self.objects.delete(&merged.object).await?;
            }
            return Ok(Step::Lost);
        }
        if let Some(merged) = &merged {
            tx.add_answer_run(&row_of(first.data.uid, &first.data.project, merged, now)).await?;
        }
        breakpoint::reached("merge-commit");
        tx.save().await?;
        // A backup may still need them; then the sweep deletes them later. A reader that misses one starts again.
        if !self.store.read().await?.files_held(self.clock.now()).await? {
            for object in objects {
                self.objects.delete(&object).await?;
            }
        }
        Ok(Step::Done)
    }
}

/// What became of a step.
enum Step {
    Done,
    /// The book was changed meanwhile, so nothing was saved.
    Lost,
    Nothing,
}

fn is_full(collected: &BTreeMap<String, Collected>) -> bool {
    collected.values().map(|project| project.answers.len()).sum::<usize>() >= PART_ANSWERS
        || collected.values().map(|project| project.texts.bytes()).sum::<usize>() >= PART_TEXTS
}

fn row_of(uid: Uid, project: &str, run: &WrittenRun, now: Timestamp) -> NewAnswerRun {
    NewAnswerRun {
        uid,
        project: project.to_owned(),
        object: run.object.clone(),
        answers: i64::try_from(run.answers).unwrap_or(i64::MAX),
        bytes: i64::try_from(run.bytes).unwrap_or(i64::MAX),
        newest: Timestamp(run.newest),
        created_at: now,
    }
}

/// The runs to merge next: those of a project and level that has enough of them, small ones first.
fn to_merge(runs: &[AnswerRun]) -> Option<Vec<&AnswerRun>> {
    let mut levels = BTreeMap::<(u32, &str), Vec<&AnswerRun>>::new();
    for run in runs {
        levels.entry((level(run.data.answers), &run.data.project)).or_default().push(run);
    }
    levels.into_values().find(|runs| runs.len() >= MERGED)
}

fn level(answers: i64) -> u32 {
    (answers / LEVEL_ANSWERS).max(1).ilog2() / 2
}

/// Runs `work` and renews the lease of its job meanwhile. Both go on at the same time, because either may wait for the
/// database connection that the other one has.
async fn renewing<T>(lease: &JobLease, work: impl Future<Output = Result<T>>) -> Result<T> {
    let period = Duration::from_secs(u64::try_from(lease.lease_s).unwrap_or(0).max(1));
    let mut every = tokio::time::interval(period / RENEWALS_PER_LEASE);
    let renewals = async {
        loop {
            every.tick().await;
            if let Err(error) = lease.progress(0, 0).await {
                return error;
            }
        }
    };
    tokio::select! {
        biased;
        done = work => done,
        lost = renewals => Err(lost),
    }
}
