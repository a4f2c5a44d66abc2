//! Screening tasks: what is asked about a list of numbers, and how far the answers have come.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{JobId, ListId, TaskId, Uid};
use crate::money::Points;
use crate::project::{Answerer, covers};
use crate::words::words_only;

words_only! {
    /// How far a task has come.
    TaskState {
        /// Chunks are being worked on.
        Running = "running",
        /// No new chunk is begun.
        Paused = "paused",
        /// Every chunk has an end.
        Completed = "completed",
        /// Ended early by its owner.
        Cancelled = "cancelled",
        /// Ended early because too many answers were unknown.
        Stopped = "stopped",
        /// Gone, with its files.
        Deleted = "deleted",
    }
}

impl TaskState {
    /// Nothing more will happen in it.
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Running | Self::Paused)
    }
}

words_only! {
    /// How several projects go over one list.
    TaskMode {
        /// One project.
        Single = "single",
        /// All of them for every number.
        Parallel = "parallel",
        /// One after the other, each under a condition.
        Waterfall = "waterfall",
    }
}

words_only! {
    /// Where a task was started.
    TaskOrigin {
        /// On a page of the console.
        Console = "console",
        /// Through the public API.
        Api = "api",
        /// Through the public API, to look one number up: no list of tasks shows it.
        Lookup = "lookup",
    }
}

/// What a number must have for a step of a waterfall to be asked. Empty parts are no condition.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Condition {
    /// An earlier step, counted from 0.
    pub step: Option<usize>,
    /// What that step must have answered.
    pub statuses: Vec<String>,
    /// The type it must have, such as `mobile`.
    pub kinds: Vec<String>,
    /// The country it must belong to.
    pub countries: Vec<String>,
}

/// One project of a task, as it was when the task was made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// The project.
    pub project: String,
    /// Who answers.
    pub answerer: Answerer,
    /// The definite answers there are.
    pub statuses: Vec<String>,
    /// For one definite answer.
    pub price: i64,
    /// Other prices, by country.
    pub country_prices: BTreeMap<String, i64>,
    /// The countries that it knows; empty for all.
    #[serde(default)]
    pub countries: Vec<String>,
    /// The channels that are asked, in this order; empty for all that serve it.
    pub channels: Vec<String>,
    /// Under which condition it is asked.
    pub condition: Option<Condition>,
}

impl Check {
    /// What a definite answer about a number of this country costs.
    pub fn price_in(&self, country: &str) -> Points {
        Points(self.country_prices.get(country).copied().unwrap_or(self.price))
    }

    /// Whether it is asked about the numbers of this country.
    pub fn covers(&self, country: &str) -> bool {
        covers(&self.countries, country)
    }
}

/// Everything about a task that is decided when it is made.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskPlan {
    /// How the projects go over the list.
    pub mode: TaskMode,
    /// The projects.
    pub checks: Vec<Check>,
    /// Why the customer may process this list.
    pub purpose: String,
    /// Ends early when more than so many per cent of the answers are unknown.
    pub error_threshold: Option<i64>,
    /// Answers of this account that are at most so many days old are used again.
    pub freshness_days: i64,
    /// Names of the columns that are carried through.
    pub carried: Vec<String>,
    /// What an inviter gets, in basis points, as it was set then.
    pub commission_rate_bp: i64,
    /// All numbers are for trying things out.
    #[serde(default)]
    pub test: bool,
}

/// A task to be stored.
#[derive(Debug, Clone)]
pub struct NewTask {
    /// Whose it is.
    pub uid: Uid,
    /// What its owner calls it.
    pub name: String,
    /// The list.
    pub list: ListId,
    /// What was decided.
    pub plan: TaskPlan,
    /// How many numbers.
    pub total: i64,
    /// Numbers of a chunk.
    pub chunk_size: i64,
    /// A free look at a few numbers.
    pub sample: bool,
    /// Where it was started.
    pub origin: TaskOrigin,
    /// The operator's own use, free of charge.
    pub internal: bool,
    /// What was set aside.
    pub held: Points,
    /// When.
    pub created_at: Timestamp,
}

impl NewTask {
    /// How many chunks it has.
    pub fn chunks(&self) -> i64 {
        (self.total + self.chunk_size - 1) / self.chunk_size
    }
}

