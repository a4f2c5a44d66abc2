//! Allowances: what an account may use, what it uses, and staff who change that.

use std::collections::BTreeMap;

use axum::extract::State;
use numsift_model::account::Account;
use numsift_model::allowance::Resource;
use numsift_model::id::Uid;
use numsift_store::Tx;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::{Body, Nothing};
use crate::caller::{Allowed, Caller, UserEdit};
use crate::envelope::{Envelope, Reply, ok};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(own)).routes(routes!(set))
}

/// How much of a resource an account may use, and uses.
#[derive(Serialize, ToSchema)]
pub struct AllowanceView {
    resource: Resource,
    used: i64,
    /// The most that it may use.
    most: i64,
    /// The default of its account type.
    default: i64,
    /// The highest value that staff can set.
    highest: i64,
}

/// All allowances of an account.
pub async fn views(app: &App, tx: &mut dyn Tx, account: &Account) -> Result<Vec<AllowanceView>, Refusal> {
    let rooms = tx.room(account.uid, Resource::ALL).await?;
    let mut views = Vec::new();
    for resource in Resource::ALL.iter().copied() {
        let default = resource.default_for(account.account_type);
        let room = rooms.get(&resource).copied().unwrap_or_default();
        let used = if resource.is_counted_while_running() {
            app.in_use().count(account.uid, resource)
        } else {
            room.used
        };
        let most = room.set.unwrap_or(default);
        views.push(AllowanceView { resource, used, most, default, highest: resource.highest() });
    }
    Ok(views)
}

/// Returns the allowances of the caller's account.
#[utoipa::path(post, path = "/user/allowances", tag = "user", request_body = Nothing,
    responses((status = 200, body = Envelope<Vec<AllowanceView>>)), security(("sid" = [])))]
async fn own(caller: Caller, State(app): State<App>, _: Body<Nothing>) -> Reply<Vec<AllowanceView>> {
    let mut tx = app.store.read().await?;
    Ok(ok(views(&app, tx.as_mut(), &caller.who().account).await?))
}

/// New allowances of an account.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct SetAllowancesRequest {
    uid: Uid,
    /// By resource; `null` for the default. Those that are missing stay as they are.
    allowances: BTreeMap<Resource, Option<i64>>,
}

/// Changes the allowances of an account.
#[utoipa::path(post, path = "/user/setAllowances", tag = "users", request_body = SetAllowancesRequest,
    responses((status = 200, body = Envelope<Vec<AllowanceView>>)), security(("sid" = [])))]
async fn set(
    caller: Allowed<UserEdit>,
    State(app): State<App>,
    Body(request): Body<SetAllowancesRequest>,
) -> Reply<Vec<AllowanceView>> {
    for (resource, value) in &request.allowances {
        if value.is_some_and(|value| !(0..=resource.highest()).contains(&value)) {
            let field = format!("allowances.{}", resource.as_str());
            return Err(Refusal::field(field, Message::AllowanceRange { most: resource.highest() }));
        }
    }
    let mut tx = app.store.begin().await?;
    let account = tx.account(request.uid).await?.ok_or(Refusal::NotFound)?;
    if !app.accounts.manages(&caller, &account) {
        return Err(Refusal::NotPermitted(Message::NotPermitted));
    }
    if account.uid == caller.who().account.uid {
        return Err(Refusal::NotPermitted(Message::OwnAccount));
    }
    let before = tx.allowances(account.uid).await?;
    for (resource, value) in &request.allowances {
        tx.set_allowance(account.uid, *resource, *value).await?;
    }
    let after = tx.allowances(account.uid).await?;
    let detail = json!({ "before": before, "after": after });
    let line = caller.did("user/setAllowances", app.clock.now()).on(account.uid).with(&detail);
    tx.audit(&line.entry()).await?;
    let views = views(&app, tx.as_mut(), &account).await?;
    tx.save().await?;
    Ok(ok(views))
}
