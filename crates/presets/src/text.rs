//! Texts of presets, which have every language of the product.

use numsift_model::lang::Lang;
use serde::Deserialize;

/// A text in every language of the product. A file that leaves one out cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Text {
    en: String,
    zh: String,
    es: String,
    ja: String,
}

impl Text {
    pub fn in_language(&self, lang: Lang) -> &str {
        match lang {
            Lang::En => &self.en,
            Lang::Zh => &self.zh,
            Lang::Es => &self.es,
            Lang::Ja => &self.ja,
        }
    }

    /// Whether every language says something.
    pub(crate) fn is_complete(&self) -> bool {
        Lang::ALL.into_iter().all(|lang| !self.in_language(lang).trim().is_empty())
    }
}
