//! Lists of numbers: uploads, saved lists and suppression lists.

mod file;

use axum::extract::multipart::MultipartRejection;
use axum::extract::{DefaultBodyLimit, State};
pub use file::{ListExport, ListPart};
use futures_util::StreamExt;
use numsift_intake::{Analysis, Hints, Mapping, Preview};
use numsift_model::account::Account;
use numsift_model::allowance::Resource;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, Uid};
use numsift_model::limits::{FORM_FIELD, NAME_CHARS, UPLOAD_BYTES};
use numsift_model::list::{List, ListKind, ListState};
use numsift_model::permission::Permission;
use numsift_model::rule::Rule;
use numsift_screening::{ListDocument, ListSummary, ReceivedUpload, ScreeningError, Upload, UploadLimits};
use numsift_store::{ListFilter, Scope, Tx};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::allowance::{self, Left};
use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, Caller, ListEdit, ListList, TaskCreate, scope_of};
use crate::client::Language;
use crate::console::looks::record_look;
use crate::download::{Link, link};
use crate::envelope::{Done, Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::form::{Form, FormFault, field_text};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    // The upload has its own limit; axum's default is two megabytes.
    let uploads = OpenApiRouter::new().routes(routes!(upload)).layer(DefaultBodyLimit::disable());
    OpenApiRouter::new()
        .merge(uploads)
        .routes(routes!(get))
        .routes(routes!(list))
        .routes(routes!(preview))
        .routes(routes!(analyse))
        .routes(routes!(save))
        .routes(routes!(rename))
        .routes(routes!(remove))
        .routes(routes!(export))
}

/// A list of numbers.
#[derive(Serialize, ToSchema)]
pub struct ListView {
    id: ListId,
    uid: Uid,
    username: String,
    kind: ListKind,
    state: ListState,
    name: String,
    /// A text of the owner; empty for none.
    note: String,
    file_name: String,
    bytes: i64,
    /// Numbers that can be checked.
    numbers: i64,
    created_at: Timestamp,
    /// When its files are deleted; `null` for never.
    expires_at: Option<Timestamp>,
    version: i64,
    /// A list of the same account with the same file.
    same_as: Option<ListId>,
    /// The first rows of the file, with the detected mapping.
    preview: Option<Preview>,
    /// How the file was read.
    mapping: Option<Mapping>,
    /// What the file contains.
    analysis: Option<Analysis>,
    /// Progress of reading the file, in bytes.
    progress: Option<ListProgress>,
    /// Why the file could not be read: empty, or a stable word.
    error: String,
    /// The same in the caller's language.
    error_text: String,
    /// Whether there are rejected rows.
    has_rejected: bool,
    /// Names of the columns that are copied to the results.
    columns: Vec<String>,
    /// Whether its numbers were generated: they are never sent to providers.
    generated: bool,
}

/// Progress of reading a list.
#[derive(Serialize, ToSchema)]
struct ListProgress {
    done: i64,
    total: i64,
}

pub async fn list_view(app: &App, lang: numsift_model::lang::Lang, list: List) -> Result<ListView, Refusal> {
    let progress = progress_of(app, &list).await?;
    Ok(ListView { progress, ..view_of(lang, list)? })
}

/// [`list_view`] without the preview, which is large.
async fn list_row(app: &App, lang: numsift_model::lang::Lang, list: List) -> Result<ListView, Refusal> {
    let progress = progress_of(app, &list).await?;
    let summary = ListSummary::of(&list)?;
    Ok(ListView { progress, ..summary_view(lang, list, summary) })
}

async fn progress_of(app: &App, list: &List) -> Result<Option<ListProgress>, Refusal> {
    if list.data.state != ListState::Analysing {
        return Ok(None);
    }
    let job = app.store.read().await?.job_of_list(list.id).await?;
    Ok(job.map(|job| ListProgress { done: job.done, total: job.total.max(list.data.bytes) }))
}

