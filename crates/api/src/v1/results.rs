//! Results of a task: page by page as JSON, or all of them as CSV, JSON lines or Parquet.

use std::collections::BTreeSet;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_ENCODING, CONTENT_TYPE, HeaderValue, VARY};
use axum::response::{IntoResponse, Response};
use numsift_model::task::Task;
use numsift_screening::StreamRows;
use numsift_segments::{Filter, Format, Layout, RowPlace, Sort};
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::encoding::{self, Encoding};
use super::gate::{CanReadTasks, Key};
use super::number::{ResultObject, list_row_object, row_object};
use super::problem::{Code, Problem};
use super::request::{Query, json, prefers};
use super::tasks::visible_task;
use crate::app::App;

/// Default and largest page size.
const PAGE: i64 = 100;
const MOST_PAGE: i64 = 1000;
/// Media types of results, and the formats of those that are streams.
const MEDIA: [&str; 4] = [JSON, "text/csv", "application/x-ndjson", PARQUET];
const JSON: &str = "application/json";
const PARQUET: &str = "application/vnd.apache.parquet";

/// Which results to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct ResultsQuery {
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Numbers per page; 100 by default.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<i64>,
    /// Only the answers of this project.
    project: Option<String>,
    /// Only numbers with this status, which may be `unknown` or `skipped`.
    status: Option<String>,
    /// `all` for every row that was sent, in its order, with what became of it; `unique` for each number that has
    /// results, once. The default is `unique` for pages, and `all` for streams. Pages of all rows cannot be
    /// filtered by status.
    #[param(example = "all")]
    rows: Option<String>,
    /// `true` writes the numbers of a CSV stream as the formula `="+12015550100"`, which spreadsheets show as text instead
    /// of rounding it; for programs, leave it out.
    text_numbers: Option<bool>,
}

/// A page of results.
#[derive(Serialize, ToSchema)]
pub struct ResultsAnswer {
    items: Vec<ResultObject>,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

/// Returns the results of a task in the order of its numbers; complete once the task has ended.
///
/// With `Accept: text/csv`, `application/x-ndjson` or `application/vnd.apache.parquet`, every row that was sent is returned as one
/// stream. CSV and JSON lines are compressed if `Accept-Encoding` has `gzip` or `zstd`.
#[utoipa::path(get, path = "/v1/tasks/{id}/results", tag = "tasks", operation_id = "get_results",
    params(("id" = i64, Path, description = "Id of the task"), ResultsQuery),
    responses((status = 200, content((ResultsAnswer = "application/json"), (String = "text/csv"), (String = "application/x-ndjson"), (Vec<u8> = "application/vnd.apache.parquet")))),
    security(("key" = [])))]
pub async fn results(
    key: Key<CanReadTasks>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    let wanted = prefers(&headers, &MEDIA);
    let wanted = wanted.ok_or_else(|| {
        Problem::new(Code::NotAcceptable, format!("the response is one of {}", MEDIA.join(", ")))
    })?;
    let query = query.only(&["cursor", "limit", "project", "status", "rows", "text_numbers"])?;
    let every_row = match query.get("rows") {
        None => wanted != JSON,
        Some("all") => true,
        Some("unique") => false,
        Some(_) => return Err(wrong("rows", "`all` or `unique`")),
    };
    let text_numbers = match query.get("text_numbers") {
        None | Some("false") => false,
        Some("true") if wanted == "text/csv" => true,
        Some("true") => return Err(wrong("text_numbers", "only with `Accept: text/csv`")),
        Some(_) => return Err(wrong("text_numbers", "`true` or `false`")),
    };
    let limit = query.limit(PAGE, MOST_PAGE)?;
    let task = visible_task(&app, key.scope(), &id).await?;
    let filter = filter(&app.screening.results.layout(&task), &query)?;
    let format = match wanted {
        "text/csv" => Some(Format::Csv),
        "application/x-ndjson" => Some(Format::Jsonl),
        PARQUET => Some(Format::Parquet),
        _ => None,
    };
    if let Some(format) = format {
        let rows = StreamRows { every_row, text_numbers };
        return stream(&app, &task, format, Encoding::wanted(&headers), filter, rows).await;
    }
    if every_row {
        return every_row_page(&app, &key, task, &query, limit).await;
    }
    let offset = query.cursor()?.unwrap_or(0);
    let (from, most) = (u64::try_from(offset).unwrap_or(0), usize::try_from(limit).unwrap_or(0));
    let page = match app.screening.results.page(&task, &filter, &Sort::Input, from, most).await {
        // Compaction has just moved the results to other files.
        Err(error) if error.is_missing_file() => {
            let task = visible_task(&app, key.scope(), &id).await?;
            app.screening.results.page(&task, &filter, &Sort::Input, from, most).await?
        }
        page => page?,
    };
    let end = offset + i64::try_from(page.rows.len()).unwrap_or(0);
    let more = u64::try_from(end).unwrap_or(0) < page.total;
    let only = query.get("project");
    let items = page.rows.iter().map(|row| row_object(&task, row, only)).collect();
    json(&ResultsAnswer { items, next_cursor: more.then(|| end.to_string()) })
}

