//! User management: lists and details of accounts.

use std::collections::HashSet;

use async_trait::async_trait;
use axum::extract::State;
use axum::response::Response;
use numsift_model::account::{Account, AccountType};
use numsift_model::clock::Timestamp;
use numsift_model::id::{RoleId, Uid};
use numsift_model::money::{Balances, Points};
use numsift_model::page::Direction;
use numsift_model::permission::Permission;
use numsift_model::session::SessionFacts;
use numsift_store::{AccountFilter, AccountSort, AccountUsage, Tx};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, UserList, scope_of_account};
use crate::console::allowances::{self, AllowanceView};
use crate::console::user_changes::ACCOUNT_TYPES;
use crate::download::{Export, Link, Position, Table, link, send_table};
use crate::envelope::{Envelope, ListAnswer, Reply, first_page, ok, page_of, page_size};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

/// Logins that the details show.
const LOGINS: i64 = 20;
const DAY_S: i64 = 86_400;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(detail)).routes(routes!(export))
}

/// Which accounts to return, in which order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UserListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    /// `uid`, `username`, `account_type`, `created_at` or `last_login_at`; with a leading `-` in descending order.
    sort: Option<String>,
    #[serde(default)]
    filter: UserFilter,
}

/// Filter for accounts.
#[derive(Debug, Clone, Default, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct UserFilter {
    /// Part of the username, or the uid.
    search: Option<String>,
    /// 1 to 5.
    account_type: Option<i64>,
    enabled: Option<bool>,
    role: Option<RoleId>,
    inviter: Option<Uid>,
}

impl UserFilter {
    fn checked(&self) -> Result<AccountFilter, Refusal> {
        let account_type = self.account_type.map(AccountType::try_from).transpose();
        let search = self.search.as_deref().map(str::trim).filter(|text| !text.is_empty());
        Ok(AccountFilter {
            search: search.map(str::to_owned),
            account_type: account_type.map_err(|_| Refusal::rule("filter.account_type", ACCOUNT_TYPES))?,
            enabled: self.enabled,
            role: self.role,
            inviter: self.inviter,
        })
    }
}

/// An account.
#[derive(Serialize, ToSchema)]
struct UserRow {
    uid: Uid,
    username: String,
    account_type: i64,
    enabled: bool,
    roles: Vec<RoleId>,
    inviter: Option<Uid>,
    created_at: Timestamp,
    last_login_at: Option<Timestamp>,
    ud: i64,
    self_quota_topup: bool,
    internal: bool,
    totp_enabled: bool,
    /// To send back with an edit.
    version: i64,
    /// Whether it has an open session.
    online: bool,
    /// In ten-thousandths of a point.
    balance: Points,
    /// Remaining quota, in ten-thousandths of a point.
    credit: Points,
    /// Points and quota held for running tasks, in ten-thousandths of a point.
    held: Points,
}

impl UserRow {
    fn new(account: Account, online: bool, balances: Balances) -> Self {
        let totp_enabled = account.second_factor();
        Self {
            uid: account.uid,
            username: account.username,
            account_type: account.account_type.number(),
            enabled: account.enabled,
            roles: account.roles,
            inviter: account.inviter,
            created_at: account.created_at,
            last_login_at: account.last_login_at,
            ud: account.ud,
            self_quota_topup: account.self_quota_topup,
            internal: account.internal,
            totp_enabled,
            version: account.version,
            online,
            balance: balances.points,
            credit: balances.credit,
            held: balances.held(),
        }
    }
}

