//! HTTP interface of the simulated providers.

use std::io;
use std::time::Duration;

use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

use super::answers::Verdict;
use super::auth::issue_token;
use super::callback::{Delivery, Style, deliver};
use super::items::{ItemStatus, Job, answer_items, csv_rows, malformed_body, poll_items, sync_items};
use super::state::{Fault, InFlight, Provider, ProviderSettings, Providers, Throttle};

/// The providers on a free loopback port. Stops when dropped.
pub struct ProvidersNode {
    url: String,
    providers: Providers,
    serving: JoinHandle<()>,
}

#[derive(Clone)]
struct Node {
    providers: Providers,
    http: reqwest::Client,
}

impl ProvidersNode {
    pub async fn start(settings: ProviderSettings) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        // Fails if it is installed already, which is fine.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().map_err(io::Error::other)?;
        let providers = Providers::new(settings);
        let router = Router::new()
            .route("/sync/{project}", post(sync))
            .route("/csv/{project}", post(csv))
            .route("/poll/jobs", post(poll_submit))
            .route("/poll/jobs/{id}", get(poll_job))
            .route("/poll/files/{id}", get(poll_file))
            .route("/callback/submit", post(callback_submit))
            .route("/slow/{project}", get(slow))
            .route("/reassigned", get(reassigned))
            .route("/oauth/token", post(oauth))
            .route("/sim/fault", post(set_fault))
            .route("/sim/throttle", post(set_throttle))
            .with_state(Node { providers: providers.clone(), http });
        let serving = tokio::spawn(async move {
            // It runs until it is aborted.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { url, providers, serving })
    }

    pub fn url(&self) -> &str {
        &self.url
    }

    /// Returns the switches and counters.
    pub fn control(&self) -> &Providers {
        &self.providers
    }
}

impl Drop for ProvidersNode {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// A request that is going to be answered.
struct Admitted {
    fault: Fault,
    /// The answer reports that the quota is used up for this many seconds.
    quota_used_up_s: Option<u64>,
    _in_flight: InFlight,
}

impl Node {
    /// Counts and authenticates a request, and applies throttling and faults. The error is the response.
    async fn admit(
        &self,
        provider: Provider,
        uri: &Uri,
        headers: &HeaderMap,
        body: &str,
    ) -> Result<Admitted, Response> {
        let (in_flight, fault, throttle) = self.providers.begin_request(provider);
        self.providers.pass_gate().await;
        let requirement = self.providers.lock().settings.requirement.clone();
        if !requirement.is_met(&self.providers, uri, headers, body) {
            return Err((StatusCode::UNAUTHORIZED, Json(json!({"error": "unauthorized"}))).into_response());
        }
        let quota_used_up_s = match throttle {
            None => None,
            Some(Throttle::Counters(seconds)) => Some(seconds),
            Some(Throttle::RetryAfter(status, seconds)) => {
                let retry_after = [(header::RETRY_AFTER, seconds.to_string())];
                return Err((retry_after, error_response(status)).into_response());
            }
            Some(Throttle::InBody) => return Err(Json(json!({"error": "quota"})).into_response()),
            Some(Throttle::Gateway(status)) => return Err(error_response(status)),
        };
        match fault {
            Fault::Down => return Err(error_response(503)),
            Fault::Status(status) => return Err(error_response(status)),
            Fault::Slow(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
            _ => {}
        }
        Ok(Admitted { fault, quota_used_up_s, _in_flight: in_flight })
    }
}

impl Admitted {
    /// Adds the quota counters to a body, or replaces it if the fault says so.
    fn respond(&self, mut body: Value) -> Response {
        if let Some(malformed) = malformed_body(self.fault) {
            return ([(header::CONTENT_TYPE, "application/json")], malformed).into_response();
        }
        let left = if self.quota_used_up_s.is_some() { 0 } else { 1000 };
        body["quota"] = json!({"left": left, "reset_s": self.quota_used_up_s.unwrap_or(60)});
        Json(body).into_response()
    }
}

#[derive(Deserialize)]
struct SyncBatch {
    numbers: Vec<String>,
}

async fn sync(
    State(node): State<Node>,
    Path(project): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    let admitted = match node.admit(Provider::Sync, &uri, &headers, &body).await {
        Ok(admitted) => admitted,
        Err(response) => return response,
    };
    let Ok(batch) = serde_json::from_str::<SyncBatch>(&body) else { return error_response(400) };
    let Some(numbers) = batch.numbers.iter().map(|text| parse_e164(text)).collect::<Option<Vec<u64>>>()
    else {
        return error_response(400);
    };
    let items = answer_items(&numbers, &project, admitted.fault);
    admitted.respond(json!({ "results": sync_items(&items) }))
}

/// The synchronous provider with its answers as CSV. Errors are JSON.
async fn csv(
    State(node): State<Node>,
    Path(project): Path<String>,
    uri: Uri,
    headers: HeaderMap,
    body: String,
) -> Response {
    let admitted = match node.admit(Provider::Sync, &uri, &headers, &body).await {
        Ok(admitted) => admitted,
        Err(response) => return response,
    };
    let Ok(batch) = serde_json::from_str::<SyncBatch>(&body) else { return error_response(400) };
    let numbers = batch.numbers.iter().map(|text| parse_e164(text)).collect::<Option<Vec<u64>>>();
    let Some(numbers) = numbers else { return error_response(400) };
    let body = malformed_body(admitted.fault)
        .unwrap_or_else(|| csv_rows(&answer_items(&numbers, &project, admitted.fault)));
    ([(header::CONTENT_TYPE, "text/csv; charset=utf-8")], body).into_response()
}

#[derive(Deserialize)]
struct PollBatch {
    check: String,
    msisdns: Vec<u64>,
}

async fn poll_submit(State(node): State<Node>, uri: Uri, headers: HeaderMap, body: String) -> Response {
    let admitted = match node.admit(Provider::Poll, &uri, &headers, &body).await {
        Ok(admitted) => admitted,
        Err(response) => return response,
    };
    let Ok(batch) = serde_json::from_str::<PollBatch>(&body) else { return error_response(400) };
    let job = Job { project: batch.check, numbers: batch.msisdns, polls: 0 };
    let id = node.providers.lock().add_job(job);
    let response = admitted.respond(json!({"id": id, "status": "ACCEPTED"}));
    (StatusCode::ACCEPTED, response).into_response()
}

async fn poll_job(
    State(node): State<Node>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let admitted = match node.admit(Provider::Poll, &uri, &headers, "").await {
        Ok(admitted) => admitted,
        Err(response) => return response,
    };
    let (job, finished) = {
        let mut state = node.providers.lock();
        let until_done = state.settings.polls_until_done;
        let Some(job) = state.jobs.get_mut(&id) else { return error_response(404) };
        job.polls += 1;
        (job.clone(), job.polls > until_done)
    };
    let status = match admitted.fault {
        Fault::FailingJobs => "FAILED",
        Fault::NeverFinishing => "RUNNING",
        _ if finished => "COMPLETED",
        _ => "RUNNING",
    };
    let mut body = json!({"id": id, "status": status});
    if status == "COMPLETED" {
        body["file"] = format!("{id}.csv").into();
        body["results"] = poll_items(&answer_items(&job.numbers, &job.project, admitted.fault)).into();
    }
    admitted.respond(body)
}

/// The results of a finished job as CSV. The name of the file is the id of the job with an ending.
async fn poll_file(
    State(node): State<Node>,
    Path(name): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let admitted = match node.admit(Provider::Poll, &uri, &headers, "").await {
        Ok(admitted) => admitted,
        Err(response) => return response,
    };
    let id = name.strip_suffix(".csv").unwrap_or_default();
    let job = {
        let state = node.providers.lock();
        let until_done = state.settings.polls_until_done;
        state.jobs.get(id).filter(|job| job.polls > until_done).cloned()
    };
    let Some(job) = job else { return error_response(404) };
    let items = answer_items(&job.numbers, &job.project, admitted.fault);
    ([(header::CONTENT_TYPE, "text/csv")], csv_rows(&items)).into_response()
}

#[derive(Deserialize)]
struct CallbackBatch {
    check: String,
    notify: String,
    items: Vec<CallbackItem>,
    #[serde(default)]
    deliver: Style,
}

#[derive(Deserialize)]
struct CallbackItem {
    #[serde(rename = "ref")]
    reference: String,
    phone: String,
}

async fn callback_submit(State(node): State<Node>, uri: Uri, headers: HeaderMap, body: String) -> Response {
    let admitted = match node.admit(Provider::Callback, &uri, &headers, &body).await {
        Ok(admitted) => admitted,
        Err(response) => return response,
    };
    let Ok(batch) = serde_json::from_str::<CallbackBatch>(&body) else { return error_response(400) };
    let numbers = batch.items.iter().map(|item| parse_e164(&item.phone)).collect::<Option<Vec<u64>>>();
    let Some(numbers) = numbers else { return error_response(400) };
    let job = Job { project: batch.check.clone(), numbers: numbers.clone(), polls: 0 };
    let id = node.providers.lock().add_job(job);
    let delivery = Delivery {
        job: id.clone(),
        project: batch.check,
        numbers,
        references: batch.items.into_iter().map(|item| item.reference).collect(),
        address: batch.notify,
        style: batch.deliver,
    };
    tokio::spawn(deliver(node.http.clone(), node.providers.clone(), delivery, admitted.fault));
    Json(json!({"job": {"id": id}})).into_response()
}

#[derive(Deserialize)]
struct SlowQuery {
    number: String,
}

async fn slow(
    State(node): State<Node>,
    Path(project): Path<String>,
    Query(query): Query<SlowQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let admitted = match node.admit(Provider::Slow, &uri, &headers, "").await {
        Ok(admitted) => admitted,
        Err(response) => return response,
    };
    let Ok(number) = query.number.parse::<u64>() else { return error_response(400) };
    let items = answer_items(&[number], &project, admitted.fault);
    let known = match items.first().map(|item| item.status) {
        Some(ItemStatus::Verdict(Verdict::Yes)) => "Y",
        Some(ItemStatus::Verdict(Verdict::No)) => "N",
        _ => "?",
    };
    admitted.respond(json!({"number": query.number, "known": known}))
}

#[derive(Deserialize)]
struct SinceQuery {
    number: String,
    /// The day from which on the number may have been reassigned, as `20240301`.
    since: String,
}

/// Odd numbers were given to another person on 1 June 2024.
async fn reassigned(
    State(node): State<Node>,
    Query(query): Query<SinceQuery>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let admitted = match node.admit(Provider::Slow, &uri, &headers, "").await {
        Ok(admitted) => admitted,
        Err(response) => return response,
    };
    let (Ok(number), Ok(since)) = (query.number.parse::<u64>(), query.since.parse::<u32>()) else {
        return error_response(400);
    };
    let reassigned = number % 2 == 1 && since <= 20_240_601;
    admitted.respond(json!({"number": query.number, "reassigned": if reassigned { "yes" } else { "no" }}))
}

async fn oauth(State(node): State<Node>, headers: HeaderMap, body: String) -> Response {
    issue_token(&node.providers, &headers, &body)
}

#[derive(Deserialize)]
struct SetFault {
    provider: Provider,
    fault: Fault,
}

async fn set_fault(State(node): State<Node>, Json(request): Json<SetFault>) -> StatusCode {
    node.providers.set_fault(request.provider, request.fault);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
struct SetThrottle {
    provider: Provider,
    next: Vec<Throttle>,
}

async fn set_throttle(State(node): State<Node>, Json(request): Json<SetThrottle>) -> StatusCode {
    node.providers.throttle_next(request.provider, request.next);
    StatusCode::NO_CONTENT
}

fn parse_e164(text: &str) -> Option<u64> {
    text.strip_prefix('+')?.parse().ok()
}

fn error_response(status: u16) -> Response {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR).into_response()
}
