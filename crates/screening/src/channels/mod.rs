//! The channels of the installation, as this process uses them.

mod condition;
mod evidence;
mod health;
mod services;
mod waiting;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use numsift_channel::{Channel, ChannelConfig, Kind, Names, Outbound};
use numsift_model::channel::{ChannelCondition, ChannelState};
use numsift_model::clock::Clock;
use numsift_model::project::{Answerer, Project};
use numsift_store::{ChannelHealthRow, ChannelRow, Store, Tx};
use numsift_vault::Vault;

use self::evidence::EvidenceLog;
pub(crate) use self::evidence::{Comparison, EVIDENCE_DAYS, ProjectTraffic};
pub use self::health::ChannelHealth;
pub use self::services::StoreServices;
pub use self::waiting::{ChannelStates, Waiting};
use crate::screening::ScreeningParts;
use crate::{Result, ScreeningError};

/// How long tasks wait for a provider whose breaker is open, from its first failure on. Their numbers are unknown after that.
pub(crate) const PATIENCE_S: i64 = 3600;
/// Health reports of nodes count for this many seconds.
const HEALTH_S: i64 = 120;

pub(crate) type ChannelList = Arc<Vec<Arc<Channel>>>;

/// The channels, built from their rows and rebuilt when a row changes.
#[derive(Clone)]
pub struct Channels(Arc<Shared>);

struct Shared {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    node: String,
    vault: Vault,
    outbound: Outbound,
    services: StoreServices,
    built: Mutex<BTreeMap<String, Built>>,
    /// Channels that were replaced or disabled. Requests to them may still be running.
    retired: Mutex<Vec<Arc<Channel>>>,
    /// The enabled channels, and the version of the channel table that they were read at.
    enabled: Mutex<(i64, ChannelList)>,
    evidence: EvidenceLog,
}

/// A channel, and the version of the row that it was built from.
struct Built {
    version: i64,
    channel: Arc<Channel>,
}

impl Channels {
    pub(crate) fn new(parts: &ScreeningParts) -> Self {
        Self(Arc::new(Shared {
            store: parts.store.clone(),
            clock: parts.clock.clone(),
            node: parts.node.clone(),
            vault: parts.vault.clone(),
            outbound: parts.outbound.clone(),
            services: StoreServices::new(parts),
            built: Mutex::default(),
            retired: Mutex::default(),
            enabled: Mutex::new((-1, Arc::default())),
            evidence: EvidenceLog::default(),
        }))
    }

    /// What channels need from this installation.
    pub fn services(&self) -> &StoreServices {
        &self.0.services
    }

    /// Whether this process can resolve host names.
    pub(crate) fn names(&self) -> &Names {
        self.0.outbound.names()
    }

    pub fn outbound(&self) -> &Outbound {
        &self.0.outbound
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
        let sealed =
            self.0.vault.open(&vault_purpose(&row.name), &row.secrets).map_err(ScreeningError::machine)?;
        Ok(serde_json::from_slice(&sealed)?)
    }

    /// A configuration as it is stored: the document with masked secrets, and the sealed secrets.
    pub fn sealed(&self, mut config: ChannelConfig) -> Result<(String, Vec<u8>)> {
        let secrets = serde_json::to_vec(&config.take_secrets())?;
        let sealed =
            self.0.vault.seal(&vault_purpose(&config.name), &secrets).map_err(ScreeningError::machine)?;
        Ok((serde_json::to_string(&config)?, sealed))
    }

    /// Whether the project can be answered now: by the number engine, or by a usable channel.
    pub async fn can_answer(&self, tx: &mut dyn Tx, project: &Project) -> Result<bool> {
        if project.details.answerer != Answerer::Channels {
            return Ok(project.enabled);
        }
        Ok(can_answer(project, &self.usable(tx).await?))
    }

    /// Whether one of these channels fails and may work again before tasks give up on it.
    pub(crate) fn may_recover(&self, channels: &[Arc<Channel>]) -> bool {
        let earliest = self.0.clock.now().plus(-PATIENCE_S);
        channels.iter().filter_map(|channel| channel.tripped_since()).any(|since| since > earliest)
    }

    /// The channels that can be used now, in the order in which they are asked.
    pub(crate) async fn usable(&self, tx: &mut dyn Tx) -> Result<ChannelList> {
        let version = tx.channels_version().await?;
        {
            let enabled = lock(&self.0.enabled);
            if enabled.0 == version {
                return Ok(self.under_contract(&enabled.1));
            }
        }
        let rows = tx.channels().await?;
        let channels = Arc::new(self.build(&rows)?);
        *lock(&self.0.enabled) = (version, channels.clone());
        Ok(self.under_contract(&channels))
    }

