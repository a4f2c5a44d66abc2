//! Files in parts: tus 1.0.0 with the extensions creation, termination, checksum and expiration.

use axum::extract::{Path, Request, State};
use axum::http::header::{HeaderName, HeaderValue, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use numsift_model::allowance::Resource;
use numsift_model::file::StoredFile;
use numsift_model::limits::UPLOAD_BYTES;
use numsift_screening::{Checksum, Files, ScreeningError};

use super::files::{audit_detail, http_date, owned, remove};
use super::gate::{CanSendFiles, CanSendParts, Key};
use super::problem::{Code, Problem, ProblemBody};
use super::request::media_type;
use crate::allowance;
use crate::app::App;

const VERSION: &str = "1.0.0";
const MEDIA: &str = "application/offset+octet-stream";
const RESUMABLE: HeaderName = HeaderName::from_static("tus-resumable");
const LENGTH: &str = "upload-length";
const OFFSET: &str = "upload-offset";
const METADATA: &str = "upload-metadata";
const CHECKSUM: &str = "upload-checksum";
/// The status that tus uses for a part with another checksum.
const CHECKSUM_MISMATCH: u16 = 460;

/// Returns what the server supports of tus 1.0.0.
///
/// Extensions, algorithms of checksums, and the size of the largest file. Needs no key.
#[utoipa::path(options, path = "/v1/files/uploads", tag = "files", operation_id = "describe_uploads",
    responses((status = 204, description = "What is supported", headers(
        ("Tus-Resumable" = String, description = "Version of the protocol"),
        ("Tus-Version" = String, description = "Versions that the server supports"),
        ("Tus-Extension" = String, description = "Extensions that the server supports"),
        ("Tus-Checksum-Algorithm" = String, description = "Algorithms of `Upload-Checksum`"),
        ("Tus-Max-Size" = i64, description = "Bytes of the largest file"),
    ))), security(()))]
pub async fn discover() -> Response {
    let headers = [
        ("tus-version", VERSION.to_owned()),
        ("tus-extension", "creation,termination,checksum,expiration".to_owned()),
        ("tus-checksum-algorithm", "sha1,sha256".to_owned()),
        ("tus-max-size", UPLOAD_BYTES.to_string()),
    ];
    let mut response = StatusCode::NO_CONTENT.into_response();
    for (name, text) in headers {
        insert(&mut response, name, &text);
    }
    versioned(response)
}

/// Begins a file that is sent in parts with tus 1.0.0.
///
/// The parts go to the path in `Location`, which ends with the id of the file.
#[utoipa::path(post, path = "/v1/files/uploads", tag = "files", operation_id = "begin_upload",
    params(
        ("Tus-Resumable" = String, Header, description = "Version of the protocol: `1.0.0`"),
        ("Upload-Length" = i64, Header, description = "Size of the whole file in bytes", minimum = 0),
        ("Upload-Metadata" = Option<String>, Header, description = "Name of the file: `filename`, a space, and the name in Base64"),
    ),
    responses(
        (status = 201, description = "The file has begun", headers(
            ("Location" = String, description = "Path of the parts"),
            ("Tus-Resumable" = String, description = "Version of the protocol"),
            ("Upload-Offset" = i64, description = "Bytes received so far"),
            ("Upload-Length" = i64, description = "Size of the whole file in bytes"),
            ("Upload-Expires" = String, description = "When the file is deleted"),
        )),
        (status = 412, description = "`Tus-Resumable` is missing or another version", body = ProblemBody, content_type = "application/problem+json"),
    ),
    security(("key" = [])))]
pub async fn begin(key: Key<CanSendFiles>, State(app): State<App>, headers: HeaderMap) -> Response {
    answer(try_begin(&app, &key, &headers).await)
}

async fn try_begin(app: &App, key: &Key<CanSendFiles>, headers: &HeaderMap) -> Result<Response, Response> {
    check_version(headers)?;
    let bytes = number(headers, LENGTH)?;
    let name = file_name(headers)?;
    let begun = async {
        // No allowance makes room for it.
        Files::check_size(bytes)?;
        let mut tx = app.store.begin().await?;
        allowance::require(&mut *tx, key.account(), &[(Resource::StoredBytes, bytes)]).await?;
        let file = app.screening.files.begin(&mut *tx, key.account().uid, &name, bytes).await?;
        tx.audit(&key.did("file/create", app.clock.now(), audit_detail(&file))).await?;
        tx.save().await?;
        Ok::<_, Problem>(file)
    };
    let file = begun.await.map_err(IntoResponse::into_response)?;
    let mut response = with_state(StatusCode::CREATED, &file);
    let location = format!("/v1/files/uploads/{}", file.id);
    insert(&mut response, LOCATION.as_str(), &location);
    Ok(response)
}

