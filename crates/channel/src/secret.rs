//! Secrets of a channel: never shown, never sent back, stored apart from the rest of its data.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// What stands for a secret on the way out. On the way in it means "the one you have".
pub const MASK: &str = "********";

/// A secret: shown as a mask wherever it is printed or serialised.
#[derive(Clone, Default, PartialEq, Eq, ToSchema)]
#[schema(value_type = String)]
pub struct Secret(String);

impl Secret {
    /// A secret.
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The secret itself.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether it is the mask, which stands for a secret that is kept elsewhere.
    pub fn is_masked(&self) -> bool {
        self.0 == MASK
    }

    /// Whether there is a secret to use.
    pub fn is_known(&self) -> bool {
        !self.0.is_empty() && !self.is_masked()
    }

    /// Takes the secret out and leaves the mask.
    pub(crate) fn take(&mut self) -> String {
        std::mem::replace(&mut self.0, MASK.to_owned())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "Secret(none)" } else { "Secret(********)" })
    }
}

impl Serialize for Secret {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(if self.0.is_empty() { "" } else { MASK })
    }
}

impl<'de> Deserialize<'de> for Secret {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer).map(Self)
    }
}
