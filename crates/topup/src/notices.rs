//! Notifications about top-ups.

use numsift_model::account::AccountType;
use numsift_model::clock::Timestamp;
use numsift_model::notification::{Audience, NewNotification, NotificationTexts};
use numsift_model::recharge::Order;
use numsift_model::texts::notifications;
use numsift_store::Tx;

use crate::TopUpError;

const ADMINISTRATORS: Audience = Audience::Type(AccountType::SuperAdministrator);

/// Notifies administrators that payments cannot be read.
pub async fn node_not_responding(tx: &mut dyn Tx, seconds: i64, at: Timestamp) -> Result<(), TopUpError> {
    send(tx, ADMINISTRATORS, notifications::node_not_responding(seconds), at).await
}

/// Notifies the owner of an order and administrators that it was paid after it expired.
pub async fn late_payment(tx: &mut dyn Tx, order: &Order, at: Timestamp) -> Result<(), TopUpError> {
    let (id, amount) = (order.id, order.asked.amount);
    let to_owner = notifications::late_payment(id, amount);
    let to_staff = notifications::late_payment_to_review(id, amount, &order.username);
    send(tx, Audience::Account(order.asked.uid), to_owner, at).await?;
    send(tx, ADMINISTRATORS, to_staff, at).await
}

async fn send(
    tx: &mut dyn Tx,
    audience: Audience,
    texts: NotificationTexts,
    at: Timestamp,
) -> Result<(), TopUpError> {
    tx.send_notification(&NewNotification::from_system(audience, texts, at)).await?;
    let reader = match audience {
        Audience::Account(uid) => Some(uid),
        Audience::All | Audience::Type(_) => None,
    };
    tx.emit(reader, "notify", "{}", at).await?;
    Ok(())
}
