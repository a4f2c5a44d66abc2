//! Results of a task: counts, pages and files.

use std::collections::{BTreeMap, BTreeSet};

use axum::extract::State;
use axum::response::Response;
use numplan::carrier_name;
use numsift_model::account::Account;
use numsift_model::allowance::Resource;
use numsift_model::clock::Timestamp;
use numsift_model::id::{JobId, TaskId};
use numsift_model::lang::Lang;
use numsift_model::page::Page;
use numsift_model::permission::Permission;
use numsift_model::project::Project;
use numsift_model::rule::Rule;
use numsift_model::task::{Job, JobKind, JobState, Task};
use numsift_model::texts::results as texts;
use numsift_screening::{Breakdown, ExportLabels, ExportRequest, ExportResult, answer_fields, checked_at};
use numsift_segments::{
    CheckLayout, ClassColumn, Filter, Format, Kind, Layout, ResultRow, SOURCES, Sort, country_code,
    pack_country,
};
use numsift_store::Scope;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::allowance;
use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, TaskExport, TaskList, scope_of_account};
use crate::client::{Language, plan_lang};
use crate::console::looks::record_look;
use crate::console::tasks::{TaskIdRequest, visible_task};
use crate::download::{Export, Link, link};
use crate::envelope::{Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::files::stored;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(breakdown))
        .routes(routes!(results))
        .routes(routes!(export))
        .routes(routes!(exports))
        .routes(routes!(download))
}

/// Counts the results of a task so far.
#[utoipa::path(post, path = "/task/breakdown", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<Breakdown>)), security(("sid" = [])))]
async fn breakdown(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<Breakdown> {
    let task = visible_task(&app, caller.scope(), request.id).await?;
    record_look(&app, &caller, "task/breakdown", Some(task.asked.uid), &json!({ "task": task.id })).await?;
    Ok(ok(app.screening.results.breakdown(&task).await?.in_language(plan_lang(lang))))
}

/// Which results to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResultsRequest {
    id: TaskId,
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    sort: Option<ResultSort>,
    #[serde(default)]
    filter: ResultFilter,
}

/// The order of results.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResultSort {
    by: ResultSortBy,
    /// Index of the check for `status`, from 0.
    #[serde(default)]
    check: usize,
    #[serde(default)]
    descending: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ResultSortBy {
    Input,
    Status,
    Country,
    Kind,
    Carrier,
}

/// Filter for results.
#[derive(Default, Clone, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ResultFilter {
    /// The statuses per check; `null` for all.
    statuses: Vec<Option<Vec<String>>>,
    countries: Option<Vec<String>>,
    kinds: Option<Vec<String>>,
    carriers: Option<Vec<String>>,
    /// The first digits of the number, with country code.
    number: Option<String>,
    /// Text within the number, the number as written or any column of the upload.
    search: Option<String>,
    /// Text within single columns of the upload, in their order; `null` for any.
    columns: Vec<Option<String>>,
}

/// The place of a check among those of a task.
fn place_of_check(layout: &Layout) -> Rule {
    Rule::Whole { least: 0, most: i64::try_from(layout.checks.len()).unwrap_or(i64::MAX) - 1 }
}

/// Digits of the longest number.
const DIGITS: usize = 15;
/// Longest text to search for.
const SEARCH_CHARS: usize = 200;

/// A text to search for; `None` if it is empty.
fn searched(field: &'static str, text: Option<String>) -> Result<Option<String>, Refusal> {
    let text = text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
    if text.as_ref().is_some_and(|text| text.chars().count() > SEARCH_CHARS) {
        return Err(Refusal::rule(field, Rule::up_to(SEARCH_CHARS)));
    }
    Ok(text)
}

