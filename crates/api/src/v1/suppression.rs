//! Suppression lists of the account: numbers that must not be contacted.

use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use numsift_model::allowance::Resource;
use numsift_model::api_key::{OnceAnswer, OnceClaim};
use numsift_model::id::ListId;
use numsift_model::limits::{NAME_CHARS, PAGE_ROWS, SUPPRESSION_CALL};
use numsift_model::list::{List, ListKind, ListState};
use numsift_screening::{EditedSuppression, ScreeningError, SentNumbers, SuppressionEdit};
use numsift_store::Scope;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json as value};
use utoipa::{IntoParams, ToSchema};

use super::gate::{CanChangeSuppression, CanReadSuppression, Key};
use super::lookup::country_of;
use super::once::{self, IdempotencyKey};
use super::problem::{Code, Problem};
use super::request::{Json, Query, accepts, cut, json};
use crate::allowance;
use crate::app::App;

/// Default page size.
const PAGE: i64 = 20;
/// Times that an edit is made again because the list was changed meanwhile.
const ATTEMPTS: usize = 4;

/// A suppression list.
#[derive(Serialize, ToSchema)]
pub struct SuppressionListObject {
    id: ListId,
    name: String,
    state: SuppressionListState,
    /// How many numbers it has.
    numbers: i64,
    #[schema(format = DateTime)]
    created_at: String,
}

/// The state of a suppression list. Only lists that are `ready` apply and can be changed.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum SuppressionListState {
    /// Its file, which was uploaded in the console, is not read yet.
    Reading,
    Ready,
    /// Its file cannot be read.
    Failed,
}

impl SuppressionListObject {
    fn of(list: List) -> Self {
        Self {
            id: list.id,
            name: list.data.name,
            state: match list.data.state {
                ListState::Uploaded | ListState::Analysing => SuppressionListState::Reading,
                ListState::Ready => SuppressionListState::Ready,
                ListState::Failed | ListState::Deleted => SuppressionListState::Failed,
            },
            numbers: list.data.numbers,
            created_at: list.data.created_at.rfc3339(),
        }
    }
}

/// A page of suppression lists.
#[derive(Serialize, ToSchema)]
pub struct SuppressionListsAnswer {
    items: Vec<SuppressionListObject>,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

/// A suppression list and what the request changed.
#[derive(Serialize, ToSchema)]
pub struct SuppressionChangeAnswer {
    list: SuppressionListObject,
    /// Numbers that the list did not have before.
    added: usize,
    /// Numbers that the list no longer has.
    removed: usize,
    /// Numbers of the request that changed nothing, such as those that were sent twice.
    unchanged: usize,
    /// Texts that are not valid numbers. The others are processed.
    refused: Vec<RefusedNumberObject>,
}

/// A text that is not a valid number.
#[derive(Serialize, ToSchema)]
struct RefusedNumberObject {
    /// Its position among the numbers of the request, from 0.
    index: usize,
    /// As sent.
    number: String,
    /// Why it was refused, such as `too_short`.
    reason: &'static str,
}

/// Which suppression lists to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct SuppressionListsQuery {
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Lists per page; 20 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
}

/// Lists the suppression lists of the account, newest first, including those of the console.
#[utoipa::path(get, path = "/v1/suppression-lists", tag = "suppression", operation_id = "list_suppression_lists",
    params(SuppressionListsQuery), responses((status = 200, body = SuppressionListsAnswer)), security(("key" = [])))]
pub async fn list(
    key: Key<CanReadSuppression>,
    State(app): State<App>,
    headers: HeaderMap,
    query: Query,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let query = query.only(&["cursor", "limit"])?;
    let (limit, before) = (query.limit(PAGE, PAGE_ROWS)?, query.cursor()?.map(ListId));
    let mut tx = app.store.read().await?;
    let mut found = tx.lists_before(key.scope(), ListKind::Suppression, before, limit + 1).await?;
    let next_cursor = cut(&mut found, limit, |list| list.id.0);
    json(&SuppressionListsAnswer {
        items: found.into_iter().map(SuppressionListObject::of).collect(),
        next_cursor,
    })
}

