//! The channels of the installation, as this process uses them.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use async_trait::async_trait;
use numsift_channel::{
    BreakerState, Callbacks, Channel, ChannelConfig, Health, JobId, Kind, Lease, LeaseRequest, Limit,
    Outbound, Permits, Services,
};
use numsift_model::clock::{Clock, Entropy, Timestamp};
use numsift_store::{ChannelHealthRow, ChannelRow, LeaseRequests, LeasedRequests, Store, StoreError, Tx};
use numsift_vault::Vault;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::engine::ScreeningParts;
use crate::{Result, ScreeningError};

/// How long what a node says about a channel is believed.
const HEALTH_S: i64 = 120;
/// How often a callback is looked for.
const LOOK_EVERY: Duration = Duration::from_millis(300);

/// A channel that can be asked, and the version of it.
struct Ready {
    version: i64,
    channel: Arc<Channel>,
}

/// All channels, made ready once and again when somebody changes them.
pub struct Registry {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    vault: Vault,
    outbound: Outbound,
    deps: StoreDeps,
    ready: Mutex<HashMap<String, Ready>>,
    /// Channels that were replaced or switched off, some of whose requests may still be under way.
    leaving: Mutex<Vec<Arc<Channel>>>,
    known: Mutex<(i64, Arc<Vec<Arc<Channel>>>)>,
}

impl Registry {
    pub(crate) fn new(parts: &ScreeningParts) -> Self {
        Self {
            store: parts.store.clone(),
            clock: parts.clock.clone(),
            vault: parts.vault.clone(),
            outbound: parts.outbound.clone(),
            deps: StoreDeps {
                clock: parts.clock.clone(),
                entropy: parts.entropy.clone(),
                permits: StorePermits {
                    store: parts.store.clone(),
                    node: parts.node.clone(),
                    holders: AtomicU64::new(0),
                },
                callbacks: StoreCallbacks { store: parts.store.clone(), base: parts.callback_base.clone() },
            },
            ready: Mutex::default(),
            leaving: Mutex::default(),
            known: Mutex::new((-1, Arc::default())),
        }
    }

    /// What channels work with.
    pub fn deps(&self) -> &StoreDeps {
        &self.deps
    }

    /// What channels reach the world through.
    pub fn outbound(&self) -> &Outbound {
        &self.outbound
    }

    /// The configuration of a stored channel, with its secrets.
    pub fn opened(&self, row: &ChannelRow) -> Result<ChannelConfig> {
        let config: ChannelConfig = serde_json::from_str(&row.document)?;
        Ok(config.with_secrets(&self.open_secrets(row)?))
    }

    /// The secrets of a stored channel.
    pub fn open_secrets(&self, row: &ChannelRow) -> Result<BTreeMap<String, String>> {
        if row.secrets.is_empty() {
            return Ok(BTreeMap::new());
        }
        let sealed = self.vault.open(&purpose(&row.name), &row.secrets).map_err(ScreeningError::machine)?;
        Ok(serde_json::from_slice(&sealed)?)
    }

    /// A configuration as it is stored: the document with masks, and the sealed secrets.
    pub fn sealed(&self, mut config: ChannelConfig) -> Result<(String, Vec<u8>)> {
        let secrets = config.take_secrets();
        let sealed = self
            .vault
            .seal(&purpose(&config.name), &serde_json::to_vec(&secrets)?)
            .map_err(ScreeningError::machine)?;
        Ok((serde_json::to_string(&config)?, sealed))
    }

    /// The channels that can be asked now, those asked first in front.
    pub async fn usable(&self) -> Result<Arc<Vec<Arc<Channel>>>> {
        let mut tx = self.store.read().await?;
        self.usable_in(&mut *tx).await
    }

