//! A task with the unknown numbers of an earlier one.

use axum::extract::{Path, State};
use axum::response::Response;
use numsift_model::allowance::Resource;
use numsift_model::api_key::{OnceAnswer, OnceClaim};
use numsift_model::task::Task;
use numsift_screening::CheckRequest;
use serde::Deserialize;
use serde_json::json;
use utoipa::ToSchema;

use super::gate::{CanStartTasks, Key};
use super::lookup::MOST_DAYS;
use super::metadata::{self, Metadata};
use super::once::{self, IdempotencyKey};
use super::problem::{Code, Problem};
use super::request::Json;
use super::start::{NewStart, check_age, start_imported};
use super::task_object::{TaskObject, wrong_state};
use super::task_webhook::TaskWebhook;
use super::tasks::visible_task;
use crate::allowance;
use crate::app::App;

/// How the unknown numbers of a task are checked again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct RerunRequest {
    /// Name of the new task; the name of the earlier one by default.
    #[serde(default)]
    name: Option<String>,
    /// Reuse the account's own answers that are at most this many days old (0 to 30; 30 by default), free of charge.
    #[serde(default = "most_days")]
    #[schema(minimum = 0, maximum = 30)]
    max_age_days: i64,
    /// Refuse the task if it can cost more than this, in ten-thousandths of a point.
    #[serde(default)]
    #[schema(minimum = 0)]
    max_price: Option<i64>,
    /// Your own names and values; those of the earlier task by default.
    #[serde(default)]
    metadata: Option<Metadata>,
}

fn most_days() -> i64 {
    MOST_DAYS
}

/// Starts a task with the numbers for which any check of a finished task has no answer, and with the same checks.
#[utoipa::path(post, path = "/v1/tasks/{id}/rerun", tag = "tasks", operation_id = "rerun_task", request_body = RerunRequest,
    params(("id" = i64, Path, description = "Id of the task"),
        ("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 202, body = TaskObject, headers(("Location" = String, description = "Path of the task")))),
    security(("key" = [])))]
pub async fn rerun(
    key: Key<CanStartTasks>,
    State(app): State<App>,
    name: IdempotencyKey,
    Path(id): Path<String>,
    Json { value: request, sent }: Json<RerunRequest>,
) -> Result<Response, Problem> {
    let task = visible_task(&app, key.scope(), &id).await?;
    if let Some(metadata) = &request.metadata {
        metadata::check(metadata)?;
    }
    check_age(request.max_age_days)?;
    if !task.state.is_over() {
        return Err(wrong_state(task.state, "only a task that has ended can be run again"));
    }
    if task.progress.unknown == 0 {
        return Err(Problem::new(Code::TaskState, "the task has no numbers without an answer"));
    }
    let path = format!("POST /v1/tasks/{}/rerun", task.id);
    let start = |claim| start(&app, &key, task, request, claim);
    once::run(&app, key.account().uid, &name, &[path.as_bytes(), &sent], start).await
}

async fn start(
    app: &App,
    key: &Key<CanStartTasks>,
    task: Task,
    request: RerunRequest,
    claim: Option<OnceClaim>,
) -> Result<OnceAnswer, Problem> {
    let wanted = [(Resource::Lists, 1), (Resource::StoredBytes, 1), (Resource::RunningTasks, 1)];
    allowance::require(&mut *app.store.read().await?, key.account(), &wanted).await?;
    let using = app.begin_use(key.account(), Resource::Previews).await?;
    let imported = app.screening.lists.import_unknowns(&task).await?;
    drop(using);
    key.count_numbers(imported.numbers());
    let detail = json!({ "rerun_of": task.id });
    let asked = task.asked;
    let check = |check: numsift_model::task::Check| CheckRequest {
        project: check.project,
        condition: check.condition,
    };
    let new = NewStart {
        name: Some(request.name.unwrap_or(asked.name)),
        mode: asked.plan.mode,
        checks: asked.plan.checks.into_iter().map(check).collect(),
        max_age_days: request.max_age_days,
        max_price: request.max_price,
        metadata: request.metadata.unwrap_or(asked.metadata),
        webhook: asked.webhook.map(TaskWebhook::Endpoint),
    };
    start_imported(app, key, new, imported, claim, ("task/rerun", detail)).await
}