impl ResultFilter {
    fn resolve(self, layout: &Layout) -> Result<Filter, Refusal> {
        if self.statuses.len() > layout.checks.len() {
            let most = layout.checks.len();
            return Err(Refusal::rule("filter.statuses", Rule::Entries { least: 0, most }));
        }
        let mut statuses = Vec::new();
        for (check, wanted) in self.statuses.into_iter().enumerate() {
            let known = |name: &String| {
                layout.status(check, name).ok_or_else(|| {
                    let field = format!("filter.statuses[{check}]");
                    Refusal::rule(field, Rule::some_of(&layout.checks[check].statuses))
                })
            };
            let wanted = wanted.map(|names| names.iter().map(known).collect::<Result<BTreeSet<_>, _>>());
            statuses.push(wanted.transpose()?);
        }
        let kind = |name: String| {
            let kind = Kind::from_name(&name);
            kind.map(Kind::code).ok_or_else(|| {
                Refusal::rule("filter.kinds", Rule::some_of(Kind::ALL.iter().map(|kind| kind.name())))
            })
        };
        let kinds = self.kinds.map(|names| names.into_iter().map(kind).collect::<Result<_, _>>());
        let digits = |text: String| {
            let digits = text.trim().trim_start_matches('+').to_owned();
            let good = digits.len() <= DIGITS && digits.bytes().all(|byte| byte.is_ascii_digit());
            let rule = Rule::Digits { most: DIGITS };
            good.then_some(digits).ok_or_else(|| Refusal::rule("filter.number", rule))
        };
        let number = self.number.map(digits).transpose()?;
        if self.columns.len() > layout.carried.len() {
            let most = layout.carried.len();
            return Err(Refusal::rule("filter.columns", Rule::Entries { least: 0, most }));
        }
        let mut carried = BTreeMap::new();
        for (column, text) in self.columns.into_iter().enumerate() {
            if let Some(text) = searched("filter.columns", text)? {
                carried.insert(column, text);
            }
        }
        Ok(Filter {
            statuses,
            countries: self.countries.map(|codes| codes.iter().map(|code| pack_country(code)).collect()),
            kinds: kinds.transpose()?,
            carriers: self.carriers.map(|names| names.into_iter().collect()),
            number_prefix: number.filter(|digits| !digits.is_empty()),
            search: searched("filter.search", self.search)?,
            carried,
        })
    }
}

/// The results for one number. The names are those of the columns of an export.
#[derive(Serialize, ToSchema)]
struct ResultView {
    /// Row of the uploaded file.
    row: u64,
    /// As written in the uploaded file.
    number: String,
    /// With `+` and country code.
    e164: String,
    country: String,
    #[serde(rename = "type")]
    kind: &'static str,
    /// The carrier that the number was allocated to, in the caller's language where the data has its name.
    original_carrier: String,
    checks: Vec<CheckResultView>,
    carried: Vec<String>,
}

/// The answer of one check.
#[derive(Serialize, ToSchema)]
struct CheckResultView {
    status: String,
    /// Why the answer is unknown or the number was skipped.
    reason: String,
    /// Where the answer comes from: `engine`, `channel`, `fresh` (reused), `test`, or empty if it was skipped.
    source: &'static str,
    /// When the answer was found.
    checked_at: Option<Timestamp>,
    /// The other fields of the answer.
    #[schema(value_type = Object)]
    fields: Map<String, Value>,
}

fn result_view(task: &Task, layout: &Layout, row: ResultRow, lang: Lang) -> ResultView {
    let carrier = carrier_name(&row.carrier, plan_lang(lang));
    let checks = row.checks.iter().zip(&layout.checks).map(|(value, check)| CheckResultView {
        status: check.statuses.get(usize::from(value.status)).cloned().unwrap_or_default(),
        reason: check.shown_reason(value.status, &value.reason).to_owned(),
        source: SOURCES[usize::from(check.source(row.number, value.status, &value.reason))],
        checked_at: checked_at(task, value),
        fields: answer_fields(check, value, carrier),
    });
    ResultView {
        row: row.line,
        number: row.written.clone(),
        e164: format!("+{}", row.number),
        country: country_code(row.country).to_string(),
        kind: Kind::from_code(row.kind).name(),
        checks: checks.collect(),
        original_carrier: carrier.to_owned(),
        carried: row.carried,
    }
}

