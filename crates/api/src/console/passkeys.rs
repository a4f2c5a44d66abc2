//! Passkeys: login, codes for the second factor, and the caller's own passkeys.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::http::header::HOST;
use numsift_accounts::{PasskeyAnswer, PasskeyChallenge, Site};
use numsift_model::clock::Timestamp;
use numsift_model::id::PasskeyId;
use numsift_store::Passkey;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use url::Url;
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::user::LoginAnswer;
use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::Owner;
use crate::client::RequestClient;
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::refusal::domain::code_field;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(challenge))
        .routes(routes!(login))
        .routes(routes!(code))
        .routes(routes!(begin))
        .routes(routes!(add))
        .routes(routes!(rename))
        .routes(routes!(remove))
}

/// A passkey of the caller.
#[derive(Serialize, ToSchema)]
pub struct PasskeyView {
    id: PasskeyId,
    name: String,
    created_at: Timestamp,
    last_used_at: Option<Timestamp>,
}

impl From<Passkey> for PasskeyView {
    fn from(passkey: Passkey) -> Self {
        Self {
            id: passkey.id,
            name: passkey.stored.name,
            created_at: passkey.stored.created_at,
            last_used_at: passkey.last_used_at,
        }
    }
}

/// A challenge for `navigator.credentials`.
#[derive(Serialize, ToSchema)]
struct PasskeyChallengeAnswer {
    /// To be sent back with the credential, within five minutes.
    ticket: String,
    /// The options in the JSON form of the standard.
    #[schema(value_type = Object)]
    options: Value,
}

impl From<PasskeyChallenge> for PasskeyChallengeAnswer {
    fn from(PasskeyChallenge { ticket, options }: PasskeyChallenge) -> Self {
        Self { ticket, options }
    }
}

/// The answer of an authenticator.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasskeyRequest {
    ticket: String,
    /// The credential in the JSON form of the standard.
    #[schema(value_type = Object)]
    credential: Value,
}

impl PasskeyRequest {
    fn answer(&self) -> PasskeyAnswer<'_> {
        PasskeyAnswer { ticket: &self.ticket, credential: &self.credential }
    }
}

/// The site of this request.
fn site(app: &App, headers: &HeaderMap) -> Result<Site, Refusal> {
    let host = headers.get(HOST).and_then(|value| value.to_str().ok()).unwrap_or_default();
    site_of(app.public_url.as_deref(), host).ok_or_else(|| Refusal::invalid(Message::PasskeysNeedDomain))
}

/// The site that passkeys are bound to: the configured public URL, else the `Host` header. Browsers offer passkeys only
/// over HTTPS and on `localhost`.
fn site_of(public_url: Option<&str>, host: &str) -> Option<Site> {
    let parse = |text: &str| {
        let url = Url::parse(text).ok()?;
        Some((url.host_str()?.to_owned(), url.origin().ascii_serialization()))
    };
    if let Some(url) = public_url {
        let (domain, origin) = parse(url)?;
        return Some(Site { domain, origins: vec![origin] });
    }
    let (domain, origin) = parse(&format!("https://{host}"))?;
    let mut origins = vec![origin];
    if domain == "localhost" {
        origins.push(parse(&format!("http://{host}"))?.1);
    }
    Some(Site { domain, origins })
}

/// Returns a challenge for a login with a passkey, or for a code.
#[utoipa::path(post, path = "/user/passkeyChallenge", tag = "user", request_body = Nothing,
    responses((status = 200, body = Envelope<PasskeyChallengeAnswer>)), security(()))]
async fn challenge(
    State(app): State<App>,
    headers: HeaderMap,
    _: Body<Nothing>,
) -> Reply<PasskeyChallengeAnswer> {
    let challenge = app.accounts.passkey_challenge(&site(&app, &headers)?)?;
    Ok(ok(challenge.into()))
}

/// Logs in with a passkey instead of the password. An earlier session of the account ends.
#[utoipa::path(post, path = "/user/passkeyLogin", tag = "user", request_body = PasskeyRequest,
    responses((status = 200, body = Envelope<LoginAnswer>)), security(()))]
async fn login(
    State(app): State<App>,
    RequestClient(client): RequestClient,
    headers: HeaderMap,
    Body(request): Body<PasskeyRequest>,
) -> Reply<LoginAnswer> {
    let site = site(&app, &headers)?;
    let token = app.accounts.login_with_passkey(&site, request.answer(), &client).await?;
    Ok(ok(LoginAnswer::new(&token)))
}

/// A code that a passkey was exchanged for.
#[derive(Serialize, ToSchema)]
struct PasskeyCodeAnswer {
    /// Works once, within two minutes.
    code: String,
}

/// Exchanges a passkey for a code, which is accepted wherever a code of the second factor is.
#[utoipa::path(post, path = "/user/passkeyCode", tag = "user", request_body = PasskeyRequest,
    responses((status = 200, body = Envelope<PasskeyCodeAnswer>)), security(()))]
