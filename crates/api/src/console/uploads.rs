//! Uploads that survive a lost connection: a file is sent in parts, and a list is made of it.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, Request, State};
use numsift_model::allowance::Resource;
use numsift_model::clock::Timestamp;
use numsift_model::file::StoredFile;
use numsift_model::id::{FileId, ListId};
use numsift_model::limits::NAME_CHARS;
use numsift_model::list::{List, ListKind};
use numsift_model::rule::Rule;
use numsift_screening::{Files, ReceivedUpload, ScreeningError, Upload, UploadLimits};
use numsift_store::Scope;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::routes;

use super::lists::{ListView, list_view, may_create, with_same};
use crate::allowance;
use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, Caller, TaskCreate};
use crate::client::Language;
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(begin))
        .routes(routes!(append))
        .routes(routes!(get))
        .routes(routes!(finish))
        .routes(routes!(remove))
}

/// An upload.
#[derive(Serialize, ToSchema)]
struct UploadView {
    id: FileId,
    name: String,
    /// Size of the file.
    bytes: i64,
    /// Bytes received so far: where the next part begins.
    offset: i64,
    /// When it is deleted unless it goes on.
    expires_at: Timestamp,
}

impl From<StoredFile> for UploadView {
    fn from(file: StoredFile) -> Self {
        Self {
            id: file.id,
            name: file.new.name,
            bytes: file.new.bytes,
            offset: file.received,
            expires_at: file.new.expires_at,
        }
    }
}

/// The caller's own rows: nobody uploads for others.
fn own(caller: &Caller) -> Scope {
    Scope::Own(caller.who().account.uid)
}

async fn owned(app: &App, caller: &Caller, id: FileId) -> Result<StoredFile, Refusal> {
    Ok(app.screening.files.get(&mut *app.store.read().await?, own(caller), id).await?)
}

/// A file to upload.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UploadBeginRequest {
    name: String,
    bytes: i64,
}

/// Begins an upload.
#[utoipa::path(post, path = "/upload/begin", tag = "list", request_body = UploadBeginRequest,
    responses((status = 200, body = Envelope<UploadView>)), security(("sid" = [])))]
async fn begin(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Body(request): Body<UploadBeginRequest>,
) -> Reply<UploadView> {
    Files::check_size(request.bytes)?;
    let account = &caller.who().account;
    let mut tx = app.store.begin().await?;
    let wanted = [(Resource::Lists, 1), (Resource::StoredBytes, request.bytes)];
    allowance::require(&mut *tx, account, &wanted).await?;
    let file = app.screening.files.begin(&mut *tx, account.uid, &request.name, request.bytes).await?;
    let detail = json!({ "file": file.id, "bytes": file.new.bytes });
    tx.audit(&caller.did("upload/begin", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(file.into()))
}

/// Where a part belongs.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
struct UploadAppendQuery {
    #[param(value_type = i64)]
    id: FileId,
    /// Where the part begins.
    offset: i64,
}

/// Adds the next part of a file. A part that is interrupted counts as far as it was received.
#[utoipa::path(post, path = "/upload/append", tag = "list", params(UploadAppendQuery),
    request_body(content = Vec<u8>, content_type = "application/octet-stream"),
    responses((status = 200, body = Envelope<UploadView>)), security(("sid" = [])))]
async fn append(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    place: Result<Query<UploadAppendQuery>, QueryRejection>,
    request: Request,
) -> Reply<UploadView> {
    let Query(place) = place.map_err(|fault| {
        // The deserializer names the parameter only in its text.
        let named = |name: &&str| fault.body_text().contains(name);
        let field = ["id", "offset"].into_iter().rfind(|name| named(&format!(" {name}: ").as_str()));
        Refusal::malformed(field.unwrap_or("offset"), Message::Rule(Rule::AtLeast(0)))
    })?;
    let file = owned(&app, &caller, place.id).await?;
    let body = request.into_body().into_data_stream();
    Ok(ok(app.screening.files.append(file, place.offset, None, body).await?.into()))
}

