//! The caller's own security: second factor, session, logins.

use axum::extract::State;
use numsift_model::limits::PASSKEYS;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use super::passkeys::PasskeyView;
use super::users::{LoginView, SessionView, sessions};
use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Caller, Owner};
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::refusal::domain::code_field;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(overview))
        .routes(routes!(totp_begin))
        .routes(routes!(totp_enable))
        .routes(routes!(totp_disable))
        .routes(routes!(recovery_codes))
}

/// How the account is secured.
#[derive(Serialize, ToSchema)]
struct SecurityAnswer {
    totp_enabled: bool,
    /// Whether it must be set up before any other call.
    totp_required: bool,
    /// Unused recovery codes.
    recovery_left: i64,
    passkeys: Vec<PasskeyView>,
    /// How many passkeys the account may have.
    passkey_limit: i64,
    session: Option<SessionView>,
    /// The newest logins.
    logins: Vec<LoginView>,
}

/// Returns how the caller's account is secured, and its newest logins.
#[utoipa::path(post, path = "/user/security", tag = "security", request_body = Nothing,
    responses((status = 200, body = Envelope<SecurityAnswer>)), security(("sid" = [])))]
async fn overview(caller: Caller, State(app): State<App>, _: Body<Nothing>) -> Reply<SecurityAnswer> {
    let who = caller.who();
    let mut tx = app.store.read().await?;
    let (session, logins) = sessions(&app, tx.as_mut(), who.account.uid).await?;
    Ok(ok(SecurityAnswer {
        totp_enabled: who.account.totp_enabled,
        totp_required: who.must_enrol,
        recovery_left: tx.recovery_codes_left(who.account.uid).await?,
        passkeys: tx.passkeys(who.account.uid).await?.into_iter().map(PasskeyView::from).collect(),
        passkey_limit: PASSKEYS,
        session,
        logins,
    }))
}

/// Confirms the call with the password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TotpBeginRequest {
    password: String,
    /// Required if the account has a passkey.
    code: Option<String>,
}

/// The secret for an authenticator.
#[derive(Serialize, ToSchema)]
struct TotpBeginAnswer {
    /// In base 32.
    secret: String,
    /// `otpauth` URI for a QR code.
    uri: String,
}

/// Creates a secret for an authenticator. It takes effect when a code is confirmed.
#[utoipa::path(post, path = "/user/totpBegin", tag = "security", request_body = TotpBeginRequest,
    responses((status = 200, body = Envelope<TotpBeginAnswer>)), security(("sid" = [])))]
async fn totp_begin(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<TotpBeginRequest>,
) -> Reply<TotpBeginAnswer> {
    let begun = app.accounts.begin_totp(&caller, &request.password, request.code.as_deref()).await;
    let enrolment = begun.map_err(code_field)?;
    Ok(ok(TotpBeginAnswer { secret: enrolment.secret, uri: enrolment.uri }))
}

/// A code from the authenticator.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct TotpEnableRequest {
    code: String,
}

/// Codes to use if the authenticator is lost.
#[derive(Serialize, ToSchema)]
struct RecoveryCodesAnswer {
    /// Shown only once; each works once.
    recovery_codes: Vec<String>,
}

/// Turns on two-factor login.
#[utoipa::path(post, path = "/user/totpEnable", tag = "security", request_body = TotpEnableRequest,
    responses((status = 200, body = Envelope<RecoveryCodesAnswer>)), security(("sid" = [])))]
async fn totp_enable(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<TotpEnableRequest>,
) -> Reply<RecoveryCodesAnswer> {
    let recovery_codes = app.accounts.enable_totp(&caller, &request.code).await.map_err(code_field)?;
    Ok(ok(RecoveryCodesAnswer { recovery_codes }))
}

/// Confirms the call with the password and a code.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct PasswordAndCodeRequest {
    password: String,
    code: String,
}

/// Turns off two-factor login.
#[utoipa::path(post, path = "/user/totpDisable", tag = "security", request_body = PasswordAndCodeRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn totp_disable(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<PasswordAndCodeRequest>,
) -> Reply<Done> {
    app.accounts.disable_totp(&caller, &request.password, &request.code).await.map_err(code_field)?;
    Ok(ok(Done {}))
}

/// Replaces the recovery codes.
#[utoipa::path(post, path = "/user/recoveryCodes", tag = "security", request_body = PasswordAndCodeRequest,
    responses((status = 200, body = Envelope<RecoveryCodesAnswer>)), security(("sid" = [])))]
async fn recovery_codes(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<PasswordAndCodeRequest>,
) -> Reply<RecoveryCodesAnswer> {
    let renewed = app.accounts.renew_recovery_codes(&caller, &request.password, &request.code).await;
    let recovery_codes = renewed.map_err(code_field)?;
    Ok(ok(RecoveryCodesAnswer { recovery_codes }))
}