/// A view that names an earlier list with the same file.
pub fn with_same(view: ListView, same_as: Option<ListId>) -> ListView {
    ListView { same_as, ..view }
}

/// The view of a list without the progress of its analysis.
fn view_of(lang: numsift_model::lang::Lang, list: List) -> Result<ListView, Refusal> {
    let mut document = ListDocument::of(&list)?;
    let preview = document.preview.take();
    Ok(ListView { preview, ..summary_view(lang, list, document.into()) })
}

fn summary_view(lang: numsift_model::lang::Lang, list: List, summary: ListSummary) -> ListView {
    let error = summary.error.map(|(code, _)| code).unwrap_or_default();
    let error_text =
        if error.is_empty() { String::new() } else { Message::FileRefused(error.clone()).text(lang) };
    let data = list.data;
    ListView {
        id: list.id,
        uid: data.uid,
        username: list.username,
        kind: data.kind,
        state: data.state,
        name: data.name,
        note: list.note,
        file_name: data.file_name,
        bytes: data.bytes,
        numbers: data.numbers,
        created_at: data.created_at,
        expires_at: data.expires_at,
        version: list.version,
        same_as: None,
        preview: None,
        mapping: summary.mapping,
        analysis: summary.analysis,
        progress: None,
        error,
        error_text,
        has_rejected: summary.rejected.is_some(),
        columns: summary.carried,
        generated: summary.generated,
    }
}

/// A file of numbers.
#[derive(ToSchema)]
#[allow(dead_code)] // Describes the body, which is read as a stream.
struct UploadForm {
    /// `upload` by default. Must come before the file.
    kind: Option<ListKind>,
    /// Name of the list.
    name: Option<String>,
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Uploads a file.
#[utoipa::path(post, path = "/task/upload", tag = "list",
    request_body(content = UploadForm, content_type = "multipart/form-data"),
    responses((status = 200, body = Envelope<ListView>)), security(("sid" = [])))]
async fn upload(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Language(lang): Language,
    form: Result<Form, MultipartRejection>,
) -> Reply<ListView> {
    let mut form = form.map_err(|_| Refusal::field("file", Message::MissingField))?;
    let (mut kind, mut name) = (ListKind::Upload, String::new());
    loop {
        let field = form.next().await.map_err(|fault| form_refusal("file", fault))?;
        let field = field.ok_or_else(|| Refusal::field("file", Message::MissingField))?;
        match field.name() {
            Some("kind") => {
                let text = field_text(field).await.map_err(|fault| form_refusal("kind", fault))?;
                let kinds = || Rule::one_of(ListKind::ALL.iter().map(|kind| kind.as_str()));
                kind = ListKind::from_word(&text).ok_or_else(|| Refusal::rule("kind", kinds()))?;
                may_create(&caller, kind)?;
            }
            Some("name") => {
                name = field_text(field).await.map_err(|fault| form_refusal("name", fault))?;
                if name.contains('\0') {
                    return Err(Refusal::field("name", Message::NulCharacter));
                }
                if name.chars().count() > NAME_CHARS {
                    return Err(Refusal::rule("name", Rule::up_to(NAME_CHARS)));
                }
            }
            Some("file") => {
                let file_name = field.file_name().unwrap_or("numbers.txt").replace('\0', "");
                let Account { uid, username, .. } = &caller.who().account;
                let upload = Upload { uid: *uid, username: username.clone(), kind, name, file_name };
                let body = std::pin::pin!(field.map(|part| part.map_err(|error| error.to_string())));
                let lists = &app.screening.lists;
                let account = &caller.who().account;
                let (most, limits) = room_for_upload(&app, account).await?;
                let received = match lists.receive(upload, limits, body).await {
                    Err(ScreeningError::TooLarge { limit }) if limit < UPLOAD_BYTES => {
                        return Err(Refusal::OverAllowance { resource: Resource::StoredBytes, most });
                    }
                    received => received?,
                };
                let added = add_upload(&app, &caller, kind, &received).await;
                if added.is_err() {
                    lists.discard_received(received).await;
                }
                let (list, same) = added?;
                let view = list_view(&app, lang, list).await?;
                return Ok(ok(with_same(view, same)));
            }
            _ => return Err(Refusal::invalid(Message::UnknownField)),
        }
    }
}

