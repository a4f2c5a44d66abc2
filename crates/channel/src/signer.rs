//! Puts authentication on a request, right before it is sent.

use std::fmt::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::Mac as _;
use http::{HeaderName, HeaderValue, StatusCode, header};
use numsift_model::clock::{Clock, Timestamp};
use serde::Deserialize;
use thiserror::Error;
use url::{Url, form_urlencoded};

use crate::auth::{Auth, SendIn};
use crate::callback::keyed;
use crate::compile::Compiled;
use crate::config::{AnswerLimits, Encoding};
use crate::guard::Outbound;
use crate::reply;
use crate::request::{Prepared, signed_variables};
use crate::secret::Secret;

/// A token is renewed so many seconds before it expires.
const EARLY_S: i64 = 30;
/// How long a token is believed in when the provider does not say.
const UNSAID_S: i64 = 300;
/// Largest answer to a request for a token.
const TOKEN_BYTES: u32 = 64 * 1024;

/// Why a request could not be authenticated.
#[derive(Debug, Error)]
pub(crate) enum SignError {
    /// Trying again may help.
    #[error("no token: {0}")]
    Passing(String),
    /// Trying again does not help.
    #[error("{0}")]
    Lasting(String),
}

/// Authenticates requests and remembers the token.
pub(crate) struct Signer {
    token: tokio::sync::Mutex<Option<Token>>,
}

#[derive(Clone)]
struct Token {
    value: String,
    renew_at: Timestamp,
}

#[derive(Deserialize)]
struct TokenAnswer {
    access_token: String,
    expires_in: Option<i64>,
}

/// What a request was signed with.
#[derive(Default)]
pub(crate) struct Signed {
    /// It carries a token from before, which the provider may have forgotten.
    pub(crate) old_token: bool,
    /// What must not be shown besides the secrets of the configuration.
    pub(crate) hidden: Vec<String>,
}

impl Signer {
    pub(crate) fn new() -> Self {
        Self { token: tokio::sync::Mutex::new(None) }
    }

    /// Forgets the token.
    pub(crate) async fn forget(&self) {
        *self.token.lock().await = None;
    }

    /// Puts authentication on a request.
    pub(crate) async fn sign(
        &self,
        auth: &Auth,
        compiled: &Compiled,
        outbound: &Outbound,
        limits: &AnswerLimits,
        clock: &dyn Clock,
        request: &mut Prepared,
    ) -> Result<Signed, SignError> {
        let mut signed = Signed::default();
        match auth {
            Auth::None => {}
            Auth::Basic { username, password } => {
                let pair = STANDARD.encode(format!("{username}:{}", password.expose()));
                set(request, header::AUTHORIZATION, &format!("Basic {pair}"))?;
                signed.hidden.push(pair);
            }
            Auth::Bearer { token } => {
                set(request, header::AUTHORIZATION, &format!("Bearer {}", token.expose()))?;
            }
            Auth::Header { name, value } => set(request, named(name)?, value.expose())?,
            Auth::Query { name, value } => {
                request.url.query_pairs_mut().append_pair(name, value.expose());
                signed.hidden.extend(
                    form_urlencoded::byte_serialize(value.expose().as_bytes())
                        .map(str::to_owned)
                        .reduce(|a, b| a + &b),
                );
            }
            Auth::OAuth2ClientCredentials { .. } => {
                let mut known = self.token.lock().await;
                let now = clock.now();
                let valid = known.clone().filter(|token| now < token.renew_at);
                signed.old_token = valid.is_some();
                let token = match valid {
                    Some(token) => token,
                    None => known.insert(fetch(auth, outbound, limits, now).await?).clone(),
                };
                set(request, header::AUTHORIZATION, &format!("Bearer {}", token.value))?;
                signed.hidden.push(token.value);
            }
            Auth::Hmac { secret, header, timestamp_header, encoding, prefix, key_header, key_id, .. } => {
                let time = clock.now().0.to_string();
                let path = match request.url.query() {
                    Some(query) => format!("{}?{query}", request.url.path()),
                    None => request.url.path().to_owned(),
                };
                let body = request.body.as_deref().unwrap_or_default();
                let variables = signed_variables(&time, body, &request.method, &path);
                let message = compiled.signed.as_ref().ok_or_else(|| lasting("nothing to sign"))?;
                let message = compiled
                    .templates
                    .render(message, &variables)
                    .map_err(|problem| SignError::Lasting(format!("auth.message {problem}")))?;
                let mut mac = keyed(secret.expose().as_bytes());
                mac.update(message.as_bytes());
                let signature = encode(&mac.finalize().into_bytes(), *encoding);
                set(request, named(timestamp_header)?, &time)?;
                set(request, named(header)?, &format!("{prefix}{signature}"))?;
                if let (Some(name), Some(id)) = (key_header, key_id) {
                    set(request, named(name)?, id)?;
                }
            }
        }
        Ok(signed)
    }
}

