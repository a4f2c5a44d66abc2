//! Channels in SQLite.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_store::{ChannelHealthRow, ChannelRow, Channels, LeasedTokens, StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::SqliteTx;

impl SqliteTx {
    /// Every change of channels is noticed by all workers.
    async fn channels_changed(&mut self) -> StoreResult<()> {
        query!("UPDATE channels_version SET version = version + 1 WHERE id = 1")
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(())
    }
}

#[async_trait]
impl Channels for SqliteTx {
    async fn channels(&mut self) -> StoreResult<Vec<ChannelRow>> {
        query_as!(
            ChannelRow,
            r#"SELECT name AS "name!", priority, enabled, disabled_reason, version, document, secrets
            FROM channels ORDER BY priority, name"#
        )
        .fetch_all(&mut *self.tx)
        .await
        .map_err(StoreError::backend)
    }

    async fn channels_version(&mut self) -> StoreResult<i64> {
        let row = query!("SELECT version FROM channels_version WHERE id = 1")
            .fetch_one(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(row.version)
    }

    async fn put_channel(&mut self, row: &ChannelRow) -> StoreResult<Option<i64>> {
        let version = row.version + 1;
        let done = if row.version == 0 {
            query!(
                "INSERT INTO channels (name, priority, enabled, disabled_reason, version, document, secrets)
                VALUES ($1, $2, $3, $4, 1, $5, $6) ON CONFLICT (name) DO NOTHING",
                row.name,
                row.priority,
                row.enabled,
                row.disabled_reason,
                row.document,
                row.secrets
            )
            .execute(&mut *self.tx)
            .await
        } else {
            query!(
                "UPDATE channels SET priority = $3, enabled = $4, disabled_reason = $5, document = $6,
                    secrets = $7, version = version + 1
                WHERE name = $1 AND version = $2",
                row.name,
                row.version,
                row.priority,
                row.enabled,
                row.disabled_reason,
                row.document,
                row.secrets
            )
            .execute(&mut *self.tx)
            .await
        }
        .map_err(StoreError::backend)?;
        if done.rows_affected() == 0 {
            return Ok(None);
        }
        self.channels_changed().await?;
        Ok(Some(version))
    }

    async fn remove_channel(&mut self, name: &str, version: i64) -> StoreResult<bool> {
        let done = query!("DELETE FROM channels WHERE name = $1 AND version = $2", name, version)
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        if done.rows_affected() == 1 {
            self.channels_changed().await?;
        }
        Ok(done.rows_affected() == 1)
    }

    async fn disable_channel(&mut self, name: &str, reason: &str) -> StoreResult<bool> {
        let done = query!(
            "UPDATE channels SET enabled = FALSE, disabled_reason = $2, version = version + 1
            WHERE name = $1 AND enabled",
            name,
            reason
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        if done.rows_affected() == 1 {
            self.channels_changed().await?;
        }
        Ok(done.rows_affected() == 1)
    }

    async fn lease_tokens(
        &mut self,
        channel: &str,
        wanted: i64,
        rps: i64,
        burst: i64,
        now_ms: i64,
    ) -> StoreResult<LeasedTokens> {
        let full = burst * 1000;
        query!(
            "INSERT INTO channel_limits (channel, millitokens, filled_at_ms) VALUES ($1, $2, $3)
            ON CONFLICT (channel) DO NOTHING",
            channel,
            full,
            now_ms
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let row = query!(
            "SELECT millitokens, filled_at_ms, paused_until_ms FROM channel_limits WHERE channel = $1",
            channel
        )
        .fetch_one(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        if row.paused_until_ms > now_ms {
            return Ok(LeasedTokens { granted: 0, wait_ms: row.paused_until_ms - now_ms });
        }
        // A thousandth of a request a millisecond is one request a second.
        let elapsed = (now_ms - row.filled_at_ms).max(0);
        let there = row.millitokens.saturating_add(elapsed.saturating_mul(rps)).min(full);
        let granted = (there / 1000).min(wanted).max(0);
        let left = there - granted * 1000;
        query!(
            "UPDATE channel_limits SET millitokens = $2, filled_at_ms = $3 WHERE channel = $1",
            channel,
            left,
            now_ms
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        let wait_ms = if granted == 0 { ((1000 - left) / rps.max(1)).max(1) } else { 0 };
        Ok(LeasedTokens { granted, wait_ms })
    }

    async fn pause_channel(&mut self, channel: &str, until_ms: i64) -> StoreResult<()> {
        query!(
            "INSERT INTO channel_limits (channel, millitokens, filled_at_ms, paused_until_ms)
            VALUES ($1, 0, $2, $2)
            ON CONFLICT (channel) DO UPDATE SET paused_until_ms = excluded.paused_until_ms
            WHERE channel_limits.paused_until_ms < excluded.paused_until_ms",
            channel,
            until_ms
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn put_callback(
        &mut self,
        channel: &str,
        job: &str,
        body: &[u8],
        now: Timestamp,
    ) -> StoreResult<()> {
        query!(
            "INSERT INTO channel_callbacks (channel, job, body, at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (channel, job) DO NOTHING",
            channel,
            job,
            body,
            now.0
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn callback(&mut self, channel: &str, job: &str) -> StoreResult<Option<Vec<u8>>> {
        let row = query!("SELECT body FROM channel_callbacks WHERE channel = $1 AND job = $2", channel, job)
            .fetch_optional(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(row.map(|row| row.body))
    }

    async fn sweep_callbacks(&mut self, older_than: Timestamp) -> StoreResult<u64> {
        let swept = query!("DELETE FROM channel_callbacks WHERE at < $1", older_than.0)
            .execute(&mut *self.tx)
            .await
            .map_err(StoreError::backend)?;
        Ok(swept.rows_affected())
    }

    async fn put_channel_health(&mut self, row: &ChannelHealthRow) -> StoreResult<()> {
        query!(
            "INSERT INTO channel_health (channel, node, document, updated_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (channel, node) DO UPDATE
            SET document = excluded.document, updated_at = excluded.updated_at",
            row.channel,
            row.node,
            row.document,
            row.updated_at.0
        )
        .execute(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(())
    }

    async fn channel_health(&mut self, since: Timestamp) -> StoreResult<Vec<ChannelHealthRow>> {
        let rows = query!(
            "SELECT channel, node, document, updated_at FROM channel_health WHERE updated_at >= $1
            ORDER BY channel, node",
            since.0
        )
        .fetch_all(&mut *self.tx)
        .await
        .map_err(StoreError::backend)?;
        Ok(rows
            .into_iter()
            .map(|row| ChannelHealthRow {
                channel: row.channel,
                node: row.node,
                document: row.document,
                updated_at: Timestamp(row.updated_at),
            })
            .collect())
    }
}