/// Returns one suppression list.
#[utoipa::path(get, path = "/v1/suppression-lists/{id}", tag = "suppression", operation_id = "get_suppression_list",
    params(("id" = i64, Path, description = "Id of the suppression list")),
    responses((status = 200, body = SuppressionListObject)), security(("key" = [])))]
pub async fn get(
    key: Key<CanReadSuppression>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    json(&SuppressionListObject::of(known_list(&app, key.scope(), id_of(&id)?).await?))
}

/// A suppression list to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuppressionCreateRequest {
    /// Name of the list; at most 120 characters.
    #[schema(min_length = 1, max_length = 120, example = "Opted out")]
    name: String,
    /// In any common format; at most 10,000. Add more afterwards.
    #[serde(default)]
    #[schema(max_items = 10_000, example = json!(["+12015550100", "+12015550101"]))]
    numbers: Vec<String>,
    /// Two-letter code of the country for numbers without `+`.
    #[serde(default)]
    country: Option<String>,
}

/// Creates a suppression list. Its numbers are skipped by the tasks and lookups of the account from now on, free of charge.
#[utoipa::path(post, path = "/v1/suppression-lists", tag = "suppression", operation_id = "create_suppression_list",
    request_body = SuppressionCreateRequest,
    params(("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 201, body = SuppressionChangeAnswer, headers(("Location" = String, description = "Path of the suppression list")))),
    security(("key" = [])))]
pub async fn create(
    key: Key<CanChangeSuppression>,
    State(app): State<App>,
    once_name: IdempotencyKey,
    Json { value: request, sent }: Json<SuppressionCreateRequest>,
) -> Result<Response, Problem> {
    let parts: [&[u8]; 2] = [b"POST /v1/suppression-lists", &sent];
    let add = |claim| add_list(&app, &key, request, claim);
    once::run(&app, key.account().uid, &once_name, &parts, add).await
}

async fn add_list(
    app: &App,
    key: &Key<CanChangeSuppression>,
    request: SuppressionCreateRequest,
    claim: Option<OnceClaim>,
) -> Result<OnceAnswer, Problem> {
    let name = request.name.trim();
    let length = name.chars().count();
    if !(1..=NAME_CHARS).contains(&length) || name.chars().any(char::is_control) {
        let detail = format!("1 to {NAME_CHARS} characters, without control characters");
        return Err(Problem::field(Code::InvalidRequest, "/name", detail));
    }
    let numbers = SuppressionNumbersRequest { numbers: request.numbers, country: request.country };
    let sent = Sent::parse(numbers, 0).await?;
    let (uid, lists) = (key.account().uid, &app.screening.lists);
    let wanted = [(Resource::Lists, 1), (Resource::StoredBytes, 1)];
    allowance::require(&mut *app.store.read().await?, key.account(), &wanted).await?;
    let using = app.begin_use(key.account(), Resource::Previews).await?;
    let content = lists.edit_suppression(uid, None, SuppressionEdit::Add, &sent.numbers).await?;
    drop(using);
    let added = async {
        let mut tx = app.store.begin().await?;
        let wanted = [(Resource::Lists, 1), (Resource::StoredBytes, content.bytes())];
        allowance::require(&mut *tx, key.account(), &wanted).await?;
        let list = lists.add_suppression(&mut *tx, uid, name, &content).await?;
        let location = format!("/v1/suppression-lists/{}", list.id);
        let detail = value!({ "list": list.id, "name": list.data.name, "numbers": list.data.numbers });
        tx.audit(&key.did("list/create", app.clock.now(), detail)).await?;
        let answer = once::answer(StatusCode::CREATED, location, &sent.answer(list, &content))?;
        once::keep(app, &mut *tx, claim.as_ref(), &answer).await?;
        tx.save().await?;
        Ok::<_, Problem>(answer)
    };
    let added = added.await;
    if added.is_err() {
        lists.discard_suppression(content).await;
    }
    added
}

/// Numbers of a suppression list.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct SuppressionNumbersRequest {
    /// In any common format; at most 10,000.
    #[schema(max_items = 10_000, example = json!(["+12015550100", "+12015550101"]))]
    numbers: Vec<String>,
    /// Two-letter code of the country for numbers without `+`.
    #[serde(default)]
    country: Option<String>,
}

