//! API keys, rate windows, usage and idempotent requests.

use async_trait::async_trait;
use numsift_model::api_key::{
    ApiKey, ApiKeyRules, ApiRequest, ApiScope, ApiUsage, KEPT_REQUESTS, LimitClass, NewApiKey, OnceAnswer,
    OnceClaim, OnceRequest,
};
use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, LookupId, TaskId, Uid};
use numsift_model::session::TokenHash;
use numsift_model::task::{ChunkUsage, UsageSource};
use numsift_store::{ApiKeys, LeasedQuota, OnceMet, StoreError, StoreResult, UsageGroup, UsageQuery};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, fetch_locked, query_locked};

/// The most keys that are listed.
const MOST_LISTED: i64 = 200;

struct KeyRow {
    id: i64,
    uid: i64,
    prefix: String,
    secret_hash: Vec<u8>,
    old_hash: Option<Vec<u8>>,
    old_until: Option<i64>,
    name: String,
    scopes: String,
    ips: String,
    created_at: i64,
    expires_at: Option<i64>,
    revoked_at: Option<i64>,
    last_used_at: Option<i64>,
    last_used_ip: String,
}

fn hash(bytes: Vec<u8>) -> StoreResult<TokenHash> {
    bytes.try_into().map(TokenHash).map_err(|_| StoreError::corrupt("hash length"))
}

impl TryFrom<KeyRow> for ApiKey {
    type Error = StoreError;

    fn try_from(row: KeyRow) -> StoreResult<Self> {
        let scope = |word| ApiScope::from_word(word).ok_or_else(|| StoreError::corrupt(word));
        let old_secret = match (row.old_hash, row.old_until) {
            (Some(old), Some(until)) => Some((hash(old)?, Timestamp(until))),
            _ => None,
        };
        Ok(Self {
            id: ApiKeyId(row.id),
            of: NewApiKey {
                uid: Uid(row.uid),
                prefix: row.prefix,
                secret: hash(row.secret_hash)?,
                rules: ApiKeyRules {
                    name: row.name,
                    scopes: row.scopes.split_whitespace().map(scope).collect::<StoreResult<_>>()?,
                    ips: row
                        .ips
                        .split_whitespace()
                        .map(|text| text.parse().map_err(StoreError::corrupt))
                        .collect::<StoreResult<_>>()?,
                    expires_at: row.expires_at.map(Timestamp),
                },
                created_at: Timestamp(row.created_at),
            },
            old_secret,
            revoked_at: row.revoked_at.map(Timestamp),
            last_used: row.last_used_at.map(|at| (Timestamp(at), row.last_used_ip)),
        })
    }
}

/// `query_as!` with the columns of keys.
macro_rules! key_query {
    ($rest:literal $(+ $more:literal)* $(, $argument:expr)* $(,)?) => {
        query_as!(
            KeyRow,
            r#"SELECT id AS "id!", uid, prefix, secret_hash, old_hash, old_until, name, scopes, ips, created_at,
                expires_at, revoked_at, last_used_at, last_used_ip
            FROM api_keys "# + $rest $(+ $more)*
            $(, $argument)*
        )
    };
}

fn words(rules: &ApiKeyRules) -> (String, String) {
    let scopes: Vec<_> = rules.scopes.iter().map(|scope| scope.as_str()).collect();
    let ips: Vec<_> = rules.ips.iter().map(ToString::to_string).collect();
    (scopes.join(" "), ips.join(" "))
}

