//! Decides whether an action on money is carried out now or waits for a second person.

use numsift_model::account::AccountType;
use numsift_model::approval::NewApproval;
use numsift_model::clock::DAY_S;
use numsift_model::id::{ApprovalId, Uid};
use numsift_model::notification::{Audience, NewNotification};
use numsift_model::permission::Permission;
use numsift_model::texts::notifications;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::json;

use crate::app::App;
use crate::caller::Caller;
use crate::messages::Message;
use crate::refusal::Refusal;
use crate::refusal::domain::code_field;

/// How long a request can be approved.
const VALID_S: i64 = 7 * DAY_S;

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
    Ok(app.store.read().await?.count_other_administrators(caller.actor()).await? > 0)
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