    /// The same for somebody who is in the middle of a unit of work: whoever holds a connection must not
    /// wait for another one.
    pub(crate) async fn usable_in(&self, tx: &mut dyn Tx) -> Result<Arc<Vec<Arc<Channel>>>> {
        let version = tx.channels_version().await?;
        {
            let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            if known.0 == version {
                return Ok(self.in_contract(&known.1));
            }
        }
        let rows = tx.channels().await?;
        let mut made = Vec::new();
        let mut leaving = Vec::new();
        let mut ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
        for row in rows.iter().filter(|row| row.enabled) {
            let kept = ready.get(&row.name).filter(|kept| kept.version == row.version);
            let channel = if let Some(kept) = kept {
                kept.channel.clone()
            } else {
                let config = self.opened(row)?;
                if config.kind != Kind::Http {
                    continue;
                }
                match Channel::new(config, self.outbound.clone()) {
                    Ok(channel) => Arc::new(channel),
                    Err(faults) => {
                        tracing::warn!(channel = row.name, ?faults, "a stored channel cannot be used");
                        continue;
                    }
                }
            };
            let old =
                ready.insert(row.name.clone(), Ready { version: row.version, channel: channel.clone() });
            leaving.extend(old.map(|old| old.channel).filter(|old| !Arc::ptr_eq(old, &channel)));
            made.push(channel);
        }
        let gone = ready.extract_if(|name, _| !rows.iter().any(|row| &row.name == name && row.enabled));
        leaving.extend(gone.map(|(_, gone)| gone.channel));
        drop(ready);
        self.leaving.lock().unwrap_or_else(PoisonError::into_inner).append(&mut leaving);
        let made = Arc::new(made);
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = (version, made.clone());
        Ok(self.in_contract(&made))
    }

    fn in_contract(&self, channels: &Arc<Vec<Arc<Channel>>>) -> Arc<Vec<Arc<Channel>>> {
        let now = self.clock.now();
        if channels.iter().all(|channel| channel.usable(now).is_ok()) {
            return channels.clone();
        }
        Arc::new(channels.iter().filter(|channel| channel.usable(now).is_ok()).cloned().collect())
    }

    /// Holds on to this process's share of the requests that may be under way, and gives back what it
    /// does not use: all of it when it stops.
    pub(crate) async fn keep_slots(&self, stopping: bool) {
        let ready: Vec<_> = {
            let ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
            ready.values().map(|ready| ready.channel.clone()).collect()
        };
        for channel in ready {
            channel.keep_slots(&self.deps, stopping).await;
        }
        let leaving = std::mem::take(&mut *self.leaving.lock().unwrap_or_else(PoisonError::into_inner));
        for channel in leaving {
            // Whoever still asks it holds it, too.
            let in_use = Arc::strong_count(&channel) > 1;
            channel.keep_slots(&self.deps, true).await;
            if in_use {
                self.leaving.lock().unwrap_or_else(PoisonError::into_inner).push(channel);
            }
        }
    }

    /// Says how this process sees its channels.
    pub(crate) async fn tell_health(&self, node: &str) -> Result<()> {
        let now = self.clock.now();
        let rows: Vec<ChannelHealthRow> = {
            let ready = self.ready.lock().unwrap_or_else(PoisonError::into_inner);
            let row = |(name, ready): (&String, &Ready)| {
                let health = ready.channel.health(now);
                let said = ChannelHealth::of(&health, ready.channel.breaker(now));
                serde_json::to_string(&said).ok().map(|document| ChannelHealthRow {
                    channel: name.clone(),
                    node: node.to_owned(),
                    document,
                    updated_at: now,
                })
            };
            ready.iter().filter_map(row).collect()
        };
        if rows.is_empty() {
            return Ok(());
        }
        let mut tx = self.store.begin().await?;
        for row in &rows {
            tx.put_channel_health(row).await?;
        }
        tx.save().await?;
        Ok(())
    }

