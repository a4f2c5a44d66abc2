//! Movements, their totals and income by project and day.

use numsift_model::clock::{DAY_S, Timestamp};
use numsift_model::id::{OrderId, PostingId, TaskId, Uid};
use numsift_model::ledger::{
    Bucket, IDS_PER_OWNER, Income, LedgerAccount, Movement, MovementTotals, PostingKind, Reference,
};
use numsift_model::money::Points;
use numsift_store::{MovementFilter, Owner, Scope, StoreError, StoreResult};
use sqlx::{query, query_as};

use super::ledger::{account, kind};
use crate::DbTx;

struct MovementRow {
    id: i64,
    posting: i64,
    account: i64,
    username: String,
    kind: String,
    amount: i64,
    balance_after: i64,
    order_id: Option<i64>,
    task: Option<i64>,
    chunk: Option<i64>,
    project: Option<String>,
    numbers: i64,
    about: Option<i64>,
    note: String,
    actor: Option<i64>,
    created_at: i64,
}

impl TryFrom<MovementRow> for Movement {
    type Error = StoreError;

    fn try_from(row: MovementRow) -> StoreResult<Self> {
        let LedgerAccount::User(uid, bucket) = account(row.account)? else {
            return Err(StoreError::corrupt(format!("entry {} belongs to no user", row.id)));
        };
        Ok(Self {
            id: row.id,
            posting: PostingId(row.posting),
            uid,
            username: row.username,
            bucket,
            kind: kind(&row.kind)?,
            amount: Points(row.amount),
            balance_after: Points(row.balance_after),
            reference: Reference {
                order: row.order_id.map(OrderId),
                task: row.task.map(TaskId),
                chunk: row.chunk,
                project: row.project,
                numbers: row.numbers,
                about: row.about.map(PostingId),
                note: row.note,
            },
            actor: row.actor.map(Uid),
            at: Timestamp(row.created_at),
        })
    }
}

/// `query_as!` with the columns of movements.
macro_rules! movement_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            MovementRow,
            r#"SELECT e.id AS "id!", e.posting, e.account, a.username, t.kind, e.amount, e.balance_after,
                t.order_id, t.task, t.chunk, t.project, t.numbers, t.about, t.note, t.actor, t.created_at
            FROM ledger_entries e
            JOIN ledger_transactions t ON t.id = e.posting
            JOIN accounts a ON a.uid = e.account / 1024 "# + $rest
            $(, $argument)*
        )
    };
}

/// The filter as query parameters.
struct Wanted {
    /// First and last account id; `None` for all accounts.
    accounts: Option<(i64, i64)>,
    bucket: Option<i64>,
    kind: Option<&'static str>,
    task: Option<i64>,
    from: Option<i64>,
    until: Option<i64>,
}

/// `None` when no movement can match.
fn wanted(scope: Scope, filter: &MovementFilter) -> Option<Wanted> {
    let accounts = match (filter.owner(scope), filter.bucket) {
        (Owner::Nobody, _) => return None,
        (Owner::Any, _) => None,
        (Owner::One(uid), Some(bucket)) => {
            let id = LedgerAccount::of(uid, bucket).id();
            Some((id, id))
        }
        (Owner::One(uid), None) => {
            let first = uid.0.checked_mul(IDS_PER_OWNER)?;
            Some((first, first + IDS_PER_OWNER - 1))
        }
    };
    Some(Wanted {
        accounts,
        bucket: filter.bucket.map(|bucket: Bucket| LedgerAccount::of(Uid(0), bucket).id()),
        kind: filter.kind.map(PostingKind::as_str),
        task: filter.task.map(|task| task.0),
        from: filter.from.map(|at| at.0),
        until: filter.until.map(|at| at.0),
    })
}

struct IncomeRow {
    project: String,
    day: i64,
    numbers: i64,
    charged: i64,
    cost: i64,
    commission: i64,
}

impl From<IncomeRow> for Income {
    fn from(row: IncomeRow) -> Self {
        Self {
            project: row.project,
            day: Timestamp(row.day * DAY_S),
            numbers: row.numbers,
            charged: Points(row.charged),
            cost: Points(row.cost),
            commission: Points(row.commission),
        }
    }
}

impl DbTx {
    /// Movements, newest first.
    pub(super) async fn list_movements(
        &mut self,
        scope: Scope,
        filter: &MovementFilter,
        before: Option<i64>,
        limit: i64,
    ) -> StoreResult<Vec<Movement>> {
        let Some(wanted) = wanted(scope, filter) else { return Ok(Vec::new()) };
        let before = before.unwrap_or(i64::MAX);
        let rows = if let Some((first, last)) = wanted.accounts {
            movement_query!(
                r#"WHERE e.account BETWEEN $1 AND $2 AND e.id < $3
                    AND (CAST($4 AS TEXT) IS NULL OR t.kind = $4) AND (CAST($5 AS BIGINT) IS NULL OR t.task = $5)
                    AND (CAST($6 AS BIGINT) IS NULL OR t.created_at >= $6)
                    AND (CAST($7 AS BIGINT) IS NULL OR t.created_at < $7)
                ORDER BY e.id DESC LIMIT $8"#,
                first,
                last,
                before,
                wanted.kind,
                wanted.task,
                wanted.from,
                wanted.until,
                limit
            )
            .fetch_all(&mut *self.tx)
            .await
        } else {
            movement_query!(
                r#"WHERE e.id < $1 AND e.account >= 1024
                    AND (CAST($2 AS BIGINT) IS NULL OR e.account % 1024 = $2)
                    AND (CAST($3 AS TEXT) IS NULL OR t.kind = $3) AND (CAST($4 AS BIGINT) IS NULL OR t.task = $4)
                    AND (CAST($5 AS BIGINT) IS NULL OR t.created_at >= $5)
                    AND (CAST($6 AS BIGINT) IS NULL OR t.created_at < $6)
                ORDER BY e.id DESC LIMIT $7"#,
                before,
                wanted.bucket,
                wanted.kind,
                wanted.task,
                wanted.from,
                wanted.until,
                limit
            )
            .fetch_all(&mut *self.tx)
            .await
        };
        rows?.into_iter().map(Movement::try_from).collect()
    }

