//! What requests must carry, and the tokens that are given out.

use std::fmt::Write as _;

use axum::Json;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use serde_json::json;
use sha2::Sha256;

use super::state::Providers;

/// The client and its secret that tokens are given to.
const CLIENT: (&str, &str) = ("client", "client-secret");
/// How long tokens are said to last, in seconds.
const LASTS_S: u32 = 600;

/// What every request must carry.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum Requirement {
    /// Nothing.
    #[default]
    None,
    /// A header with exactly this value.
    Header(&'static str, String),
    /// A parameter of the query, exactly so.
    Query(String),
    /// A token from `POST /oauth/token`, given to `client` with `client-secret`.
    Token,
    /// `x-signature`: an HMAC-SHA-256 in hexadecimal of `x-timestamp`, a dot and the body.
    Signature(String),
}

impl Requirement {
    /// Whether a request carries it.
    pub(super) fn is_met(&self, providers: &Providers, uri: &Uri, headers: &HeaderMap, body: &str) -> bool {
        let text = |name: &str| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or_default();
        match self {
            Self::None => true,
            Self::Header(name, value) => text(name) == value,
            Self::Query(pair) => uri.query().unwrap_or_default().split('&').any(|one| one == pair),
            Self::Token => {
                let token = text("authorization").strip_prefix("Bearer ").unwrap_or_default();
                providers.lock().tokens.contains(token)
            }
            Self::Signature(secret) => {
                text("x-signature") == hex(&sign(secret.as_bytes(), &[text("x-timestamp"), ".", body]))
            }
        }
    }
}

/// Gives out a token.
pub(super) fn token(providers: &Providers, headers: &HeaderMap, body: &str) -> Response {
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
    Json(json!({"access_token": token, "token_type": "Bearer", "expires_in": LASTS_S})).into_response()
}

/// An HMAC-SHA-256 of several parts.
pub(super) fn sign(key: &[u8], parts: &[&str]) -> Vec<u8> {
    let mut mac: Hmac<Sha256> = Hmac::new_from_slice(key).expect("an HMAC takes keys of any length");
    for part in parts {
        mac.update(part.as_bytes());
    }
    mac.finalize().into_bytes().to_vec()
}

/// As hexadecimal.
pub(super) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing into a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}