fn form_refusal(field: &'static str, fault: FormFault) -> Refusal {
    match fault {
        FormFault::CutOff => Refusal::field(field, Message::BodyCutOff),
        FormFault::TooMany => Refusal::TooLarge("body", Message::TooManyFields),
        FormFault::TooLarge => Refusal::TooLarge(field, Message::FieldTooLong { bytes: FORM_FIELD }),
        FormFault::NotText => Refusal::field(field, Message::NotUtf8),
    }
}

/// Refuses an upload of an account that may have no further list. Returns how many bytes the account may store in
/// total, and how many the file may have.
async fn room_for_upload(app: &App, account: &Account) -> Result<(i64, UploadLimits), Refusal> {
    let mut tx = app.store.read().await?;
    let wanted = [(Resource::Lists, 1), (Resource::StoredBytes, 1)];
    let rooms = allowance::has_room(&mut *tx, account, &wanted).await?;
    let Some(Left { most, left }) = rooms.get(&Resource::StoredBytes).copied() else {
        return Err(Refusal::NotFound);
    };
    Ok((most, UploadLimits { bytes: UPLOAD_BYTES.min(u64::try_from(left).unwrap_or(0)) }))
}

/// Adds the list of a received file, with its audit line.
async fn add_upload(
    app: &App,
    caller: &Caller,
    kind: ListKind,
    received: &ReceivedUpload,
) -> Result<(List, Option<ListId>), Refusal> {
    let mut tx = app.store.begin().await?;
    let account = &caller.who().account;
    let wanted = [(Resource::Lists, 1), (Resource::StoredBytes, received.bytes())];
    allowance::require(&mut *tx, account, &wanted).await?;
    let (list, same) = app.screening.lists.add_received(&mut *tx, received).await?;
    let detail = json!({ "list": list.id, "bytes": list.data.bytes, "kind": kind });
    tx.audit(&caller.did("task/upload", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok((list, same))
}

/// Saved lists and suppression lists need a permission; lists that apply to all accounts need another one.
pub fn may_create(caller: &Caller, kind: ListKind) -> Result<(), Refusal> {
    let needed = match kind {
        ListKind::Upload => return Ok(()),
        ListKind::Saved | ListKind::Suppression => Permission::ListEdit,
        ListKind::Global => Permission::ListGlobal,
    };
    let who = caller.who();
    let staff = kind != ListKind::Global || who.account.account_type.is_staff();
    if staff && who.permissions.allow(needed.as_str()) {
        Ok(())
    } else {
        Err(Refusal::NotPermitted(Message::NotPermitted))
    }
}

/// Identifies a list.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListIdRequest {
    id: ListId,
}

/// Returns one list.
#[utoipa::path(post, path = "/list/get", tag = "list", request_body = ListIdRequest,
    responses((status = 200, body = Envelope<ListView>)), security(("sid" = [])))]
async fn get(
    caller: Allowed<ListList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<ListIdRequest>,
) -> Reply<ListView> {
    let list = managed(&app, caller.scope(), request.id).await?;
    record_look(&app, &caller, "list/get", Some(list.data.uid), &json!({ "list": list.id })).await?;
    Ok(ok(list_view(&app, lang, list).await?))
}

/// A list that the caller may manage. Customers can use global lists but not manage them.
async fn managed(app: &App, scope: Scope, id: ListId) -> Result<List, Refusal> {
    managed_in(&mut *app.store.read().await?, scope, id).await
}