/// Lists the accounts that the caller may see.
#[utoipa::path(post, path = "/user/list", tag = "users", request_body = UserListRequest,
    responses((status = 200, body = Envelope<ListAnswer<UserRow>>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<UserList>,
    State(app): State<App>,
    Body(request): Body<UserListRequest>,
) -> Reply<ListAnswer<UserRow>> {
    let page = page_of(request.page, request.size)?;
    let sort = sort(request.sort.as_deref())?;
    let filter = request.filter.checked()?;
    let mut tx = app.store.read().await?;
    let listed = tx.accounts(caller.scope(), &filter, sort, page).await?;
    let uids: Vec<Uid> = listed.items.iter().map(|account| account.uid).collect();
    let online = online(&app, tx.as_mut(), &uids).await?;
    let mut items = Vec::with_capacity(listed.items.len());
    for account in listed.items {
        let balances = tx.balances(account.uid).await?;
        let online = online.contains(&account.uid);
        items.push(UserRow::new(account, online, balances));
    }
    Ok(ok(ListAnswer { items, total: listed.total }))
}

async fn online(app: &App, tx: &mut dyn Tx, uids: &[Uid]) -> Result<HashSet<Uid>, Refusal> {
    let now = app.clock.now();
    let idle = tx.settings().await?.session_idle_s;
    Ok(tx.signed_in_among(uids, now.plus(-idle), now).await?.into_iter().collect())
}

/// Parses `column` or `-column`.
fn sort(text: Option<&str>) -> Result<(AccountSort, Direction), Refusal> {
    let text = text.unwrap_or_default();
    let (name, direction) = match text.strip_prefix('-') {
        Some(name) => (name, Direction::Descending),
        None => (text, Direction::Ascending),
    };
    let column = match name {
        "" | "uid" => AccountSort::Uid,
        "username" => AccountSort::Username,
        "account_type" => AccountSort::AccountType,
        "created_at" => AccountSort::CreatedAt,
        "last_login_at" => AccountSort::LastLoginAt,
        _ => return Err(Refusal::field("sort", Message::UnknownSort)),
    };
    Ok((column, direction))
}

/// Identifies an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct DetailRequest {
    uid: Uid,
}

/// Details of an account.
#[derive(Serialize, ToSchema)]
struct UserDetail {
    user: UserRow,
    introduction: String,
    invite_code: String,
    inviter_name: Option<String>,
    /// The open session, if any.
    session: Option<SessionView>,
    /// The newest logins.
    logins: Vec<LoginView>,
    usage: UsageView,
    /// What it may use, and uses.
    allowances: Vec<AllowanceView>,
    /// Whether the caller may change it.
    manageable: bool,
}

/// What an account has used, recently and in total.
#[derive(Serialize, ToSchema)]
struct UsageView {
    /// Today and the 29 days before (UTC).
    last_30_days: UsedView,
    in_all: UsedView,
}

/// What an account has used.
#[derive(Serialize, ToSchema)]
struct UsedView {
    /// Tasks that it started.
    tasks: i64,
    /// Numbers that were checked, counted once per project.
    numbers: i64,
    /// Charged minus refunds, in ten-thousandths of a point.
    spent: Points,
}

impl From<AccountUsage> for UsedView {
    fn from(usage: AccountUsage) -> Self {
        Self { tasks: usage.tasks, numbers: usage.answers, spent: usage.spent }
    }
}

async fn usage(tx: &mut dyn Tx, uid: Uid, now: Timestamp) -> Result<UsageView, Refusal> {
    let today = now.0 - now.0.rem_euclid(DAY_S);
    let recent = tx.account_usage(uid, Timestamp(today - 29 * DAY_S)).await?;
    let in_all = tx.account_usage(uid, Timestamp(0)).await?;
    Ok(UsageView { last_30_days: recent.into(), in_all: in_all.into() })
}

/// An open session.
#[derive(Serialize, ToSchema)]
pub struct SessionView {
    created_at: Timestamp,
    last_seen_at: Timestamp,
    ip: String,
    user_agent: String,
}

/// A login and how its session ended.
#[derive(Serialize, ToSchema)]
pub struct LoginView {
    at: Timestamp,
    ip: String,
    user_agent: String,
    /// `replaced`, `logged_out`, `password_changed` or `ended`; `null` if it is open or has expired.
    ended: Option<&'static str>,
}

/// The open session and the newest logins of an account.
pub async fn sessions(
    app: &App,
    tx: &mut dyn Tx,
    uid: Uid,
) -> Result<(Option<SessionView>, Vec<LoginView>), Refusal> {
    let now = app.clock.now();
    let idle = tx.settings().await?.session_idle_s;
    let all = tx.sessions_of(uid, LOGINS).await?;
    let is_open = |facts: &&SessionFacts| {
        facts.ended.is_none() && facts.expires_at > now && now.since(facts.last_seen_at) < idle
    };
    let open = all.iter().find(is_open).map(|facts| SessionView {
        created_at: facts.created_at,
        last_seen_at: facts.last_seen_at,
        ip: facts.ip.clone(),
        user_agent: facts.user_agent.clone(),
    });
    let login = |facts: SessionFacts| LoginView {
        at: facts.created_at,
        ip: facts.ip,
        user_agent: facts.user_agent,
        ended: facts.ended.map(numsift_model::session::EndReason::as_str),
    };
    Ok((open, all.into_iter().map(login).collect()))
}

