//! OAuth 2 tokens by client credentials.

use std::time::Duration;

use http::{StatusCode, header};
use numsift_model::clock::Timestamp;
use serde::Deserialize;
use url::{Url, form_urlencoded};

use super::sign::SignError;
use crate::config::auth::{Auth, SendIn};
use crate::config::limits::AnswerLimits;
use crate::config::secret::Secret;
use crate::transport::outbound::Outbound;
use crate::transport::reply;

/// Seconds before its expiry at which a token is renewed.
const RENEW_BEFORE_S: i64 = 30;
/// Lifetime of a token if the provider does not state one.
const DEFAULT_LIFETIME_S: i64 = 300;
/// Largest reply to a token request.
const MAX_TOKEN_BYTES: u32 = 64 * 1024;

#[derive(Clone)]
pub(super) struct Token {
    pub(super) value: String,
    pub(super) renew_at: Timestamp,
}

#[derive(Deserialize)]
struct TokenReply {
    access_token: String,
    expires_in: Option<i64>,
}

/// Requests a new token.
pub(super) async fn fetch(
    auth: &Auth,
    outbound: &Outbound,
    limits: &AnswerLimits,
    now: Timestamp,
) -> Result<Token, SignError> {
    let Auth::OAuth2ClientCredentials { token_url, client_id, client_secret, scope, send_in } = auth else {
        return Err(SignError::permanent("this authentication uses no token"));
    };
    let url = Url::parse(token_url).map_err(|error| SignError::Permanent(error.to_string()))?;
    let client = outbound.client_for(&url).map_err(|refused| SignError::Permanent(refused.to_string()))?;
    let mut request = client
        .post(url)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::ACCEPT, "application/json")
        .timeout(Duration::from_millis(limits.timeout_ms.into()))
        .body(token_form(client_id, client_secret, scope.as_deref(), *send_in));
    if *send_in == SendIn::Header {
        request = request.basic_auth(client_id, Some(client_secret.expose()));
    }
    let token_limits = AnswerLimits { max_bytes: MAX_TOKEN_BYTES.min(limits.max_bytes), ..*limits };
    let transient = |error: reqwest::Error| SignError::Transient(error.without_url().to_string());
    let response = request.send().await.map_err(transient)?;
    let reply = reply::read(response, &token_limits, None).await.map_err(transient)?;
    match reply.status {
        StatusCode::OK | StatusCode::CREATED => {}
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            return Err(SignError::Transient(format!("HTTP {}", status.as_u16())));
        }
        status => return Err(SignError::Permanent(format!("no token: HTTP {}", status.as_u16()))),
    }
    let token: TokenReply = reply
        .body
        .ok()
        .and_then(|body| serde_json::from_str(body.text()).ok())
        .ok_or_else(|| SignError::permanent("no token: wrong_shape"))?;
    let lifetime = token.expires_in.unwrap_or(DEFAULT_LIFETIME_S).clamp(0, 86_400);
    Ok(Token { value: token.access_token, renew_at: now.plus((lifetime - RENEW_BEFORE_S).max(lifetime / 2)) })
}

fn token_form(client_id: &str, client_secret: &Secret, scope: Option<&str>, send_in: SendIn) -> String {
    let mut form = form_urlencoded::Serializer::new(String::new());
    form.append_pair("grant_type", "client_credentials");
    form.extend_pairs(scope.map(|scope| ("scope", scope)));
    if send_in == SendIn::Body {
        form.append_pair("client_id", client_id).append_pair("client_secret", client_secret.expose());
    }
    form.finish()
}