#[async_trait]
impl ApiKeys for DbTx {
    async fn add_api_key(&mut self, new: &NewApiKey) -> StoreResult<ApiKeyId> {
        let (scopes, ips) = words(&new.rules);
        let secret = new.secret.0.as_slice();
        let expires_at = new.rules.expires_at.map(|at| at.0);
        let row = query!(
            r#"INSERT INTO api_keys (uid, prefix, secret_hash, name, scopes, ips, created_at, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (prefix) DO NOTHING RETURNING id AS "id!""#,
            new.uid.0,
            new.prefix,
            secret,
            new.rules.name,
            scopes,
            ips,
            new.created_at.0,
            expires_at
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        row.map(|row| ApiKeyId(row.id)).ok_or(StoreError::Taken("prefix"))
    }

    async fn count_api_keys(&mut self, uid: Uid) -> StoreResult<i64> {
        dialect::lock_account(self, uid).await?;
        let row = query!(
            r#"SELECT COUNT(*) AS "count!: i64" FROM api_keys WHERE uid = $1 AND revoked_at IS NULL"#,
            uid.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.count)
    }

    async fn api_keys(&mut self, uid: Uid) -> StoreResult<Vec<ApiKey>> {
        let rows = key_query!("WHERE uid = $1 ORDER BY id DESC LIMIT $2", uid.0, MOST_LISTED)
            .fetch_all(&mut *self.tx)
            .await?;
        rows.into_iter().map(ApiKey::try_from).collect()
    }

    async fn api_key(&mut self, uid: Uid, id: ApiKeyId) -> StoreResult<Option<ApiKey>> {
        let row = fetch_locked!(self, key_query!("WHERE id = $1 AND uid = $2" + " FOR UPDATE", id.0, uid.0))?;
        row.map(ApiKey::try_from).transpose()
    }

    async fn api_key_by_prefix(&mut self, prefix: &str) -> StoreResult<Option<ApiKey>> {
        let row = key_query!("WHERE prefix = $1", prefix).fetch_optional(&mut *self.tx).await?;
        row.map(ApiKey::try_from).transpose()
    }

    async fn put_api_key(&mut self, key: &ApiKey) -> StoreResult<()> {
        let rules = &key.of.rules;
        let (scopes, ips) = words(rules);
        let secret = key.of.secret.0.as_slice();
        let old = key.old_secret.as_ref().map(|(old, _)| old.0.as_slice());
        let old_until = key.old_secret.map(|(_, until)| until.0);
        let (expires_at, revoked_at) = (rules.expires_at.map(|at| at.0), key.revoked_at.map(|at| at.0));
        query!(
            "UPDATE api_keys SET secret_hash = $2, old_hash = $3, old_until = $4, name = $5, scopes = $6, ips = $7,
                expires_at = $8, revoked_at = $9
            WHERE id = $1",
            key.id.0,
            secret,
            old,
            old_until,
            rules.name,
            scopes,
            ips,
            expires_at,
            revoked_at
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn revoke_api_keys(&mut self, uid: Uid, now: Timestamp) -> StoreResult<Vec<String>> {
        let rows = query!(
            "UPDATE api_keys SET revoked_at = $2, old_hash = NULL, old_until = NULL
            WHERE uid = $1 AND revoked_at IS NULL RETURNING prefix",
            uid.0,
            now.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| row.prefix).collect())
    }

    async fn note_api_use(&mut self, id: ApiKeyId, at: Timestamp, ip: &str) -> StoreResult<()> {
        query!(
            "UPDATE api_keys SET last_used_at = $2, last_used_ip = $3
            WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $2)",
            id.0,
            at.0,
            ip
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn add_api_requests(&mut self, id: ApiKeyId, requests: &[ApiRequest]) -> StoreResult<()> {
        // The row exists before it is read, so that concurrent nodes wait for each other.
        query!(
            "INSERT INTO api_key_requests (key_id, document) VALUES ($1, '[]') ON CONFLICT (key_id) DO NOTHING",
            id.0
        )
        .execute(&mut *self.tx)
        .await?;
        let row =
            query_locked!("SELECT document FROM api_key_requests WHERE key_id = $1" + " FOR UPDATE", id.0)
                .fetch_one(&mut *self.tx)
                .await?;
        let mut all: Vec<ApiRequest> = serde_json::from_str(&row.document).map_err(StoreError::corrupt)?;
        all.extend_from_slice(requests);
        // Stable: requests of the same second stay in their order.
        all.sort_by_key(|request| request.at);
        all.drain(..all.len().saturating_sub(KEPT_REQUESTS));
        let document = serde_json::to_string(&all).map_err(StoreError::corrupt)?;
        query!("UPDATE api_key_requests SET document = $2 WHERE key_id = $1", id.0, document)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn api_requests(&mut self, id: ApiKeyId) -> StoreResult<Vec<ApiRequest>> {
        let row = query!("SELECT document FROM api_key_requests WHERE key_id = $1", id.0)
            .fetch_optional(&mut *self.tx)
            .await?;
        let Some(row) = row else { return Ok(Vec::new()) };
        let mut all: Vec<ApiRequest> = serde_json::from_str(&row.document).map_err(StoreError::corrupt)?;
        all.reverse();
        Ok(all)
    }

    async fn add_api_usage(&mut self, uid: Uid, at: Timestamp, usage: &ApiUsage) -> StoreResult<()> {
        let day = at.start_of_day().0;
        query!(
            "INSERT INTO api_usage_days (uid, day, requests, refused, lookups, numbers, points)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (uid, day) DO UPDATE SET requests = api_usage_days.requests + excluded.requests,
                refused = api_usage_days.refused + excluded.refused,
                lookups = api_usage_days.lookups + excluded.lookups,
                numbers = api_usage_days.numbers + excluded.numbers,
                points = api_usage_days.points + excluded.points",
            uid.0,
            day,
            usage.requests,
            usage.refused,
            usage.lookups,
            usage.numbers,
            usage.points
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn api_usage(&mut self, uid: Uid, from: Timestamp) -> StoreResult<Vec<(Timestamp, ApiUsage)>> {
        let rows = query!(
            "SELECT day, requests, refused, lookups, numbers, points FROM api_usage_days
            WHERE uid = $1 AND day >= $2 ORDER BY day",
            uid.0,
            from.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| {
                let (requests, refused, lookups) = (row.requests, row.refused, row.lookups);
                let usage = ApiUsage { requests, refused, lookups, numbers: row.numbers, points: row.points };
                (Timestamp(row.day), usage)
            })
            .collect())
    }

    async fn add_usage_parts(
        &mut self,
        uid: Uid,
        at: Timestamp,
        source: UsageSource,
        parts: &[(Option<ApiKeyId>, ChunkUsage)],
    ) -> StoreResult<()> {
        self.add_parts(uid, at, source, parts).await
    }

    async fn usage_groups(&mut self, uid: Uid, query: &UsageQuery) -> StoreResult<Vec<UsageGroup>> {
        self.parts_in_groups(uid, query).await
    }

    async fn lease_quota(
        &mut self,
        key: ApiKeyId,
        class: LimitClass,
        wanted: i64,
        quota: i64,
        window: Timestamp,
    ) -> StoreResult<LeasedQuota> {
        let class = class.as_str();
        query!(
            "INSERT INTO api_windows (key_id, class, window_start, used) VALUES ($1, $2, $3, 0)
            ON CONFLICT (key_id, class) DO NOTHING",
            key.0,
            class,
            window.0
        )
        .execute(&mut *self.tx)
        .await?;
        let row = query_locked!(
            "SELECT window_start, used FROM api_windows WHERE key_id = $1 AND class = $2" + " FOR UPDATE",
            key.0,
            class
        )
        .fetch_one(&mut *self.tx)
        .await?;
        // A node whose clock is behind counts in the current window of the others.
        let used = if row.window_start < window.0 { 0 } else { row.used };
        let start = row.window_start.max(window.0);
        let granted = (quota - used).clamp(0, wanted.max(0));
        let used = used + granted;
        query!(
            "UPDATE api_windows SET window_start = $3, used = $4 WHERE key_id = $1 AND class = $2",
            key.0,
            class,
            start,
            used
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(LeasedQuota { granted, left: (quota - used).max(0) })
    }

    async fn claim_once(
        &mut self,
        request: &OnceRequest,
        now: Timestamp,
        lease_until: Timestamp,
        forget_before: Timestamp,
    ) -> StoreResult<OnceMet> {
        let (uid, key) = (request.uid.0, request.key.as_str());
        let asked = request.hash.0.as_slice();
        query!(
            "DELETE FROM api_once WHERE uid = $1 AND key = $2 AND created_at < $3",
            uid,
            key,
            forget_before.0
        )
        .execute(&mut *self.tx)
        .await?;
        let added = query!(
            "INSERT INTO api_once (uid, key, request_hash, lease_until, created_at) VALUES ($1, $2, $3, $4, $5)
            ON CONFLICT (uid, key) DO NOTHING",
            uid,
            key,
            asked,
            lease_until.0,
            now.0
        )
        .execute(&mut *self.tx)
        .await?;
        if added.rows_affected() == 1 {
            return Ok(OnceMet::Mine(OnceClaim {
                request: request.clone(),
                epoch: 1,
                lookup: None,
                task: None,
            }));
        }
        let row = query_locked!(
            "SELECT request_hash, epoch, lease_until, lookup, task, status, location, body FROM api_once
            WHERE uid = $1 AND key = $2"
                + " FOR UPDATE",
            uid,
            key
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        // Another request released its claim between the two statements.
        let Some(row) = row else { return Ok(OnceMet::InFlight { retry_after: 1 }) };
        if row.request_hash != asked {
            return Ok(OnceMet::Other);
        }
        if let Some(status) = row.status {
            let status = u16::try_from(status).map_err(StoreError::corrupt)?;
            return Ok(OnceMet::Answered(OnceAnswer { status, location: row.location, body: row.body }));
        }
        if row.lease_until > now.0 {
            return Ok(OnceMet::InFlight { retry_after: row.lease_until - now.0 });
        }
        query!(
            "UPDATE api_once SET epoch = epoch + 1, lease_until = $3 WHERE uid = $1 AND key = $2",
            uid,
            key,
            lease_until.0
        )
        .execute(&mut *self.tx)
        .await?;
        let (lookup, task) = (row.lookup.map(LookupId), row.task.map(TaskId));
        Ok(OnceMet::Mine(OnceClaim { request: request.clone(), epoch: row.epoch + 1, lookup, task }))
    }

    async fn begin_once(&mut self, claim: &OnceClaim, lookup: LookupId) -> StoreResult<bool> {
        let done = query!(
            "UPDATE api_once SET lookup = $4 WHERE uid = $1 AND key = $2 AND epoch = $3 AND status IS NULL",
            claim.request.uid.0,
            claim.request.key,
            claim.epoch,
            lookup.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn answer_once(
        &mut self,
        claim: &OnceClaim,
        answer: &OnceAnswer,
        now: Timestamp,
    ) -> StoreResult<bool> {
        let status = i64::from(answer.status);
        let done = query!(
            "UPDATE api_once SET status = $4, location = $5, body = $6, created_at = $7
            WHERE uid = $1 AND key = $2 AND epoch = $3 AND status IS NULL",
            claim.request.uid.0,
            claim.request.key,
            claim.epoch,
            status,
            answer.location,
            answer.body,
            now.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn forget_once(&mut self, claim: &OnceClaim) -> StoreResult<()> {
        let forgotten = query!(
            "DELETE FROM api_once WHERE uid = $1 AND key = $2 AND epoch = $3 AND status IS NULL
            AND lookup IS NULL AND task IS NULL",
            claim.request.uid.0,
            claim.request.key,
            claim.epoch
        )
        .execute(&mut *self.tx)
        .await?;
        if forgotten.rows_affected() == 0 {
            query!(
                "UPDATE api_once SET lease_until = 0 WHERE uid = $1 AND key = $2 AND epoch = $3 AND status IS NULL",
                claim.request.uid.0,
                claim.request.key,
                claim.epoch
            )
            .execute(&mut *self.tx)
            .await?;
        }
        Ok(())
    }

    async fn sweep_once(&mut self, older_than: Timestamp) -> StoreResult<u64> {
        let swept =
            query!("DELETE FROM api_once WHERE created_at < $1", older_than.0).execute(&mut *self.tx).await?;
        Ok(swept.rows_affected())
    }
}
