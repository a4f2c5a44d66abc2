//! Channels.

use async_trait::async_trait;
use numsift_model::channel::{ChannelCondition, ChannelState};
use numsift_model::clock::Timestamp;
use numsift_store::{
    CallbackPart, ChannelHealthRow, ChannelRow, Channels, LeaseRequests, LeasedRequests, PartStored,
    QuotaWindow, SlotShare, StoreError, StoreResult,
};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::query_locked;

impl DbTx {
    /// Increments the version by which workers notice changes.
    async fn channels_changed(&mut self) -> StoreResult<()> {
        query!("UPDATE channels_version SET version = version + 1 WHERE id = 1")
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    /// Takes a holder's share of a channel's slots. The caller has locked the channel's row.
    async fn share_slots(&mut self, wish: &LeaseRequests<'_>) -> StoreResult<SlotShare> {
        query!("DELETE FROM channel_slots WHERE channel = $1 AND until_ms <= $2", wish.channel, wish.now_ms)
            .execute(&mut *self.tx)
            .await?;
        let others = query!(
            "SELECT holder, slots FROM channel_slots WHERE channel = $1 AND holder <> $2",
            wish.channel,
            wish.holder
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let others: Vec<_> = others.into_iter().map(|row| (row.holder, row.slots)).collect();
        let share = SlotShare::of(wish, &others);
        query!(
            "INSERT INTO channel_slots (channel, holder, slots, until_ms) VALUES ($1, $2, $3, $4)
            ON CONFLICT (channel, holder) DO UPDATE SET slots = excluded.slots, until_ms = excluded.until_ms",
            wish.channel,
            wish.holder,
            share.slots,
            share.until_ms
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(share)
    }

    /// The current periods of a channel's quotas. The caller has locked the channel's row.
    async fn quota_windows(&mut self, wish: &LeaseRequests<'_>) -> StoreResult<Vec<QuotaWindow>> {
        let mut windows = Vec::with_capacity(wish.quotas.len());
        for quota in wish.quotas {
            let row = query!(
                "SELECT started_ms, used FROM channel_quotas WHERE channel = $1 AND period_ms = $2",
                wish.channel,
                quota.period_ms
            )
            .fetch_optional(&mut *self.tx)
            .await?;
            let stored = row.map(|row| (row.started_ms, row.used));
            windows.push(QuotaWindow::current(*quota, stored, wish.now_ms));
        }
        Ok(windows)
    }

    /// Counts granted requests for the quotas.
    async fn use_quotas(&mut self, channel: &str, windows: &[QuotaWindow], granted: i64) -> StoreResult<()> {
        for window in windows {
            let used = window.used.saturating_add(granted);
            query!(
                "INSERT INTO channel_quotas (channel, period_ms, started_ms, used) VALUES ($1, $2, $3, $4)
                ON CONFLICT (channel, period_ms)
                DO UPDATE SET started_ms = excluded.started_ms, used = excluded.used",
                channel,
                window.quota.period_ms,
                window.started_ms,
                used
            )
            .execute(&mut *self.tx)
            .await?;
        }
        Ok(())
    }
}

#[async_trait]
impl Channels for DbTx {
    async fn channels(&mut self) -> StoreResult<Vec<ChannelRow>> {
        Ok(query_as!(
            ChannelRow,
            r#"SELECT name AS "name!", priority, enabled, disabled_reason, version, document, secrets
            FROM channels ORDER BY priority, name"#
        )
        .fetch_all(&mut *self.tx)
        .await?)
    }

    async fn channels_version(&mut self) -> StoreResult<i64> {
        let row =
            query!("SELECT version FROM channels_version WHERE id = 1").fetch_one(&mut *self.tx).await?;
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
        }?;
        if done.rows_affected() == 0 {
            return Ok(None);
        }
        self.channels_changed().await?;
        Ok(Some(version))
    }

    async fn remove_channel(&mut self, name: &str, version: i64) -> StoreResult<bool> {
        let done = query!("DELETE FROM channels WHERE name = $1 AND version = $2", name, version)
            .execute(&mut *self.tx)
            .await?;
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
        .await?;
        if done.rows_affected() == 1 {
            self.channels_changed().await?;
        }
        Ok(done.rows_affected() == 1)
    }

    async fn lease_requests(&mut self, wish: &LeaseRequests<'_>) -> StoreResult<LeasedRequests> {
        let full = wish.burst * 1000;
        query!(
            "INSERT INTO channel_limits (channel, millitokens, filled_at_ms) VALUES ($1, $2, $3)
            ON CONFLICT (channel) DO NOTHING",
            wish.channel,
            full,
            wish.now_ms
        )
        .execute(&mut *self.tx)
        .await?;
        let row = query_locked!(
            "SELECT millitokens, filled_at_ms, paused_until_ms FROM channel_limits WHERE channel = $1"
                + " FOR UPDATE",
            wish.channel
        )
        .fetch_one(&mut *self.tx)
        .await?;
        if row.paused_until_ms > wish.now_ms {
            return Ok(LeasedRequests::Wait(row.paused_until_ms - wish.now_ms));
        }
        let windows = self.quota_windows(wish).await?;
        let used_up = windows.iter().filter(|window| window.left() == 0);
        if let Some(wait_ms) = used_up.map(|window| window.ends_in_ms(wish.now_ms)).max() {
            return Ok(LeasedRequests::Wait(wait_ms));
        }
        let allowed = windows.iter().map(QuotaWindow::left).min().unwrap_or(i64::MAX);
        let share = self.share_slots(wish).await?;
        if share.slots <= wish.under_way {
            return Ok(LeasedRequests::Full);
        }
        // One millitoken per millisecond is one request per second.
        let elapsed = (wish.now_ms - row.filled_at_ms).max(0);
        let there = row.millitokens.saturating_add(elapsed.saturating_mul(wish.rps)).min(full);
        let granted = (there / 1000).min(wish.wanted).min(allowed).max(0);
        let left = there - granted * 1000;
        query!(
            "UPDATE channel_limits SET millitokens = $2, filled_at_ms = $3 WHERE channel = $1",
            wish.channel,
            left,
            wish.now_ms
        )
        .execute(&mut *self.tx)
        .await?;
        if granted > 0 {
            self.use_quotas(wish.channel, &windows, granted).await?;
        }
        Ok(if granted == 0 {
            LeasedRequests::Wait(((1000 - left) / wish.rps.max(1)).max(1))
        } else {
            LeasedRequests::Granted { requests: granted, slots: share.slots }
        })
    }

    async fn keep_slots(
        &mut self,
        channel: &str,
        holder: &str,
        slots: i64,
        until_ms: i64,
    ) -> StoreResult<()> {
        let done = if slots == 0 {
            query!("DELETE FROM channel_slots WHERE channel = $1 AND holder = $2", channel, holder)
                .execute(&mut *self.tx)
                .await
        } else {
            query!(
                "UPDATE channel_slots SET slots = $3, until_ms = $4 WHERE channel = $1 AND holder = $2",
                channel,
                holder,
                slots,
                until_ms
            )
            .execute(&mut *self.tx)
            .await
        };
        done?;
        Ok(())
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
        .await?;
        Ok(())
    }

    async fn expect_callback(&mut self, channel: &str, job: &str, now: Timestamp) -> StoreResult<()> {
        query!(
            "INSERT INTO channel_jobs (channel, job, at) VALUES ($1, $2, $3) ON CONFLICT (channel, job) DO NOTHING",
            channel,
            job,
            now.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn expects_callback(&mut self, channel: &str, job: &str) -> StoreResult<bool> {
        let row = query!("SELECT at FROM channel_jobs WHERE channel = $1 AND job = $2", channel, job)
            .fetch_optional(&mut *self.tx)
            .await?;
        Ok(row.is_some())
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
        .await?;
        Ok(())
    }

    async fn callback(&mut self, channel: &str, job: &str) -> StoreResult<Option<Vec<u8>>> {
        let row = query!("SELECT body FROM channel_callbacks WHERE channel = $1 AND job = $2", channel, job)
            .fetch_optional(&mut *self.tx)
            .await?;
        Ok(row.map(|row| row.body))
    }

    async fn put_callback_part(&mut self, part: &CallbackPart<'_>) -> StoreResult<PartStored> {
        let CallbackPart { channel, job, digest, body, now, most_parts, most_bytes } = *part;
        // Creates or locks the row of the job, so that its parts are stored one after another.
        query!(
            "INSERT INTO channel_collections (channel, job, parts, bytes, at) VALUES ($1, $2, 0, 0, $3)
            ON CONFLICT (channel, job) DO UPDATE SET at = channel_collections.at",
            channel,
            job,
            now.0
        )
        .execute(&mut *self.tx)
        .await?;
        let same = query!(
            "SELECT part FROM channel_parts WHERE channel = $1 AND job = $2 AND digest = $3",
            channel,
            job,
            digest
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        if same.is_some() {
            return Ok(PartStored::Repeated);
        }
        let bytes = i64::try_from(body.len()).unwrap_or(i64::MAX);
        let counted = query!(
            "UPDATE channel_collections SET parts = parts + 1, bytes = bytes + $3
            WHERE channel = $1 AND job = $2 AND parts < $4 AND bytes + $3 <= $5
            RETURNING parts",
            channel,
            job,
            bytes,
            most_parts,
            most_bytes
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        let Some(counted) = counted else { return Ok(PartStored::OverLimit) };
        query!(
            "INSERT INTO channel_parts (channel, job, part, digest, body, at) VALUES ($1, $2, $3, $4, $5, $6)",
            channel,
            job,
            counted.parts,
            digest,
            body,
            now.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(PartStored::New)
    }

    async fn callback_parts(&mut self, channel: &str, job: &str, known: i64) -> StoreResult<Vec<Vec<u8>>> {
        let rows = query!(
            "SELECT body FROM channel_parts WHERE channel = $1 AND job = $2 AND part > $3 ORDER BY part",
            channel,
            job,
            known
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| row.body).collect())
    }

    async fn sweep_callbacks(&mut self, older_than: Timestamp) -> StoreResult<u64> {
        query!("DELETE FROM channel_jobs WHERE at < $1", older_than.0).execute(&mut *self.tx).await?;
        let swept = query!("DELETE FROM channel_callbacks WHERE at < $1", older_than.0)
            .execute(&mut *self.tx)
            .await?;
        query!("DELETE FROM channel_collections WHERE at < $1", older_than.0).execute(&mut *self.tx).await?;
        let parts =
            query!("DELETE FROM channel_parts WHERE at < $1", older_than.0).execute(&mut *self.tx).await?;
        Ok(swept.rows_affected() + parts.rows_affected())
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
        .await?;
        Ok(())
    }

    async fn channel_health(&mut self, since: Timestamp) -> StoreResult<Vec<ChannelHealthRow>> {
        let rows = query!(
            "SELECT channel, node, document, updated_at FROM channel_health WHERE updated_at >= $1
            ORDER BY channel, node",
            since.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
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

    async fn channel_states(&mut self) -> StoreResult<Vec<ChannelState>> {
        let rows = query!("SELECT channel, condition, since, detail FROM channel_states ORDER BY channel")
            .fetch_all(&mut *self.tx)
            .await?;
        rows.into_iter()
            .map(|row| {
                let condition = ChannelCondition::from_word(&row.condition);
                Ok(ChannelState {
                    condition: condition.ok_or_else(|| StoreError::corrupt(&row.condition))?,
                    channel: row.channel,
                    since: Timestamp(row.since),
                    detail: row.detail,
                })
            })
            .collect()
    }

    async fn change_channel_state(&mut self, new: &ChannelState, was: ChannelCondition) -> StoreResult<bool> {
        let (condition, was) = (new.condition.as_str(), was.as_str());
        let changed = query!(
            "INSERT INTO channel_states (channel, condition, since, detail) VALUES ($1, $2, $3, $4)
            ON CONFLICT (channel) DO UPDATE
            SET condition = excluded.condition, since = excluded.since, detail = excluded.detail
            WHERE channel_states.condition = $5",
            new.channel,
            condition,
            new.since.0,
            new.detail,
            was
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(changed.rows_affected() == 1)
    }

    async fn forget_channel_state(&mut self, channel: &str) -> StoreResult<()> {
        query!("DELETE FROM channel_states WHERE channel = $1", channel).execute(&mut *self.tx).await?;
        Ok(())
    }
}
