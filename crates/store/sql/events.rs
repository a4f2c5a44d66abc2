//! Live events for open pages.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_store::{Event, Events, StoreResult};
use sqlx::query;

use crate::DbTx;

#[async_trait]
impl Events for DbTx {
    async fn emit(&mut self, uid: Option<Uid>, kind: &str, data: &str, now: Timestamp) -> StoreResult<()> {
        let uid = uid.map(|uid| uid.0);
        query!("INSERT INTO events (at, uid, kind, data) VALUES ($1, $2, $3, $4)", now.0, uid, kind, data)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn events(&mut self, since: Timestamp, after: i64) -> StoreResult<Vec<Event>> {
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
        let swept = query!("DELETE FROM events WHERE at < $1", older_than.0).execute(&mut *self.tx).await?;
        Ok(swept.rows_affected())
    }
}
