//! The statement of a task.

use axum::extract::State;
use numsift_model::money::Points;
use numsift_model::task::TaskState;
use serde::Serialize;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, TaskList};
use crate::client::Language;
use crate::console::tasks::{TaskIdRequest, project_name};
use crate::envelope::{Envelope, Reply, ok};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(statement))
}

/// What a task was held for, charged and returned, in ten-thousandths of a point. Held is the sum of charged,
/// returned and open; the lines add up to charged.
#[derive(Serialize, ToSchema)]
struct StatementView {
    /// Held when the task started: the most that it could cost.
    held: Points,
    /// The part of it that came from quota.
    held_credit: Points,
    charged: Points,
    /// Returned when the task ended.
    returned: Points,
    /// Still held.
    open: Points,
    /// Taken back from the charges afterwards.
    refunded: Points,
    lines: Vec<StatementLineView>,
}

/// Charged answers of one project at one price.
#[derive(Serialize, ToSchema)]
struct StatementLineView {
    project: String,
    name: String,
    /// Price per answer; `null` if it differs.
    price: Option<Points>,
    numbers: i64,
    amount: Points,
}

/// Returns the statement of a task.
#[utoipa::path(post, path = "/task/statement", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<StatementView>)), security(("sid" = [])))]
async fn statement(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<StatementView> {
    let mut tx = app.store.read().await?;
    let task = tx.task(caller.scope(), request.id).await?.filter(|task| task.state != TaskState::Deleted);
    let task = task.ok_or(Refusal::NotFound)?;
    let statement = app.screening.tasks.statement(&mut *tx, &task).await?;
    let projects = tx.projects().await?;
    drop(tx);
    let lines = statement.lines.into_iter().map(|line| StatementLineView {
        name: project_name(&projects, &line.project, lang),
        project: line.project,
        price: line.price,
        numbers: line.numbers,
        amount: line.amount,
    });
    Ok(ok(StatementView {
        held: statement.held.total(),
        held_credit: statement.held.credit,
        charged: statement.charged,
        returned: statement.returned,
        open: statement.open,
        refunded: statement.refunded,
        lines: lines.collect(),
    }))
}
