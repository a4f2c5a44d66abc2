//! The lookups of an account: a list and single ones.

use axum::extract::{Path, State};
use axum::http::HeaderMap;
use axum::response::Response;
use numsift_model::clock::Timestamp;
use numsift_model::id::LookupId;
use numsift_model::lookup::{Lookup, LookupState};
use numsift_screening::NumberInfo;
use numsift_store::LookupFilter;
use serde::Serialize;
use utoipa::{IntoParams, ToSchema};

use super::gate::{CanReadLookups, Key};
use super::number::NumberObject;
use super::problem::{Code, Problem};
use super::request::{Query, accepts, cut, json};
use crate::app::App;

/// Default and largest page size.
const PAGE: i64 = 20;
const MOST_PAGE: i64 = 200;

/// A lookup that checked projects.
#[derive(Serialize, ToSchema)]
pub struct LookupObject {
    /// `X-Request-Id` of the response.
    request_id: String,
    state: LookupState,
    #[schema(format = DateTime)]
    created_at: String,
    #[schema(format = DateTime)]
    finished_at: Option<String>,
    /// When it is deleted.
    #[schema(format = DateTime)]
    expires_at: String,
    #[serde(flatten)]
    number: NumberObject,
}

impl LookupObject {
    fn of(lookup: &Lookup) -> Self {
        let asked = &lookup.asked;
        let number = NumberObject::new(asked.sent.clone(), &NumberInfo::of_digits(asked.number));
        Self {
            request_id: asked.request_id.clone(),
            state: lookup.state,
            created_at: asked.created_at.rfc3339(),
            finished_at: lookup.finished_at.map(Timestamp::rfc3339),
            expires_at: asked.expires_at.rfc3339(),
            number: number.with_lookup(lookup),
        }
    }
}

/// A page of lookups.
#[derive(Serialize, ToSchema)]
pub struct LookupList {
    items: Vec<LookupObject>,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

/// Which lookups to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct LookupsQuery {
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Lookups per page; 20 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
    /// Only this number, with its country code.
    #[param(example = "+12015550100")]
    number: Option<String>,
    /// Only lookups that checked this project.
    project: Option<String>,
    /// Only lookups with an answer of this status, which may be `unknown` or `skipped`.
    status: Option<String>,
    /// Only the lookups of this request.
    request_id: Option<String>,
}

/// Lists the account's lookups that checked projects, newest first, including those of the console.
#[utoipa::path(get, path = "/v1/lookups", tag = "lookup", operation_id = "list_lookups", params(LookupsQuery),
    responses((status = 200, body = LookupList)), security(("key" = [])))]
pub async fn list(
    key: Key<CanReadLookups>,
    State(app): State<App>,
    headers: HeaderMap,
    query: Query,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let query = query.only(&["cursor", "limit", "number", "project", "status", "request_id"])?;
    let (limit, before) = (query.limit(PAGE, MOST_PAGE)?, query.cursor()?.map(LookupId));
    let text = |name| query.get(name).map(str::to_owned);
    let number = query.get("number").map(|text| {
        let wrong =
            || Problem::field(Code::InvalidRequest, "number", "not a valid number with its country code");
        NumberInfo::of(text, None).digits().ok_or_else(wrong)
    });
    let filter = LookupFilter {
        number: number.transpose()?,
        project: text("project"),
        status: text("status"),
        request_id: text("request_id"),
        ..LookupFilter::default()
    };
    let mut found = app.store.read().await?.lookups(key.scope(), &filter, before, limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |lookup| lookup.id.0);
    json(&LookupList { items: found.iter().map(LookupObject::of).collect(), next_cursor })
}

/// Returns one lookup.
#[utoipa::path(get, path = "/v1/lookups/{id}", tag = "lookup", operation_id = "get_lookup",
    params(("id" = i64, Path, description = "Id of the lookup")),
    responses((status = 200, body = LookupObject)), security(("key" = [])))]
pub async fn get(
    key: Key<CanReadLookups>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let missing = || Problem::new(Code::NotFound, "there is no such lookup");
    let id = id.parse().map(LookupId).map_err(|_| missing())?;
    let lookup = app.store.read().await?.lookup(key.scope(), id).await?.ok_or_else(missing)?;
    json(&LookupObject::of(&lookup))
}
