//! What is done through the API: counted in memory, and written down now and then.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use numsift_model::api_key::ApiUsage;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, Uid};
use numsift_store::StoreResult;
use tokio::sync::watch;

use crate::{Admitted, ApiKeyService};

/// How often it is written down.
const WRITE_EVERY: Duration = Duration::from_secs(5);
/// Seconds of a day.
const DAY_S: i64 = 86_400;

/// What was counted and is not written down yet.
#[derive(Default)]
pub(crate) struct Usage(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    keys: HashMap<ApiKeyId, Used>,
    /// By account and day, what was counted with a key before its newest day.
    earlier: HashMap<(Uid, i64), ApiUsage>,
}

/// What was done with a key on one day.
struct Used {
    uid: Uid,
    day: i64,
    usage: ApiUsage,
    at: Timestamp,
    address: Option<IpAddr>,
}

impl Counted {
    fn add(&mut self, key: ApiKeyId, used: Used) {
        match self.keys.entry(key) {
            Entry::Vacant(vacant) => {
                vacant.insert(used);
            }
            Entry::Occupied(mut occupied) => {
                let known = occupied.get_mut();
                if known.day == used.day {
                    known.usage += used.usage;
                    if known.at <= used.at {
                        (known.at, known.address) = (used.at, used.address);
                    }
                } else {
                    // Days come in their order, but for what could not be written and is put back.
                    let other = if known.day < used.day { std::mem::replace(known, used) } else { used };
                    *self.earlier.entry((other.uid, other.day)).or_default() += other.usage;
                }
            }
        }
    }
}

impl Usage {
    fn take(&self) -> Counted {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts back what could not be written.
    fn put_back(&self, counted: Counted) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (account, usage) in counted.earlier {
            *now.earlier.entry(account).or_default() += usage;
        }
        for (key, used) in counted.keys {
            now.add(key, used);
        }
    }
}

impl ApiKeyService {
    /// Counts a request.
    pub fn count(&self, admitted: &Admitted, usage: ApiUsage) {
        let at = self.0.clock.now();
        let key = &admitted.known.key;
        let (uid, day, address) = (key.of.uid, at.0.div_euclid(DAY_S), admitted.address);
        let mut counted = self.0.usage.0.lock().unwrap_or_else(PoisonError::into_inner);
        counted.add(key.id, Used { uid, day, usage, at, address });
    }

    /// Writes down what was counted.
    pub async fn write_usage(&self) -> StoreResult<()> {
        let counted = self.0.usage.take();
        if counted.keys.is_empty() && counted.earlier.is_empty() {
            return Ok(());
        }
        let written = self.write(&counted).await;
        if written.is_err() {
            self.0.usage.put_back(counted);
        }
        written
    }

    async fn write(&self, counted: &Counted) -> StoreResult<()> {
        // In one order everywhere, so that two nodes never wait for each other.
        let mut accounts: BTreeMap<(Uid, i64), ApiUsage> =
            counted.earlier.iter().map(|(account, usage)| (*account, *usage)).collect();
        for used in counted.keys.values() {
            *accounts.entry((used.uid, used.day)).or_default() += used.usage;
        }
        let mut keys: Vec<_> = counted.keys.iter().collect();
        keys.sort_unstable_by_key(|(key, _)| **key);
        let mut tx = self.0.store.begin().await?;
        for ((uid, day), usage) in accounts {
            tx.add_api_usage(uid, Timestamp(day * DAY_S), &usage).await?;
        }
        for (key, used) in keys {
            let address = used.address.map(|address| address.to_string()).unwrap_or_default();
            tx.note_api_use(*key, used.at, &address).await?;
        }
        tx.save().await
    }

    /// Writes down what is counted, now and then, and once more when it is told to stop.
    pub async fn keep_usage(self, mut stop: watch::Receiver<bool>) {
        loop {
            let stopping = tokio::time::timeout(WRITE_EVERY, stop.wait_for(|stop| *stop)).await.is_ok();
            if let Err(error) = self.write_usage().await {
                tracing::warn!(%error, "what was done through the API could not be written down");
            }
            if stopping {
                return;
            }
        }
    }
}
