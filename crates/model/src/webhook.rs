//! Webhook endpoints and deliveries.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use strum::{EnumString, IntoStaticStr, VariantArray};
use utoipa::ToSchema;

use crate::clock::Timestamp;
use crate::id::{DeliveryId, Uid, WebhookId};
use crate::words::word_methods;

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
pub enum WebhookEvent {
    #[serde(rename = "task.completed")]
    #[strum(serialize = "task.completed")]
    TaskCompleted,
    /// A task was stopped because too many answers were unknown.
    #[serde(rename = "task.failed")]
    #[strum(serialize = "task.failed")]
    TaskFailed,
    /// How far a running task is; at most every ten seconds.
    #[serde(rename = "task.progress")]
    #[strum(serialize = "task.progress")]
    TaskProgress,
    /// The lookups of several numbers, which were sent together, are answered.
    #[serde(rename = "lookup.completed")]
    #[strum(serialize = "lookup.completed")]
    LookupCompleted,
    /// A list was read, or cannot be read.
    #[serde(rename = "list.analysed")]
    #[strum(serialize = "list.analysed")]
    ListAnalysed,
    /// Points or quota were added to the account.
    #[serde(rename = "balance.topped_up")]
    #[strum(serialize = "balance.topped_up")]
    BalanceToppedUp,
    /// The account's balance fell below the threshold.
    #[serde(rename = "balance.low")]
    #[strum(serialize = "balance.low")]
    BalanceLow,
    /// A top-up order was paid and credited.
    #[serde(rename = "order.paid")]
    #[strum(serialize = "order.paid")]
    OrderPaid,
    /// A channel stopped working or works again. Only for staff.
    #[serde(rename = "channel.changed")]
    #[strum(serialize = "channel.changed")]
    ChannelChanged,
    /// Sent by the owner to test an endpoint.
    #[serde(rename = "webhook.test")]
    #[strum(serialize = "webhook.test")]
    Test,
}

impl WebhookEvent {
    /// The first one is not for customers.
    const STAFF: &[Self] = &[
        Self::ChannelChanged,
        Self::TaskCompleted,
        Self::TaskFailed,
        Self::TaskProgress,
        Self::LookupCompleted,
        Self::ListAnalysed,
        Self::BalanceLow,
        Self::BalanceToppedUp,
        Self::OrderPaid,
    ];

    /// The events that an endpoint of staff or of a customer can subscribe to. Tests are always sent.
    pub fn subscribable(staff: bool) -> &'static [Self] {
        if staff { Self::STAFF } else { &Self::STAFF[1..] }
    }
}

#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryState {
    /// Waits for its first or next attempt.
    Pending,
    Delivered,
    /// No further attempts are made.
    Failed,
}

/// Why the system disabled an endpoint.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DisabledReason {
    /// It answered 410.
    Gone,
    /// All deliveries failed for days.
    Failing,
}

/// Why an attempt failed.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    ToSchema,
    EnumString,
    IntoStaticStr,
    VariantArray,
)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum DeliveryFault {
    /// The status was neither 2xx nor 3xx.
    Status,
    /// The status was 3xx. Redirects are not followed.
    Redirect,
    Timeout,
    /// The connection failed.
    Unreachable,
    /// The address is not on the public internet.
    RefusedAddress,
    /// The endpoint was disabled in the meantime.
    Disabled,
}

word_methods!(WebhookEvent, DeliveryState, DisabledReason, DeliveryFault);

/// The fields of an endpoint that its owner can edit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WebhookSettings {
    pub url: String,
    pub description: String,
    pub events: BTreeSet<WebhookEvent>,
    pub enabled: bool,
}

/// The signing secrets of an endpoint, sealed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct SealedSecrets {
    pub current: Vec<u8>,
    /// The previous secret, and until when it signs as well.
    pub old: Option<(Vec<u8>, Timestamp)>,
}

/// A webhook endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Webhook {
    pub id: WebhookId,
    pub uid: Uid,
    pub settings: WebhookSettings,
    /// Set if the system disabled it.
    pub disabled_reason: Option<DisabledReason>,
    pub secrets: SealedSecrets,
    /// Time of the first failed attempt since the last success.
    pub failing_since: Option<Timestamp>,
    /// Result and time of the last attempt.
    pub last: Option<(DeliveryState, Timestamp)>,
    /// Number of pending deliveries.
    pub pending: i64,
    pub created_at: Timestamp,
}

/// One attempt of a delivery.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub struct DeliveryAttempt {
    pub at: Timestamp,
    /// HTTP status of the response, if there was one.
    pub status: Option<i64>,
    /// Why it failed.
    pub error: Option<DeliveryFault>,
    pub duration_ms: i64,
    /// The first part of the response body.
    pub answer: String,
}

/// A webhook message for one endpoint.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    pub id: DeliveryId,
    pub webhook: WebhookId,
    pub url: String,
    pub event: WebhookEvent,
    /// The same for all endpoints and attempts.
    pub message_id: String,
    /// Request body.
    pub payload: String,
    pub state: DeliveryState,
    /// Position in the retry schedule; reset by a replay.
    pub step: i64,
    /// Number of attempts.
    pub tries: i64,
    /// When the event happened.
    pub created_at: Timestamp,
    /// When the next attempt is due, if it is pending.
    pub next_try_at: Timestamp,
    /// HTTP status of the last attempt.
    pub last_status: Option<i64>,
    /// Why the last attempt failed.
    pub last_error: Option<DeliveryFault>,
    /// The most recent attempts, oldest first.
    pub attempts: Vec<DeliveryAttempt>,
    /// Counts the claims; results with an older epoch are discarded.
    pub epoch: i64,
}
