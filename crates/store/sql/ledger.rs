//! The ledger: postings, holds and balances.

use std::collections::BTreeMap;

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{OrderId, PostingId, TaskId, Uid};
use numsift_model::ledger::{
    Bucket, Entry, Hold, Income, LedgerAccount, Movement, MovementTotals, NewPosting, Posting, PostingKind,
    Reference, Split,
};
use numsift_model::money::{Balances, Points};
use numsift_store::{
    BadRefund, BalanceRow, EntryRow, Ledger, MovementFilter, Outcome, ProviderCost, Scope, StoreError,
    StoreResult, TaskBooking, breakpoint, in_order,
};
use serde_json::json;
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, fetch_locked, query_in, query_locked, query_rows};

pub(crate) struct PostingRow {
    pub id: i64,
    pub kind: String,
    pub key: String,
    pub request_hash: Vec<u8>,
    pub actor: Option<i64>,
    pub subject: i64,
    pub order_id: Option<i64>,
    pub task: Option<i64>,
    pub chunk: Option<i64>,
    pub project: Option<String>,
    pub numbers: i64,
    pub about: Option<i64>,
    pub note: String,
    pub amount: i64,
    pub created_at: i64,
}

impl PostingRow {
    fn with(self, entries: Vec<Entry>) -> StoreResult<Posting> {
        Ok(Posting {
            id: PostingId(self.id),
            asked: NewPosting {
                kind: kind(&self.kind)?,
                key: self.key,
                request_hash: self
                    .request_hash
                    .try_into()
                    .map_err(|_| StoreError::corrupt("request_hash"))?,
                actor: self.actor.map(Uid),
                subject: Uid(self.subject),
                reference: Reference {
                    order: self.order_id.map(OrderId),
                    task: self.task.map(TaskId),
                    chunk: self.chunk,
                    project: self.project,
                    numbers: self.numbers,
                    about: self.about.map(PostingId),
                    note: self.note,
                },
                amount: Points(self.amount),
                at: Timestamp(self.created_at),
            },
            entries,
        })
    }
}

/// `query_as!` with the columns of postings.
macro_rules! posting_query {
    ($rest:literal $(, $argument:expr)* $(,)?) => {
        query_as!(
            PostingRow,
            r#"SELECT id AS "id!", kind, key, request_hash, actor, subject, order_id, task, chunk, project,
                numbers, about, note, amount, created_at
            FROM ledger_transactions "# + $rest
            $(, $argument)*
        )
    };
}

struct HoldRow {
    task: i64,
    uid: i64,
    inviter: Option<i64>,
    credit_reserved: i64,
    points_reserved: i64,
    credit_settled: i64,
    points_settled: i64,
    credit_released: i64,
    points_released: i64,
    closed: bool,
}

impl From<HoldRow> for Hold {
    fn from(row: HoldRow) -> Self {
        let split = |credit, points| Split { credit: Points(credit), points: Points(points) };
        Self {
            task: TaskId(row.task),
            uid: Uid(row.uid),
            inviter: row.inviter.map(Uid),
            reserved: split(row.credit_reserved, row.points_reserved),
            settled: split(row.credit_settled, row.points_settled),
            released: split(row.credit_released, row.points_released),
            closed: row.closed,
        }
    }
}

/// `query_as!` with the columns of holds.
macro_rules! hold_query {
    ($rest:literal $(+ $more:literal)* $(, $argument:expr)* $(,)?) => {
        query_as!(
            HoldRow,
            r#"SELECT h.task AS "task!", h.uid,
                (SELECT inviter FROM accounts a WHERE a.uid = h.uid) AS inviter,
                h.credit_reserved, h.points_reserved, h.credit_settled, h.points_settled,
                h.credit_released, h.points_released, h.closed AS "closed: bool"
            FROM ledger_holds h "# + $rest $(+ $more)*
            $(, $argument)*
        )
    };
}