/// [`managed`] in a transaction of the caller.
pub async fn managed_in(tx: &mut dyn Tx, scope: Scope, id: ListId) -> Result<List, Refusal> {
    let list = tx.list(scope, id).await?.ok_or(Refusal::NotFound)?;
    let own = scope.owner().is_none_or(|uid| uid == list.data.uid.0);
    if own && list.data.state != ListState::Deleted { Ok(list) } else { Err(Refusal::NotFound) }
}

/// Records a change of a list in the audit log.
async fn audit(
    tx: &mut dyn Tx,
    app: &App,
    caller: &Caller,
    action: &str,
    list: &List,
    mut detail: Value,
) -> Result<(), Refusal> {
    detail["list"] = json!(list.id);
    let line = caller.did(action, app.clock.now()).on(list.data.uid).with(&detail);
    tx.audit(&line.entry()).await?;
    Ok(())
}

/// What saving and renaming change.
fn naming(list: &List) -> Value {
    json!({ "name": list.data.name, "kind": list.data.kind })
}

/// Which lists to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: ListFilterRequest,
}

/// Filter for lists.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct ListFilterRequest {
    kind: Option<ListKind>,
    /// Part of the name or the note.
    search: Option<String>,
}

/// Lists the lists, newest first.
#[utoipa::path(post, path = "/list/list", tag = "list", request_body = ListListRequest,
    responses((status = 200, body = Envelope<ListAnswer<ListView>>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<ListList>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<ListListRequest>,
) -> Reply<ListAnswer<ListView>> {
    let filter = ListFilter { kind: request.filter.kind, search: request.filter.search };
    let page = page_of(request.page, request.size)?;
    let listed = app.store.read().await?.lists(caller.scope(), &filter, page).await?;
    let detail = json!({ "page": request.page, "kind": filter.kind, "search": filter.search });
    record_look(&app, &caller, "list/list", caller.scope().owner().map(Uid), &detail).await?;
    let mut items = Vec::new();
    for list in listed.items {
        items.push(list_row(&app, lang, list).await?);
    }
    Ok(ok(ListAnswer { items, total: listed.total }))
}

/// Corrections of the detected mapping.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListPreviewRequest {
    id: ListId,
    #[serde(default)]
    hints: Hints,
}

/// Detects the mapping of an uploaded file again.
#[utoipa::path(post, path = "/list/preview", tag = "list", request_body = ListPreviewRequest,
    responses((status = 200, body = Envelope<ListView>)), security(("sid" = [])))]
async fn preview(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<ListPreviewRequest>,
) -> Reply<ListView> {
    managed(&app, caller.scope(), request.id).await?;
    let _use = app.begin_use(&caller.who().account, Resource::Previews).await?;
    let list = app.screening.lists.preview_again(caller.scope(), request.id, request.hints).await?;
    let mut tx = app.store.begin().await?;
    audit(&mut *tx, &app, &caller, "list/preview", &list, json!({})).await?;
    tx.save().await?;
    Ok(ok(list_view(&app, lang, list).await?))
}

/// How to read the file of a list.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListAnalyseRequest {
    id: ListId,
    mapping: Mapping,
}

/// Starts to read an uploaded file.
#[utoipa::path(post, path = "/list/analyse", tag = "list", request_body = ListAnalyseRequest,
    responses((status = 200, body = Envelope<ListView>)), security(("sid" = [])))]
async fn analyse(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<ListAnalyseRequest>,
) -> Reply<ListView> {
    let mut tx = app.store.begin().await?;
    let list = managed_in(&mut *tx, caller.scope(), request.id).await?;
    let before = ListDocument::of(&list)?.mapping;
    let detail = json!({ "before": before, "after": request.mapping });
    let list = app.screening.lists.begin_analysis_of(&mut *tx, list, request.mapping).await?;
    audit(&mut *tx, &app, &caller, "list/analyse", &list, detail).await?;
    tx.save().await?;
    app.screening.wake();
    let progress = Some(ListProgress { done: 0, total: list.data.bytes });
    Ok(ok(ListView { progress, ..view_of(lang, list)? }))
}

