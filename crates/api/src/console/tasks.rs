//! Screening tasks: started, watched, paused, cancelled.

use axum::extract::State;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, TaskId, Uid};
use numsift_model::lang::Lang;
use numsift_model::money::Points;
use numsift_model::project::{Project, SKIPPED, UNKNOWN};
use numsift_model::task::{Condition, Task, TaskMode, TaskOrigin, TaskState};
use numsift_screening::{CheckRequest, StartTask};
use numsift_store::{Scope, TaskFilter, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, Caller, TaskCreate, TaskEdit, TaskList};
use crate::client::Language;
use crate::console::lists::{ListView, list_view};
use crate::envelope::{Done, Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::refusal::Refusal;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(sample))
        .routes(routes!(start))
        .routes(routes!(list))
        .routes(routes!(get))
        .routes(routes!(pause))
        .routes(routes!(resume))
        .routes(routes!(cancel))
        .routes(routes!(rename))
        .routes(routes!(remove))
        .routes(routes!(rerun))
}

/// A free look at a list.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SampleRequest {
    list: ListId,
    project: String,
}

/// A task's number.
#[derive(Serialize, ToSchema)]
struct TaskIdAnswer {
    id: TaskId,
}

/// Checks a few numbers of a list, free of charge.
#[utoipa::path(post, path = "/task/sample", tag = "task", request_body = SampleRequest,
    responses((status = 200, body = Envelope<TaskIdAnswer>)), security(("sid" = [])))]
async fn sample(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Body(request): Body<SampleRequest>,
) -> Reply<TaskIdAnswer> {
    let account = &caller.who().account;
    let id = app.screening.sample(account, caller.scope(), request.list, &request.project).await?;
    Ok(ok(TaskIdAnswer { id }))
}

/// A task to be started.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StartRequest {
    list: ListId,
    name: String,
    mode: TaskMode,
    checks: Vec<CheckRequest>,
    /// Why the caller may process this list.
    purpose: String,
    /// The caller says that it may.
    confirmed: bool,
    /// Ends early when more than so many per cent of the answers are unknown.
    #[serde(default)]
    error_threshold: Option<i64>,
    /// Own answers of the last days (0 to 30) are used again.
    #[serde(default)]
    freshness_days: i64,
}