/// Returns how much of a file has been received.
///
/// After a lost connection, go on from `Upload-Offset`.
#[utoipa::path(head, path = "/v1/files/uploads/{id}", tag = "files", operation_id = "get_upload",
    params(
        ("id" = i64, Path, description = "Id of the file"),
        ("Tus-Resumable" = String, Header, description = "Version of the protocol: `1.0.0`"),
    ),
    responses(
        (status = 200, description = "The state of the file", headers(
            ("Tus-Resumable" = String, description = "Version of the protocol"),
            ("Upload-Offset" = i64, description = "Bytes received so far"),
            ("Upload-Length" = i64, description = "Size of the whole file in bytes"),
            ("Upload-Expires" = String, description = "When the file is deleted"),
        )),
        (status = 412, description = "`Tus-Resumable` is missing or another version"),
    ),
    security(("key" = [])))]
pub async fn state(
    key: Key<CanSendParts>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    let found = async {
        check_version(&headers)?;
        let file = owned(&app, &key, &id).await.map_err(IntoResponse::into_response)?;
        Ok(with_state(StatusCode::OK, &file))
    };
    answer(found.await)
}

/// Adds the next part to a file.
///
/// Without a checksum, what arrives before a lost connection counts; with one, a part counts as a whole or not at all. A part
/// at another offset is refused with 409 and the right `Upload-Offset`.
#[utoipa::path(patch, path = "/v1/files/uploads/{id}", tag = "files", operation_id = "append_to_upload",
    params(
        ("id" = i64, Path, description = "Id of the file"),
        ("Tus-Resumable" = String, Header, description = "Version of the protocol: `1.0.0`"),
        ("Upload-Offset" = i64, Header, description = "Where the part begins: the bytes received so far", minimum = 0),
        ("Upload-Checksum" = Option<String>, Header, description = "Checksum of the part: `sha1` or `sha256`, a space, and the checksum in Base64"),
    ),
    request_body(content = Vec<u8>, content_type = "application/offset+octet-stream"),
    responses(
        (status = 204, description = "The part was added", headers(
            ("Tus-Resumable" = String, description = "Version of the protocol"),
            ("Upload-Offset" = i64, description = "Bytes received so far"),
            ("Upload-Length" = i64, description = "Size of the whole file in bytes"),
            ("Upload-Expires" = String, description = "When the file is deleted"),
        )),
        (status = 412, description = "`Tus-Resumable` is missing or another version", body = ProblemBody, content_type = "application/problem+json"),
        (status = 460, description = "The part has another checksum; send it again", body = ProblemBody, content_type = "application/problem+json"),
    ),
    security(("key" = [])))]
pub async fn append(
    key: Key<CanSendParts>,
    State(app): State<App>,
    Path(id): Path<String>,
    request: Request,
) -> Response {
    answer(try_append(&app, &key, &id, request).await)
}

async fn try_append(
    app: &App,
    key: &Key<CanSendParts>,
    id: &str,
    request: Request,
) -> Result<Response, Response> {
    let headers = request.headers();
    check_version(headers)?;
    if media_type(headers).is_none_or(|media| !media.eq_ignore_ascii_case(MEDIA)) {
        let problem = Problem::new(Code::UnsupportedMediaType, format!("send {MEDIA}"));
        return Err(problem.into_response());
    }
    let (at, checksum) = (number(headers, OFFSET)?, checksum(headers)?);
    let file = owned(app, key, id).await.map_err(IntoResponse::into_response)?;
    let body = request.into_body().into_data_stream();
    match app.screening.files.append(file, at, checksum, body).await {
        Ok(file) => Ok(with_state(StatusCode::NO_CONTENT, &file)),
        Err(ScreeningError::WrongChecksum) => {
            let text = ScreeningError::WrongChecksum.to_string();
            Err(with_status(CHECKSUM_MISMATCH, Problem::field(Code::Unprocessable, CHECKSUM, text)))
        }
        Err(error) => {
            let at = if let ScreeningError::WrongOffset { at } = error { Some(at) } else { None };
            let mut response = Problem::from(error).into_response();
            if let Some(at) = at {
                insert(&mut response, OFFSET, &at.to_string());
            }
            Err(response)
        }
    }
}

/// Deletes a file that is sent in parts, complete or not.
#[utoipa::path(delete, path = "/v1/files/uploads/{id}", tag = "files", operation_id = "delete_upload",
    params(
        ("id" = i64, Path, description = "Id of the file"),
        ("Tus-Resumable" = String, Header, description = "Version of the protocol: `1.0.0`"),
    ),
    responses(
        (status = 204, description = "Deleted", headers(("Tus-Resumable" = String, description = "Version of the protocol"))),
        (status = 412, description = "`Tus-Resumable` is missing or another version", body = ProblemBody, content_type = "application/problem+json"),
    ),
    security(("key" = [])))]