    /// How all processes together see the channels.
    pub async fn health(&self) -> Result<BTreeMap<String, ChannelHealth>> {
        let since = self.clock.now().plus(-HEALTH_S);
        let rows = self.store.read().await?.channel_health(since).await?;
        let mut all = BTreeMap::<String, ChannelHealth>::new();
        for row in rows {
            let said: ChannelHealth = serde_json::from_str(&row.document)?;
            all.entry(row.channel).or_default().add(said);
        }
        Ok(all)
    }
}

fn purpose(name: &str) -> String {
    format!("channel:{name}")
}

/// How a channel has done lately.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, ToSchema)]
pub struct ChannelHealth {
    /// Requests today.
    pub requests: u64,
    /// The share of the last ones that went well.
    pub success_rate: Option<f64>,
    /// Half of the answers came within so many milliseconds.
    pub p50_ms: Option<u64>,
    /// Nineteen of twenty came within so many milliseconds.
    pub p95_ms: Option<u64>,
    /// `closed`, `open` or `half_open`.
    pub breaker: String,
    /// What went wrong last.
    pub last_error: String,
    /// When.
    pub last_error_at: Option<Timestamp>,
    /// Numbers asked about today.
    pub items_today: u64,
    /// What the provider charges for today, in ten-thousandths of a point.
    pub spend_today: i64,
    /// Processes that say so.
    pub nodes: u64,
}

impl ChannelHealth {
    fn of(health: &Health, breaker: BreakerState) -> Self {
        Self {
            requests: health.requests_today,
            success_rate: health.success_rate.map(|rate| f64::from(rate) / 10_000.0),
            p50_ms: health.p50_ms.map(u64::from),
            p95_ms: health.p95_ms.map(u64::from),
            breaker: match breaker {
                BreakerState::Closed => "closed",
                BreakerState::Open { .. } => "open",
                BreakerState::HalfOpen => "half_open",
            }
            .to_owned(),
            last_error: health.last_error.as_ref().map(|error| error.text.clone()).unwrap_or_default(),
            last_error_at: health.last_error.as_ref().map(|error| error.at),
            items_today: health.items_today,
            spend_today: health.spend_today.0,
            nodes: 1,
        }
    }

    /// Takes in what another process says: sums, and the worse of the rest.
    fn add(&mut self, other: Self) {
        let rate = |health: &Self| health.success_rate.unwrap_or(0.0) * as_float(health.requests);
        let requests = self.requests + other.requests;
        self.success_rate = (requests > 0).then(|| (rate(self) + rate(&other)) / as_float(requests));
        self.requests = requests;
        self.p50_ms = self.p50_ms.max(other.p50_ms);
        self.p95_ms = self.p95_ms.max(other.p95_ms);
        if self.breaker.is_empty() || other.breaker == "open" {
            self.breaker = other.breaker;
        }
        if other.last_error_at > self.last_error_at {
            self.last_error = other.last_error;
            self.last_error_at = other.last_error_at;
        }
        self.items_today += other.items_today;
        self.spend_today += other.spend_today;
        self.nodes += other.nodes;
    }
}

#[allow(clippy::cast_precision_loss)]
fn as_float(count: u64) -> f64 {
    count as f64
}

/// Limits and callbacks that hold for the whole installation, through the database.
pub struct StoreDeps {
    clock: Arc<dyn Clock>,
    entropy: Arc<dyn Entropy>,
    permits: StorePermits,
    callbacks: StoreCallbacks,
}

impl StoreDeps {
    /// The callbacks.
    pub fn store_callbacks(&self) -> &StoreCallbacks {
        &self.callbacks
    }
}

impl Services for StoreDeps {
    fn clock(&self) -> &dyn Clock {
        &*self.clock
    }

    fn entropy(&self) -> &dyn Entropy {
        &*self.entropy
    }

    fn permits(&self) -> &dyn Permits {
        &self.permits
    }

    fn callbacks(&self) -> &dyn Callbacks {
        &self.callbacks
    }
}