/// Returns a page of results.
#[utoipa::path(post, path = "/task/results", tag = "task", request_body = ResultsRequest,
    responses((status = 200, body = Envelope<ListAnswer<ResultView>>)), security(("sid" = [])))]
async fn results(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<ResultsRequest>,
) -> Reply<ListAnswer<ResultView>> {
    let task = visible_task(&app, caller.scope(), request.id).await?;
    record_look(&app, &caller, "task/results", Some(task.asked.uid), &json!({ "task": task.id })).await?;
    let layout = app.screening.results.layout(&task);
    let filter = request.filter.resolve(&layout)?;
    let sort = match request.sort {
        None => Sort::Input,
        Some(sort) => {
            let column = match sort.by {
                ResultSortBy::Input => None,
                ResultSortBy::Status if sort.check < layout.checks.len() => {
                    Some(ClassColumn::Status(sort.check))
                }
                ResultSortBy::Status => return Err(Refusal::rule("sort.check", place_of_check(&layout))),
                ResultSortBy::Country => Some(ClassColumn::Country),
                ResultSortBy::Kind => Some(ClassColumn::Kind),
                ResultSortBy::Carrier => Some(ClassColumn::Carrier),
            };
            column.map_or(Sort::Input, |column| Sort::By { column, descending: sort.descending })
        }
    };
    let Page { offset, limit } = page_of(request.page, request.size)?;
    let (offset, limit) = (u64::try_from(offset).unwrap_or(0), usize::try_from(limit).unwrap_or(0));
    let page = match app.screening.results.page(&task, &filter, &sort, offset, limit).await {
        // Compaction has just moved the results to other files.
        Err(error) if error.is_missing_file() => {
            let task = visible_task(&app, caller.scope(), request.id).await?;
            app.screening.results.page(&task, &filter, &sort, offset, limit).await?
        }
        page => page?,
    };
    let items = page.rows.into_iter().map(|row| result_view(&task, &page.layout, row, lang)).collect();
    Ok(ok(ListAnswer { items, total: i64::try_from(page.total).unwrap_or(i64::MAX) }))
}

/// File format of results.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ResultFormat {
    Csv,
    Xlsx,
    /// Numbers only, one per line.
    Txt,
    Parquet,
    /// One JSON object per line.
    Jsonl,
}

/// Which rows of the list an export contains.
#[derive(Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ExportRows {
    /// Every row of the uploaded file in its order, with what became of it.
    #[default]
    All,
    /// Each number once.
    Unique,
}

fn with_bom() -> bool {
    true
}

/// Which results to export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TaskExportRequest {
    id: TaskId,
    format: ResultFormat,
    #[serde(default)]
    filter: ResultFilter,
    /// Write one file per status of the check with this index (from 0), in a zip.
    #[serde(default)]
    one_file_a_class: Option<usize>,
    #[serde(default)]
    rows: ExportRows,
    /// Names of the columns; all when empty.
    #[serde(default)]
    columns: Vec<String>,
    /// Whether a CSV file begins with a byte order mark, which Excel needs to read UTF-8.
    #[serde(default = "with_bom")]
    bom: bool,
    /// Write phone numbers in a CSV file as `="+8613812345678"`, which spreadsheets keep as text.
    #[serde(default)]
    text_numbers: bool,
    /// Write headers and values in the caller's language instead of names and codes.
    #[serde(default)]
    translated: bool,
}

/// Most columns that can be chosen.
const MOST_COLUMNS: usize = 1000;

