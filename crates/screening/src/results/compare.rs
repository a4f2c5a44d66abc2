//! Compares the results of a scheduled run with those of the run before.

use std::collections::VecDeque;

use bytes::Bytes;
use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_model::task::{Job, JobKind, JobState, NewJob, Task, TaskState};
use numsift_segments::{CheckLayout, Chunk, ResultSet, SKIPPED, read_statuses};
use numsift_store::Scope;
use serde::{Deserialize, Serialize};

use super::Results;
use super::differences::{Block, Change, Difference};
use crate::job::{JobLease, JobOutcome};
use crate::tasks::MOST_CHECKS;
use crate::{Result, ScreeningError};

/// Differences per block of the file.
const BLOCK: usize = 1 << 16;
/// Stands for a number without any answer.
const NONE: u8 = u8::MAX;

#[derive(Serialize, Deserialize)]
struct CompareRequest {
    previous: TaskId,
}

/// The job that compares a task with an earlier one.
pub(crate) fn comparison_job(task: &Task, previous: TaskId, at: Timestamp) -> Result<NewJob> {
    Ok(NewJob {
        kind: JobKind::Compare,
        uid: task.asked.uid,
        task: Some(task.id),
        list: None,
        request: serde_json::to_string(&CompareRequest { previous })?,
        created_at: at,
    })
}

/// How the results of a task differ from those of an earlier one.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct Comparison {
    /// The object with the differences; empty if there are none to read.
    pub(super) object: String,
    pub(super) blocks: Vec<Block>,
    /// The earlier results no longer exist.
    pub missing: bool,
    pub checks: Vec<ComparedCheck>,
}

/// The differences of a check.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ComparedCheck {
    /// Slug of the project.
    pub project: String,
    /// All statuses of both tasks.
    pub statuses: Vec<String>,
    /// Numbers with another definite answer than before.
    pub changed: i64,
    /// Numbers with a definite answer that had none before.
    pub new: i64,
    /// Numbers without a definite answer that had one before.
    pub gone: i64,
}

impl ComparedCheck {
    fn of(now: &CheckLayout, then: Option<&CheckLayout>) -> Self {
        let mut statuses = now.statuses.clone();
        for status in then.into_iter().flat_map(|check| &check.statuses) {
            if !statuses.contains(status) {
                statuses.push(status.clone());
            }
        }
        Self { project: now.name.clone(), statuses, ..Self::default() }
    }

    fn count(&mut self, change: Change) {
        match change {
            Change::Changed => self.changed += 1,
            Change::New => self.new += 1,
            Change::Gone => self.gone += 1,
        }
    }
}

/// Whether a comparison can be read.
#[derive(Debug, Clone)]
pub enum ComparisonState {
    /// The task still runs, or the job has not finished.
    Pending,
    /// The job failed.
    Failed,
    Done(Comparison),
}

impl Results {
    /// The comparison of a scheduled run.
    pub async fn comparison(&self, task: TaskId) -> Result<ComparisonState> {
        let jobs = self.store.read().await?.jobs_of_task(task, JobKind::Compare).await?;
        Ok(match jobs.first() {
            Some(job) if job.state == JobState::Done => {
                ComparisonState::Done(serde_json::from_str(&job.result)?)
            }
            Some(job) if matches!(job.state, JobState::Failed | JobState::Cancelled) => {
                ComparisonState::Failed
            }
            _ => ComparisonState::Pending,
        })
    }

    /// The job that compares.
    pub(crate) async fn compare(&self, job: &Job, lease: &JobLease) -> Result<JobOutcome> {
        let id = job.asked.task.ok_or(ScreeningError::NotFound)?;
        let CompareRequest { previous } = serde_json::from_str(&job.asked.request)?;
        let mut tx = self.store.read().await?;
        let task = tx.task(Scope::All, id).await?.ok_or(ScreeningError::NotFound)?;
        let earlier = tx.task(Scope::All, previous).await?.ok_or(ScreeningError::NotFound)?;
        drop(tx);
        if earlier.state == TaskState::Deleted || earlier.progress.done_chunks == 0 {
            let missing = Comparison { missing: true, ..Comparison::default() };
            return Ok(JobOutcome::with_result(serde_json::to_string(&missing)?));
        }
        let (now, then) = (self.result_set(&task).await?, self.result_set(&earlier).await?);
        let object = format!("tasks/{id}/exports/compared-{}-{}", job.id, job.epoch);
        let mut differences = Differences::new(&now, &then);
        let mut writer = self.objects.writer(&object)?;
        let (mut now, mut then) = (Side::new(now), Side::new(then));
        let total = i64::try_from(now.waiting.len()).unwrap_or(i64::MAX);
        let mut left = usize::MAX;
        loop {
            if now.waiting.len() < left {
                left = now.waiting.len();
                lease.progress(total - i64::try_from(left).unwrap_or(0), total).await?;
            }
            let Some(line) = [now.line().await?, then.line().await?].into_iter().flatten().min() else {
                break;
            };
            differences.add(line, &now.rows_of(line).await?, &then.rows_of(line).await?);
            if differences.records.len() >= BLOCK {
                writer.write(differences.end_block()).await?;
            }
        }
        if !differences.records.is_empty() {
            writer.write(differences.end_block()).await?;
        }
        let bytes = i64::try_from(writer.finish().await?).unwrap_or(i64::MAX);
        let Differences { blocks, checks, .. } = differences;
        let comparison = Comparison { object, blocks, missing: false, checks };
        Ok(JobOutcome { bytes, ..JobOutcome::with_result(serde_json::to_string(&comparison)?) })
    }
}

