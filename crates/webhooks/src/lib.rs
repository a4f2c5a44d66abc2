//! Webhooks according to the Standard Webhooks specification. Messages are written to the store's outbox in the
//! transaction of the event they report; any node delivers them from there, at least once.

mod deliver;
mod endpoints;
mod error;
mod run;
mod schedule;
mod sign;

use std::sync::Arc;
use std::time::Duration;

pub use deliver::ClaimedDelivery;
pub use endpoints::{EndpointRequest, MAX_ENDPOINTS};
pub use error::{Result, UrlFault, WebhookError};
use numsift_channel::Outbound;
use numsift_model::clock::{Clock, Entropy};
use numsift_store::Store;
use numsift_vault::Vault;
pub use schedule::RETRY_DELAYS_S;
use tokio::sync::Notify;

/// Default timeout of an attempt.
pub const TIMEOUT: Duration = Duration::from_secs(15);

/// Dependencies of [`Webhooks`].
pub struct WebhookParts {
    pub store: Arc<dyn Store>,
    pub clock: Arc<dyn Clock>,
    /// For secrets and jitter.
    pub entropy: Arc<dyn Entropy>,
    /// Seals the signing secrets.
    pub vault: Vault,
    /// HTTP client that refuses addresses inside the operator's network.
    pub outbound: Outbound,
    /// Timeout of an attempt; usually [`TIMEOUT`].
    pub timeout: Duration,
}

struct Shared {
    parts: WebhookParts,
    /// Wakes the sender of this process.
    work: Notify,
}

/// The webhook service. Cheap to clone.
#[derive(Clone)]
pub struct Webhooks(Arc<Shared>);

impl Webhooks {
    pub fn new(parts: WebhookParts) -> Self {
        Self(Arc::new(Shared { parts, work: Notify::new() }))
    }

    /// Wakes the sender of this process, after a delivery became due.
    pub fn wake(&self) {
        self.0.work.notify_one();
    }

    fn parts(&self) -> &WebhookParts {
        &self.0.parts
    }
}
