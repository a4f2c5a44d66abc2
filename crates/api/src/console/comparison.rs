//! How the results of a scheduled run differ from those of the run before.

use std::sync::Arc;

use axum::body::{Body as ResponseBody, Bytes};
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::try_unfold;
use numsift_model::account::Account;
use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_model::lang::Lang;
use numsift_model::permission::Permission;
use numsift_model::project::Project;
use numsift_model::rule::Rule;
use numsift_screening::{Change, ComparedCheck, Comparison, ComparisonState, Difference, DifferenceFilter};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, TaskExport, TaskList, scope_of_account};
use crate::client::Language;
use crate::console::looks::record_look;
use crate::console::tasks::{TaskIdRequest, project_name, visible_task};
use crate::download::{Export, Link, csv_lines, link};
use crate::envelope::{Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(comparison)).routes(routes!(differences)).routes(routes!(export))
}

/// Whether a comparison can be shown.
#[derive(Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum ComparisonStatus {
    /// The task is not a scheduled run.
    None,
    /// The run has not ended, or is being compared.
    Pending,
    Done,
    /// The earlier results are deleted.
    Missing,
    Failed,
}

/// How the results of a scheduled run differ from those of the run before.
#[derive(Serialize, ToSchema)]
struct ComparisonView {
    state: ComparisonStatus,
    /// The task that the results are compared with.
    previous: Option<TaskId>,
    /// When that task started.
    previous_at: Option<Timestamp>,
    checks: Vec<ComparedCheckView>,
}

/// The differences of a check.
#[derive(Serialize, ToSchema)]
struct ComparedCheckView {
    project: String,
    name: String,
    /// Numbers with another definite answer than before.
    changed: i64,
    /// Numbers with a definite answer that had none before.
    new: i64,
    /// Numbers without a definite answer that had one before.
    gone: i64,
}

impl ComparedCheckView {
    fn of(check: ComparedCheck, projects: &[Project], lang: Lang) -> Self {
        let ComparedCheck { project, changed, new, gone, .. } = check;
        Self { name: project_name(projects, &project, lang), project, changed, new, gone }
    }
}

/// Counts how the results of a scheduled run differ from those of the run before.
#[utoipa::path(post, path = "/task/comparison", tag = "task", request_body = TaskIdRequest,
    responses((status = 200, body = Envelope<ComparisonView>)), security(("sid" = [])))]
async fn comparison(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<TaskIdRequest>,
) -> Reply<ComparisonView> {
    let task = visible_task(&app, caller.scope(), request.id).await?;
    record_look(&app, &caller, "task/comparison", Some(task.asked.uid), &json!({ "task": task.id })).await?;
    let mut tx = app.store.read().await?;
    let run = tx.run_of_task(task.id).await?;
    let Some(run) = run else {
        let state = ComparisonStatus::None;
        return Ok(ok(ComparisonView { state, previous: None, previous_at: None, checks: Vec::new() }));
    };
    let earlier = tx.task(caller.scope(), run.previous).await?;
    let projects = tx.projects().await?;
    drop(tx);
    let (state, checks) = match app.screening.results.comparison(task.id).await? {
        // A run that ended without results is not compared.
        ComparisonState::Pending if task.state.is_over() && task.progress.done_chunks == 0 => {
            (ComparisonStatus::Missing, Vec::new())
        }
        ComparisonState::Pending => (ComparisonStatus::Pending, Vec::new()),
        ComparisonState::Failed => (ComparisonStatus::Failed, Vec::new()),
        ComparisonState::Done(Comparison { missing: true, .. }) => (ComparisonStatus::Missing, Vec::new()),
        ComparisonState::Done(done) => (ComparisonStatus::Done, done.checks),
    };
    Ok(ok(ComparisonView {
        state,
        previous: Some(run.previous),
        previous_at: earlier.map(|task| task.asked.created_at),
        checks: checks.into_iter().map(|check| ComparedCheckView::of(check, &projects, lang)).collect(),
    }))
}

/// Which differences to return.
#[derive(Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct DifferenceFilterRequest {
    /// Slug of a project.
    project: Option<String>,
    change: Option<Change>,
}

impl DifferenceFilterRequest {
    fn resolve(&self, comparison: &Comparison) -> Result<DifferenceFilter, Refusal> {
        let check = match &self.project {
            None => None,
            Some(slug) => {
                let found = (0_u8..).zip(&comparison.checks).find(|(_, check)| check.project == *slug);
                let checked = || Rule::one_of(comparison.checks.iter().map(|check| &check.project));
                Some(found.ok_or_else(|| Refusal::rule("project", checked()))?.0)
            }
        };
        Ok(DifferenceFilter { check, change: self.change })
    }
}

/// A page of differences.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DifferencesRequest {
    id: TaskId,
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: DifferenceFilterRequest,
}

/// A check of a number whose answer differs from the run before.
#[derive(Serialize, ToSchema)]
struct DifferenceView {
    /// Row of the uploaded file.
    row: u64,
    /// In E.164 form.
    number: String,
    project: String,
    change: Change,
    /// Status in the run before; `null` if the number had no answer.
    before: Option<String>,
    /// Status now; `null` if the number has no answer.
    after: Option<String>,
}

impl DifferenceView {
    fn of(difference: &Difference, comparison: &Comparison) -> Self {
        let Difference { line, number, check, change, before, after } = *difference;
        let check = comparison.checks.get(usize::from(check));
        let status = |at: u8| check.and_then(|check| check.statuses.get(usize::from(at))).cloned();
        Self {
            row: line,
            number: format!("+{number}"),
            project: check.map(|check| check.project.clone()).unwrap_or_default(),
            change,
            before: status(before),
            after: status(after),
        }
    }
}

