//! Usage of accounts by day and project.

use std::collections::BTreeMap;

use numsift_model::clock::Timestamp;
use numsift_model::id::{ApiKeyId, Uid};
use numsift_model::money::Points;
use numsift_model::task::{ChunkUsage, UsageSource};
use numsift_store::{
    AccountUsage, DayUsage, Scope, StoreError, StoreResult, TopAccount, UsageGroup, UsageQuery,
};
use sqlx::query;

use crate::DbTx;
use crate::dialect::{self, query_rows};

impl DbTx {
    /// Usage by day and project.
    pub(super) async fn used_by_day(&mut self, scope: Scope, from: Timestamp) -> StoreResult<Vec<DayUsage>> {
        let owner = scope.owner();
        let rows = query!(
            r#"SELECT day, project, CAST(SUM(answers) AS BIGINT) AS "answers!: i64",
                CAST(SUM(hits) AS BIGINT) AS "hits!: i64", CAST(SUM(unknown) AS BIGINT) AS "unknown!: i64",
                CAST(SUM(charged) AS BIGINT) AS "charged!: i64"
            FROM usage_days WHERE day >= $1 AND (CAST($2 AS BIGINT) IS NULL OR uid = $2)
            GROUP BY day, project ORDER BY day, project"#,
            from.0,
            owner
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| DayUsage {
                day: Timestamp(row.day),
                project: row.project,
                answers: row.answers,
                hits: row.hits,
                unknown: row.unknown,
                charged: row.charged,
            })
            .collect())
    }

    /// The accounts that were charged most.
    pub(super) async fn charged_most(&mut self, from: Timestamp, limit: i64) -> StoreResult<Vec<TopAccount>> {
        let rows = query!(
            r#"SELECT u.uid, a.username, u.day, CAST(SUM(u.charged) AS BIGINT) AS "charged!: i64"
            FROM usage_days u JOIN accounts a ON a.uid = u.uid
            WHERE u.day >= $1 AND u.charged > 0 AND u.uid IN (
                SELECT uid FROM usage_days WHERE day >= $1 AND charged > 0
                GROUP BY uid ORDER BY SUM(charged) DESC, uid LIMIT $2)
            GROUP BY u.uid, a.username, u.day ORDER BY u.uid, u.day"#,
            from.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let mut top: Vec<TopAccount> = Vec::new();
        for row in rows {
            let (uid, charged) = (Uid(row.uid), Points(row.charged));
            let day = (Timestamp(row.day), charged);
            match top.last_mut() {
                Some(account) if account.uid == uid => {
                    account.charged += charged;
                    account.days.push(day);
                }
                _ => top.push(TopAccount { uid, username: row.username, charged, days: vec![day] }),
            }
        }
        top.sort_by_key(|account| (std::cmp::Reverse(account.charged), account.uid));
        Ok(top)
    }

    /// Totals of one account. The amount spent comes from the ledger.
    pub(super) async fn used_by(&mut self, uid: Uid, from: Timestamp) -> StoreResult<AccountUsage> {
        let row = query!(
            r#"SELECT
                (SELECT COUNT(*) FROM tasks WHERE uid = $1 AND NOT sample AND created_at >= $2) AS "tasks!: i64",
                (SELECT CAST(COALESCE(SUM(answers), 0) AS BIGINT) FROM usage_days
                    WHERE uid = $1 AND day >= $2) AS "answers!: i64",
                (SELECT CAST(COALESCE(SUM(CASE kind WHEN 'settle' THEN amount ELSE -amount END), 0) AS BIGINT)
                    FROM ledger_transactions
                    WHERE project IS NOT NULL AND subject = $1 AND created_at >= $2
                        AND kind IN ('settle', 'refund')) AS "spent!: i64""#,
            uid.0,
            from.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(AccountUsage { tasks: row.tasks, answers: row.answers, spent: Points(row.spent) })
    }

    /// Adds to the usage of the day by key.
    pub(super) async fn add_parts(
        &mut self,
        uid: Uid,
        at: Timestamp,
        source: UsageSource,
        parts: &[(Option<ApiKeyId>, ChunkUsage)],
    ) -> StoreResult<()> {
        // Each row once, and in the order in which all transactions change them.
        let mut sums: BTreeMap<(i64, &str), (i64, i64, i64)> = BTreeMap::new();
        for (key, used) in parts {
            let sum = sums.entry((key.map_or(0, |key| key.0), &used.project)).or_default();
            *sum = (sum.0 + used.answers, sum.1 + used.unknown, sum.2 + used.charged);
        }
        if sums.is_empty() {
            return Ok(());
        }
        let rows = sums.iter().map(|((key, project), (answers, unknown, charged))| {
            serde_json::json!([key, project, answers, unknown, charged])
        });
        let (day, source) = (at.start_of_day().0, source.as_str());
        query_rows!(
            "INSERT INTO usage_parts (uid, day, source, key_id, project, answers, unknown, charged)
            SELECT CAST($1 AS BIGINT), CAST($2 AS BIGINT), CAST($3 AS TEXT), CAST(value ->> 0 AS BIGINT), value ->> 1,
                CAST(value ->> 2 AS BIGINT), CAST(value ->> 3 AS BIGINT), CAST(value ->> 4 AS BIGINT) FROM" rows "$4"
            "WHERE TRUE ORDER BY key
            ON CONFLICT (uid, day, key_id, project, source) DO UPDATE SET
                answers = usage_parts.answers + excluded.answers, unknown = usage_parts.unknown + excluded.unknown,
                charged = usage_parts.charged + excluded.charged",
            uid.0,
            day,
            source,
            dialect::rows(rows)
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    /// The usage of an account in groups. What `usage_days` has beyond the parts was counted by an earlier version.
    pub(super) async fn parts_in_groups(
        &mut self,
        uid: Uid,
        asked: &UsageQuery,
    ) -> StoreResult<Vec<UsageGroup>> {
        let rows = query!(
            r#"SELECT CAST(day AS BIGINT) AS "day!: i64", CAST(key_id AS BIGINT) AS "key!: i64",
                CAST(project AS TEXT) AS "project!: String", CAST(source AS TEXT) AS "source!: String",
                CAST(SUM(answers) AS BIGINT) AS "answers!: i64", CAST(SUM(unknown) AS BIGINT) AS "unknown!: i64",
                CAST(SUM(charged) AS BIGINT) AS "charged!: i64"
            FROM (
                SELECT CASE WHEN $4 THEN day ELSE 0 END AS day, CASE WHEN $5 THEN key_id ELSE 0 END AS key_id,
                    CASE WHEN $6 THEN project ELSE '' END AS project, CASE WHEN $7 THEN source ELSE '' END AS source,
                    answers, unknown, charged
                FROM (
                    SELECT day, key_id, project, source, answers, unknown, charged FROM usage_parts
                    WHERE uid = $1 AND day >= $2 AND day < $3
                    UNION ALL
                    SELECT day, 0, project, '', answers, unknown, charged FROM usage_days
                    WHERE uid = $1 AND day >= $2 AND day < $3
                    UNION ALL
                    SELECT day, 0, project, '', -answers, -unknown, -charged FROM usage_parts
                    WHERE uid = $1 AND day >= $2 AND day < $3
                ) AS parts
            ) AS grouped
            GROUP BY day, key_id, project, source
            HAVING SUM(answers) <> 0 OR SUM(charged) <> 0
            ORDER BY day, key_id, project, source LIMIT $8"#,
            uid.0,
            asked.from.0,
            asked.until.0,
            asked.by_day,
            asked.by_key,
            asked.by_project,
            asked.by_source,
            asked.limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.into_iter()
            .map(|row| {
                let source = Some(row.source).filter(|source| !source.is_empty());
                let word =
                    |word: String| UsageSource::from_word(&word).ok_or_else(|| StoreError::corrupt(&word));
                Ok(UsageGroup {
                    day: asked.by_day.then_some(Timestamp(row.day)),
                    key: (row.key != 0).then_some(ApiKeyId(row.key)),
                    project: asked.by_project.then_some(row.project),
                    source: source.map(word).transpose()?,
                    answers: row.answers,
                    unknown: row.unknown,
                    charged: Points(row.charged),
                })
            })
            .collect()
    }

    /// Adds usage to the day.
    pub(crate) async fn add_to_day(&mut self, uid: Uid, at: Timestamp, add: &ChunkUsage) -> StoreResult<()> {
        let day = at.start_of_day().0;
        query!(
            "INSERT INTO usage_days (uid, day, project, answers, hits, unknown, charged)
            VALUES ($1, $2, $3, $4, $5, $6, $7)
            ON CONFLICT (uid, day, project) DO UPDATE SET answers = usage_days.answers + excluded.answers,
                hits = usage_days.hits + excluded.hits, unknown = usage_days.unknown + excluded.unknown,
                charged = usage_days.charged + excluded.charged",
            uid.0,
            day,
            add.project,
            add.answers,
            add.hits,
            add.unknown,
            add.charged
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }
}
