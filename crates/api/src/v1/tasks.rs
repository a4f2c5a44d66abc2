//! Tasks: start one with numbers or a file, list, get.

use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::HeaderMap;
use axum::response::Response;
use futures_util::StreamExt;
use numsift_intake::Hints;
use numsift_model::allowance::Resource;
use numsift_model::api_key::{OnceAnswer, OnceClaim};
use numsift_model::id::{FileId, TaskId};
use numsift_model::limits::{PAGE_ROWS, TASK_DESCRIPTION};
use numsift_model::page::Page;
use numsift_model::task::{Task, TaskMode, TaskOrigin, TaskState};
use numsift_screening::{CheckRequest, IncomingFile, UploadLimits};
use numsift_store::{Scope, TaskFilter};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};

use super::check::{TaskCheck, checks_schema};
use super::gate::{CanReadTasks, CanStartTasks, Key};
use super::lookup::country_of;
use super::metadata::{self, Metadata};
use super::once::{self, IdempotencyKey};
use super::problem::{Code, Problem};
use super::request::{self, Query, accepts, json};
use super::source::Source;
use super::start::{NewStart, check_age, mode_of, start_imported};
use super::task_object::TaskObject;
use super::task_webhook::{self, TaskWebhook};
use crate::allowance;
use crate::app::App;
use crate::body::parse;
use crate::form::{Form, FormFault, field_bytes};

/// Default page size.
const PAGE: i64 = 20;

/// A task to start.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct TaskRequest {
    /// Name of the task; at most 120 characters.
    #[serde(default)]
    name: Option<String>,
    /// In any common format; at most 10,000. Send more as a file.
    #[serde(default)]
    #[schema(min_items = 1, max_items = 10_000, example = json!(["+12015550100", "+12015550101"]))]
    numbers: Vec<String>,
    /// Instead of numbers: the id of a file that was sent to `/v1/files`.
    #[serde(default)]
    file: Option<FileId>,
    /// Your own ids of the numbers, one for each, in the same order; at most 100 characters. Results return them as the
    /// column `id`.
    #[serde(default)]
    #[schema(max_items = 10_000, example = json!(["crm-7", "crm-8"]))]
    ids: Vec<String>,
    /// Two-letter code of the country for numbers without `+`.
    #[serde(default)]
    country: Option<String>,
    /// How the file is read, such as `{"column": 2}`. The rest is guessed; a doubtful guess is refused with what to
    /// send here.
    #[serde(default)]
    reading: Option<Hints>,
    #[schema(schema_with = checks_schema)]
    checks: Vec<TaskCheck>,
    /// How several projects are combined; by default `single` for one project, else `parallel`.
    #[serde(default)]
    mode: Option<TaskMode>,
    /// Reuse the account's own answers that are at most this many days old (0 to 30), free of charge.
    #[serde(default)]
    #[schema(minimum = 0, maximum = 30)]
    max_age_days: i64,
    /// Refuse the task if it can cost more than this, in ten-thousandths of a point.
    #[serde(default)]
    #[schema(minimum = 0)]
    max_price: Option<i64>,
    /// Your own names and values: at most 20 pairs. Keys have letters, digits, `_`, `-` and `.`; at most 40. Values
    /// have at most 500 characters.
    #[serde(default)]
    #[schema(example = json!({"order": "4711"}))]
    metadata: Metadata,
    /// Address that gets the events of this task, too. It becomes a webhook endpoint without events of its own, which needs
    /// the scope `webhooks`, unless an endpoint of the account has it.
    #[serde(default)]
    #[schema(example = "https://numbers.example/hook")]
    webhook_url: Option<String>,
}

/// A file of numbers and the task to start with it.
#[derive(ToSchema)]
#[allow(dead_code)] // Describes the body, which is read as a stream.
pub struct TaskForm {
    /// The task, as JSON.
    task: TaskRequest,
    /// CSV, TXT or XLSX, also as gz or zip.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// A parsed request to start a task.
struct Submission {
    request: TaskRequest,
    source: Source,
    /// The description as it was sent, to compare requests with the same idempotency key.
    sent: Bytes,
}

/// Starts a task with numbers, or with a file that was sent before.
#[utoipa::path(post, path = "/v1/tasks", tag = "tasks", operation_id = "create_task", request_body = TaskRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 202, body = TaskObject, headers(("Location" = String, description = "Path of the task")))),
    security(("key" = [])))]
pub async fn create(
    key: Key<CanStartTasks>,
    State(app): State<App>,
    name: IdempotencyKey,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let submission = if request::is_json(&headers) {
        receive_numbers(&app, request).await?
    } else if request::is_form(&headers) {
        // Accepted before uploads had a path of their own.
        receive_form(&app, request).await?
    } else {
        let detail = "send application/json; files go to /v1/tasks/upload";
        return Err(Problem::new(Code::UnsupportedMediaType, detail));
    };
    start_once(&app, &key, &name, submission).await
}

