//! Endpoints: made, changed, given new secrets, tried.

use std::collections::BTreeSet;

use numsift_channel::guard::Passage;
use numsift_model::clock::random_text;
use numsift_model::id::{DeliveryId, Uid, WebhookId};
use numsift_model::webhook::{Delivery, SealedSecrets, Webhook, WebhookEvent, WebhookSettings};
use numsift_store::{Attempt, NewMessage, Scope, Tx};
use url::Url;

use crate::deliver::{LEASE_S, Taken};
use crate::sign::{new_secret, shown};
use crate::{Result, UrlFault, WebhookError, Webhooks};

/// Endpoints that an account may have.
pub const MOST_ENDPOINTS: i64 = 10;
/// Longest address, and longest description.
const URL_CHARS: usize = 500;
const DESCRIPTION_CHARS: usize = 200;
/// Longest time, in hours, for which the old secret signs beside the new one.
const LONGEST_OVERLAP_H: i64 = 168;
/// Tests and repetitions that an account may ask for in a minute.
const SENT_BY_HAND: i64 = 30;

/// An endpoint as its owner wants it.
#[derive(Debug, Clone)]
pub struct Wanted {
    /// Where messages go.
    pub url: String,
    /// What its owner notes about it.
    pub description: String,
    /// What it is told.
    pub events: BTreeSet<WebhookEvent>,
    /// Is told anything at all.
    pub enabled: bool,
}

pub(crate) fn purpose(id: WebhookId) -> String {
    format!("webhook:{id}")
}

impl Webhooks {
    /// Looks at what an owner wants, also at where the address leads; not inside a unit of work, since a name
    /// server may take its time.
    pub async fn check(&self, wanted: Wanted) -> Result<WebhookSettings> {
        let text = wanted.url.trim();
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
        let description = wanted.description.trim();
        if description.chars().count() > DESCRIPTION_CHARS {
            return Err(WebhookError::Invalid("description"));
        }
        if wanted.events.is_empty() || wanted.events.contains(&WebhookEvent::Test) {
            return Err(WebhookError::Invalid("events"));
        }
        Ok(WebhookSettings {
            url: url.into(),
            description: description.to_owned(),
            events: wanted.events,
            enabled: wanted.enabled,
        })
    }

    /// Makes an endpoint, and gives it with its secret, which is shown this once.
    pub async fn create(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        settings: &WebhookSettings,
    ) -> Result<(Webhook, String)> {
        let now = self.parts().clock.now();
        let made = tx.add_webhook(uid, settings, now, MOST_ENDPOINTS).await?;
        let id = made.ok_or(WebhookError::TooMany { most: MOST_ENDPOINTS })?;
        let secret = new_secret(&*self.parts().entropy)?;
        let current = self.parts().vault.seal(&purpose(id), &secret)?;
        tx.set_webhook_secrets(id, &SealedSecrets { current, old: None }).await?;
        Ok((found(tx, uid, id).await?, shown(&secret)))
    }

    /// Changes an endpoint, and gives it as it was and as it is.
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

    /// Gives an endpoint a new secret. The old one signs as well for so many hours; one before it no more.
    pub async fn rotate(
        &self,
        tx: &mut dyn Tx,
        uid: Uid,
        id: WebhookId,
        overlap_hours: i64,
    ) -> Result<(Webhook, String)> {
        if !(0..=LONGEST_OVERLAP_H).contains(&overlap_hours) {
            return Err(WebhookError::Invalid("overlap_hours"));
        }
        let before = found(tx, uid, id).await?;
        let until = self.parts().clock.now().plus(overlap_hours * 3600);
        let secret = new_secret(&*self.parts().entropy)?;
        let secrets = SealedSecrets {
            current: self.parts().vault.seal(&purpose(id), &secret)?,
            old: (overlap_hours > 0).then_some((before.secrets.current, until)),
        };
        tx.set_webhook_secrets(id, &secrets).await?;
        Ok((found(tx, uid, id).await?, shown(&secret)))
    }

    /// Puts a test for an endpoint into the outbox, taken already: its caller delivers it when this unit of work is
    /// saved.
    pub async fn begin_test(&self, tx: &mut dyn Tx, uid: Uid, id: WebhookId) -> Result<Taken> {
        let parts = self.parts();
        let now = parts.clock.now();
        self.count(tx, uid).await?;
        let webhook = found(tx, uid, id).await?;
        let about = random_text(&*parts.entropy, 20)?;
        let data = serde_json::json!({ "endpoint": id, "description": webhook.settings.description });
        let message = NewMessage::new(uid, WebhookEvent::Test, about, now, data);
        let delivery = tx.tell_webhook(id, &message).await?;
        let taken = tx.claim_delivery(now, now.plus(LEASE_S), i64::MAX, Some(delivery)).await?;
        let (delivery, webhook) = taken.ok_or(WebhookError::Busy)?;
        Ok(Taken { delivery, webhook })
    }

    /// Sends a delivery again, whatever became of it; its caller wakes the loop when this unit of work is saved.
    pub async fn replay(&self, tx: &mut dyn Tx, uid: Uid, id: DeliveryId) -> Result<Delivery> {
        self.count(tx, uid).await?;
        let delivery = tx.delivery(Scope::Own(uid), id).await?.ok_or(WebhookError::NotFound)?;
        if !found(tx, uid, delivery.webhook).await?.settings.enabled {
            return Err(WebhookError::Off);
        }
        if !tx.replay_delivery(id, self.parts().clock.now()).await? {
            return Err(WebhookError::Busy);
        }
        tx.delivery(Scope::Own(uid), id).await?.ok_or(WebhookError::NotFound)
    }

    /// What is sent by hand is counted, so that nobody makes us knock on a door without end.
    async fn count(&self, tx: &mut dyn Tx, uid: Uid) -> Result<()> {
        let now = self.parts().clock.now();
        match tx.attempt(&format!("webhook:{uid}"), SENT_BY_HAND, 60, now).await? {
            Attempt::Allowed => Ok(()),
            Attempt::Refused { retry_after } => Err(WebhookError::TooOften { retry_after }),
        }
    }
}

async fn found(tx: &mut dyn Tx, uid: Uid, id: WebhookId) -> Result<Webhook> {
    tx.webhook(uid, id).await?.ok_or(WebhookError::NotFound)
}
