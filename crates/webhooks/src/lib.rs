//! Webhooks: endpoints of customers that are told of what happens, as the Standard Webhooks specification says.
//! What is told lies in the store's outbox, written together with what it tells of; any process takes it from
//! there, at least once.

mod deliver;
mod endpoints;
mod error;
mod notices;
mod run;
mod schedule;
mod sign;

use std::sync::Arc;
use std::time::Duration;

pub use deliver::Taken;
pub use endpoints::{MOST_ENDPOINTS, Wanted};
pub use error::{Result, UrlFault, WebhookError};
use numsift_channel::Outbound;
use numsift_model::clock::{Clock, Entropy};
use numsift_store::Store;
use numsift_vault::Vault;
pub use schedule::TIMES_S;
use tokio::sync::Notify;

/// How long an endpoint may take to answer.
pub const TIMEOUT: Duration = Duration::from_secs(15);

/// The parts that webhooks are made of.
pub struct WebhookParts {
    /// Where the outbox lives.
    pub store: Arc<dyn Store>,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Randomness, for secrets and jitter.
    pub entropy: Arc<dyn Entropy>,
    /// Seals the secrets.
    pub vault: Vault,
    /// Reaches the endpoints, and nothing inside the operator's network.
    pub outbound: Outbound,
    /// How long an endpoint may take to answer; usually [`TIMEOUT`].
    pub timeout: Duration,
}

struct Shared {
    parts: WebhookParts,
    /// Wakes this process's loop when there may be something to send.
    work: Notify,
}

/// Webhooks, shared by handlers and the loop that sends. Cheap to clone.
#[derive(Clone)]
pub struct Webhooks(Arc<Shared>);

impl Webhooks {
    /// Puts the parts together.
    pub fn new(parts: WebhookParts) -> Self {
        Self(Arc::new(Shared { parts, work: Notify::new() }))
    }

    /// There may be something to send: wakes the loop of this process.
    pub fn wake(&self) {
        self.0.work.notify_one();
    }

    fn parts(&self) -> &WebhookParts {
        &self.0.parts
    }
}
