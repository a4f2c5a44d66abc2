//! The four languages of the product.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A language that messages come in.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Simplified Chinese, the default.
    #[default]
    Zh,
    /// English.
    En,
    /// Spanish.
    Es,
    /// Japanese.
    Ja,
}

impl Lang {
    /// All of them, in the order in which switchers show them.
    pub const ALL: [Self; 4] = [Self::Zh, Self::En, Self::Es, Self::Ja];

    /// Reads a language tag such as `en`, `en-GB` or `zh_CN`; anything else is Chinese.
    pub fn from_tag(tag: &str) -> Self {
        let primary = tag.split(['-', '_', ',', ';']).next().unwrap_or_default().trim();
        Self::ALL.into_iter().find(|lang| lang.tag().eq_ignore_ascii_case(primary)).unwrap_or_default()
    }

    /// The two-letter tag.
    pub fn tag(self) -> &'static str {
        match self {
            Self::Zh => "zh",
            Self::En => "en",
            Self::Es => "es",
            Self::Ja => "ja",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Lang;

    #[test]
    fn tags_are_matched_by_their_first_part_and_never_inside_a_word() {
        for (tag, expected) in [
            ("en", Lang::En),
            ("en-GB", Lang::En),
            ("EN_us", Lang::En),
            ("es", Lang::Es),
            ("ja-JP,en;q=0.5", Lang::Ja),
            ("zh-Hant", Lang::Zh),
            ("", Lang::Zh),
            ("french", Lang::Zh),
            ("slovene", Lang::Zh),
        ] {
            assert_eq!(Lang::from_tag(tag), expected, "{tag}");
        }
    }
}