/// Identifies an upload.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UploadIdRequest {
    id: FileId,
}

/// Returns how much of a file has been received.
#[utoipa::path(post, path = "/upload/get", tag = "list", request_body = UploadIdRequest,
    responses((status = 200, body = Envelope<UploadView>)), security(("sid" = [])))]
async fn get(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Body(request): Body<UploadIdRequest>,
) -> Reply<UploadView> {
    Ok(ok(owned(&app, &caller, request.id).await?.into()))
}

/// What becomes of an uploaded file.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UploadFinishRequest {
    id: FileId,
    #[serde(default = "upload_kind")]
    kind: ListKind,
    /// Name of the list; the name of the file by default.
    #[serde(default)]
    name: String,
}

fn upload_kind() -> ListKind {
    ListKind::Upload
}

/// Makes a list of an uploaded file. Sent again, it returns the same list.
#[utoipa::path(post, path = "/upload/finish", tag = "list", request_body = UploadFinishRequest,
    responses((status = 200, body = Envelope<ListView>)), security(("sid" = [])))]
async fn finish(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<UploadFinishRequest>,
) -> Reply<ListView> {
    may_create(&caller, request.kind)?;
    if request.name.chars().count() > NAME_CHARS {
        return Err(Refusal::rule("name", Rule::up_to(NAME_CHARS)));
    }
    let account = &caller.who().account;
    let known = owned(&app, &caller, request.id).await?;
    if let Some(list) = known.list {
        let list = app.store.read().await?.list(own(&caller), list).await?.ok_or(Refusal::NotFound)?;
        return Ok(ok(list_view(&app, lang, list).await?));
    }
    let files = &app.screening.files;
    let file = files.begin_use(own(&caller), request.id).await?;
    let upload = Upload {
        uid: account.uid,
        username: account.username.clone(),
        kind: request.kind,
        name: request.name,
        file_name: file.new.name.clone(),
    };
    let using = app.begin_use(account, Resource::Previews).await?;
    let received =
        app.screening.lists.receive_from(upload, UploadLimits::LIST, files.open(&file).await?).await?;
    drop(using);
    let added = add(&app, &caller, &file, request.kind, &received).await;
    if added.is_err() {
        app.screening.lists.discard_received(received).await;
    }
    let (list, same) = added?;
    files.delete_objects(&file).await;
    Ok(ok(with_same(list_view(&app, lang, list).await?, same)))
}

/// Adds the list of an uploaded file, with its audit line.
async fn add(
    app: &App,
    caller: &Caller,
    file: &StoredFile,
    kind: ListKind,
    received: &ReceivedUpload,
) -> Result<(List, Option<ListId>), Refusal> {
    let mut tx = app.store.begin().await?;
    let account = &caller.who().account;
    // The bytes of the file count already.
    allowance::require(&mut *tx, account, &[(Resource::Lists, 1)]).await?;
    let (list, same) = app.screening.lists.add_received(&mut *tx, received).await?;
    if !tx.file_became_list(file.id, list.id).await? {
        return Err(ScreeningError::Outdated.into());
    }
    let detail = json!({ "file": file.id, "list": list.id, "bytes": list.data.bytes, "kind": kind });
    tx.audit(&caller.did("upload/finish", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok((list, same))
}

/// Cancels an upload, or deletes an uploaded file of which no list was made.
#[utoipa::path(post, path = "/upload/remove", tag = "list", request_body = UploadIdRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn remove(
    caller: Allowed<TaskCreate>,
    State(app): State<App>,
    Body(request): Body<UploadIdRequest>,
) -> Reply<Done> {
    let file = owned(&app, &caller, request.id).await?;
    let mut tx = app.store.begin().await?;
    if !tx.remove_file(file.id).await? {
        return Err(Refusal::NotFound);
    }
    let detail = json!({ "file": file.id, "bytes": file.new.bytes });
    tx.audit(&caller.did("upload/remove", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    app.screening.files.delete_objects(&file).await;
    Ok(ok(Done {}))
}