/// A list and its new name.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListNameRequest {
    id: ListId,
    name: String,
}

/// Checks the name of a list.
pub fn checked_name(name: &str) -> Result<&str, Refusal> {
    let name = name.trim();
    let length = Rule::Chars { least: 1, most: NAME_CHARS };
    if !length.allows(name) {
        return Err(Refusal::rule("name", length));
    }
    Ok(name)
}

/// Saves an uploaded list for later tasks.
#[utoipa::path(post, path = "/list/save", tag = "list", request_body = ListNameRequest,
    responses((status = 200, body = Envelope<ListView>)), security(("sid" = [])))]
async fn save(
    caller: Allowed<ListEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<ListNameRequest>,
) -> Reply<ListView> {
    let before = naming(&managed(&app, caller.scope(), request.id).await?);
    let mut tx = app.store.begin().await?;
    let name = checked_name(&request.name)?;
    let list = app.screening.lists.keep(&mut *tx, caller.scope(), request.id, name).await?;
    let detail = json!({ "before": before, "after": naming(&list) });
    audit(&mut *tx, &app, &caller, "list/save", &list, detail).await?;
    tx.save().await?;
    Ok(ok(list_view(&app, lang, list).await?))
}

/// Renames a list.
#[utoipa::path(post, path = "/list/rename", tag = "list", request_body = ListNameRequest,
    responses((status = 200, body = Envelope<ListView>)), security(("sid" = [])))]
async fn rename(
    caller: Allowed<ListEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<ListNameRequest>,
) -> Reply<ListView> {
    let list = managed(&app, caller.scope(), request.id).await?;
    may_create(&caller, list.data.kind)?;
    let mut tx = app.store.begin().await?;
    let name = checked_name(&request.name)?;
    let before = naming(&list);
    let list = app.screening.lists.rename(&mut *tx, caller.scope(), request.id, name).await?;
    let detail = json!({ "before": before, "after": naming(&list) });
    audit(&mut *tx, &app, &caller, "list/rename", &list, detail).await?;
    tx.save().await?;
    Ok(ok(list_view(&app, lang, list).await?))
}

/// Deletes a list and its files.
#[utoipa::path(post, path = "/list/remove", tag = "list", request_body = ListIdRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn remove(
    caller: Allowed<ListEdit>,
    State(app): State<App>,
    Body(request): Body<ListIdRequest>,
) -> Reply<Done> {
    let list = managed(&app, caller.scope(), request.id).await?;
    may_create(&caller, list.data.kind)?;
    let detail = json!({ "list": list.id, "name": list.data.name, "kind": list.data.kind });
    let owner = list.data.uid;
    let mut tx = app.store.begin().await?;
    let list = tx.list(caller.scope(), request.id).await?.ok_or(Refusal::NotFound)?;
    app.screening.lists.remove(&mut *tx, list).await?;
    tx.audit(&caller.did("list/remove", app.clock.now()).on(owner).with(&detail).entry()).await?;
    tx.save().await?;
    app.screening.wake();
    Ok(ok(Done {}))
}

/// Which file of a list to download.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ListExportRequest {
    id: ListId,
    what: ListPart,
}

/// Creates a download link to the numbers of a list, or to its rejected rows.
#[utoipa::path(post, path = "/list/export", tag = "list", request_body = ListExportRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<ListList>,
    State(app): State<App>,
    Body(request): Body<ListExportRequest>,
) -> Reply<Link> {
    let list = managed(&app, scope_of(caller.who()), request.id).await?;
    let detail = json!({ "list": list.id, "what": request.what });
    let mut tx = app.store.begin().await?;
    tx.audit(&caller.did("list/export", app.clock.now()).on(list.data.uid).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(link(&app, &caller, &ListExport { id: list.id, what: request.what }).await?))
}
