//! The id that a provider gives to a job.

use serde_json::Value;

/// Longest job id.
const MAX_LENGTH: usize = 200;

/// The id that a provider gives to a job.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct JobId(String);

impl JobId {
    /// Reads the id from a provider's JSON: text or a number, not empty and not too long.
    pub fn from_value(value: &Value) -> Option<Self> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Number(number) => number.to_string(),
            _ => return None,
        };
        Self::from_text(text)
    }

    pub fn from_text(text: impl Into<String>) -> Option<Self> {
        let text = text.into();
        // An id of dots alone would change the path it is inserted into, even percent-encoded.
        let valid = !text.bytes().all(|byte| byte == b'.')
            && text.len() <= MAX_LENGTH
            && !text.chars().any(char::is_control);
        valid.then_some(Self(text))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}
