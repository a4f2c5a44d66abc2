//! The caller's own account: login, registration, profile, menu, logout, password.

use axum::extract::State;
use axum::http::header::{COOKIE, HeaderMap, HeaderName, SET_COOKIE};
use axum::response::AppendHeaders;
use numsift_accounts::{AccountError, Login, SessionToken};
use numsift_model::clock::DAY_S;
use numsift_model::id::Uid;
use numsift_model::menu::{MenuEntry, menu_for};
use numsift_model::money::{Balances, Points};
use numsift_model::permission::Permission;
use numsift_topup::receiving_wallet;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Caller, Owner};
use crate::client::{Language, RequestClient};
use crate::console::projects::project_menu;
use crate::console::second_person::needs_approval;
use crate::envelope::{Done, Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// The cookie of browsers that have logged in before.
const DEVICE_COOKIE: &str = "numsift_device";
const DEVICE_COOKIE_S: i64 = 180 * DAY_S;
/// Shorter passwords are refused without an attempt to log in.
const LOGIN_PASSWORD_CHARS: usize = 6;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(routes!(register))
        .routes(routes!(info))
        .routes(routes!(get_auth))
        .routes(routes!(logout))
        .routes(routes!(change_password))
}

/// Username and password.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LoginRequest {
    username: String,
    password: String,
    /// A code from the authenticator, a recovery code or the code of a passkey, if the account requires one.
    totp: Option<String>,
}

/// A session token, to send in the `sid` header.
#[derive(Serialize, ToSchema)]
pub struct LoginAnswer {
    sid: String,
}

impl LoginAnswer {
    pub fn new(token: &SessionToken) -> Self {
        Self { sid: token.as_str().to_owned() }
    }
}

/// Logs in. An earlier session of the account ends.
#[utoipa::path(post, path = "/user/login", tag = "user", request_body = LoginRequest,
    responses((status = 200, body = Envelope<LoginAnswer>)), security(()))]
async fn login(
    State(app): State<App>,
    RequestClient(client): RequestClient,
    headers: HeaderMap,
    Body(request): Body<LoginRequest>,
) -> Result<(AppendHeaders<[(HeaderName, String); 1]>, Envelope<LoginAnswer>), Refusal> {
    if request.username.trim().is_empty() {
        return Err(Refusal::field("username", Message::UsernameRequired));
    }
    if request.password.chars().count() < LOGIN_PASSWORD_CHARS {
        return Err(Refusal::field("password", Message::PasswordTooShort { least: 6 }));
    }
    let login = Login {
        username: &request.username,
        password: &request.password,
        code: request.totp.as_deref(),
        device: device_cookie(&headers),
    };
    let logged_in = app.accounts.login(&login, &client).await?;
    // Only the login call gets the cookie back.
    let secure =
        if app.public_url.as_ref().is_some_and(|url| url.starts_with("https:")) { "; Secure" } else { "" };
    let cookie = format!(
        "{DEVICE_COOKIE}={}; Path=/api/user/login; Max-Age={DEVICE_COOKIE_S}; HttpOnly; SameSite=Strict{secure}",
        logged_in.device
    );
    Ok((AppendHeaders([(SET_COOKIE, cookie)]), ok(LoginAnswer::new(&logged_in.token))))
}

/// The cookie by which a browser is known that has logged in before.
fn device_cookie(headers: &HeaderMap) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    cookies
        .flat_map(|value| value.split(';'))
        .filter_map(|cookie| cookie.trim().split_once('='))
        .find_map(|(name, value)| (name == DEVICE_COOKIE).then_some(value))
}

/// An account to register.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct RegisterRequest {
    username: String,
    password: String,
    invite_code: String,
}

/// The new account.
#[derive(Serialize, ToSchema)]
struct RegisterAnswer {
    uid: Uid,
}

/// Registers with an invite code.
#[utoipa::path(post, path = "/user/register", tag = "user", request_body = RegisterRequest,
    responses((status = 200, body = Envelope<RegisterAnswer>)), security(()))]
async fn register(
    State(app): State<App>,
    RequestClient(client): RequestClient,
    Body(request): Body<RegisterRequest>,
) -> Reply<RegisterAnswer> {
    let RegisterRequest { username, password, invite_code } = request;
    let uid = app.accounts.register(&username, &password, &invite_code, &client).await?;
    Ok(ok(RegisterAnswer { uid }))
}

/// The caller's account.
#[derive(Serialize, ToSchema)]
struct UserInfo {
    uid: Uid,
    name: String,
    avatar: String,
    introduction: String,
    /// In ten-thousandths of a point.
    balance: Points,
    /// Remaining quota, in ten-thousandths of a point.
    credit: Points,
    /// Points held for running tasks, in ten-thousandths of a point. Not part of the balance.
    held: Points,
    /// Quota held for running tasks, in ten-thousandths of a point. Not part of the remaining quota.
    credit_held: Points,
    /// Total commission, in ten-thousandths of a point.
    total_income: Points,
    /// 1 to 5; lower numbers have more privileges.
    account_type: i64,
    /// Decimals of a point to show.
    ud: i64,
    /// 1 while staff visit the account.
    switching: i64,
    /// The visiting member of staff.
    actor: Option<Actor>,
    /// Whether login requires a second factor.
    totp_enabled: bool,
    /// Whether the second factor can be a passkey.
    has_passkey: bool,
    /// Whether a second factor must be set up before any other call.
    totp_required: bool,
    /// Whether the password is a one-time password that must be changed before any other call.
    password_change_required: bool,
    /// Whether another administrator must approve what the caller does with money.
    second_person: bool,
    invite_code: String,
    roles: Vec<i64>,
    /// Whether it may top up its own quota.
    privilege_escalation: bool,
    /// Whether it is an account of the operator.
    internal: bool,
    /// Whether top-ups can be paid: there is a receiving wallet, and the settings allow them.
    top_up: bool,
}

