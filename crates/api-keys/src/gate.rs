//! Who is let in. What is known of a key is kept for a second or two, so that a request with a known
//! key asks no database, and a key that was revoked on one node is soon refused on all.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use numsift_model::account::Account;
use numsift_model::api_key::{ApiKey, ApiKeyState};
use numsift_model::clock::Timestamp;
use numsift_store::StoreResult;

use crate::keys::{KeyText, same};
use crate::limits::Windows;
use crate::{ApiKeyService, Denied};

/// What is known of a key is read again, beside the requests, once it is so old;
const RENEW_AFTER_S: i64 = 1;
/// and when it is so old, no request is let in before it was read again.
const KEEP_S: i64 = 2;
/// Keys that are kept in memory.
const MOST_KEYS: usize = 10_000;

/// A key and its account, as they were a moment ago.
pub struct Known {
    /// The key.
    pub key: ApiKey,
    /// Whose it is.
    pub account: Account,
    at: Timestamp,
}

/// What one node keeps of a key.
pub(crate) struct Gate {
    known: RwLock<Arc<Known>>,
    renewing: AtomicBool,
    pub windows: Windows,
}

/// The keys that this node has met, by their prefix.
#[derive(Default)]
pub(crate) struct Gates(RwLock<HashMap<String, Arc<Gate>>>);

/// A request that is let in.
#[derive(Clone)]
pub struct Admitted {
    /// With which key.
    pub known: Arc<Known>,
    /// From where.
    pub address: Option<IpAddr>,
    pub(crate) gate: Arc<Gate>,
}

impl Gate {
    fn known(&self) -> Arc<Known> {
        self.known.read().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Gates {
    fn get(&self, prefix: &str) -> Option<Arc<Gate>> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).get(prefix).cloned()
    }

    /// Keeps what was read; windows that are there stay as they are.
    fn put(&self, known: Known) -> Arc<Gate> {
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(gate) = all.get(&known.key.of.prefix) {
            *gate.known.write().unwrap_or_else(PoisonError::into_inner) = Arc::new(known);
            return gate.clone();
        }
        if all.len() >= MOST_KEYS {
            all.clear();
        }
        let prefix = known.key.of.prefix.clone();
        let (known, renewing) = (RwLock::new(Arc::new(known)), AtomicBool::new(false));
        let gate = Arc::new(Gate { known, renewing, windows: Windows::default() });
        all.insert(prefix, gate.clone());
        gate
    }

    fn remove(&self, prefix: &str) {
        self.0.write().unwrap_or_else(PoisonError::into_inner).remove(prefix);
    }
}

impl ApiKeyService {
    /// Lets a request in, or says why not. `address` is the client's.
    pub async fn admit(&self, text: &str, address: Option<IpAddr>) -> Result<Admitted, Denied> {
        let text = KeyText::parse(text).ok_or(Denied::Unknown)?;
        let now = self.0.clock.now();
        let (gate, known) = self.gate(text.prefix, now).await?.ok_or(Denied::Unknown)?;
        let hash = text.hash();
        let is_old = || {
            let old = known.key.old_secret.filter(|(_, until)| *until > now);
            old.is_some_and(|(old, _)| same(&old, &hash))
        };
        if !same(&known.key.of.secret, &hash) && !is_old() {
            return Err(Denied::Unknown);
        }
        match known.key.state(now) {
            ApiKeyState::Active => {}
            ApiKeyState::Revoked => return Err(Denied::Revoked),
            ApiKeyState::Expired => return Err(Denied::Expired),
        }
        if !known.account.enabled || !known.account.account_type.has_api() {
            return Err(Denied::Account);
        }
        let ips = &known.key.of.rules.ips;
        let inside = |address: IpAddr| ips.iter().any(|range| range.contains(address));
        if !ips.is_empty() && !address.is_some_and(inside) {
            return Err(Denied::Address);
        }
        Ok(Admitted { known, address, gate })
    }

    /// Takes over a change of a key that was made here.
    pub fn key_changed(&self, key: &ApiKey) {
        if let Some(gate) = self.0.gates.get(&key.of.prefix) {
            let mut known = gate.known.write().unwrap_or_else(PoisonError::into_inner);
            let account = known.account.clone();
            *known = Arc::new(Known { key: key.clone(), account, at: known.at });
        }
    }

    async fn gate(&self, prefix: &str, now: Timestamp) -> StoreResult<Option<(Arc<Gate>, Arc<Known>)>> {
        if let Some(gate) = self.0.gates.get(prefix) {
            let known = gate.known();
            let age = now.since(known.at);
            if (0..KEEP_S).contains(&age) {
                if age >= RENEW_AFTER_S && !gate.renewing.swap(true, Ordering::Relaxed) {
                    tokio::spawn(self.clone().renew(gate.clone(), prefix.to_owned()));
                }
                return Ok(Some((gate, known)));
            }
        }
        let Some(read) = self.read(prefix).await? else {
            self.0.gates.remove(prefix);
            return Ok(None);
        };
        let gate = self.0.gates.put(read);
        let known = gate.known();
        Ok(Some((gate, known)))
    }

    async fn renew(self, gate: Arc<Gate>, prefix: String) {
        match self.read(&prefix).await {
            Ok(Some(known)) => {
                self.0.gates.put(known);
            }
            Ok(None) => self.0.gates.remove(&prefix),
            // The next request will read it, and be told.
            Err(error) => tracing::warn!(%error, "a key could not be read again"),
        }
        gate.renewing.store(false, Ordering::Relaxed);
    }

    async fn read(&self, prefix: &str) -> StoreResult<Option<Known>> {
        let at = self.0.clock.now();
        let mut tx = self.0.store.read().await?;
        let Some(key) = tx.api_key_by_prefix(prefix).await? else { return Ok(None) };
        let Some(account) = tx.account(key.of.uid).await? else { return Ok(None) };
        Ok(Some(Known { key, account, at }))
    }
}
