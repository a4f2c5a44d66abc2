//! User management: changes of accounts.

use axum::extract::State;
use numsift_model::account::{AccountEdit, AccountType};
use numsift_model::id::{RoleId, Uid};
use numsift_model::rule::Rule;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, UserCreate, UserEdit, UserEndSession, UserResetPwd};
use crate::client::Language;
use crate::envelope::{Envelope, Reply, ok};
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// Accounts per call.
const MAX_ACCOUNTS: usize = 200;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(edit))
        .routes(routes!(set_enabled))
        .routes(routes!(reset_password))
        .routes(routes!(end_session))
}

/// The numbers of the account types.
pub const ACCOUNT_TYPES: Rule = Rule::Whole { least: 1, most: 5 };

fn account_type(number: i64) -> Result<AccountType, Refusal> {
    AccountType::try_from(number).map_err(|_| Refusal::rule("account_type", ACCOUNT_TYPES))
}

fn check_count(uids: &[Uid]) -> Result<(), Refusal> {
    if (1..=MAX_ACCOUNTS).contains(&uids.len()) {
        Ok(())
    } else {
        Err(Refusal::rule("uids", Rule::Entries { least: 1, most: MAX_ACCOUNTS }))
    }
}

/// An account to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UserCreateRequest {
    username: String,
    /// 1 to 5.
    account_type: i64,
    /// Empty for the default roles of its type.
    #[serde(default)]
    roles: Vec<RoleId>,
    /// Decimals of a point to show.
    #[serde(default = "two")]
    ud: i64,
    #[serde(default)]
    self_quota_topup: bool,
    #[serde(default)]
    introduction: String,
}

fn two() -> i64 {
    2
}

/// The new account and its password.
#[derive(Serialize, ToSchema)]
struct UserCreateAnswer {
    uid: Uid,
    /// Shown only once.
    password: String,
}

/// Creates an account with a one-time password.
#[utoipa::path(post, path = "/user/create", tag = "users", request_body = UserCreateRequest,
    responses((status = 200, body = Envelope<UserCreateAnswer>)), security(("sid" = [])))]
async fn create(
    caller: Allowed<UserCreate>,
    State(app): State<App>,
    Body(request): Body<UserCreateRequest>,
) -> Reply<UserCreateAnswer> {
    let edit = AccountEdit {
        account_type: account_type(request.account_type)?,
        roles: request.roles,
        ud: request.ud,
        self_quota_topup: request.self_quota_topup,
        enabled: true,
        introduction: request.introduction,
    };
    let created = app.accounts.create_account(&caller, &request.username, edit).await?;
    let password =
        created.one_time_password.ok_or_else(|| Refusal::internal("the new account has no password"))?;
    Ok(ok(UserCreateAnswer { uid: created.uid, password }))
}

/// The new settings of an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UserEditRequest {
    uid: Uid,
    /// The version that was read; refused if the account has changed since.
    version: i64,
    /// 1 to 5.
    account_type: i64,
    roles: Vec<RoleId>,
    ud: i64,
    self_quota_topup: bool,
    enabled: bool,
    introduction: String,
}

/// The new version.
#[derive(Serialize, ToSchema)]
struct VersionAnswer {
    version: i64,
}

/// Changes an account.
#[utoipa::path(post, path = "/user/edit", tag = "users", request_body = UserEditRequest,
    responses((status = 200, body = Envelope<VersionAnswer>)), security(("sid" = [])))]
async fn edit(
    caller: Allowed<UserEdit>,
    State(app): State<App>,
    Body(request): Body<UserEditRequest>,
) -> Reply<VersionAnswer> {
    let edit = AccountEdit {
        account_type: account_type(request.account_type)?,
        roles: request.roles,
        ud: request.ud,
        self_quota_topup: request.self_quota_topup,
        enabled: request.enabled,
        introduction: request.introduction,
    };
    let version = app.accounts.edit_account(&caller, request.uid, request.version, &edit).await?;
    Ok(ok(VersionAnswer { version }))
}

/// Accounts to enable or disable.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetEnabledRequest {
    /// 1 to 200.
    uids: Vec<Uid>,
    enabled: bool,
}

/// The number of changed accounts, and those that were refused.
#[derive(Serialize, ToSchema)]
struct SetEnabledAnswer {
    changed: usize,
    refused: Vec<RefusedAccount>,
}

/// An account that was not changed.
#[derive(Serialize, ToSchema)]
struct RefusedAccount {
    uid: Uid,
    msg: String,
}

/// Enables or disables accounts; disabled ones are signed out.
#[utoipa::path(post, path = "/user/setEnabled", tag = "users", request_body = SetEnabledRequest,
    responses((status = 200, body = Envelope<SetEnabledAnswer>)), security(("sid" = [])))]
async fn set_enabled(
    caller: Allowed<UserEdit>,
    State(app): State<App>,
    Language(lang): Language,
    Body(request): Body<SetEnabledRequest>,
) -> Reply<SetEnabledAnswer> {
    check_count(&request.uids)?;
    let (changed, refused) = app.accounts.set_enabled(&caller, &request.uids, request.enabled).await?;
    let refused = refused
        .into_iter()
        .map(|refused| RefusedAccount {
            uid: refused.uid,
            msg: Refusal::from(refused.why).message().text(lang),
        })
        .collect();
    Ok(ok(SetEnabledAnswer { changed, refused }))
}

/// The account whose password is reset.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ResetPasswordRequest {
    uid: Uid,
    /// Whether its API keys are revoked as well.
    #[serde(default)]
    end_keys: bool,
}

/// A one-time password.
#[derive(Serialize, ToSchema)]
struct PasswordAnswer {
    /// Shown only once. It must be changed at the first login.
    password: String,
    /// The number of revoked API keys.
    ended_keys: usize,
}

/// Gives an account a one-time password and signs it out.
#[utoipa::path(post, path = "/user/resetPwd", tag = "users", request_body = ResetPasswordRequest,
    responses((status = 200, body = Envelope<PasswordAnswer>)), security(("sid" = [])))]
async fn reset_password(
    caller: Allowed<UserResetPwd>,
    State(app): State<App>,
    Body(request): Body<ResetPasswordRequest>,
) -> Reply<PasswordAnswer> {
    let reset = app.accounts.reset_password_of(&caller, request.uid, request.end_keys).await?;
    app.api_keys.forget_keys(&reset.ended_keys);
    Ok(ok(PasswordAnswer { password: reset.password, ended_keys: reset.ended_keys.len() }))
}

/// Accounts to sign out.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct EndSessionRequest {
    /// 1 to 200.
    uids: Vec<Uid>,
}

/// The number of ended sessions.
#[derive(Serialize, ToSchema)]
struct EndSessionAnswer {
    ended: u64,
}

/// Signs accounts out.
#[utoipa::path(post, path = "/user/endSession", tag = "users", request_body = EndSessionRequest,
    responses((status = 200, body = Envelope<EndSessionAnswer>)), security(("sid" = [])))]
async fn end_session(
    caller: Allowed<UserEndSession>,
    State(app): State<App>,
    Body(request): Body<EndSessionRequest>,
) -> Reply<EndSessionAnswer> {
    check_count(&request.uids)?;
    Ok(ok(EndSessionAnswer { ended: app.accounts.end_sessions(&caller, &request.uids).await? }))
}
