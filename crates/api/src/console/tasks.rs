//! Screening tasks: start, list, pause, resume, cancel, remove.

use std::collections::BTreeMap;

use axum::Extension;
use axum::extract::State;
use numsift_model::allowance::Resource;
use numsift_model::channel::{ChannelCondition, ChannelState};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, TaskId, Uid};
use numsift_model::lang::Lang;
use numsift_model::money::Points;
use numsift_model::project::{Project, SKIPPED, UNKNOWN};
use numsift_model::task::{Condition, RowCounts, Task, TaskMode, TaskOrigin, TaskState};
use numsift_screening::{CheckRequest, StartTask, Waiting};
use numsift_store::{Scope, TaskFilter, Tx};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::allowance;
use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, Caller, TaskCreate, TaskEdit, TaskList};
use crate::client::Language;
use crate::console::lists::{ListView, list_view};
use crate::console::looks::record_look;
use crate::envelope::{Done, Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;
use crate::trace::TraceId;

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

/// A sample to check.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SampleRequest {
    list: ListId,
    project: String,
}

/// Identifies the new task.
#[derive(Serialize, ToSchema)]
struct TaskIdAnswer {
    id: TaskId,
}

/// Checks a sample of a list, free of charge.
#[utoipa::path(post, path = "/task/sample", tag = "task", request_body = SampleRequest,
    responses((status = 200, body = Envelope<TaskIdAnswer>)), security(("sid" = [])))]
async fn sample(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Extension(TraceId(request_id)): Extension<TraceId>,
    Body(request): Body<SampleRequest>,
) -> Reply<TaskIdAnswer> {
    let account = &caller.who().account;
    let mut tx = app.store.begin().await?;
    let (list, project) = (request.list, &request.project);
    let id =
        app.screening.tasks.sample(&mut *tx, account, caller.scope(), list, project, &request_id).await?;
    let detail = json!({ "task": id, "list": list, "project": project });
    // Staff can sample a list of a customer.
    let owner = tx.list(caller.scope(), list).await?.map_or(account.uid, |list| list.data.uid);
    tx.audit(&caller.did("task/sample", app.clock.now()).on(owner).with(&detail).entry()).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(TaskIdAnswer { id }))
}

/// A task to start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct StartRequest {
    list: ListId,
    name: String,
    mode: TaskMode,
    checks: Vec<CheckRequest>,
    /// Why the caller may process this list.
    purpose: String,
    /// The caller confirms that it may process the list.
    confirmed: bool,
    /// End the task early if more than this percentage of the answers is unknown.
    #[serde(default)]
    error_threshold: Option<i64>,
    /// Reuse the account's own answers of the last days (0 to 30).
    #[serde(default)]
    freshness_days: i64,
}

