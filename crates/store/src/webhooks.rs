//! Webhooks: endpoints, the outbox of messages, and their deliveries.

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

/// Something that happened to an account.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewMessage {
    /// To whom.
    pub uid: Uid,
    /// What kind.
    pub event: WebhookEvent,
    /// Named after what it tells of, so that the same is told once.
    pub message_id: String,
    /// The body that is sent.
    pub payload: String,
    /// When.
    pub at: Timestamp,
}

impl NewMessage {
    /// A message; `about` names what it tells of within its kind, such as the number of a task.
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
            at,
        }
    }
}

/// Which deliveries are wanted.
#[derive(Debug, Clone, Copy, Default)]
pub struct DeliveryFilter {
    /// Only to this endpoint.
    pub webhook: Option<WebhookId>,
    /// Only in this state.
    pub state: Option<DeliveryState>,
}

/// What came of a try.
#[derive(Debug, Clone)]
pub struct Tried {
    /// The delivery, as it was taken.
    pub delivery: Delivery,
    /// The try.
    pub attempt: DeliveryAttempt,
    /// How far the delivery has come by it.
    pub state: DeliveryState,
    /// When it is tried next, if it is.
    pub next_try_at: Timestamp,
}

/// Calls about webhooks. Whoever changes a delivery and its endpoint takes the endpoint first, so that nobody
/// waits in a circle.
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

    /// One endpoint of an account.
    async fn webhook(&mut self, uid: Uid, id: WebhookId) -> StoreResult<Option<Webhook>>;

    /// Replaces what its owner decides. Switched on, it begins anew; switched off, what waits for it is given up.
    async fn edit_webhook(&mut self, id: WebhookId, settings: &WebhookSettings) -> StoreResult<()>;

    /// Replaces its secrets.
    async fn set_webhook_secrets(&mut self, id: WebhookId, secrets: &SealedSecrets) -> StoreResult<()>;

    /// Switches an endpoint off because of what it answered, and gives up what waits for it; `false` when it was
    /// off.
    async fn disable_webhook(&mut self, id: WebhookId, reason: DisabledReason) -> StoreResult<bool>;

    /// Removes an endpoint with its deliveries; `false` when the account has none with this number.
    async fn remove_webhook(&mut self, uid: Uid, id: WebhookId) -> StoreResult<bool>;

    /// Puts a message for every endpoint that asked for it into the outbox; it leaves when this unit of work is
    /// saved. What was told before is not told again.
    async fn tell_webhooks(&mut self, message: &NewMessage) -> StoreResult<()>;

    /// Puts a message for one endpoint into the outbox, whether it asked for it or not.
    async fn tell_webhook(&mut self, id: WebhookId, message: &NewMessage) -> StoreResult<DeliveryId>;

    /// One delivery within `scope`.
    async fn delivery(&mut self, scope: Scope, id: DeliveryId) -> StoreResult<Option<Delivery>>;

    /// Deliveries of an account, newest first.
    async fn deliveries(
        &mut self,
        uid: Uid,
        filter: DeliveryFilter,
        page: Page,
    ) -> StoreResult<Listed<Delivery>>;

    /// Whether there may be something to deliver.
    async fn delivery_is_due(&mut self, now: Timestamp) -> StoreResult<bool>;

    /// Takes the delivery that is due longest, or the one that is named. Of one endpoint no more than
    /// `most_at_once` are taken, so that a slow one keeps nobody else waiting.
    async fn claim_delivery(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        most_at_once: i64,
        only: Option<DeliveryId>,
    ) -> StoreResult<Option<(Delivery, Webhook)>>;

    /// Notes what came of a try; `false` when the delivery is no longer this taker's, and then nothing may be
    /// saved.
    async fn note_attempt(&mut self, tried: &Tried) -> StoreResult<bool>;

    /// Gives a delivery back untried.
    async fn give_back_delivery(&mut self, id: DeliveryId, epoch: i64) -> StoreResult<()>;

    /// Sends a delivery again, from now and from the beginning of the schedule; `false` while somebody is at it.
    async fn replay_delivery(&mut self, id: DeliveryId, now: Timestamp) -> StoreResult<bool>;

    /// Forgets messages with their deliveries, and says how many messages.
    async fn sweep_messages(&mut self, older_than: Timestamp) -> StoreResult<u64>;
}
