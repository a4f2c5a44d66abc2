//! Movements, their totals and income by project and day.

use numsift_model::clock::{DAY_S, Timestamp};
use numsift_model::id::{OrderId, PostingId, TaskId, Uid};
use numsift_model::ledger::{
    Fund, IDS_PER_OWNER, Income, LedgerAccount, Movement, MovementTotals, PostingKind, Reference,
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
    other_after: i64,
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

impl MovementRow {
    fn into_movement(self, fund: Fund) -> StoreResult<Movement> {
        let LedgerAccount::User(uid, bucket) = account(self.account)? else {
            return Err(StoreError::corrupt(format!("entry {} belongs to no user", self.id)));
        };
        let kind = kind(&self.kind)?;
        let (own, other) = (Points(self.balance_after), Points(self.other_after));
        let (balance_after, held_after) = match fund.held() {
            None => (own, Points::ZERO),
            Some(held) if bucket == held => (other, own),
            Some(_) => (own, other),
        };
        Ok(Movement {
            id: self.id,
            posting: PostingId(self.posting),
            uid,
            username: self.username,
            fund,
            kind,
            // Holds and releases are listed by their entry of the held balance.
            amount: if kind.is_hold() { -Points(self.amount) } else { Points(self.amount) },
            balance_after,
            held_after,
            reference: Reference {
                order: self.order_id.map(OrderId),
                task: self.task.map(TaskId),
                chunk: self.chunk,
                project: self.project,
                numbers: self.numbers,
                about: self.about.map(PostingId),
                note: self.note,
            },
            actor: self.actor.map(Uid),
            at: Timestamp(self.created_at),
        })
    }
}

/// `query_as!` with the columns of movements. The first two arguments are the numbers of the fund's balance and of
/// its held balance within an owner's ids. `other_after` is the other one of these balances after the posting: the
/// posting's own entry, or the last earlier one. An earlier entry whose posting also has a later entry in this account
/// does not count, because that posting was applied afterwards.
macro_rules! movement_query {
    ($rest:literal, $($argument:expr),* $(,)?) => {
        query_as!(
            MovementRow,
            r#"SELECT e.id AS "id!", e.posting, e.account, a.username, t.kind, e.amount, e.balance_after,
                COALESCE(
                    (SELECT o.balance_after FROM ledger_entries o WHERE o.posting = e.posting
                        AND o.account = e.account - e.account % 1024
                            + CASE WHEN e.account % 1024 = $1 THEN $2 ELSE $1 END),
                    (SELECT o.balance_after FROM ledger_entries o WHERE o.id < e.id
                        AND o.account = e.account - e.account % 1024
                            + CASE WHEN e.account % 1024 = $1 THEN $2 ELSE $1 END
                        AND NOT EXISTS (SELECT 1 FROM ledger_entries n
                            WHERE n.posting = o.posting AND n.account = e.account AND n.id > e.id)
                    ORDER BY o.id DESC LIMIT 1),
                    0) AS "other_after!: i64",
                t.order_id, t.task, t.chunk, t.project, t.numbers, t.about, t.note, t.actor, t.created_at
            FROM ledger_entries e
            JOIN ledger_transactions t ON t.id = e.posting
            JOIN accounts a ON a.uid = e.account / 1024
            WHERE (e.account % 1024 = CAST($2 AS BIGINT)
                    OR (e.account % 1024 = CAST($1 AS BIGINT) AND t.kind NOT IN ('hold', 'release')))
                AND (CAST($3 AS BIGINT) = 1 OR t.kind NOT IN ('hold', 'release')) "# + $rest,
            $($argument),*
        )
    };
}

/// The filter as query parameters.
struct Wanted {
    /// The ids of the fund's balance and held balance; `None` for all accounts.
    accounts: Option<(i64, i64)>,
    /// The same within an owner's ids.
    numbers: (i64, i64),
    /// 1 with holds and releases.
    holds: i64,
    kind: Option<&'static str>,
    task: Option<i64>,
    from: Option<i64>,
    until: Option<i64>,
}

/// `None` when no movement can match.
fn wanted(scope: Scope, filter: &MovementFilter) -> Option<Wanted> {
    let (balance, held) = (filter.fund.balance(), filter.fund.held().unwrap_or(filter.fund.balance()));
    let ids = |uid| (LedgerAccount::of(uid, balance).id(), LedgerAccount::of(uid, held).id());
    let accounts = match filter.owner(scope) {
        Owner::Nobody => return None,
        Owner::Any => None,
        Owner::One(uid) => Some(ids(uid)),
    };
    Some(Wanted {
        accounts,
        numbers: ids(Uid(0)),
        holds: i64::from(filter.holds || filter.kind.is_some_and(PostingKind::is_hold)),
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
        let (balance, held) = wanted.numbers;
        let rows = if let Some((balance_id, held_id)) = wanted.accounts {
            movement_query!(
                r#"AND e.account IN ($4, $5) AND e.id < $6
                    AND (CAST($7 AS TEXT) IS NULL OR t.kind = $7) AND (CAST($8 AS BIGINT) IS NULL OR t.task = $8)
                    AND (CAST($9 AS BIGINT) IS NULL OR t.created_at >= $9)
                    AND (CAST($10 AS BIGINT) IS NULL OR t.created_at < $10)
                ORDER BY e.id DESC LIMIT $11"#,
                balance,
                held,
                wanted.holds,
                balance_id,
                held_id,
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
                r#"AND e.id < $4 AND e.account >= 1024
                    AND (CAST($5 AS TEXT) IS NULL OR t.kind = $5) AND (CAST($6 AS BIGINT) IS NULL OR t.task = $6)
                    AND (CAST($7 AS BIGINT) IS NULL OR t.created_at >= $7)
                    AND (CAST($8 AS BIGINT) IS NULL OR t.created_at < $8)
                ORDER BY e.id DESC LIMIT $9"#,
                balance,
                held,
                wanted.holds,
                before,
                wanted.kind,
                wanted.task,
                wanted.from,
                wanted.until,
                limit
            )
            .fetch_all(&mut *self.tx)
            .await
        };
        rows?.into_iter().map(|row| row.into_movement(filter.fund)).collect()
    }

    /// Totals over all movements that match.
    pub(super) async fn total_movements(
        &mut self,
        scope: Scope,
        filter: &MovementFilter,
    ) -> StoreResult<MovementTotals> {
        let Some(wanted) = wanted(scope, filter) else { return Ok(MovementTotals::default()) };
        let (balance, held) = wanted.numbers;
        // All ids of an owner lie between its first and the first of the next.
        let first =
            wanted.accounts.map_or(IDS_PER_OWNER, |(balance_id, _)| balance_id.saturating_sub(balance));
        let last = if wanted.accounts.is_some() { first.saturating_add(IDS_PER_OWNER - 1) } else { i64::MAX };
        let row = query!(
            r#"SELECT COUNT(*) AS "count!: i64",
                CAST(COALESCE(SUM(CASE WHEN t.kind NOT IN ('hold', 'release') AND e.amount > 0
                    THEN e.amount END), 0) AS BIGINT) AS "incoming!: i64",
                CAST(COALESCE(SUM(CASE WHEN t.kind NOT IN ('hold', 'release') AND e.amount < 0
                    THEN -e.amount END), 0) AS BIGINT) AS "outgoing!: i64",
                CAST(COALESCE(SUM(CASE WHEN t.kind = 'hold' THEN e.amount END), 0) AS BIGINT) AS "held!: i64",
                CAST(COALESCE(SUM(CASE WHEN t.kind = 'release' THEN -e.amount END), 0) AS BIGINT)
                    AS "released!: i64"
            FROM ledger_entries e JOIN ledger_transactions t ON t.id = e.posting
            WHERE (e.account % 1024 = CAST($2 AS BIGINT)
                    OR (e.account % 1024 = CAST($1 AS BIGINT) AND t.kind NOT IN ('hold', 'release')))
                AND (CAST($3 AS BIGINT) = 1 OR t.kind NOT IN ('hold', 'release'))
                AND e.account BETWEEN $4 AND $5
                AND (CAST($6 AS TEXT) IS NULL OR t.kind = $6) AND (CAST($7 AS BIGINT) IS NULL OR t.task = $7)
                AND (CAST($8 AS BIGINT) IS NULL OR t.created_at >= $8)
                AND (CAST($9 AS BIGINT) IS NULL OR t.created_at < $9)"#,
            balance,
            held,
            wanted.holds,
            first,
            last,
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
            held: Points(row.held),
            released: Points(row.released),
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