pub(crate) fn kind(word: &str) -> StoreResult<PostingKind> {
    PostingKind::from_word(word).ok_or_else(|| StoreError::corrupt(word))
}

pub(crate) fn account(id: i64) -> StoreResult<LedgerAccount> {
    LedgerAccount::from_id(id).ok_or_else(|| StoreError::corrupt(format!("ledger account {id}")))
}

pub(crate) fn entry(row: &EntryRow) -> StoreResult<Entry> {
    Ok(Entry {
        id: row.id,
        account: account(row.account)?,
        amount: row.amount,
        balance_after: row.balance_after,
    })
}

/// Adds the entries to their postings.
fn with_entries(postings: Vec<PostingRow>, entries: &[EntryRow]) -> StoreResult<Vec<Posting>> {
    let mut of: BTreeMap<i64, Vec<Entry>> = BTreeMap::new();
    for row in entries {
        of.entry(row.posting).or_default().push(entry(row)?);
    }
    postings
        .into_iter()
        .map(|row| {
            let entries = of.remove(&row.id).unwrap_or_default();
            row.with(entries)
        })
        .collect()
}

impl DbTx {
    async fn entries_of(&mut self, posting: i64) -> StoreResult<Vec<Entry>> {
        let rows = query_as!(
            EntryRow,
            r#"SELECT id AS "id!", posting, account, amount, balance_after
            FROM ledger_entries WHERE posting = $1 ORDER BY account"#,
            posting
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.iter().map(entry).collect()
    }
}

#[async_trait]
impl Ledger for DbTx {
    async fn post(&mut self, new: &NewPosting, moves: &[(LedgerAccount, i64)]) -> StoreResult<Outcome> {
        self.post_in_order(new, &in_order(moves)?).await
    }

    async fn posting(&mut self, key: &str) -> StoreResult<Option<Posting>> {
        let row = posting_query!("WHERE key = $1", key).fetch_optional(&mut *self.tx).await?;
        let Some(row) = row else { return Ok(None) };
        let entries = self.entries_of(row.id).await?;
        row.with(entries).map(Some)
    }

