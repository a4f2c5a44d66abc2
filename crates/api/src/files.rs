//! Files of screening, streamed from the object store.

use axum::body::{Body, Bytes};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use futures_util::stream::{self, StreamExt, TryStreamExt};
use numsift_model::account::Account;
use numsift_model::id::{JobId, ListId};
use numsift_model::task::{JobKind, JobState};
use numsift_screening::{ExportResult, ListDocument};
use numsift_segments::{ChunkPlace, input_groups, read_input};

use crate::app::App;
use crate::caller::scope_of_account;
use crate::download::ListPart;
use crate::refusal::Refusal;

/// A file of a list.
pub async fn list(app: &App, account: &Account, id: ListId, what: ListPart) -> Result<Response, Refusal> {
    let scope = scope_of_account(account);
    let list = app.store.read().await?.list(scope, id).await?.ok_or(Refusal::NotFound)?;
    if scope.owner().is_some_and(|uid| uid != list.data.uid.0) {
        return Err(Refusal::NotFound);
    }
    let document = ListDocument::of(&list)?;
    match what {
        ListPart::Rejected => {
            let object = document.rejected.ok_or(Refusal::NotFound)?;
            stored(app, &object, "text/csv; charset=utf-8", &format!("rejected-{id}.csv")).await
        }
        ListPart::Numbers => numbers(app, document, &format!("numbers-{id}.txt")).await,
    }
}

/// The numbers of a list, one a line, a row group at a time.
async fn numbers(app: &App, document: ListDocument, name: &str) -> Result<Response, Refusal> {
    let objects = app.screening.objects().clone();
    let carried = document.carried.len();
    let mut places = Vec::new();
    for segment in &document.segments {
        let groups = input_groups(&objects, carried, &segment.object).await.map_err(Refusal::internal)?;
        for (group, rows) in groups.into_iter().enumerate() {
            let row_group = u32::try_from(group).unwrap_or(u32::MAX);
            places.push(ChunkPlace { object: segment.object.clone(), row_group, rows });
        }
    }
    let lines = stream::iter(places).then(move |place| {
        let objects = objects.clone();
        async move {
            let numbers = read_input(&objects, carried, &place).await.map_err(std::io::Error::other)?;
            let mut text = String::with_capacity(numbers.len() * 15);
            for number in &numbers.number {
                text.push('+');
                text.push_str(&number.to_string());
                text.push('\n');
            }
            Ok::<_, std::io::Error>(Bytes::from(text))
        }
    });
    Ok(attached(Body::from_stream(lines), "text/plain; charset=utf-8", name, None))
}

/// A file of results.
pub async fn export(app: &App, account: &Account, id: JobId) -> Result<Response, Refusal> {
    let job = app.store.read().await?.job(scope_of_account(account), id).await?.ok_or(Refusal::NotFound)?;
    if job.asked.kind != JobKind::Export || job.state != JobState::Done {
        return Err(Refusal::NotFound);
    }
    let result: ExportResult = serde_json::from_str(&job.result).map_err(Refusal::internal)?;
    stored(app, &result.object, &result.media_type, &result.file_name).await
}

async fn stored(app: &App, object: &str, kind: &str, name: &str) -> Result<Response, Refusal> {
    let objects = app.screening.objects();
    let missing = |error: numsift_segments::SegmentError| match error {
        numsift_segments::SegmentError::NotFound { .. } => Refusal::NotFound,
        other => Refusal::internal(other),
    };
    let bytes = objects.size(object).await.map_err(missing)?;
    let parts = objects.stream(object).await.map_err(missing)?.map_err(std::io::Error::other);
    Ok(attached(Body::from_stream(parts), kind, name, Some(bytes)))
}

fn attached(body: Body, kind: &str, name: &str, bytes: Option<u64>) -> Response {
    // Names can have any letters: the plain form for old clients, the whole one for all others.
    let plain: String =
        name.chars().map(|c| if c.is_ascii_graphic() && c != '"' && c != '\\' { c } else { '_' }).collect();
    let whole: String = name
        .bytes()
        .map(|byte| {
            if byte.is_ascii_alphanumeric() || b"-._".contains(&byte) {
                char::from(byte).to_string()
            } else {
                format!("%{byte:02X}")
            }
        })
        .collect();
    let disposition = format!("attachment; filename=\"{plain}\"; filename*=UTF-8''{whole}");
    let headers = [(header::CONTENT_TYPE, kind.to_owned()), (header::CONTENT_DISPOSITION, disposition)];
    let mut response = (headers, body).into_response();
    if let Some(bytes) = bytes {
        response.headers_mut().insert(header::CONTENT_LENGTH, bytes.into());
    }
    response
}