pub async fn end(
    key: Key<CanSendFiles>,
    State(app): State<App>,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Response {
    if let Err(refused) = check_version(&headers) {
        return versioned(refused);
    }
    versioned(remove(key, State(app), Path(id)).await.into_response())
}

fn answer(result: Result<Response, Response>) -> Response {
    versioned(result.unwrap_or_else(|refused| refused))
}

fn versioned(mut response: Response) -> Response {
    response.headers_mut().insert(RESUMABLE, HeaderValue::from_static(VERSION));
    response
}

fn with_state(status: StatusCode, file: &StoredFile) -> Response {
    let mut response = status.into_response();
    insert(&mut response, OFFSET, &file.received.to_string());
    insert(&mut response, LENGTH, &file.new.bytes.to_string());
    insert(&mut response, "upload-expires", &http_date(file.new.expires_at));
    response
}

/// A problem with a status that only tus uses.
fn with_status(status: u16, problem: Problem) -> Response {
    let mut response = problem.reporting(status).into_response();
    *response.status_mut() = StatusCode::from_u16(status).unwrap_or(StatusCode::BAD_REQUEST);
    response
}

fn insert(response: &mut Response, name: &'static str, text: &str) {
    if let Ok(text) = HeaderValue::from_str(text) {
        response.headers_mut().insert(HeaderName::from_static(name), text);
    }
}

#[allow(clippy::result_large_err)] // Refusals are rare.
fn check_version(headers: &HeaderMap) -> Result<(), Response> {
    if text(headers, RESUMABLE.as_str()) == Some(VERSION) {
        return Ok(());
    }
    let problem = Problem::field(Code::InvalidRequest, "Tus-Resumable", "send `Tus-Resumable: 1.0.0`");
    let mut response = with_status(StatusCode::PRECONDITION_FAILED.as_u16(), problem);
    insert(&mut response, "tus-version", VERSION);
    Err(response)
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok()).map(str::trim)
}

#[allow(clippy::result_large_err)] // Refusals are rare.
fn number(headers: &HeaderMap, name: &str) -> Result<i64, Response> {
    let number = text(headers, name).and_then(|text| text.parse().ok()).filter(|number: &i64| *number >= 0);
    number.ok_or_else(|| {
        let shown = if name == LENGTH { "Upload-Length" } else { "Upload-Offset" };
        Problem::field(Code::InvalidRequest, shown, "this header must be a number of bytes").into_response()
    })
}

/// The name in `Upload-Metadata`: pairs of a key and a value in Base64, separated by commas.
#[allow(clippy::result_large_err)] // Refusals are rare.
fn file_name(headers: &HeaderMap) -> Result<String, Response> {
    let metadata = headers.get(METADATA).map(|value| value.to_str().unwrap_or("?")).unwrap_or_default();
    for pair in metadata.split(',') {
        let (key, encoded) = pair.trim().split_once(' ').unwrap_or((pair.trim(), ""));
        if key != "filename" {
            continue;
        }
        let name = STANDARD.decode(encoded.trim()).ok().and_then(|name| String::from_utf8(name).ok());
        return name.ok_or_else(|| {
            let detail = "`filename` must be UTF-8 in Base64";
            Problem::field(Code::InvalidRequest, METADATA, detail).into_response()
        });
    }
    Ok(String::new())
}

/// The checksum of the part, such as `sha1 Kq5sNclPz7QV2+lfQIuc6R7oRu0=`.
#[allow(clippy::result_large_err)] // Refusals are rare.
fn checksum(headers: &HeaderMap) -> Result<Option<Checksum>, Response> {
    let Some(value) = headers.get(CHECKSUM) else { return Ok(None) };
    let wrong = || {
        let detail = "`sha1` or `sha256`, a space and the checksum in Base64";
        Problem::field(Code::InvalidRequest, CHECKSUM, detail).into_response()
    };
    let (algorithm, encoded) = value.to_str().ok().and_then(|text| text.split_once(' ')).ok_or_else(wrong)?;
    let bytes = STANDARD.decode(encoded.trim()).map_err(|_| wrong())?;
    match (algorithm, bytes.len()) {
        ("sha1", 20) => Ok(Some(Checksum::Sha1(bytes))),
        ("sha256", 32) => Ok(Some(Checksum::Sha256(bytes))),
        _ => Err(wrong()),
    }
}