    async fn lock_spendable(&mut self, uid: Uid) -> StoreResult<Split> {
        let (points, credit) =
            (LedgerAccount::of(uid, Bucket::Points).id(), LedgerAccount::of(uid, Bucket::Credit).id());
        let rows = query_locked!(
            r#"SELECT id AS "id!", balance FROM ledger_accounts WHERE id IN ($1, $2) ORDER BY id"#
                + " FOR UPDATE",
            points,
            credit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let balance = |id| rows.iter().find(|row| row.id == id).map_or(0, |row| row.balance);
        Ok(Split { credit: Points(balance(credit)), points: Points(balance(points)) })
    }

    async fn balances(&mut self, uid: Uid) -> StoreResult<Balances> {
        let buckets =
            [Bucket::Points, Bucket::Credit, Bucket::Commission, Bucket::PointsHeld, Bucket::CreditHeld];
        let ids = buckets.map(|bucket| LedgerAccount::of(uid, bucket).id());
        let rows = query!(
            r#"SELECT id AS "id!", balance FROM ledger_accounts WHERE id IN ($1, $2, $3, $4, $5)"#,
            ids[0],
            ids[1],
            ids[2],
            ids[3],
            ids[4]
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let balance = |id| Points(rows.iter().find(|row| row.id == id).map_or(0, |row| row.balance));
        Ok(Balances {
            points: balance(ids[0]),
            credit: balance(ids[1]),
            total_income: balance(ids[2]),
            points_held: balance(ids[3]),
            credit_held: balance(ids[4]),
        })
    }

    async fn open_hold(&mut self, task: TaskId, uid: Uid, reserved: Split) -> StoreResult<()> {
        query!(
            "INSERT INTO ledger_holds (task, uid, credit_reserved, points_reserved) VALUES ($1, $2, $3, $4)",
            task.0,
            uid.0,
            reserved.credit.0,
            reserved.points.0
        )
        .execute(&mut *self.tx)
        .await?;
        breakpoint::reached("ledger/held");
        Ok(())
    }

    async fn hold(&mut self, task: TaskId) -> StoreResult<Option<Hold>> {
        let row = fetch_locked!(self, hold_query!("WHERE h.task = $1" + " FOR UPDATE OF h", task.0))?;
        Ok(row.map(Hold::from))
    }

    async fn settle_hold(&mut self, task: TaskId, amount: Split) -> StoreResult<bool> {
        let done = query!(
            "UPDATE ledger_holds SET credit_settled = credit_settled + $1, points_settled = points_settled + $2
            WHERE task = $3 AND NOT closed
                AND credit_settled + credit_released + $1 <= credit_reserved
                AND points_settled + points_released + $2 <= points_reserved",
            amount.credit.0,
            amount.points.0,
            task.0
        )
        .execute(&mut *self.tx)
        .await?;
        breakpoint::reached("ledger/hold-settled");
        Ok(done.rows_affected() == 1)
    }

    async fn close_hold(&mut self, task: TaskId, rest: Split) -> StoreResult<bool> {
        let done = query!(
            "UPDATE ledger_holds SET closed = TRUE, credit_released = credit_released + $1,
                points_released = points_released + $2
            WHERE task = $3 AND NOT closed
                AND credit_settled + credit_released + $1 = credit_reserved
                AND points_settled + points_released + $2 = points_reserved",
            rest.credit.0,
            rest.points.0,
            task.0
        )
        .execute(&mut *self.tx)
        .await?;
        breakpoint::reached("ledger/hold-closed");
        Ok(done.rows_affected() == 1)
    }

    async fn release_from_hold(&mut self, task: TaskId, part: Split) -> StoreResult<bool> {
        let done = query!(
            "UPDATE ledger_holds SET credit_released = credit_released + $1, points_released = points_released + $2,
                closed = (credit_settled + credit_released + $1 = credit_reserved
                    AND points_settled + points_released + $2 = points_reserved)
            WHERE task = $3 AND NOT closed
                AND credit_settled + credit_released + $1 <= credit_reserved
                AND points_settled + points_released + $2 <= points_reserved",
            part.credit.0,
            part.points.0,
            task.0
        )
        .execute(&mut *self.tx)
        .await?;
        breakpoint::reached("ledger/hold-released");
        Ok(done.rows_affected() == 1)
    }

    async fn movements(
        &mut self,
        scope: Scope,
        filter: &MovementFilter,
        before: Option<i64>,
        limit: i64,
    ) -> StoreResult<Vec<Movement>> {
        self.list_movements(scope, filter, before, limit).await
    }

    async fn movement_totals(
        &mut self,
        scope: Scope,
        filter: &MovementFilter,
    ) -> StoreResult<MovementTotals> {
        self.total_movements(scope, filter).await
    }

    async fn add_provider_costs(&mut self, costs: &[ProviderCost<'_>]) -> StoreResult<()> {
        if costs.is_empty() {
            return Ok(());
        }
        let row = |cost: &ProviderCost<'_>| {
            json!([cost.task.0, cost.chunk, cost.attempt, cost.project, cost.cost.0, cost.at.0])
        };
        query_rows!(
            "INSERT INTO provider_costs (task, chunk, attempt, project, cost, created_at)
            SELECT CAST(value ->> 0 AS BIGINT), CAST(value ->> 1 AS BIGINT), CAST(value ->> 2 AS BIGINT), value ->> 3,
                CAST(value ->> 4 AS BIGINT), CAST(value ->> 5 AS BIGINT) FROM" rows "$1"
            "WHERE TRUE ON CONFLICT (task, chunk, attempt, project) DO NOTHING",
            dialect::rows(costs.iter().map(row))
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }

    async fn task_bookings(&mut self, task: TaskId) -> StoreResult<Vec<TaskBooking>> {
        self.bookings_of(task).await
    }

    async fn income(
        &mut self,
        scope: Scope,
        from: Option<Timestamp>,
        until: Option<Timestamp>,
    ) -> StoreResult<Vec<Income>> {
        self.list_income(scope, from, until).await
    }

    async fn postings_after(&mut self, after: PostingId, limit: i64) -> StoreResult<Vec<Posting>> {
        let rows = posting_query!("WHERE id > $1 ORDER BY id LIMIT $2", after.0, limit)
            .fetch_all(&mut *self.tx)
            .await?;
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return Ok(Vec::new()) };
        let entries = query_as!(
            EntryRow,
            r#"SELECT id AS "id!", posting, account, amount, balance_after
            FROM ledger_entries WHERE posting BETWEEN $1 AND $2 ORDER BY posting, account"#,
            first.id,
            last.id
        )
        .fetch_all(&mut *self.tx)
        .await?;
        with_entries(rows, &entries)
    }

    async fn postings_by_task(
        &mut self,
        after: (TaskId, PostingId),
        limit: i64,
    ) -> StoreResult<Vec<Posting>> {
        let rows = posting_query!(
            "WHERE task IS NOT NULL AND (task, id) > ($1, $2) ORDER BY task, id LIMIT $3",
            after.0.0,
            after.1.0,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let ids = dialect::ids(rows.iter().map(|row| row.id));
        let entries = query_in!(
            r#"SELECT id AS "id!", posting, account, amount, balance_after FROM ledger_entries WHERE posting"#
            in "$1" "ORDER BY posting, account",
            &ids
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let entries: Vec<_> = entries
            .into_iter()
            .map(|row| EntryRow {
                id: row.id,
                posting: row.posting,
                account: row.account,
                amount: row.amount,
                balance_after: row.balance_after,
            })
            .collect();
        with_entries(rows, &entries)
    }

    async fn first_bad_refund(&mut self) -> StoreResult<Option<BadRefund>> {
        let row = query!(
            r#"SELECT id AS "id!: i64", amount AS "amount!: i64", charged AS "charged?: i64" FROM (
                SELECT r.id, r.amount, CASE WHEN ROW_NUMBER() OVER (PARTITION BY r.about ORDER BY r.id) = 1
                    THEN c.amount END AS charged
                FROM ledger_transactions r LEFT JOIN ledger_transactions c
                    ON c.id = r.about AND c.kind = 'settle' AND c.id < r.id
                WHERE r.kind = 'refund') AS refunds
            WHERE charged IS NULL OR charged < amount ORDER BY id LIMIT 1"#
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(|row| BadRefund {
            id: PostingId(row.id),
            amount: Points(row.amount),
            charged: row.charged.map(Points),
        }))
    }

    async fn entries_after(&mut self, after: i64, limit: i64) -> StoreResult<Vec<EntryRow>> {
        Ok(query_as!(
            EntryRow,
            r#"SELECT id AS "id!", posting, account, amount, balance_after
            FROM ledger_entries WHERE id > $1 ORDER BY id LIMIT $2"#,
            after,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?)
    }

    async fn balances_after(&mut self, after: i64, limit: i64) -> StoreResult<Vec<BalanceRow>> {
        Ok(query_as!(
            BalanceRow,
            r#"SELECT id AS "id!", balance, min_balance FROM ledger_accounts
            WHERE id > $1 ORDER BY id LIMIT $2"#,
            after,
            limit
        )
        .fetch_all(&mut *self.tx)
        .await?)
    }

    async fn holds_after(&mut self, after: TaskId, limit: i64) -> StoreResult<Vec<Hold>> {
        let rows = hold_query!("WHERE h.task > $1 ORDER BY h.task LIMIT $2", after.0, limit)
            .fetch_all(&mut *self.tx)
            .await?;
        Ok(rows.into_iter().map(Hold::from).collect())
    }
}
