//! Tasks, chunks and background jobs.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{ApiKeyId, JobId, ListId, TaskId, Uid, WebhookId};
use crate::money::Points;
use crate::project::{Answerer, covers};
use crate::routing::Routing;
use crate::row_input::RowInput;
use crate::words::word_methods;

/// The state of a task.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TaskState {
    Running,
    /// No further chunks are claimed.
    Paused,
    Completed,
    /// Cancelled by its owner.
    Cancelled,
    /// Stopped because too many answers were unknown.
    Stopped,
    Deleted,
}

impl TaskState {
    /// Whether the state is final.
    pub fn is_over(self) -> bool {
        !matches!(self, Self::Running | Self::Paused)
    }
}

/// How the projects of a task are combined.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TaskMode {
    /// One project.
    Single,
    /// All projects for every number.
    Parallel,
    /// One project after another, each with a condition.
    Waterfall,
}

/// Where a task was started.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum TaskOrigin {
    Console,
    /// The public API.
    Api,
    /// A lookup through the public API; not shown in task lists.
    Lookup,
}

word_methods!(TaskState, TaskMode, TaskOrigin);

/// The condition of a waterfall step. Empty fields do not restrict.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Condition {
    /// Index of an earlier step, starting at 0.
    pub step: Option<usize>,
    /// Accepted statuses of that step.
    pub statuses: Vec<String>,
    /// Accepted number types, such as `mobile`.
    pub kinds: Vec<String>,
    /// Accepted countries.
    pub countries: Vec<String>,
}

/// A project of a task, as it was configured when the task started.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Check {
    /// Slug of the project.
    pub project: String,
    pub answerer: Answerer,
    /// Statuses of definite answers. The first one counts as a hit.
    pub statuses: Vec<String>,
    /// Price per definite answer, in units of 1/10,000 point.
    pub price: i64,
    /// Prices for single countries.
    pub country_prices: BTreeMap<String, i64>,
    /// Countries that it covers; empty for all.
    #[serde(default)]
    pub countries: Vec<String>,
    /// Channels to use, in this order; empty for all that serve the project.
    pub channels: Vec<String>,
    /// How the channels are chosen.
    #[serde(default, skip_serializing_if = "Routing::is_default")]
    pub routing: Routing,
    /// Values in the row of a number that it needs besides the number.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inputs: Vec<RowInput>,
    pub condition: Option<Condition>,
}

impl Check {
    /// Price per definite answer in a country.
    pub fn price_in(&self, country: &str) -> Points {
        Points(self.country_prices.get(country).copied().unwrap_or(self.price))
    }

    /// Whether it checks numbers of a country.
    pub fn covers(&self, country: &str) -> bool {
        covers(&self.countries, country)
    }
}

/// Everything about a task that is fixed when it starts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TaskPlan {
    pub mode: TaskMode,
    pub checks: Vec<Check>,
    /// The customer's reason for processing this list.
    pub purpose: String,
    /// The task is stopped when more than this percentage of its answers are unknown.
    pub error_threshold: Option<i64>,
    /// The account's earlier answers are reused for this many days.
    pub freshness_days: i64,
    /// Names of the list's columns that are copied to the results.
    pub carried: Vec<String>,
    /// Commission of the inviter, in basis points.
    pub commission_rate_bp: i64,
    /// All numbers are test numbers.
    #[serde(default)]
    pub test: bool,
    /// The column of the uploaded file with the numbers.
    #[serde(default)]
    pub number: NumberColumn,
    /// The rows of the uploaded file that are not among the numbers; `None` for tasks of earlier versions and for
    /// samples.
    #[serde(default)]
    pub other_rows: Option<OtherRows>,
}

/// The column of an uploaded file with the numbers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NumberColumn {
    /// Its header; empty for none.
    pub header: String,
    /// How many carried columns precede it.
    pub position: usize,
}

/// The rows of an uploaded file that are not among the numbers of its list.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct OtherRows {
    /// Object with these rows; empty ones are only counted.
    pub object: Option<String>,
    pub duplicates: i64,
    pub suppressed: i64,
    pub refused: i64,
    /// Empty rows.
    pub blank: i64,
}

/// What became of the rows that were sent. The counts add up to `sent`; numbers that still wait are `unprocessed`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct RowCounts {
    /// Rows of the list, without headers.
    pub sent: i64,
    /// Numbers that were checked; the answer may be unknown.
    pub answered: i64,
    /// Numbers that every check skipped.
    pub skipped: i64,
    /// Numbers that were not checked.
    pub unprocessed: i64,
    /// Rows whose number occurs in an earlier row. They get the same answers, and are charged once.
    pub duplicates: i64,
    /// Rows whose number is on a suppression list.
    pub suppressed: i64,
    /// Rows without a usable number.
    pub refused: i64,
    /// Empty rows.
    pub blank: i64,
}

/// A task to be stored.
#[derive(Debug, Clone)]
pub struct NewTask {
    pub uid: Uid,
    pub name: String,
    pub list: ListId,
    pub plan: TaskPlan,
    /// Total of numbers.
    pub total: i64,
    /// Numbers per chunk.
    pub chunk_size: i64,
    /// A free check of a few numbers.
    pub sample: bool,
    pub origin: TaskOrigin,
    /// Used by the operator; free of charge.
    pub internal: bool,
    pub held: Points,
    /// The request that created it, as it is in the access log; empty for tasks of earlier versions.
    pub request_id: String,
    /// The customer's own names and values.
    pub metadata: BTreeMap<String, String>,
    /// The API key that started it.
    pub key: Option<ApiKeyId>,
    /// The webhook endpoint that also receives its events.
    pub webhook: Option<WebhookId>,
    pub created_at: Timestamp,
}

