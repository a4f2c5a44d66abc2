//! Invite codes: those that staff create, and each account's own.

use axum::extract::State;
use numsift_model::clock::{Timestamp, random_text};
use numsift_model::id::Uid;
use numsift_model::invite::{InviteCode, InviteRow as StoredInvite};
use numsift_model::money::Points;
use numsift_model::rule::Rule;
use numsift_store::StoreError;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, Caller, InviteEdit, InviteList};
use crate::envelope::{Done, Envelope, ListAnswer, PageRequest, Reply, first_page, ok, page_of, page_size};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(create))
        .routes(routes!(set_enabled))
        .routes(routes!(mine))
}

/// Which codes to return.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InviteListRequest {
    /// From 1.
    #[serde(default = "first_page")]
    page: i64,
    /// 1 to 200.
    #[serde(default = "page_size")]
    size: i64,
    #[serde(default)]
    filter: InviteFilter,
}

/// Filter for invite codes.
#[derive(Default, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
struct InviteFilter {
    /// Text within the code or the note.
    search: Option<String>,
}

/// An invite code and its use.
#[derive(Serialize, ToSchema)]
struct InviteView {
    code: String,
    note: String,
    max_uses: i64,
    used: i64,
    expires_at: Option<Timestamp>,
    enabled: bool,
    created_by: Uid,
    created_by_name: String,
    created_at: Timestamp,
}

impl From<StoredInvite> for InviteView {
    fn from(row: StoredInvite) -> Self {
        Self {
            code: row.invite.code,
            note: row.invite.note,
            max_uses: row.invite.max_uses,
            used: row.used,
            expires_at: row.invite.expires_at,
            enabled: row.enabled,
            created_by: row.invite.created_by,
            created_by_name: row.created_by_name,
            created_at: row.invite.created_at,
        }
    }
}

/// Lists the codes that staff created.
#[utoipa::path(post, path = "/invite/list", tag = "invites", request_body = InviteListRequest,
    responses((status = 200, body = Envelope<ListAnswer<InviteView>>)), security(("sid" = [])))]
async fn list(
    _: Allowed<InviteList>,
    State(app): State<App>,
    Body(request): Body<InviteListRequest>,
) -> Reply<ListAnswer<InviteView>> {
    let page = page_of(request.page, request.size)?;
    let search = request.filter.search.as_deref().map(str::trim).filter(|text| !text.is_empty());
    let listed = app.store.read().await?.invites(search, page).await?;
    Ok(ok(ListAnswer {
        items: listed.items.into_iter().map(InviteView::from).collect(),
        total: listed.total,
    }))
}

/// A code to create.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InviteCreateRequest {
    /// Letters, digits and `-`; random if missing.
    code: Option<String>,
    #[serde(default)]
    note: String,
    /// 1 to 1,000,000 accounts.
    max_uses: i64,
    expires_at: Option<Timestamp>,
}

/// The new code.
#[derive(Serialize, ToSchema)]
struct InviteCreateAnswer {
    code: String,
}

/// Creates a code.
#[utoipa::path(post, path = "/invite/create", tag = "invites", request_body = InviteCreateRequest,
    responses((status = 200, body = Envelope<InviteCreateAnswer>)), security(("sid" = [])))]
async fn create(
    caller: Allowed<InviteEdit>,
    State(app): State<App>,
    Body(request): Body<InviteCreateRequest>,
) -> Reply<InviteCreateAnswer> {
    let now = app.clock.now();
    let code = match request.code.as_deref().map(str::trim).filter(|code| !code.is_empty()) {
        Some(code) => code.to_owned(),
        None => random_text(&*app.entropy, 10).map_err(Refusal::internal)?,
    };
    let plain = |code: &str| code.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-');
    let uses = Rule::Whole { least: 1, most: 1_000_000 };
    for (field, good, rule) in [
        (
            "code",
            (4..=32).contains(&code.len()) && plain(&code),
            Rule::Symbols { least: 4, most: 32, also: "`-`" },
        ),
        ("note", request.note.chars().count() <= 200, Rule::up_to(200)),
        ("max_uses", (1..=1_000_000).contains(&request.max_uses), uses),
        ("expires_at", request.expires_at.is_none_or(|at| at > now), Rule::Future),
    ] {
        if !good {
            return Err(Refusal::rule(field, rule));
        }
    }
    let invite = InviteCode {
        code: code.clone(),
        created_by: caller.actor(),
        note: request.note,
        max_uses: request.max_uses,
        expires_at: request.expires_at,
        created_at: now,
    };
    let mut tx = app.store.begin().await?;
    match tx.create_invite(&invite).await {
        Ok(()) => {}
        Err(StoreError::Taken(_)) => return Err(Refusal::Conflict("code", Message::NameTaken)),
        Err(error) => return Err(error.into()),
    }
    let detail = json!({ "code": code, "max_uses": invite.max_uses, "expires_at": invite.expires_at });
    tx.audit(&caller.did("invite/create", now).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(InviteCreateAnswer { code }))
}

/// A code to enable or disable.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct InviteSetEnabledRequest {
    code: String,
    enabled: bool,
}

/// Enables or disables a code.
#[utoipa::path(post, path = "/invite/setEnabled", tag = "invites", request_body = InviteSetEnabledRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn set_enabled(
    caller: Allowed<InviteEdit>,
    State(app): State<App>,
    Body(request): Body<InviteSetEnabledRequest>,
) -> Reply<Done> {
    let mut tx = app.store.begin().await?;
    if !tx.set_invite_enabled(&request.code, request.enabled).await? {
        return Err(Refusal::NotFound);
    }
    let detail = json!({ "code": request.code, "after": { "enabled": request.enabled } });
    tx.audit(&caller.did("invite/setEnabled", app.clock.now()).with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}

/// The caller's own code and the accounts that used it.
#[derive(Serialize, ToSchema)]
struct MineAnswer {
    code: String,
    items: Vec<InvitedView>,
    total: i64,
}

/// An invited account.
#[derive(Serialize, ToSchema)]
struct InvitedView {
    uid: Uid,
    username: String,
    created_at: Timestamp,
    /// Commission that the caller got from it, in ten-thousandths of a point.
    income: Points,
}

/// Returns the caller's own invite code and the accounts that registered with it.
#[utoipa::path(post, path = "/invite/mine", tag = "invites", request_body = PageRequest,
    responses((status = 200, body = Envelope<MineAnswer>)), security(("sid" = [])))]
async fn mine(caller: Caller, State(app): State<App>, Body(request): Body<PageRequest>) -> Reply<MineAnswer> {
    let page = page_of(request.page, request.size)?;
    let account = &caller.who().account;
    let listed = app.store.read().await?.invited_by(account.uid, page).await?;
    let items = listed
        .items
        .into_iter()
        .map(|invited| InvitedView {
            uid: invited.uid,
            username: invited.username,
            created_at: invited.created_at,
            income: invited.income,
        })
        .collect();
    Ok(ok(MineAnswer { code: account.invite_code.clone(), items, total: listed.total }))
}
