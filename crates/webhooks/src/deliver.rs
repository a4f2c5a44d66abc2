//! One attempt of a delivery: sign, send, record.

use std::time::{Duration, Instant};

use numsift_channel::Outbound;
use numsift_model::clock::{DAY_S, Timestamp};
use numsift_model::notification::{Audience, NewNotification};
use numsift_model::texts::notifications;
use numsift_model::webhook::{
    Delivery, DeliveryAttempt, DeliveryFault, DeliveryState, DisabledReason, Webhook, WebhookEvent,
};
use numsift_store::{Tried, Tx};
use reqwest::StatusCode;
use reqwest::header::CONTENT_TYPE;
use url::Url;

use crate::endpoints::purpose;
use crate::schedule::next_attempt;
use crate::sign::signatures;
use crate::{Result, Webhooks};

/// Lease of a claimed delivery in seconds; longer than any attempt.
pub(crate) const LEASE_S: i64 = 60;
/// How much of a response body is read and stored.
const ANSWER_BYTES: usize = 1024;
/// An endpoint that has failed for this long is disabled when a delivery runs out of attempts.
const FAILING_S: i64 = 5 * DAY_S;

/// A delivery claimed by this process.
#[derive(Debug, Clone)]
pub struct ClaimedDelivery {
    pub(crate) delivery: Delivery,
    pub(crate) webhook: Webhook,
}

impl ClaimedDelivery {
    pub fn delivery(&self) -> &Delivery {
        &self.delivery
    }
}

impl Webhooks {
    /// Makes an attempt and records its result.
    pub async fn deliver(&self, claimed: ClaimedDelivery) -> Result<()> {
        let attempt = self.send(&claimed).await?;
        let parts = self.parts();
        let (now, delivery, webhook) = (parts.clock.now(), claimed.delivery, claimed.webhook);
        let gone = attempt.status == Some(i64::from(StatusCode::GONE.as_u16()));
        let next = if gone || delivery.event == WebhookEvent::Test {
            None
        } else {
            next_attempt(delivery.step, now, &*parts.entropy)?
        };
        let state = match (attempt.error, next) {
            (None, _) => DeliveryState::Delivered,
            (Some(_), Some(_)) => DeliveryState::Pending,
            (Some(_), None) => DeliveryState::Failed,
        };
        metrics::counter!("numsift_webhook_attempts_total", "result" => state.as_str()).increment(1);
        metrics::histogram!("numsift_webhook_attempt_duration_seconds", "result" => state.as_str())
            .record(Duration::from_millis(attempt.duration_ms.unsigned_abs()).as_secs_f64());
        let exhausted = state == DeliveryState::Failed && delivery.event != WebhookEvent::Test;
        let tried = Tried { delivery, attempt, state, next_try_at: next.unwrap_or(now) };
        let mut tx = parts.store.begin().await?;
        if !tx.note_attempt(&tried).await? {
            // Another process claimed it, or it was cancelled.
            return Ok(());
        }
        if gone {
            disable(&mut *tx, &webhook, DisabledReason::Gone, now).await?;
        } else if exhausted {
            let current = tx.webhook(webhook.uid, webhook.id).await?;
            let since = current.and_then(|webhook| webhook.failing_since);
            if since.is_some_and(|since| now.since(since) >= FAILING_S) {
                disable(&mut *tx, &webhook, DisabledReason::Failing, now).await?;
            }
        }
        tx.save().await?;
        Ok(())
    }

    async fn send(&self, claimed: &ClaimedDelivery) -> Result<DeliveryAttempt> {
        let parts = self.parts();
        let (delivery, webhook, at) = (&claimed.delivery, &claimed.webhook, parts.clock.now());
        let old = webhook.secrets.old.as_ref().filter(|(_, until)| *until > at).map(|(secret, _)| secret);
        let secrets = [Some(&webhook.secrets.current), old].into_iter().flatten();
        let secrets: Vec<_> = secrets
            .map(|sealed| parts.vault.open(&purpose(webhook.id), sealed))
            .collect::<std::result::Result<_, _>>()?;
        let signature = signatures(&secrets, &delivery.message_id, at, &delivery.payload);
        let begun = Instant::now();
        let response = tokio::time::timeout(parts.timeout, self.request(delivery, at, signature));
        let (status, error, answer) = match response.await {
            Ok(Ok((status, answer))) => (Some(i64::from(status.as_u16())), fault_of(status), answer),
            Ok(Err(fault)) => (None, Some(fault), String::new()),
            Err(_) => (None, Some(DeliveryFault::Timeout), String::new()),
        };
        let duration_ms = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        Ok(DeliveryAttempt { at, status, error, duration_ms, answer })
    }

    async fn request(
        &self,
        delivery: &Delivery,
        at: Timestamp,
        signature: String,
    ) -> std::result::Result<(StatusCode, String), DeliveryFault> {
        let url = Url::parse(&delivery.url).map_err(|_| DeliveryFault::Unreachable)?;
        let outbound = &self.parts().outbound;
        let client = outbound.client_for(&url).map_err(|_| DeliveryFault::RefusedAddress)?;
        let request = client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &delivery.message_id)
            .header("webhook-timestamp", at.0)
            .header("webhook-signature", signature)
            .body(delivery.payload.clone());
        let mut response = match outbound.send(request).await {
            Ok(response) => response,
            Err(error) if Outbound::was_refused(&error) => return Err(DeliveryFault::RefusedAddress),
            Err(error) if error.is_timeout() => return Err(DeliveryFault::Timeout),
            Err(_) => return Err(DeliveryFault::Unreachable),
        };
        let status = response.status();
        let mut answer = Vec::new();
        // Only the status matters; a body that breaks off is stored as far as it was read.
        while let Ok(Some(part)) = response.chunk().await {
            answer.extend_from_slice(&part[..part.len().min(ANSWER_BYTES - answer.len())]);
            if answer.len() == ANSWER_BYTES {
                break;
            }
        }
        // PostgreSQL does not store NUL in text.
        Ok((status, String::from_utf8_lossy(&answer).replace('\0', "\u{fffd}")))
    }
}

fn fault_of(status: StatusCode) -> Option<DeliveryFault> {
    if status.is_success() {
        None
    } else if status.is_redirection() {
        Some(DeliveryFault::Redirect)
    } else {
        Some(DeliveryFault::Status)
    }
}

/// Disables an endpoint and notifies its owner.
async fn disable(tx: &mut dyn Tx, webhook: &Webhook, reason: DisabledReason, now: Timestamp) -> Result<()> {
    if !tx.disable_webhook(webhook.id, reason).await? {
        return Ok(());
    }
    let texts = notifications::webhook_disabled(&webhook.settings.url, reason);
    tx.send_notification(&NewNotification::from_system(Audience::Account(webhook.uid), texts, now)).await?;
    tx.emit(Some(webhook.uid), "notify", "{}", now).await?;
    Ok(())
}
