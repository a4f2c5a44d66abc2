//! Endpoints: creation, changes, secret rotation, tests and replays.

use std::collections::BTreeSet;

use numsift_channel::guard::Passage;
use numsift_model::allowance::Resource;
use numsift_model::clock::{HOUR_S, Timestamp, random_text};
use numsift_model::id::{DeliveryId, Uid, WebhookId};
use numsift_model::limits::RESENT_MESSAGES;
use numsift_model::page::Page;
use numsift_model::rule::Rule;
use numsift_model::webhook::{
    Delivery, DeliveryState, SealedSecrets, Webhook, WebhookEvent, WebhookSettings,
};
use numsift_store::{Attempt, DeliveryFilter, NewMessage, Scope, Tx};
use url::Url;

use crate::deliver::{ClaimedDelivery, LEASE_S};
use crate::sign::{new_secret, shown};
use crate::{Result, UrlFault, WebhookError, Webhooks};

/// Most endpoints per account, whatever its allowance is.
pub const MAX_ENDPOINTS: i64 = Resource::Webhooks.highest();
const URL_CHARS: usize = 500;
const DESCRIPTION_CHARS: usize = 200;
/// Maximum of hours for which the old secret signs as well.
const MAX_OVERLAP_H: i64 = 168;
/// Maximum of tests and replays per account and minute.
const MANUAL_PER_MINUTE: i64 = 30;

/// Settings of an endpoint as its owner sent them, not yet validated.
#[derive(Debug, Clone)]
pub struct EndpointRequest {
    pub url: String,
    pub description: String,
    pub events: BTreeSet<WebhookEvent>,
    /// The endpoint belongs to a member of staff.
    pub staff: bool,
    pub enabled: bool,
    /// It gets only the events of the tasks that name it.
    pub of_tasks: bool,
}

pub(crate) fn purpose(id: WebhookId) -> String {
    format!("webhook:{id}")
}

impl Webhooks {
    /// Validates the settings of an endpoint and resolves its host. Must not be called inside a transaction,
    /// since DNS may be slow.
    pub async fn check(&self, request: EndpointRequest) -> Result<WebhookSettings> {
        let text = request.url.trim();
        let malformed = WebhookError::Url(UrlFault::Malformed);
        if text.chars().count() > URL_CHARS {
            return Err(malformed);
        }
        let Ok(url) = Url::parse(text) else { return Err(malformed) };
        let plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        if !plain || !url.has_host() {
            return Err(malformed);
        }
        match self.parts().outbound.check_resolved(&url).await {
            Ok(Passage::Allowed) => {}
            Ok(Passage::Public) if url.scheme() == "https" => {}
            Err(numsift_channel::guard::Refused::Internal) => {
                return Err(WebhookError::Url(UrlFault::Internal));
            }
            Ok(Passage::Public) | Err(_) => return Err(WebhookError::Url(UrlFault::NotHttps)),
        }
        let description = request.description.trim();
        let length = Rule::up_to(DESCRIPTION_CHARS);
        if !length.allows(description) {
            return Err(WebhookError::Invalid("description", length));
        }
        let offered = WebhookEvent::subscribable(request.staff);
        let none = request.events.is_empty() && !request.of_tasks;
        if none || !request.events.iter().all(|event| offered.contains(event)) {
            let rule = Rule::some_of(offered.iter().map(|event| event.as_str()));
            return Err(WebhookError::Invalid("events", rule));
        }
        Ok(WebhookSettings {
            url: url.into(),
            description: description.to_owned(),
            events: request.events,
            enabled: request.enabled,
        })
    }

    /// Creates an endpoint. Returns it with its secret, which is never shown again.
    pub async fn create(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        settings: &WebhookSettings,
    ) -> Result<(Webhook, String)> {
        let now = self.parts().clock.now();
        let made = tx.add_webhook(uid, settings, now, MAX_ENDPOINTS).await?;
        let id = made.ok_or(WebhookError::TooMany { most: MAX_ENDPOINTS })?;
        let secret = new_secret(&*self.parts().entropy)?;
        let current = self.parts().vault.seal(&purpose(id), &secret)?;
        tx.set_webhook_secrets(id, &SealedSecrets { current, old: None }).await?;
        Ok((found(tx, uid, id).await?, shown(&secret)))
    }

    /// Changes an endpoint. Returns it before and after the change.
    pub async fn update(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        id: WebhookId,
        settings: &WebhookSettings,
    ) -> Result<(Webhook, Webhook)> {
        let before = found(tx, uid, id).await?;
        tx.edit_webhook(id, settings).await?;
        Ok((before, found(tx, uid, id).await?))
    }

