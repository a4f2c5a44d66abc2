//! What a channel needs from outside: time, randomness, permission to ask, and deliveries. The caller
//! can make permits and callbacks hold for the whole installation; the local ones hold for a process.

use std::sync::Arc;
use std::time::Duration;

use async_trait::async_trait;
use numsift_model::clock::{Clock, Entropy};

use crate::callback::{JobId, LocalCallbacks};
use crate::config::Limit;
use crate::permits::LocalPermits;

/// What a channel needs from outside.
pub trait Deps: Send + Sync {
    /// Tells the time of day.
    fn clock(&self) -> &dyn Clock;
    /// Gives randomness for jitter and ids.
    fn entropy(&self) -> &dyn Entropy;
    /// Gives permission to ask.
    fn permits(&self) -> &dyn Permits;
    /// Brings deliveries.
    fn callbacks(&self) -> &dyn Callbacks;
}

/// Gives out permission to make requests, for the whole installation.
#[async_trait]
pub trait Permits: Send + Sync {
    /// A name for one who asks, which nobody else has. Where nobody shares, none is needed.
    fn holder(&self) -> String {
        String::new()
    }

    /// Leases permission for requests. Called once for many requests: the channel spends what it leased
    /// by itself.
    async fn lease(&self, wish: Wish<'_>) -> Lease;

    /// Keeps so many slots for requests under way, and gives the others back.
    async fn keep(&self, _channel: &str, _holder: &str, _slots: u32) {}

    /// Lets nobody ask this channel for so long. What others have leased lapses with its validity.
    async fn pause(&self, channel: &str, limit: &Limit, pause: Duration);
}

/// A wish for permission.
#[derive(Debug, Clone, Copy)]
pub struct Wish<'a> {
    /// The channel.
    pub channel: &'a str,
    /// Who asks.
    pub holder: &'a str,
    /// The limits to keep.
    pub limit: &'a Limit,
    /// For up to so many requests.
    pub tokens: u32,
    /// It has so many under way.
    pub under_way: u32,
}

/// The answer to a wish for permission.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lease {
    /// Go ahead.
    Granted {
        /// This many requests, at least one.
        tokens: u32,
        /// What is not spent within this time is lost.
        valid_for: Duration,
        /// How many requests it may have under way at once: its share of the limit, more than it has now.
        slots: u32,
    },
    /// There is no request left for so long.
    Wait(Duration),
    /// Others have all slots that it does not use already.
    Full,
}

/// Brings what providers deliver to whoever waits for it.
#[async_trait]
pub trait Callbacks: Send + Sync {
    /// Where a provider has to deliver for this channel, without a slash at the end; `None` when this
    /// installation has no public address.
    fn url(&self, channel: &str) -> Option<String>;

    /// Waits for the body delivered for a job; `None` when it does not come in time. A body that was
    /// delivered before anybody waited counts: providers can be faster than their own answer.
    async fn wait(&self, channel: &str, job: &JobId, longest: Duration) -> Option<Vec<u8>>;
}

/// Dependencies that hold for one process.
pub struct LocalDeps {
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    permits: LocalPermits,
    callbacks: LocalCallbacks,
}

impl LocalDeps {
    /// Dependencies; `callback_base` is the address below which providers deliver.
    pub fn new(clock: Arc<dyn Clock>, entropy: Arc<dyn Entropy>, callback_base: Option<String>) -> Self {
        Self {
            clock,
            entropy,
            permits: LocalPermits::default(),
            callbacks: LocalCallbacks::new(callback_base),
        }
    }

    /// Where verified deliveries go in.
    pub fn local_callbacks(&self) -> &LocalCallbacks {
        &self.callbacks
    }
}

impl Deps for LocalDeps {
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