/// A page of all rows of the list of a task.
async fn every_row_page(
    app: &App,
    key: &Key<CanReadTasks>,
    task: Task,
    query: &Query,
    limit: i64,
) -> Result<Response, Problem> {
    if query.get("status").is_some() {
        let detail = "pages of all rows have no filter by status; send `rows=unique`, or ask for text/csv";
        return Err(Problem::field(Code::InvalidRequest, "status", detail));
    }
    let from = query.get("cursor").map(row_place).transpose()?.unwrap_or_default();
    let most = usize::try_from(limit).unwrap_or(0);
    let page = match app.screening.results.row_page(&task, from, most).await {
        // Compaction has just moved the results to other files.
        Err(error) if error.is_missing_file() => {
            let task = visible_task(app, key.scope(), &task.id.to_string()).await?;
            app.screening.results.row_page(&task, from, most).await?
        }
        page => page?,
    };
    let only = query.get("project");
    let items = page.rows.iter().map(|row| list_row_object(&task, row, only)).collect();
    let cursor = |place: RowPlace| format!("{}.{}", place.numbers, place.set_aside);
    json(&ResultsAnswer { items, next_cursor: page.next.map(cursor) })
}

/// The cursor of a page of all rows.
fn row_place(text: &str) -> Result<RowPlace, Problem> {
    let place = text.split_once('.').and_then(|(numbers, set_aside)| {
        Some(RowPlace { numbers: numbers.parse().ok()?, set_aside: set_aside.parse().ok()? })
    });
    place.ok_or_else(|| Problem::field(Code::InvalidRequest, "cursor", "not a cursor from an earlier page"))
}

fn wrong(name: &str, detail: &str) -> Problem {
    Problem::field(Code::InvalidRequest, name, detail)
}

fn filter(layout: &Layout, query: &Query) -> Result<Filter, Problem> {
    let check = match query.get("project") {
        Some(project) => {
            let place = layout.checks.iter().position(|check| check.name == project);
            Some(place.ok_or_else(|| wrong("project", "the task does not check this project"))?)
        }
        None if layout.checks.len() == 1 => Some(0),
        None => None,
    };
    let Some(status) = query.get("status") else { return Ok(Filter::default()) };
    let check = check
        .ok_or_else(|| wrong("project", "required with a status if the task checks several projects"))?;
    let status = layout.status(check, status);
    let status = status.ok_or_else(|| wrong("status", "the project has no such status"))?;
    let mut statuses = vec![None; check];
    statuses.push(Some(BTreeSet::from([status])));
    Ok(Filter { statuses, ..Filter::default() })
}

async fn stream(
    app: &App,
    task: &Task,
    format: Format,
    encoding: Option<Encoding>,
    filter: Filter,
    rows: StreamRows,
) -> Result<Response, Problem> {
    // Parquet is compressed already.
    let encoding = encoding.filter(|_| format != Format::Parquet);
    let pieces = app.screening.results.stream(task, format, filter, rows).await?;
    let kind = match format {
        Format::Csv => "text/csv; charset=utf-8",
        Format::Parquet => PARQUET,
        _ => "application/x-ndjson",
    };
    let name = format!("attachment; filename=\"results-{}.{}\"", task.id, format.extension());
    let headers = [(CONTENT_TYPE, kind.to_owned()), (CONTENT_DISPOSITION, name)];
    let body = encoding::body(pieces, encoding).map_err(Problem::internal)?;
    let mut response = (headers, body).into_response();
    response.headers_mut().insert(VARY, HeaderValue::from_static("accept, accept-encoding"));
    if let Some(encoding) = encoding {
        response.headers_mut().insert(CONTENT_ENCODING, HeaderValue::from_static(encoding.as_str()));
    }
    Ok(response)
}