/// Starts a task with a file of numbers.
#[utoipa::path(post, path = "/v1/tasks/upload", tag = "tasks", operation_id = "upload_task",
    request_body(content = TaskForm, content_type = "multipart/form-data"),
    params(("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 202, body = TaskObject, headers(("Location" = String, description = "Path of the task")))),
    security(("key" = [])))]
pub async fn upload(
    key: Key<CanStartTasks>,
    State(app): State<App>,
    name: IdempotencyKey,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    if !request::is_form(&headers) {
        return Err(Problem::new(Code::UnsupportedMediaType, "send multipart/form-data"));
    }
    let submission = receive_form(&app, request).await?;
    start_once(&app, &key, &name, submission).await
}

/// Starts the task, unless a request with the same idempotency key did.
async fn start_once(
    app: &App,
    key: &Key<CanStartTasks>,
    name: &IdempotencyKey,
    submission: Submission,
) -> Result<Response, Problem> {
    let (sent, hash) = (submission.sent.clone(), submission.source.hash().to_vec());
    let parts: [&[u8]; 3] = [b"POST /v1/tasks", &sent, &hash];
    let start = |claim| start(app, key, submission, claim);
    once::run(app, key.account().uid, name, &parts, start).await
}

async fn receive_numbers(app: &App, request: Request) -> Result<Submission, Problem> {
    let request::Json::<TaskRequest> { value, sent } = request::Json::from_request(request, app).await?;
    let source = Source::of(&value.numbers, &value.ids, value.file)?;
    Ok(Submission { request: value, source, sent })
}

/// Reads the parts in any order.
async fn receive_form(app: &App, mut request: Request) -> Result<Submission, Problem> {
    // The reader of the file has its own limit; axum's default is two megabytes.
    DefaultBodyLimit::disable().apply(&mut request);
    let form = Form::from_request(request, app).await;
    let mut form = form.map_err(|error| Problem::new(Code::InvalidRequest, error.body_text()))?;
    let wrong = |pointer: &str, detail: &str| Problem::field(Code::InvalidRequest, pointer, detail);
    let (mut described, mut received) = (None, None);
    while let Some(field) = form.next().await.map_err(form_problem)? {
        match field.name() {
            Some("task") if described.is_none() => {
                let text = field_bytes(field, TASK_DESCRIPTION).await.map_err(form_problem)?;
                let request: TaskRequest = parse(&text)?;
                if !request.numbers.is_empty() {
                    return Err(wrong("/numbers", "send either numbers or a file"));
                }
                if request.file.is_some() {
                    return Err(wrong("/file", "the form has a file of its own"));
                }
                if !request.ids.is_empty() {
                    return Err(wrong("/ids", "only with numbers; a file has its own columns"));
                }
                described = Some((request, text));
            }
            Some("file") if received.is_none() => {
                let name = field.file_name().unwrap_or("numbers.txt").replace('\0', "");
                let body = std::pin::pin!(field.map(|part| part.map_err(|error| error.to_string())));
                received = Some(IncomingFile::receive(&name, UploadLimits::CALL, body).await?);
            }
            _ => {
                let detail = "the parts of the form are `task` and `file`, each once";
                return Err(Problem::new(Code::InvalidRequest, detail));
            }
        }
    }
    let (request, sent) = described.ok_or_else(|| wrong("/task", "the part `task` is missing"))?;
    let file = received.ok_or_else(|| wrong("/file", "the part `file` is missing"))?;
    Ok(Submission { request, source: Source::Form(file), sent })
}

fn form_problem(fault: FormFault) -> Problem {
    match fault {
        FormFault::TooLarge => Problem::new(Code::PayloadTooLarge, "the part `task` is too large"),
        FormFault::TooMany => Problem::new(Code::PayloadTooLarge, "the form has too many parts"),
        FormFault::CutOff | FormFault::NotText => Problem::new(Code::InvalidRequest, "the form was cut off"),
    }
}

/// Reads the numbers, holds the most that they can cost, and queues them.
async fn start(
    app: &App,
    key: &Key<CanStartTasks>,
    submission: Submission,
    claim: Option<OnceClaim>,
) -> Result<OnceAnswer, Problem> {
    let Submission { request, source, .. } = submission;
    country_of(request.country.as_deref())?;
    check_age(request.max_age_days)?;
    metadata::check(&request.metadata)?;
    let webhook = match &request.webhook_url {
        Some(url) => Some(TaskWebhook::Address(task_webhook::check(app, url).await?)),
        None => None,
    };
    let uid = key.account().uid;
    // Refuse now rather than after the file was read.
    let wanted = [(Resource::Lists, 1), (Resource::StoredBytes, 1), (Resource::RunningTasks, 1)];
    allowance::require(&mut *app.store.read().await?, key.account(), &wanted).await?;
    let mut hints = request.reading.clone().unwrap_or_default();
    hints.default_country = request.country.clone().or(hints.default_country);
    let using = app.begin_use(key.account(), Resource::Previews).await?;
    let (file, lines) = source.fetch(app, key.scope()).await?;
    let imported = app.screening.lists.import(uid, &file, lines, hints).await?;
    drop(using);
    if imported.numbers() == 0 {
        app.screening.lists.discard_imported(imported).await;
        let pointer = if lines { "/numbers" } else { "/file" };
        return Err(Problem::field(Code::Unprocessable, pointer, "no valid number"));
    }
    key.count_numbers(imported.numbers());
    let new = NewStart {
        name: request.name,
        mode: mode_of(request.mode, request.checks.len()),
        checks: request.checks.into_iter().map(CheckRequest::from).collect(),
        max_age_days: request.max_age_days,
        max_price: request.max_price,
        metadata: request.metadata,
        webhook,
    };
    start_imported(app, key, new, imported, claim, ("task/start", json!({}))).await
}

