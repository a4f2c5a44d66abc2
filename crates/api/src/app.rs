//! The state that all handlers share.

use std::sync::Arc;

use numsift_accounts::Accounts;
use numsift_api_keys::ApiKeyService;
use numsift_generation::Generator;
use numsift_health::Health;
use numsift_model::account::Account;
use numsift_model::allowance::Resource;
use numsift_model::api_key::IpRange;
use numsift_model::clock::{Clock, Entropy};
use numsift_screening::Screening;
use numsift_store::Store;
use numsift_topup::TopUps;
use numsift_webhooks::Webhooks;
use tokio::sync::watch;

use crate::access_log::AccessLog;
use crate::allowance::{self, InUse, Use};
use crate::callers::Callers;
use crate::hub::Hub;
use crate::looks::Looks;
use crate::meter::Meter;
use crate::readiness::Readiness;
use crate::refusal::Refusal;
use crate::trace::TraceIds;

/// What a server is made of.
pub struct Parts {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    pub entropy: Arc<dyn Entropy>,
    pub accounts: Accounts,
    pub topups: TopUps,
    pub screening: Screening,
    pub generator: Generator,
    pub api_keys: ApiKeyService,
    /// The address under which clients reach this installation, if it is configured.
    pub public_url: Option<String>,
    pub webhooks: Webhooks,
    /// Set in demo mode.
    pub demo: Option<Demo>,
    /// Reverse proxies whose `X-Forwarded-For` is trusted.
    pub trusted_proxies: Vec<IpRange>,
    pub readiness: Arc<Readiness>,
    pub health: Health,
    pub access_log: AccessLog,
}

/// What the login page shows in demo mode.
#[derive(Debug, Clone)]
pub struct Demo {
    /// Usernames and account types.
    pub accounts: Vec<(&'static str, i64)>,
    pub password: &'static str,
    pub invite_code: &'static str,
    /// Where the simulator replays presets.
    pub replay_url: Option<String>,
}

struct Shared {
    parts: Parts,
    stopping: watch::Sender<bool>,
    events: Hub,
    looks: Looks,
    trace_ids: TraceIds,
    meter: Meter,
    in_use: InUse,
    callers: Callers,
}

/// The running server. Cheap to clone.
#[derive(Clone)]
pub struct App(Arc<Shared>);

impl App {
    pub fn new(parts: Parts) -> Self {
        let trace_ids = TraceIds::new(&*parts.entropy);
        let stopping = watch::Sender::new(false);
        Self(Arc::new(Shared {
            parts,
            stopping,
            events: Hub::default(),
            looks: Looks::default(),
            trace_ids,
            meter: Meter::default(),
            in_use: InUse::default(),
            callers: Callers::default(),
        }))
    }

    /// From now on the server reports that it is not ready, so that load balancers send no new clients.
    pub fn begin_stopping(&self) {
        self.0.stopping.send_replace(true);
        self.readiness.begin_stopping();
    }

    /// Resolves when the server begins to stop.
    pub(crate) async fn stopping(&self) {
        // The sender lives as long as the server.
        let _ = self.0.stopping.subscribe().wait_for(|stopping| *stopping).await;
    }

    /// Begins to use a resource that is counted while it is used.
    pub(crate) async fn begin_use(&self, account: &Account, resource: Resource) -> Result<Use, Refusal> {
        let most = allowance::most(&mut *self.store.read().await?, account, resource).await?;
        self.in_use().begin(account.uid, resource, most)
    }

    /// What accounts use of this process at the moment.
    pub(crate) fn in_use(&self) -> &InUse {
        &self.0.in_use
    }

    pub(crate) fn callers(&self) -> &Callers {
        &self.0.callers
    }

    pub(crate) fn events(&self) -> &Hub {
        &self.0.events
    }

    pub(crate) fn looks(&self) -> &Looks {
        &self.0.looks
    }

    pub(crate) fn meter(&self) -> &Meter {
        &self.0.meter
    }

    /// A new id that names a request in the log and in its answer.
    pub(crate) fn trace_id(&self) -> String {
        self.0.trace_ids.next()
    }
}

impl std::ops::Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0.parts
    }
}
