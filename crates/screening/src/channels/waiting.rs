//! Why running tasks wait: the channels of their checks that do not work.

use std::collections::BTreeMap;

use numsift_channel::ChannelConfig;
use numsift_model::channel::{ChannelCondition, ChannelState};
use numsift_model::clock::Timestamp;
use numsift_model::project::Answerer;
use numsift_model::task::{Task, TaskState};
use numsift_store::Tx;

use super::Channels;
use crate::Result;

/// Why a task waits or is slow.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Waiting {
    /// Since when a provider fails.
    pub since: Timestamp,
    /// Channels that serve the task's checks.
    pub channels: usize,
    /// Those among them that do not work; for staff only, since they name providers.
    pub failing: Vec<ChannelState>,
    /// No channel works for at least one of the checks.
    pub stopped: bool,
}

/// The channels and their conditions at one moment.
pub struct ChannelStates {
    /// In the order in which they are asked.
    configs: Vec<ChannelConfig>,
    /// Only of channels that do not work.
    failing: BTreeMap<String, ChannelState>,
}

impl Channels {
    /// Reads the conditions of all channels.
    pub async fn states(&self, tx: &mut dyn Tx) -> Result<ChannelStates> {
        let failing: BTreeMap<_, _> = tx
            .channel_states()
            .await?
            .into_iter()
            .filter(|state| state.condition != ChannelCondition::Working)
            .map(|state| (state.channel.clone(), state))
            .collect();
        let mut configs = Vec::new();
        if !failing.is_empty() {
            // Channels that staff have disabled are not in use.
            for row in
                tx.channels().await?.into_iter().filter(|row| row.enabled || failing.contains_key(&row.name))
            {
                configs.push(serde_json::from_str(&row.document)?);
            }
        }
        Ok(ChannelStates { configs, failing })
    }
}

impl ChannelStates {
    /// Why a running task waits; `None` if all its channels work.
    pub fn waiting(&self, task: &Task) -> Option<Waiting> {
        if task.state != TaskState::Running || self.failing.is_empty() {
            return None;
        }
        let mut serving: BTreeMap<&str, Option<&ChannelState>> = BTreeMap::new();
        let mut stopped = false;
        for check in task.asked.plan.checks.iter().filter(|check| check.answerer == Answerer::Channels) {
            let of_check: Vec<_> = self
                .configs
                .iter()
                .filter(|config| check.channels.is_empty() || check.channels.contains(&config.name))
                .filter(|config| config.serves(&check.project, None))
                .map(|config| (config.name.as_str(), self.failing.get(&config.name)))
                .collect();
            stopped |= !of_check.is_empty()
                && of_check.iter().all(|(_, state)| {
                    state.is_some_and(|state| state.condition != ChannelCondition::Degraded)
                });
            serving.extend(of_check);
        }
        let failing: Vec<_> = serving.values().copied().flatten().cloned().collect();
        let since = failing.iter().map(|state| state.since).min()?;
        Some(Waiting { since, channels: serving.len(), failing, stopped })
    }
}
