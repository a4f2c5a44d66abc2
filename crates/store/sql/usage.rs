//! Usage of accounts by day and project.

use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::money::Points;
use numsift_model::task::ChunkUsage;
use numsift_store::{AccountUsage, DayUsage, Scope, StoreResult, TopAccount};
use sqlx::query;

use crate::DbTx;

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
