//! Wakes idle workers of this process, so that they need not wait for the next poll.

use std::sync::Arc;

use tokio::sync::Notify;
use tokio::sync::futures::Notified;

/// Signals that there may be work.
#[derive(Clone, Default)]
pub(crate) struct Wake(Arc<Notify>);

impl Wake {
    pub fn notify(&self) {
        self.0.notify_waiters();
    }

    /// Completes at the next [`Wake::notify`]. Enable it before looking for work, so that no signal is lost.
    pub fn notified(&self) -> Notified<'_> {
        self.0.notified()
    }
}
