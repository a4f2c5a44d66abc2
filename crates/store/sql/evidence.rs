//! The evidence for routing.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::routing::{AgreementRow, Traffic, TrafficRow};
use numsift_store::{Evidence, StoreResult};
use sqlx::query;

use crate::DbTx;

#[async_trait]
impl Evidence for DbTx {
    async fn add_traffic(&mut self, rows: &[TrafficRow]) -> StoreResult<()> {
        for TrafficRow { day, channel, project, country, traffic } in rows {
            let day = day.start_of_day().0;
            query!(
                "INSERT INTO channel_traffic (day, project, country, channel, numbers, definite, hits, passed,
                    failed, batches, latency_ms, cost)
                VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
                ON CONFLICT (project, day, country, channel) DO UPDATE SET
                    numbers = channel_traffic.numbers + excluded.numbers,
                    definite = channel_traffic.definite + excluded.definite,
                    hits = channel_traffic.hits + excluded.hits,
                    passed = channel_traffic.passed + excluded.passed,
                    failed = channel_traffic.failed + excluded.failed,
                    batches = channel_traffic.batches + excluded.batches,
                    latency_ms = channel_traffic.latency_ms + excluded.latency_ms,
                    cost = channel_traffic.cost + excluded.cost",
                day,
                project,
                country,
                channel,
                traffic.numbers,
                traffic.definite,
                traffic.hits,
                traffic.passed,
                traffic.failed,
                traffic.batches,
                traffic.latency_ms,
                traffic.cost
            )
            .execute(&mut *self.tx)
            .await?;
        }
        Ok(())
    }

    async fn add_agreement(&mut self, rows: &[AgreementRow]) -> StoreResult<()> {
        for AgreementRow { day, channel, other, project, country, compared, agreed } in rows {
            let day = day.start_of_day().0;
            query!(
                "INSERT INTO channel_agreement (day, project, country, channel, other, compared, agreed)
                VALUES ($1, $2, $3, $4, $5, $6, $7)
                ON CONFLICT (project, day, country, channel, other) DO UPDATE SET
                    compared = channel_agreement.compared + excluded.compared,
                    agreed = channel_agreement.agreed + excluded.agreed",
                day,
                project,
                country,
                channel,
                other,
                compared,
                agreed
            )
            .execute(&mut *self.tx)
            .await?;
        }
        Ok(())
    }

    async fn traffic(&mut self, project: &str, since: Timestamp) -> StoreResult<Vec<TrafficRow>> {
        let day = since.start_of_day();
        let rows = query!(
            r#"SELECT channel AS "channel!", country AS "country!", CAST(SUM(numbers) AS BIGINT) AS "numbers!: i64",
                CAST(SUM(definite) AS BIGINT) AS "definite!: i64", CAST(SUM(hits) AS BIGINT) AS "hits!: i64",
                CAST(SUM(passed) AS BIGINT) AS "passed!: i64", CAST(SUM(failed) AS BIGINT) AS "failed!: i64",
                CAST(SUM(batches) AS BIGINT) AS "batches!: i64",
                CAST(SUM(latency_ms) AS BIGINT) AS "latency_ms!: i64", CAST(SUM(cost) AS BIGINT) AS "cost!: i64"
            FROM channel_traffic WHERE project = $1 AND day >= $2
            GROUP BY channel, country ORDER BY channel, country"#,
            project,
            day.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| TrafficRow {
                day,
                channel: row.channel,
                project: project.to_owned(),
                country: row.country,
                traffic: Traffic {
                    numbers: row.numbers,
                    definite: row.definite,
                    hits: row.hits,
                    passed: row.passed,
                    failed: row.failed,
                    batches: row.batches,
                    latency_ms: row.latency_ms,
                    cost: row.cost,
                },
            })
            .collect())
    }

    async fn agreement(&mut self, project: &str, since: Timestamp) -> StoreResult<Vec<AgreementRow>> {
        let day = since.start_of_day();
        let rows = query!(
            r#"SELECT channel AS "channel!", other AS "other!", country AS "country!",
                CAST(SUM(compared) AS BIGINT) AS "compared!: i64", CAST(SUM(agreed) AS BIGINT) AS "agreed!: i64"
            FROM channel_agreement WHERE project = $1 AND day >= $2
            GROUP BY channel, other, country ORDER BY channel, other, country"#,
            project,
            day.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows
            .into_iter()
            .map(|row| AgreementRow {
                day,
                channel: row.channel,
                other: row.other,
                project: project.to_owned(),
                country: row.country,
                compared: row.compared,
                agreed: row.agreed,
            })
            .collect())
    }

    async fn sweep_evidence(&mut self, before: Timestamp) -> StoreResult<u64> {
        let day = before.start_of_day().0;
        let traffic =
            query!("DELETE FROM channel_traffic WHERE day < $1", day).execute(&mut *self.tx).await?;
        let agreement =
            query!("DELETE FROM channel_agreement WHERE day < $1", day).execute(&mut *self.tx).await?;
        Ok(traffic.rows_affected() + agreement.rows_affected())
    }
}
