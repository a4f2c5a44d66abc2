//! The public API's doorkeeper: keys are made, rotated and revoked; requests are let in, limited and
//! counted; and those that must happen once happen once. Nothing of it knows HTTP.

mod error;
mod gate;
mod keys;
mod limits;
mod once;
mod usage;

use std::sync::Arc;

pub use error::{ApiKeyError, Denied, Result};
pub use gate::{Admitted, Known};
pub use keys::{MAX_KEYS, MOST_OVERLAP_HOURS};
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

/// The doorkeeper. Cheap to clone.
#[derive(Clone)]
pub struct ApiKeyService(Arc<Shared>);

impl ApiKeyService {
    /// Puts the parts together.
    pub fn new(
        store: Arc<dyn Store>,
        clock: Arc<dyn Clock>,
        entropy: Arc<dyn Entropy>,
        limits: Limits,
    ) -> Self {
        let (gates, usage) = (gate::Gates::default(), usage::Usage::default());
        Self(Arc::new(Shared { store, clock, entropy, limits, gates, usage }))
    }

    /// How often a key may be used.
    pub fn limits(&self) -> Limits {
        self.0.limits
    }
}
