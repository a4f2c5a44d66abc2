//! Actions on money need a second person: another administrator approves them, and nobody approves their own. An
//! installation with one administrator asks for the password and the second factor instead.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use axum::extract::State;
use numsift_model::approval::{Approval, ApprovalState, NewApproval};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApprovalId, Uid};
use numsift_model::permission::Permission;
use numsift_store::Tx;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use utoipa::ToSchema;
use utoipa_axum::routes;

use crate::app::App;
use crate::body::Body;
use crate::caller::{Allowed, ApprovalList};
use crate::console::deposits::{Credit, WalletChange, credit_deposit_as, use_wallet_as};
use crate::console::finance::{Correction, correct_as};
use crate::console::second_person::{self, Guarded};
use crate::console::settings::{NodeChange, use_node_as};
use crate::envelope::{Done, Envelope, ListAnswer, PageRequest, Reply, ok, page_of};
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::routing::OpenApiRouter;

pub fn calls() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(list)).routes(routes!(approve)).routes(routes!(reject))
}

/// An action that waits for a second person, or was decided.
#[derive(Serialize, ToSchema)]
struct ApprovalView {
    id: ApprovalId,
    /// The call that waits.
    action: String,
    /// Its body.
    #[schema(value_type = Object)]
    request: Value,
    subject: Option<Uid>,
    subject_name: Option<String>,
    requested_by: Uid,
    requester: String,
    requested_at: Timestamp,
    /// It can no longer be approved from then on.
    expires_at: Timestamp,
    state: ApprovalState,
    decided_by: Option<Uid>,
    decider: Option<String>,
    decided_at: Option<Timestamp>,
    /// Whether the caller may approve it.
    approvable: bool,
}

fn is_pending(approval: &Approval, now: Timestamp) -> bool {
    approval.state == ApprovalState::Pending && now < approval.asked.expires_at
}

fn view(approval: Approval, approvable: bool) -> ApprovalView {
    let asked = approval.asked;
    let (decided_by, decider, decided_at) = match approval.decided {
        Some((by, name, at)) => (Some(by), Some(name), Some(at)),
        None => (None, None, None),
    };
    ApprovalView {
        id: approval.id,
        request: serde_json::from_str(&asked.request).unwrap_or_default(),
        action: asked.action,
        subject: asked.subject,
        subject_name: approval.subject_name,
        requested_by: asked.requested_by,
        requester: approval.requester,
        requested_at: asked.requested_at,
        expires_at: asked.expires_at,
        state: approval.state,
        decided_by,
        decider,
        decided_at,
        approvable,
    }
}

/// Lists the actions that wait for a second person, newest first.
#[utoipa::path(post, path = "/approval/list", tag = "approval", request_body = PageRequest,
    responses((status = 200, body = Envelope<ListAnswer<ApprovalView>>)), security(("sid" = [])))]
async fn list(
    caller: Allowed<ApprovalList>,
    State(app): State<App>,
    Body(request): Body<PageRequest>,
) -> Reply<ListAnswer<ApprovalView>> {
    let page = page_of(request.page, request.size)?;
    let now = app.clock.now();
    let mut tx = app.store.read().await?;
    let listed = tx.approvals(page).await?;
    // By requester.
    let mut approvable = BTreeMap::new();
    for approval in listed.items.iter().filter(|approval| is_pending(approval, now)) {
        let requester = approval.asked.requested_by;
        if let Entry::Vacant(unknown) = approvable.entry(requester) {
            let one = second_person::may_be_one_person(tx.as_mut(), requester, caller.actor(), now).await?;
            unknown.insert(!one);
        }
    }
    let may_approve = |approval: &Approval| {
        is_pending(approval, now) && approvable.get(&approval.asked.requested_by) == Some(&true)
    };
    let items = listed.items.into_iter().map(|approval| {
        let approvable = may_approve(&approval);
        view(approval, approvable)
    });
    let items = items.collect();
    Ok(ok(ListAnswer { items, total: listed.total }))
}

/// Identifies a request.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct ApprovalIdRequest {
    id: ApprovalId,
}

