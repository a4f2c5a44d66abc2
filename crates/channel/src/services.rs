//! What a channel needs from its caller: time, randomness, permits and callbacks. The caller can make permits
//! and callbacks work across the installation; [`LocalServices`] work within one process.

use std::sync::Arc;

use numsift_model::clock::{Clock, Entropy};

use crate::answer::delivery::{Callbacks, LocalCallbacks};
use crate::gate::permits::{LocalPermits, Permits};

/// What a channel needs from its caller.
pub trait Services: Send + Sync {
    fn clock(&self) -> &dyn Clock;
    /// Randomness for jitter and ids.
    fn entropy(&self) -> &dyn Entropy;
    fn permits(&self) -> &dyn Permits;
    fn callbacks(&self) -> &dyn Callbacks;
}

/// Services within one process.
pub struct LocalServices {
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    permits: LocalPermits,
    callbacks: LocalCallbacks,
}

impl LocalServices {
    /// `callback_base` is the URL below which providers deliver.
    pub fn new(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>, callback_base: Option<String>) -> Self {
        Self {
            clock,
            entropy,
            permits: LocalPermits::default(),
            callbacks: LocalCallbacks::new(callback_base),
        }
    }

    /// Accepts verified deliveries.
    pub fn local_callbacks(&self) -> &LocalCallbacks {
        &self.callbacks
    }
}

impl Services for LocalServices {
    fn clock(&self) -> &dyn Clock {
        self.clock.as_ref()
    }

    fn entropy(&self) -> &dyn Entropy {
        self.entropy.as_ref()
    }

    fn permits(&self) -> &dyn Permits {
        &self.permits
    }

    fn callbacks(&self) -> &dyn Callbacks {
        &self.callbacks
    }
}