/// A page of tasks.
#[derive(Serialize, ToSchema)]
pub struct TasksAnswer {
    items: Vec<TaskObject>,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

/// Which tasks to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct TasksQuery {
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Tasks per page; 20 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
    /// Only tasks in this state: `running`, `paused`, `done`, `cancelled` or `failed`.
    state: Option<String>,
    /// Only tasks that check this project.
    project: Option<String>,
    /// Only tasks that were created at this time or later (RFC 3339).
    created_from: Option<String>,
    /// Only tasks that were created before this time (RFC 3339).
    created_until: Option<String>,
    /// Only tasks whose `metadata` has this pair, as `key:value`.
    #[param(example = "order:4711")]
    metadata: Option<String>,
}

/// Lists the account's tasks, newest first, including those started in the console.
#[utoipa::path(get, path = "/v1/tasks", tag = "tasks", operation_id = "list_tasks", params(TasksQuery),
    responses((status = 200, body = TasksAnswer)), security(("key" = [])))]
pub async fn list(
    key: Key<CanReadTasks>,
    State(app): State<App>,
    headers: HeaderMap,
    query: Query,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let names = ["cursor", "limit", "state", "project", "created_from", "created_until", "metadata"];
    let query = query.only(&names)?;
    let (limit, before) = (query.limit(PAGE, PAGE_ROWS)?, query.cursor()?.map(TaskId));
    let filter = TaskFilter {
        before,
        state: query.get("state").map(state_of).transpose()?,
        project: query.get("project").map(str::to_owned),
        from: query.time("created_from")?,
        until: query.time("created_until")?,
        metadata: query.get("metadata").map(metadata::pair).transpose()?,
        ..TaskFilter::default()
    };
    let page = Page { offset: 0, limit };
    let listed = app.store.read().await?.tasks(key.scope(), &filter, page).await?;
    let more = listed.total > limit;
    let last = listed.items.last().map(|task| task.id.to_string());
    let mut items = Vec::with_capacity(listed.items.len());
    for task in listed.items {
        let skipped = app.screening.results.skipped_numbers(&task).await?;
        items.push(TaskObject::of(task, skipped));
    }
    json(&TasksAnswer { items, next_cursor: last.filter(|_| more) })
}

/// The state that a word of the public API names.
fn state_of(word: &str) -> Result<TaskState, Problem> {
    Ok(match word {
        "running" => TaskState::Running,
        "paused" => TaskState::Paused,
        "done" => TaskState::Completed,
        "cancelled" => TaskState::Cancelled,
        "failed" => TaskState::Stopped,
        _ => {
            let detail = "`running`, `paused`, `done`, `cancelled` or `failed`";
            return Err(Problem::field(Code::InvalidRequest, "state", detail));
        }
    })
}

/// A task of the account that is not hidden from lists.
pub async fn visible_task(app: &App, scope: Scope, id: &str) -> Result<Task, Problem> {
    let missing = || Problem::new(Code::NotFound, "there is no such task");
    let id = id.parse().map(TaskId).map_err(|_| missing())?;
    let task = app.store.read().await?.task(scope, id).await?;
    let shown = |task: &Task| {
        let asked = &task.asked;
        task.state != TaskState::Deleted && !asked.sample && asked.origin != TaskOrigin::Lookup
    };
    task.filter(shown).ok_or_else(missing)
}

/// Returns one task.
#[utoipa::path(get, path = "/v1/tasks/{id}", tag = "tasks", operation_id = "get_task",
    params(("id" = i64, Path, description = "Id of the task")),
    responses((status = 200, body = TaskObject)), security(("key" = [])))]
pub async fn get(
    key: Key<CanReadTasks>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let task = visible_task(&app, key.scope(), &id).await?;
    let states = app.screening.channels.states(&mut *app.store.read().await?).await?;
    let waiting_since = states.waiting(&task).map(|waiting| waiting.since.rfc3339());
    let skipped = app.screening.results.skipped_numbers(&task).await?;
    let mut object = TaskObject::of(task, skipped);
    object.waiting_since = waiting_since;
    json(&object)
}
