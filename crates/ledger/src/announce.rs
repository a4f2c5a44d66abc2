//! Tells an account's owner what a movement did to its balance.

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::lang::Lang;
use numsift_model::money::Points;
use numsift_model::notification::{Audience, NewNotification, NotificationTexts};
use numsift_model::webhook::WebhookEvent;
use numsift_store::{NewMessage, Tx};
use serde_json::json;

use crate::{LedgerError, Posted};

/// Open pages of the account show the new balance when this unit of work is saved. One that fell
/// below the threshold is notified, and its endpoints are told, once for each time it falls.
pub async fn announce(tx: &mut dyn Tx, posted: &Posted, uid: Uid, at: Timestamp) -> Result<(), LedgerError> {
    if !posted.fresh {
        return Ok(());
    }
    let balances = tx.balances(uid).await?;
    let data = json!({
        "balance": balances.points, "credit": balances.credit, "total_income": balances.total_income,
    });
    tx.emit(Some(uid), "balance", &data.to_string(), at).await?;
    let threshold = Points(tx.settings().await?.low_balance);
    let left = Points(balances.points.0.saturating_add(balances.credit.0));
    if posted.fell_below(uid, threshold, left) {
        let notice = NewNotification {
            audience: Audience::Account(uid),
            needs_confirm: false,
            texts: low_balance(left),
            created_by: None,
            created_at: at,
        };
        tx.send_notification(&notice).await?;
        tx.emit(Some(uid), "notify", "{}", at).await?;
        let data = json!({ "balance": left, "threshold": threshold });
        let message = NewMessage::new(uid, WebhookEvent::BalanceLow, posted.posting.id, at, data);
        tx.tell_webhooks(&message).await?;
    }
    Ok(())
}

fn low_balance(left: Points) -> NotificationTexts {
    NotificationTexts::in_four([
        ("余额不足提醒", format!("您的可用点数仅剩 {}，请及时充值。", Lang::Zh.points(left))),
        (
            "Low balance",
            format!(
                "You have {} points left. Top up in time to keep your tasks running.",
                Lang::En.points(left)
            ),
        ),
        (
            "Saldo bajo",
            format!("Le quedan {} puntos. Recargue a tiempo para sus tareas.", Lang::Es.points(left)),
        ),
        (
            "残高が少なくなりました",
            format!("残り {} ポイントです。お早めにチャージしてください。", Lang::Ja.points(left)),
        ),
    ])
}
