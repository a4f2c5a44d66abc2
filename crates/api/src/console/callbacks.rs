//! Callbacks: providers report finished jobs. They need no session, so nothing is stored unless it is verified or expected,
//! and refusals have HTTP statuses that make a provider try again.

use std::time::Duration;

use axum::body::{Body as HttpBody, Bytes};
use axum::extract::{Path, Request, State};
use axum::http::{HeaderMap, header};
use http_body_util::BodyExt as _;
use numsift_channel::{
    CallbackRefused, ChannelConfig, JobId, Verify, check_callback_secret, verify_callback,
};
use numsift_model::limits::{CALLBACK_BODY_S, CALLBACK_SMALL, CALLBACK_WAIT_S, CALLBACKS};
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
    OpenApiRouter::new().routes(routes!(callback)).routes(routes!(callback_with_secret))
}

/// Receives the callback of a provider about a finished job.
#[utoipa::path(post, path = "/callbacks/{channel}", tag = "channel", params(("channel" = String, Path)),
    request_body = String, responses((status = 200, body = Envelope<Done>)), security(()))]
async fn callback(
    State(app): State<App>,
    Path(channel): Path<String>,
    request: Request,
) -> Result<Envelope<Done>, Problem> {
    receive(&app, &channel, None, request).await
}

/// Receives a callback that is authenticated by a secret in the path.
#[utoipa::path(post, path = "/callbacks/{channel}/{secret}", tag = "channel",
    params(("channel" = String, Path), ("secret" = String, Path)), request_body = String,
    responses((status = 200, body = Envelope<Done>)), security(()))]
async fn callback_with_secret(
    State(app): State<App>,
    Path((channel, secret)): Path<(String, String)>,
    request: Request,
) -> Result<Envelope<Done>, Problem> {
    receive(&app, &channel, Some(secret), request).await
}

async fn receive(
    app: &App,
    channel: &str,
    secret: Option<String>,
    request: Request,
) -> Result<Envelope<Done>, Problem> {
    let rows = app.store.read().await?.channels().await?;
    let row = rows.into_iter().find(|row| row.name == channel && row.enabled).ok_or_else(not_found)?;
    let config = app.screening.channels.opened(&row)?;
    // Before the body is read.
    check_callback_secret(&config, secret.as_deref()).map_err(|_| not_found())?;
    let (parts, body) = request.into_parts();
    let body = Received::read(&parts.headers, body, config.answer.max_bytes as usize).await?;
    let verified = config.callback.as_ref().is_some_and(|callback| callback.verify != Verify::None);
    let job = verify(config, parts.headers, secret, body.bytes.clone(), app.clock.now()).await?;
    if !verified && !is_expected(app, channel, &job).await? {
        return Err(not_found());
    }
    let mut tx = app.store.begin().await?;
    tx.put_callback(channel, job.as_str(), &body.bytes, app.clock.now()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
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

/// Verifies a callback on a blocking thread, because it parses the body.
async fn verify(
    config: ChannelConfig,
    headers: HeaderMap,
    secret: Option<String>,
    body: Bytes,
    now: numsift_model::clock::Timestamp,
) -> Result<JobId, Problem> {
    let verified = move || verify_callback(&config, &headers, secret.as_deref(), &body, now);
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
