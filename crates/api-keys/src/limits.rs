//! How often a key may be used. The limit holds for all nodes together: each takes requests in blocks
//! from the key's row, and lets them through without asking again.

use std::sync::{Mutex, PoisonError};

use numsift_model::api_key::LimitClass;
use numsift_model::clock::Timestamp;
use numsift_store::StoreResult;

use crate::{Admitted, ApiKeyService};

/// Seconds for which a limit counts.
pub const WINDOW_S: i64 = 60;
/// A node takes such a part of a limit at a time: few writes, and little is taken in vain.
const BLOCKS: i64 = 50;

/// Requests of a key in a minute.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Looking numbers up.
    pub lookup: i64,
    /// Starting and cancelling tasks.
    pub tasks: i64,
    /// Everything that only reads.
    pub read: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { lookup: 3000, tasks: 60, read: 1200 }
    }
}

impl Limits {
    /// The limit of a class.
    pub fn of(&self, class: LimitClass) -> i64 {
        match class {
            LimitClass::Lookup => self.lookup,
            LimitClass::Tasks => self.tasks,
            LimitClass::Read => self.read,
        }
    }
}

/// How a key stands after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    /// What was counted.
    pub class: LimitClass,
    /// Requests of a whole window.
    pub quota: i64,
    /// Requests that are left of it.
    pub left: i64,
    /// Seconds until the next window.
    pub reset_s: i64,
    /// Whether this one was within the limit.
    pub allowed: bool,
}

/// The windows of one key, as one node sees them.
#[derive(Default)]
pub(crate) struct Windows {
    all: Mutex<[Window; LimitClass::ALL.len()]>,
    /// One request at a time asks the database for more.
    asking: tokio::sync::Mutex<()>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Window {
    start: i64,
    /// Taken by this node and not used yet.
    have: i64,
    /// Taken by nobody, when it was last looked at.
    left: i64,
    /// Somebody asked, and nothing was left.
    empty: bool,
}

impl Windows {
    /// Uses one of the requests that this node has. `None` when it has none and must ask for more.
    fn spend(&self, class: LimitClass, quota: i64, now: Timestamp) -> Option<Spent> {
        let start = now.0 - now.0.rem_euclid(WINDOW_S);
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let window = &mut all[class as usize];
        if window.start != start {
            *window = Window { start, ..Window::default() };
        }
        let allowed = window.have > 0;
        if !allowed && !window.empty {
            return None;
        }
        window.have -= i64::from(allowed);
        let left = window.have + window.left;
        Some(Spent { class, quota, left, reset_s: start + WINDOW_S - now.0, allowed })
    }

    fn add(&self, class: LimitClass, start: Timestamp, granted: i64, left: i64) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let window = &mut all[class as usize];
        // Another window may have begun meanwhile; then these are lost.
        if window.start == start.0 {
            window.have += granted;
            window.left = left;
            window.empty = granted == 0;
        }
    }
}

impl ApiKeyService {
    /// Counts a request against its key's limit.
    pub async fn spend(&self, admitted: &Admitted, class: LimitClass) -> StoreResult<Spent> {
        let (windows, quota) = (&admitted.gate.windows, self.0.limits.of(class));
        loop {
            let now = self.0.clock.now();
            if let Some(spent) = windows.spend(class, quota, now) {
                return Ok(spent);
            }
            let _asking = windows.asking.lock().await;
            // Whoever asked before may have brought enough.
            if let Some(spent) = windows.spend(class, quota, now) {
                return Ok(spent);
            }
            let start = Timestamp(now.0 - now.0.rem_euclid(WINDOW_S));
            let wanted = (quota / BLOCKS).max(1);
            let mut tx = self.0.store.begin().await?;
            let leased = tx.lease_quota(admitted.known.key.id, class, wanted, quota, start).await?;
            tx.save().await?;
            windows.add(class, start, leased.granted, leased.left);
        }
    }
}
