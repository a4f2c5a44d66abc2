//! Publishes balance changes: to open pages, and as a notification and webhook when the balance is low.

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::ledger::{Bucket, PostingKind};
use numsift_model::money::Points;
use numsift_model::notification::{Audience, NewNotification};
use numsift_model::texts::notifications;
use numsift_model::webhook::WebhookEvent;
use numsift_store::{NewMessage, Tx};
use serde_json::json;

use crate::{LedgerError, Posted};

/// Publishes the account's new balances when this transaction is saved. If the posting took them below the
/// low-balance threshold, the account is also notified. A repeated posting publishes nothing.
pub async fn announce(tx: &mut dyn Tx, posted: &Posted, uid: Uid, at: Timestamp) -> Result<(), LedgerError> {
    if !posted.fresh {
        return Ok(());
    }
    let balances = tx.balances(uid).await?;
    let data = json!({
        "balance": balances.points, "credit": balances.credit, "total_income": balances.total_income,
    });
    tx.emit(Some(uid), "balance", &data.to_string(), at).await?;
    let (points, quota) =
        (posted.posting.moved(uid, Bucket::Points), posted.posting.moved(uid, Bucket::Credit));
    let added = matches!(
        posted.posting.asked.kind,
        PostingKind::TopUp | PostingKind::QuotaTopUp | PostingKind::Adjust
    );
    if added && points + quota > Points::ZERO {
        let by_staff = posted.posting.asked.kind == PostingKind::Adjust;
        let data = json!({
            "id": posted.posting.id, "source": if by_staff { "operator" } else { "order" },
            "points": points, "quota": quota, "balance": balances.points + balances.credit,
        });
        let message = NewMessage::new(uid, WebhookEvent::BalanceToppedUp, posted.posting.id, at, data);
        tx.tell_webhooks(&message).await?;
    }
    let threshold = Points(tx.settings().await?.low_balance);
    let left = balances.points + balances.credit;
    if posted.crossed_below(uid, threshold, left) {
        let texts = notifications::low_balance(left);
        tx.send_notification(&NewNotification::from_system(Audience::Account(uid), texts, at)).await?;
        tx.emit(Some(uid), "notify", "{}", at).await?;
        let data = json!({ "balance": left, "threshold": threshold });
        let message = NewMessage::new(uid, WebhookEvent::BalanceLow, posted.posting.id, at, data);
        tx.tell_webhooks(&message).await?;
    }
    Ok(())
}
