//! The languages of the product.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A language of the product.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Simplified Chinese, the default.
    #[default]
    Zh,
    En,
    Es,
    Ja,
}

impl Lang {
    /// In the order in which language menus show them.
    pub const ALL: [Self; 4] = [Self::Zh, Self::En, Self::Es, Self::Ja];

    /// Parses a language tag such as `en`, `en-GB` or `zh_CN`. Unknown languages become Chinese.
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
    fn tags_are_matched_by_their_primary_subtag() {
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
