//! Looks of staff at customers' lists and results, as lines of the audit log.

use numsift_model::id::Uid;
use serde_json::Value;

use crate::app::App;
use crate::caller::Caller;
use crate::refusal::Refusal;

/// Records that the caller looks at data of `owner` (`None` for a page of several customers), if the caller is staff or
/// a member of staff on a visit. Customers look only at their own data, which is not recorded.
pub async fn record_look(
    app: &App,
    caller: &Caller,
    action: &'static str,
    owner: Option<Uid>,
    detail: &Value,
) -> Result<(), Refusal> {
    let who = caller.who();
    let staff = who.account.account_type.is_staff() || who.switched.is_some();
    let actor = caller.actor();
    if !staff || owner == Some(actor) {
        return Ok(());
    }
    let now = app.clock.now();
    if !app.looks().is_new((actor, action, owner, detail.to_string()), now) {
        return Ok(());
    }
    let line = caller.did(action, now).with(detail);
    let line = match owner {
        Some(owner) => line.on(owner),
        None => line,
    };
    let mut tx = app.store.begin().await?;
    tx.audit(&line.entry()).await?;
    tx.save().await?;
    Ok(())
}
