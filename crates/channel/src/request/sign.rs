//! Adds authentication to a request, right before it is sent.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::Mac as _;
use http::{HeaderName, HeaderValue, Method, header};
use minijinja::Value;
use numsift_model::clock::{Clock, Entropy};
use thiserror::Error;
use url::form_urlencoded;

use super::jwt::{self, CompiledJwt};
use super::sigv4;
use super::template::{Templates, Text, Variables};
use super::token::{self, Token};
use crate::config::auth::Auth;
use crate::config::limits::AnswerLimits;
use crate::mac::hmac_sha256;
use crate::transport::outbound::Outbound;
use crate::transport::send::HttpRequest;

/// Why a request could not be authenticated.
#[derive(Debug, Error)]
pub(crate) enum SignError {
    /// A retry may help.
    #[error("no token: {0}")]
    Transient(String),
    /// A retry does not help.
    #[error("{0}")]
    Permanent(String),
}

impl SignError {
    pub(super) fn permanent(text: &str) -> Self {
        Self::Permanent(text.to_owned())
    }
}

/// What signing needs besides the request.
pub(crate) struct SignContext<'a> {
    pub(crate) auth: &'a Auth,
    pub(crate) templates: &'a Templates,
    /// The signed message (auth `hmac`).
    pub(crate) message: Option<&'a Text>,
    /// What tokens are made of (auth `jwt`).
    pub(crate) jwt: Option<&'a CompiledJwt>,
    pub(crate) outbound: &'a Outbound,
    pub(crate) limits: &'a AnswerLimits,
    pub(crate) clock: &'a dyn Clock,
    pub(crate) entropy: &'a dyn Entropy,
}

/// Authenticates requests and caches the OAuth 2 token.
#[derive(Default)]
pub(crate) struct Signer {
    token: tokio::sync::Mutex<Option<Token>>,
}

/// What a request was signed with.
#[derive(Default)]
pub(crate) struct Signed {
    /// The request carries a cached token, which the provider may have revoked.
    pub(crate) cached_token: bool,
    /// Values that must not be shown, besides the secrets of the configuration.
    pub(crate) hidden: Vec<String>,
}

impl Signer {
    /// Drops the cached token.
    pub(crate) async fn drop_token(&self) {
        *self.token.lock().await = None;
    }