    /// Builds the enabled channels; those whose rows have not changed are kept.
    fn build(&self, rows: &[ChannelRow]) -> Result<Vec<Arc<Channel>>> {
        let mut channels = Vec::new();
        let mut retired = Vec::new();
        let mut built = lock(&self.0.built);
        for row in rows.iter().filter(|row| row.enabled) {
            let unchanged = built.get(&row.name).filter(|built| built.version == row.version);
            let channel = if let Some(unchanged) = unchanged {
                unchanged.channel.clone()
            } else {
                let config = self.opened(row)?;
                if config.kind != Kind::Http {
                    continue;
                }
                match Channel::new(config, self.0.outbound.clone()) {
                    Ok(channel) => Arc::new(channel),
                    Err(faults) => {
                        tracing::warn!(channel = row.name, ?faults, "ignoring an invalid channel");
                        continue;
                    }
                }
            };
            let replaced =
                built.insert(row.name.clone(), Built { version: row.version, channel: channel.clone() });
            retired.extend(replaced.map(|old| old.channel).filter(|old| !Arc::ptr_eq(old, &channel)));
            channels.push(channel);
        }
        let removed =
            built.extract_if(.., |name, _| !rows.iter().any(|row| &row.name == name && row.enabled));
        retired.extend(removed.map(|(_, old)| old.channel));
        drop(built);
        lock(&self.0.retired).append(&mut retired);
        Ok(channels)
    }

    fn under_contract(&self, channels: &ChannelList) -> ChannelList {
        let now = self.0.clock.now();
        if channels.iter().all(|channel| channel.usable(now).is_ok()) {
            return channels.clone();
        }
        Arc::new(channels.iter().filter(|channel| channel.usable(now).is_ok()).cloned().collect())
    }

    /// Renews this process's share of the concurrency slots and releases the slots that it does not use.
    pub(crate) async fn renew_slots(&self) {
        self.keep_slots(false).await;
    }

    /// Releases all slots that are not in use, before the process stops.
    pub(crate) async fn release_slots(&self) {
        self.keep_slots(true).await;
    }

    async fn keep_slots(&self, stopping: bool) {
        let built: Vec<_> = lock(&self.0.built).values().map(|built| built.channel.clone()).collect();
        for channel in built {
            channel.keep_slots(&self.0.services, stopping).await;
        }
        let retired = std::mem::take(&mut *lock(&self.0.retired));
        for channel in retired {
            // A request that is still running holds a reference, too.
            let in_use = Arc::strong_count(&channel) > 1;
            channel.keep_slots(&self.0.services, true).await;
            if in_use {
                lock(&self.0.retired).push(channel);
            }
        }
    }

    /// Disables a channel whose provider refuses to serve this installation, and notifies the staff.
    pub(crate) async fn disable(&self, name: &str, reason: &str) -> Result<()> {
        let now = self.0.clock.now();
        let mut tx = self.0.store.begin().await?;
        if tx.disable_channel(name, reason).await? {
            let was = tx.channel_states().await?.into_iter().find(|state| state.channel == name);
            let was = was.map(|state| state.condition).unwrap_or_default();
            let state = ChannelState {
                channel: name.to_owned(),
                condition: ChannelCondition::Refused,
                since: now,
                detail: reason.to_owned(),
            };
            condition::change(&mut *tx, &state, was).await?;
        }
        tx.save().await?;
        Ok(())
    }

    /// Stores how this process sees its channels.
    pub async fn publish_health(&self) -> Result<()> {
        let now = self.0.clock.now();
        let rows: Vec<ChannelHealthRow> = lock(&self.0.built)
            .iter()
            .filter_map(|(name, Built { channel, .. })| {
                let health = ChannelHealth::of(&channel.health(now), channel.breaker(now));
                let document = serde_json::to_string(&health).ok()?;
                let (channel, node) = (name.clone(), self.0.node.clone());
                Some(ChannelHealthRow { channel, node, document, updated_at: now })
            })
            .collect();
        if rows.is_empty() {
            return Ok(());
        }
        let mut tx = self.0.store.begin().await?;
        for row in &rows {
            tx.put_channel_health(row).await?;
        }
        tx.save().await?;
        Ok(())
    }

    /// The health of all channels, merged over all nodes.
    pub async fn health(&self) -> Result<BTreeMap<String, ChannelHealth>> {
        let since = self.0.clock.now().plus(-HEALTH_S);
        let rows = self.0.store.read().await?.channel_health(since).await?;
        merged(rows)
    }
}

/// The reports of all nodes by channel.
fn merged(rows: Vec<ChannelHealthRow>) -> Result<BTreeMap<String, ChannelHealth>> {
    let mut merged = BTreeMap::<String, ChannelHealth>::new();
    for row in rows {
        merged.entry(row.channel).or_default().merge(serde_json::from_str(&row.document)?);
    }
    Ok(merged)
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn vault_purpose(name: &str) -> String {
    format!("channel:{name}")
}

/// Whether the project can be answered: by the number engine, or by one of these channels.
pub(crate) fn can_answer(project: &Project, usable: &[Arc<Channel>]) -> bool {
    let answered = project.details.answerer != Answerer::Channels
        || !serving(usable, &project.slug, &project.details.channels).is_empty();
    project.enabled && answered
}

/// The channels that are asked for a project, in order: those that it names, or all that serve it when it names none.
pub(crate) fn serving(channels: &[Arc<Channel>], project: &str, named: &[String]) -> Vec<Arc<Channel>> {
    let serves = |channel: &&Arc<Channel>| channel.config().serves(project, None);
    if named.is_empty() {
        return channels.iter().filter(serves).cloned().collect();
    }
    named
        .iter()
        .filter_map(|name| channels.iter().find(|channel| &channel.config().name == name))
        .filter(serves)
        .cloned()
        .collect()
}
