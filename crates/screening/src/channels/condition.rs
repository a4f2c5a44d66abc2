//! Notices when a channel stops working or works again, and tells the staff once per change.

use std::collections::BTreeMap;

use numsift_channel::{ChannelConfig, Unusable};
use numsift_model::account::AccountType;
use numsift_model::channel::{ChannelCondition, ChannelState};
use numsift_model::clock::Timestamp;
use numsift_model::notification::Audience;
use numsift_model::texts::notifications;
use numsift_model::webhook::WebhookEvent;
use numsift_store::{ChannelRow, NewMessage, Tx};
use serde_json::json;

use super::{ChannelHealth, Channels, HEALTH_S, merged};
use crate::Result;
use crate::notify::notify;

/// A channel with fewer recent requests is not judged by its success rate.
const LEAST_REQUESTS: u64 = 20;
/// Below this success rate, in per cent, a channel is degraded.
const DEGRADED_BELOW: u64 = 80;
/// From this success rate on, in per cent, a degraded channel works again.
const RECOVERED_FROM: u64 = 90;

/// What a channel looks like now: its condition and a message for the operator; `None` for channels that are not in
/// use.
fn observe(
    row: &ChannelRow,
    config: &ChannelConfig,
    health: &ChannelHealth,
    before: Option<&ChannelState>,
    now: Timestamp,
) -> Option<(ChannelCondition, String)> {
    if !row.enabled {
        let reason = &row.disabled_reason;
        return (!reason.is_empty()).then(|| (ChannelCondition::Refused, reason.clone()));
    }
    match config.under_contract(now) {
        Ok(()) => {}
        Err(Unusable::Expired { on }) => return Some((ChannelCondition::Expired, on)),
        Err(_) => return None,
    }
    // A node whose breaker has no traffic stays open while other nodes get answers.
    if health.tripped_since.is_some_and(|since| health.last_success_at.is_none_or(|at| at <= since)) {
        return Some((ChannelCondition::Down, health.last_error.clone()));
    }
    let (requests, failures) = (health.recent_requests, health.recent_failures);
    let rate = (requests >= LEAST_REQUESTS).then(|| (requests - failures.min(requests)) * 100 / requests);
    if let Some(rate) = rate.filter(|rate| *rate < DEGRADED_BELOW) {
        return Some((ChannelCondition::Degraded, format!("{rate} %")));
    }
    let working = Some((ChannelCondition::Working, String::new()));
    let Some(before) = before else { return working };
    // Recovery needs evidence: a restarted process knows of no failures.
    let recovered = match before.condition {
        ChannelCondition::Down => health.last_success_at.is_some_and(|at| at > before.since),
        ChannelCondition::Degraded => {
            health.last_success_at.is_some_and(|at| at > before.since)
                && rate.is_none_or(|rate| rate >= RECOVERED_FROM)
        }
        ChannelCondition::Working | ChannelCondition::Refused | ChannelCondition::Expired => true,
    };
    if recovered { working } else { Some((before.condition, before.detail.clone())) }
}

impl Channels {
    /// Compares the channels with their recorded conditions, and tells the staff what has changed.
    pub async fn watch(&self) -> Result<()> {
        let now = self.0.clock.now();
        let mut tx = self.0.store.read().await?;
        let rows = tx.channels().await?;
        let before: BTreeMap<_, _> =
            tx.channel_states().await?.into_iter().map(|state| (state.channel.clone(), state)).collect();
        let health = merged(tx.channel_health(now.plus(-HEALTH_S)).await?)?;
        drop(tx);
        let unknown = ChannelHealth::default();
        for row in &rows {
            let config: ChannelConfig = serde_json::from_str(&row.document)?;
            let (was, health) = (before.get(&row.name), health.get(&row.name).unwrap_or(&unknown));
            let observed = observe(row, &config, health, was, now);
            let condition = observed.as_ref().map(|(condition, _)| *condition);
            let working = matches!(condition, None | Some(ChannelCondition::Working));
            metrics::gauge!("numsift_channel_working", "channel" => row.name.clone()).set(if working {
                1.0
            } else {
                0.0
            });
            match (observed, was) {
                (None, None) => {}
                (None, Some(_)) => self.forget_state(&row.name).await?,
                (Some((condition, _)), was)
                    if condition == was.map(|was| was.condition).unwrap_or_default() => {}
                (Some((condition, detail)), was) => {
                    let state = ChannelState { channel: row.name.clone(), condition, since: now, detail };
                    let mut tx = self.0.store.begin().await?;
                    change(&mut *tx, &state, was.map(|was| was.condition).unwrap_or_default()).await?;
                    tx.save().await?;
                }
            }
        }
        for gone in before.keys().filter(|name| !rows.iter().any(|row| &row.name == *name)) {
            self.forget_state(gone).await?;
        }
        Ok(())
    }

    async fn forget_state(&self, channel: &str) -> Result<()> {
        let mut tx = self.0.store.begin().await?;
        tx.forget_channel_state(channel).await?;
        tx.save().await?;
        Ok(())
    }
}

