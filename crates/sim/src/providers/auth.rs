//! Authentication of requests to the simulated providers, and the token endpoint.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use sha2::Sha256;

use super::state::Providers;

/// Client id and secret of the token endpoint.
const CLIENT: (&str, &str) = ("client", "client-secret");
/// Lifetime of tokens as reported to the client, in seconds.
const TOKEN_LIFETIME_S: u32 = 600;

/// How requests must authenticate.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Requirement {
    #[default]
    None,
    /// A header with exactly this value.
    Header(&'static str, String),
    /// Exactly this query parameter (`name=value`).
    Query(String),
    /// A token from `POST /oauth/token`, issued to `client` with `client-secret`.
    Token,
    /// `x-signature`: the HMAC-SHA-256 of `x-timestamp`, a dot and the body, in hexadecimal.
    Signature(String),
}

impl Requirement {
    /// Returns whether a request meets the requirement.
    pub(super) fn is_met(&self, providers: &Providers, uri: &Uri, headers: &HeaderMap, body: &str) -> bool {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match self {
            Self::None => true,
            Self::Header(name, value) => text(name) == value,
            Self::Query(pair) => {
                uri.query().unwrap_or_default().split('&').any(|parameter| parameter == pair)
            }
            Self::Token => {
                let token = text("authorization").strip_prefix("Bearer ").unwrap_or_default();
                providers.lock().tokens.contains(token)
            }
            Self::Signature(secret) => {
                text("x-signature") == hex::encode(sign(secret.as_bytes(), &[text("x-timestamp"), ".", body]))
            }
        }
    }
}

/// Issues a token.
pub(super) fn issue_token(providers: &Providers, headers: &HeaderMap, body: &str) -> Response {
    let (client, secret) = CLIENT;
    let basic = format!("Basic {}", STANDARD.encode(format!("{client}:{secret}")));
    let in_header =
        headers.get(header::AUTHORIZATION).is_some_and(|value| value.as_bytes() == basic.as_bytes());
    let in_body = body.contains(&format!("client_id={client}&client_secret={secret}"));
    if !body.contains("grant_type=client_credentials") || !(in_header || in_body) {
        return (StatusCode::UNAUTHORIZED, Json(json!({"error": "invalid_client"}))).into_response();
    }
    let mut state = providers.lock();
    state.token_requests += 1;
    let token = format!("token-{}", state.token_requests);
    state.tokens.insert(token.clone());
    Json(json!({"access_token": token, "token_type": "Bearer", "expires_in": TOKEN_LIFETIME_S}))
        .into_response()
}

/// Returns the HMAC-SHA-256 of the concatenated parts.
pub(super) fn sign(key: &[u8], parts: &[&str]) -> Vec<u8> {
    let mut mac: Hmac<Sha256> = Hmac::new_from_slice(key).expect("HMAC accepts keys of any length");
    for part in parts {
        mac.update(part.as_bytes());
    }
    mac.finalize().into_bytes().to_vec()
}