/// Approves an action of somebody else, which is carried out at once.
#[utoipa::path(post, path = "/approval/approve", tag = "approval", request_body = ApprovalIdRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn approve(
    caller: Allowed<ApprovalList>,
    State(app): State<App>,
    Body(request): Body<ApprovalIdRequest>,
) -> Reply<Done> {
    let now = app.clock.now();
    let actor = caller.actor();
    let mut tx = app.store.begin().await?;
    let approval = pending(tx.as_mut(), request.id, now).await?;
    let NewApproval { action, request: body, subject, requested_by, .. } = approval.asked;
    if requested_by == actor {
        return Err(Refusal::NotPermitted(Message::OwnRequest));
    }
    if second_person::may_be_one_person(tx.as_mut(), requested_by, actor, now).await? {
        return Err(Refusal::NotPermitted(Message::OnePerson));
    }
    // Both must hold the permission, the requester still.
    let permission = permission_of(&action).ok_or(Refusal::NotFound)?;
    if !caller.who().permissions.allow(permission.as_str())
        || !still_allowed(tx.as_mut(), requested_by, permission).await?
    {
        return Err(Refusal::NotPermitted(Message::NotPermitted));
    }
    if !tx.decide_approval(request.id, ApprovalState::Approved, actor, now).await? {
        return Err(Refusal::Conflict("id", Message::RequestOver));
    }
    let done = perform(&app, tx.as_mut(), &action, &body, requested_by, now).await?;
    // The action has a line of its own, with the requester as the actor.
    let detail = json!({ "approval": request.id, "approved_by": actor, "done": done });
    let line = caller.did(&action, now).by(requested_by).on(subject.unwrap_or(requested_by));
    tx.audit(&line.with(&detail).entry()).await?;
    let detail = json!({ "approval": request.id, "action": action, "requested_by": requested_by });
    let line = caller.did("approval/approve", now).on(subject.unwrap_or(requested_by)).with(&detail);
    tx.audit(&line.entry()).await?;
    tx.save().await?;
    app.accounts.settings_changed();
    Ok(ok(Done {}))
}

/// Rejects an action, or withdraws an own one.
#[utoipa::path(post, path = "/approval/reject", tag = "approval", request_body = ApprovalIdRequest,
    responses((status = 200, body = Envelope<Done>)), security(("sid" = [])))]
async fn reject(
    caller: Allowed<ApprovalList>,
    State(app): State<App>,
    Body(request): Body<ApprovalIdRequest>,
) -> Reply<Done> {
    let now = app.clock.now();
    let mut tx = app.store.begin().await?;
    let approval = pending(tx.as_mut(), request.id, now).await?;
    if !tx.decide_approval(request.id, ApprovalState::Rejected, caller.actor(), now).await? {
        return Err(Refusal::Conflict("id", Message::RequestOver));
    }
    let asked = approval.asked;
    let detail =
        json!({ "approval": request.id, "action": asked.action, "requested_by": asked.requested_by });
    let line = caller.did("approval/reject", now).on(asked.subject.unwrap_or(asked.requested_by));
    tx.audit(&line.with(&detail).entry()).await?;
    tx.save().await?;
    Ok(ok(Done {}))
}

/// A request that can still be decided.
async fn pending(tx: &mut dyn Tx, id: ApprovalId, now: Timestamp) -> Result<Approval, Refusal> {
    let approval = tx.approval(id).await?.ok_or(Refusal::NotFound)?;
    if !is_pending(&approval, now) {
        return Err(Refusal::Conflict("id", Message::RequestOver));
    }
    Ok(approval)
}

async fn still_allowed(tx: &mut dyn Tx, uid: Uid, permission: Permission) -> Result<bool, Refusal> {
    let Some(account) = tx.account(uid).await? else { return Ok(false) };
    let permissions = tx.permissions(&account.roles).await?;
    Ok(account.enabled && account.account_type.is_staff() && permissions.allow(permission.as_str()))
}

/// What both persons must be allowed to do.
fn permission_of(action: &str) -> Option<Permission> {
    match action {
        Correction::ACTION => Some(Correction::PERMISSION),
        Credit::ACTION => Some(Credit::PERMISSION),
        WalletChange::ACTION => Some(WalletChange::PERMISSION),
        NodeChange::ACTION => Some(NodeChange::PERMISSION),
        _ => None,
    }
}

/// Carries out an approved action in the name of its requester. Returns what the audit log records.
async fn perform(
    app: &App,
    tx: &mut dyn Tx,
    action: &str,
    body: &str,
    actor: Uid,
    now: Timestamp,
) -> Result<Value, Refusal> {
    fn parsed<T: Guarded>(body: &str) -> Result<T, Refusal> {
        serde_json::from_str(body).map_err(Refusal::internal)
    }
    match action {
        Correction::ACTION => Ok(correct_as(tx, &parsed(body)?, actor, now).await?.1.unwrap_or_default()),
        Credit::ACTION => Ok(credit_deposit_as(app, tx, &parsed(body)?, actor).await?.0),
        WalletChange::ACTION => use_wallet_as(app, tx, &parsed(body)?).await,
        NodeChange::ACTION => use_node_as(tx, &parsed(body)?, now).await,
        other => Err(Refusal::internal(format!("{other} cannot be approved"))),
    }
}
