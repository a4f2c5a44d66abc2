//! A channel as data: what the operator edits, imports and exports.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use thiserror::Error;
use utoipa::ToSchema;

use crate::auth::Auth;
use crate::secret::Secret;
pub use crate::tuning::{AnswerLimits, BreakerConfig, Cost, CostPer, Limit, Retry};

/// A channel. Everything but the name has a default, so that [`ChannelConfig::validate`] can name all
/// that is missing at once.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ChannelConfig {
    /// Its name, unique in the installation: lower-case letters, digits and hyphens.
    pub name: String,
    /// An HTTP provider, or the engine inside.
    #[serde(default)]
    pub kind: Kind,
    /// Where the provider is, for example `https://api.example.com`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub base_url: String,
    /// The projects that it can serve.
    #[serde(default)]
    pub checks: Vec<String>,
    /// The countries it can serve, as ISO codes of two letters; empty means all.
    #[serde(default)]
    pub countries: Vec<String>,
    /// The contract under which it may be used; without a valid one it is not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    /// How requests are authenticated.
    #[serde(default)]
    pub auth: Auth,
    /// How answers come.
    #[serde(default)]
    pub mode: Mode,
    /// How many numbers go into one request.
    #[serde(default)]
    pub batch: Batch,
    /// The request that asks.
    #[serde(default)]
    pub submit: Submit,
    /// How a job is followed (mode `poll`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub poll: Option<Poll>,
    /// How the answer is delivered to us (mode `callback`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub callback: Option<Callback>,
    /// Where the items are in the answer: a `JSONPath` (RFC 9535).
    #[serde(default = "whole", skip_serializing_if = "String::is_empty")]
    pub items: String,
    /// How an item finds its number.
    #[serde(default, rename = "match")]
    pub matching: Match,
    /// How an item becomes a result; for each `to` the first rule that gives a value wins.
    #[serde(default)]
    pub map: Vec<MapRule>,
    /// What an answer means for the channel; the first rule that matches wins.
    #[serde(default)]
    pub classify: Vec<ClassifyRule>,
    /// How fast the provider may be asked, by the whole installation.
    #[serde(default)]
    pub limit: Limit,
    /// How often and how patiently a request is repeated.
    #[serde(default)]
    pub retry: Retry,
    /// When a failing channel is left alone for a while.
    #[serde(default)]
    pub breaker: BreakerConfig,
    /// What the provider charges us.
    #[serde(default)]
    pub cost: Cost,
    /// How much of an answer is accepted.
    #[serde(default)]
    pub answer: AnswerLimits,
}

fn whole() -> String {
    "$".to_owned()
}

/// What a channel is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A provider that is asked over HTTP.
    #[default]
    Http,
    /// The number engine inside this program; the caller runs it, not this crate.
    Builtin,
}

/// The contract with the provider.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Contract {
    /// The operator's reference.
    #[serde(default, rename = "ref")]
    pub reference: String,
    /// The first day on which it no longer holds (UTC), as `2027-01-01`.
    #[serde(default)]
    pub expires: String,
}

/// How answers come.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Mode {
    /// In the answer to the request.
    #[default]
    Sync,
    /// As a job that is asked after.
    Poll,
    /// As a job whose result the provider sends to us.
    Callback,
}

/// How many numbers go into one request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Batch {
    /// At most this many.
    pub max: u32,
}

impl Default for Batch {
    fn default() -> Self {
        Self { max: 1 }
    }
}

/// The request that asks. Path, header and query values and the body are templates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Submit {
    /// The HTTP method.
    pub method: String,
    /// Path below the base URL; values in it are percent-encoded.
    pub path: String,
    /// More headers.
    pub headers: BTreeMap<String, String>,
    /// The query; values are percent-encoded.
    pub query: BTreeMap<String, String>,
    /// The body; JSON unless a `content-type` header says otherwise.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
}

impl Default for Submit {
    fn default() -> Self {
        Self {
            method: "POST".to_owned(),
            path: String::new(),
            headers: BTreeMap::new(),
            query: BTreeMap::new(),
            body: None,
        }
    }
}

/// How a job is followed. The templates know `job` as well.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Poll {
    /// Where the answer to the submission holds the job's id.
    pub job: String,
    /// The HTTP method.
    pub method: String,
    /// Path below the base URL, usually with `{{ job }}`.
    pub path: String,
    /// More headers.
    pub headers: BTreeMap<String, String>,
    /// The query.
    pub query: BTreeMap<String, String>,
    /// The body, if any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub body: Option<String>,
    /// Seconds between two requests.
    pub every_s: u32,
    /// Seconds after which the job is given up.
    pub max_s: u32,
    /// Where the job's state is.
    pub state: String,
    /// The states that mean that it is done.
    pub done: Vec<String>,
    /// The states that mean that it failed.
    pub failed: Vec<String>,
    /// Where the items are in the answer of a finished job; `items` when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub results: Option<String>,
}

impl Default for Poll {
    fn default() -> Self {
        Self {
            job: "$.id".to_owned(),
            method: "GET".to_owned(),
            path: String::new(),
            headers: BTreeMap::new(),
            query: BTreeMap::new(),
            body: None,
            every_s: 2,
            max_s: 600,
            state: String::new(),
            done: Vec::new(),
            failed: Vec::new(),
            results: None,
        }
    }
}

