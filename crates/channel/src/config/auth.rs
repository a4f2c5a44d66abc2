//! How requests to a provider are authenticated.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::exchange::Encoding;
use super::secret::Secret;

/// How requests are authenticated.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Auth {
    /// No authentication.
    #[default]
    None,
    /// HTTP Basic.
    Basic {
        #[serde(default)]
        username: String,
        #[serde(default)]
        password: Secret,
    },
    /// `Authorization: Bearer …`.
    Bearer {
        #[serde(default)]
        token: Secret,
    },
    /// A custom header.
    Header {
        /// Name of the header.
        #[serde(default)]
        name: String,
        /// Value of the header.
        #[serde(default)]
        value: Secret,
    },
    /// A query parameter.
    Query {
        /// Name of the parameter.
        #[serde(default)]
        name: String,
        /// Value of the parameter.
        #[serde(default)]
        value: Secret,
    },
    /// OAuth 2 client credentials. The token is cached until shortly before it expires.
    #[serde(rename = "oauth2_client_credentials")]
    OAuth2ClientCredentials {
        /// The token endpoint.
        #[serde(default)]
        token_url: String,
        #[serde(default)]
        client_id: String,
        #[serde(default)]
        client_secret: Secret,
        /// Scopes, separated by spaces.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        scope: Option<String>,
        /// Where the client id and secret go in the token request.
        #[serde(default)]
        send_in: SendIn,
    },
    /// An HMAC-SHA-256 signature of the body and the time.
    Hmac {
        /// The shared secret.
        #[serde(default)]
        secret: Secret,
        /// Header for the signature.
        #[serde(default = "default_signature_header")]
        header: String,
        /// Header for the time in Unix seconds.
        #[serde(default = "default_timestamp_header")]
        timestamp_header: String,
        /// Encoding of the signature.
        #[serde(default)]
        encoding: Encoding,
        /// Text in front of the signature.
        #[serde(default)]
        prefix: String,
        /// Template of the signed message; may use `timestamp`, `body`, `method` and `path`.
        #[serde(default = "default_message")]
        message: String,
        /// Header for the key id, if the provider wants one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key_header: Option<String>,
        /// The key id.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key_id: Option<String>,
    },
    /// A JSON Web Token that the connector signs, as `Authorization: Bearer …`. Every request has its own.
    Jwt {
        /// The private key as PEM.
        #[serde(default)]
        private_key: Secret,
        #[serde(default)]
        algorithm: JwtAlgorithm,
        /// Template of the claims, a JSON object; may use `now`. `iat`, `exp` and `jti` are added.
        #[serde(default = "no_claims")]
        claims: String,
        /// Seconds for which a token is valid.
        #[serde(default = "default_ttl_s")]
        ttl_s: u32,
        /// The key id in the header of the token, if the provider wants one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        key_id: Option<String>,
    },
    /// AWS Signature Version 4.
    AwsSigv4 {
        #[serde(default)]
        access_key_id: String,
        #[serde(default)]
        secret_access_key: Secret,
        /// The region, such as `eu-west-1`.
        #[serde(default)]
        region: String,
        /// The name of the service in signatures.
        #[serde(default)]
        service: String,
    },
}

/// How a JSON Web Token is signed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum JwtAlgorithm {
    /// RSA with SHA-256.
    #[default]
    Rs256,
    /// ECDSA with the curve P-256 and SHA-256.
    Es256,
}

/// Where the client id and secret go in the token request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum SendIn {
    /// In an HTTP Basic header.
    #[default]
    Header,
    /// In the body.
    Body,
}

fn default_signature_header() -> String {
    "x-signature".to_owned()
}

fn default_timestamp_header() -> String {
    "x-timestamp".to_owned()
}

fn default_message() -> String {
    "{{ timestamp }}.{{ body }}".to_owned()
}

fn no_claims() -> String {
    "{}".to_owned()
}

fn default_ttl_s() -> u32 {
    300
}

impl Auth {
    /// The token endpoint, for OAuth 2.
    pub fn token_url(&self) -> Option<&str> {
        match self {
            Self::OAuth2ClientCredentials { token_url, .. } => Some(token_url),
            _ => None,
        }
    }

    /// The secret and its path in the configuration.
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
            Self::Jwt { private_key, .. } => Some(("auth.private_key", private_key)),
            Self::AwsSigv4 { secret_access_key, .. } => Some(("auth.secret_access_key", secret_access_key)),
        }
    }
}