/// An export of results.
#[derive(Serialize, ToSchema)]
struct ExportView {
    id: JobId,
    task: Option<TaskId>,
    state: JobState,
    format: &'static str,
    /// Rows written so far.
    done: i64,
    total: i64,
    rows: u64,
    bytes: u64,
    file_name: String,
    created_at: Timestamp,
    finished_at: Option<Timestamp>,
    error: String,
}

fn export_view(job: &Job) -> Result<ExportView, Refusal> {
    let request: ExportRequest = serde_json::from_str(&job.asked.request).map_err(Refusal::internal)?;
    let result: ExportResult = serde_json::from_str(&job.result).unwrap_or_default();
    Ok(ExportView {
        id: job.id,
        task: job.asked.task,
        state: job.state,
        format: request.format.extension(),
        done: job.done,
        total: job.total,
        rows: result.rows,
        bytes: result.bytes,
        file_name: result.file_name,
        created_at: job.asked.created_at,
        finished_at: job.finished_at,
        error: result.error,
    })
}

/// Headers and values in a language.
fn labels(layout: &Layout, lang: Lang, projects: &[Project]) -> ExportLabels {
    let name = |slug: &str| {
        let known = projects.iter().find(|project| project.slug == slug);
        known.map_or_else(|| slug.to_owned(), |project| project.details.name(lang).to_owned())
    };
    let statuses = |check: &CheckLayout| {
        check.statuses.iter().map(|code| texts::status(code, lang).to_owned()).collect()
    };
    ExportLabels {
        heads: texts::heads(lang),
        checks: layout.checks.iter().map(|check| name(&check.name)).collect(),
        kinds: Kind::ALL.iter().map(|kind| texts::kind(kind.name(), lang).to_owned()).collect(),
        statuses: layout.checks.iter().map(statuses).collect(),
        words: texts::words(lang),
    }
}

/// Starts an export of results in the background.
#[utoipa::path(post, path = "/task/export", tag = "task", request_body = TaskExportRequest,
    responses((status = 200, body = Envelope<ExportView>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<TaskExport>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskExportRequest>,
) -> Reply<ExportView> {
    let task = visible_task(&app, caller.scope(), request.id).await?;
    let layout = app.screening.results.layout(&task);
    if request.one_file_a_class.is_some_and(|check| check >= layout.checks.len()) {
        return Err(Refusal::rule("one_file_a_class", place_of_check(&layout)));
    }
    let filter = request.filter.clone().resolve(&layout)?;
    if request.columns.len() > MOST_COLUMNS {
        return Err(Refusal::rule("columns", Rule::Entries { least: 0, most: MOST_COLUMNS }));
    }
    if !request.columns.is_empty() {
        let known = app.screening.results.columns(&task).await?;
        if !request.columns.iter().any(|name| known.contains(name)) {
            return Err(Refusal::rule("columns", Rule::ResultColumns));
        }
    }
    let mut tx = app.store.begin().await?;
    let projects = tx.projects().await?;
    let list = task.list_name.as_str();
    let wanted = ExportRequest {
        filter,
        format: match request.format {
            ResultFormat::Csv => Format::Csv,
            ResultFormat::Xlsx => Format::Xlsx,
            ResultFormat::Txt => Format::Txt,
            ResultFormat::Parquet => Format::Parquet,
            ResultFormat::Jsonl => Format::Jsonl,
        },
        one_file_a_class: request.one_file_a_class,
        every_row: request.rows == ExportRows::All,
        bom: request.bom,
        text_numbers: request.text_numbers,
        names: request.columns,
        labels: request.translated.then(|| labels(&layout, lang, &projects)),
        file_stem: file_stem(list, &task, app.clock.now()),
    };
    let owner = tx.account(task.asked.uid).await?.ok_or(Refusal::NotFound)?;
    allowance::require(&mut *tx, &owner, &[(Resource::Exports, 1), (Resource::StoredBytes, 1)]).await?;
    let id = app.screening.results.begin_export(&mut *tx, &task, &wanted).await?;
    let detail = json!({ "task": task.id, "format": wanted.format.extension(), "filter": request.filter,
        "rows": request.rows });
    let action = caller.did("task/export", app.clock.now()).on(task.asked.uid).with(&detail);
    tx.audit(&action.entry()).await?;
    let job = tx.job(Scope::All, id).await?.ok_or(Refusal::NotFound)?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(export_view(&job)?))
}