/// Starts a task: sets the most that it can cost aside.
#[utoipa::path(post, path = "/task/start", tag = "task", request_body = StartRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn start(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<StartRequest>,
) -> Reply<TaskView> {
    let StartRequest { list, name, mode, checks, purpose, confirmed, error_threshold, freshness_days } =
        request;
    let origin = TaskOrigin::Console;
    let start =
        StartTask { list, name, mode, checks, purpose, confirmed, error_threshold, freshness_days, origin };
    let mut tx = app.store.begin().await?;
    let account = &caller.who().account;
    let id = app.screening.start(&mut *tx, account, caller.scope(), start).await?;
    let task = tx.task(Scope::All, id).await?.ok_or(Refusal::NotFound)?;
    let detail = json!({ "task": id, "numbers": task.asked.total, "held": task.asked.held,
        "purpose": task.asked.plan.purpose });
    tx.audit(&caller.did("task/start", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(task_view(&app, lang, task).await?))
}

/// A task.
#[derive(Serialize, ToSchema)]
pub struct TaskView {
    id: TaskId,
    uid: Uid,
    username: String,
    name: String,
    state: TaskState,
    /// Why it ended early: empty, `too_many_unknown` or `unprocessed`.
    reason: String,
    mode: TaskMode,
    sample: bool,
    list: ListId,
    list_name: String,
    checks: Vec<CheckView>,
    /// Numbers.
    total: i64,
    /// Numbers that have results.
    done: i64,
    /// Numbers that will have none.
    unprocessed: i64,
    charged_answers: i64,
    /// In ten-thousandths of a point, as all amounts.
    charged: Points,
    held: Points,
    /// What would come back if it were cancelled now.
    refundable: Points,
    unknown: i64,
    answers: i64,
    /// Answers that the customer looks for.
    hits: i64,
    created_at: Timestamp,
    finished_at: Option<Timestamp>,
    /// When its results are deleted.
    expires_at: Option<Timestamp>,
    purpose: String,
    error_threshold: Option<i64>,
    freshness_days: i64,
    /// Names of the columns that are carried through.
    columns: Vec<String>,
    /// There are results to be read.
    ready: bool,
}

/// A project of a task.
#[derive(Serialize, ToSchema)]
struct CheckView {
    project: String,
    name: String,
    /// `unknown` and `skipped`, then the project's own.
    statuses: Vec<String>,
    price: i64,
    condition: Option<Condition>,
}

/// The view of one task.
pub async fn task_view(app: &App, lang: Lang, task: Task) -> Result<TaskView, Refusal> {
    let mut tx = app.store.read().await?;
    let projects = tx.projects().await?;
    one_view(&mut *tx, &projects, lang, task).await
}

/// The views of several tasks.
pub async fn task_views(app: &App, lang: Lang, tasks: Vec<Task>) -> Result<Vec<TaskView>, Refusal> {
    let mut tx = app.store.read().await?;
    let projects = tx.projects().await?;
    let mut views = Vec::with_capacity(tasks.len());
    for task in tasks {
        views.push(one_view(&mut *tx, &projects, lang, task).await?);
    }
    Ok(views)
}

async fn one_view(
    tx: &mut dyn Tx,
    projects: &[Project],
    lang: Lang,
    task: Task,
) -> Result<TaskView, Refusal> {
    let list = tx.list(Scope::All, task.asked.list).await?;
    let over = task.state.is_over();
    let (asked, progress, state) = (task.asked, task.progress, task.state);
    let checks = asked.plan.checks.into_iter().map(|check| {
        let known = projects.iter().find(|project| project.slug == check.project);
        let own = check.statuses.into_iter();
        CheckView {
            name: known
                .map_or_else(|| check.project.clone(), |project| project.details.name(lang).to_owned()),
            project: check.project,
            statuses: [UNKNOWN.to_owned(), SKIPPED.to_owned()].into_iter().chain(own).collect(),
            price: check.price,
            condition: check.condition,
        }
    });
    Ok(TaskView {
        id: task.id,
        uid: asked.uid,
        username: task.username,
        name: asked.name,
        state,
        reason: task.reason,
        mode: asked.plan.mode,
        sample: asked.sample,
        list: asked.list,
        list_name: list.map(|list| list.data.name).unwrap_or_default(),
        checks: checks.collect(),
        total: asked.total,
        done: progress.done,
        unprocessed: if over { asked.total - progress.done } else { 0 },
        charged_answers: progress.charged_answers,
        charged: progress.charged,
        held: asked.held,
        refundable: Points(if over { 0 } else { asked.held.0 - progress.charged.0 }),
        unknown: progress.unknown,
        answers: progress.answers,
        hits: progress.hits,
        created_at: asked.created_at,
        finished_at: task.finished_at,
        expires_at: task.expires_at,
        purpose: asked.plan.purpose,
        error_threshold: asked.plan.error_threshold,
        freshness_days: asked.plan.freshness_days,
        columns: asked.plan.carried,
        ready: progress.done_chunks > 0,
    })
}

/// Which tasks.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TaskListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: TaskFilterRequest,
}

/// What the tasks must have.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct TaskFilterRequest {
    uid: Option<Uid>,
    state: Option<TaskState>,
    mode: Option<TaskMode>,
    project: Option<String>,
    /// Part of the name, or the number.
    search: Option<String>,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
}

/// Tasks, newest first.
#[utoipa::path(post, path = "/task/list", tag = "task", request_body = TaskListRequest,
    responses((status = 200, body = Envelope<ListAnswer<TaskView>>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskListRequest>,
) -> Reply<ListAnswer<TaskView>> {
    let TaskFilterRequest { uid, state, mode, project, search, from, until } = request.filter;
    let filter = TaskFilter { uid, state, mode, project, search, from, until, before: None };
    let page = page_of(request.page, request.size)?;
    let listed = app.store.read().await?.tasks(caller.scope(), &filter, page).await?;
    Ok(ok(ListAnswer { items: task_views(&app, lang, listed.items).await?, total: listed.total }))
}

/// One task.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskIdRequest {
    pub id: TaskId,
}

