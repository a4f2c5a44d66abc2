//! Rate limits per key. They hold for all nodes together: each node leases requests in blocks from the key's row in
//! the database.

use std::sync::{Mutex, PoisonError};

use numsift_model::api_key::LimitClass;
use numsift_model::clock::Timestamp;
use numsift_store::StoreResult;

use crate::{Admitted, ApiKeyService};

/// Length of a rate limit window, in seconds.
pub const WINDOW_S: i64 = 60;
/// A node leases this fraction of a limit at a time: few writes, and few requests leased in vain.
const BLOCKS: i64 = 50;

/// Requests per key and minute.
#[derive(Debug, Clone, Copy)]
pub struct Limits {
    /// Lookups.
    pub lookup: i64,
    /// Starting and cancelling tasks.
    pub tasks: i64,
    /// Requests that only read.
    pub read: i64,
}

impl Default for Limits {
    fn default() -> Self {
        Self { lookup: 3000, tasks: 60, read: 1200 }
    }
}

impl Limits {
    pub fn of(&self, class: LimitClass) -> i64 {
        match class {
            LimitClass::Lookup => self.lookup,
            LimitClass::Tasks => self.tasks,
            LimitClass::Read => self.read,
        }
    }
}

/// The state of a key's limit after a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Spent {
    pub class: LimitClass,
    /// Requests per window.
    pub quota: i64,
    /// Requests left in this window.
    pub left: i64,
    /// Seconds until the next window.
    pub reset_s: i64,
    /// Whether the request is within the limit.
    pub allowed: bool,
}

/// The windows of one key on this node.
#[derive(Default)]
pub(crate) struct Windows {
    all: Mutex<[Window; LimitClass::ALL.len()]>,
    /// Only one request at a time leases more.
    leasing: tokio::sync::Mutex<()>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Window {
    start: i64,
    /// Leased by this node and not used yet.
    have: i64,
    /// Leased by no node at the time of the last lease.
    left: i64,
    /// The last lease granted nothing.
    empty: bool,
}

impl Windows {
    /// Uses leased requests, all or none. `None` if too few are left and more must be leased.
    fn spend(&self, class: LimitClass, count: i64, quota: i64, now: Timestamp) -> Option<Spent> {
        let start = now.0 - now.0.rem_euclid(WINDOW_S);
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let window = &mut all[class as usize];
        if window.start != start {
            *window = Window { start, ..Window::default() };
        }
        let allowed = window.have >= count;
        if !allowed && !window.empty {
            return None;
        }
        if allowed {
            window.have -= count;
        }
        let left = window.have + window.left;
        Some(Spent { class, quota, left, reset_s: start + WINDOW_S - now.0, allowed })
    }

    fn add(&self, class: LimitClass, start: Timestamp, granted: i64, left: i64) {
        let mut all = self.all.lock().unwrap_or_else(PoisonError::into_inner);
        let window = &mut all[class as usize];
        // If another window has begun in the meantime, the lease is lost.
        if window.start == start.0 {
            window.have += granted;
            window.left = left;
            window.empty = granted == 0;
        }
    }
}

impl ApiKeyService {
    /// Counts requests against their key's limit, all or none.
    pub async fn spend(&self, admitted: &Admitted, class: LimitClass, count: i64) -> StoreResult<Spent> {
        let (windows, quota) = (&admitted.gate.windows, self.0.limits.of(class));
        loop {
            let now = self.0.clock.now();
            if let Some(spent) = windows.spend(class, count, quota, now) {
                return Ok(spent);
            }
            let _leasing = windows.leasing.lock().await;
            // Another request may have leased enough in the meantime.
            if let Some(spent) = windows.spend(class, count, quota, now) {
                return Ok(spent);
            }
            let start = Timestamp(now.0 - now.0.rem_euclid(WINDOW_S));
            let wanted = (quota / BLOCKS).max(count);
            let mut tx = self.0.store.begin().await?;
            let leased = tx.lease_quota(admitted.known.key.id, class, wanted, quota, start).await?;
            tx.save().await?;
            windows.add(class, start, leased.granted, leased.left);
        }
    }
}
