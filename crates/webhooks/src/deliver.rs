//! One try: signed, sent, noted.

use std::time::Instant;

use numsift_channel::Outbound;
use numsift_model::clock::Timestamp;
use numsift_model::notification::{Audience, NewNotification};
use numsift_model::webhook::{
    Delivery, DeliveryAttempt, DeliveryFault, DeliveryState, DisabledReason, Webhook, WebhookEvent,
};
use numsift_store::{Tried, Tx};
use reqwest::StatusCode;
use reqwest::header::CONTENT_TYPE;
use url::Url;

use crate::endpoints::purpose;
use crate::notices::switched_off;
use crate::schedule::next_try;
use crate::sign::signatures;
use crate::{Result, Webhooks};

/// Seconds for which a delivery is taken: longer than any try.
pub(crate) const LEASE_S: i64 = 60;
/// How much of an answer is kept; the rest is not even read.
const ANSWER_BYTES: usize = 1024;
/// An endpoint that nothing has reached for so long is switched off with the next delivery that is given up.
const FAILING_S: i64 = 5 * 86_400;

/// A delivery that this process has taken.
#[derive(Debug, Clone)]
pub struct Taken {
    pub(crate) delivery: Delivery,
    pub(crate) webhook: Webhook,
}

impl Taken {
    /// The delivery, as it was taken.
    pub fn delivery(&self) -> &Delivery {
        &self.delivery
    }
}

impl Webhooks {
    /// Tries a delivery, and notes what came of it.
    pub async fn deliver(&self, taken: Taken) -> Result<()> {
        let attempt = self.send(&taken).await?;
        let parts = self.parts();
        let (now, delivery, webhook) = (parts.clock.now(), taken.delivery, taken.webhook);
        let gone = attempt.status == Some(i64::from(StatusCode::GONE.as_u16()));
        let next = if gone || delivery.event == WebhookEvent::Test {
            None
        } else {
            next_try(delivery.step, now, &*parts.entropy)?
        };
        let state = match (attempt.error, next) {
            (None, _) => DeliveryState::Delivered,
            (Some(_), Some(_)) => DeliveryState::Pending,
            (Some(_), None) => DeliveryState::Failed,
        };
        metrics::counter!("numsift_webhook_attempts_total", "result" => state.as_str()).increment(1);
        let given_up = state == DeliveryState::Failed && delivery.event != WebhookEvent::Test;
        let tried = Tried { delivery, attempt, state, next_try_at: next.unwrap_or(now) };
        let mut tx = parts.store.begin().await?;
        if !tx.note_attempt(&tried).await? {
            // Somebody else has it, or nobody wants it any more.
            return Ok(());
        }
        if gone {
            switch_off(&mut *tx, &webhook, DisabledReason::Gone, now).await?;
        } else if given_up {
            let current = tx.webhook(webhook.uid, webhook.id).await?;
            let since = current.and_then(|webhook| webhook.failing_since);
            if since.is_some_and(|since| now.since(since) >= FAILING_S) {
                switch_off(&mut *tx, &webhook, DisabledReason::Failing, now).await?;
            }
        }
        tx.save().await?;
        Ok(())
    }

    async fn send(&self, taken: &Taken) -> Result<DeliveryAttempt> {
        let parts = self.parts();
        let (delivery, webhook, at) = (&taken.delivery, &taken.webhook, parts.clock.now());
        let old = webhook.secrets.old.as_ref().filter(|(_, until)| *until > at).map(|(secret, _)| secret);
        let secrets = [Some(&webhook.secrets.current), old].into_iter().flatten();
        let secrets: Vec<_> = secrets
            .map(|sealed| parts.vault.open(&purpose(webhook.id), sealed))
            .collect::<std::result::Result<_, _>>()?;
        let signature = signatures(&secrets, &delivery.message_id, at, &delivery.payload);
        let begun = Instant::now();
        let asked = tokio::time::timeout(parts.timeout, self.ask(delivery, at, signature));
        let (status, error, answer) = match asked.await {
            Ok(Ok((status, answer))) => (Some(i64::from(status.as_u16())), fault_of(status), answer),
            Ok(Err(fault)) => (None, Some(fault), String::new()),
            Err(_) => (None, Some(DeliveryFault::Timeout), String::new()),
        };
        let duration_ms = i64::try_from(begun.elapsed().as_millis()).unwrap_or(i64::MAX);
        Ok(DeliveryAttempt { at, status, error, duration_ms, answer })
    }

    async fn ask(
        &self,
        delivery: &Delivery,
        at: Timestamp,
        signature: String,
    ) -> std::result::Result<(StatusCode, String), DeliveryFault> {
        let url = Url::parse(&delivery.url).map_err(|_| DeliveryFault::Unreachable)?;
        let client = self.parts().outbound.client_for(&url).map_err(|_| DeliveryFault::RefusedAddress)?;
        let request = client
            .post(url)
            .header(CONTENT_TYPE, "application/json")
            .header("webhook-id", &delivery.message_id)
            .header("webhook-timestamp", at.0)
            .header("webhook-signature", signature)
            .body(delivery.payload.clone());
        let mut response = match request.send().await {
            Ok(response) => response,
            Err(error) if Outbound::was_refused(&error) => return Err(DeliveryFault::RefusedAddress),
            Err(error) if error.is_timeout() => return Err(DeliveryFault::Timeout),
            Err(_) => return Err(DeliveryFault::Unreachable),
        };
        let status = response.status();
        let mut answer = Vec::new();
        // The status counts; an answer that breaks off or never ends is as good as a short one.
        while let Ok(Some(part)) = response.chunk().await {
            answer.extend_from_slice(&part[..part.len().min(ANSWER_BYTES - answer.len())]);
            if answer.len() == ANSWER_BYTES {
                break;
            }
        }
        // Databases take no NUL in a text.
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

/// Switches an endpoint off, and tells its owner.
async fn switch_off(
    tx: &mut dyn Tx,
    webhook: &Webhook,
    reason: DisabledReason,
    now: Timestamp,
) -> Result<()> {
    if !tx.disable_webhook(webhook.id, reason).await? {
        return Ok(());
    }
    let notice = NewNotification {
        audience: Audience::Account(webhook.uid),
        needs_confirm: false,
        texts: switched_off(&webhook.settings.url, reason),
        created_by: None,
        created_at: now,
    };
    tx.send_notification(&notice).await?;
    tx.emit(Some(webhook.uid), "notify", "{}", now).await?;
    Ok(())
}
