//! Tracks and runs of the number generator.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::generation::{
    DrawOrder, Earlier, GenerationState, NewRun, NewTrack, NumberStyle, Run, RunPage, Track,
};
use numsift_model::id::{ListId, RunId, TrackId, Uid};
use numsift_model::page::{Listed, Page};
use numsift_store::{Generation, Scope, StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;

/// Databases have signed integers only. Keeps the bits.
fn signed(number: u64) -> i64 {
    number.cast_signed()
}

fn amount(number: u64) -> StoreResult<i64> {
    i64::try_from(number).map_err(StoreError::corrupt)
}

fn read_amount(number: i64) -> StoreResult<u64> {
    u64::try_from(number).map_err(StoreError::corrupt)
}

fn word<T>(word: &str, read: fn(&str) -> Option<T>) -> StoreResult<T> {
    read(word).ok_or_else(|| StoreError::corrupt(word))
}

struct RunRow {
    id: i64,
    uid: i64,
    page: String,
    draw_order: String,
    earlier: String,
    style: String,
    without_list: Option<i64>,
    segments: String,
    created_at: i64,
    expires_at: i64,
}

impl TryFrom<RunRow> for Run {
    type Error = StoreError;

    fn try_from(row: RunRow) -> StoreResult<Self> {
        Ok(Self {
            id: RunId(row.id),
            of: NewRun {
                uid: Uid(row.uid),
                page: word(&row.page, RunPage::from_word)?,
                order: word(&row.draw_order, DrawOrder::from_word)?,
                earlier: word(&row.earlier, Earlier::from_word)?,
                style: word(&row.style, NumberStyle::from_word)?,
                without_list: row.without_list.map(ListId),
                segments: serde_json::from_str(&row.segments).map_err(StoreError::corrupt)?,
                created_at: Timestamp(row.created_at),
                expires_at: Timestamp(row.expires_at),
            },
        })
    }
}

#[async_trait]
impl Generation for DbTx {
    async fn generation_state(&mut self, uid: Uid) -> StoreResult<Option<GenerationState>> {
        let Some(account) =
            query!("SELECT key, version, spared FROM generation_accounts WHERE uid = $1", uid.0)
                .fetch_optional(&mut *self.tx)
                .await?
        else {
            return Ok(None);
        };
        let rows = query!(
            r#"SELECT id AS "id!", spec, fingerprint, seed, size, draw_order, drawn
            FROM generation_tracks WHERE uid = $1 ORDER BY id"#,
            uid.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let tracks = rows.into_iter().map(|row| {
            Ok(Track {
                id: TrackId(row.id),
                of: NewTrack {
                    spec: serde_json::from_str(&row.spec).map_err(StoreError::corrupt)?,
                    fingerprint: row.fingerprint.cast_unsigned(),
                    size: read_amount(row.size)?,
                    order: word(&row.draw_order, DrawOrder::from_word)?,
                    seed: row.seed.cast_unsigned(),
                    drawn: read_amount(row.drawn)?,
                },
            })
        });
        Ok(Some(GenerationState {
            key: account.key.try_into().map_err(|_| StoreError::corrupt("key length"))?,
            version: account.version,
            tracks: tracks.collect::<StoreResult<_>>()?,
            spared: account.spared,
        }))
    }

    async fn begin_generation(&mut self, uid: Uid, key: &[u8; 32]) -> StoreResult<()> {
        let key = key.as_slice();
        query!(
            "INSERT INTO generation_accounts (uid, key) VALUES ($1, $2) ON CONFLICT (uid) DO NOTHING",
            uid.0,
            key
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn claim_generation(&mut self, uid: Uid, version: i64) -> StoreResult<bool> {
        let changed = query!(
            "UPDATE generation_accounts SET version = version + 1 WHERE uid = $1 AND version = $2",
            uid.0,
            version
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(changed.rows_affected() == 1)
    }

    async fn add_track(&mut self, uid: Uid, new: &NewTrack) -> StoreResult<TrackId> {
        let spec = serde_json::to_string(&new.spec).map_err(StoreError::corrupt)?;
        let (fingerprint, seed) = (signed(new.fingerprint), signed(new.seed));
        let (size, drawn, order) = (amount(new.size)?, amount(new.drawn)?, new.order.as_str());
        let row = query!(
            r#"INSERT INTO generation_tracks (uid, spec, fingerprint, seed, size, draw_order, drawn)
            VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id AS "id!""#,
            uid.0,
            spec,
            fingerprint,
            seed,
            size,
            order,
            drawn
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(TrackId(row.id))
    }

    async fn move_track(&mut self, uid: Uid, track: TrackId, drawn: u64) -> StoreResult<()> {
        let drawn = amount(drawn)?;
        query!(
            "UPDATE generation_tracks SET drawn = $3 WHERE uid = $1 AND id = $2 AND drawn < $3",
            uid.0,
            track.0,
            drawn
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn put_spared(&mut self, uid: Uid, spared: &[u8]) -> StoreResult<()> {
        query!("UPDATE generation_accounts SET spared = $2 WHERE uid = $1", uid.0, spared)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn run_exceptions(&mut self, id: RunId) -> StoreResult<Vec<u8>> {
        let row = query!("SELECT exceptions FROM generation_runs WHERE id = $1", id.0)
            .fetch_optional(&mut *self.tx)
            .await?;
        Ok(row.map(|row| row.exceptions).unwrap_or_default())
    }

    async fn create_run(&mut self, new: &NewRun, exceptions: &[u8]) -> StoreResult<RunId> {
        let segments = serde_json::to_string(&new.segments).map_err(StoreError::corrupt)?;
        let numbers = amount(new.count())?;
        let (page, order) = (new.page.as_str(), new.order.as_str());
        let (earlier, style) = (new.earlier.as_str(), new.style.as_str());
        let without_list = new.without_list.map(|list| list.0);
        let row = query!(
            r#"INSERT INTO generation_runs
                (uid, page, draw_order, earlier, style, segments, numbers, created_at, expires_at,
                without_list, exceptions)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) RETURNING id AS "id!""#,
            new.uid.0,
            page,
            order,
            earlier,
            style,
            segments,
            numbers,
            new.created_at.0,
            new.expires_at.0,
            without_list,
            exceptions
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(RunId(row.id))
    }

    async fn run(&mut self, scope: Scope, id: RunId, now: Timestamp) -> StoreResult<Option<Run>> {
        let owner = scope.owner();
        let row = query_as!(
            RunRow,
            r#"SELECT id AS "id!", uid, page, draw_order, earlier, style, without_list, segments,
                created_at, expires_at
            FROM generation_runs
            WHERE id = $1 AND (CAST($2 AS BIGINT) IS NULL OR uid = $2) AND expires_at > $3"#,
            id.0,
            owner,
            now.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        row.map(Run::try_from).transpose()
    }

    async fn runs(
        &mut self,
        scope: Scope,
        made_on: Option<RunPage>,
        now: Timestamp,
        page: Page,
    ) -> StoreResult<Listed<Run>> {
        let (owner, made_on) = (scope.owner(), made_on.map(RunPage::as_str));
        let total = query!(
            r#"SELECT COUNT(*) AS "total!: i64" FROM generation_runs
            WHERE (CAST($1 AS BIGINT) IS NULL OR uid = $1) AND (CAST($2 AS TEXT) IS NULL OR page = $2) AND expires_at > $3"#,
            owner,
            made_on,
            now.0
        )
        .fetch_one(&mut *self.tx)
        .await?
        .total;
        let rows = query_as!(
            RunRow,
            r#"SELECT id AS "id!", uid, page, draw_order, earlier, style, without_list, segments,
                created_at, expires_at
            FROM generation_runs
            WHERE (CAST($1 AS BIGINT) IS NULL OR uid = $1) AND (CAST($2 AS TEXT) IS NULL OR page = $2) AND expires_at > $3
            ORDER BY id DESC LIMIT $4 OFFSET $5"#,
            owner,
            made_on,
            now.0,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let items = rows.into_iter().map(Run::try_from).collect::<StoreResult<_>>()?;
        Ok(Listed { items, total })
    }

    async fn runs_before(
        &mut self,
        scope: Scope,
        before: Option<RunId>,
        now: Timestamp,
        limit: i64,
    ) -> StoreResult<Vec<Run>> {
        let (before, owner) = (before.map_or(i64::MAX, |before| before.0), scope.owner());
        let rows = query_as!(
            RunRow,
            r#"SELECT id AS "id!", uid, page, draw_order, earlier, style, without_list, segments,
                created_at, expires_at
            FROM generation_runs
            WHERE id < $1 AND (CAST($2 AS BIGINT) IS NULL OR uid = $2) AND expires_at > $3
            ORDER BY id DESC LIMIT $4"#,
            before,
            owner,
            now.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.into_iter().map(Run::try_from).collect()
    }

    async fn delete_run(&mut self, scope: Scope, id: RunId) -> StoreResult<bool> {
        let owner = scope.owner();
        let deleted = query!(
            "DELETE FROM generation_runs WHERE id = $1 AND (CAST($2 AS BIGINT) IS NULL OR uid = $2)",
            id.0,
            owner
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(deleted.rows_affected() == 1)
    }

    async fn sweep_runs(&mut self, now: Timestamp) -> StoreResult<u64> {
        let swept = query!("DELETE FROM generation_runs WHERE expires_at <= $1", now.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(swept.rows_affected())
    }
}
