//! Filters that people have saved for list pages.

use axum::extract::State;
use numsift_model::id::SavedFilterId;
use numsift_model::limits::{SAVED_FILTER_NAME, SAVED_FILTER_QUERY, SAVED_FILTERS};
use numsift_model::rule::Rule;
use numsift_store::{NewSavedFilter, SavedFilter, StoreError};
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Caller, Owner};
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// Longest name of a table.
const PAGE_CHARS: usize = 40;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(save))
        .routes(routes!(rename))
        .routes(routes!(remove))
}

/// A saved filter.
#[derive(Serialize, ToSchema)]
struct SavedFilterView {
    id: SavedFilterId,
    name: String,
    /// Filters and sort order as they stand in the address of the page.
    query: String,
}

impl From<SavedFilter> for SavedFilterView {
    fn from(SavedFilter { id, name, query }: SavedFilter) -> Self {
        Self { id, name, query }
    }
}

fn checked_page(page: String) -> Result<String, Refusal> {
    let word = |byte: u8| byte.is_ascii_alphanumeric() || b"-_/".contains(&byte);
    if page.is_empty() || page.len() > PAGE_CHARS || !page.bytes().all(word) {
        let rule = Rule::Symbols { least: 1, most: PAGE_CHARS, also: "`-` `_` `/`" };
        return Err(Refusal::rule("page", rule));
    }
    Ok(page)
}

fn checked_name(name: &str) -> Result<String, Refusal> {
    let name = name.trim();
    let length = Rule::Chars { least: 1, most: SAVED_FILTER_NAME };
    if !length.allows(name) {
        return Err(Refusal::rule("name", length));
    }
    Ok(name.to_owned())
}

/// The list page whose filters to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SavedFiltersRequest {
    /// Name of the table: letters, digits, `-`, `_` and `/`.
    page: String,
}

/// The caller's filters for a list page.
#[derive(Serialize, ToSchema)]
struct SavedFiltersAnswer {
    items: Vec<SavedFilterView>,
    /// How many filters the caller may save for a page.
    most: i64,
}

/// Returns the filters that the caller has saved for a list page.
#[utoipa::path(post, path = "/filter/list", tag = "user", request_body = SavedFiltersRequest,
    responses((status = 200, body = Envelope<SavedFiltersAnswer>)), security(("sid" = [])))]
async fn list(
    caller: Caller,
    State(app): State<App>,
    Body(request): Body<SavedFiltersRequest>,
) -> Reply<SavedFiltersAnswer> {
    let page = checked_page(request.page)?;
    let found = app.store.read().await?.saved_filters(caller.who().account.uid, &page).await?;
    let items = found.into_iter().map(SavedFilterView::from).collect();
    Ok(ok(SavedFiltersAnswer { items, most: SAVED_FILTERS }))
}

/// A filter to save.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SaveFilterRequest {
    /// Name of the table: letters, digits, `-`, `_` and `/`.
    page: String,
    /// A filter of the page with the same name is replaced.
    name: String,
    /// Filters and sort order as they stand in the address of the page.
    query: String,
}

/// Identifies a saved filter.
#[derive(Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SavedFilterIdRequest {
    id: SavedFilterId,
}

/// Saves a filter of a list page.
#[utoipa::path(post, path = "/filter/save", tag = "user", request_body = SaveFilterRequest,
    responses((status = 200, body = Envelope<SavedFilterView>)), security(("sid" = [])))]
async fn save(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<SaveFilterRequest>,
) -> Reply<SavedFilterView> {
    let (page, name) = (checked_page(request.page)?, checked_name(&request.name)?);
    if request.query.chars().count() > SAVED_FILTER_QUERY {
        return Err(Refusal::rule("query", Rule::up_to(SAVED_FILTER_QUERY)));
    }
    let (uid, now) = (caller.who().account.uid, app.clock.now());
    let new = NewSavedFilter { uid, page, name, query: request.query, created_at: now };
    let mut tx = app.store.begin().await?;
    let id = tx
        .save_filter(&new, SAVED_FILTERS)
        .await?
        .ok_or_else(|| Refusal::invalid(Message::TooManySavedFilters { most: SAVED_FILTERS }))?;
    let detail = json!({ "filter": id, "page": new.page, "name": new.name });
    tx.audit(&caller.did("filter/save", now).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(SavedFilterView { id, name: new.name, query: new.query }))
}

/// A saved filter and its new name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RenameFilterRequest {
    id: SavedFilterId,
    name: String,
}

/// Renames a saved filter.
#[utoipa::path(post, path = "/filter/rename", tag = "user", request_body = RenameFilterRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn rename(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<RenameFilterRequest>,
) -> Reply<Done> {
    let name = checked_name(&request.name)?;
    let mut tx = app.store.begin().await?;
    match tx.rename_filter(caller.who().account.uid, request.id, &name).await {
        Ok(true) => {}
        Ok(false) => return Err(Refusal::NotFound),
        Err(StoreError::Taken(_)) => return Err(Refusal::Conflict("name", Message::NameTaken)),
        Err(error) => return Err(error.into()),
    }
    let detail = json!({ "filter": request.id, "name": name });
    tx.audit(&caller.did("filter/rename", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}

/// Deletes a saved filter.
#[utoipa::path(post, path = "/filter/remove", tag = "user", request_body = SavedFilterIdRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn remove(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<SavedFilterIdRequest>,
) -> Reply<Done> {
    let mut tx = app.store.begin().await?;
    if !tx.remove_filter(caller.who().account.uid, request.id).await? {
        return Err(Refusal::NotFound);
    }
    let detail = json!({ "filter": request.id });
    tx.audit(&caller.did("filter/remove", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}
