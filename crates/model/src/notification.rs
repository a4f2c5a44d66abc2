//! Notifications from staff or the system to one account, all accounts of a type, or all accounts.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::account::AccountType;
use crate::clock::Timestamp;
use crate::id::Uid;
use crate::lang::Lang;

/// A notification in one language.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct NotificationText {
    pub title: String,
    pub text: String,
}

/// A notification by language. Staff may write it in some languages only; those of the system are in
/// [`crate::texts`] and complete.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct NotificationTexts(pub BTreeMap<Lang, NotificationText>);

impl NotificationTexts {
    /// The text in `lang`, else in English, else in Chinese, else in any language.
    pub fn in_language(&self, lang: Lang) -> Option<&NotificationText> {
        [lang, Lang::En, Lang::Zh].iter().find_map(|lang| self.0.get(lang)).or_else(|| self.0.values().next())
    }
}

/// The recipients of a notification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Audience {
    All,
    /// All accounts of a type.
    Type(AccountType),
    Account(Uid),
}

/// A notification to be sent.
#[derive(Debug, Clone)]
pub struct NewNotification {
    pub audience: Audience,
    /// Whether recipients are asked to confirm it.
    pub needs_confirm: bool,
    pub texts: NotificationTexts,
    /// `None` is the system.
    pub created_by: Option<Uid>,
    pub created_at: Timestamp,
}

impl NewNotification {
    /// A notification of the system.
    pub fn from_system(audience: Audience, texts: NotificationTexts, created_at: Timestamp) -> Self {
        Self { audience, needs_confirm: false, texts, created_by: None, created_at }
    }
}

/// A notification as a recipient sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ReceivedNotification {
    pub id: i64,
    pub texts: NotificationTexts,
    /// Sent by the system.
    pub system: bool,
    pub needs_confirm: bool,
    /// When this recipient confirmed it.
    pub confirmed_at: Option<Timestamp>,
    pub created_at: Timestamp,
}

/// A notification as staff see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SentNotification {
    pub id: i64,
    pub audience: Audience,
    /// Name of the recipient if it is a single account.
    pub username: Option<String>,
    pub texts: NotificationTexts,
    /// Sent by the system.
    pub system: bool,
    pub needs_confirm: bool,
    /// Number of recipients when it was sent.
    pub delivered: i64,
    /// Number of recipients who confirmed it.
    pub confirmed: i64,
    pub created_by_name: Option<String>,
    pub created_at: Timestamp,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_languages_fall_back() {
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
