//! The configuration of a channel: the document that the operator edits, imports and exports.

pub(crate) mod auth;
pub(crate) mod checks;
pub(crate) mod contract;
pub(crate) mod exchange;
pub(crate) mod fault;
pub(crate) mod limits;
pub(crate) mod origin;
pub(crate) mod rules;
pub(crate) mod secret;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

use self::auth::Auth;
use self::exchange::{Callback, Csv, Poll, Submit};
use self::limits::{AnswerLimits, BreakerConfig, Cost, Limit, Retry};
use self::origin::PresetOrigin;
use self::rules::{Also, ClassifyRule, MapRule, Match};
use self::secret::{MASK, Secret};

/// The configuration of a channel. Everything but the name has a default, so that
/// [`ChannelConfig::validate`] can report all missing fields at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChannelConfig {
    /// Unique in the installation: lower-case letters, digits, `_` and `-`.
    pub name: String,
    /// An HTTP provider or the built-in number engine.
    #[serde(default)]
    pub kind: Kind,
    /// The provider's base URL, for example `https://api.example.com`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub base_url: String,
    /// The projects that this channel serves.
    #[serde(default)]
    pub checks: Vec<String>,
    /// The countries that this channel serves, as ISO codes of two letters; empty means all.
    #[serde(default)]
    pub countries: Vec<String>,
    /// The contract with the provider. A channel without a valid contract is not used.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    /// How requests are authenticated.
    #[serde(default)]
    pub auth: Auth,
    /// Secrets for the templates, which use them as `secrets.name`.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub secrets: BTreeMap<String, Secret>,
    /// How the provider returns its answers.
    #[serde(default)]
    pub mode: Mode,
    /// How many numbers go into one request.
    #[serde(default)]
    pub batch: Batch,
    /// The request that submits a batch.
    #[serde(default)]
    pub submit: Submit,
    /// How a job is polled (mode `poll`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poll: Option<Poll>,
    /// How the provider delivers the result of a job (mode `callback`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callback: Option<Callback>,
    /// How replies that are not JSON are read. Without it, every reply is JSON.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub csv: Option<Csv>,
    /// `JSONPath` (RFC 9535) of the items in the answer.
    #[serde(default = "whole_body", skip_serializing_if = "String::is_empty")]
    pub items: String,
    /// How items are matched to numbers.
    #[serde(default, rename = "match")]
    pub matching: Match,
    /// Items elsewhere in the answer whose numbers have one status.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Also>,
    /// How an item becomes a result. For each `to`, the first rule that yields a value wins.
    #[serde(default)]
    pub map: Vec<MapRule>,
    /// What a reply means for the channel. The first rule that matches wins.
    #[serde(default)]
    pub classify: Vec<ClassifyRule>,
    /// How fast the provider may be called, by the whole installation.
    #[serde(default)]
    pub limit: Limit,
    /// How often and after which delays a request is retried.
    #[serde(default)]
    pub retry: Retry,
    /// When the breaker opens, and for how long.
    #[serde(default)]
    pub breaker: BreakerConfig,
    /// What the provider charges the operator.
    #[serde(default)]
    pub cost: Cost,
    /// Limits on what is accepted from the provider.
    #[serde(default)]
    pub answer: AnswerLimits,
    /// The preset that it was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub preset: Option<PresetOrigin>,
}

fn whole_body() -> String {
    "$".to_owned()
}

/// What answers the checks of a channel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A provider over HTTP.
    #[default]
    Http,
    /// The built-in number engine. The caller runs it, not this crate.
    Builtin,
}

/// The contract with the provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Contract {
    /// The operator's reference.
    #[serde(default, rename = "ref")]
    pub reference: String,
    /// The first day on which the contract is no longer valid (UTC), such as `2027-01-01`.
    #[serde(default)]
    pub expires: String,
}

/// How the provider returns its answers.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// In the reply to the submission.
    #[default]
    Sync,
    /// As a job that is polled until it is done.
    Poll,
    /// As a job whose result the provider delivers to a callback URL.
    Callback,
}

/// How many numbers go into one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Batch {
    /// Most numbers per request.
    pub max: u32,
}

impl Default for Batch {
    fn default() -> Self {
        Self { max: 1 }
    }
}

/// Why a configuration cannot be read or written.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// The YAML cannot be read; the message names the place.
    #[error("{0}")]
    Unreadable(String),
    /// The configuration cannot be written as YAML.
    #[error("{0}")]
    Unwritable(String),
}

impl ChannelConfig {
    pub fn from_yaml(text: &str) -> Result<Self, ConfigError> {
        serde_saphyr::from_str(text).map_err(|error| ConfigError::Unreadable(error.to_string()))
    }

    /// The configuration as YAML, with masked secrets.
    pub fn to_yaml(&self) -> Result<String, ConfigError> {
        serde_saphyr::to_string(self).map_err(|error| ConfigError::Unwritable(error.to_string()))
    }

    /// Whether the channel serves numbers of this project and country (ISO code); without a country, whether it serves
    /// numbers of any country.
    pub fn serves(&self, project: &str, country: Option<&str>) -> bool {
        let listed = |code: &str| self.countries.iter().any(|known| known.eq_ignore_ascii_case(code));
        self.checks.iter().any(|check| check == project)
            && (self.countries.is_empty() || country.is_none_or(listed))
    }

    /// Takes all known secrets out, by their path (such as `auth.password`), and leaves masks. The
    /// caller stores them encrypted.
    pub fn take_secrets(&mut self) -> BTreeMap<String, String> {
        let mut taken = BTreeMap::new();
        for (path, secret) in self.secrets_mut() {
            if secret.is_known() {
                taken.insert(path, secret.take());
            }
        }
        taken
    }

    /// Replaces masks with the stored secrets. New secrets are kept. A mask without a stored secret stays,
    /// and [`ChannelConfig::validate`] reports it.
    #[must_use]
    pub fn with_secrets(mut self, secrets: &BTreeMap<String, String>) -> Self {
        for (path, secret) in self.secrets_mut() {
            if let Some(known) = secrets.get(&path).filter(|_| secret.is_masked()) {
                *secret = Secret::new(known);
            }
        }
        self
    }

    /// Whether requests go to the same hosts as before. If not, the secrets must be entered again:
    /// otherwise an editor of the channel could have them sent to a server of their choice.
    pub fn same_destination(&self, old: &Self) -> bool {
        self.base_url == old.base_url && self.auth.token_url() == old.auth.token_url()
    }

    /// A text in which the secrets of templates are masked.
    pub(crate) fn without_secrets(&self, text: &str) -> String {
        let known = self.secrets.values().filter(|secret| secret.is_known());
        known.fold(text.to_owned(), |text, secret| text.replace(secret.expose(), MASK))
    }

    fn secrets_mut(&mut self) -> Vec<(String, &mut Secret)> {
        let callback = self.callback.as_mut().map(|callback| ("callback.secret", &mut callback.secret));
        let fixed = self.auth.secret_mut().into_iter().chain(callback);
        let named = self.secrets.iter_mut().map(|(name, secret)| (format!("secrets.{name}"), secret));
        fixed.map(|(path, secret)| (path.to_owned(), secret)).chain(named).collect()
    }
}
