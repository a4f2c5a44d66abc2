//! The providers' HTTP face.

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
use super::auth::token;
use super::callback::{Delivery, deliver};
use super::jobs::{Job, Said, poll_items, said, spoilt, sync_items};
use super::state::{Fault, Provider, ProviderSettings, Providers, Throttle, UnderWay};

/// Providers on a free port of the loopback address, for as long as this lives.
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
    /// Starts the providers.
    pub async fn start(settings: ProviderSettings) -> io::Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await?;
        let url = format!("http://{}", listener.local_addr()?);
        // Whoever was first has chosen the same one.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build().map_err(io::Error::other)?;
        let providers = Providers::new(settings);
        let router = Router::new()
            .route("/sync/{project}", post(sync))
            .route("/poll/jobs", post(poll_submit))
            .route("/poll/jobs/{id}", get(poll_job))
            .route("/callback/submit", post(callback_submit))
            .route("/slow/{project}", get(slow))
            .route("/oauth/token", post(oauth))
            .route("/sim/fault", post(set_fault))
            .route("/sim/throttle", post(set_throttle))
            .with_state(Node { providers: providers.clone(), http });
        let serving = tokio::spawn(async move {
            // Ends only with the process or the handle; there is nobody to tell.
            let _ = axum::serve(listener, router).await;
        });
        Ok(Self { url, providers, serving })
    }

    /// Its address.
    pub fn url(&self) -> &str {
        &self.url
    }

    /// Its switches and counters.
    pub fn control(&self) -> &Providers {
        &self.providers
    }
}

