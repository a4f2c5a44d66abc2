//! Decides whether an action on money is carried out now or waits for a second person.
//!
//! Administrators manage each other, so one of them could make a second person, or be the only one left. For some days,
//! accounts that one person may control do not approve each other, and one that the requester removed still counts.

use std::collections::HashSet;

use numsift_model::account::AccountType;
use numsift_model::approval::NewApproval;
use numsift_model::audit::AuditEntry;
use numsift_model::clock::{DAY_S, Timestamp};
use numsift_model::id::{ApprovalId, RoleId, Uid};
use numsift_model::notification::{Audience, NewNotification};
use numsift_model::page::Page;
use numsift_model::permission::Permission;
use numsift_model::texts::notifications;
use numsift_store::{AuditFilter, Tx};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::app::App;
use crate::caller::Caller;
use crate::envelope::page_of;
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::refusal::domain::code_field;

/// How long a request can be approved.
const VALID_S: i64 = 7 * DAY_S;

/// How long an administrator's control over another one's account matters.
const CONTROL_S: i64 = 3 * DAY_S;

/// The calls that give control over an account, or take it from its owner.
const CONTROL: [&str; 5] =
    ["user/create", "user/edit", "user/setEnabled", "user/resetPwd", "user/passwordLink"];

/// The body of an action that needs a second person, without passwords.
pub trait Guarded: Serialize + DeserializeOwned {
    /// The call, written `module/action`.
    const ACTION: &'static str;
    const PERMISSION: Permission;

    /// The account that is affected.
    fn subject(&self) -> Option<Uid>;
}

/// Verifies the caller again: the password, and a code if two-factor login is on.
pub async fn confirm(
    app: &App,
    caller: &Caller,
    password: Option<&str>,
    code: Option<&str>,
) -> Result<(), Refusal> {
    let password = password.ok_or_else(|| Refusal::field("password", Message::MissingField))?;
    app.accounts.reauthenticate(caller, password, code).await.map_err(code_field)
}

/// Whether another administrator must approve what the caller does.
pub async fn is_required(app: &App, caller: &Caller) -> Result<bool, Refusal> {
    let mut tx = app.store.read().await?;
    needs_approval(tx.as_mut(), caller.actor(), app.clock.now()).await
}

/// Whether somebody else must approve what this account does at that time.
pub async fn needs_approval(tx: &mut dyn Tx, actor: Uid, now: Timestamp) -> Result<bool, Refusal> {
    Ok(tx.count_other_administrators(actor).await? > 0 || removed_administrator(tx, actor, now).await?)
}

/// Whether one person may be behind both accounts: who gives somebody a new password knows it for a while, and can do with
/// that account the same to a third one.
pub async fn may_be_one_person(
    tx: &mut dyn Tx,
    requester: Uid,
    approver: Uid,
    now: Timestamp,
) -> Result<bool, Refusal> {
    let behind_requester = persons_behind(tx, requester, now).await?;
    Ok(!persons_behind(tx, approver, now).await?.is_disjoint(&behind_requester))
}

/// The account itself, who lately had control over it, who had control over those, and so on.
async fn persons_behind(tx: &mut dyn Tx, account: Uid, now: Timestamp) -> Result<HashSet<Uid>, Refusal> {
    let mut found = HashSet::from([account]);
    let mut unseen = vec![account];
    while let Some(controlled) = unseen.pop() {
        for action in CONTROL {
            let filter = AuditFilter { subject: Some(controlled), ..lately(action, now) };
            find_audited(tx, &filter, |entry| {
                unseen.extend(entry.actor.filter(|actor| found.insert(*actor)));
                false
            })
            .await?;
        }
    }
    Ok(found)
}

/// Whether the account disabled or demoted an administrator.
async fn removed_administrator(tx: &mut dyn Tx, actor: Uid, now: Timestamp) -> Result<bool, Refusal> {
    for action in ["user/edit", "user/setEnabled"] {
        let filter = AuditFilter { actor: Some(actor), ..lately(action, now) };
        if find_audited(tx, &filter, |entry| removes_administrator(&entry.detail)).await? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Whether a line of the audit log matches the filter and is the one that is looked for. Reads page by page.
async fn find_audited(
    tx: &mut dyn Tx,
    filter: &AuditFilter,
    mut is_found: impl FnMut(&AuditEntry) -> bool,
) -> Result<bool, Refusal> {
    for number in 1.. {
        let listed = tx.audit_log(filter, page_of(number, Page::MAX_SIZE)?).await?;
        if listed.items.iter().any(|row| is_found(&row.entry)) {
            return Ok(true);
        }
        if number * Page::MAX_SIZE >= listed.total {
            break;
        }
    }
    Ok(false)
}

fn removes_administrator(detail: &str) -> bool {
    let Ok(Value::Object(detail)) = serde_json::from_str(detail) else { return false };
    let administers = |when: &str| {
        detail.get(when).is_some_and(|account| {
            account["enabled"] == true
                && account["roles"]
                    .as_array()
                    .is_some_and(|roles| roles.contains(&json!(RoleId::ADMINISTRATOR)))
        })
    };
    administers("before") && !administers("after")
}

fn lately(action: &str, now: Timestamp) -> AuditFilter {
    AuditFilter {
        action: Some(action.to_owned()),
        from: Some(now.plus(-CONTROL_S)),
        ..AuditFilter::default()
    }
}

/// Stores an action until another administrator approves it, and tells the administrators.
pub async fn request<G: Guarded>(app: &App, caller: &Caller, body: &G) -> Result<ApprovalId, Refusal> {
    let now = app.clock.now();
    let new = NewApproval {
        action: G::ACTION.to_owned(),
        request: serde_json::to_string(body).map_err(Refusal::internal)?,
        subject: body.subject(),
        requested_by: caller.actor(),
        requested_at: now,
        expires_at: now.plus(VALID_S),
    };
    let mut tx = app.store.begin().await?;
    let id = tx.add_approval(&new).await?;
    let line = caller.did(G::ACTION, now).with(&json!({ "approval": id, "request": body }));
    let line = match new.subject {
        Some(subject) => line.on(subject),
        None => line,
    };
    tx.audit(&line.entry()).await?;
    let audience = Audience::Type(AccountType::SuperAdministrator);
    let texts = notifications::approval_requested(&caller.who().account.username);
    tx.send_notification(&NewNotification::from_system(audience, texts, now)).await?;
    tx.emit(None, "notify", "{}", now).await?;
    tx.save().await?;
    Ok(id)
}

/// Asks for a second person or, if there is none, for the password. `None` means: carry it out now.
pub async fn ask<G: Guarded>(
    app: &App,
    caller: &Caller,
    body: &G,
    password: Option<&str>,
    code: Option<&str>,
) -> Result<Option<ApprovalId>, Refusal> {
    if is_required(app, caller).await? {
        return Ok(Some(request(app, caller, body).await?));
    }
    confirm(app, caller, password, code).await?;
    Ok(None)
}