/// A file name that says list, projects and day, and that every file system accepts.
fn file_stem(list: &str, task: &Task, now: Timestamp) -> String {
    let plain = |c: char| if c.is_alphanumeric() || "-_.".contains(c) { c } else { '_' };
    let list =
        EXTENSIONS.iter().fold(list.trim(), |name, extension| name.strip_suffix(extension).unwrap_or(name));
    let list: String = list.chars().map(plain).take(60).collect();
    let list = if list.is_empty() { "list" } else { &list };
    let mut projects: Vec<&str> = task.asked.plan.checks.iter().map(|check| check.project.as_str()).collect();
    let others = projects.len().saturating_sub(3);
    projects.truncate(3);
    let more = if others > 0 { format!("+{others}") } else { String::new() };
    format!("{list}_{}{more}_{}", projects.join("+"), now.day())
}

/// Extensions of uploaded files, from the outermost to the innermost.
const EXTENSIONS: [&str; 15] = [
    ".gz", ".zip", ".csv", ".txt", ".tsv", ".xlsx", ".xls", ".ods", ".html", ".htm", ".vcf", ".json", ".xml",
    ".log", ".ldif",
];

/// Lists the exports of a task, newest first.
#[utoipa::path(post, path = "/task/exports", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<Vec<ExportView>>)), security(("sid" = [])))]
async fn exports(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Body(request): Body<TaskIdRequest>,
) -> Reply<Vec<ExportView>> {
    let task = visible_task(&app, caller.scope(), request.id).await?;
    record_look(&app, &caller, "task/exports", Some(task.asked.uid), &json!({ "task": task.id })).await?;
    let jobs = app.store.read().await?.jobs_of_task(task.id, JobKind::Export).await?;
    Ok(ok(jobs.iter().map(export_view).collect::<Result<_, _>>()?))
}

/// Identifies an export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ExportIdRequest {
    export: JobId,
}

/// Creates a download link to a finished export.
#[utoipa::path(post, path = "/task/download", tag = "task", request_body = ExportIdRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn download(
    caller: Allowed<TaskExport>,
    State(app): State<App>,
    Body(request): Body<ExportIdRequest>,
) -> Reply<Link> {
    let job = app.store.read().await?.job(caller.scope(), request.export).await?.ok_or(Refusal::NotFound)?;
    if job.asked.kind != JobKind::Export || job.state != JobState::Done {
        return Err(Refusal::NotFound);
    }
    let task = visible_task(&app, caller.scope(), job.asked.task.ok_or(Refusal::NotFound)?).await?;
    let detail = json!({ "task": task.id, "export": job.id });
    let mut tx = app.store.begin().await?;
    let action = caller.did("task/download", app.clock.now()).on(task.asked.uid).with(&detail);
    tx.audit(&action.entry()).await?;
    tx.save().await?;
    Ok(ok(link(&app, &caller, &ResultExport { id: job.id }).await?))
}

#[derive(Serialize, Deserialize)]
pub struct ResultExport {
    id: JobId,
}

impl Export for ResultExport {
    const KIND: &'static str = "export";
    const PERMISSION: Permission = Permission::TaskExport;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        let scope = scope_of_account(&account);
        let job = app.store.read().await?.job(scope, self.id).await?.ok_or(Refusal::NotFound)?;
        if job.asked.kind != JobKind::Export || job.state != JobState::Done {
            return Err(Refusal::NotFound);
        }
        let result: ExportResult = serde_json::from_str(&job.result).map_err(Refusal::internal)?;
        stored(&app, &result.object, &result.media_type, &result.file_name).await
    }
}
