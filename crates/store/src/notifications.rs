//! Notifications.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::notification::{NewNotification, ReceivedNotification, SentNotification};
use numsift_model::page::{Listed, Page};

use crate::StoreResult;

/// The notifications to confirm.
#[derive(Debug, Clone, Copy)]
pub enum Confirm<'a> {
    All,
    /// Ids of notifications that were not sent to the account are ignored.
    These(&'a [i64]),
}

/// An account sees notifications sent to it, to its type or to all since it was created.
#[async_trait]
pub trait Notifications {
    /// Stores a notification and returns its id and the number of recipients.
    async fn send_notification(&mut self, new: &NewNotification) -> StoreResult<(i64, i64)>;

    /// Counts the notifications that the account has not confirmed.
    async fn waiting_notifications(&mut self, uid: Uid) -> StoreResult<i64>;

    /// Notifications of an account, newest first.
    async fn notifications_for(
        &mut self,
        uid: Uid,
        only_waiting: bool,
        page: Page,
    ) -> StoreResult<Listed<ReceivedNotification>>;

    /// Confirms notifications. An earlier confirmation keeps its time.
    async fn confirm_notifications(
        &mut self,
        uid: Uid,
        which: Confirm<'_>,
        now: Timestamp,
    ) -> StoreResult<()>;

    /// Sent notifications, newest first, with counts.
    async fn sent_notifications(&mut self, page: Page) -> StoreResult<Listed<SentNotification>>;
}
