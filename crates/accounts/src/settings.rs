//! Changes to the installation's settings.

use numsift_model::settings::Settings;
use serde_json::{Value, json};

use crate::{AccountError, Accounts, Acting};

impl Accounts {
    /// Replaces the settings unless they have changed since `version`. Returns the new version.
    pub async fn save_settings(
        &self,
        by: &Acting,
        version: i64,
        settings: &Settings,
    ) -> Result<i64, AccountError> {
        if let Some((field, rule)) = settings.invalid_fields().into_iter().next() {
            return Err(AccountError::Invalid(field, rule));
        }
        let now = self.clock.now();
        let mut tx = self.store.begin().await?;
        let before = tx.settings().await?;
        let version = tx.put_settings(settings, version, now).await?.ok_or(AccountError::Outdated)?;
        let detail = changes(&json!(before), &json!(settings));
        tx.audit(&by.did("setting/save", now).with(&detail).entry()).await?;
        tx.save().await?;
        self.settings.forget();
        Ok(version)
    }
}

impl Accounts {
    /// Reads the settings again at the next call, after a change that did not go through this service.
    pub fn settings_changed(&self) {
        self.settings.forget();
    }
}

/// The changed fields only: a logo is long, and most fields stay the same.
fn changes(before: &Value, after: &Value) -> Value {
    let differing = |mine: &Value, other: &Value| {
        let fields = mine.as_object().into_iter().flatten();
        Value::Object(
            fields.filter(|(k, v)| other.get(k) != Some(v)).map(|(k, v)| (k.clone(), v.clone())).collect(),
        )
    };
    json!({ "before": differing(before, after), "after": differing(after, before) })
}