/// How the answer is delivered to us.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Callback {
    /// Where the delivered body holds the job's id.
    pub job: String,
    /// Where the answer to the submission holds the job's id; the same place when not given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub submitted: Option<String>,
    /// Seconds after which the job is given up.
    pub max_s: u32,
    /// How we know that a delivery is the provider's.
    pub verify: Verify,
    /// The secret shared with the provider (not for `none`).
    pub secret: Secret,
    /// The header with the signature (`hmac`).
    pub header: String,
    /// The header with the time of signing in Unix seconds (`hmac`); when given, `time.body` is signed
    /// instead of the body alone, and deliveries older than five minutes are refused.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timestamp_header: Option<String>,
    /// How the signature is written (`hmac`).
    pub encoding: Encoding,
    /// What stands before the signature (`hmac`), for example `sha256=`.
    pub prefix: String,
}

impl Default for Callback {
    fn default() -> Self {
        Self {
            job: "$.id".to_owned(),
            submitted: None,
            max_s: 600,
            verify: Verify::default(),
            secret: Secret::default(),
            header: "x-signature".to_owned(),
            timestamp_header: None,
            encoding: Encoding::default(),
            prefix: String::new(),
        }
    }
}

/// How we know that a delivery is the provider's.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Verify {
    /// Not at all: only the job's id, which the provider chose, is known to it.
    #[default]
    None,
    /// An HMAC-SHA-256 of the body in a header.
    Hmac,
    /// The Standard Webhooks signature.
    StandardWebhooks,
    /// A secret at the end of the address.
    SecretPath,
}

/// How a signature is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Encoding {
    /// Lower-case hexadecimal.
    #[default]
    Hex,
    /// Base64 with padding.
    Base64,
}

/// How an item finds its number.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Match {
    /// Where an item holds its key; not needed for `order`.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub key: String,
    /// What the key is.
    pub by: MatchBy,
}

/// What the key of an item is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum MatchBy {
    /// The number with its plus sign, nothing else.
    #[default]
    E164,
    /// The number's digits, as a number or as text with any punctuation.
    Digits,
    /// None: items come in the order of the numbers, all of them.
    Order,
    /// The id that the template gave to the number (`number.id`).
    CorrelationId,
}

/// How one value of an item becomes a field of the result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct MapRule {
    /// The field: `status`, or another such as `carrier`.
    #[serde(default)]
    pub to: String,
    /// Where the value is in the item.
    #[serde(default)]
    pub path: String,
    /// The provider's values and ours; without any, the value is taken as it is.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub values: BTreeMap<String, String>,
    /// The result when there is no value or it is not among `values`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<String>,
}

/// What an answer means for the channel. All conditions given must hold; at least one must be given.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ClassifyRule {
    /// The answer's status is one of these.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub http: Vec<u16>,
    /// The body has something here.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// And it equals this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub equals: Option<serde_json::Value>,
    /// And it is a number of at most this: for counters of what is left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<i64>,
    /// Where the body holds the seconds to wait.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wait: Option<String>,
    /// What to do.
    pub action: Action,
}

/// What an answer means for the channel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    /// A good answer.
    Ok,
    /// A good answer, but the next request has to wait.
    Pause,
    /// Too fast: the whole channel waits, then the request is repeated.
    Throttle,
    /// A passing failure: the request is repeated.
    Retry,
    /// The batch cannot be served here: the next channel is asked.
    Fail,
    /// The channel is put out of use until the operator looks at it.
    DisableChannel,
}

/// The text is not a channel.
#[derive(Debug, Error)]
pub enum ConfigError {
    /// It cannot be read; the message tells the place.
    #[error("{0}")]
    Unreadable(String),
    /// It cannot be written.
    #[error("{0}")]
    Unwritable(String),
}

impl ChannelConfig {
    /// Reads a channel from YAML.
    pub fn from_yaml(text: &str) -> Result<Self, ConfigError> {
        serde_saphyr::from_str(text).map_err(|error| ConfigError::Unreadable(error.to_string()))
    }

    /// The channel as YAML, with masks instead of secrets.
    pub fn to_yaml(&self) -> Result<String, ConfigError> {
        serde_saphyr::to_string(self).map_err(|error| ConfigError::Unwritable(error.to_string()))
    }

    /// Whether it is meant for numbers of this project and country (ISO code, when known).
    pub fn serves(&self, project: &str, country: Option<&str>) -> bool {
        let here = |code: &str| self.countries.iter().any(|known| known.eq_ignore_ascii_case(code));
        self.checks.iter().any(|check| check == project)
            && (self.countries.is_empty() || country.is_some_and(here))
    }

    /// Takes all known secrets out, by their path (such as `auth.password`), and leaves masks. The
    /// caller stores them encrypted.
    pub fn take_secrets(&mut self) -> BTreeMap<String, String> {
        let mut taken = BTreeMap::new();
        for (path, secret) in self.secrets_mut() {
            if secret.is_known() {
                taken.insert(path.to_owned(), secret.take());
            }
        }
        taken
    }

    /// Puts secrets where masks are. A secret that was given anew stays; a mask without a secret is
    /// left, and named by [`ChannelConfig::validate`].
    #[must_use]
    pub fn with_secrets(mut self, secrets: &BTreeMap<String, String>) -> Self {
        for (path, secret) in self.secrets_mut() {
            if let Some(known) = secrets.get(path).filter(|_| secret.is_masked()) {
                *secret = Secret::new(known);
            }
        }
        self
    }

    /// Whether requests go to the same places as before. When not, kept secrets must be asked for
    /// anew: otherwise whoever edits a channel could have them sent to himself.
    pub fn same_destination(&self, old: &Self) -> bool {
        self.base_url == old.base_url && self.auth.token_url() == old.auth.token_url()
    }

    pub(crate) fn secrets_mut(&mut self) -> Vec<(&'static str, &mut Secret)> {
        let callback = self.callback.as_mut().map(|callback| ("callback.secret", &mut callback.secret));
        self.auth.secret_mut().into_iter().chain(callback).collect()
    }
}
