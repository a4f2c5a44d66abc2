//! Changes of tasks: pause, resume, cancel, delete.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::IntoResponse as _;
use axum::response::Response;
use numsift_model::api_key::OnceClaim;
use numsift_screening::ScreeningError;
use serde_json::json;

use super::gate::{CanChangeTasks, Key};
use super::once::{self, IdempotencyKey};
use super::problem::{Code, Problem};
use super::request::accepts;
use super::task_object::{TaskObject, wrong_state};
use super::tasks::visible_task;
use crate::app::App;

/// What happens to a task.
#[derive(Clone, Copy)]
enum Change {
    Pause,
    Resume,
    Cancel,
}

impl Change {
    fn word(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::Cancel => "cancel",
        }
    }
}

impl Change {
    /// Which states allow it.
    fn allowed(self) -> &'static str {
        match self {
            Self::Pause => "only a `running` task can be paused",
            Self::Resume => "only a `paused` task can be resumed",
            Self::Cancel => "only a `running` or `paused` task can be cancelled",
        }
    }
}

/// Pauses a running task. Numbers that are being checked are finished.
#[utoipa::path(post, path = "/v1/tasks/{id}/pause", tag = "tasks", operation_id = "pause_task",
    params(("id" = i64, Path, description = "Id of the task"),
        ("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 200, body = TaskObject)), security(("key" = [])))]
pub async fn pause(
    key: Key<CanChangeTasks>,
    State(app): State<App>,
    name: IdempotencyKey,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    change(&app, &key, &name, &headers, &id, Change::Pause).await
}

/// Resumes a paused task.
#[utoipa::path(post, path = "/v1/tasks/{id}/resume", tag = "tasks", operation_id = "resume_task",
    params(("id" = i64, Path, description = "Id of the task"),
        ("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 200, body = TaskObject)), security(("key" = [])))]
pub async fn resume(
    key: Key<CanChangeTasks>,
    State(app): State<App>,
    name: IdempotencyKey,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    change(&app, &key, &name, &headers, &id, Change::Resume).await
}

/// Cancels a task. Numbers that are not processed yet are dropped, and their points are returned at once.
#[utoipa::path(post, path = "/v1/tasks/{id}/cancel", tag = "tasks", operation_id = "cancel_task",
    params(("id" = i64, Path, description = "Id of the task"),
        ("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 200, body = TaskObject)), security(("key" = [])))]
pub async fn cancel(
    key: Key<CanChangeTasks>,
    State(app): State<App>,
    name: IdempotencyKey,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    change(&app, &key, &name, &headers, &id, Change::Cancel).await
}

/// Changes a task, unless a request with the same idempotency key did.
async fn change(
    app: &App,
    key: &Key<CanChangeTasks>,
    name: &IdempotencyKey,
    headers: &HeaderMap,
    id: &str,
    change: Change,
) -> Result<Response, Problem> {
    accepts(headers, "application/json")?;
    let task = visible_task(app, key.scope(), id).await?;
    let skipped = app.screening.results.skipped_numbers(&task).await?;
    let (task, state) = (task.id, task.state);
    let path = format!("POST /v1/tasks/{task}/{}", change.word());
    let change = |claim: Option<OnceClaim>| async move {
        let mut tx = app.store.begin().await?;
        let (tasks, scope) = (&app.screening.tasks, key.scope());
        let changed = match change {
            Change::Pause => tasks.pause(&mut *tx, scope, task).await,
            Change::Resume => tasks.resume(&mut *tx, scope, task).await,
            Change::Cancel => tasks.cancel_by(&mut *tx, key.account().uid, scope, task).await,
        };
        let task = match changed {
            // It may have changed since it was read.
            Err(ScreeningError::WrongState) => {
                let now = tx.task(scope, task).await?.map_or(state, |task| task.state);
                return Err(wrong_state(now, change.allowed()));
            }
            changed => changed?,
        };
        let detail = json!({ "task": task.id, "name": task.asked.name });
        tx.audit(&key.did(&format!("task/{}", change.word()), app.clock.now(), detail)).await?;
        let answer = once::answer(StatusCode::OK, String::new(), &TaskObject::of(task, skipped))?;
        once::keep(app, &mut *tx, claim.as_ref(), &answer).await?;
        tx.save().await?;
        app.screening.wake();
        Ok::<_, Problem>(answer)
    };
    once::run(app, key.account().uid, name, &[path.as_bytes()], change).await
}

/// Deletes a task and its results. A running task is cancelled first.
#[utoipa::path(delete, path = "/v1/tasks/{id}", tag = "tasks", operation_id = "delete_task",
    params(("id" = i64, Path, description = "Id of the task")),
    responses((status = 204, description = "Deleted")), security(("key" = [])))]
pub async fn remove(
    key: Key<CanChangeTasks>,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let id = visible_task(&app, key.scope(), &id).await?.id;
    let missing = || Problem::new(Code::NotFound, "there is no such task");
    let mut tx = app.store.begin().await?;
    let task = tx.task(key.scope(), id).await?.ok_or_else(missing)?;
    app.screening.tasks.remove_by(&mut *tx, key.account().uid, &task).await?;
    let detail = json!({ "task": task.id, "name": task.asked.name });
    tx.audit(&key.did("task/remove", app.clock.now(), detail)).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(StatusCode::NO_CONTENT.into_response())
}
