//! What is done through the API: counted in memory, and written down now and then.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use numsift_model::api_key::ApiUsage;
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, Uid};
use numsift_store::StoreResult;
use tokio::sync::watch;

use crate::{Admitted, Developer};

/// How often it is written down.
const WRITE_EVERY: Duration = Duration::from_secs(5);
/// Seconds of a day.
const DAY_S: i64 = 86_400;

/// What was counted and is not written down yet.
#[derive(Default)]
pub(crate) struct Usage(Mutex<Counted>);

#[derive(Default)]
struct Counted {
    /// By account and day.
    accounts: HashMap<(Uid, i64), ApiUsage>,
    keys: HashMap<ApiKeyId, (Timestamp, Option<IpAddr>)>,
}

impl Usage {
    fn take(&self) -> Counted {
        std::mem::take(&mut *self.0.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Puts back what could not be written.
    fn put_back(&self, counted: Counted) {
        let mut now = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        for (account, usage) in counted.accounts {
            *now.accounts.entry(account).or_default() += usage;
        }
        for (key, used) in counted.keys {
            now.keys.entry(key).or_insert(used);
        }
    }
}

impl Developer {
    /// Counts a request.
    pub fn count(&self, admitted: &Admitted, usage: ApiUsage) {
        let now = self.0.clock.now();
        let key = &admitted.known.key;
        let mut counted = self.0.usage.0.lock().unwrap_or_else(PoisonError::into_inner);
        *counted.accounts.entry((key.of.uid, now.0.div_euclid(DAY_S))).or_default() += usage;
        counted.keys.insert(key.id, (now, admitted.address));
    }

    /// Writes down what was counted.
    pub async fn write_usage(&self) -> StoreResult<()> {
        let counted = self.0.usage.take();
        if counted.keys.is_empty() && counted.accounts.is_empty() {
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
        let mut accounts: Vec<_> = counted.accounts.iter().collect();
        accounts.sort_unstable_by_key(|(account, _)| **account);
        let mut keys: Vec<_> = counted.keys.iter().collect();
        keys.sort_unstable_by_key(|(key, _)| **key);
        let mut tx = self.0.store.begin().await?;
        for ((uid, day), usage) in accounts {
            tx.add_api_usage(*uid, Timestamp(day * DAY_S), usage).await?;
        }
        for (key, (at, address)) in keys {
            let address = address.map(|address| address.to_string()).unwrap_or_default();
            tx.note_api_use(*key, *at, &address).await?;
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
