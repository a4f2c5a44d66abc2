//! Starts tasks with imported numbers.

use axum::http::StatusCode;
use numsift_model::allowance::Resource;
use numsift_model::api_key::{OnceAnswer, OnceClaim};
use numsift_model::money::Points;
use numsift_model::task::{TaskMode, TaskOrigin};
use numsift_screening::{CheckRequest, ImportedList, StartTask};
use numsift_store::Scope;
use serde_json::{Value, json};

use super::gate::{CanStartTasks, Key};
use super::metadata::Metadata;
use super::once;
use super::problem::{Code, Problem};
use super::task_object::TaskObject;
use super::task_webhook::{self, TaskWebhook};
use crate::allowance;
use crate::app::App;

/// Refuses a wrong age of answers that may be reused.
pub fn check_age(days: i64) -> Result<(), Problem> {
    if (0..=30).contains(&days) {
        return Ok(());
    }
    Err(Problem::field(Code::InvalidRequest, "/max_age_days", "0 to 30"))
}

/// How the checks of a request are combined.
pub fn mode_of(mode: Option<TaskMode>, checks: usize) -> TaskMode {
    mode.unwrap_or(if checks == 1 { TaskMode::Single } else { TaskMode::Parallel })
}

/// A task to start with imported numbers.
pub struct NewStart {
    pub name: Option<String>,
    pub mode: TaskMode,
    pub checks: Vec<CheckRequest>,
    pub max_age_days: i64,
    pub max_price: Option<i64>,
    pub metadata: Metadata,
    pub webhook: Option<TaskWebhook>,
}

/// Starts a task with imported numbers, and deletes them if it is refused. `line` is the action of the audit line and
/// further details.
pub async fn start_imported(
    app: &App,
    key: &Key<CanStartTasks>,
    new: NewStart,
    imported: ImportedList,
    claim: Option<OnceClaim>,
    line: (&str, Value),
) -> Result<OnceAnswer, Problem> {
    let started = add_task(app, key, new, &imported, claim, line).await;
    if started.is_err() {
        app.screening.lists.discard_imported(imported).await;
    }
    started
}

async fn add_task(
    app: &App,
    key: &Key<CanStartTasks>,
    new: NewStart,
    imported: &ImportedList,
    claim: Option<OnceClaim>,
    (action, mut detail): (&str, Value),
) -> Result<OnceAnswer, Problem> {
    let now = app.clock.now();
    let name = new.name.unwrap_or_else(|| format!("API {}", now.rfc3339()));
    let mut tx = app.store.begin().await?;
    let account = key.account();
    // The list, and results that are expected to be as large.
    let bytes = imported.bytes().saturating_mul(2);
    let wanted = [(Resource::Lists, 1), (Resource::StoredBytes, bytes), (Resource::RunningTasks, 1)];
    allowance::require(&mut *tx, account, &wanted).await?;
    let webhook = match new.webhook {
        Some(asked) => Some(task_webhook::endpoint(app, key, &mut *tx, asked).await?),
        None => None,
    };
    let list = app.screening.lists.add_imported(&mut *tx, imported, &name).await?;
    let start = StartTask {
        list: list.id,
        name,
        mode: new.mode,
        checks: new.checks,
        purpose: "api".to_owned(),
        confirmed: true,
        error_threshold: None,
        freshness_days: new.max_age_days,
        origin: TaskOrigin::Api,
        request_id: key.request_id().to_owned(),
        metadata: new.metadata,
        key: Some(key.id()),
        webhook: webhook.as_ref().map(|webhook| webhook.id),
    };
    let id = app.screening.tasks.start(&mut *tx, key.account(), key.scope(), start).await?;
    let task = tx.task(Scope::All, id).await?.ok_or_else(|| Problem::internal("the new task is missing"))?;
    let Points(price) = task.asked.held;
    if let Some(most) = new.max_price.filter(|most| price > *most) {
        let detail = format!("the task can cost {price}, which is more than {most}");
        return Err(Problem::field(Code::Unprocessable, "/max_price", detail));
    }
    detail["task"] = json!(id);
    detail["numbers"] = json!(task.asked.total);
    detail["held"] = json!(price);
    tx.audit(&key.did(action, now, detail)).await?;
    let location = format!("/v1/tasks/{id}");
    let mut object = TaskObject::of(task, 0);
    let answer = once::answer(StatusCode::ACCEPTED, location.clone(), &object)?;
    once::keep(app, &mut *tx, claim.as_ref(), &answer).await?;
    tx.save().await?;
    app.screening.wake();
    match webhook.and_then(|webhook| webhook.secret) {
        // Responses with secrets are not stored.
        Some(secret) => {
            object.webhook_secret = Some(secret);
            once::answer(StatusCode::ACCEPTED, location, &object)
        }
        None => Ok(answer),
    }
}
