//! Files: sent once, whole or in parts, and used by tasks.

use axum::body::Body;
use axum::extract::{DefaultBodyLimit, FromRequest, Path, Request, State};
use axum::http::header::CONTENT_ENCODING;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse as _, Response};
use futures_util::StreamExt;
use numsift_model::allowance::Resource;
use numsift_model::api_key::OnceClaim;
use numsift_model::clock::Timestamp;
use numsift_model::file::StoredFile;
use numsift_model::id::FileId;
use numsift_model::limits::{PAGE_ROWS, UPLOAD_BYTES};
use numsift_screening::{ReceivedFile, ScreeningError, UploadLimits};
use serde::Serialize;
use serde_json::json as value;
use utoipa::{IntoParams, ToSchema};

use super::gate::{CanSeeFiles, CanSendFiles, Key, Needs};
use super::once::{self, IdempotencyKey};
use super::problem::{Code, Problem};
use super::request::{Query, accepts, cut, is_form, json};
use crate::allowance;
use crate::app::App;
use crate::form::{Form, FormFault};
use crate::refusal::Refusal;

/// Default page size.
const PAGE: i64 = 20;

/// A file that was sent.
#[derive(Serialize, ToSchema)]
pub struct FileObject {
    id: FileId,
    name: String,
    /// Size of the whole file in bytes.
    size: i64,
    /// Bytes received so far. The file can be used once this is its size.
    received: i64,
    /// SHA-256 of the content in hex; `null` while parts are missing.
    sha256: Option<String>,
    #[schema(format = DateTime)]
    created_at: String,
    /// When the file is deleted. Every use moves this two days ahead.
    #[schema(format = DateTime)]
    expires_at: String,
}

impl FileObject {
    fn of(file: StoredFile) -> Self {
        Self {
            id: file.id,
            name: file.new.name,
            size: file.new.bytes,
            received: file.received,
            sha256: file.sha256,
            created_at: file.new.created_at.rfc3339(),
            expires_at: file.new.expires_at.rfc3339(),
        }
    }
}

/// A file as a form.
#[derive(ToSchema)]
#[allow(dead_code)] // Describes the body, which is read as a stream.
pub struct FileForm {
    /// CSV, TXT or XLSX, also as gz or zip.
    #[schema(value_type = String, format = Binary)]
    file: Vec<u8>,
}

/// Stores a file. Tasks and quotes take its id as `file`.
#[utoipa::path(post, path = "/v1/files", tag = "files", operation_id = "create_file",
    request_body(content = FileForm, content_type = "multipart/form-data"),
    params(("Idempotency-Key" = Option<String>, Header, description = "Identifies the request: if it is sent again, the first response is returned")),
    responses((status = 201, body = FileObject, headers(("Location" = String, description = "Path of the file")))),
    security(("key" = [])))]
pub async fn create(
    key: Key<CanSendFiles>,
    State(app): State<App>,
    name: IdempotencyKey,
    query: Query,
    headers: HeaderMap,
    request: Request,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let query = query.only(&["name"])?;
    let received = if is_form(&headers) {
        receive_form(&app, &key, request).await?
    } else {
        receive_body(&app, &key, query.get("name"), &headers, request.into_body()).await?
    };
    let added = add(&app, &key, &name, &received).await;
    if !matches!(added, Ok((_, true))) {
        app.screening.files.discard_received(received).await;
    }
    Ok(added?.0)
}

/// Adds a received file, unless a request with the same idempotency key did. Also returns whether it was added.
async fn add(
    app: &App,
    key: &Key<CanSendFiles>,
    name: &IdempotencyKey,
    received: &ReceivedFile,
) -> Result<(Response, bool), Problem> {
    let parts = [b"POST /v1/files".as_slice(), received.name().as_bytes(), received.sha256().as_bytes()];
    let mut added = false;
    let add = async |claim: Option<OnceClaim>| {
        let mut tx = app.store.begin().await?;
        allowance::require(&mut *tx, key.account(), &[(Resource::StoredBytes, received.bytes())]).await?;
        let file = app.screening.files.add_received(&mut *tx, received).await?;
        tx.audit(&key.did("file/create", app.clock.now(), audit_detail(&file))).await?;
        let location = format!("/v1/files/{}", file.id);
        let answer = once::answer(StatusCode::CREATED, location, &FileObject::of(file))?;
        once::keep(app, &mut *tx, claim.as_ref(), &answer).await?;
        tx.save().await?;
        added = true;
        Ok(answer)
    };
    let response = once::run(app, key.account().uid, name, &parts, add).await?;
    Ok((response, added))
}

