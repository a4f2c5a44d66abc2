//! How the public API describes a task.

use numsift_model::clock::Timestamp;
use numsift_model::id::{TaskId, WebhookId};
use numsift_model::task::{RowCounts, Task, TaskMode, TaskState};
use numsift_screening::row_counts;
use serde::Serialize;
use utoipa::ToSchema;

use super::check::TaskCheck;
use super::metadata::Metadata;
use super::problem::{Code, Problem};

/// A task.
#[derive(Serialize, ToSchema)]
pub struct TaskObject {
    id: TaskId,
    name: String,
    state: StateWord,
    /// Why it ended early or with failures: `too_many_unknown`, `unprocessed` or `provider_failures`.
    reason: Option<String>,
    /// What is checked.
    checks: Vec<TaskCheck>,
    /// The slugs of `checks`.
    #[schema(deprecated)]
    projects: Vec<String>,
    mode: TaskMode,
    /// Valid, unique numbers.
    total: i64,
    /// Numbers that have results.
    done: i64,
    /// Answers that count as hits.
    hits: i64,
    /// Answers that are not definite.
    unknown: i64,
    /// Unknown answers that are due to failures of providers. Checking these numbers again can help.
    failed: i64,
    /// What became of the rows that were sent; `null` for tasks of earlier versions.
    rows: Option<RowCounts>,
    /// The most that it can cost, in ten-thousandths of a point.
    held: i64,
    /// Charged so far.
    charged: i64,
    /// The names and values that were sent with it.
    metadata: Metadata,
    /// Id of the endpoint that gets its events, if it was started with a `webhook_url`.
    webhook: Option<WebhookId>,
    /// The signing secret of that endpoint, if this request has created it. No other response has it, not even that of a
    /// repeated request.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub webhook_secret: Option<String>,
    /// Whether all its numbers are test numbers.
    test: bool,
    /// The `X-Request-Id` of the request that created it; `null` for tasks of earlier versions.
    request_id: Option<String>,
    /// Set while a provider of a running task fails: since when. The task goes on when the provider works again.
    #[schema(format = DateTime)]
    pub waiting_since: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
    /// When its results are deleted.
    #[schema(format = DateTime)]
    results_expire_at: Option<String>,
}

/// The state of a task.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum StateWord {
    Running,
    Paused,
    Done,
    Cancelled,
    Failed,
}

impl StateWord {
    fn of(state: TaskState) -> Self {
        match state {
            TaskState::Running => Self::Running,
            TaskState::Paused => Self::Paused,
            TaskState::Completed => Self::Done,
            TaskState::Cancelled | TaskState::Deleted => Self::Cancelled,
            TaskState::Stopped => Self::Failed,
        }
    }
}

/// The refusal of a change that the state of a task does not allow. `allowed` says which states do.
pub fn wrong_state(state: TaskState, allowed: &str) -> Problem {
    let word = match StateWord::of(state) {
        StateWord::Running => "running",
        StateWord::Paused => "paused",
        StateWord::Done => "done",
        StateWord::Cancelled => "cancelled",
        StateWord::Failed => "failed",
    };
    Problem::new(Code::TaskState, format!("the task is `{word}`; {allowed}"))
}

impl TaskObject {
    /// A task of which every check skipped some numbers.
    pub fn of(task: Task, skipped: i64) -> Self {
        let rows = row_counts(&task, skipped);
        let (asked, progress) = (task.asked, task.progress);
        Self {
            id: task.id,
            name: asked.name,
            state: StateWord::of(task.state),
            reason: Some(task.reason).filter(|reason| !reason.is_empty()),
            projects: asked.plan.checks.iter().map(|check| check.project.clone()).collect(),
            checks: asked.plan.checks.into_iter().map(TaskCheck::of).collect(),
            mode: asked.plan.mode,
            total: asked.total,
            done: progress.done,
            hits: progress.hits,
            unknown: progress.unknown,
            failed: progress.failed,
            rows,
            held: asked.held.0,
            charged: progress.charged.0,
            metadata: asked.metadata,
            webhook: asked.webhook,
            webhook_secret: None,
            test: asked.plan.test,
            request_id: Some(asked.request_id).filter(|id| !id.is_empty()),
            waiting_since: None,
            created_at: asked.created_at.rfc3339(),
            finished_at: task.finished_at.map(Timestamp::rfc3339),
            results_expire_at: task.expires_at.map(Timestamp::rfc3339),
        }
    }
}
