//! Webhooks.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{DeliveryId, Uid, WebhookId};
use numsift_model::page::{Listed, Page};
use numsift_model::webhook::{
    Delivery, DeliveryFault, DeliveryState, DisabledReason, SealedSecrets, Webhook, WebhookEvent,
    WebhookSettings,
};
use numsift_store::{DeliveryFilter, NewMessage, Scope, StoreError, StoreResult, Tried, Webhooks};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, fetch_locked, query_locked};

/// The most attempts that are kept per delivery.
const KEPT_ATTEMPTS: usize = 50;

fn word<T>(word: &str, read: fn(&str) -> Option<T>) -> StoreResult<T> {
    read(word).ok_or_else(|| StoreError::corrupt(word))
}

struct WebhookRow {
    id: i64,
    uid: i64,
    url: String,
    description: String,
    events: String,
    enabled: bool,
    disabled_reason: Option<String>,
    secret: Vec<u8>,
    old_secret: Option<Vec<u8>>,
    old_secret_until: Option<i64>,
    failing_since: Option<i64>,
    last_state: Option<String>,
    last_at: Option<i64>,
    pending: i64,
    created_at: i64,
}

impl TryFrom<WebhookRow> for Webhook {
    type Error = StoreError;

    fn try_from(row: WebhookRow) -> StoreResult<Self> {
        let last_state = row.last_state.map(|state| word(&state, DeliveryState::from_word)).transpose()?;
        Ok(Self {
            id: WebhookId(row.id),
            uid: Uid(row.uid),
            settings: WebhookSettings {
                url: row.url,
                description: row.description,
                events: serde_json::from_str(&row.events).map_err(StoreError::corrupt)?,
                enabled: row.enabled,
            },
            disabled_reason: row
                .disabled_reason
                .map(|reason| word(&reason, DisabledReason::from_word))
                .transpose()?,
            secrets: SealedSecrets {
                current: row.secret,
                old: row.old_secret.zip(row.old_secret_until.map(Timestamp)),
            },
            failing_since: row.failing_since.map(Timestamp),
            last: last_state.zip(row.last_at.map(Timestamp)),
            pending: row.pending,
            created_at: Timestamp(row.created_at),
        })
    }
}

struct DeliveryRow {
    id: i64,
    webhook: i64,
    url: String,
    event: String,
    message_id: String,
    payload: String,
    state: String,
    step: i64,
    tries: i64,
    created_at: i64,
    next_try_at: i64,
    last_status: Option<i64>,
    last_error: Option<String>,
    attempts: String,
    epoch: i64,
}

impl TryFrom<DeliveryRow> for Delivery {
    type Error = StoreError;

    fn try_from(row: DeliveryRow) -> StoreResult<Self> {
        Ok(Self {
            id: DeliveryId(row.id),
            webhook: WebhookId(row.webhook),
            url: row.url,
            event: word(&row.event, WebhookEvent::from_word)?,
            message_id: row.message_id,
            payload: row.payload,
            state: word(&row.state, DeliveryState::from_word)?,
            step: row.step,
            tries: row.tries,
            created_at: Timestamp(row.created_at),
            next_try_at: Timestamp(row.next_try_at),
            last_status: row.last_status,
            last_error: row.last_error.map(|error| word(&error, DeliveryFault::from_word)).transpose()?,
            attempts: serde_json::from_str(&row.attempts).map_err(StoreError::corrupt)?,
            epoch: row.epoch,
        })
    }
}

/// `query_as!` with the columns of endpoints.
macro_rules! webhook_query {
    ($rest:literal $(+ $more:literal)* $(, $argument:expr)* $(,)?) => {
        query_as!(
            WebhookRow,
            r#"SELECT w.id AS "id!", w.uid, w.url, w.description, w.events, w.enabled, w.disabled_reason, w.secret,
                w.old_secret, w.old_secret_until, w.failing_since, w.last_state, w.last_at, w.created_at,
                (SELECT COUNT(*) FROM webhook_deliveries d WHERE d.webhook = w.id AND d.state = 'pending')
                    AS "pending!: i64"
            FROM webhooks w "# + $rest $(+ $more)*
            $(, $argument)*
        )
    };
}

/// `query_as!` with the columns of deliveries.
macro_rules! delivery_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            DeliveryRow,
            r#"SELECT d.id AS "id!", d.webhook, w.url, m.event, m.message_id, m.payload, d.state, d.step, d.tries,
                m.created_at, d.next_try_at, d.last_status, d.last_error, d.attempts, d.epoch
            FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook
                JOIN webhook_messages m ON m.id = d.message "# + $rest
            $(, $argument)*
        )
    };
}