/// What the audit log records of a file.
pub fn audit_detail(file: &StoredFile) -> serde_json::Value {
    value!({ "file": file.id, "name": file.new.name, "bytes": file.new.bytes })
}

/// Reads the file of a form.
async fn receive_form(
    app: &App,
    key: &Key<CanSendFiles>,
    mut request: Request,
) -> Result<ReceivedFile, Problem> {
    if request.headers().contains_key(CONTENT_ENCODING) {
        let detail = "a form is sent without Content-Encoding; the file in it may be compressed";
        return Err(Problem::new(Code::UnsupportedMediaType, detail));
    }
    // The file has its own limit; axum's default is two megabytes.
    DefaultBodyLimit::disable().apply(&mut request);
    let form = Form::from_request(request, app).await;
    let mut form = form.map_err(|error| Problem::new(Code::InvalidRequest, error.body_text()))?;
    let fault = |fault| match fault {
        FormFault::TooLarge | FormFault::TooMany => {
            Problem::new(Code::PayloadTooLarge, "the form has too many or too large parts")
        }
        FormFault::CutOff | FormFault::NotText => Problem::new(Code::InvalidRequest, "the form was cut off"),
    };
    let missing = || Problem::field(Code::InvalidRequest, "/file", "the part `file` is missing");
    let field = form.next().await.map_err(fault)?.ok_or_else(missing)?;
    let only = || Problem::new(Code::InvalidRequest, "the form has one part, `file`");
    if field.name() != Some("file") {
        return Err(only());
    }
    let name = field.file_name().unwrap_or_default().to_owned();
    let received = {
        // The field must be dropped before the next one is read.
        let body = std::pin::pin!(field.map(|part| part.map_err(|_| ScreeningError::CutOff)));
        receive(app, key, &name, body).await?
    };
    match form.next().await {
        Ok(None) => Ok(received),
        other => {
            app.screening.files.discard_received(received).await;
            Err(other.map_or_else(fault, |_| only()))
        }
    }
}

/// Reads a body that is the file itself.
async fn receive_body(
    app: &App,
    key: &Key<CanSendFiles>,
    name: Option<&str>,
    headers: &HeaderMap,
    body: Body,
) -> Result<ReceivedFile, Problem> {
    let mut name = name.unwrap_or("numbers.txt").to_owned();
    match headers.get(CONTENT_ENCODING).map(|value| value.to_str().unwrap_or("?").trim()) {
        None | Some("" | "identity") => {}
        // Stored as it is sent: readers recognise gzip by its content.
        Some(encoding) if encoding.eq_ignore_ascii_case("gzip") => {
            if !name.to_ascii_lowercase().ends_with(".gz") {
                name.push_str(".gz");
            }
        }
        Some(_) => {
            return Err(Problem::new(
                Code::UnsupportedMediaType,
                "the Content-Encoding of a file can be gzip",
            ));
        }
    }
    let body = body.into_data_stream().map(|part| part.map_err(|_| ScreeningError::CutOff));
    receive(app, key, &name, body).await
}

async fn receive(
    app: &App,
    key: &Key<CanSendFiles>,
    name: &str,
    body: impl futures_util::Stream<Item = Result<axum::body::Bytes, ScreeningError>> + Unpin,
) -> Result<ReceivedFile, Problem> {
    let (most, limits) = room(app, key).await?;
    match app.screening.files.receive(key.account().uid, name, limits, body).await {
        Err(ScreeningError::TooLarge { limit }) if limit < UPLOAD_BYTES => {
            Err(Refusal::OverAllowance { resource: Resource::StoredBytes, most }.into())
        }
        Err(ScreeningError::Wrong("file", _)) => {
            Err(Problem::field(Code::Unprocessable, "/file", "the file is empty"))
        }
        received => Ok(received?),
    }
}

