//! Authenticates requests. Keys are cached for a second or two, so that most requests need no database query and a
//! revoked key is soon refused on all nodes.

use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, PoisonError, RwLock};

use numsift_model::account::Account;
use numsift_model::api_key::{ApiKey, ApiKeyState};
use numsift_model::clock::Timestamp;
use numsift_model::permission::Permissions;
use numsift_store::StoreResult;
use quick_cache::sync::Cache;

use crate::keys::{KeyText, same};
use crate::limits::Windows;
use crate::{ApiKeyService, Denied};

/// A cached key of this age is read again in the background.
const RENEW_AFTER_S: i64 = 1;
/// A cached key of this age is read again before the request is admitted.
const KEEP_S: i64 = 2;
/// Keys in the cache.
const MAX_CACHED: usize = 10_000;

/// A key and its account, as they were a moment ago.
pub struct Known {
    pub key: ApiKey,
    pub account: Account,
    /// What the account's roles allow; the scopes of the key narrow it further.
    pub permissions: Permissions,
    read_at: Timestamp,
}

/// The state of a key on this node.
pub(crate) struct Gate {
    known: RwLock<Arc<Known>>,
    renewing: AtomicBool,
    pub windows: Windows,
}

/// The cached keys by prefix.
pub(crate) struct Gates(Cache<String, Arc<Gate>>);

impl Default for Gates {
    fn default() -> Self {
        Self(Cache::new(MAX_CACHED))
    }
}

/// An authenticated request.
#[derive(Clone)]
pub struct Admitted {
    pub known: Arc<Known>,
    /// The client's address.
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
        self.0.get(prefix)
    }

    /// Adds or updates a key. The rate limit windows of a cached key stay as they are.
    fn put(&self, known: Known) -> Arc<Gate> {
        let known = Arc::new(known);
        let Ok(gate) = self.0.get_or_insert_with::<_, Infallible>(known.key.of.prefix.as_str(), || {
            let (known, renewing) = (RwLock::new(known.clone()), AtomicBool::new(false));
            Ok(Arc::new(Gate { known, renewing, windows: Windows::default() }))
        });
        *gate.known.write().unwrap_or_else(PoisonError::into_inner) = known;
        gate
    }

    fn remove(&self, prefix: &str) {
        self.0.remove(prefix);
    }
}

impl ApiKeyService {
    /// Authenticates a request. `address` is the client's.
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

    /// Updates the cache after a change of a key on this node.
    pub fn key_changed(&self, key: &ApiKey) {
        if let Some(gate) = self.0.gates.get(&key.of.prefix) {
            let mut known = gate.known.write().unwrap_or_else(PoisonError::into_inner);
            let (account, permissions) = (known.account.clone(), known.permissions.clone());
            *known = Arc::new(Known { key: key.clone(), account, permissions, read_at: known.read_at });
        }
    }

    /// Reads these keys again at their next use, after a change on this node.
    pub fn forget_keys(&self, prefixes: &[String]) {
        for prefix in prefixes {
            self.0.gates.remove(prefix);
        }
    }

    async fn gate(&self, prefix: &str, now: Timestamp) -> StoreResult<Option<(Arc<Gate>, Arc<Known>)>> {
        if let Some(gate) = self.0.gates.get(prefix) {
            let known = gate.known();
            let age = now.since(known.read_at);
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
            // The next request reads it again and reports the error.
            Err(error) => tracing::warn!(%error, "cannot renew a cached API key"),
        }
        gate.renewing.store(false, Ordering::Relaxed);
    }

    async fn read(&self, prefix: &str) -> StoreResult<Option<Known>> {
        let read_at = self.0.clock.now();
        let mut tx = self.0.store.read().await?;
        let Some(key) = tx.api_key_by_prefix(prefix).await? else { return Ok(None) };
        let Some(account) = tx.account(key.of.uid).await? else { return Ok(None) };
        let permissions = tx.permissions(&account.roles).await?;
        Ok(Some(Known { key, account, permissions, read_at }))
    }
}
