//! What the tests have in common: providers, a clock that stands still, and channels to the providers.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_trait::async_trait;
use axum::Router;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::post;
use numsift_channel::{
    Answer, Callbacks, Channel, ChannelConfig, CheckResult, Deps, Guard, Lease, Limit, LocalCallbacks,
    LocalPermits, Outbound, Outcome, Permits, Reason, Wish, verify_callback,
};
use numsift_model::clock::{Clock, Entropy, ManualClock, SystemClock, SystemEntropy, Timestamp};
use numsift_sim::providers::{DEMO_WEBHOOK_SECRET, Verdict, verdict};
use numsift_sim::{ProviderSettings, Providers, ProvidersNode, ready_channels};
use tokio::net::TcpListener;
use tokio::task::JoinHandle;

/// 2027-01-15 08:00 UTC.
pub const START: Timestamp = Timestamp(1_800_000_000);
pub const PROJECT: &str = "whatsapp";

/// Permits that note every pause instead of keeping it, so that no test has to wait.
#[derive(Default)]
pub struct NotedPermits {
    inner: LocalPermits,
    pub pauses: Mutex<Vec<Duration>>,
}

#[async_trait]
impl Permits for NotedPermits {
    async fn lease(&self, wish: Wish<'_>) -> Lease {
        self.inner.lease(wish).await
    }

    async fn pause(&self, _channel: &str, _limit: &Limit, pause: Duration) {
        self.pauses.lock().unwrap().push(pause);
    }
}

pub struct TestDeps {
    pub clock: ManualClock,
    pub permits: NotedPermits,
    pub callbacks: LocalCallbacks,
}

impl Deps for TestDeps {
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
    pub deps: Arc<TestDeps>,
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
        let deps = TestDeps {
            clock: ManualClock::at(START),
            permits: NotedPermits::default(),
            callbacks: LocalCallbacks::new(None),
        };
        let host = node.url().strip_prefix("http://").unwrap().to_owned();
        let outbound = Outbound::new(&Guard::new([host])).unwrap();
        Self { node, deps: Arc::new(deps), outbound, receiver: Mutex::new(None) }
    }

    pub fn control(&self) -> &Providers {
        self.node.control()
    }

    /// The ready-made channel of this name.
    pub fn ready(&self, name: &str) -> ChannelConfig {
        ready_channels(self.node.url())
            .iter()
            .map(|yaml| ChannelConfig::from_yaml(yaml).unwrap())
            .find(|config| config.name == name)
            .unwrap()
    }

    /// The channel that answers at once, patient for milliseconds only.
    pub fn sync(&self) -> ChannelConfig {
        let mut config = self.ready("demo-batch");
        config.retry.base_ms = 1;
        config.retry.cap_ms = 20;
        config
    }

    pub fn channel(&self, config: ChannelConfig) -> Channel {
        Channel::new(config, self.outbound.clone()).unwrap_or_else(|faults| panic!("{faults:?}"))
    }

    pub async fn check(&self, channel: &Channel, numbers: &[u64]) -> CheckResult {
        channel.check(numbers, PROJECT, self.deps.as_ref()).await
    }

    pub fn pauses(&self) -> Vec<Duration> {
        self.deps.permits.pauses.lock().unwrap().clone()
    }

    /// Serves deliveries, verified by the channel's configuration. From then on there is a public address.
    pub async fn receive(&mut self, config: &ChannelConfig) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.unwrap();
        let base = format!("http://{}/callbacks", listener.local_addr().unwrap());
        let deps = Arc::get_mut(&mut self.deps).unwrap();
        deps.callbacks = LocalCallbacks::new(Some(base));
        let state = (Arc::clone(&self.deps), config.clone());
        let router = Router::new()
            .route("/callbacks/{channel}", post(delivered))
            .route("/callbacks/{channel}/{secret}", post(delivered_with_secret))
            .with_state(state);
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

type Receiving = State<(Arc<TestDeps>, ChannelConfig)>;

async fn delivered(
    state: Receiving,
    Path(channel): Path<String>,
    headers: HeaderMap,
    body: String,
) -> StatusCode {
    take(&state, &channel, None, &headers, body)
}

async fn delivered_with_secret(
    state: Receiving,
    Path((channel, secret)): Path<(String, String)>,
    headers: HeaderMap,
    body: String,
) -> StatusCode {
    take(&state, &channel, Some(&secret), &headers, body)
}

fn take(
    state: &Receiving,
    channel: &str,
    secret: Option<&str>,
    headers: &HeaderMap,
    body: String,
) -> StatusCode {
    let State((deps, config)) = state;
    // The simulator signs with the machine's time.
    match verify_callback(config, headers, secret, body.as_bytes(), SystemClock.now()) {
        Ok(job) => {
            deps.callbacks.deliver(channel, &job, body.into_bytes());
            StatusCode::NO_CONTENT
        }
        Err(_) => StatusCode::FORBIDDEN,
    }
}

/// So many numbers.
pub fn numbers(count: u64) -> Vec<u64> {
    (4_915_112_000_000..).take(usize::try_from(count).unwrap()).collect()
}

/// Whether an outcome is what the providers know about a number.
pub fn is_true(answer: &Answer, project: &str) -> bool {
    match (&answer.outcome, verdict(answer.number, project)) {
        (Outcome::Definite { status, .. }, Verdict::Yes) => &**status == "active",
        (Outcome::Definite { status, .. }, Verdict::No) => &**status == "inactive",
        (Outcome::Unknown { reason }, Verdict::Unsure) => {
            matches!(reason, Reason::Unmapped | Reason::ReportedUnknown)
        }
        _ => false,
    }
}

/// The reasons of those that are unknown although the providers know them.
pub fn reasons(answers: &[Answer], project: &str) -> Vec<Reason> {
    answers
        .iter()
        .filter_map(|answer| match &answer.outcome {
            Outcome::Unknown { reason } if !is_true(answer, project) => Some(*reason),
            _ => None,
        })
        .collect()
}
