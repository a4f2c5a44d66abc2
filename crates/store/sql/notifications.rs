//! Notifications.

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

use crate::DbTx;
use crate::dialect::{self, query_in};

fn texts(document: &str) -> StoreResult<NotificationTexts> {
    serde_json::from_str(document).map_err(StoreError::corrupt)
}

#[async_trait]
impl Notifications for DbTx {
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
                (SELECT COUNT(*) FROM accounts a WHERE (CAST($1 AS BIGINT) IS NULL OR a.uid = $1)
                    AND (CAST($2 AS BIGINT) IS NULL OR a.account_type = $2)),
                $6, $7)
            RETURNING id AS "id!", delivered AS "delivered!: i64""#,
            uid,
            account_type,
            system,
            new.needs_confirm,
            document,
            created_by,
            new.created_at.0,
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok((row.id, row.delivered))
    }

    async fn waiting_notifications(&mut self, uid: Uid) -> StoreResult<i64> {
        let row = query!(
            r#"SELECT COUNT(*) AS "waiting!: i64" FROM notifications n JOIN accounts a ON a.uid = $1
            WHERE n.needs_confirm
                AND (n.uid = $1 OR (n.uid IS NULL AND n.created_at >= a.created_at
                    AND (n.account_type IS NULL OR n.account_type = a.account_type)))
                AND NOT EXISTS (SELECT 1 FROM notification_confirmations c
                    WHERE c.uid = $1 AND c.notification = n.id)"#,
            uid.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.waiting)
    }

    async fn notifications_for(
        &mut self,
        uid: Uid,
        only_waiting: bool,
        page: Page,
    ) -> StoreResult<Listed<ReceivedNotification>> {
        let total = query!(
            r#"SELECT COUNT(*) AS "total!: i64" FROM notifications n JOIN accounts a ON a.uid = $1
            LEFT JOIN notification_confirmations c ON c.uid = $1 AND c.notification = n.id
            WHERE (n.uid = $1 OR (n.uid IS NULL AND n.created_at >= a.created_at
                    AND (n.account_type IS NULL OR n.account_type = a.account_type)))
                AND (NOT CAST($2 AS BOOLEAN) OR (n.needs_confirm AND c.at IS NULL))"#,
            uid.0,
            only_waiting
        )
        .fetch_one(&mut *self.tx)
        .await?
        .total;
        let rows = query!(
            r#"SELECT n.id AS "id!", n.texts, n.system AS "system: bool",
                n.needs_confirm AS "needs_confirm: bool", n.created_at, c.at AS "confirmed_at?"
            FROM notifications n JOIN accounts a ON a.uid = $1
            LEFT JOIN notification_confirmations c ON c.uid = $1 AND c.notification = n.id
            WHERE (n.uid = $1 OR (n.uid IS NULL AND n.created_at >= a.created_at
                    AND (n.account_type IS NULL OR n.account_type = a.account_type)))
                AND (NOT CAST($2 AS BOOLEAN) OR (n.needs_confirm AND c.at IS NULL))
            ORDER BY n.id DESC LIMIT $3 OFFSET $4"#,
            uid.0,
            only_waiting,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
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
        let (all, ids) = match which {
            Confirm::All => (true, &[][..]),
            Confirm::These(ids) => (false, ids),
        };
        let ids = dialect::ids(ids.iter().copied());
        query_in!(
            "INSERT INTO notification_confirmations (notification, uid, at)
            SELECT n.id, CAST($2 AS BIGINT), CAST($3 AS BIGINT) FROM notifications n JOIN accounts a ON a.uid = $2
            WHERE n.needs_confirm
                AND (n.uid = $2 OR (n.uid IS NULL AND n.created_at >= a.created_at
                    AND (n.account_type IS NULL OR n.account_type = a.account_type)))
                AND (CAST($4 AS BOOLEAN) OR n.id" in "$1" ") ON CONFLICT (notification, uid) DO NOTHING",
            &ids,
            uid.0,
            now.0,
            all
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn sent_notifications(&mut self, page: Page) -> StoreResult<Listed<SentNotification>> {
        // System notifications to a single account are visible only to that account.
        let total = query!(
            r#"SELECT COUNT(*) AS "total!: i64" FROM notifications n WHERE NOT n.system OR n.uid IS NULL"#
        )
        .fetch_one(&mut *self.tx)
        .await?
        .total;
        let rows = query!(
            r#"SELECT n.id AS "id!", n.uid, n.account_type, n.texts, n.system AS "system: bool",
                n.needs_confirm AS "needs_confirm: bool", n.delivered, n.created_at,
                (SELECT COUNT(*) FROM notification_confirmations c WHERE c.notification = n.id)
                    AS "confirmed!: i64",
                m.username AS "username?", b.username AS "created_by_name?"
            FROM notifications n LEFT JOIN accounts m ON m.uid = n.uid
            LEFT JOIN accounts b ON b.uid = n.created_by
            WHERE NOT n.system OR n.uid IS NULL
            ORDER BY n.id DESC LIMIT $1 OFFSET $2"#,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
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
