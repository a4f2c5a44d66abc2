//! Schedules: a finished task is run again every day, week or month.

use axum::extract::State;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, ScheduleId, TaskId, Uid};
use numsift_model::money::Points;
use numsift_model::schedule::{Every, RunOutcome, Schedule};
use numsift_screening::AddSchedule;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, TaskCreate, TaskEdit, TaskList};
use crate::console::looks::record_look;
use crate::envelope::{Done, Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(add)).routes(routes!(list)).routes(routes!(remove))
}

/// A task to run again.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct AddScheduleRequest {
    /// A finished task of the caller.
    task: TaskId,
    every: Every,
    /// A run that could cost more is skipped. In ten-thousandths of a point.
    max_price: Points,
}

/// A schedule.
#[derive(Serialize, ToSchema)]
struct ScheduleView {
    id: ScheduleId,
    uid: Uid,
    username: String,
    /// The task whose checks and options are used.
    task: TaskId,
    /// Name of the task.
    name: String,
    list: ListId,
    list_name: String,
    every: Every,
    /// A run that could cost more is skipped. In ten-thousandths of a point.
    max_price: Points,
    created_at: Timestamp,
    /// When the next run is due.
    next_at: Timestamp,
    /// The newest run, or the task that the schedule was made from.
    last_task: TaskId,
    /// What became of the last run that was due.
    outcome: Option<RunOutcome>,
    /// When that was.
    ran_at: Option<Timestamp>,
    /// Number of runs that started.
    runs: i64,
}

impl From<Schedule> for ScheduleView {
    fn from(schedule: Schedule) -> Self {
        let Schedule { id, asked, username, name, list_name, next_at, last_task, outcome, ran_at, runs } =
            schedule;
        Self {
            id,
            uid: asked.uid,
            username,
            task: asked.task,
            name,
            list: asked.list,
            list_name,
            every: asked.every,
            max_price: asked.max_price,
            created_at: asked.created_at,
            next_at,
            last_task,
            outcome,
            ran_at,
            runs,
        }
    }
}

/// Runs a finished task again at regular times. The account pays for every run.
#[utoipa::path(post, path = "/schedule/add", tag = "schedule", request_body = AddScheduleRequest,
    responses((status = 200, body = Envelope<ScheduleView>)), security(("sid" = [])))]
async fn add(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Body(request): Body<AddScheduleRequest>,
) -> Reply<ScheduleView> {
    let AddScheduleRequest { task, every, max_price } = request;
    // Also staff schedule only tasks of their own: the owner of the task pays.
    let uid = caller.who().account.uid;
    let mut tx = app.store.begin().await?;
    let schedule = app.screening.schedules.add(&mut *tx, uid, AddSchedule { task, every, max_price }).await?;
    let detail = json!({ "schedule": schedule.id, "task": task, "every": every, "max_price": max_price });
    tx.audit(&caller.did("schedule/add", app.clock.now()).on(uid).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(schedule.into()))
}

/// Which schedules to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ScheduleListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
}

/// Lists schedules that have not ended, newest first.
#[utoipa::path(post, path = "/schedule/list", tag = "schedule", request_body = ScheduleListRequest,
    responses((status = 200, body = Envelope<ListAnswer<ScheduleView>>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Body(request): Body<ScheduleListRequest>,
) -> Reply<ListAnswer<ScheduleView>> {
    let page = page_of(request.page, request.size)?;
    let listed = app.store.read().await?.schedules(caller.scope(), page).await?;
    let owner = caller.scope().owner().map(Uid);
    record_look(&app, &caller, "schedule/list", owner, &json!({ "page": request.page })).await?;
    let items = listed.items.into_iter().map(ScheduleView::from).collect();
    Ok(ok(ListAnswer { items, total: listed.total }))
}

/// Identifies a schedule.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ScheduleIdRequest {
    id: ScheduleId,
}

/// Ends a schedule. Runs that have started go on.
#[utoipa::path(post, path = "/schedule/remove", tag = "schedule", request_body = ScheduleIdRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn remove(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Body(request): Body<ScheduleIdRequest>,
) -> Reply<Done> {
    let mut tx = app.store.begin().await?;
    let schedule = app.screening.schedules.end(&mut *tx, caller.scope(), request.id).await?;
    let detail = json!({ "schedule": schedule.id, "task": schedule.asked.task, "name": schedule.name });
    let line = caller.did("schedule/remove", app.clock.now()).on(schedule.asked.uid).with(&detail);
    tx.audit(&line.entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}
