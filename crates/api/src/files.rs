//! Streams files from the object store.

use axum::body::Body;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::TryStreamExt;
use numsift_segments::SegmentError;

use crate::app::App;
use crate::refusal::Refusal;

/// Sends an object as a file.
pub async fn stored(app: &App, object: &str, kind: &str, name: &str) -> Result<Response, Refusal> {
    let objects = &app.screening.objects;
    let missing = |error: SegmentError| match error {
        SegmentError::NotFound { .. } => Refusal::NotFound,
        other => Refusal::internal(other),
    };
    let bytes = objects.size(object).await.map_err(missing)?;
    let parts = objects.stream(object).await.map_err(missing)?.map_err(std::io::Error::other);
    let mut response = attachment(Body::from_stream(parts), kind, name);
    response.headers_mut().insert(header::CONTENT_LENGTH, bytes.into());
    Ok(response)
}

/// Sends a body as a file.
pub fn attachment(body: Body, kind: &str, name: &str) -> Response {
    // The name can have any characters: an ASCII form for old clients, the full one for all others.
    let ascii: String =
        name.chars().map(|c| if c.is_ascii_graphic() && c != '"' && c != '\\' { c } else { '_' }).collect();
    let encoded: String = name
        .bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    let disposition = format!("attachment; filename=\"{ascii}\"; filename*=UTF-8''{encoded}");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    (headers, body).into_response()
}
