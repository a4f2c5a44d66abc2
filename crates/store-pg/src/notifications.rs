//! Notifications in PostgreSQL.

use async_trait::async_trait;
use numsift_model::account::AccountType;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::notification::{
    Audience, NewNotification, NotificationTexts, ReceivedNotification, SentNotification,
};
use numsift_model::page::{Listed, Page};
use numsift_store::{Confirm, Notifications, StoreError, StoreResult};
use sqlx::query;

use crate::PgTx;

fn texts(document: &str) -> StoreResult<NotificationTexts> {
    serde_json::from_str(document).map_err(StoreError::corrupt)
}

#[async_trait]
impl Notifications for PgTx {
    async fn send_notification(&mut self, new: &NewNotification) -> StoreResult<(i64, i64)> {
        let (uid, account_type) = match new.audience {
            Audience::All => (None, None),
            Audience::Type(account_type) => (None, Some(account_type.number())),
            Audience::Account(uid) => (Some(uid.0), None),
        };
        let document = serde_json::to_string(&new.texts).map_err(StoreError::corrupt)?;
        let (system, created_by) = (new.created_by.is_none(), new.created_by.map(|uid| uid.0));
        let row = query!(
            r#"INSERT INTO notifications
                (uid, account_type, system, needs_confirm, texts, delivered, created_by, created_at)
            VALUES ($1, $2, $3, $4, $5,
                (SELECT COUNT(*) FROM accounts a WHERE ($1::BIGINT IS NULL OR a.uid = $1)
                    AND ($2::BIGINT IS NULL OR a.account_type = $2)),
                $6, $7)
            RETURNING id, delivered"#,
            uid,
            account_type,
            system,
            new.needs_confirm,
            document,
            created_by,
            new.created_at.0,
        )
        .fetch_one(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok((row.id, row.delivered))
    }

    async fn waiting_notifications(&mut self, uid: Uid) -> StoreResult<i64> {
        let row = query!(
            r#"SELECT COUNT(*) AS "waiting!" FROM notifications n JOIN accounts a ON a.uid = $1
            WHERE n.needs_confirm
                AND (n.uid = $1 OR (n.uid IS NULL AND n.created_at >= a.created_at
                    AND (n.account_type IS NULL OR n.account_type = a.account_type)))
                AND NOT EXISTS (SELECT 1 FROM notification_confirmations c
                    WHERE c.uid = $1 AND c.notification = n.id)"#,
            uid.0
        )
        .fetch_one(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(row.waiting)
    }

    async fn notifications_for(
        &mut self,
        uid: Uid,
        only_waiting: bool,
        page: Page,
    ) -> StoreResult<Listed<ReceivedNotification>> {
        let total = query!(
            r#"SELECT COUNT(*) AS "total!" FROM notifications n JOIN accounts a ON a.uid = $1
            LEFT JOIN notification_confirmations c ON c.uid = $1 AND c.notification = n.id
            WHERE (n.uid = $1 OR (n.uid IS NULL AND n.created_at >= a.created_at
                    AND (n.account_type IS NULL OR n.account_type = a.account_type)))
                AND (NOT $2::BOOLEAN OR (n.needs_confirm AND c.at IS NULL))"#,
            uid.0,
            only_waiting
        )
        .fetch_one(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?
        .total;
        let rows = query!(
            r#"SELECT n.id, n.texts, n.system,
                n.needs_confirm, n.created_at, c.at AS "confirmed_at?"
            FROM notifications n JOIN accounts a ON a.uid = $1
            LEFT JOIN notification_confirmations c ON c.uid = $1 AND c.notification = n.id
            WHERE (n.uid = $1 OR (n.uid IS NULL AND n.created_at >= a.created_at
                    AND (n.account_type IS NULL OR n.account_type = a.account_type)))
                AND (NOT $2::BOOLEAN OR (n.needs_confirm AND c.at IS NULL))
            ORDER BY n.id DESC LIMIT $3 OFFSET $4"#,
            uid.0,
            only_waiting,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let items = rows
            .into_iter()
            .map(|row| {
                Ok(ReceivedNotification {
                    id: row.id,
                    texts: texts(&row.texts)?,
                    system: row.system,
                    needs_confirm: row.needs_confirm,
                    confirmed_at: row.confirmed_at.map(Timestamp),
                    created_at: Timestamp(row.created_at),
                })
            })
            .collect::<StoreResult<_>>()?;
        Ok(Listed { items, total })
    }

    async fn confirm_notifications(
        &mut self,
        uid: Uid,
        which: Confirm<'_>,
        now: Timestamp,
    ) -> StoreResult<()> {
        let ids = match which {
            Confirm::All => None,
            Confirm::These(ids) => Some(serde_json::json!(ids).to_string()),
        };
        query!(
            "INSERT INTO notification_confirmations (notification, uid, at)
            SELECT n.id, $1::BIGINT, $3::BIGINT FROM notifications n JOIN accounts a ON a.uid = $1
            WHERE n.needs_confirm
                AND (n.uid = $1 OR (n.uid IS NULL AND n.created_at >= a.created_at
                    AND (n.account_type IS NULL OR n.account_type = a.account_type)))
                AND ($2::TEXT IS NULL OR n.id IN (SELECT value::BIGINT FROM json_array_elements_text($2::TEXT::JSON)))
            ON CONFLICT (notification, uid) DO NOTHING",
            uid.0,
            ids,
            now.0
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn sent_notifications(&mut self, page: Page) -> StoreResult<Listed<SentNotification>> {
        // What the system writes to single accounts is theirs alone.
        let total =
            query!(r#"SELECT COUNT(*) AS "total!" FROM notifications n WHERE NOT n.system OR n.uid IS NULL"#)
                .fetch_one(&mut *self.tx)
                .await
                .map_err(StoreError::backend)?
                .total;
        let rows = query!(
            r#"SELECT n.id, n.uid, n.account_type, n.texts, n.system,
                n.needs_confirm, n.delivered, n.created_at,
                (SELECT COUNT(*) FROM notification_confirmations c WHERE c.notification = n.id)
                    AS "confirmed!",
                m.username AS "username?", b.username AS "created_by_name?"
            FROM notifications n LEFT JOIN accounts m ON m.uid = n.uid
            LEFT JOIN accounts b ON b.uid = n.created_by
            WHERE NOT n.system OR n.uid IS NULL
            ORDER BY n.id DESC LIMIT $1 OFFSET $2"#,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let items = rows
            .into_iter()
            .map(|row| {
                let audience = match (row.uid, row.account_type) {
                    (Some(uid), _) => Audience::Account(Uid(uid)),
                    (None, Some(number)) => {
                        Audience::Type(AccountType::try_from(number).map_err(StoreError::corrupt)?)
                    }
                    (None, None) => Audience::All,
                };
                Ok(SentNotification {
                    id: row.id,
                    audience,
                    username: row.username,
                    texts: texts(&row.texts)?,
                    system: row.system,
                    needs_confirm: row.needs_confirm,
                    delivered: row.delivered,
                    confirmed: row.confirmed,
                    created_by_name: row.created_by_name,
                    created_at: Timestamp(row.created_at),
                })
            })
            .collect::<StoreResult<_>>()?;
        Ok(Listed { items, total })
    }
}
