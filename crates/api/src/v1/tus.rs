//! Files in parts: tus 1.0.0 with the extensions creation, termination, checksum and expiration. The protocol lives in
//! headers, so these routes are not part of the OpenAPI document; `docs/api.md` describes them.

use axum::Router;
use axum::extract::{Path, Request, State};
use axum::http::header::{HeaderName, HeaderValue, LOCATION};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use axum::routing::{head, options};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use numsift_model::allowance::Resource;
use numsift_model::file::StoredFile;
use numsift_model::limits::UPLOAD_BYTES;
use numsift_screening::{Checksum, ScreeningError};

use super::files::{audit_detail, http_date, owned, remove};
use super::gate::{CanSendFiles, CanSendParts, Key};
use super::problem::{Code, Problem};
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

pub fn routes() -> Router<App> {
    Router::new()
        .route("/v1/files/uploads", options(discover).post(begin))
        .route("/v1/files/uploads/{id}", head(state).patch(append).delete(end).options(discover))
}

/// What the server supports. Needs no key, as tus says.
async fn discover() -> Response {
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

/// Begins a file; its parts are sent to the path in `Location`.
async fn begin(key: Key<CanSendFiles>, State(app): State<App>, headers: HeaderMap) -> Response {
    answer(try_begin(&app, &key, &headers).await)
}

async fn try_begin(app: &App, key: &Key<CanSendFiles>, headers: &HeaderMap) -> Result<Response, Response> {
    check_version(headers)?;
    let bytes = number(headers, LENGTH)?;
    let name = file_name(headers)?;
    let begun = async {
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

/// How much of a file has been received.
async fn state(
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

/// Receives the next part.
async fn append(
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

/// Deletes a file, complete or not.
async fn end(
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
        Problem::field(Code::InvalidRequest, name, "this header must be a number of bytes").into_response()
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
