//! Rows of a task that hold no usable number.

use std::collections::BTreeMap;

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::gate::{CanReadTasks, Key};
use super::number::columns_object;
use super::problem::{Code, Problem};
use super::request::{Query, accepts, json};
use super::tasks::visible_task;
use crate::app::App;

/// Default and largest page size.
const PAGE: i64 = 100;
const MOST_PAGE: i64 = 1000;

/// Which rows to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct RejectedQuery {
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Rows per page; 100 by default.
    #[param(minimum = 1, maximum = 1000)]
    limit: Option<i64>,
}

/// A row that holds no usable number.
#[derive(Serialize, ToSchema)]
pub struct RejectedObject {
    /// Row of the file, or position among the numbers of the request, from 1.
    row: u64,
    /// The text in place of the number, as sent.
    number: String,
    /// Why it was refused, such as `too_short`.
    reason: String,
    /// The other columns of the file, by their headers.
    columns: BTreeMap<String, String>,
}

/// A page of refused rows.
#[derive(Serialize, ToSchema)]
pub struct RejectedAnswer {
    /// Can be fewer than the limit, even none, although further pages follow.
    items: Vec<RejectedObject>,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

/// Returns the rows of a task that were refused, with the reasons, in the order in which they were sent. They are kept as
/// long as the list of the task.
#[utoipa::path(get, path = "/v1/tasks/{id}/rejected", tag = "tasks", operation_id = "list_rejected",
    params(("id" = i64, Path, description = "Id of the task"), RejectedQuery),
    responses((status = 200, body = RejectedAnswer)), security(("key" = [])))]
pub async fn list(
    key: Key<CanReadTasks>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
    query: Query,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let query = query.only(&["cursor", "limit"])?;
    let (limit, from) = (query.limit(PAGE, MOST_PAGE)?, query.cursor()?.unwrap_or(0));
    let task = visible_task(&app, key.scope(), &id).await?;
    let (from, most) = (u64::try_from(from).unwrap_or(0), usize::try_from(limit).unwrap_or(0));
    let page = app.screening.results.refused_page(&task, from, most).await?;
    let page =
        page.ok_or_else(|| Problem::new(Code::NotFound, "the list of the task is no longer stored"))?;
    let items = page.rows.into_iter().map(|row| RejectedObject {
        row: row.line,
        columns: columns_object(&task, &row.carried),
        number: row.written,
        reason: row.reason,
    });
    json(&RejectedAnswer { items: items.collect(), next_cursor: page.next.map(|next| next.to_string()) })
}
