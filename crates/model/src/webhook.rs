//! Webhooks: where an account wants to be told of what happened to it, and what became of telling it.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{DeliveryId, Uid, WebhookId};
use crate::words::words_only;

words_only! {
    /// What can be told.
    WebhookEvent {
        /// Every chunk of a task has an end.
        TaskCompleted = "task.completed",
        /// A task was ended early because too many answers were unknown.
        TaskFailed = "task.failed",
        /// What the account can spend fell below the threshold.
        BalanceLow = "balance.low",
        /// A top-up order was paid and credited.
        OrderPaid = "order.paid",
        /// Somebody tries an endpoint.
        Test = "webhook.test",
    }
}

impl WebhookEvent {
    /// What an endpoint can ask for; a test is sent to whom it tests.
    pub const TO_CHOOSE: &[Self] =
        &[Self::TaskCompleted, Self::TaskFailed, Self::BalanceLow, Self::OrderPaid];
}

words_only! {
    /// How far a delivery has come.
    DeliveryState {
        /// Will be tried, perhaps again.
        Pending = "pending",
        /// The endpoint said that it has it.
        Delivered = "delivered",
        /// Given up.
        Failed = "failed",
    }
}

words_only! {
    /// Why an endpoint was switched off by itself.
    DisabledReason {
        /// It answered 410.
        Gone = "gone",
        /// Nothing reached it for days.
        Failing = "failing",
    }
}

words_only! {
    /// Why a try failed.
    DeliveryFault {
        /// The answer was not one of success.
        Status = "status",
        /// The answer pointed elsewhere.
        Redirect = "redirect",
        /// No answer in time.
        Timeout = "timeout",
        /// No connection.
        Unreachable = "unreachable",
        /// The address is not on the public internet.
        RefusedAddress = "refused_address",
        /// The endpoint was switched off meanwhile.
        Disabled = "disabled",
    }
}

/// What the owner of an endpoint decides.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookSettings {
    /// Where messages go.
    pub url: String,
    /// What its owner notes about it.
    pub description: String,
    /// What it is told.
    pub events: BTreeSet<WebhookEvent>,
    /// Is told anything at all.
    pub enabled: bool,
}

/// The secrets that messages are signed with, sealed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SealedSecrets {
    /// Signs every message.
    pub current: Vec<u8>,
    /// The one before signs as well until then.
    pub old: Option<(Vec<u8>, Timestamp)>,
}

/// An endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    /// Its number.
    pub id: WebhookId,
    /// Whose it is.
    pub uid: Uid,
    /// What its owner decided.
    pub settings: WebhookSettings,
    /// Why it was switched off by itself.
    pub disabled_reason: Option<DisabledReason>,
    /// What its messages are signed with.
    pub secrets: SealedSecrets,
    /// Nothing has reached it since then.
    pub failing_since: Option<Timestamp>,
    /// What became of the last try, and when.
    pub last: Option<(DeliveryState, Timestamp)>,
    /// Deliveries that wait.
    pub pending: i64,
    /// When it was made.
    pub created_at: Timestamp,
}

/// One try.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeliveryAttempt {
    /// When it began.
    pub at: Timestamp,
    /// The status of the answer, if one came.
    pub status: Option<i64>,
    /// Why it failed.
    pub error: Option<DeliveryFault>,
    /// How long it took.
    pub duration_ms: i64,
    /// How the answer began.
    pub answer: String,
}

/// A message on its way to one endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Its number.
    pub id: DeliveryId,
    /// The endpoint.
    pub webhook: WebhookId,
    /// Where that is.
    pub url: String,
    /// What is told.
    pub event: WebhookEvent,
    /// The same for every endpoint and every try.
    pub message_id: String,
    /// The body that is sent.
    pub payload: String,
    /// How far it has come.
    pub state: DeliveryState,
    /// Which time of the schedule comes next; begins again when it is sent again.
    pub step: i64,
    /// How often it was tried.
    pub tries: i64,
    /// When the event happened.
    pub created_at: Timestamp,
    /// When it is tried next, while it waits.
    pub next_try_at: Timestamp,
    /// The status of the last answer.
    pub last_status: Option<i64>,
    /// Why the last try failed.
    pub last_error: Option<DeliveryFault>,
    /// The last tries, oldest first.
    pub attempts: Vec<DeliveryAttempt>,
    /// Counts how often it was taken: what an earlier taker still says changes nothing.
    pub epoch: i64,
}