impl NewTask {
    /// Number of chunks.
    pub fn chunks(&self) -> i64 {
        (self.total + self.chunk_size - 1) / self.chunk_size
    }
}

#[derive(Debug, Clone)]
pub struct Task {
    pub id: TaskId,
    /// Name of the owner.
    pub username: String,
    /// Name of the list.
    pub list_name: String,
    /// A text of the owner; empty for none.
    pub note: String,
    pub state: TaskState,
    /// Why it ended early.
    pub reason: String,
    pub asked: NewTask,
    pub progress: Progress,
    pub finished_at: Option<Timestamp>,
    /// When its files are deleted.
    pub expires_at: Option<Timestamp>,
    /// Its result segments were compacted.
    pub compacted: bool,
}

impl Task {
    /// A task that was just started.
    pub fn started(id: TaskId, username: String, list_name: String, asked: NewTask) -> Self {
        Self {
            id,
            username,
            list_name,
            note: String::new(),
            state: TaskState::Running,
            reason: String::new(),
            progress: Progress { pending: asked.chunks(), ..Progress::default() },
            asked,
            finished_at: None,
            expires_at: None,
            compacted: false,
        }
    }
}

/// The progress of a task.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Progress {
    /// Chunks that are not claimed.
    pub pending: i64,
    /// Chunks that are claimed.
    pub running: i64,
    pub done_chunks: i64,
    /// Numbers in done chunks.
    pub done: i64,
    /// Number of charged answers.
    pub charged_answers: i64,
    pub charged: Points,
    /// Number of unknown answers.
    pub unknown: i64,
    /// Number of unknown answers that are due to failures of providers.
    pub failed: i64,
    /// Number of answers, definite or unknown, without skipped ones.
    pub answers: i64,
    /// Number of answers with the first status of their project.
    pub hits: i64,
    /// Numbers that were on a suppression list by the time they were checked, and got no answer of another check.
    pub suppressed: i64,
}

/// A chunk claimed by a worker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClaimedChunk {
    /// Owner of the task.
    pub uid: Uid,
    pub task: TaskId,
    /// Index of the chunk, starting at 0.
    pub seq: i64,
    /// Counts the claims; a commit with an older epoch changes nothing.
    pub epoch: i64,
    /// Numbers in the chunk.
    pub rows: i64,
}

/// The result of a chunk, as a worker commits it.
#[derive(Debug, Clone)]
pub struct ChunkDone {
    /// Object name of the result segment.
    pub object: String,
    /// Packed counts by class.
    pub histogram: Vec<u8>,
    pub charged_answers: i64,
    pub charged: Points,
    pub unknown: i64,
    /// Unknown answers that are due to failures of providers.
    pub failed: i64,
    pub answers: i64,
    pub hits: i64,
    /// Numbers without any answer because they are on a suppression list.
    pub suppressed: i64,
    pub at: Timestamp,
    /// Daily usage of the account, by project.
    pub used: Vec<ChunkUsage>,
    /// Provider cost, by project.
    pub spent: BTreeMap<String, Points>,
}

/// Charged answers of a task that have the same price.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TaskCharge {
    /// Slug of the project.
    pub project: String,
    /// Price per answer.
    pub price: Points,
    /// Number of charged answers.
    pub numbers: i64,
}

/// What a chunk adds to the daily usage of its account.
#[derive(Debug, Clone)]
pub struct ChunkUsage {
    pub project: String,
    pub answers: i64,
    pub hits: i64,
    pub unknown: i64,
    /// In units of 1/10,000 point.
    pub charged: i64,
}

/// What used a project.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum UsageSource {
    /// Lookups.
    Lookup,
    /// Tasks.
    Task,
}

word_methods!(UsageSource);

/// A done chunk.
#[derive(Debug, Clone)]
pub struct ChunkRow {
    /// Index of the chunk, starting at 0.
    pub seq: i64,
    /// Numbers in the chunk.
    pub rows: i64,
    /// Object name of the result segment.
    pub object: String,
    /// Row group within that segment.
    pub row_group: i64,
    /// Position in the order in which the chunks of the task were done.
    pub done_order: i64,
    /// Packed counts by class.
    pub histogram: Vec<u8>,
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum JobKind {
    /// Read an uploaded file.
    Analyse,
    /// Create a list from results.
    Derive,
    /// Write a file of results.
    Export,
    /// Merge result segments.
    Compact,
    /// Add the answers of finished tasks to the answer book, and merge its runs.
    Fold,
    /// Compare the results of a scheduled run with those of the run before.
    Compare,
    /// Delete the files of a task or a list.
    Purge,
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum JobState {
    Pending,
    Running,
    Done,
    Failed,
    Cancelled,
}

word_methods!(JobKind, JobState);

/// A background job to be stored.
#[derive(Debug, Clone)]
pub struct NewJob {
    pub kind: JobKind,
    pub uid: Uid,
    pub task: Option<TaskId>,
    pub list: Option<ListId>,
    /// Parameters, as JSON.
    pub request: String,
    pub created_at: Timestamp,
}

#[derive(Debug, Clone)]
pub struct Job {
    pub id: JobId,
    pub asked: NewJob,
    pub state: JobState,
    /// Counts the claims.
    pub epoch: i64,
    /// Number of attempts.
    pub tries: i64,
    /// Progress; the unit depends on the kind.
    pub done: i64,
    pub total: i64,
    /// JSON.
    pub result: String,
    pub finished_at: Option<Timestamp>,
}
