//! Callbacks: providers report finished jobs. They need no session, so nothing is stored unless it is verified or expected,
//! and refusals have HTTP statuses that make a provider try again.

use std::time::Duration;

use axum::body::{Body as HttpBody, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use http_body_util::BodyExt as _;
use numsift_channel::{
    CallbackRefused, CallbackRequest, ChannelConfig, Delivery, JobId, Verify, check_callback_address,
    verify_callback,
};
use numsift_model::clock::Timestamp;
use numsift_model::limits::{CALLBACK_BODY_S, CALLBACK_SMALL, CALLBACK_WAIT_S, CALLBACKS};
use numsift_store::{CallbackPart, PartStored};
use sha2::{Digest as _, Sha256};
use tokio::sync::{Semaphore, SemaphorePermit};
use tokio::time::{Instant, sleep, timeout};
use utoipa_axum::routes;

use crate::app::App;
use crate::envelope::{Done, Envelope, ok};
use crate::routing::OpenApiRouter;
use crate::v1::{Code, Problem};

/// Larger callbacks are received a few at a time, because they are held in memory.
static LARGE: Semaphore = Semaphore::const_new(CALLBACKS);

/// How often the database is asked whether a job is known by now.
const ASK_EVERY: Duration = Duration::from_millis(200);

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(callback, callback_by_query))
        .routes(routes!(callback_below, callback_below_by_query))
        .routes(routes!(callback_with_job, callback_with_job_by_query))
}

/// Receives the callback of a provider about a finished job.
#[utoipa::path(post, path = "/callbacks/{channel}", tag = "channel", params(("channel" = String, Path)),
    request_body = String, responses((status = 200, body = Envelope<Done>)), security(()))]
async fn callback(
    State(app): State<App>,
    Path(channel): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    receive(&app, &channel, &[], request).await
}

/// Receives a callback whose values are in the query.
#[utoipa::path(get, path = "/callbacks/{channel}", tag = "channel", params(("channel" = String, Path)),
    responses((status = 200, body = Envelope<Done>)), security(()))]
async fn callback_by_query(
    State(app): State<App>,
    Path(channel): Path<String>,
    request: Request,
) -> Result<Response, Problem> {
    receive(&app, &channel, &[], request).await
}

/// Receives a callback whose path contains a secret, or the job.
#[utoipa::path(post, path = "/callbacks/{channel}/{secret}", tag = "channel",
    params(("channel" = String, Path), ("secret" = String, Path)), request_body = String,
    responses((status = 200, body = Envelope<Done>)), security(()))]
async fn callback_below(
    State(app): State<App>,
    Path((channel, part)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Problem> {
    receive(&app, &channel, &[part], request).await
}

/// Receives a callback whose path contains a secret, or the job, and whose values are in the query.
#[utoipa::path(get, path = "/callbacks/{channel}/{secret}", tag = "channel",
    params(("channel" = String, Path), ("secret" = String, Path)),
    responses((status = 200, body = Envelope<Done>)), security(()))]
async fn callback_below_by_query(
    State(app): State<App>,
    Path((channel, part)): Path<(String, String)>,
    request: Request,
) -> Result<Response, Problem> {
    receive(&app, &channel, &[part], request).await
}

/// Receives a callback whose path contains a secret and the job.
#[utoipa::path(post, path = "/callbacks/{channel}/{secret}/{job}", tag = "channel",
    params(("channel" = String, Path), ("secret" = String, Path), ("job" = String, Path)), request_body = String,
    responses((status = 200, body = Envelope<Done>)), security(()))]
async fn callback_with_job(
    State(app): State<App>,
    Path((channel, secret, job)): Path<(String, String, String)>,
    request: Request,
) -> Result<Response, Problem> {
    receive(&app, &channel, &[secret, job], request).await
}

/// Receives a callback whose path contains a secret and the job, and whose values are in the query.
#[utoipa::path(get, path = "/callbacks/{channel}/{secret}/{job}", tag = "channel",
    params(("channel" = String, Path), ("secret" = String, Path), ("job" = String, Path)),
    responses((status = 200, body = Envelope<Done>)), security(()))]
async fn callback_with_job_by_query(
    State(app): State<App>,
    Path((channel, secret, job)): Path<(String, String, String)>,
    request: Request,
) -> Result<Response, Problem> {
    receive(&app, &channel, &[secret, job], request).await
}

