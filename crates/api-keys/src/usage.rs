//! API usage and the last requests of each key: collected in memory and saved every few seconds.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use numsift_model::api_key::{ApiRequest, ApiUsage, KEPT_REQUESTS};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, Uid};
use numsift_store::StoreResult;
use tokio::sync::watch;

use crate::{Admitted, ApiKeyService};

/// How often usage is saved.
const SAVE_EVERY: Duration = Duration::from_secs(5);
const DAY_S: i64 = 86_400;

/// Usage that is not saved yet.
#[derive(Default)]
pub(crate) struct Usage(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    keys: HashMap<ApiKeyId, Used>,
    /// Usage of days before the newest day of a key, by account and day.
    earlier: HashMap<(Uid, i64), ApiUsage>,
    /// The last requests of each key, oldest first.
    requests: HashMap<ApiKeyId, VecDeque<ApiRequest>>,
}

/// The usage of a key on one day.
struct Used {
    uid: Uid,
    day: i64,
    usage: ApiUsage,
    at: Timestamp,
    address: Option<IpAddr>,
}

impl Counted {
    fn add_request(&mut self, key: ApiKeyId, request: ApiRequest) {
        let kept = self.requests.entry(key).or_default();
        if kept.len() == KEPT_REQUESTS {
            kept.pop_front();
        }
        kept.push_back(request);
    }

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
                    // Days arrive in order, except for usage that could not be saved and is put back.
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

    /// Puts back usage that could not be saved.
    fn put_back(&self, counted: Counted) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (account, usage) in counted.earlier {
            *now.earlier.entry(account).or_default() += usage;
        }
        for (key, used) in counted.keys {
            now.add(key, used);
        }
        for (key, mut requests) in counted.requests {
            let newer = now.requests.remove(&key).unwrap_or_default();
            requests.extend(newer);
            requests.drain(..requests.len().saturating_sub(KEPT_REQUESTS));
            now.requests.insert(key, requests);
        }
    }
}

impl ApiKeyService {
    /// Counts a request.
    pub fn count(&self, admitted: &Admitted, usage: ApiUsage, request: ApiRequest) {
        let at = request.at;
        let key = &admitted.known.key;
        let (uid, day, address) = (key.of.uid, at.0.div_euclid(DAY_S), admitted.address);
        let mut counted = self.0.usage.0.lock().unwrap_or_else(PoisonError::into_inner);
        counted.add(key.id, Used { uid, day, usage, at, address });
        counted.add_request(key.id, request);
    }

    /// Saves the usage counted so far.
    pub async fn save_usage(&self) -> StoreResult<()> {
        let counted = self.0.usage.take();
        if counted.keys.is_empty() && counted.earlier.is_empty() {
            return Ok(());
        }
        let saved = self.save(&counted).await;
        if saved.is_err() {
            self.0.usage.put_back(counted);
        }
        saved
    }

    async fn save(&self, counted: &Counted) -> StoreResult<()> {
        // The same order on all nodes, so that they cannot deadlock.
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
            if let Some(requests) = counted.requests.get(key) {
                let requests: Vec<_> = requests.iter().cloned().collect();
                tx.add_api_requests(*key, &requests).await?;
            }
        }
        tx.save().await
    }

    /// Saves usage every few seconds, and once more at shutdown.
    pub async fn keep_usage(self, mut stop: watch::Receiver<bool>) {
        loop {
            let stopping = tokio::time::timeout(SAVE_EVERY, stop.wait_for(|stop| *stop)).await.is_ok();
            if let Err(error) = self.save_usage().await {
                tracing::warn!(%error, "cannot save API usage");
            }
            if stopping {
                return;
            }
        }
    }
}
