//! Allowances that staff have set, and what accounts use.

use std::collections::BTreeMap;

use async_trait::async_trait;
use numsift_model::allowance::Resource;
use numsift_model::id::Uid;
use numsift_store::{Allowances, Room, StoreResult};
use sqlx::query;

use crate::DbTx;
use crate::dialect;

#[async_trait]
impl Allowances for DbTx {
    async fn lock_account(&mut self, uid: Uid) -> StoreResult<()> {
        dialect::lock_account(self, uid).await
    }

    async fn allowances(&mut self, uid: Uid) -> StoreResult<BTreeMap<Resource, i64>> {
        let rows = query!("SELECT resource, value FROM allowances WHERE uid = $1", uid.0)
            .fetch_all(&mut *self.tx)
            .await?;
        // A newer version may know more resources.
        let known = |word: &str| Resource::from_word(word);
        Ok(rows.into_iter().filter_map(|row| Some((known(&row.resource)?, row.value))).collect())
    }

    async fn set_allowance(&mut self, uid: Uid, resource: Resource, value: Option<i64>) -> StoreResult<()> {
        let resource = resource.as_str();
        match value {
            Some(value) => {
                query!(
                    "INSERT INTO allowances (uid, resource, value) VALUES ($1, $2, $3)
                ON CONFLICT (uid, resource) DO UPDATE SET value = excluded.value",
                    uid.0,
                    resource,
                    value
                )
                .execute(&mut *self.tx)
                .await?
            }
            None => {
                query!("DELETE FROM allowances WHERE uid = $1 AND resource = $2", uid.0, resource)
                    .execute(&mut *self.tx)
                    .await?
            }
        };
        Ok(())
    }

    async fn room(&mut self, uid: Uid, resources: &[Resource]) -> StoreResult<BTreeMap<Resource, Room>> {
        let asked = |resource| resources.contains(&resource);
        let rows = query!(
            // The lists of lookups are empty and ready at once. They do not count.
            r#"SELECT 'set' AS "kind!: String", resource AS "resource!: String", value AS "value!: i64"
                FROM allowances WHERE uid = $1
            UNION ALL SELECT 'used', 'stored_bytes', CAST(
                (SELECT COALESCE(SUM(bytes), 0) FROM lists
                    WHERE uid = $1 AND state <> 'deleted' AND (bytes > 0 OR state <> 'ready'))
                + (SELECT COALESCE(SUM(bytes), 0) FROM files WHERE uid = $1 AND list IS NULL)
                + (SELECT COALESCE(SUM(bytes), 0) FROM tasks
                    WHERE uid = $1 AND state <> 'deleted' AND bytes > 0)
                + (SELECT COALESCE(SUM(j.bytes), 0) FROM jobs j JOIN tasks t ON t.id = j.task
                    WHERE j.uid = $1 AND j.bytes > 0 AND t.state <> 'deleted')
                AS BIGINT) WHERE CAST($2 AS BOOLEAN)
            UNION ALL SELECT 'used', 'lists', COUNT(*) FROM lists
                WHERE CAST($3 AS BOOLEAN) AND uid = $1 AND state <> 'deleted' AND (bytes > 0 OR state <> 'ready')
            UNION ALL SELECT 'used', 'running_tasks', COUNT(*) FROM tasks
                WHERE CAST($4 AS BOOLEAN) AND uid = $1 AND state IN ('running', 'paused') AND NOT sample
                    AND origin <> 'lookup'
            UNION ALL SELECT 'used', 'exports', COUNT(*) FROM jobs
                WHERE CAST($5 AS BOOLEAN) AND uid = $1 AND kind = 'export' AND state IN ('pending', 'running')
            UNION ALL SELECT 'used', 'api_keys', COUNT(*) FROM api_keys
                WHERE CAST($6 AS BOOLEAN) AND uid = $1 AND revoked_at IS NULL
            UNION ALL SELECT 'used', 'webhooks', COUNT(*) FROM webhooks
                WHERE CAST($7 AS BOOLEAN) AND uid = $1"#,
            uid.0,
            asked(Resource::StoredBytes),
            asked(Resource::Lists),
            asked(Resource::RunningTasks),
            asked(Resource::Exports),
            asked(Resource::ApiKeys),
            asked(Resource::Webhooks)
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let mut rooms: BTreeMap<_, _> =
            resources.iter().map(|resource| (*resource, Room::default())).collect();
        for row in rows {
            let resource = Resource::from_word(&row.resource);
            let Some(room) = resource.and_then(|resource| rooms.get_mut(&resource)) else { continue };
            if row.kind == "set" { room.set = Some(row.value) } else { room.used = row.value }
        }
        Ok(rooms)
    }
}