/// Starts a task, and holds the most that it can cost.
#[utoipa::path(post, path = "/task/start", tag = "task", request_body = StartRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn start(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Language(lang): Language,
    Extension(TraceId(request_id)): Extension<TraceId>,
    Body(request): Body<StartRequest>,
) -> Reply<TaskView> {
    let StartRequest { list, name, mode, checks, purpose, confirmed, error_threshold, freshness_days } =
        request;
    let origin = TaskOrigin::Console;
    let start = StartTask {
        list,
        name,
        mode,
        checks,
        purpose,
        confirmed,
        error_threshold,
        freshness_days,
        origin,
        request_id,
        metadata: BTreeMap::new(),
        key: None,
        webhook: None,
    };
    let mut tx = app.store.begin().await?;
    let account = &caller.who().account;
    // Staff can start a task on a list of a customer.
    let list = tx.list(caller.scope(), start.list).await?;
    let (owner, size) = list.as_ref().map_or((account.uid, 0), |list| (list.data.uid, list.data.bytes));
    allowance::require(&mut *tx, account, &[(Resource::RunningTasks, 1), (Resource::StoredBytes, size)])
        .await?;
    let tasks = &app.screening.tasks;
    let task = tasks.start_by(&mut *tx, caller.actor(), account, caller.scope(), list, start).await?;
    let projects: Vec<_> = task.asked.plan.checks.iter().map(|check| &check.project).collect();
    let detail = json!({ "task": task.id, "list": task.asked.list, "projects": projects,
        "numbers": task.asked.total, "held": task.asked.held, "purpose": task.asked.plan.purpose });
    tx.audit(&caller.did("task/start", app.clock.now()).on(owner).with(&detail).entry()).await?;
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
    /// A text of the owner; empty for none.
    note: String,
    state: TaskState,
    /// Why it ended early or with failures: empty, `too_many_unknown`, `unprocessed` or `provider_failures`.
    reason: String,
    mode: TaskMode,
    sample: bool,
    list: ListId,
    list_name: String,
    checks: Vec<CheckView>,
    total: i64,
    /// Numbers that have results.
    done: i64,
    /// Numbers that were not processed.
    unprocessed: i64,
    charged_answers: i64,
    /// In ten-thousandths of a point, like all amounts.
    charged: Points,
    held: Points,
    /// The amount that is returned if the task is cancelled now.
    refundable: Points,
    unknown: i64,
    /// Unknown answers that are due to failures of providers.
    failed: i64,
    answers: i64,
    /// Answers that count as hits.
    hits: i64,
    created_at: Timestamp,
    finished_at: Option<Timestamp>,
    /// When its results are deleted.
    expires_at: Option<Timestamp>,
    purpose: String,
    /// The request that created it, as it is in the access log; empty for tasks of earlier versions.
    request_id: String,
    error_threshold: Option<i64>,
    freshness_days: i64,
    /// Names of the columns that are copied to the results.
    columns: Vec<String>,
    /// Whether there are results.
    ready: bool,
    /// What became of the rows that were sent; `null` for samples and for tasks of earlier versions.
    rows: Option<RowCounts>,
    /// For a scheduled run, the task that its results are compared with.
    previous: Option<TaskId>,
    /// Why it waits or is slow; `null` if its providers work or it does not run.
    waiting: Option<WaitingView>,
}

/// Providers of a running task fail.
#[derive(Serialize, ToSchema)]
struct WaitingView {
    /// Since when.
    since: Timestamp,
    /// Number of channels that serve its checks.
    channels: usize,
    /// Number of them that do not work.
    failing: usize,
    /// No channel works for at least one of its checks, so the task waits.
    stopped: bool,
    /// The channels that do not work; only for staff.
    causes: Option<Vec<CauseView>>,
}

/// A channel that does not work.
#[derive(Serialize, ToSchema)]
struct CauseView {
    channel: String,
    condition: ChannelCondition,
    since: Timestamp,
    /// A message for the operator, such as the last error.
    detail: String,
}

impl WaitingView {
    fn of(waiting: Waiting, staff: bool) -> Self {
        let Waiting { since, channels, failing, stopped } = waiting;
        let cause = |ChannelState { channel, condition, since, detail }| CauseView {
            channel,
            condition,
            since,
            detail,
        };
        Self {
            since,
            channels,
            failing: failing.len(),
            stopped,
            causes: staff.then(|| failing.into_iter().map(cause).collect()),
        }
    }
}

/// A check of a task.
#[derive(Serialize, ToSchema)]
struct CheckView {
    project: String,
    name: String,
    /// `unknown` and `skipped`, then the statuses of the project.
    statuses: Vec<String>,
    price: i64,
    condition: Option<Condition>,
}

pub async fn task_view(app: &App, lang: Lang, task: Task) -> Result<TaskView, Refusal> {
    let views = task_views(app, lang, vec![task]).await?;
    views.into_iter().next().ok_or(Refusal::NotFound)
}

/// The views of several tasks for the callers of these tasks, with one query each for the projects and the states of the
/// channels.
pub async fn explained_views(
    app: &App,
    scope: Scope,
    lang: Lang,
    tasks: Vec<Task>,
) -> Result<Vec<TaskView>, Refusal> {
    let states = app.screening.channels.states(&mut *app.store.read().await?).await?;
    let waiting: Vec<_> = tasks.iter().map(|task| states.waiting(task)).collect();
    let mut views = task_views(app, lang, tasks).await?;
    for (view, waiting) in views.iter_mut().zip(waiting) {
        view.waiting = waiting.map(|waiting| WaitingView::of(waiting, scope == Scope::All));
    }
    Ok(views)
}