/// Adds numbers to a suppression list.
#[utoipa::path(post, path = "/v1/suppression-lists/{id}/add", tag = "suppression", operation_id = "add_suppressed_numbers",
    request_body = SuppressionNumbersRequest,
    params(("id" = i64, Path, description = "Id of the suppression list"),
        ("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 200, body = SuppressionChangeAnswer)), security(("key" = [])))]
pub async fn add_numbers(
    key: Key<CanChangeSuppression>,
    State(app): State<App>,
    name: IdempotencyKey,
    Path(id): Path<String>,
    body: Json<SuppressionNumbersRequest>,
) -> Result<Response, Problem> {
    change(&app, &key, &name, &id, body, SuppressionEdit::Add).await
}

/// Removes numbers from a suppression list.
#[utoipa::path(post, path = "/v1/suppression-lists/{id}/remove", tag = "suppression", operation_id = "remove_suppressed_numbers",
    request_body = SuppressionNumbersRequest,
    params(("id" = i64, Path, description = "Id of the suppression list"),
        ("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 200, body = SuppressionChangeAnswer)), security(("key" = [])))]
pub async fn remove_numbers(
    key: Key<CanChangeSuppression>,
    State(app): State<App>,
    name: IdempotencyKey,
    Path(id): Path<String>,
    body: Json<SuppressionNumbersRequest>,
) -> Result<Response, Problem> {
    change(&app, &key, &name, &id, body, SuppressionEdit::Remove).await
}

/// Replaces all numbers of a suppression list. Without numbers the list becomes empty.
#[utoipa::path(post, path = "/v1/suppression-lists/{id}/replace", tag = "suppression", operation_id = "replace_suppressed_numbers",
    request_body = SuppressionNumbersRequest,
    params(("id" = i64, Path, description = "Id of the suppression list"),
        ("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 200, body = SuppressionChangeAnswer)), security(("key" = [])))]
pub async fn replace_numbers(
    key: Key<CanChangeSuppression>,
    State(app): State<App>,
    name: IdempotencyKey,
    Path(id): Path<String>,
    body: Json<SuppressionNumbersRequest>,
) -> Result<Response, Problem> {
    change(&app, &key, &name, &id, body, SuppressionEdit::Replace).await
}

/// The numbers of a request.
struct Sent {
    texts: Vec<String>,
    numbers: SentNumbers,
}

impl Sent {
    async fn parse(request: SuppressionNumbersRequest, least: usize) -> Result<Self, Problem> {
        if !(least..=SUPPRESSION_CALL).contains(&request.numbers.len()) {
            let detail = format!("{least} to {SUPPRESSION_CALL} numbers");
            return Err(Problem::field(Code::InvalidRequest, "/numbers", detail));
        }
        let country = country_of(request.country.as_deref())?;
        let numbers = SentNumbers::parse(request.numbers.clone(), country).await?;
        Ok(Self { texts: request.numbers, numbers })
    }

    fn answer(&self, list: List, content: &EditedSuppression) -> SuppressionChangeAnswer {
        let refused = self.numbers.refused.iter().map(|refused| RefusedNumberObject {
            index: refused.place,
            number: self.texts[refused.place].clone(),
            reason: refused.reason,
        });
        SuppressionChangeAnswer {
            list: SuppressionListObject::of(list),
            added: content.added,
            removed: content.removed,
            unchanged: content.unchanged,
            refused: refused.collect(),
        }
    }
}

/// Changes a suppression list, unless a request with the same idempotency key did.
async fn change(
    app: &App,
    key: &Key<CanChangeSuppression>,
    name: &IdempotencyKey,
    id: &str,
    body: Json<SuppressionNumbersRequest>,
    edit: SuppressionEdit,
) -> Result<Response, Problem> {
    let list = known_list(app, key.scope(), id_of(id)?).await?;
    if list.data.state != ListState::Ready {
        return Err(Problem::new(Code::Conflict, "the file of the list is not read yet, or cannot be read"));
    }
    let id = list.id;
    let Json { value: request, sent } = body;
    let path = format!("POST /v1/suppression-lists/{id}/{}", word(edit));
    let least = usize::from(edit != SuppressionEdit::Replace);
    let change = |claim: Option<OnceClaim>| async move {
        let sent = Sent::parse(request, least).await?;
        let _using = app.begin_use(key.account(), Resource::Previews).await?;
        let mut attempt = 1;
        loop {
            match change_once(app, key, id, edit, &sent, claim.as_ref()).await {
                // Another request has changed the list meanwhile.
                Err(problem) if problem.code == Code::Conflict && attempt < ATTEMPTS => attempt += 1,
                done => return done,
            }
        }
    };
    once::run(app, key.account().uid, name, &[path.as_bytes(), &sent], change).await
}

fn word(edit: SuppressionEdit) -> &'static str {
    match edit {
        SuppressionEdit::Add => "add",
        SuppressionEdit::Remove => "remove",
        SuppressionEdit::Replace => "replace",
    }
}

async fn change_once(
    app: &App,
    key: &Key<CanChangeSuppression>,
    id: ListId,
    edit: SuppressionEdit,
    sent: &Sent,
    claim: Option<&OnceClaim>,
) -> Result<OnceAnswer, Problem> {
    // Read where it will be written: on SQLite a reader does not see yet what the change before it has written.
    let list = shown(app.store.begin().await?.list(key.scope(), id).await?)?;
    let lists = &app.screening.lists;
    let content = match lists.edit_suppression(list.data.uid, Some(&list), edit, &sent.numbers).await {
        // The earlier objects of a list are deleted some time after it was changed.
        Err(error) if error.is_missing_file() => return Err(ScreeningError::Outdated.into()),
        content => content?,
    };
    let before = list.data.numbers;
    let changed = async {
        let mut tx = app.store.begin().await?;
        let more = content.bytes().saturating_sub(list.data.bytes);
        if more > 0 {
            allowance::require(&mut *tx, key.account(), &[(Resource::StoredBytes, more)]).await?;
        }
        let list = lists.put_suppression(&mut *tx, list, &content).await?;
        let detail = value!({ "list": id, "name": list.data.name, "change": word(edit),
            "before": before, "after": list.data.numbers });
        tx.audit(&key.did("list/change", app.clock.now(), detail)).await?;
        let answer = once::answer(StatusCode::OK, String::new(), &sent.answer(list, &content))?;
        once::keep(app, &mut *tx, claim, &answer).await?;
        tx.save().await?;
        Ok::<_, Problem>(answer)
    };
    let changed = changed.await;
    if changed.is_err() {
        lists.discard_suppression(content).await;
    }
    changed
}

/// Deletes a suppression list. Its numbers are checked again.
#[utoipa::path(delete, path = "/v1/suppression-lists/{id}", tag = "suppression", operation_id = "delete_suppression_list",
    params(("id" = i64, Path, description = "Id of the suppression list")),
    responses((status = 204, description = "Deleted")), security(("key" = [])))]
pub async fn remove(
    key: Key<CanChangeSuppression>,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let list = known_list(&app, key.scope(), id_of(&id)?).await?;
    let detail: Value = value!({ "list": list.id, "name": list.data.name, "kind": list.data.kind, "numbers": list.data.numbers });
    let mut tx = app.store.begin().await?;
    app.screening.lists.remove(&mut *tx, list).await?;
    tx.audit(&key.did("list/remove", app.clock.now(), detail)).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// A suppression list of the account that is not deleted.
async fn known_list(app: &App, scope: Scope, id: ListId) -> Result<List, Problem> {
    shown(app.store.read().await?.list(scope, id).await?)
}

fn shown(list: Option<List>) -> Result<List, Problem> {
    let shown =
        |list: &List| list.data.kind == ListKind::Suppression && list.data.state != ListState::Deleted;
    list.filter(shown).ok_or_else(missing)
}

fn id_of(text: &str) -> Result<ListId, Problem> {
    text.parse().map(ListId).map_err(|_| missing())
}

fn missing() -> Problem {
    Problem::new(Code::NotFound, "there is no such suppression list")
}
