//! Distributes the events that this node has read to the streams that are open on it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use numsift_model::id::Uid;
use numsift_store::Event;
use tokio::sync::broadcast::{self, Receiver};

/// Open streams per account.
const PER_ACCOUNT: usize = 4;
/// Events that a slow stream may lag behind.
const BACKLOG: usize = 1024;

pub struct Hub {
    live: broadcast::Sender<Event>,
    open: Mutex<HashMap<Uid, usize>>,
}

impl Default for Hub {
    fn default() -> Self {
        Self { live: broadcast::channel(BACKLOG).0, open: Mutex::default() }
    }
}

impl Hub {
    pub fn send(&self, event: Event) {
        // Fails only if no stream is open.
        let _ = self.live.send(event);
    }

    pub fn subscribe(&self) -> Receiver<Event> {
        self.live.subscribe()
    }

    /// Counts a new stream of an account; `false` if it has too many already.
    pub fn open(&self, uid: Uid) -> bool {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let count = open.entry(uid).or_default();
        let allowed = *count < PER_ACCOUNT;
        *count += usize::from(allowed);
        if allowed {
            metrics::gauge!("numsift_event_streams").increment(1);
        }
        allowed
    }

    pub fn close(&self, uid: Uid) {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(count) = open.get_mut(&uid) {
            metrics::gauge!("numsift_event_streams").decrement(1);
            *count -= 1;
            if *count == 0 {
                open.remove(&uid);
            }
        }
    }
}
