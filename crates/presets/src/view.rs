//! Presets as the console shows them: with their texts in one language, without the channel.

use numsift_model::lang::Lang;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{Confidence, InputKind, Preset, PriceModel};

/// A channel to a real provider that only needs the operator's own account.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = Preset)]
pub struct PresetTexts {
    /// Unique; lower-case letters, digits and `-`.
    pub id: &'static str,
    /// Grows with every change of the channel.
    pub version: u32,
    /// The provider's name.
    pub provider: &'static str,
    /// The provider's name of the product.
    pub product: &'static str,
    /// The provider's documentation.
    pub site: &'static str,
    /// What it answers, in a sentence.
    pub answers: &'static str,
    /// How sure the preset is: as sure as its least certain fact.
    pub confidence: Confidence,
    /// The day on which the provider ends the product, if it has announced one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sunset: Option<&'static str>,
    /// What the provider charges for.
    pub price: PriceTexts,
    /// What the operator has to know or do before using it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<&'static str>,
    /// What the operator has to give.
    pub inputs: Vec<InputTexts>,
    /// Where the facts come from.
    pub facts: Vec<SourceTexts>,
}

/// What a provider charges for.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PresetPrice)]
pub struct PriceTexts {
    pub model: PriceModel,
    /// What is known about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<&'static str>,
}

/// What the operator has to give.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PresetInput)]
pub struct InputTexts {
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    pub kind: InputKind,
    /// Where to find it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<&'static str>,
    /// The allowed values of a `choice`.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    pub options: &'static [String],
    /// Used if nothing is given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub default: Option<&'static str>,
    /// An invented value, where a simulator answers instead of the provider.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub example: Option<&'static str>,
}

/// Where facts come from.
#[derive(Debug, Clone, Serialize, ToSchema)]
#[schema(as = PresetFact)]
pub struct SourceTexts {
    /// Which facts.
    pub about: &'static str,
    /// Address of the document.
    pub source: &'static str,
    pub confidence: Confidence,
}

impl Preset {
    /// The preset with its texts in this language. Invented inputs are of use only to the simulator.
    pub fn texts(&'static self, lang: Lang, simulated: bool) -> PresetTexts {
        let inputs = self.inputs.iter().map(|input| InputTexts {
            key: &input.key,
            label: input.label.in_language(lang),
            kind: input.kind,
            hint: input.hint.as_ref().map(|hint| hint.in_language(lang)),
            options: &input.options,
            default: input.default.as_deref(),
            example: simulated.then_some(&*input.example),
        });
        let facts = self.facts.iter().map(|fact| SourceTexts {
            about: fact.about.in_language(lang),
            source: &fact.source,
            confidence: fact.confidence,
        });
        PresetTexts {
            id: &self.id,
            version: self.version,
            provider: &self.provider,
            product: &self.product,
            site: &self.site,
            answers: self.answers.in_language(lang),
            confidence: self.confidence,
            sunset: self.sunset.as_deref(),
            price: PriceTexts {
                model: self.price.model,
                note: self.price.note.as_ref().map(|note| note.in_language(lang)),
            },
            notes: self.notes.iter().map(|note| note.in_language(lang)).collect(),
            inputs: inputs.collect(),
            facts: facts.collect(),
        }
    }
}