/// The views of several tasks, with one query each for the projects and the earlier runs.
pub async fn task_views(app: &App, lang: Lang, tasks: Vec<Task>) -> Result<Vec<TaskView>, Refusal> {
    let mut tx = app.store.read().await?;
    let projects = tx.projects().await?;
    let ids: Vec<TaskId> = tasks.iter().map(|task| task.id).collect();
    let compared = tx.compared_tasks(&ids).await?;
    drop(tx);
    let mut views = Vec::with_capacity(tasks.len());
    for task in tasks {
        let rows = app.screening.results.row_counts(&task).await?;
        let previous = compared.get(&task.id).copied();
        views.push(TaskView { rows, previous, ..view(&projects, lang, task) });
    }
    Ok(views)
}

/// The name of a project, or its slug if it no longer exists.
pub fn project_name(projects: &[Project], slug: &str, lang: Lang) -> String {
    let known = projects.iter().find(|project| project.slug == slug);
    known.map_or(slug, |project| project.details.name(lang)).to_owned()
}

fn view(projects: &[Project], lang: Lang, task: Task) -> TaskView {
    let over = task.state.is_over();
    let (asked, progress, state) = (task.asked, task.progress, task.state);
    let checks = asked.plan.checks.into_iter().map(|check| {
        let own = check.statuses.into_iter();
        CheckView {
            name: project_name(projects, &check.project, lang),
            project: check.project,
            statuses: [UNKNOWN.to_owned(), SKIPPED.to_owned()].into_iter().chain(own).collect(),
            price: check.price,
            condition: check.condition,
        }
    });
    TaskView {
        id: task.id,
        uid: asked.uid,
        username: task.username,
        name: asked.name,
        note: task.note,
        state,
        reason: task.reason,
        mode: asked.plan.mode,
        sample: asked.sample,
        list: asked.list,
        list_name: task.list_name,
        checks: checks.collect(),
        total: asked.total,
        done: progress.done,
        unprocessed: if over { asked.total - progress.done } else { 0 },
        charged_answers: progress.charged_answers,
        charged: progress.charged,
        held: asked.held,
        refundable: if over { Points::ZERO } else { asked.held - progress.charged },
        unknown: progress.unknown,
        failed: progress.failed,
        answers: progress.answers,
        hits: progress.hits,
        created_at: asked.created_at,
        finished_at: task.finished_at,
        expires_at: task.expires_at,
        purpose: asked.plan.purpose,
        request_id: asked.request_id,
        error_threshold: asked.plan.error_threshold,
        freshness_days: asked.plan.freshness_days,
        columns: asked.plan.carried,
        ready: progress.done_chunks > 0,
        rows: None,
        previous: None,
        waiting: None,
    }
}

/// Which tasks to return.
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

/// Filter for tasks.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct TaskFilterRequest {
    uid: Option<Uid>,
    state: Option<TaskState>,
    mode: Option<TaskMode>,
    project: Option<String>,
    /// Text within the name or the note, the id, or the id of the request that created it.
    search: Option<String>,
    from: Option<Timestamp>,
    until: Option<Timestamp>,
}

/// Lists tasks, newest first.
#[utoipa::path(post, path = "/task/list", tag = "task", request_body = TaskListRequest,
    responses((status = 200, body = Envelope<ListAnswer<TaskView>>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskListRequest>,
) -> Reply<ListAnswer<TaskView>> {
    let TaskFilterRequest { uid, state, mode, project, search, from, until } = request.filter;
    let filter = TaskFilter { uid, state, mode, project, search, from, until, before: None, metadata: None };
    let page = page_of(request.page, request.size)?;
    let listed = app.store.read().await?.tasks(caller.scope(), &filter, page).await?;
    let owner = caller.scope().owner().map(Uid).or(filter.uid);
    let detail = json!({ "page": request.page, "search": filter.search });
    record_look(&app, &caller, "task/list", owner, &detail).await?;
    let items = explained_views(&app, caller.scope(), lang, listed.items).await?;
    Ok(ok(ListAnswer { items, total: listed.total }))
}

/// Identifies a task.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskIdRequest {
    pub id: TaskId,
}

/// A task that the caller may see.
pub async fn visible_task(app: &App, scope: Scope, id: TaskId) -> Result<Task, Refusal> {
    visible_task_in(&mut *app.store.read().await?, scope, id).await
}

/// [`visible_task`] in a transaction of the caller.
pub async fn visible_task_in(tx: &mut dyn Tx, scope: Scope, id: TaskId) -> Result<Task, Refusal> {
    let task = tx.task(scope, id).await?;
    task.filter(|task| task.state != TaskState::Deleted).ok_or(Refusal::NotFound)
}