    /// Totals over all movements that match.
    pub(super) async fn total_movements(
        &mut self,
        scope: Scope,
        filter: &MovementFilter,
    ) -> StoreResult<MovementTotals> {
        let Some(wanted) = wanted(scope, filter) else { return Ok(MovementTotals::default()) };
        let (first, last) = wanted.accounts.unwrap_or((IDS_PER_OWNER, i64::MAX));
        let row = query!(
            r#"SELECT COUNT(*) AS "count!: i64",
                CAST(COALESCE(SUM(CASE WHEN e.amount > 0 THEN e.amount END), 0) AS BIGINT) AS "incoming!: i64",
                CAST(COALESCE(SUM(CASE WHEN e.amount < 0 THEN -e.amount END), 0) AS BIGINT) AS "outgoing!: i64"
            FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.posting
            WHERE e.account BETWEEN $1 AND $2 AND (CAST($3 AS BIGINT) IS NULL OR e.account % 1024 = $3)
                AND (CAST($4 AS TEXT) IS NULL OR t.kind = $4) AND (CAST($5 AS BIGINT) IS NULL OR t.task = $5)
                AND (CAST($6 AS BIGINT) IS NULL OR t.created_at >= $6)
                AND (CAST($7 AS BIGINT) IS NULL OR t.created_at < $7)"#,
            first,
            last,
            wanted.bucket,
            wanted.kind,
            wanted.task,
            wanted.from,
            wanted.until
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(MovementTotals {
            count: row.count,
            incoming: Points(row.incoming),
            outgoing: Points(row.outgoing),
        })
    }

    /// Income by project and day, newest day first.
    pub(super) async fn list_income(
        &mut self,
        scope: Scope,
        from: Option<Timestamp>,
        until: Option<Timestamp>,
    ) -> StoreResult<Vec<Income>> {
        let (from, until) = (from.map_or(0, |at| at.0), until.map_or(i64::MAX, |at| at.0));
        let rows = match scope {
            Scope::All => {
                query_as!(
                    IncomeRow,
                    r#"SELECT project AS "project!", created_at / 86400 AS "day!: i64",
                        CAST(COALESCE(SUM(CASE kind WHEN 'settle' THEN numbers WHEN 'refund' THEN -numbers END), 0) AS BIGINT)
                            AS "numbers!: i64",
                        CAST(COALESCE(SUM(CASE kind WHEN 'settle' THEN amount WHEN 'refund' THEN -amount END), 0) AS BIGINT)
                            AS "charged!: i64",
                        CAST(COALESCE(SUM(CASE kind WHEN 'cost' THEN amount END), 0) AS BIGINT) AS "cost!: i64",
                        CAST(COALESCE(SUM(CASE kind WHEN 'commission' THEN amount
                            WHEN 'commission_reversal' THEN -amount END), 0) AS BIGINT) AS "commission!: i64"
                    FROM (
                        SELECT project, kind, numbers, amount, created_at FROM ledger_transactions
                        WHERE project IS NOT NULL AND created_at >= $1 AND created_at < $2
                        UNION ALL
                        SELECT project, 'cost', 0, cost, created_at FROM provider_costs
                        WHERE created_at >= $1 AND created_at < $2
                    ) AS booked
                    GROUP BY 1, 2 ORDER BY 2 DESC, 1"#,
                    from,
                    until
                )
                .fetch_all(&mut *self.tx)
                .await
            }
            Scope::Own(uid) => {
                query_as!(
                    IncomeRow,
                    r#"SELECT project AS "project!", created_at / 86400 AS "day!: i64",
                        CAST(COALESCE(SUM(CASE kind WHEN 'commission' THEN numbers ELSE -numbers END), 0) AS BIGINT)
                            AS "numbers!: i64",
                        CAST(0 AS BIGINT) AS "charged!: i64", CAST(0 AS BIGINT) AS "cost!: i64",
                        CAST(COALESCE(SUM(CASE kind WHEN 'commission' THEN amount ELSE -amount END), 0) AS BIGINT)
                            AS "commission!: i64"
                    FROM ledger_transactions
                    WHERE project IS NOT NULL AND subject = $1 AND created_at >= $2 AND created_at < $3
                        AND kind IN ('commission', 'commission_reversal')
                    GROUP BY 1, 2 ORDER BY 2 DESC, 1"#,
                    uid.0,
                    from,
                    until
                )
                .fetch_all(&mut *self.tx)
                .await
            }
        };
        Ok(rows?.into_iter().map(Income::from).collect())
    }
}