async fn code(
    State(app): State<App>,
    RequestClient(client): RequestClient,
    headers: HeaderMap,
    Body(request): Body<PasskeyRequest>,
) -> Reply<PasskeyCodeAnswer> {
    let site = site(&app, &headers)?;
    let code = app.accounts.passkey_code(&site, request.answer(), &client).await?;
    Ok(ok(PasskeyCodeAnswer { code }))
}

/// Confirms the call with the password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasskeyBeginRequest {
    password: String,
    /// Required if the account has a second factor.
    code: Option<String>,
}

/// Returns a challenge for a new passkey.
#[utoipa::path(post, path = "/user/passkeyBegin", tag = "security", request_body = PasskeyBeginRequest,
    responses((status = 200, body = Envelope<PasskeyChallengeAnswer>)), security(("sid" = [])))]
async fn begin(
    caller: Owner,
    State(app): State<App>,
    headers: HeaderMap,
    Body(request): Body<PasskeyBeginRequest>,
) -> Reply<PasskeyChallengeAnswer> {
    // Whoever knows a one-time password must not be able to log in after it was changed.
    if caller.who().must_change_password {
        return Err(Refusal::NotPermitted(Message::PasswordFirst));
    }
    let site = site(&app, &headers)?;
    let begun = app.accounts.begin_passkey(&caller, &site, &request.password, request.code.as_deref()).await;
    Ok(ok(begun.map_err(code_field)?.into()))
}

/// A new passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasskeyAddRequest {
    name: String,
    ticket: String,
    /// The credential in the JSON form of the standard.
    #[schema(value_type = Object)]
    credential: Value,
}

/// A passkey that was added.
#[derive(Serialize, ToSchema)]
struct PasskeyAddAnswer {
    id: PasskeyId,
    /// Set if this is the first second factor of the account. Shown only once; each works once.
    recovery_codes: Vec<String>,
}

/// Adds a passkey. From now on, a login with the password requires a second factor.
#[utoipa::path(post, path = "/user/passkeyAdd", tag = "security", request_body = PasskeyAddRequest,
    responses((status = 200, body = Envelope<PasskeyAddAnswer>)), security(("sid" = [])))]
async fn add(
    caller: Owner,
    State(app): State<App>,
    headers: HeaderMap,
    Body(request): Body<PasskeyAddRequest>,
) -> Reply<PasskeyAddAnswer> {
    let PasskeyAddRequest { name, ticket, credential } = &request;
    let site = site(&app, &headers)?;
    let added = app.accounts.add_passkey(&caller, &site, name, PasskeyAnswer { ticket, credential }).await?;
    Ok(ok(PasskeyAddAnswer { id: added.id, recovery_codes: added.recovery_codes }))
}

/// A new name for a passkey.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasskeyRenameRequest {
    id: PasskeyId,
    name: String,
}

/// Renames a passkey.
#[utoipa::path(post, path = "/user/passkeyRename", tag = "security", request_body = PasskeyRenameRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn rename(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<PasskeyRenameRequest>,
) -> Reply<Done> {
    app.accounts.rename_passkey(&caller, request.id, &request.name).await?;
    Ok(ok(Done {}))
}

/// A passkey to remove, confirmed with the password and a code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasskeyRemoveRequest {
    id: PasskeyId,
    password: String,
    code: Option<String>,
}

/// Removes a passkey.
#[utoipa::path(post, path = "/user/passkeyRemove", tag = "security", request_body = PasskeyRemoveRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn remove(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<PasskeyRemoveRequest>,
) -> Reply<Done> {
    let PasskeyRemoveRequest { id, password, code } = &request;
    let removed = app.accounts.remove_passkey(&caller, *id, password, code.as_deref()).await;
    removed.map_err(code_field)?;
    Ok(ok(Done {}))
}

#[cfg(test)]
mod tests {
    use super::site_of;

    #[test]
    fn the_configured_address_counts_before_the_host() {
        let public = Some("https://user@console.example.com/");
        for (public_url, host, domain, origins) in [
            (public, "evil.example", "console.example.com", &["https://console.example.com"][..]),
            (Some("https://a.example:8443"), "", "a.example", &["https://a.example:8443"]),
            (None, "a.example:8443", "a.example", &["https://a.example:8443"]),
            (None, "A.example", "a.example", &["https://a.example"]),
            (None, "localhost:80", "localhost", &["https://localhost:80", "http://localhost"]),
        ] {
            let site = site_of(public_url, host).unwrap();
            assert_eq!(site.domain, domain);
            assert_eq!(site.origins, origins);
        }
        for host in ["", "a b", "/"] {
            assert!(site_of(None, host).is_none(), "{host}");
        }
    }
}
