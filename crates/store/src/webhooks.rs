//! Webhooks: endpoints, the outbox of messages and their deliveries.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{DeliveryId, Uid, WebhookId};
use numsift_model::page::{Listed, Page};
use numsift_model::webhook::{
    Delivery, DeliveryAttempt, DeliveryState, DisabledReason, SealedSecrets, Webhook, WebhookEvent,
    WebhookSettings,
};
use serde_json::{Value, json};

use crate::{Scope, StoreResult};

/// A message about an event of an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    pub uid: Uid,
    pub event: WebhookEvent,
    /// Derived from the subject of the message, so that it is sent once.
    pub message_id: String,
    /// The request body.
    pub payload: String,
    /// An endpoint that gets it although it does not subscribe to the event.
    pub also_to: Option<WebhookId>,
    pub at: Timestamp,
}

impl NewMessage {
    /// Creates a message; `about` identifies its subject among the events of this kind, such as a task id.
    pub fn new(
        uid: Uid,
        event: WebhookEvent,
        about: impl std::fmt::Display,
        at: Timestamp,
        data: Value,
    ) -> Self {
        let mut payload = json!({ "type": event, "timestamp": at.rfc3339() });
        payload["data"] = data;
        Self {
            uid,
            event,
            message_id: format!("msg_{}_{about}", event.as_str().replace('.', "_")),
            payload: payload.to_string(),
            also_to: None,
            at,
        }
    }

    /// The same message, also for this endpoint of the account.
    #[must_use]
    pub fn also_to(self, webhook: Option<WebhookId>) -> Self {
        Self { also_to: webhook, ..self }
    }
}

#[derive(Debug, Clone, Copy, Default)]
pub struct DeliveryFilter {
    pub webhook: Option<WebhookId>,
    pub state: Option<DeliveryState>,
}

/// The result of an attempt.
#[derive(Debug, Clone)]
pub struct Tried {
    /// The delivery as it was claimed.
    pub delivery: Delivery,
    pub attempt: DeliveryAttempt,
    /// State after the attempt.
    pub state: DeliveryState,
    /// Time of the next attempt, if there is one.
    pub next_try_at: Timestamp,
}

/// An endpoint is always locked before its deliveries, so that transactions cannot deadlock.
#[async_trait]
pub trait Webhooks {
    /// Stores an endpoint without secrets; `None` when the account has `most` already.
    async fn add_webhook(
        &mut self,
        uid: Uid,
        settings: &WebhookSettings,
        at: Timestamp,
        most: i64,
    ) -> StoreResult<Option<WebhookId>>;

    /// The endpoints of an account, oldest first.
    async fn webhooks(&mut self, uid: Uid) -> StoreResult<Vec<Webhook>>;

    /// An endpoint of an account, locked when the transaction writes.
    async fn webhook(&mut self, uid: Uid, id: WebhookId) -> StoreResult<Option<Webhook>>;

    /// Replaces the settings. Enabling an endpoint resets its failures; disabling it fails its pending deliveries.
    async fn edit_webhook(&mut self, id: WebhookId, settings: &WebhookSettings) -> StoreResult<()>;

    async fn set_webhook_secrets(&mut self, id: WebhookId, secrets: &SealedSecrets) -> StoreResult<()>;

    /// Disables an endpoint and fails its pending deliveries; `false` when it was disabled before.
    async fn disable_webhook(&mut self, id: WebhookId, reason: DisabledReason) -> StoreResult<bool>;

    /// Removes an endpoint and its deliveries; `false` when the account has no such endpoint.
    async fn remove_webhook(&mut self, uid: Uid, id: WebhookId) -> StoreResult<bool>;

    /// Adds a message to the outbox for every endpoint that subscribes to its event, and for the one that it names. It is
    /// sent after commit. A message id that exists is ignored.
    async fn tell_webhooks(&mut self, message: &NewMessage) -> StoreResult<()>;

    /// Adds a message for one endpoint to the outbox, whether or not it subscribes to the event.
    async fn tell_webhook(&mut self, id: WebhookId, message: &NewMessage) -> StoreResult<DeliveryId>;

    async fn delivery(&mut self, scope: Scope, id: DeliveryId) -> StoreResult<Option<Delivery>>;

    /// Deliveries of an account, newest first.
    async fn deliveries(
        &mut self,
        uid: Uid,
        filter: DeliveryFilter,
        page: Page,
    ) -> StoreResult<Listed<Delivery>>;

    /// Deliveries of an account that are older than `before`, newest first.
    async fn deliveries_before(
        &mut self,
        uid: Uid,
        filter: DeliveryFilter,
        before: Option<DeliveryId>,
        limit: i64,
    ) -> StoreResult<Vec<Delivery>>;

    /// Counts deliveries that are due since `before` or longer.
    async fn deliveries_due_since(&mut self, before: Timestamp) -> StoreResult<i64>;

    /// Whether a delivery may be due.
    async fn delivery_is_due(&mut self, now: Timestamp) -> StoreResult<bool>;

    /// Claims the delivery that has been due longest, or the given one. At most `most_at_once` deliveries of an
    /// endpoint are claimed at a time, so that a slow endpoint does not delay others.
    async fn claim_delivery(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        most_at_once: i64,
        only: Option<DeliveryId>,
    ) -> StoreResult<Option<(Delivery, Webhook)>>;

    /// Records an attempt; `false` when the claim is no longer valid. Then the transaction must not be saved.
    async fn note_attempt(&mut self, tried: &Tried) -> StoreResult<bool>;

    /// Releases a claimed delivery without an attempt.
    async fn give_back_delivery(&mut self, id: DeliveryId, epoch: i64) -> StoreResult<()>;

    /// Restarts the schedule of a delivery; `false` while an attempt is under way.
    async fn replay_delivery(&mut self, id: DeliveryId, now: Timestamp) -> StoreResult<bool>;

    /// Staff accounts with an enabled endpoint.
    async fn staff_with_webhooks(&mut self) -> StoreResult<Vec<Uid>>;

    /// Deletes old messages with their deliveries and returns the number of messages.
    async fn sweep_messages(&mut self, older_than: Timestamp) -> StoreResult<u64>;
}
