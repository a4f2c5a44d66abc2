//! Notifications.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::notification::{NewNotification, ReceivedNotification, SentNotification};
use numsift_model::page::{Listed, Page};

use crate::StoreResult;

/// What is confirmed.
#[derive(Debug, Clone, Copy)]
pub enum Confirm<'a> {
    /// Everything that waits.
    All,
    /// These; numbers that were not meant for the account are passed over.
    These(&'a [i64]),
}

/// Calls about notifications. An account sees what was sent to it, to its type or to all since it
/// was made.
#[async_trait]
pub trait Notifications {
    /// Sends one, and gives its number and how many accounts were meant.
    async fn send_notification(&mut self, new: &NewNotification) -> StoreResult<(i64, i64)>;

    /// How many wait for the account's confirmation.
    async fn waiting_notifications(&mut self, uid: Uid) -> StoreResult<i64>;

    /// What an account was sent, newest first.
    async fn notifications_for(
        &mut self,
        uid: Uid,
        only_waiting: bool,
        page: Page,
    ) -> StoreResult<Listed<ReceivedNotification>>;

    /// Confirms; what was confirmed before keeps its time.
    async fn confirm_notifications(
        &mut self,
        uid: Uid,
        which: Confirm<'_>,
        now: Timestamp,
    ) -> StoreResult<()>;

    /// What was sent, newest first, with counts.
    async fn sent_notifications(&mut self, page: Page) -> StoreResult<Listed<SentNotification>>;
}