/// A member of staff who visits the account.
#[derive(Serialize, ToSchema)]
struct Actor {
    uid: Uid,
    name: String,
}

/// Returns the caller's account and balances.
#[utoipa::path(post, path = "/user/info", tag = "user", request_body = Nothing,
    responses((status = 200, body = Envelope<UserInfo>)), security(("sid" = [])))]
async fn info(caller: Caller, State(app): State<App>, _: Body<Nothing>) -> Reply<UserInfo> {
    let who = caller.who();
    let account = who.account.clone();
    let mut tx = app.store.read().await?;
    let actor = match who.switched {
        Some(switched) => tx.account(switched.actor).await?,
        None => None,
    };
    let Balances { points, credit, total_income, points_held, credit_held } =
        tx.balances(account.uid).await?;
    let staff = account.account_type.is_staff();
    let second_factor = account.second_factor();
    let second_person = staff && needs_approval(tx.as_mut(), account.uid, app.clock.now()).await?;
    let top_up = receiving_wallet(&mut *tx).await?.is_some();
    drop(tx);
    Ok(ok(UserInfo {
        uid: account.uid,
        name: account.username,
        avatar: account.avatar,
        introduction: account.introduction,
        balance: points,
        credit,
        held: points_held,
        credit_held,
        total_income,
        account_type: account.account_type.number(),
        ud: account.ud,
        switching: i64::from(who.switched.is_some()),
        actor: actor.map(|actor| Actor { uid: actor.uid, name: actor.username }),
        totp_enabled: second_factor,
        has_passkey: account.has_passkey,
        totp_required: who.must_enrol,
        password_change_required: who.must_change_password,
        second_person,
        invite_code: account.invite_code,
        roles: account.roles.into_iter().map(|role| role.0).collect(),
        privilege_escalation: account.self_quota_topup,
        internal: account.internal,
        top_up,
    }))
}

/// Returns the menu that the caller's permissions allow.
#[utoipa::path(post, path = "/user/getAuth", tag = "user", request_body = Nothing,
    responses((status = 200, body = Envelope<Vec<MenuEntry>>)), security(("sid" = [])))]
async fn get_auth(
    caller: Caller,
    State(app): State<App>,
    Language(lang): Language,
    _: Body<Nothing>,
) -> Reply<Vec<MenuEntry>> {
    let who = caller.who();
    let mut tx = app.store.read().await?;
    let rows = tx.menu().await?;
    let mut menu = menu_for(&rows, who.account.account_type, &who.permissions);
    if who.permissions.allow(Permission::TaskCreate.as_str()) {
        // Projects come before lists, records and administration.
        let at = menu.iter().position(|entry| entry.module == "lists").unwrap_or(menu.len());
        let mut offered = Vec::new();
        for project in tx.projects().await?.into_iter().filter(|project| project.enabled) {
            let usable = app.screening.channels.can_answer(&mut *tx, &project).await?;
            // Customers do not see what nobody can answer. Staff see it marked.
            if usable || who.account.account_type.is_staff() {
                offered.push((project, usable));
            }
        }
        menu.splice(at..at, project_menu(&offered, lang));
    }
    Ok(ok(menu))
}

/// The token is ignored: the session of the `sid` header ends.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct LogoutRequest {
    #[serde(default)]
    #[allow(dead_code)] // Old clients send it.
    token: Option<String>,
}

/// Logs out.
#[utoipa::path(post, path = "/user/logout", tag = "user", request_body = LogoutRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn logout(caller: Caller, State(app): State<App>, _: Body<LogoutRequest>) -> Reply<Done> {
    app.accounts.logout(&caller).await?;
    Ok(ok(Done {}))
}

/// The old password and the new one, twice.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[allow(clippy::struct_field_names)] // The names on the wire.
struct ChangePasswordRequest {
    old_pwd: String,
    new_pwd: String,
    confirm_pwd: String,
}

/// Changes the password. All sessions of the account end, including this one.
#[utoipa::path(post, path = "/user/changePwd", tag = "user", request_body = ChangePasswordRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn change_password(
    caller: Owner,
    State(app): State<App>,
    Body(request): Body<ChangePasswordRequest>,
) -> Reply<Done> {
    let ChangePasswordRequest { old_pwd, new_pwd, confirm_pwd } = request;
    for (field, value) in [("old_pwd", &old_pwd), ("new_pwd", &new_pwd), ("confirm_pwd", &confirm_pwd)] {
        if value.is_empty() {
            return Err(Refusal::field(field, Message::FillInCompletely));
        }
    }
    if new_pwd != confirm_pwd {
        return Err(Refusal::field("confirm_pwd", Message::PasswordsDiffer));
    }
    if new_pwd == old_pwd {
        return Err(Refusal::field("new_pwd", Message::SamePassword));
    }
    match app.accounts.change_password(&caller, &old_pwd, &new_pwd).await {
        Ok(()) => Ok(ok(Done {})),
        // The fields of this call have other names.
        Err(AccountError::Password(fault)) => Err(Refusal::field("new_pwd", fault.into())),
        Err(AccountError::WrongPassword) => Err(Refusal::field("old_pwd", Message::WrongOldPassword)),
        Err(error) => Err(error.into()),
    }
}
