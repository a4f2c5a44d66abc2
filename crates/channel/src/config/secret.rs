//! Secrets of a channel: masked when printed or serialised, stored apart from the configuration.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use utoipa::ToSchema;

/// Shown in place of a secret. When a configuration is saved, the mask means "keep the stored secret".
pub const MASK: &str = "********";

/// A secret, shown as [`MASK`] wherever it is printed or serialised.
#[derive(Clone, Default, PartialEq, Eq, ToSchema)]
#[schema(value_type = String)]
pub struct Secret(String);

impl Secret {
    pub fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }

    /// The secret in plain text.
    pub fn expose(&self) -> &str {
        &self.0
    }

    /// Whether this is the mask of a secret that is stored elsewhere.
    pub fn is_masked(&self) -> bool {
        self.0 == MASK
    }

    /// Whether the secret is present: neither empty nor masked.
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
