//! User management.

use axum::extract::State;
use numsift_model::account::{Account, AccountType};
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::page::{Direction, Page};
use numsift_store::{AccountFilter, AccountSort};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, UserList};
use crate::envelope::{Envelope, ListAnswer, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list))
}

/// Which accounts, in which order.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct UserListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    /// `uid`, `username`, `account_type`, `created_at` or `last_login_at`; a `-` before it turns the
    /// order round.
    sort: Option<String>,
    #[serde(default)]
    filter: UserFilter,
}

fn first_page() -> i64 {
    1
}

fn page_size() -> i64 {
    20
}

/// What the rows must have.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct UserFilter {
    /// Part of the username, or the uid.
    search: Option<String>,
    /// 1 to 5.
    account_type: Option<i64>,
    enabled: Option<bool>,
}

/// A row of the list.
#[derive(Serialize, ToSchema)]
struct UserRow {
    uid: Uid,
    username: String,
    account_type: i64,
    enabled: bool,
    roles: Vec<i64>,
    inviter: Option<Uid>,
    created_at: Timestamp,
    last_login_at: Option<Timestamp>,
}

/// A page of the accounts that the caller may see.
#[utoipa::path(post, path = "/user/list", tag = "users", request_body = UserListRequest,
    responses((status = 200, body = Envelope<ListAnswer<UserRow>>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<UserList>,
    State(app): State<App>,
    Body(request): Body<UserListRequest>,
) -> Reply<ListAnswer<UserRow>> {
    let page = Page::new(request.page, request.size)
        .ok_or_else(|| Refusal::field("page", Message::PageRange { most: Page::MAX_SIZE }))?;
    let sort = sort(request.sort.as_deref())?;
    let account_type = request.filter.account_type.map(AccountType::try_from).transpose();
    let filter = AccountFilter {
        search: request.filter.search.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty()),
        account_type: account_type.map_err(|_| Refusal::field("filter.account_type", Message::WrongValue))?,
        enabled: request.filter.enabled,
    };
    let listed = app.store.read().await?.accounts(caller.scope(), &filter, sort, page).await?;
    let items = listed.items.into_iter().map(UserRow::from).collect();
    Ok(ok(ListAnswer { items, total: listed.total }))
}

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

impl From<Account> for UserRow {
    fn from(account: Account) -> Self {
        Self {
            uid: account.uid,
            username: account.username,
            account_type: account.account_type.number(),
            enabled: account.enabled,
            roles: account.roles.into_iter().map(|role| role.0).collect(),
            inviter: account.inviter,
            created_at: account.created_at,
            last_login_at: account.last_login_at,
        }
    }
}
