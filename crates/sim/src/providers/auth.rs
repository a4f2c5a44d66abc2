//! Authentication of requests to the simulated providers, and the token endpoint.

use axum::Json;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use hmac::{Hmac, KeyInit as _, Mac as _};
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, RSA_PKCS1_2048_8192_SHA256, UnparsedPublicKey, VerificationAlgorithm,
};
use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

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
    /// A token signed with the private key of this public key, for this application, issued at
    /// this time.
    Jwt { public_key: Vec<u8>, elliptic: bool, application: String, now: i64 },
    /// A Signature Version 4 by this access key and secret, for this region and service.
    SigV4 { key: (String, String), region: String, service: String },
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
            Self::Jwt { public_key, elliptic, application, now } => {
                let token = text("authorization").strip_prefix("Bearer ").unwrap_or_default();
                token_claims(token, public_key, *elliptic).is_some_and(|claims| {
                    claims["application_id"] == application.as_str()
                        && claims["iat"] == *now
                        && claims["exp"].as_i64().is_some_and(|end| end > *now)
                        && claims["jti"].as_str().is_some_and(|id| !id.is_empty())
                })
            }
            Self::SigV4 { key: (id, secret), region, service } => {
                let time = text("x-amz-date");
                let day = time.get(..8).unwrap_or_default();
                let credential = format!("{day}/{region}/{service}/aws4_request");
                // What this provider's tests send: no query and a plain path.
                let request = format!(
                    "POST\n{}\n\ncontent-type:{}\nhost:{}\nx-amz-date:{time}\n\ncontent-type;host;x-amz-date\n{}",
                    uri.path(),
                    text("content-type"),
                    text("host"),
                    hex::encode(Sha256::digest(body))
                );
                let hash = hex::encode(Sha256::digest(request));
                let mut key = format!("AWS4{secret}").into_bytes();
                for part in [day, region, service, "aws4_request"] {
                    key = sign(&key, &[part]);
                }
                let message = ["AWS4-HMAC-SHA256", "\n", time, "\n", &credential, "\n", &hash];
                let signature = hex::encode(sign(&key, &message));
                let head = format!("AWS4-HMAC-SHA256 Credential={id}/{credential}");
                text("authorization")
                    == format!("{head}, SignedHeaders=content-type;host;x-amz-date, Signature={signature}")
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

/// Returns the claims of a token with a valid signature.
fn token_claims(token: &str, public_key: &[u8], elliptic: bool) -> Option<Value> {
    let (signed, signature) = token.rsplit_once('.')?;
    let (header, claims) = signed.split_once('.')?;
    let decoded = |part: &str| URL_SAFE_NO_PAD.decode(part).ok();
    let json = |part: &str| serde_json::from_slice::<Value>(&decoded(part)?).ok();
    let (name, algorithm): (_, &'static dyn VerificationAlgorithm) =
        if elliptic { ("ES256", &ECDSA_P256_SHA256_FIXED) } else { ("RS256", &RSA_PKCS1_2048_8192_SHA256) };
    let key = UnparsedPublicKey::new(algorithm, public_key);
    key.verify(signed.as_bytes(), &decoded(signature)?).ok()?;
    json(claims).filter(|_| json(header).is_some_and(|header| header["alg"] == name))
}

/// Returns the HMAC-SHA-256 of the concatenated parts.
pub(super) fn sign(key: &[u8], parts: &[&str]) -> Vec<u8> {
    let mut mac: Hmac<Sha256> = Hmac::new_from_slice(key).expect("HMAC accepts keys of any length");
    for part in parts {
        mac.update(part.as_bytes());
    }
    mac.finalize().into_bytes().to_vec()
}
