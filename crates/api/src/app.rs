//! What every handler can reach.

use std::net::IpAddr;
use std::sync::Arc;

use metrics_exporter_prometheus::PrometheusHandle;
use numsift_accounts::Accounts;
use numsift_api_keys::ApiKeyService;
use numsift_generation::Generator;
use numsift_model::clock::{Clock, Entropy};
use numsift_screening::Screening;
use numsift_store::Store;
use numsift_topup::TopUps;
use numsift_webhooks::Webhooks;
use tokio::sync::watch;

use crate::events::Hub;
use crate::meter::Meter;
use crate::trace::TraceIds;
use crate::v1::Policies;

/// The parts that a running server is made of.
pub struct Parts {
    /// Where the state lives.
    pub store: Arc<dyn Store>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness, for nonces.
    pub entropy: Arc<dyn Entropy>,
    /// Accounts and sessions.
    pub accounts: Accounts,
    /// Top-ups.
    pub topups: TopUps,
    /// Screening.
    pub screening: Screening,
    /// Generated numbers.
    pub generator: Generator,
    /// Keys of the public API.
    pub api_keys: ApiKeyService,
    /// The address under which the world reaches this installation, if it is known.
    pub public_url: Option<String>,
    /// Endpoints that are told of what happens.
    pub webhooks: Webhooks,
    /// Set in demo mode.
    pub demo: Option<Demo>,
    /// Reverse proxies whose word on the client's address is believed.
    pub trusted_proxies: Vec<IpAddr>,
    /// Renders the metrics; `None` where none are recorded.
    pub metrics: Option<PrometheusHandle>,
}

/// What the log-in page tells in demo mode.
#[derive(Debug, Clone)]
pub struct Demo {
    /// Names and types of the demo accounts.
    pub accounts: Vec<(&'static str, i64)>,
    /// Their password.
    pub password: &'static str,
    /// A code to register with.
    pub invite_code: &'static str,
}

struct Shared {
    parts: Parts,
    stopping: watch::Sender<bool>,
    events: Hub,
    trace_ids: TraceIds,
    public_api: Meter,
    policies: Policies,
}

/// The running server, shared by all handlers. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Shared>);

impl App {
    /// Puts the parts together.
    pub fn new(parts: Parts) -> Self {
        let trace_ids = TraceIds::new(&*parts.entropy);
        let policies = Policies::new(parts.api_keys.limits());
        Self(Arc::new(Shared {
            parts,
            stopping: watch::Sender::new(false),
            events: Hub::default(),
            trace_ids,
            public_api: Meter::default(),
            policies,
        }))
    }

    /// From now on the server says that it is not ready, so that balancers send nobody new.
    pub fn begin_stopping(&self) {
        self.0.stopping.send_replace(true);
    }

    pub(crate) fn is_stopping(&self) -> bool {
        *self.0.stopping.borrow()
    }

    /// Done when the server begins to stop.
    pub(crate) async fn stopping(&self) {
        // The sender lives as long as the server.
        let _ = self.0.stopping.subscribe().wait_for(|stopping| *stopping).await;
    }

    pub(crate) fn events(&self) -> &Hub {
        &self.0.events
    }

    /// Names a request in the log and in its answer.
    pub(crate) fn trace_id(&self) -> String {
        self.0.trace_ids.next()
    }

    /// How often keys of the public API may be used, as its answers tell.
    pub(crate) fn policies(&self) -> &Policies {
        &self.0.policies
    }

    /// Counts and times requests to the public API.
    pub(crate) fn public_api(&self) -> &Meter {
        &self.0.public_api
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}