/// Returns the details of an account.
#[utoipa::path(post, path = "/user/detail", tag = "users", request_body = DetailRequest,
    responses((status = 200, body = Envelope<UserDetail>)), security(("sid" = [])))]
async fn detail(
    caller: Allowed<UserList>,
    State(app): State<App>,
    Body(request): Body<DetailRequest>,
) -> Reply<UserDetail> {
    if caller.scope().owner().is_some_and(|owner| owner != request.uid.0) {
        return Err(Refusal::NotFound);
    }
    let mut tx = app.store.read().await?;
    let account = tx.account(request.uid).await?.ok_or(Refusal::NotFound)?;
    let inviter = match account.inviter {
        Some(uid) => tx.account(uid).await?,
        None => None,
    };
    let (session, logins) = sessions(&app, tx.as_mut(), account.uid).await?;
    let balances = tx.balances(account.uid).await?;
    let usage = usage(tx.as_mut(), account.uid, app.clock.now()).await?;
    let allowances = allowances::views(&app, tx.as_mut(), &account).await?;
    Ok(ok(UserDetail {
        allowances,
        introduction: account.introduction.clone(),
        invite_code: account.invite_code.clone(),
        inviter_name: inviter.map(|inviter| inviter.username),
        manageable: app.accounts.manages(&caller, &account),
        user: UserRow::new(account, session.is_some(), balances),
        session,
        logins,
        usage,
    }))
}

/// Which accounts to export.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UserExportRequest {
    sort: Option<String>,
    #[serde(default)]
    filter: UserFilter,
}

/// Creates a download link to the accounts as CSV.
#[utoipa::path(post, path = "/user/export", tag = "users", request_body = UserExportRequest,
    responses((status = 200, body = Envelope<Link>)), security(("sid" = [])))]
async fn export(
    caller: Allowed<UserList>,
    State(app): State<App>,
    Body(request): Body<UserExportRequest>,
) -> Reply<Link> {
    request.filter.checked()?;
    sort(request.sort.as_deref())?;
    let mut tx = app.store.begin().await?;
    tx.audit(&caller.did("user/export", app.clock.now()).entry()).await?;
    tx.save().await?;
    Ok(ok(link(&app, &caller, &UserExport { filter: request.filter, sort: request.sort }).await?))
}

#[derive(Serialize, Deserialize)]
pub struct UserExport {
    filter: UserFilter,
    sort: Option<String>,
}

impl Export for UserExport {
    const KIND: &'static str = "users";
    const PERMISSION: Permission = Permission::UserList;

    async fn respond(self, app: App, account: Account) -> Result<Response, Refusal> {
        send_table(app, account, Box::new(self)).await
    }
}

#[async_trait]
impl Table for UserExport {
    fn name(&self) -> &'static str {
        "users"
    }

    fn header(&self, _: &Account) -> Vec<String> {
        ["uid", "username", "account_type", "enabled", "roles", "inviter", "created_at", "last_login_at"]
            .map(String::from)
            .to_vec()
    }

    async fn rows(
        &self,
        tx: &mut dyn Tx,
        reader: &Account,
        _: Timestamp,
        position: &mut Position,
    ) -> Result<Vec<Vec<String>>, Refusal> {
        let (filter, sort) = (self.filter.checked()?, sort(self.sort.as_deref())?);
        let listed = tx.accounts(scope_of_account(reader), &filter, sort, position.page).await?;
        let row = |account: Account| {
            let roles: Vec<_> = account.roles.iter().map(ToString::to_string).collect();
            vec![
                account.uid.to_string(),
                account.username,
                account.account_type.number().to_string(),
                account.enabled.to_string(),
                roles.join(" "),
                account.inviter.map(|uid| uid.to_string()).unwrap_or_default(),
                account.created_at.rfc3339(),
                account.last_login_at.map(Timestamp::rfc3339).unwrap_or_default(),
            ]
        };
        Ok(listed.items.into_iter().map(row).collect())
    }
}
