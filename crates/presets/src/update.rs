//! Newer versions of a preset: what they would change in a channel that was made from an older one.

use numsift_channel::{ChannelConfig, MASK, PresetOrigin};
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;

use crate::{Choice, InputKind, Preset, find};

/// Fields that are the operator's, whatever the preset says.
const OWN_FIELDS: [&str; 4] = ["name", "checks", "contract", "preset"];

/// A newer version of the preset that a channel was made from.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
pub struct PresetUpdate {
    /// The version of the preset.
    pub version: u32,
    /// What changes in the preset, field by field.
    pub changes: Vec<PresetChange>,
    /// The channel with the changes that are taken. Fields that the operator has changed stay as they are.
    pub config: ChannelConfig,
}

/// A field that a newer version of a preset changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct PresetChange {
    /// The field, such as `limit.per_minute`.
    pub field: String,
    /// The current value as JSON; empty if there is none.
    pub old: String,
    /// The value of the new version as JSON; empty if there is none.
    pub new: String,
    /// The operator has changed this field, so the current value is kept.
    pub kept: bool,
}

impl Preset {
    /// What a channel remembers of the preset that it is made from. The channel must not contain its secrets.
    pub fn origin(&self, choice: &Choice, channel: &ChannelConfig) -> PresetOrigin {
        let is_secret =
            |key: &str| self.inputs.iter().any(|input| input.key == key && input.kind == InputKind::Secret);
        let inputs = choice.inputs.iter().filter(|(key, _)| !is_secret(key));
        PresetOrigin {
            id: self.id.clone(),
            version: self.version,
            inputs: inputs.map(|(key, value)| (key.clone(), value.clone())).collect(),
            base: fields_of(channel).into(),
        }
    }
}

/// The update of a channel with masked secrets, if there is a newer version of its preset. `adapt` changes the channel of
/// the preset as it was changed when the channel was made.
pub fn update(channel: &ChannelConfig, adapt: impl FnOnce(&mut ChannelConfig)) -> Option<PresetUpdate> {
    let origin = channel.preset.as_ref()?;
    let preset = find(&origin.id).filter(|preset| preset.version > origin.version)?;
    let mut inputs = origin.inputs.clone();
    for input in preset.inputs.iter().filter(|input| input.kind == InputKind::Secret) {
        inputs.insert(input.key.clone(), MASK.to_owned());
    }
    inputs.retain(|key, _| preset.inputs.iter().any(|input| input.key == *key));
    let choice = Choice {
        name: channel.name.clone(),
        projects: Vec::new(),
        inputs,
        contract: channel.contract.clone(),
    };
    // A version with new inputs cannot be taken: the operator makes a new channel.
    let mut latest = preset.channel(&choice).ok()?;
    adapt(&mut latest);
    let latest = fields_of(&latest);
    let base = origin.base.as_object().cloned().unwrap_or_default();
    let mut fields = fields_of(channel);
    let mut changes = Vec::new();
    merge(&base, &latest, &mut fields, "", &mut changes);
    let mut config = serde_json::to_value(channel).ok()?;
    let target = config.as_object_mut()?;
    target.retain(|name, _| OWN_FIELDS.contains(&name.as_str()));
    target.extend(fields);
    let mut config: ChannelConfig = serde_json::from_value(config).ok()?;
    config.preset = Some(PresetOrigin { version: preset.version, base: latest.into(), ..origin.clone() });
    Some(PresetUpdate { version: preset.version, changes, config })
}

/// The fields of a channel that a preset defines.
fn fields_of(channel: &ChannelConfig) -> Map<String, Value> {
    let Ok(Value::Object(mut fields)) = serde_json::to_value(channel) else { return Map::new() };
    fields.retain(|name, _| !OWN_FIELDS.contains(&name.as_str()));
    fields
}