/// The comparison of a task; empty if there is none.
async fn found_comparison(app: &App, task: TaskId) -> Result<Comparison, Refusal> {
    match app.screening.results.comparison(task).await? {
        ComparisonState::Done(comparison) => Ok(comparison),
        ComparisonState::Pending | ComparisonState::Failed => Ok(Comparison::default()),
    }
}

/// Lists the numbers of a scheduled run whose answers differ from the run before, in the order of the list.
#[utoipa::path(post, path = "/task/differences", tag = "task", request_body = DifferencesRequest,
    responses((status = 200, body = Envelope<ListAnswer<DifferenceView>>)), security(("sid" = [])))]
async fn differences(
    caller: Allowed<TaskList>,
    State(app): State<App>,
    Body(request): Body<DifferencesRequest>,
) -> Reply<ListAnswer<DifferenceView>> {
    let task = visible_task(&app, caller.scope(), request.id).await?;
    let page = page_of(request.page, request.size)?;
    let detail = json!({ "task": task.id, "page": request.page });
    record_look(&app, &caller, "task/differences", Some(task.asked.uid), &detail).await?;
    let comparison = found_comparison(&app, task.id).await?;
    let filter = request.filter.resolve(&comparison)?;
    let (offset, limit) = (u64::try_from(page.offset).unwrap_or(0), usize::try_from(page.limit).unwrap_or(0));
    let (rows, total) = app.screening.results.differences(&comparison, filter, offset, limit).await?;
    let items = rows.iter().map(|row| DifferenceView::of(row, &comparison)).collect();
    Ok(ok(ListAnswer { items, total: i64::try_from(total).unwrap_or(i64::MAX) }))
}

/// Which differences to export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DifferenceExportRequest {
    id: TaskId,
    #[serde(default)]
    filter: DifferenceFilterRequest,
}

/// Creates a download link to the differences of a scheduled run, as CSV.
#[utoipa::path(post, path = "/task/exportDifferences", tag = "task", request_body = DifferenceExportRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<TaskExport>,
    State(app): State<App>,
    Body(request): Body<DifferenceExportRequest>,
) -> Reply<Link> {
    let task = visible_task(&app, caller.scope(), request.id).await?;
    request.filter.resolve(&found_comparison(&app, task.id).await?)?;
    let detail = json!({ "task": task.id, "filter": request.filter });
    let mut tx = app.store.begin().await?;
    let action = caller.did("task/exportDifferences", app.clock.now()).on(task.asked.uid).with(&detail);
    tx.audit(&action.entry()).await?;
    tx.save().await?;
    Ok(ok(link(&app, &caller, &DifferenceExport { id: task.id, filter: request.filter }).await?))
}

#[derive(Serialize, Deserialize)]
pub struct DifferenceExport {
    id: TaskId,
    filter: DifferenceFilterRequest,
}

impl Export for DifferenceExport {
    const KIND: &'static str = "differences";
    const PERMISSION: Permission = Permission::TaskExport;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        let task = visible_task(&app, scope_of_account(&account), self.id).await?;
        let comparison = found_comparison(&app, task.id).await?;
        let filter = self.filter.resolve(&comparison)?;
        let reader = DifferenceReader { app, comparison: Arc::new(comparison), filter, block: None };
        let disposition = format!("attachment; filename=\"differences-{}.csv\"", task.id);
        let headers = [
            (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
            (header::CONTENT_DISPOSITION, disposition),
        ];
        Ok((headers, ResponseBody::from_stream(try_unfold(reader, next_part))).into_response())
    }
}

struct DifferenceReader {
    app: App,
    comparison: Arc<Comparison>,
    filter: DifferenceFilter,
    /// The next block; `None` before the header line.
    block: Option<usize>,
}

/// The header line with a byte order mark, so that spreadsheets read it as UTF-8; then one block at a time.
async fn next_part(
    mut reader: DifferenceReader,
) -> Result<Option<(Bytes, DifferenceReader)>, std::io::Error> {
    let part = match reader.block {
        None => {
            let header = ["row", "number", "project", "change", "before", "after"].map(str::to_owned);
            let mut head = "\u{feff}".as_bytes().to_vec();
            head.extend(csv_lines(&[header.to_vec()]).map_err(|refusal| failed(&refusal))?);
            Some(head)
        }
        Some(block) => reader.lines(block).await.map_err(|refusal| failed(&refusal))?,
    };
    reader.block = Some(reader.block.map_or(0, |block| block + 1));
    Ok(part.map(|part| (part.into(), reader)))
}

fn failed(refusal: &Refusal) -> std::io::Error {
    std::io::Error::other(format!("{refusal:?}"))
}

impl DifferenceReader {
    async fn lines(&self, block: usize) -> Result<Option<Vec<u8>>, Refusal> {
        let found =
            self.app.screening.results.differences_of_block(&self.comparison, block, self.filter).await?;
        let Some(found) = found else { return Ok(None) };
        let cells = |difference: &Difference| {
            let view = DifferenceView::of(difference, &self.comparison);
            vec![
                view.row.to_string(),
                view.number,
                view.project,
                view.change.as_str().to_owned(),
                view.before.unwrap_or_default(),
                view.after.unwrap_or_default(),
            ]
        };
        Ok(Some(csv_lines(&found.iter().map(cells).collect::<Vec<_>>())?))
    }
}