/// A task that the caller may see.
pub async fn seen(app: &App, scope: Scope, id: TaskId) -> Result<Task, Refusal> {
    let task = app.store.read().await?.task(scope, id).await?;
    task.filter(|task| task.state != TaskState::Deleted).ok_or(Refusal::NotFound)
}

/// One task.
#[utoipa::path(post, path = "/task/get", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn get(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<TaskView> {
    let task = seen(&app, caller.scope(), request.id).await?;
    Ok(ok(task_view(&app, lang, task).await?))
}

/// Notes in the audit log what was done to a task.
async fn audited(
    tx: &mut dyn Tx,
    app: &App,
    caller: &Caller,
    action: &str,
    task: &Task,
) -> Result<(), Refusal> {
    let detail = json!({ "task": task.id, "name": task.asked.name });
    let deed = caller.did(action, app.clock.now()).on(task.asked.uid).with(&detail);
    tx.audit(&deed.entry()).await?;
    Ok(())
}

/// Begins no new chunk of a task.
#[utoipa::path(post, path = "/task/pause", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn pause(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<TaskView> {
    let mut tx = app.store.begin().await?;
    let task = app.screening.pause(&mut *tx, caller.scope(), request.id).await?;
    audited(&mut *tx, &app, &caller, "task/pause", &task).await?;
    tx.save().await?;
    Ok(ok(task_view(&app, lang, task).await?))
}

/// Goes on with a task.
#[utoipa::path(post, path = "/task/resume", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn resume(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<TaskView> {
    let mut tx = app.store.begin().await?;
    let task = app.screening.resume(&mut *tx, caller.scope(), request.id).await?;
    audited(&mut *tx, &app, &caller, "task/resume", &task).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(task_view(&app, lang, task).await?))
}

/// Ends a task early. What was not processed goes back to the account at once.
#[utoipa::path(post, path = "/task/cancel", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn cancel(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<TaskView> {
    let mut tx = app.store.begin().await?;
    let task = app.screening.cancel(&mut *tx, caller.scope(), request.id).await?;
    audited(&mut *tx, &app, &caller, "task/cancel", &task).await?;
    tx.save().await?;
    Ok(ok(task_view(&app, lang, task).await?))
}

/// A task and its name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TaskNameRequest {
    id: TaskId,
    name: String,
}

/// Gives a task another name.
#[utoipa::path(post, path = "/task/rename", tag = "task", request_body = TaskNameRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn rename(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskNameRequest>,
) -> Reply<TaskView> {
    let mut tx = app.store.begin().await?;
    let task = app.screening.rename_task(&mut *tx, caller.scope(), request.id, &request.name).await?;
    tx.save().await?;
    Ok(ok(task_view(&app, lang, task).await?))
}

/// Deletes a task and its files. One that runs is cancelled first.
#[utoipa::path(post, path = "/task/remove", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn remove(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Body(request): Body<TaskIdRequest>,
) -> Reply<Done> {
    let mut tx = app.store.begin().await?;
    let task = tx.task(caller.scope(), request.id).await?.ok_or(Refusal::NotFound)?;
    app.screening.remove_task(&mut *tx, &task).await?;
    audited(&mut *tx, &app, &caller, "task/remove", &task).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(Done {}))
}

/// Makes a list of the numbers that nobody could tell about, to be checked again.
#[utoipa::path(post, path = "/task/rerun", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<ListView>)), security(("sid" = [])))]
async fn rerun(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<ListView> {
    let mut tx = app.store.begin().await?;
    let task = tx.task(caller.scope(), request.id).await?.ok_or(Refusal::NotFound)?;
    let list = app.screening.rerun(&mut *tx, &task).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(list_view(&app, lang, list).await?))
}
