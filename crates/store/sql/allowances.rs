//! Allowances that staff have set, and what accounts use.

use std::collections::BTreeMap;

use async_trait::async_trait;
use numsift_model::allowance::Resource;
use numsift_model::id::Uid;
use numsift_store::{Allowances, StoreResult};
use sqlx::query;

use crate::DbTx;
use crate::dialect;

/// The one number that a statement about an account returns.
macro_rules! count {
    ($tx:expr, $sql:literal, $uid:expr) => {
        query!($sql, $uid.0).fetch_one(&mut *$tx.tx).await?.count
    };
}

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

    async fn used(&mut self, uid: Uid, resource: Resource) -> StoreResult<i64> {
        Ok(match resource {
            Resource::StoredBytes => count!(
                self,
                r#"SELECT CAST(
                    (SELECT COALESCE(SUM(bytes), 0) FROM lists
                        WHERE uid = $1 AND state <> 'deleted' AND (bytes > 0 OR state <> 'ready'))
                    + (SELECT COALESCE(SUM(bytes), 0) FROM tasks
                        WHERE uid = $1 AND state <> 'deleted' AND bytes > 0)
                    + (SELECT COALESCE(SUM(j.bytes), 0) FROM jobs j JOIN tasks t ON t.id = j.task
                        WHERE j.uid = $1 AND j.bytes > 0 AND t.state <> 'deleted')
                    AS BIGINT) AS "count!: i64""#,
                uid
            ),
            Resource::Lists => count!(
                self,
                // The lists of lookups are empty and ready at once. They do not count.
                r#"SELECT COUNT(*) AS "count!: i64" FROM lists
                WHERE uid = $1 AND state <> 'deleted' AND (bytes > 0 OR state <> 'ready')"#,
                uid
            ),
            Resource::RunningTasks => count!(
                self,
                r#"SELECT COUNT(*) AS "count!: i64" FROM tasks
                WHERE uid = $1 AND state IN ('running', 'paused') AND NOT sample AND origin <> 'lookup'"#,
                uid
            ),
            Resource::Exports => count!(
                self,
                r#"SELECT COUNT(*) AS "count!: i64" FROM jobs
                WHERE uid = $1 AND kind = 'export' AND state IN ('pending', 'running')"#,
                uid
            ),
            Resource::ApiKeys => count!(
                self,
                r#"SELECT COUNT(*) AS "count!: i64" FROM api_keys WHERE uid = $1 AND revoked_at IS NULL"#,
                uid
            ),
            Resource::Webhooks => {
                count!(self, r#"SELECT COUNT(*) AS "count!: i64" FROM webhooks WHERE uid = $1"#, uid)
            }
            Resource::Previews | Resource::Generations => 0,
        })
    }
}