/// Takes what differs between two versions of a preset into the current fields, unless they have been changed.
fn merge(
    base: &Map<String, Value>,
    latest: &Map<String, Value>,
    current: &mut Map<String, Value>,
    path: &str,
    changes: &mut Vec<PresetChange>,
) {
    let mut names: Vec<&String> = base.keys().chain(latest.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let (before, after) = (base.get(name), latest.get(name));
        if before == after {
            continue;
        }
        let field = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        let same_kind =
            |value: Option<&Value>| value.and_then(Value::as_object).map(|map| map.get("kind").cloned());
        // A method of authentication is taken as a whole.
        if let (Some(Value::Object(before)), Some(Value::Object(after)), Some(Value::Object(now))) =
            (before, after, current.get_mut(name))
            && same_kind(base.get(name)) == same_kind(latest.get(name))
        {
            merge(before, after, now, &field, changes);
            continue;
        }
        let now = current.get(name);
        if now == after {
            continue;
        }
        let kept = now != before;
        let shown = |value: Option<&Value>| value.map(Value::to_string).unwrap_or_default();
        changes.push(PresetChange { field, old: shown(now), new: shown(after), kept });
        if kept {
            continue;
        }
        match after {
            Some(after) => drop(current.insert(name.clone(), after.clone())),
            None => drop(current.remove(name)),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// A channel that was made from an older version of a preset, which differed in a limit, a header and a list.
    fn older() -> ChannelConfig {
        let preset = find("neutrino-hlr").unwrap();
        let inputs: BTreeMap<String, String> =
            preset.inputs.iter().map(|input| (input.key.clone(), input.example.clone())).collect();
        let choice = Choice { name: "hlr".to_owned(), inputs, ..Choice::default() };
        let mut channel = preset.channel(&choice).unwrap();
        channel.take_secrets();
        (channel.limit.rps, channel.limit.per_day) = (2, Some(9));
        channel.classify.pop();
        channel.preset = Some(PresetOrigin { version: 1, ..preset.origin(&choice, &channel) });
        channel
    }

    fn fields(update: &PresetUpdate) -> Vec<(&str, bool)> {
        update.changes.iter().map(|change| (change.field.as_str(), change.kept)).collect()
    }

    #[test]
    fn a_newer_version_changes_what_is_as_it_was() {
        let update = update(&older(), |_| {}).unwrap();
        assert_eq!(fields(&update), [("classify", false), ("limit.per_day", false), ("limit.rps", false)]);
        assert_eq!((update.config.limit.rps, update.config.limit.per_day), (5, None));
        assert_eq!(update.config.classify.len(), older().classify.len() + 1);
        let change = update.changes.iter().find(|change| change.field == "limit.per_day").unwrap();
        assert_eq!((change.old.as_str(), change.new.as_str()), ("9", ""));
        // Once it is taken, there is no update any more.
        assert_eq!(super::update(&update.config, |_| {}), None);
        assert_eq!(update.version, find("neutrino-hlr").unwrap().version);
    }

    #[test]
    fn own_changes_are_kept() {
        let mut channel = older();
        channel.limit.rps = 3;
        channel.checks = vec!["ported".to_owned()];
        channel.limit.per_month = Some(100);
        let update = update(&channel, |_| {}).unwrap();
        assert_eq!(fields(&update), [("classify", false), ("limit.per_day", false), ("limit.rps", true)]);
        assert_eq!((update.config.limit.rps, update.config.limit.per_month), (3, Some(100)));
        assert_eq!(update.config.checks, ["ported"]);
    }

    #[test]
    fn no_secret_is_remembered_or_shown() {
        let text = serde_json::to_string(&older()).unwrap()
            + &serde_json::to_string(&update(&older(), |_| {}).unwrap()).unwrap();
        assert!(!text.contains("sample-secret") && text.contains(MASK));
        let mut other = older();
        assert_eq!(update(&ChannelConfig { preset: None, ..other.clone() }, |_| {}), None);
        other.preset.as_mut().unwrap().id = "gone".to_owned();
        assert_eq!(update(&other, |_| {}), None);
    }
}