/// Requests are leased in blocks from the channel's row, and slots are shared among all who hold some.
struct StorePermits {
    store: Arc<dyn Store>,
    node: String,
    /// Counts those of this process who hold slots.
    holders: AtomicU64,
}

/// How long leased requests may be kept before they are made.
const VALID_FOR: Duration = Duration::from_secs(1);
/// How long slots are held by a process that is not heard of. It is heard of every two seconds.
const SLOTS_HELD_MS: i64 = 10_000;

fn now_ms() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

#[async_trait]
impl Permits for StorePermits {
    fn holder(&self) -> String {
        format!("{}/{}", self.node, self.holders.fetch_add(1, Ordering::Relaxed))
    }

    async fn lease(&self, wish: LeaseRequest<'_>) -> Lease {
        let leased = async {
            let mut tx = self.store.begin().await?;
            let leased = tx
                .lease_requests(&LeaseRequests {
                    channel: wish.channel,
                    holder: wish.holder,
                    wanted: i64::from(wish.tokens),
                    under_way: i64::from(wish.in_flight),
                    held_ms: SLOTS_HELD_MS,
                    rps: i64::from(wish.limit.rps),
                    burst: i64::from(wish.limit.burst),
                    concurrency: i64::from(wish.limit.concurrency),
                    now_ms: now_ms(),
                })
                .await?;
            tx.save().await?;
            Ok::<_, StoreError>(leased)
        };
        match leased.await {
            Ok(LeasedRequests::Granted { requests, slots }) => Lease::Granted {
                tokens: u32::try_from(requests).unwrap_or(u32::MAX),
                valid_for: VALID_FOR,
                slots: u32::try_from(slots).unwrap_or(u32::MAX),
            },
            Ok(LeasedRequests::Wait(wait_ms)) => {
                let pause_ms = u64::try_from(wait_ms).unwrap_or(1000).min(60_000);
                Lease::Wait(Duration::from_millis(pause_ms))
            }
            Ok(LeasedRequests::Full) => Lease::Full,
            Err(error) => {
                tracing::warn!(%error, channel = wish.channel, "cannot lease requests");
                Lease::Wait(Duration::from_secs(1))
            }
        }
    }

    async fn keep(&self, channel: &str, holder: &str, slots: u32) {
        let kept = async {
            let mut tx = self.store.begin().await?;
            tx.keep_slots(channel, holder, i64::from(slots), now_ms().saturating_add(SLOTS_HELD_MS)).await?;
            tx.save().await
        };
        if let Err(error) = kept.await {
            tracing::warn!(%error, channel, "cannot hold on to slots");
        }
    }

    async fn pause(&self, channel: &str, _: &Limit, pause: Duration) {
        let until = now_ms().saturating_add(i64::try_from(pause.as_millis()).unwrap_or(i64::MAX));
        let paused = async {
            let mut tx = self.store.begin().await?;
            tx.pause_channel(channel, until).await?;
            tx.save().await
        };
        if let Err(error) = paused.await {
            tracing::warn!(%error, channel, "cannot pause a channel");
        }
    }
}

/// What providers call back with goes through the database, since any node may be called.
pub struct StoreCallbacks {
    store: Arc<dyn Store>,
    base: Option<String>,
}

#[async_trait]
impl Callbacks for StoreCallbacks {
    fn url(&self, channel: &str) -> Option<String> {
        self.base.as_ref().map(|base| format!("{}/api/callbacks/{channel}", base.trim_end_matches('/')))
    }

    async fn wait(&self, channel: &str, job: &JobId, longest: Duration) -> Option<Vec<u8>> {
        let until = tokio::time::Instant::now() + longest;
        loop {
            let found = async { self.store.read().await?.callback(channel, job.as_str()).await };
            match found.await {
                Ok(Some(body)) => return Some(body),
                Ok(None) => {}
                Err(error) => tracing::warn!(%error, channel, "cannot look for a callback"),
            }
            if tokio::time::Instant::now() >= until {
                return None;
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    }
}
