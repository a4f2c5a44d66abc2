//! Notifications: from staff or the system to one account, a type, or all.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::account::AccountType;
use crate::clock::Timestamp;
use crate::id::Uid;
use crate::lang::Lang;

/// Title and text in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NotificationText {
    /// One line.
    pub title: String,
    /// The rest.
    pub text: String,
}

/// The texts that were written, by language tag.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NotificationTexts(pub BTreeMap<Lang, NotificationText>);

impl NotificationTexts {
    /// Title and text in the four languages: Chinese, English, Spanish, Japanese.
    pub fn in_four(texts: [(&str, String); 4]) -> Self {
        let langs = [Lang::Zh, Lang::En, Lang::Es, Lang::Ja];
        let text = |(title, text): (&str, String)| NotificationText { title: title.to_owned(), text };
        Self(langs.into_iter().zip(texts.into_iter().map(text)).collect())
    }

    /// The text in a language, else in English, else in Chinese, else in any.
    pub fn in_language(&self, lang: Lang) -> Option<&NotificationText> {
        [lang, Lang::En, Lang::Zh].iter().find_map(|lang| self.0.get(lang)).or_else(|| self.0.values().next())
    }
}

/// Who is meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    All,
    /// All accounts of a type.
    Type(AccountType),
    /// One account.
    Account(Uid),
}

/// A notification to be sent.
#[derive(Debug, Clone)]
pub struct NewNotification {
    /// Who is meant.
    pub audience: Audience,
    /// Whether those meant are asked to confirm it.
    pub needs_confirm: bool,
    /// What it says.
    pub texts: NotificationTexts,
    /// Who wrote it; `None` is the system.
    pub created_by: Option<Uid>,
    /// When.
    pub created_at: Timestamp,
}

/// A notification as one of those meant sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedNotification {
    /// Its number.
    pub id: i64,
    /// What it says.
    pub texts: NotificationTexts,
    /// Written by the system.
    pub system: bool,
    /// Asks to be confirmed.
    pub needs_confirm: bool,
    /// When this reader confirmed it.
    pub confirmed_at: Option<Timestamp>,
    /// When it was sent.
    pub created_at: Timestamp,
}

/// A notification as its sender sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentNotification {
    /// Its number.
    pub id: i64,
    /// Who was meant.
    pub audience: Audience,
    /// The name of the one account that was meant.
    pub username: Option<String>,
    /// What it says.
    pub texts: NotificationTexts,
    /// Written by the system.
    pub system: bool,
    /// Asks to be confirmed.
    pub needs_confirm: bool,
    /// How many accounts were meant when it was sent.
    pub delivered: i64,
    /// How many confirmed it.
    pub confirmed: i64,
    /// The sender's name.
    pub created_by_name: Option<String>,
    /// When it was sent.
    pub created_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_language_falls_back() {
        let text = |title: &str| NotificationText { title: title.into(), text: String::new() };
        let texts =
            |langs: &[Lang]| NotificationTexts(langs.iter().map(|lang| (*lang, text(lang.tag()))).collect());
        let title = |langs: &[Lang], lang| texts(langs).in_language(lang).map(|text| text.title.clone());
        assert_eq!(title(&[Lang::Zh, Lang::Ja], Lang::Ja).as_deref(), Some("ja"));
        assert_eq!(title(&[Lang::Zh, Lang::En], Lang::Ja).as_deref(), Some("en"));
        assert_eq!(title(&[Lang::Zh], Lang::Ja).as_deref(), Some("zh"));
        assert_eq!(title(&[Lang::Es], Lang::Ja).as_deref(), Some("es"));
        assert_eq!(title(&[], Lang::Ja), None);
    }
}