fn events_text(settings: &WebhookSettings) -> StoreResult<String> {
    serde_json::to_string(&settings.events).map_err(StoreError::corrupt)
}

impl DbTx {
    /// Fails the pending deliveries of an endpoint and invalidates their claims.
    async fn give_up_pending(&mut self, id: WebhookId) -> StoreResult<()> {
        let error = DeliveryFault::Disabled.as_str();
        query!(
            "UPDATE webhook_deliveries SET state = 'failed', last_error = $2, epoch = epoch + 1, lease_until = NULL
            WHERE webhook = $1 AND state = 'pending'",
            id.0,
            error
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// Stores a message; `None` when it exists.
    async fn add_message(&mut self, message: &NewMessage) -> StoreResult<Option<i64>> {
        let event = message.event.as_str();
        let row = query!(
            r#"INSERT INTO webhook_messages (uid, message_id, event, payload, created_at)
            VALUES ($1, $2, $3, $4, $5) ON CONFLICT (message_id) DO NOTHING RETURNING id AS "id!""#,
            message.uid.0,
            message.message_id,
            event,
            message.payload,
            message.at.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(|row| row.id))
    }

    async fn add_delivery(&mut self, webhook: i64, message: i64, at: Timestamp) -> StoreResult<DeliveryId> {
        let row = query!(
            r#"INSERT INTO webhook_deliveries (webhook, message, next_try_at) VALUES ($1, $2, $3)
            RETURNING id AS "id!""#,
            webhook,
            message,
            at.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(DeliveryId(row.id))
    }
}

#[async_trait]
impl Webhooks for DbTx {
    async fn add_webhook(
        &mut self,
        uid: Uid,
        settings: &WebhookSettings,
        at: Timestamp,
        most: i64,
    ) -> StoreResult<Option<WebhookId>> {
        // Serialises the counting of the account's endpoints.
        dialect::lock_account(self, uid).await?;
        let known = query!(r#"SELECT COUNT(*) AS "known!: i64" FROM webhooks WHERE uid = $1"#, uid.0)
            .fetch_one(&mut *self.tx)
            .await?
            .known;
        if known >= most {
            return Ok(None);
        }
        let events = events_text(settings)?;
        let no_secret: &[u8] = &[];
        let row = query!(
            r#"INSERT INTO webhooks (uid, url, description, events, enabled, secret, created_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id AS "id!""#,
            uid.0,
            settings.url,
            settings.description,
            events,
            settings.enabled,
            no_secret,
            at.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(Some(WebhookId(row.id)))
    }

    async fn webhooks(&mut self, uid: Uid) -> StoreResult<Vec<Webhook>> {
        let rows = webhook_query!("WHERE w.uid = $1 ORDER BY w.id", uid.0).fetch_all(&mut *self.tx).await?;
        rows.into_iter().map(Webhook::try_from).collect()
    }

    async fn webhook(&mut self, uid: Uid, id: WebhookId) -> StoreResult<Option<Webhook>> {
        let row = fetch_locked!(
            self,
            webhook_query!("WHERE w.id = $1 AND w.uid = $2" + " FOR NO KEY UPDATE OF w", id.0, uid.0)
        )?;
        row.map(Webhook::try_from).transpose()
    }

    async fn edit_webhook(&mut self, id: WebhookId, settings: &WebhookSettings) -> StoreResult<()> {
        let events = events_text(settings)?;
        query!(
            "UPDATE webhooks SET url = $2, description = $3, events = $4, enabled = $5,
                failing_since = CASE WHEN $5 AND NOT enabled THEN NULL ELSE failing_since END,
                disabled_reason = CASE WHEN $5 THEN NULL ELSE disabled_reason END
            WHERE id = $1",
            id.0,
            settings.url,
            settings.description,
            events,
            settings.enabled
        )
        .execute(&mut *self.tx)
        .await?;
        if !settings.enabled {
            self.give_up_pending(id).await?;
        }
        Ok(())
    }

    async fn set_webhook_secrets(&mut self, id: WebhookId, secrets: &SealedSecrets) -> StoreResult<()> {
        let old = secrets.old.as_ref().map(|(secret, _)| secret.as_slice());
        let until = secrets.old.as_ref().map(|(_, until)| until.0);
        query!(
            "UPDATE webhooks SET secret = $2, old_secret = $3, old_secret_until = $4 WHERE id = $1",
            id.0,
            secrets.current,
            old,
            until
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn disable_webhook(&mut self, id: WebhookId, reason: DisabledReason) -> StoreResult<bool> {
        let reason = reason.as_str();
        let done = query!(
            "UPDATE webhooks SET enabled = FALSE, disabled_reason = $2 WHERE id = $1 AND enabled",
            id.0,
            reason
        )
        .execute(&mut *self.tx)
        .await?;
        if done.rows_affected() == 1 {
            self.give_up_pending(id).await?;
        }
        Ok(done.rows_affected() == 1)
    }

    async fn remove_webhook(&mut self, uid: Uid, id: WebhookId) -> StoreResult<bool> {
        let done = query!("DELETE FROM webhooks WHERE id = $1 AND uid = $2", id.0, uid.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn tell_webhooks(&mut self, message: &NewMessage) -> StoreResult<()> {
        // Locked until commit, so that no endpoint is removed or disabled before its delivery is stored.
        let rows = query_locked!(
            r#"SELECT id AS "id!", events FROM webhooks WHERE uid = $1 AND enabled ORDER BY id"#
                + " FOR SHARE",
            message.uid.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let mut asked = Vec::new();
        for row in rows {
            let events: Vec<WebhookEvent> = serde_json::from_str(&row.events).map_err(StoreError::corrupt)?;
            if events.contains(&message.event) || message.also_to == Some(WebhookId(row.id)) {
                asked.push(row.id);
            }
        }
        if asked.is_empty() {
            return Ok(());
        }
        let Some(stored) = self.add_message(message).await? else { return Ok(()) };
        for webhook in asked {
            self.add_delivery(webhook, stored, message.at).await?;
        }
        Ok(())
    }

    async fn staff_with_webhooks(&mut self) -> StoreResult<Vec<Uid>> {
        let rows = query!(
            r#"SELECT DISTINCT w.uid AS "uid!" FROM webhooks w JOIN accounts a ON a.uid = w.uid
            WHERE w.enabled AND a.enabled AND a.account_type <= 2 ORDER BY w.uid"#
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| Uid(row.uid)).collect())
    }

    async fn tell_webhook(&mut self, id: WebhookId, message: &NewMessage) -> StoreResult<DeliveryId> {
        let stored = self.add_message(message).await?.ok_or(StoreError::Taken("message_id"))?;
        self.add_delivery(id.0, stored, message.at).await
    }

    async fn delivery(&mut self, scope: Scope, id: DeliveryId) -> StoreResult<Option<Delivery>> {
        let owner = scope.owner();
        let row =
            delivery_query!("WHERE d.id = $1 AND (CAST($2 AS BIGINT) IS NULL OR w.uid = $2)", id.0, owner)
                .fetch_optional(&mut *self.tx)
                .await?;
        row.map(Delivery::try_from).transpose()
    }

    async fn deliveries(
        &mut self,
        uid: Uid,
        filter: DeliveryFilter,
        page: Page,
    ) -> StoreResult<Listed<Delivery>> {
        let (webhook, state) = (filter.webhook.map(|id| id.0), filter.state.map(DeliveryState::as_str));
        let total = query!(
            r#"SELECT COUNT(*) AS "total!: i64" FROM webhook_deliveries d JOIN webhooks w ON w.id = d.webhook
            WHERE w.uid = $1 AND (CAST($2 AS BIGINT) IS NULL OR d.webhook = $2) AND (CAST($3 AS TEXT) IS NULL OR d.state = $3)"#,
            uid.0,
            webhook,
            state
        )
        .fetch_one(&mut *self.tx)
        .await?
        .total;
        let rows = delivery_query!(
            "WHERE w.uid = $1 AND (CAST($2 AS BIGINT) IS NULL OR d.webhook = $2) AND (CAST($3 AS TEXT) IS NULL OR d.state = $3)
            ORDER BY d.id DESC LIMIT $4 OFFSET $5",
            uid.0,
            webhook,
            state,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let items = rows.into_iter().map(Delivery::try_from).collect::<StoreResult<_>>()?;
        Ok(Listed { items, total })
    }

    async fn deliveries_before(
        &mut self,
        uid: Uid,
        filter: DeliveryFilter,
        before: Option<DeliveryId>,
        limit: i64,
    ) -> StoreResult<Vec<Delivery>> {
        let before = before.map_or(i64::MAX, |before| before.0);
        let (webhook, state) = (filter.webhook.map(|id| id.0), filter.state.map(DeliveryState::as_str));
        let rows = delivery_query!(
            "WHERE d.id < $1 AND w.uid = $2 AND (CAST($3 AS BIGINT) IS NULL OR d.webhook = $3)
                AND (CAST($4 AS TEXT) IS NULL OR d.state = $4)
            ORDER BY d.id DESC LIMIT $5",
            before,
            uid.0,
            webhook,
            state,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.into_iter().map(Delivery::try_from).collect()
    }

    async fn deliveries_due_since(&mut self, before: Timestamp) -> StoreResult<i64> {
        let row = query!(
            r#"SELECT COUNT(*) AS "count!: i64" FROM webhook_deliveries
            WHERE state = 'pending' AND next_try_at <= $1 AND (lease_until IS NULL OR lease_until < $1)"#,
            before.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.count)
    }

    async fn delivery_is_due(&mut self, now: Timestamp) -> StoreResult<bool> {
        let row = query!(
            r#"SELECT EXISTS (SELECT 1 FROM webhook_deliveries
                WHERE state = 'pending' AND next_try_at <= $1 AND (lease_until IS NULL OR lease_until < $1))
                AS "due!: bool""#,
            now.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.due)
    }

    async fn claim_delivery(
        &mut self,
        now: Timestamp,
        lease_until: Timestamp,
        most_at_once: i64,
        only: Option<DeliveryId>,
    ) -> StoreResult<Option<(Delivery, Webhook)>> {
        let only = only.map(|id| id.0);
        let free = query_locked!(
            r#"SELECT d.id AS "id!" FROM webhook_deliveries d
            WHERE d.state = 'pending' AND d.next_try_at <= $1 AND (d.lease_until IS NULL OR d.lease_until < $1)
                AND (CAST($3 AS BIGINT) IS NULL OR d.id = $3)
                AND (SELECT COUNT(*) FROM webhook_deliveries o
                    WHERE o.webhook = d.webhook AND o.state = 'pending' AND o.lease_until >= $1) < $2
            ORDER BY d.next_try_at, d.id LIMIT 1"# + " FOR UPDATE SKIP LOCKED",
            now.0,
            most_at_once,
            only
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(free) = free else { return Ok(None) };
        query!(
            "UPDATE webhook_deliveries SET epoch = epoch + 1, lease_until = $2 WHERE id = $1",
            free.id,
            lease_until.0
        )
        .execute(&mut *self.tx)
        .await?;
        let Some(delivery) = self.delivery(Scope::All, DeliveryId(free.id)).await? else { return Ok(None) };
        let row = webhook_query!("WHERE w.id = $1", delivery.webhook.0).fetch_optional(&mut *self.tx).await?;
        Ok(row.map(Webhook::try_from).transpose()?.map(|webhook| (delivery, webhook)))
    }

    async fn note_attempt(&mut self, tried: &Tried) -> StoreResult<bool> {
        let (delivery, attempt, state) = (&tried.delivery, &tried.attempt, tried.state.as_str());
        query!(
            "UPDATE webhooks SET last_state = $2, last_at = $3,
                failing_since = CASE WHEN $2 = 'delivered' THEN NULL ELSE COALESCE(failing_since, $3) END
            WHERE id = $1",
            delivery.webhook.0,
            state,
            attempt.at.0
        )
        .execute(&mut *self.tx)
        .await?;
        let mut attempts = delivery.attempts.clone();
        attempts.push(attempt.clone());
        attempts.drain(..attempts.len().saturating_sub(KEPT_ATTEMPTS));
        let attempts = serde_json::to_string(&attempts).map_err(StoreError::corrupt)?;
        let error = attempt.error.map(DeliveryFault::as_str);
        let mine = query!(
            "UPDATE webhook_deliveries SET state = $3, step = step + 1, tries = tries + 1, next_try_at = $4,
                lease_until = NULL, last_status = $5, last_error = $6, attempts = $7
            WHERE id = $1 AND epoch = $2 AND state = 'pending'",
            delivery.id.0,
            delivery.epoch,
            state,
            tried.next_try_at.0,
            attempt.status,
            error,
            attempts
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(mine.rows_affected() == 1)
    }

    async fn give_back_delivery(&mut self, id: DeliveryId, epoch: i64) -> StoreResult<()> {
        query!(
            "UPDATE webhook_deliveries SET lease_until = NULL WHERE id = $1 AND epoch = $2 AND state = 'pending'",
            id.0,
            epoch
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn replay_delivery(&mut self, id: DeliveryId, now: Timestamp) -> StoreResult<bool> {
        let done = query!(
            "UPDATE webhook_deliveries SET state = 'pending', step = 0, next_try_at = $2, lease_until = NULL
            WHERE id = $1 AND (state <> 'pending' OR lease_until IS NULL OR lease_until < $2)",
            id.0,
            now.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn sweep_messages(&mut self, older_than: Timestamp) -> StoreResult<u64> {
        let swept = query!("DELETE FROM webhook_messages WHERE created_at < $1", older_than.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(swept.rows_affected())
    }
}
