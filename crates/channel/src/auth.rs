//! How requests are authenticated.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::config::Encoding;
use crate::secret::Secret;

/// How requests are authenticated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Auth {
    /// Not at all.
    #[default]
    None,
    /// HTTP Basic.
    Basic {
        /// The name.
        #[serde(default)]
        username: String,
        /// The password.
        #[serde(default)]
        password: Secret,
    },
    /// `Authorization: Bearer …`.
    Bearer {
        /// The token.
        #[serde(default)]
        token: Secret,
    },
    /// A header of the provider's choice.
    Header {
        /// The header's name.
        #[serde(default)]
        name: String,
        /// Its value.
        #[serde(default)]
        value: Secret,
    },
    /// A parameter of the query.
    Query {
        /// The parameter's name.
        #[serde(default)]
        name: String,
        /// Its value.
        #[serde(default)]
        value: Secret,
    },
    /// OAuth 2 with client credentials; the token is kept until shortly before it expires.
    #[serde(rename = "oauth2_client_credentials")]
    OAuth2ClientCredentials {
        /// Where tokens are given out.
        #[serde(default)]
        token_url: String,
        /// The client.
        #[serde(default)]
        client_id: String,
        /// The client's secret.
        #[serde(default)]
        client_secret: Secret,
        /// The scopes, separated by spaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
        /// Where the client's id and secret go in the request for a token.
        #[serde(default)]
        send_in: SendIn,
    },
    /// A signature (HMAC-SHA-256) of the body and the time.
    Hmac {
        /// The shared secret.
        #[serde(default)]
        secret: Secret,
        /// The header with the signature.
        #[serde(default = "signature_header")]
        header: String,
        /// The header with the time in Unix seconds.
        #[serde(default = "timestamp_header")]
        timestamp_header: String,
        /// How the signature is written.
        #[serde(default)]
        encoding: Encoding,
        /// What stands before the signature.
        #[serde(default)]
        prefix: String,
        /// What is signed: a template that knows `timestamp`, `body`, `method` and `path`.
        #[serde(default = "signed")]
        message: String,
        /// The header with the id of the key, when the provider wants one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key_header: Option<String>,
        /// The id of the key.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key_id: Option<String>,
    },
}

/// Where the client's id and secret go in the request for a token.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SendIn {
    /// Into an HTTP Basic header.
    #[default]
    Header,
    /// Into the body.
    Body,
}

fn signature_header() -> String {
    "x-signature".to_owned()
}

fn timestamp_header() -> String {
    "x-timestamp".to_owned()
}

fn signed() -> String {
    "{{ timestamp }}.{{ body }}".to_owned()
}

impl Auth {
    /// Where tokens are given out, for OAuth 2.
    pub fn token_url(&self) -> Option<&str> {
        match self {
            Self::OAuth2ClientCredentials { token_url, .. } => Some(token_url),
            _ => None,
        }
    }

    /// Its secret and where that is in the configuration.
    pub(crate) fn secret_mut(&mut self) -> Option<(&'static str, &mut Secret)> {
        match self {
            Self::None => None,
            Self::Basic { password, .. } => Some(("auth.password", password)),
            Self::Bearer { token } => Some(("auth.token", token)),
            Self::Header { value, .. } | Self::Query { value, .. } => Some(("auth.value", value)),
            Self::OAuth2ClientCredentials { client_secret, .. } => {
                Some(("auth.client_secret", client_secret))
            }
            Self::Hmac { secret, .. } => Some(("auth.secret", secret)),
        }
    }
}
