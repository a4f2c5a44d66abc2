//! API keys: management, authentication, rate limits, usage, and idempotent requests. Independent of HTTP.

mod error;
mod gate;
mod keys;
mod limits;
mod once;
mod usage;

use std::sync::Arc;

pub use error::{ApiKeyError, Denied, Result};
pub use gate::{Admitted, Known};
pub use keys::{MAX_KEYS, MAX_OVERLAP_HOURS};
pub use limits::{Limits, Spent, WINDOW_S};
use numsift_model::clock::{Clock, Entropy};
use numsift_store::Store;

struct Shared {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    limits: Limits,
    gates: gate::Gates,
    usage: usage::Usage,
}

/// The service for API keys. Cheap to clone.
#[derive(Clone)]
pub struct ApiKeyService(Arc<Shared>);

impl ApiKeyService {
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        limits: Limits,
    ) -> Self {
        let (gates, usage) = (gate::Gates::default(), usage::Usage::default());
        Self(Arc::new(Shared { store, clock, entropy, limits, gates, usage }))
    }

    pub fn limits(&self) -> Limits {
        self.0.limits
    }
}
