//! Presets: channels to real providers that only need the operator's own account.
//!
//! A preset is a file in `presets/`. It says what the provider answers, where each fact comes from and how sure it is, which
//! inputs the operator has to give, and what the channel looks like. Its examples are replayed in tests and in the demo.

mod build;
mod check;
mod example;
mod text;
mod update;
mod view;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use numsift_channel::Contract;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use thiserror::Error;
use utoipa::ToSchema;

pub use build::{InputFault, InputProblem};
pub use example::{Example, Expectation, Failure};
pub use text::Text;
pub use update::{PresetChange, PresetUpdate, update};
pub use view::PresetTexts;

macro_rules! files {
    ($($name:literal),+ $(,)?) => {
        &[$(include_str!(concat!("../../../presets/", $name, ".yaml"))),+]
    };
}

/// The texts of all presets.
pub static SOURCES: &[&str] = files![
    "abstract-validation",
    "aws-carrier-lookup",
    "bandwidth-bulk",
    "bandwidth-lookup",
    "dncscrub",
    "dncscrub-rnd",
    "hlr-lookups",
    "hlrlookup",
    "infobip-hlr",
    "infobip-hlr-notify",
    "ipqualityscore",
    "messagebird-hlr",
    "messente-hlr",
    "neutrino-hlr",
    "neutrino-multi",
    "neutrino-validate",
    "numverify",
    "plivo-lookup",
    "prelude-lookup",
    "realphonevalidation",
    "seven-hlr",
    "sinch-lookup",
    "telesign-phoneid",
    "telnyx-lookup",
    "trestle-validation",
    "twilio-lookup",
    "veriphone",
    "vonage-identity",
    "vonage-insight",
    "vonage-insight-async",
];

static PRESETS: LazyLock<Vec<Preset>> = LazyLock::new(|| {
    // A test parses every file, so none is left out here.
    SOURCES.iter().filter_map(|text| Preset::parse(text).ok()).collect()
});

/// All presets, by provider.
pub fn all() -> &'static [Preset] {
    &PRESETS
}

/// The preset of this id.
pub fn find(id: &str) -> Option<&'static Preset> {
    all().iter().find(|preset| preset.id == id)
}

/// A channel to a real provider that only needs the operator's own account.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Preset {
    /// Unique; lower-case letters, digits and `-`.
    pub id: String,
    /// Grows with every change of the channel.
    pub version: u32,
    /// The provider's name.
    pub provider: String,
    /// The provider's name of the product.
    pub product: String,
    /// The provider's documentation.
    pub site: String,
    /// What it answers, in a sentence.
    pub answers: Text,
    /// How sure the preset is: as sure as its least certain fact.
    pub confidence: Confidence,
    /// The day on which the provider ends the product, if it has announced one.
    #[serde(default)]
    pub sunset: Option<String>,
    /// What the provider charges for.
    pub price: Price,
    /// What the operator has to know or do before using it.
    #[serde(default)]
    pub notes: Vec<Text>,
    /// What the operator has to give.
    pub inputs: Vec<Input>,
    /// Where the facts come from.
    pub facts: Vec<Source>,
    /// The channel, with `${key}` in place of the inputs.
    config: Value,
    /// The request that the provider documents, for the simulator.
    #[expect(dead_code, reason = "read by the simulator, from the same file")]
    replay: Value,
    /// Replies in the documented shapes, and what they mean.
    pub examples: Vec<Example>,
}

/// How sure a fact is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PresetConfidence)]
pub enum Confidence {
    /// Read in the provider's own document, its published interface description or its official client.
    Documented,
    /// Seen only in part, in a copy, or at third parties: to be verified with the provider.
    Unverified,
}

/// What a provider charges for.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    pub model: PriceModel,
    /// What is known about it.
    #[serde(default)]
    pub note: Option<Text>,
}

/// What a provider charges for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PresetPriceModel)]
pub enum PriceModel {
    /// Every request.
    PerRequest,
    /// Every number.
    PerNumber,
    /// Credits or a price that the reply names.
    InReply,
    /// A plan with a quota.
    Plan,
}

/// What the operator has to give.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    pub key: String,
    /// Its name. Names that the provider does not translate stay as they are.
    pub label: Text,
    #[serde(default)]
    pub kind: InputKind,
    /// Where to find it.
    #[serde(default)]
    pub hint: Option<Text>,
    /// The allowed values of a `choice`.
    #[serde(default)]
    pub options: Vec<String>,
    /// Used if nothing is given.
    #[serde(default)]
    pub default: Option<String>,
    /// A value in the right form, for tests.
    pub example: String,
}

/// The form of an input.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PresetInputKind)]
pub enum InputKind {
    /// Any short text.
    #[default]
    Text,
    /// Letters, digits, `-` and `_`.
    Id,
    /// A host name without scheme and path.
    Host,
    /// Stored encrypted and never shown again.
    Secret,
    /// One of the options.
    Choice,
}

/// Where facts come from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Which facts.
    pub about: Text,
    /// Address of the document.
    pub source: String,
    pub confidence: Confidence,
}

/// What the operator chose.
#[derive(Debug, Clone, Default)]
pub struct Choice {
    /// Name of the channel.
    pub name: String,
    /// The projects that it serves, out of those of the preset; all if empty.
    pub projects: Vec<String>,
    pub inputs: BTreeMap<String, String>,
    pub contract: Option<Contract>,
}

/// Why a preset cannot be used.
#[derive(Debug, Error)]
pub enum PresetError {
    #[error("cannot read the preset: {0}")]
    Unreadable(String),
    #[error("invalid preset `{id}`: {why}")]
    Invalid { id: String, why: String },
}

impl Preset {
    /// Reads a preset and checks everything but the channel's templates.
    pub fn parse(text: &str) -> Result<Self, PresetError> {
        let preset: Self =
            serde_saphyr::from_str(text).map_err(|error| PresetError::Unreadable(error.to_string()))?;
        preset.check().map_err(|why| PresetError::Invalid { id: preset.id.clone(), why })?;
        Ok(preset)
    }

    /// The projects that it can serve.
    pub fn projects(&self) -> Vec<String> {
        self.codes("checks")
    }

    /// The countries that it covers, as ISO codes; empty means all.
    pub fn countries(&self) -> Vec<String> {
        self.codes("countries")
    }

    fn codes(&self, field: &str) -> Vec<String> {
        let list = self.config.get(field).and_then(Value::as_array).into_iter().flatten();
        list.filter_map(Value::as_str).map(str::to_owned).collect()
    }
}