/// A number and the statuses of its checks.
struct Row {
    number: u64,
    statuses: [u8; MOST_CHECKS],
}

/// The rows of one task, in the order of the list.
struct Side {
    set: ResultSet,
    waiting: VecDeque<Chunk>,
    /// The rows of the chunk that is being compared, with their lines.
    rows: VecDeque<(u64, Row)>,
}

impl Side {
    fn new(set: ResultSet) -> Self {
        let waiting = set.chunks.iter().cloned().collect();
        Self { set, waiting, rows: VecDeque::new() }
    }

    /// The line of the next row; `None` at the end.
    async fn line(&mut self) -> Result<Option<u64>> {
        while self.rows.is_empty() {
            let Some(chunk) = self.waiting.pop_front() else { return Ok(None) };
            let read = read_statuses(&self.set.objects, &self.set.layout, &chunk.place).await?;
            let row = |(at, (line, number)): (usize, (&u64, &u64))| {
                let mut statuses = [NONE; MOST_CHECKS];
                for (status, check) in statuses.iter_mut().zip(&read.checks) {
                    *status = check.status[at];
                }
                (*line, Row { number: *number, statuses })
            };
            self.rows = read.numbers.line.iter().zip(&read.numbers.number).enumerate().map(row).collect();
        }
        Ok(self.rows.front().map(|(line, _)| *line))
    }

    /// The next rows if they are of this line. A line of a file can have several numbers.
    async fn rows_of(&mut self, line: u64) -> Result<Vec<Row>> {
        let mut rows = Vec::new();
        while self.line().await? == Some(line) {
            rows.extend(self.rows.pop_front().map(|(_, row)| row));
        }
        Ok(rows)
    }
}

/// The differences found so far.
struct Differences {
    checks: Vec<ComparedCheck>,
    /// For each check of the later task, the one of the earlier task, and its statuses as indexes into those of the
    /// comparison.
    earlier: Vec<Option<(usize, Vec<u8>)>>,
    records: Vec<Difference>,
    blocks: Vec<Block>,
}

impl Differences {
    fn new(now: &ResultSet, then: &ResultSet) -> Self {
        let (mut checks, mut earlier) = (Vec::new(), Vec::new());
        for check in now.layout.checks.iter().take(MOST_CHECKS) {
            let same = |(at, known): (usize, &'_ CheckLayout)| (known.name == check.name).then_some(at);
            let at = then.layout.checks.iter().enumerate().take(MOST_CHECKS).find_map(same);
            let before = at.map(|at| &then.layout.checks[at]);
            let compared = ComparedCheck::of(check, before);
            let index = |status: &String| {
                let at = compared.statuses.iter().position(|known| known == status);
                at.and_then(|at| u8::try_from(at).ok()).unwrap_or(NONE)
            };
            earlier.push(before.zip(at).map(|(check, at)| (at, check.statuses.iter().map(index).collect())));
            checks.push(compared);
        }
        Self { checks, earlier, records: Vec::new(), blocks: Vec::new() }
    }

    /// Compares the rows of one line.
    fn add(&mut self, line: u64, now: &[Row], then: &[Row]) {
        for row in now {
            let before = then.iter().find(|earlier| earlier.number == row.number);
            self.add_number(line, row.number, Some(row), before);
        }
        for row in then.iter().filter(|row| now.iter().all(|later| later.number != row.number)) {
            self.add_number(line, row.number, None, Some(row));
        }
    }

    fn add_number(&mut self, line: u64, number: u64, now: Option<&Row>, then: Option<&Row>) {
        for (check, index) in (0..self.checks.len()).zip(0_u8..) {
            let after = now.map_or(NONE, |row| row.statuses[check]);
            let before = match (then, &self.earlier[check]) {
                (Some(row), Some((at, statuses))) => {
                    statuses.get(usize::from(row.statuses[*at])).copied().unwrap_or(NONE)
                }
                _ => NONE,
            };
            let Some(change) = change(before, after) else { continue };
            self.checks[check].count(change);
            self.records.push(Difference { line, number, check: index, change, before, after });
        }
    }

    /// The block as bytes. The next one is empty.
    fn end_block(&mut self) -> Bytes {
        let records = std::mem::take(&mut self.records);
        self.blocks.push(Block::of(&records, self.checks.len()));
        records.into_iter().flat_map(Difference::to_bytes).collect()
    }
}

/// How a number changed from one status to another; `None` for numbers of which no definite answer changed.
fn change(before: u8, after: u8) -> Option<Change> {
    let definite = |status: u8| status > SKIPPED && status != NONE;
    match (definite(before), definite(after)) {
        (true, true) => (before != after).then_some(Change::Changed),
        (false, true) => Some(Change::New),
        (true, false) => Some(Change::Gone),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_definite_answers_make_a_difference() {
        let (unknown, active, inactive) = (0, 2, 3);
        assert_eq!(change(active, inactive), Some(Change::Changed));
        assert_eq!(change(active, active), None);
        for missing in [unknown, SKIPPED, NONE] {
            assert_eq!(change(missing, active), Some(Change::New));
            assert_eq!(change(active, missing), Some(Change::Gone));
            assert_eq!(change(missing, unknown), None);
        }
    }
}
