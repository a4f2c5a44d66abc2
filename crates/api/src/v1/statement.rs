//! The statement of a task.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use numsift_model::id::TaskId;
use serde::Serialize;
use utoipa::ToSchema;

use super::gate::{CanReadTasks, Key};
use super::problem::Problem;
use super::request::{accepts, json};
use super::tasks::visible_task;
use crate::app::App;

/// What a task was held for, charged and returned, in ten-thousandths of a point.
#[derive(Serialize, ToSchema)]
pub struct StatementObject {
    task: TaskId,
    /// Held when the task started: the most that it could cost.
    held: i64,
    /// Charged for definite answers.
    charged: i64,
    /// Returned when the task ended.
    returned: i64,
    /// Still held.
    open: i64,
    /// Taken back from the charges afterwards.
    refunded: i64,
    lines: Vec<StatementLineObject>,
}

/// Charged answers of one project at one price.
#[derive(Serialize, ToSchema)]
struct StatementLineObject {
    project: String,
    /// Price per answer; `null` if it differs.
    price: Option<i64>,
    /// Number of charged answers.
    numbers: i64,
    amount: i64,
}

/// Returns the statement of a task: what was held, charged per project and price, and returned.
#[utoipa::path(get, path = "/v1/tasks/{id}/statement", tag = "tasks", operation_id = "get_task_statement",
    params(("id" = i64, Path, description = "Id of the task")),
    responses((status = 200, body = StatementObject)), security(("key" = [])))]
pub async fn statement(
    key: Key<CanReadTasks>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let task = visible_task(&app, key.scope(), &id).await?;
    let statement = app.screening.tasks.statement(&mut *app.store.read().await?, &task).await?;
    let lines = statement.lines.into_iter().map(|line| StatementLineObject {
        project: line.project,
        price: line.price.map(|price| price.0),
        numbers: line.numbers,
        amount: line.amount.0,
    });
    json(&StatementObject {
        task: task.id,
        held: statement.held.total().0,
        charged: statement.charged.0,
        returned: statement.returned.0,
        open: statement.open.0,
        refunded: statement.refunded.0,
        lines: lines.collect(),
    })
}
