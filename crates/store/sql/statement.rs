//! What a task was charged, by price and as the ledger booked it.

use numsift_model::id::TaskId;
use numsift_model::money::Points;
use numsift_model::task::TaskCharge;
use numsift_store::{StoreResult, TaskBooking};
use sqlx::query;

use crate::DbTx;

impl DbTx {
    pub(super) async fn charges_of(&mut self, task: TaskId) -> StoreResult<Vec<TaskCharge>> {
        let rows = query!(
            "SELECT project, price, numbers FROM task_charges WHERE task = $1 ORDER BY project, price",
            task.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let charge = rows.into_iter().map(|row| TaskCharge {
            project: row.project,
            price: Points(row.price),
            numbers: row.numbers,
        });
        Ok(charge.collect())
    }

    pub(super) async fn bookings_of(&mut self, task: TaskId) -> StoreResult<Vec<TaskBooking>> {
        let rows = query!(
            r#"SELECT project AS "project!",
                CAST(COALESCE(SUM(CASE kind WHEN 'settle' THEN numbers END), 0) AS BIGINT) AS "numbers!: i64",
                CAST(COALESCE(SUM(CASE kind WHEN 'settle' THEN amount END), 0) AS BIGINT) AS "charged!: i64",
                CAST(COALESCE(SUM(CASE kind WHEN 'refund' THEN amount END), 0) AS BIGINT) AS "refunded!: i64"
            FROM ledger_transactions
            WHERE task = $1 AND project IS NOT NULL AND kind IN ('settle', 'refund')
            GROUP BY project ORDER BY project"#,
            task.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let booking = rows.into_iter().map(|row| TaskBooking {
            project: row.project,
            numbers: row.numbers,
            charged: Points(row.charged),
            refunded: Points(row.refunded),
        });
        Ok(booking.collect())
    }
}