/// A signature as text.
pub(crate) fn encode(bytes: &[u8], encoding: Encoding) -> String {
    match encoding {
        Encoding::Hex => hex(bytes),
        Encoding::Base64 => STANDARD.encode(bytes),
    }
}

/// Bytes as lower-case hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len() * 2);
    for byte in bytes {
        // Writing into a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    text
}

/// Sets a header that must not be shown.
fn set(request: &mut Prepared, name: HeaderName, value: &str) -> Result<(), SignError> {
    let mut value = HeaderValue::try_from(value).map_err(|_| lasting("a secret cannot stand in a header"))?;
    value.set_sensitive(true);
    request.headers.insert(name, value);
    Ok(())
}

fn named(name: &str) -> Result<HeaderName, SignError> {
    HeaderName::try_from(name).map_err(|_| lasting("a header has no name"))
}

fn lasting(text: &str) -> SignError {
    SignError::Lasting(text.to_owned())
}

/// Asks for a token.
async fn fetch(
    auth: &Auth,
    outbound: &Outbound,
    limits: &AnswerLimits,
    now: Timestamp,
) -> Result<Token, SignError> {
    let Auth::OAuth2ClientCredentials { token_url, client_id, client_secret, scope, send_in } = auth else {
        return Err(lasting("no token is needed"));
    };
    let url = Url::parse(token_url).map_err(|error| SignError::Lasting(error.to_string()))?;
    let client = outbound.client_for(&url).map_err(|refused| SignError::Lasting(refused.to_string()))?;
    let mut request = client
        .post(url)
        .header(header::CONTENT_TYPE, "application/x-www-form-urlencoded")
        .header(header::ACCEPT, "application/json")
        .timeout(std::time::Duration::from_millis(limits.timeout_ms.into()))
        .body(token_form(client_id, client_secret, scope.as_deref(), *send_in));
    if *send_in == SendIn::Header {
        request = request.basic_auth(client_id, Some(client_secret.expose()));
    }
    let small = AnswerLimits { max_bytes: TOKEN_BYTES.min(limits.max_bytes), ..*limits };
    let passing = |error: reqwest::Error| SignError::Passing(error.without_url().to_string());
    let answer = reply::read(request.send().await.map_err(passing)?, &small).await.map_err(passing)?;
    match answer.status {
        StatusCode::OK | StatusCode::CREATED => {}
        status if status.is_server_error() || status == StatusCode::TOO_MANY_REQUESTS => {
            return Err(SignError::Passing(format!("HTTP {}", status.as_u16())));
        }
        status => return Err(SignError::Lasting(format!("no token: HTTP {}", status.as_u16()))),
    }
    let answer: TokenAnswer = answer
        .body
        .ok()
        .and_then(|body| serde_json::from_str(body.text()).ok())
        .ok_or_else(|| lasting("no token: wrong_shape"))?;
    let lasts = answer.expires_in.unwrap_or(UNSAID_S).clamp(0, 86_400);
    Ok(Token { value: answer.access_token, renew_at: now.plus((lasts - EARLY_S).max(lasts / 2)) })
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