/// Returns one task.
#[utoipa::path(post, path = "/task/get", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn get(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<TaskView> {
    let task = visible_task(&app, caller.scope(), request.id).await?;
    record_look(&app, &caller, "task/get", Some(task.asked.uid), &json!({ "task": task.id })).await?;
    let views = explained_views(&app, caller.scope(), lang, vec![task]).await?;
    Ok(ok(views.into_iter().next().ok_or(Refusal::NotFound)?))
}

/// Records an action on a task in the audit log.
async fn audit(
    tx: &mut dyn Tx,
    app: &App,
    caller: &Caller,
    action: &str,
    task: &Task,
) -> Result<(), Refusal> {
    let detail = json!({ "task": task.id, "name": task.asked.name });
    let action = caller.did(action, app.clock.now()).on(task.asked.uid).with(&detail);
    tx.audit(&action.entry()).await?;
    Ok(())
}

/// Pauses a task: no further chunk is started.
#[utoipa::path(post, path = "/task/pause", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn pause(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<TaskView> {
    let mut tx = app.store.begin().await?;
    let task = app.screening.tasks.pause(&mut *tx, caller.scope(), request.id).await?;
    audit(&mut *tx, &app, &caller, "task/pause", &task).await?;
    tx.save().await?;
    Ok(ok(task_view(&app, lang, task).await?))
}

/// Resumes a task.
#[utoipa::path(post, path = "/task/resume", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn resume(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<TaskView> {
    let mut tx = app.store.begin().await?;
    let task = app.screening.tasks.resume(&mut *tx, caller.scope(), request.id).await?;
    audit(&mut *tx, &app, &caller, "task/resume", &task).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(task_view(&app, lang, task).await?))
}

/// Cancels a task. Points held for numbers that are not processed yet are returned at once.
#[utoipa::path(post, path = "/task/cancel", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn cancel(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<TaskView> {
    let mut tx = app.store.begin().await?;
    let task = app.screening.tasks.cancel_by(&mut *tx, caller.actor(), caller.scope(), request.id).await?;
    audit(&mut *tx, &app, &caller, "task/cancel", &task).await?;
    tx.save().await?;
    Ok(ok(task_view(&app, lang, task).await?))
}

/// A task and its new name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TaskNameRequest {
    id: TaskId,
    name: String,
}

/// Renames a task.
#[utoipa::path(post, path = "/task/rename", tag = "task", request_body = TaskNameRequest,
    responses((status = 200, body = Envelope<TaskView>)), security(("sid" = [])))]
async fn rename(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskNameRequest>,
) -> Reply<TaskView> {
    let mut tx = app.store.begin().await?;
    let before = tx.task(caller.scope(), request.id).await?.ok_or(Refusal::NotFound)?.asked.name;
    let task = app.screening.tasks.rename(&mut *tx, caller.scope(), request.id, &request.name).await?;
    let detail = json!({ "task": task.id, "before": before, "after": task.asked.name });
    let line = caller.did("task/rename", app.clock.now()).on(task.asked.uid).with(&detail);
    tx.audit(&line.entry()).await?;
    tx.save().await?;
    Ok(ok(task_view(&app, lang, task).await?))
}

/// Deletes a task and its files. A running task is cancelled first.
#[utoipa::path(post, path = "/task/remove", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn remove(
    caller: Allowed<TaskEdit>,
    State(app): State<App>,
    Body(request): Body<TaskIdRequest>,
) -> Reply<Done> {
    let mut tx = app.store.begin().await?;
    let task = tx.task(caller.scope(), request.id).await?.ok_or(Refusal::NotFound)?;
    app.screening.tasks.remove_by(&mut *tx, caller.actor(), &task).await?;
    audit(&mut *tx, &app, &caller, "task/remove", &task).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(Done {}))
}

/// Creates a list of the numbers with unknown answers, to check them again.
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
    let owner = tx.account(task.asked.uid).await?.ok_or(Refusal::NotFound)?;
    allowance::require(&mut *tx, &owner, &[(Resource::Lists, 1), (Resource::StoredBytes, 1)]).await?;
    let list = app.screening.lists.from_unknowns(&mut *tx, &task).await?;
    let detail = json!({ "task": task.id, "list": list.id });
    let line = caller.did("task/rerun", app.clock.now()).on(task.asked.uid).with(&detail);
    tx.audit(&line.entry()).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(list_view(&app, lang, list).await?))
}
