//! Builds the channel of a preset from the operator's inputs.

use std::collections::BTreeMap;

use numsift_channel::ChannelConfig;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use crate::{Choice, Input, InputKind, Preset};

/// Longest input that is not a secret.
const MAX_TEXT: usize = 200;
/// Longest secret.
const MAX_SECRET: usize = 8 << 10;

/// An input that cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct InputFault {
    /// The key of the input, `projects` or `preset`.
    pub field: String,
    pub problem: InputProblem,
}

/// What is wrong with an input.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum InputProblem {
    Missing,
    /// It does not have the form of its kind.
    WrongForm,
    /// The preset has no such input or project.
    Unknown,
}

impl Preset {
    /// The channel with the inputs filled in, or all faults of the inputs.
    pub fn channel(&self, choice: &Choice) -> Result<ChannelConfig, Vec<InputFault>> {
        let mut faults = Vec::new();
        let mut fault = |field: &str, problem| faults.push(InputFault { field: field.to_owned(), problem });
        for key in choice.inputs.keys().filter(|key| !self.inputs.iter().any(|input| input.key == **key)) {
            fault(key, InputProblem::Unknown);
        }
        let mut values = BTreeMap::new();
        for input in &self.inputs {
            let given = choice.inputs.get(&input.key).map(|text| text.trim()).filter(|text| !text.is_empty());
            match given.or(input.default.as_deref()) {
                Some(text) if input.accepts(text) => drop(values.insert(input.key.as_str(), text)),
                Some(_) => fault(&input.key, InputProblem::WrongForm),
                None => fault(&input.key, InputProblem::Missing),
            }
        }
        let offered = self.projects();
        if choice.projects.iter().any(|project| !offered.contains(project)) {
            fault("projects", InputProblem::Unknown);
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let mut config = filled(&self.config, &values);
        config["name"] = choice.name.as_str().into();
        let built = serde_json::from_value(config);
        let mut config: ChannelConfig = built
            .map_err(|_| vec![InputFault { field: "preset".to_owned(), problem: InputProblem::WrongForm }])?;
        config.contract.clone_from(&choice.contract);
        if !choice.projects.is_empty() {
            config.checks.clone_from(&choice.projects);
        }
        Ok(config)
    }
}

impl Input {
    /// Whether a text has the form of the input.
    pub(crate) fn accepts(&self, text: &str) -> bool {
        let all = |allowed: fn(u8) -> bool| text.len() <= MAX_TEXT && text.bytes().all(allowed);
        match self.kind {
            // Not a template: braces have a meaning there.
            InputKind::Text => {
                text.len() <= MAX_TEXT && !text.contains(|c: char| c.is_control() || "{}".contains(c))
            }
            InputKind::Id => all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'),
            InputKind::Host => {
                all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.')
                    && text.contains('.')
                    && text.split('.').all(|label| !label.is_empty() && !label.starts_with('-'))
            }
            InputKind::Secret => text.len() <= MAX_SECRET,
            InputKind::Choice => self.options.iter().any(|option| option == text),
        }
    }
}

/// A value in whose texts `${key}` is replaced. Replaced texts are not looked at again.
fn filled(value: &Value, inputs: &BTreeMap<&str, &str>) -> Value {
    match value {
        Value::String(text) => replaced(text, inputs).into(),
        Value::Array(items) => items.iter().map(|item| filled(item, inputs)).collect(),
        Value::Object(fields) => {
            let fields = fields.iter().map(|(name, value)| (name.clone(), filled(value, inputs)));
            Value::Object(fields.collect())
        }
        other => other.clone(),
    }
}

fn replaced(text: &str, inputs: &BTreeMap<&str, &str>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut parts = text.split("${");
    out.push_str(parts.next().unwrap_or_default());
    for part in parts {
        let found = part.split_once('}').and_then(|(key, rest)| Some((inputs.get(key)?, rest)));
        let (value, rest) = found.map_or(("${", part), |(value, rest)| (*value, rest));
        out.push_str(value);
        out.push_str(rest);
    }
    out
}