impl Drop for ProvidersNode {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

/// A request that is let in: what is wrong with its answer, and whether its counters are used up.
struct Entered {
    fault: Fault,
    nothing_left_s: Option<u64>,
    _under_way: UnderWay,
}

impl Node {
    /// What every request goes through; the error is the answer.
    async fn enter(
        &self,
        provider: Provider,
        uri: &Uri,
        headers: &HeaderMap,
        body: &str,
    ) -> Result<Entered, Response> {
        let (under_way, fault, throttle) = self.providers.enter(provider);
        self.providers.pass_gate().await;
        let requirement = self.providers.lock().settings.requirement.clone();
        if !requirement.is_met(&self.providers, uri, headers, body) {
            return Err((StatusCode::UNAUTHORIZED, Json(json!({"error": "who are you?"}))).into_response());
        }
        let nothing_left_s = match throttle {
            None => None,
            Some(Throttle::Counters(seconds)) => Some(seconds),
            Some(Throttle::RetryAfter(status, seconds)) => {
                let after = [(header::RETRY_AFTER, seconds.to_string())];
                return Err((after, broken(status)).into_response());
            }
            Some(Throttle::InBody) => return Err(Json(json!({"error": "quota"})).into_response()),
            Some(Throttle::Gateway(status)) => return Err(broken(status)),
        };
        match fault {
            Fault::Down => return Err(broken(503)),
            Fault::Status(status) => return Err(broken(status)),
            Fault::Slow(ms) => tokio::time::sleep(Duration::from_millis(ms)).await,
            _ => {}
        }
        Ok(Entered { fault, nothing_left_s, _under_way: under_way })
    }
}

impl Entered {
    /// The answer, unless the fault spoils it, with the counters that every answer has.
    fn answer(&self, mut body: Value) -> Response {
        if let Some(spoilt) = spoilt(self.fault) {
            return ([(header::CONTENT_TYPE, "application/json")], spoilt).into_response();
        }
        let left = if self.nothing_left_s.is_some() { 0 } else { 1000 };
        body["quota"] = json!({"left": left, "reset_s": self.nothing_left_s.unwrap_or(60)});
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
    let entered = match node.enter(Provider::Sync, &uri, &headers, &body).await {
        Ok(entered) => entered,
        Err(answer) => return answer,
    };
    let Ok(batch) = serde_json::from_str::<SyncBatch>(&body) else { return broken(400) };
    let Some(numbers) = batch.numbers.iter().map(|text| e164(text)).collect::<Option<Vec<u64>>>() else {
        return broken(400);
    };
    let items = said(&numbers, &project, entered.fault);
    entered.answer(json!({ "results": sync_items(&items) }))
}

#[derive(Deserialize)]
struct PollBatch {
    check: String,
    msisdns: Vec<u64>,
}

async fn poll_submit(State(node): State<Node>, uri: Uri, headers: HeaderMap, body: String) -> Response {
    let entered = match node.enter(Provider::Poll, &uri, &headers, &body).await {
        Ok(entered) => entered,
        Err(answer) => return answer,
    };
    let Ok(batch) = serde_json::from_str::<PollBatch>(&body) else { return broken(400) };
    let job = Job { project: batch.check, numbers: batch.msisdns, asked_after: 0 };
    let id = node.providers.lock().add_job(job);
    let answer = entered.answer(json!({"id": id, "status": "ACCEPTED"}));
    (StatusCode::ACCEPTED, answer).into_response()
}

async fn poll_job(
    State(node): State<Node>,
    Path(id): Path<String>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let entered = match node.enter(Provider::Poll, &uri, &headers, "").await {
        Ok(entered) => entered,
        Err(answer) => return answer,
    };
    let (job, finished) = {
        let mut state = node.providers.lock();
        let until_done = state.settings.polls_until_done;
        let Some(job) = state.jobs.get_mut(&id) else { return broken(404) };
        job.asked_after += 1;
        (job.clone(), job.asked_after > until_done)
    };
    let status = match entered.fault {
        Fault::FailingJobs => "FAILED",
        Fault::NeverFinishing => "RUNNING",
        _ if finished => "COMPLETED",
        _ => "RUNNING",
    };
    let mut body = json!({"id": id, "status": status});
    if status == "COMPLETED" {
        body["results"] = poll_items(&said(&job.numbers, &job.project, entered.fault)).into();
    }
    entered.answer(body)
}

#[derive(Deserialize)]
struct CallbackBatch {
    check: String,
    notify: String,
    items: Vec<CallbackItem>,
}

#[derive(Deserialize)]
struct CallbackItem {
    #[serde(rename = "ref")]
    reference: String,
    phone: String,
}

async fn callback_submit(State(node): State<Node>, uri: Uri, headers: HeaderMap, body: String) -> Response {
    let entered = match node.enter(Provider::Callback, &uri, &headers, &body).await {
        Ok(entered) => entered,
        Err(answer) => return answer,
    };
    let Ok(batch) = serde_json::from_str::<CallbackBatch>(&body) else { return broken(400) };
    let numbers = batch.items.iter().map(|item| e164(&item.phone)).collect::<Option<Vec<u64>>>();
    let Some(numbers) = numbers else { return broken(400) };
    let job = Job { project: batch.check.clone(), numbers: numbers.clone(), asked_after: 0 };
    let id = node.providers.lock().add_job(job);
    let delivery = Delivery {
        job: id.clone(),
        project: batch.check,
        numbers,
        references: batch.items.into_iter().map(|item| item.reference).collect(),
        address: batch.notify,
    };
    tokio::spawn(deliver(node.http.clone(), node.providers.clone(), delivery, entered.fault));
    Json(json!({"job": {"id": id}})).into_response()
}

#[derive(Deserialize)]
struct One {
    number: String,
}

async fn slow(
    State(node): State<Node>,
    Path(project): Path<String>,
    Query(one): Query<One>,
    uri: Uri,
    headers: HeaderMap,
) -> Response {
    let entered = match node.enter(Provider::Slow, &uri, &headers, "").await {
        Ok(entered) => entered,
        Err(answer) => return answer,
    };
    let Ok(number) = one.number.parse::<u64>() else { return broken(400) };
    let known = match said(&[number], &project, entered.fault).first() {
        Some((_, _, Said::Plain(Verdict::Yes))) => "Y",
        Some((_, _, Said::Plain(Verdict::No))) => "N",
        _ => "?",
    };
    entered.answer(json!({"number": one.number, "known": known}))
}

async fn oauth(State(node): State<Node>, headers: HeaderMap, body: String) -> Response {
    token(&node.providers, &headers, &body)
}

#[derive(Deserialize)]
struct SetFault {
    provider: Provider,
    fault: Fault,
}

async fn set_fault(State(node): State<Node>, Json(wanted): Json<SetFault>) -> StatusCode {
    node.providers.set_fault(wanted.provider, wanted.fault);
    StatusCode::NO_CONTENT
}

#[derive(Deserialize)]
struct SetThrottle {
    provider: Provider,
    next: Vec<Throttle>,
}

async fn set_throttle(State(node): State<Node>, Json(wanted): Json<SetThrottle>) -> StatusCode {
    node.providers.throttle_next(wanted.provider, wanted.next);
    StatusCode::NO_CONTENT
}

fn e164(text: &str) -> Option<u64> {
    text.strip_prefix('+')?.parse().ok()
}

fn broken(status: u16) -> Response {
    StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR).into_response()
}