/// Records a new condition and tells the staff, unless another node has done so.
pub(super) async fn change(tx: &mut dyn Tx, new: &ChannelState, was: ChannelCondition) -> Result<()> {
    if !tx.change_channel_state(new, was).await? {
        return Ok(());
    }
    let ChannelState { channel, condition, since, detail } = new;
    tracing::warn!(channel, condition = condition.as_str(), was = was.as_str(), detail, "a channel changed");
    metrics::counter!("numsift_channel_changes_total", "channel" => channel.clone(),
        "condition" => condition.as_str())
    .increment(1);
    for staff in [AccountType::SuperAdministrator, AccountType::Operator] {
        let texts = notifications::channel_changed(channel, *condition, detail);
        notify(tx, Audience::Type(staff), texts, *since).await?;
    }
    tx.emit(None, "notify", "{}", *since).await?;
    // Without the channel's name, because customers get it as well: their tasks may wait or go on.
    tx.emit(None, "channel", "{}", *since).await?;
    for uid in tx.staff_with_webhooks().await? {
        let data = json!({ "channel": channel, "condition": condition, "was": was, "detail": detail });
        let about = format!("{channel}_{}_{}_{uid}", condition.as_str(), since.0);
        tx.tell_webhooks(&NewMessage::new(uid, WebhookEvent::ChannelChanged, about, *since, data)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use ChannelCondition::{Degraded, Down, Expired, Refused, Working};

    use super::*;

    const NOW: Timestamp = Timestamp(1_800_000_000);

    fn row(enabled: bool, reason: &str) -> ChannelRow {
        ChannelRow {
            name: "hlr".to_owned(),
            priority: 1,
            enabled,
            disabled_reason: reason.to_owned(),
            version: 1,
            document: String::new(),
            secrets: Vec::new(),
        }
    }

    fn config(expires: &str) -> ChannelConfig {
        let yaml = format!(
            "name: hlr\nkind: http\nbase_url: https://api.example.com\nchecks: [whatsapp]\n\
             contract: {{ref: '1', expires: '{expires}'}}\nmode: sync\nsubmit: {{method: POST, path: /x, body: '{{}}'}}\n\
             items: '$[*]'\nmatch: {{key: '$.n', by: digits}}\nmap: [{{to: status, path: '$.s'}}]\n"
        );
        ChannelConfig::from_yaml(&yaml).unwrap()
    }

    fn was(condition: ChannelCondition) -> ChannelState {
        let detail = "before".to_owned();
        ChannelState { channel: "hlr".to_owned(), condition, since: NOW.plus(-60), detail }
    }

    #[test]
    fn the_condition_follows_from_row_contract_and_health() {
        let health = ChannelHealth::default;
        let tripped = |success: Option<i64>| ChannelHealth {
            tripped_since: Some(NOW.plus(-30)),
            last_success_at: success.map(|ago| NOW.plus(-ago)),
            ..health()
        };
        let recent = |requests, failures, success: i64| ChannelHealth {
            recent_requests: requests,
            recent_failures: failures,
            last_success_at: Some(NOW.plus(-success)),
            ..health()
        };
        let long = "2099-01-01";
        for (row, expires, health, before, expected) in [
            (row(true, ""), long, health(), None, Some(Working)),
            (row(false, ""), long, health(), Some(was(Down)), None),
            (row(false, "HTTP 402"), long, health(), None, Some(Refused)),
            (row(true, ""), "2020-01-01", health(), None, Some(Expired)),
            (row(true, ""), long, tripped(None), None, Some(Down)),
            (row(true, ""), long, tripped(Some(31)), None, Some(Down)),
            // Another node got an answer after the breaker of an idle node had opened.
            (row(true, ""), long, tripped(Some(29)), None, Some(Working)),
            (row(true, ""), long, recent(19, 19, 90), None, Some(Working)),
            (row(true, ""), long, recent(20, 5, 90), None, Some(Degraded)),
            (row(true, ""), long, recent(20, 4, 90), None, Some(Working)),
            // A degraded channel must do better than the limit, and an empty history proves nothing.
            (row(true, ""), long, recent(20, 3, 1), Some(was(Degraded)), Some(Degraded)),
            (row(true, ""), long, recent(20, 2, 1), Some(was(Degraded)), Some(Working)),
            (row(true, ""), long, health(), Some(was(Down)), Some(Down)),
            (row(true, ""), long, recent(1, 0, 61), Some(was(Down)), Some(Down)),
            (row(true, ""), long, recent(1, 0, 59), Some(was(Down)), Some(Working)),
            (row(true, ""), long, health(), Some(was(Refused)), Some(Working)),
            (row(true, ""), long, health(), Some(was(Expired)), Some(Working)),
        ] {
            let observed = observe(&row, &config(expires), &health, before.as_ref(), NOW);
            let condition = observed.map(|(condition, _)| condition);
            assert_eq!(condition, expected, "{row:?} {expires} {health:?} {before:?}");
        }
    }
}