/// How many bytes the account may store in total, and how many the file may have.
async fn room<N: Needs>(app: &App, key: &Key<N>) -> Result<(i64, UploadLimits), Problem> {
    let mut tx = app.store.read().await?;
    let rooms = allowance::has_room(&mut *tx, key.account(), &[(Resource::StoredBytes, 1)]).await?;
    let left = rooms.get(&Resource::StoredBytes).copied();
    let left = left.ok_or_else(|| Problem::internal("the room of an account is unknown"))?;
    Ok((left.most, UploadLimits { bytes: UPLOAD_BYTES.min(u64::try_from(left.left).unwrap_or(0)) }))
}

/// A page of files.
#[derive(Serialize, ToSchema)]
pub struct FilesAnswer {
    items: Vec<FileObject>,
    /// Cursor of the next page; `null` on the last page.
    next_cursor: Option<String>,
}

/// Which files to return.
#[derive(IntoParams)]
#[into_params(parameter_in = Query)]
#[allow(dead_code)] // Describes the query.
pub struct FilesQuery {
    /// `next_cursor` of the previous page.
    cursor: Option<String>,
    /// Files per page; 20 by default.
    #[param(minimum = 1, maximum = 200)]
    limit: Option<i64>,
}

/// Lists the files of the account, newest first.
#[utoipa::path(get, path = "/v1/files", tag = "files", operation_id = "list_files", params(FilesQuery),
    responses((status = 200, body = FilesAnswer)), security(("key" = [])))]
pub async fn list(
    key: Key<CanSeeFiles>,
    State(app): State<App>,
    headers: HeaderMap,
    query: Query,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    let query = query.only(&["cursor", "limit"])?;
    let (limit, before) = (query.limit(PAGE, PAGE_ROWS)?, query.cursor()?.map(FileId));
    let mut files = app.store.read().await?.files(key.account().uid, before, limit + 1).await?;
    let next_cursor = cut(&mut files, limit, |file| file.id.0);
    let now = app.clock.now();
    let items = files.into_iter().filter(|file| file.new.expires_at > now).map(FileObject::of).collect();
    json(&FilesAnswer { items, next_cursor })
}

/// Returns one file.
#[utoipa::path(get, path = "/v1/files/{id}", tag = "files", operation_id = "get_file",
    params(("id" = i64, Path, description = "Id of the file")),
    responses((status = 200, body = FileObject)), security(("key" = [])))]
pub async fn get(
    key: Key<CanSeeFiles>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    accepts(&headers, "application/json")?;
    json(&FileObject::of(owned(&app, &key, &id).await?))
}

/// A file of the account.
pub async fn owned<N>(app: &App, key: &Key<N>, id: &str) -> Result<StoredFile, Problem> {
    let id = id.parse().map(FileId).map_err(|_| ScreeningError::NoSuchFile)?;
    Ok(app.screening.files.get(&mut *app.store.read().await?, key.scope(), id).await?)
}

/// Deletes a file. Tasks that were started with it keep their numbers.
#[utoipa::path(delete, path = "/v1/files/{id}", tag = "files", operation_id = "delete_file",
    params(("id" = i64, Path, description = "Id of the file")),
    responses((status = 204, description = "Deleted")), security(("key" = [])))]
pub async fn remove(
    key: Key<CanSendFiles>,
    State(app): State<App>,
    Path(id): Path<String>,
) -> Result<Response, Problem> {
    let file = owned(&app, &key, &id).await?;
    let mut tx = app.store.begin().await?;
    if !tx.remove_file(file.id).await? {
        return Err(ScreeningError::NoSuchFile.into());
    }
    tx.audit(&key.did("file/remove", app.clock.now(), audit_detail(&file))).await?;
    tx.save().await?;
    app.screening.files.delete_objects(&file).await;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// When a file expires, as the header of tus says it.
pub fn http_date(at: Timestamp) -> String {
    let since = std::time::Duration::from_secs(u64::try_from(at.0).unwrap_or(0));
    httpdate::fmt_http_date(std::time::UNIX_EPOCH + since)
}