/// A task as it is stored.
#[derive(Debug, Clone)]
pub struct Task {
    /// Its number.
    pub id: TaskId,
    /// Its owner's name.
    pub username: String,
    /// How far it has come.
    pub state: TaskState,
    /// Why it ended early.
    pub reason: String,
    /// What was asked.
    pub asked: NewTask,
    /// How far its chunks have come.
    pub progress: Progress,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
    /// When its files are deleted.
    pub expires_at: Option<Timestamp>,
    /// Its results lie in few large files.
    pub compacted: bool,
}

/// How far the chunks of a task have come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Chunks that nobody works on.
    pub pending: i64,
    /// Chunks that somebody works on.
    pub running: i64,
    /// Chunks that are done.
    pub done_chunks: i64,
    /// Numbers of these.
    pub done: i64,
    /// Answers that were charged.
    pub charged_answers: i64,
    /// What they cost.
    pub charged: Points,
    /// Answers that nobody could give.
    pub unknown: i64,
    /// Answers there could have been: those of the numbers that are done, without skipped ones.
    pub answers: i64,
    /// Answers that the customer looks for.
    pub hits: i64,
}

/// A chunk that a worker has taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimedChunk {
    /// Whose task it is of.
    pub uid: Uid,
    /// The task.
    pub task: TaskId,
    /// Which of its chunks, from 0.
    pub seq: i64,
    /// Counts how often it was taken: what an earlier taker still commits changes nothing.
    pub epoch: i64,
    /// Numbers in it.
    pub rows: i64,
}

/// What a worker commits.
#[derive(Debug, Clone)]
pub struct ChunkDone {
    /// Where the results lie.
    pub object: String,
    /// Counts by class.
    pub histogram: Vec<u8>,
    /// Answers that are charged.
    pub charged_answers: i64,
    /// What they cost.
    pub charged: Points,
    /// Answers that nobody could give.
    pub unknown: i64,
    /// Answers there could have been.
    pub answers: i64,
    /// Answers that the customer looks for.
    pub hits: i64,
    /// When.
    pub at: Timestamp,
    /// What it adds to the day of its account.
    pub used: Vec<ChunkUsage>,
    /// What providers charge for it, by project.
    pub spent: BTreeMap<String, Points>,
}

/// What a chunk adds to a day of its account.
#[derive(Debug, Clone)]
pub struct ChunkUsage {
    /// The project.
    pub project: String,
    /// Answers there could have been.
    pub answers: i64,
    /// Answers that were looked for.
    pub hits: i64,
    /// Answers that nobody could give.
    pub unknown: i64,
    /// What was charged.
    pub charged: i64,
}

/// A chunk that is done, as its row has it.
#[derive(Debug, Clone)]
pub struct ChunkRow {
    /// Which chunk, from 0.
    pub seq: i64,
    /// Numbers in it.
    pub rows: i64,
    /// Where its results lie.
    pub object: String,
    /// Which row group of that object.
    pub row_group: i64,
    /// The how-manieth chunk of its task that was done.
    pub done_order: i64,
    /// Counts by class.
    pub histogram: Vec<u8>,
}

words_only! {
    /// Work in the background.
    JobKind {
        /// Read an uploaded file.
        Analyse = "analyse",
        /// Make a list of some results.
        Derive = "derive",
        /// Write a file of results.
        Export = "export",
        /// Put many small result files into few large ones.
        Compact = "compact",
        /// Delete the files of a task or a list.
        Purge = "purge",
    }
}

words_only! {
    /// How far a job has come.
    JobState {
        /// Nobody works on it.
        Pending = "pending",
        /// Somebody works on it.
        Running = "running",
        /// Done.
        Done = "done",
        /// Could not be done.
        Failed = "failed",
        /// No longer wanted.
        Cancelled = "cancelled",
    }
}

/// A job to be stored.
#[derive(Debug, Clone)]
pub struct NewJob {
    /// What is to be done.
    pub kind: JobKind,
    /// For whom.
    pub uid: Uid,
    /// About which task.
    pub task: Option<TaskId>,
    /// About which list.
    pub list: Option<ListId>,
    /// The details, as JSON.
    pub request: String,
    /// When.
    pub created_at: Timestamp,
}

/// A job as it is stored.
#[derive(Debug, Clone)]
pub struct Job {
    /// Its number.
    pub id: JobId,
    /// What was asked.
    pub asked: NewJob,
    /// How far it has come.
    pub state: JobState,
    /// Counts how often it was taken.
    pub epoch: i64,
    /// How often it was tried.
    pub tries: i64,
    /// How much is done, in units of its own.
    pub done: i64,
    /// Of how much.
    pub total: i64,
    /// What came of it, as JSON.
    pub result: String,
    /// When it ended.
    pub finished_at: Option<Timestamp>,
}
