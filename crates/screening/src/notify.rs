//! Sends system notifications.

use numsift_model::clock::Timestamp;
use numsift_model::notification::{Audience, NewNotification, NotificationTexts};
use numsift_store::Tx;

use crate::Result;

pub(crate) async fn notify(
    tx: &mut dyn Tx,
    audience: Audience,
    texts: NotificationTexts,
    at: Timestamp,
) -> Result<()> {
    tx.send_notification(&NewNotification::from_system(audience, texts, at)).await?;
    Ok(())
}
