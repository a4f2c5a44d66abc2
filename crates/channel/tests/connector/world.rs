//! The test environment: simulated providers, a manual clock, and channels to the providers.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use axum::body::to_bytes;
use axum::extract::{Path, Request, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use axum::routing::any;
use numsift_channel::{
    Answer, CallbackRequest, Callbacks, Channel, ChannelConfig, CheckResult, Guard, Lease, LeaseRequest,
    Limit, LocalCallbacks, LocalPermits, Outbound, Outcome, Permits, Reason, Services, verify_callback,
};
use numsift_model::clock::{Clock, Entropy, ManualClock, SystemClock, SystemEntropy, Timestamp};
use numsift_sim::providers::{DEMO_WEBHOOK_SECRET, Verdict, verdict};
use numsift_sim::{ProviderSettings, Providers, ProvidersNode, demo_channels};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// 2027-01-15 08:00 UTC.
pub const START: Timestamp = Timestamp(1_800_000_000);
pub const PROJECT: &str = "whatsapp";

/// Permits that record every pause instead of waiting.
#[derive(Default)]
pub struct RecordingPermits {
    inner: LocalPermits,
    pub pauses: Mutex<Vec<Duration>>,
}

#[async_trait]
impl Permits for RecordingPermits {
    async fn lease(&self, request: LeaseRequest<'_>) -> Lease {
        self.inner.lease(request).await
    }

    async fn pause(&self, _channel: &str, _limit: &Limit, pause: Duration) {
        self.pauses.lock().unwrap().push(pause);
    }
}

pub struct TestServices {
    pub clock: ManualClock,
    pub permits: RecordingPermits,
    pub callbacks: LocalCallbacks,
}

impl Services for TestServices {
    fn clock(&self) -> &dyn Clock {
        &self.clock
    }

    fn entropy(&self) -> &dyn Entropy {
        &SystemEntropy
    }

    fn permits(&self) -> &dyn Permits {
        &self.permits
    }

    fn callbacks(&self) -> &dyn Callbacks {
        &self.callbacks
    }
}

pub struct World {
    pub node: ProvidersNode,
    pub services: Arc<TestServices>,
    pub outbound: Outbound,
    receiver: Mutex<Option<JoinHandle<()>>>,
}

impl World {
    pub async fn new() -> Self {
        let secret = Some(DEMO_WEBHOOK_SECRET.to_owned());
        Self::with(ProviderSettings { webhook_secret: secret, ..ProviderSettings::default() }).await
    }

    pub async fn with(settings: ProviderSettings) -> Self {
        let node = ProvidersNode::start(settings).await.unwrap();
        let services = TestServices {
            clock: ManualClock::at(START),
            permits: RecordingPermits::default(),
            callbacks: LocalCallbacks::new(None),
        };
        let host = node.url().strip_prefix("http://").unwrap().to_owned();
        let outbound = Outbound::new(&Guard::new([host])).unwrap();
        Self { node, services: Arc::new(services), outbound, receiver: Mutex::new(None) }
    }

    pub fn control(&self) -> &Providers {
        self.node.control()
    }

    /// The demo channel of this name.
    pub fn demo(&self, name: &str) -> ChannelConfig {
        demo_channels(self.node.url())
            .iter()
            .map(|yaml| ChannelConfig::from_yaml(yaml).unwrap())
            .find(|config| config.name == name)
            .unwrap()
    }

    /// The channel in mode `sync`, with short retry delays.
    pub fn sync(&self) -> ChannelConfig {
        let mut config = self.demo("demo-batch");
        config.retry.base_ms = 1;
        config.retry.cap_ms = 20;
        config
    }

    pub fn channel(&self, config: ChannelConfig) -> Channel {
        Channel::new(config, self.outbound.clone()).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    pub async fn check(&self, channel: &Channel, numbers: &[u64]) -> CheckResult {
        channel.check(numbers, PROJECT, self.services.as_ref()).await
    }

    pub fn pauses(&self) -> Vec<Duration> {
        self.services.permits.pauses.lock().unwrap().clone()
    }

    /// Starts a server for deliveries, which are verified with this configuration.
    pub async fn serve_callbacks(&mut self, config: &ChannelConfig) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let base = format!("http://{}/callbacks", listener.local_addr().unwrap());
        let services = Arc::get_mut(&mut self.services).unwrap();
        services.callbacks = LocalCallbacks::new(Some(base));
        let state = (Arc::clone(&self.services), config.clone());
        let router = Router::new().route("/callbacks/{*rest}", any(delivered)).with_state(state);
        let serving = tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
        *self.receiver.lock().unwrap() = Some(serving);
    }
}

impl Drop for World {
    fn drop(&mut self) {
        if let Some(receiver) = self.receiver.lock().unwrap().take() {
            receiver.abort();
        }
    }
}

type Receiving = State<(Arc<TestServices>, ChannelConfig)>;

async fn delivered(state: Receiving, Path(rest): Path<String>, request: Request) -> Response {
    let State((services, config)) = state;
    let (head, body) = request.into_parts();
    let body = to_bytes(body, 1 << 20).await.unwrap();
    let mut path = rest.split('/').map(str::to_owned);
    let channel = path.next().unwrap();
    let path: Vec<String> = path.collect();
    let request = CallbackRequest {
        method: &head.method,
        path: &path,
        query: head.uri.query().unwrap_or_default(),
        headers: &head.headers,
        body: &body,
    };
    // The simulator signs with the system time.
    let Ok(delivery) = verify_callback(&config, &request, SystemClock.now()) else {
        return StatusCode::FORBIDDEN.into_response();
    };
    let callback = config.callback.as_ref().unwrap();
    let body = delivery.body.unwrap_or_else(|| body.to_vec());
    if callback.has_parts() {
        services.callbacks.deliver_part(&channel, &delivery.job, body);
    } else {
        services.callbacks.deliver(&channel, &delivery.job, body);
    }
    StatusCode::NO_CONTENT.into_response()
}

/// This many different numbers.
pub fn numbers(count: u64) -> Vec<u64> {
    (4_915_112_000_000..).take(usize::try_from(count).unwrap()).collect()
}

/// Whether an answer is what the providers know about the number.
pub fn is_correct(answer: &Answer, project: &str) -> bool {
    match (&answer.outcome, verdict(answer.number, project)) {
        (Outcome::Definite { status, .. }, Verdict::Yes) => &**status == "active",
        (Outcome::Definite { status, .. }, Verdict::No) => &**status == "inactive",
        (Outcome::Unknown { reason }, Verdict::Unsure) => {
            matches!(reason, Reason::Unmapped | Reason::ReportedUnknown)
        }
        _ => false,
    }
}

/// The reasons of unknown answers for numbers that the providers know.
pub fn reasons(answers: &[Answer], project: &str) -> Vec<Reason> {
    answers
        .iter()
        .filter_map(|answer| match &answer.outcome {
            Outcome::Unknown { reason } if !is_correct(answer, project) => Some(*reason),
            _ => None,
        })
        .collect()
}
