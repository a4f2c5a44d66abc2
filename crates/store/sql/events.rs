//! Live events for open pages.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_store::{Event, Events, StoreResult};
use sqlx::query;

use crate::DbTx;

/// An event that is written when the transaction is saved, so that all events of a transaction are one statement.
pub(crate) struct NewEvent {
    pub at: i64,
    pub uid: Option<i64>,
    pub kind: String,
    pub data: String,
}

#[async_trait]
impl Events for DbTx {
    async fn emit(&mut self, uid: Option<Uid>, kind: &str, data: &str, now: Timestamp) -> StoreResult<()> {
        self.events.push(NewEvent {
            at: now.0,
            uid: uid.map(|uid| uid.0),
            kind: kind.to_owned(),
            data: data.to_owned(),
        });
        Ok(())
    }

    async fn events(&mut self, since: Timestamp, after: i64) -> StoreResult<Vec<Event>> {
        self.write_events().await?;
        let rows = query!(
            r#"SELECT id AS "id!", uid, kind, data FROM events WHERE at >= $1 AND id > $2 ORDER BY id"#,
            since.0,
            after
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| Event { id: row.id, uid: row.uid.map(Uid), kind: row.kind, data: row.data })
            .collect())
    }

    async fn sweep_events(&mut self, older_than: Timestamp) -> StoreResult<u64> {
        self.write_events().await?;
        let swept = query!("DELETE FROM events WHERE at < $1", older_than.0).execute(&mut *self.tx).await?;
        Ok(swept.rows_affected())
    }
}