    /// Rotates the secret of an endpoint. The previous secret signs as well for `overlap_hours`; older ones do not.
    pub async fn rotate(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        id: WebhookId,
        overlap_hours: i64,
    ) -> Result<(Webhook, String)> {
        if !(0..=MAX_OVERLAP_H).contains(&overlap_hours) {
            let rule = Rule::Whole { least: 0, most: MAX_OVERLAP_H };
            return Err(WebhookError::Invalid("overlap_hours", rule));
        }
        let before = found(tx, uid, id).await?;
        let until = self.parts().clock.now().plus(overlap_hours * HOUR_S);
        let secret = new_secret(&*self.parts().entropy)?;
        let secrets = SealedSecrets {
            current: self.parts().vault.seal(&purpose(id), &secret)?,
            old: (overlap_hours > 0).then_some((before.secrets.current, until)),
        };
        tx.set_webhook_secrets(id, &secrets).await?;
        Ok((found(tx, uid, id).await?, shown(&secret)))
    }

    /// Adds a test message to the outbox and claims it. The caller delivers it after saving the transaction.
    pub async fn begin_test(&self, tx: &mut dyn Tx, uid: Uid, id: WebhookId) -> Result<ClaimedDelivery> {
        let parts = self.parts();
        let now = parts.clock.now();
        self.count_manual(tx, uid).await?;
        let webhook = found(tx, uid, id).await?;
        let about = random_text(&*parts.entropy, 20)?;
        let data = serde_json::json!({ "endpoint": id, "description": webhook.settings.description });
        let message = NewMessage::new(uid, WebhookEvent::Test, about, now, data);
        let delivery = tx.tell_webhook(id, &message).await?;
        let claimed = tx.claim_delivery(now, now.plus(LEASE_S), i64::MAX, Some(delivery)).await?;
        let (delivery, webhook) = claimed.ok_or(WebhookError::Busy)?;
        Ok(ClaimedDelivery { delivery, webhook })
    }

    /// Makes a delivery due again, whatever its state. The caller wakes the sender after saving the transaction.
    pub async fn replay(&self, tx: &mut dyn Tx, uid: Uid, id: DeliveryId) -> Result<Delivery> {
        self.count_manual(tx, uid).await?;
        let delivery = tx.delivery(Scope::Own(uid), id).await?.ok_or(WebhookError::NotFound)?;
        if !found(tx, uid, delivery.webhook).await?.settings.enabled {
            return Err(WebhookError::Off);
        }
        if !tx.replay_delivery(id, self.parts().clock.now()).await? {
            return Err(WebhookError::Busy);
        }
        tx.delivery(Scope::Own(uid), id).await?.ok_or(WebhookError::NotFound)
    }

    /// Makes the failed deliveries of an endpoint due again whose events happened since a time, newest first, and the
    /// delivered ones if asked. Returns how many. The caller wakes the sender after saving the transaction.
    pub async fn replay_since(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        id: WebhookId,
        since: Timestamp,
        delivered: bool,
    ) -> Result<i64> {
        self.count_manual(tx, uid).await?;
        if !found(tx, uid, id).await?.settings.enabled {
            return Err(WebhookError::Off);
        }
        let now = self.parts().clock.now();
        let state = if delivered { None } else { Some(DeliveryState::Failed) };
        let filter = DeliveryFilter { webhook: Some(id), state };
        // Read before any is changed: a filter by state would move the pages.
        let listed = tx.deliveries(uid, filter, Page { offset: 0, limit: RESENT_MESSAGES }).await?;
        let mut resent = 0;
        for delivery in listed.items {
            if delivery.created_at >= since
                && delivery.state != DeliveryState::Pending
                && tx.replay_delivery(delivery.id, now).await?
            {
                resent += 1;
            }
        }
        Ok(resent)
    }

    /// Limits the rate of tests and replays.
    async fn count_manual(&self, tx: &mut dyn Tx, uid: Uid) -> Result<()> {
        let now = self.parts().clock.now();
        match tx.attempt(&format!("webhook:{uid}"), MANUAL_PER_MINUTE, 60, now).await? {
            Attempt::Allowed => Ok(()),
            Attempt::Refused { retry_after } => Err(WebhookError::TooOften { retry_after }),
        }
    }
}

async fn found(tx: &mut dyn Tx, uid: Uid, id: WebhookId) -> Result<Webhook> {
    tx.webhook(uid, id).await?.ok_or(WebhookError::NotFound)
}