    /// Adds authentication to a request.
    pub(crate) async fn sign(
        &self,
        context: &SignContext<'_>,
        request: &mut HttpRequest,
    ) -> Result<Signed, SignError> {
        let mut signed = Signed::default();
        match context.auth {
            Auth::None => {}
            Auth::Basic { username, password } => {
                let pair = STANDARD.encode(format!("{username}:{}", password.expose()));
                set_header(request, header::AUTHORIZATION, &format!("Basic {pair}"))?;
                signed.hidden.push(pair);
            }
            Auth::Bearer { token } => {
                set_header(request, header::AUTHORIZATION, &format!("Bearer {}", token.expose()))?;
            }
            Auth::Header { name, value } => set_header(request, header_name(name)?, value.expose())?,
            Auth::Query { name, value } => {
                request.url.query_pairs_mut().append_pair(name, value.expose());
                signed.hidden.extend(
                    form_urlencoded::byte_serialize(value.expose().as_bytes())
                        .map(str::to_owned)
                        .reduce(|a, b| a + &b),
                );
            }
            Auth::OAuth2ClientCredentials { .. } => {
                let mut cached = self.token.lock().await;
                let now = context.clock.now();
                let valid = cached.clone().filter(|token| now < token.renew_at);
                signed.cached_token = valid.is_some();
                let token = if let Some(token) = valid {
                    token
                } else {
                    let fetched = token::fetch(context.auth, context.outbound, context.limits, now);
                    cached.insert(fetched.await?).clone()
                };
                set_header(request, header::AUTHORIZATION, &format!("Bearer {}", token.value))?;
                signed.hidden.push(token.value);
            }
            Auth::Hmac { secret, header, timestamp_header, encoding, prefix, key_header, key_id, .. } => {
                let time = context.clock.now().0.to_string();
                let path = match request.url.query() {
                    Some(query) => format!("{}?{query}", request.url.path()),
                    None => request.url.path().to_owned(),
                };
                let body = request.body.as_deref().unwrap_or_default();
                let variables = message_variables(&time, body, &request.method, &path);
                let message =
                    context.message.ok_or_else(|| SignError::permanent("auth.message is missing"))?;
                let message = context
                    .templates
                    .render(message, &variables)
                    .map_err(|problem| SignError::Permanent(format!("invalid `auth.message`: {problem}")))?;
                let mut mac = hmac_sha256(secret.expose().as_bytes());
                mac.update(message.as_bytes());
                let signature = encoding.encode(&mac.finalize().into_bytes());
                set_header(request, header_name(timestamp_header)?, &time)?;
                set_header(request, header_name(header)?, &format!("{prefix}{signature}"))?;
                if let (Some(name), Some(id)) = (key_header, key_id) {
                    set_header(request, header_name(name)?, id)?;
                }
            }
            Auth::Jwt { ttl_s, key_id, .. } => {
                let token = signed_token(context, *ttl_s, key_id.as_deref())?;
                set_header(request, header::AUTHORIZATION, &format!("Bearer {token}"))?;
                signed.hidden.push(token);
            }
            Auth::AwsSigv4 { access_key_id, secret_access_key, region, service } => {
                let secret_access_key = secret_access_key.expose();
                let scope = sigv4::Scope { access_key_id, secret_access_key, region, service };
                let authorization = sigv4::sign(request, &scope, context.clock.now().0)
                    .ok_or_else(|| SignError::permanent("the request cannot be signed"))?;
                set_header(request, header::AUTHORIZATION, &authorization)?;
            }
        }
        Ok(signed)
    }
}

fn signed_token(context: &SignContext<'_>, ttl_s: u32, key_id: Option<&str>) -> Result<String, SignError> {
    let jwt = context.jwt.ok_or_else(|| SignError::permanent("auth.private_key is missing"))?;
    let now = context.clock.now().0;
    let claims = context
        .templates
        .render(&jwt.claims, &claims_variables(now))
        .map_err(|problem| SignError::Permanent(format!("invalid `auth.claims`: {problem}")))?;
    let claims =
        jwt::claims(&claims).ok_or_else(|| SignError::permanent("`auth.claims` is not a JSON object"))?;
    let mut id = [0; 16];
    context.entropy.fill(&mut id).map_err(|error| SignError::Transient(error.to_string()))?;
    jwt::token(&jwt.key, key_id, claims, (now, ttl_s), &hex::encode(id))
        .ok_or_else(|| SignError::permanent("the token cannot be signed"))
}

/// The variables of the claims of a token.
pub(crate) fn claims_variables(now: i64) -> Value {
    Value::from(Variables::from([("now", Value::from(now))]))
}

/// The variables of the signed message.
pub(crate) fn message_variables(timestamp: &str, body: &str, method: &Method, path: &str) -> Value {
    let variables: Variables = [
        ("timestamp", Value::from(timestamp)),
        ("body", Value::from(body)),
        ("method", Value::from(method.as_str())),
        ("path", Value::from(path)),
    ]
    .into_iter()
    .collect();
    Value::from(variables)
}

/// Sets a header whose value must not be shown.
fn set_header(request: &mut HttpRequest, name: HeaderName, value: &str) -> Result<(), SignError> {
    let mut value = HeaderValue::try_from(value)
        .map_err(|_| SignError::permanent("a secret contains characters that a header cannot hold"))?;
    value.set_sensitive(true);
    request.headers.insert(name, value);
    Ok(())
}

fn header_name(name: &str) -> Result<HeaderName, SignError> {
    HeaderName::try_from(name).map_err(|_| SignError::permanent("a header of `auth` has an invalid name"))
}