/// `path` are the parts after the channel's name.
async fn receive(app: &App, channel: &str, path: &[String], request: Request) -> Result<Response, Problem> {
    let rows = app.store.read().await?.channels().await?;
    // A disabled channel may have running jobs, or be tested before it is enabled.
    let row = rows.into_iter().find(|row| row.name == channel).ok_or_else(not_found)?;
    let config = app.screening.channels.opened(&row)?;
    let (head, body) = request.into_parts();
    // Before the body is read.
    let callback = check_callback_address(&config, &head.method, path).map_err(|_| not_found())?.clone();
    let most_bytes = config.answer.max_bytes;
    let body = Received::read(&head.headers, body, most_bytes as usize).await?;
    let found = verify(config, head, path.to_vec(), body.bytes.clone(), app.clock.now()).await?;
    let job = found.job.as_str();
    if callback.verify == Verify::None && !is_expected(app, channel, &found.job).await? {
        return Err(not_found());
    }
    let mut tx = app.store.begin().await?;
    if callback.has_parts() {
        let part = CallbackPart {
            channel,
            job,
            digest: &found.digest,
            body: found.body.as_deref().unwrap_or(&body.bytes),
            now: app.clock.now(),
            most_parts: callback.deliveries.into(),
            most_bytes: most_bytes.into(),
        };
        if tx.put_callback_part(&part).await? == PartStored::OverLimit {
            let detail = format!(
                "the callbacks about a job are at most {}, with {most_bytes} bytes together",
                callback.deliveries
            );
            return Err(Problem::new(Code::PayloadTooLarge, detail));
        }
    } else {
        let body = found.body.as_deref().unwrap_or(&body.bytes);
        tx.put_callback(channel, job, body, app.clock.now()).await?;
    }
    tx.save().await?;
    Ok(match &callback.reply {
        None => ok(Done {}).into_response(),
        Some(reply) => {
            let status = StatusCode::from_u16(reply.status).unwrap_or(StatusCode::OK);
            // Whatever the operator writes, a browser runs none of it.
            let headers = [
                (header::CONTENT_TYPE, reply.content_type.as_str()),
                (header::CONTENT_SECURITY_POLICY, "default-src 'none'; sandbox"),
            ];
            (status, headers, reply.body.clone()).into_response()
        }
    })
}

fn not_found() -> Problem {
    Problem::new(Code::NotFound, "this channel expects no such callback")
}

/// A body, and the permit to hold it in memory.
struct Received {
    bytes: Bytes,
    _permit: Option<SemaphorePermit<'static>>,
}

impl Received {
    /// Reads a body up to the limit of the channel.
    async fn read(headers: &HeaderMap, body: HttpBody, most: usize) -> Result<Self, Problem> {
        let too_large = || {
            let detail = format!("a callback to this channel has at most {most} bytes");
            Problem::new(Code::PayloadTooLarge, detail)
        };
        let declared =
            headers.get(header::CONTENT_LENGTH).and_then(|value| value.to_str().ok()?.parse().ok());
        if declared.is_some_and(|declared: usize| declared > most) {
            return Err(too_large());
        }
        let cut_off = || Problem::new(Code::InvalidRequest, "the body was cut off or came too slowly");
        timeout(Duration::from_secs(CALLBACK_BODY_S), async {
            let (mut body, mut bytes, mut permit) = (body, Vec::new(), None);
            while let Some(frame) = body.frame().await {
                let Ok(part) = frame.map_err(|_| cut_off())?.into_data() else { continue };
                if bytes.len() + part.len() > most {
                    return Err(too_large());
                }
                if permit.is_none() && bytes.len() + part.len() > CALLBACK_SMALL {
                    permit = Some(LARGE.acquire().await.map_err(Problem::internal)?);
                }
                bytes.extend_from_slice(&part);
            }
            Ok(Self { bytes: bytes.into(), _permit: permit })
        })
        .await
        .map_err(|_| cut_off())?
    }
}

/// A verified callback.
struct Found {
    job: JobId,
    /// The values as JSON, if the body is not JSON already.
    body: Option<Vec<u8>>,
    /// SHA-256 of the values.
    digest: Vec<u8>,
}

/// Verifies a callback on a blocking thread, because it parses the body.
async fn verify(
    config: ChannelConfig,
    head: Parts,
    path: Vec<String>,
    body: Bytes,
    now: Timestamp,
) -> Result<Found, Problem> {
    let verified = move || {
        let request = CallbackRequest {
            method: &head.method,
            path: &path,
            query: head.uri.query().unwrap_or_default(),
            headers: &head.headers,
            body: &body,
        };
        verify_callback(&config, &request, now).map(|Delivery { job, body: values }| {
            let digest = Sha256::digest(values.as_deref().unwrap_or(&body)).to_vec();
            Found { job, body: values, digest }
        })
    };
    let verified = tokio::task::spawn_blocking(verified).await.map_err(Problem::internal)?;
    verified.map_err(|refused| match refused {
        CallbackRefused::TooLarge => Problem::new(Code::PayloadTooLarge, refused.to_string()),
        CallbackRefused::NoJob => Problem::new(Code::Unprocessable, refused.to_string()),
        // Strangers do not learn which channels exist.
        CallbackRefused::NotExpected | CallbackRefused::NotGenuine | CallbackRefused::Stale => not_found(),
    })
}

/// Whether a batch waits for this job. A callback can overtake the reply to its submission, so this waits a moment.
async fn is_expected(app: &App, channel: &str, job: &JobId) -> Result<bool, Problem> {
    let deadline = Instant::now() + Duration::from_secs(CALLBACK_WAIT_S);
    loop {
        if app.store.read().await?.expects_callback(channel, job.as_str()).await? {
            return Ok(true);
        }
        if Instant::now() >= deadline {
            return Ok(false);
        }
        sleep(ASK_EVERY).await;
    }
}
