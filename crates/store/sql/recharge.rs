//! Wallets, top-up orders and deposits.

use async_trait::async_trait;
use numsift_model::clock::Timestamp;
use numsift_model::id::{DepositId, OrderId, Uid};
use numsift_model::money::Usdt;
use numsift_model::page::{Listed, Page};
use numsift_model::recharge::{
    Deposit, DepositStatus, NewDeposit, NewOrder, Order, OrderKind, OrderStatus, Wallet, Watched,
};
use numsift_store::{Decision, DepositFilter, OrderFilter, Recharge, Scope, StoreError, StoreResult};
use sqlx::{query, query_as};

use crate::DbTx;
use crate::dialect::{self, fetch_locked};

struct OrderRow {
    id: i64,
    uid: i64,
    username: String,
    kind: String,
    address: String,
    base: i64,
    amount: i64,
    rate: i64,
    status: i64,
    created_at: i64,
    expire_at: i64,
    reserved_until: i64,
    paid_at: Option<i64>,
    txid: Option<String>,
}

impl TryFrom<OrderRow> for Order {
    type Error = StoreError;

    fn try_from(row: OrderRow) -> StoreResult<Self> {
        Ok(Self {
            id: OrderId(row.id),
            asked: NewOrder {
                uid: Uid(row.uid),
                kind: OrderKind::from_word(&row.kind).ok_or_else(|| StoreError::corrupt(&row.kind))?,
                address: row.address,
                base: Usdt(row.base),
                amount: Usdt(row.amount),
                rate: row.rate,
                created_at: Timestamp(row.created_at),
                expire_at: Timestamp(row.expire_at),
                reserved_until: Timestamp(row.reserved_until),
            },
            username: row.username,
            status: OrderStatus::from_number(row.status).ok_or_else(|| StoreError::corrupt(row.status))?,
            paid_at: row.paid_at.map(Timestamp),
            txid: row.txid,
        })
    }
}

/// `query_as!` with the columns of orders.
macro_rules! order_query {
    ($rest:literal $(+ $more:literal)* $(, $argument:expr)* $(,)?) => {
        query_as!(
            OrderRow,
            r#"SELECT o.id AS "id!", o.uid, a.username, o.kind, o.address, o.base, o.amount, o.rate, o.status,
                o.created_at, o.expire_at, o.reserved_until, o.paid_at, o.txid
            FROM recharge_orders o JOIN accounts a ON a.uid = o.uid "# + $rest $(+ $more)*
            $(, $argument)*
        )
    };
}

struct DepositRow {
    id: i64,
    txid: String,
    log_index: i64,
    address: String,
    sender: String,
    amount: i64,
    block_time: i64,
    seen_at: i64,
    status: String,
    order_id: Option<i64>,
    uid: Option<i64>,
    username: Option<String>,
    decided_by: Option<i64>,
    reason: String,
}

impl TryFrom<DepositRow> for Deposit {
    type Error = StoreError;

    fn try_from(row: DepositRow) -> StoreResult<Self> {
        Ok(Self {
            id: DepositId(row.id),
            seen: NewDeposit {
                txid: row.txid,
                log_index: row.log_index,
                address: row.address,
                sender: row.sender,
                amount: Usdt(row.amount),
                block_time: Timestamp(row.block_time),
                seen_at: Timestamp(row.seen_at),
            },
            status: DepositStatus::from_word(&row.status).ok_or_else(|| StoreError::corrupt(&row.status))?,
            order: row.order_id.map(OrderId),
            uid: row.uid.map(Uid),
            username: row.username,
            decided_by: row.decided_by.map(Uid),
            reason: row.reason,
        })
    }
}

/// `query_as!` with the columns of deposits.
macro_rules! deposit_query {
    ($rest:literal $(+ $more:literal)* $(, $argument:expr)* $(,)?) => {
        query_as!(
            DepositRow,
            r#"SELECT d.id AS "id!", d.txid, d.log_index, d.address, d.sender, d.amount, d.block_time, d.seen_at,
                d.status, d.order_id, d.uid,
                (SELECT username FROM accounts a WHERE a.uid = d.uid) AS username,
                d.decided_by, d.reason
            FROM deposits d "# + $rest $(+ $more)*
            $(, $argument)*
        )
    };
}

fn one(row: Option<OrderRow>) -> StoreResult<Option<Order>> {
    row.map(Order::try_from).transpose()
}

#[async_trait]
impl Recharge for DbTx {
    async fn wallets(&mut self) -> StoreResult<Vec<Wallet>> {
        let rows = query!(
            r#"SELECT id AS "id!", network, address, label, active AS "active: bool", created_at
            FROM wallets ORDER BY active DESC, id DESC"#
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let wallets = rows.into_iter().map(|row| Wallet {
            id: row.id,
            network: row.network,
            address: row.address,
            label: row.label,
            active: row.active,
            created_at: Timestamp(row.created_at),
        });
        Ok(wallets.collect())
    }

    async fn put_wallet(
        &mut self,
        network: &str,
        address: &str,
        label: &str,
        now: Timestamp,
    ) -> StoreResult<i64> {
        let row = query!(
            r#"INSERT INTO wallets (network, address, label, created_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (address) DO UPDATE SET label = excluded.label RETURNING id AS "id!""#,
            network,
            address,
            label,
            now.0
        )
        .fetch_one(&mut *self.tx)
        .await?;
        Ok(row.id)
    }

    async fn activate_wallet(&mut self, id: i64) -> StoreResult<bool> {
        query!(
            "UPDATE wallets SET active = FALSE
            WHERE active AND id <> $1 AND network = (SELECT network FROM wallets WHERE id = $1)",
            id
        )
        .execute(&mut *self.tx)
        .await?;
        let done =
            query!("UPDATE wallets SET active = TRUE WHERE id = $1", id).execute(&mut *self.tx).await?;
        Ok(done.rows_affected() == 1)
    }

    async fn lock_orders_of(&mut self, uid: Uid) -> StoreResult<()> {
        dialect::lock_account(self, uid).await
    }

    async fn pending_orders(&mut self, uid: Uid, now: Timestamp) -> StoreResult<Vec<Order>> {
        let rows = order_query!(
            "WHERE o.uid = $1 AND o.status = 0 AND o.expire_at >= $2 ORDER BY o.id",
            uid.0,
            now.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        rows.into_iter().map(Order::try_from).collect()
    }

    async fn reserved_amounts(&mut self, address: &str, low: Usdt, high: Usdt) -> StoreResult<Vec<Usdt>> {
        let rows = query!(
            "SELECT amount FROM recharge_orders
            WHERE reserved AND address = $1 AND amount BETWEEN $2 AND $3 ORDER BY amount",
            address,
            low.0,
            high.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| Usdt(row.amount)).collect())
    }

    async fn create_order(&mut self, new: &NewOrder) -> StoreResult<Option<OrderId>> {
        let kind = new.kind.as_str();
        let row = query!(
            r#"INSERT INTO recharge_orders
                (uid, kind, address, base, amount, rate, created_at, expire_at, reserved_until)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (address, amount) WHERE reserved DO NOTHING RETURNING id AS "id!""#,
            new.uid.0,
            kind,
            new.address,
            new.base.0,
            new.amount.0,
            new.rate,
            new.created_at.0,
            new.expire_at.0,
            new.reserved_until.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(|row| OrderId(row.id)))
    }

    async fn expire_orders(&mut self, now: Timestamp) -> StoreResult<u64> {
        query!("UPDATE recharge_orders SET reserved = FALSE WHERE reserved AND reserved_until < $1", now.0)
            .execute(&mut *self.tx)
            .await?;
        let expired =
            query!("UPDATE recharge_orders SET status = 2 WHERE status = 0 AND expire_at < $1", now.0)
                .execute(&mut *self.tx)
                .await?;
        Ok(expired.rows_affected())
    }

    async fn order(&mut self, scope: Scope, id: OrderId) -> StoreResult<Option<Order>> {
        let owner = scope.owner();
        let row = order_query!("WHERE o.id = $1 AND (CAST($2 AS BIGINT) IS NULL OR o.uid = $2)", id.0, owner)
            .fetch_optional(&mut *self.tx)
            .await?;
        one(row)
    }

    async fn orders(
        &mut self,
        scope: Scope,
        filter: &OrderFilter,
        now: Timestamp,
        page: Page,
    ) -> StoreResult<Listed<Order>> {
        let owner = scope.owner();
        let (status, kind) = (filter.status.map(OrderStatus::number), filter.kind.map(OrderKind::as_str));
        let uid = filter.uid.map(|uid| uid.0);
        let (from, until) = (filter.from.map(|at| at.0), filter.until.map(|at| at.0));
        let total = query!(
            r#"SELECT COUNT(*) AS "total!: i64" FROM recharge_orders o
            WHERE (CAST($1 AS BIGINT) IS NULL OR o.uid = $1) AND (CAST($2 AS BIGINT) IS NULL OR o.uid = $2)
                AND (CAST($3 AS BIGINT) IS NULL
                    OR $3 = CASE WHEN o.status = 0 AND o.expire_at < $4 THEN 2 ELSE o.status END)
                AND (CAST($5 AS TEXT) IS NULL OR o.kind = $5)
                AND (CAST($6 AS BIGINT) IS NULL OR o.created_at >= $6)
                AND (CAST($7 AS BIGINT) IS NULL OR o.created_at < $7)"#,
            owner,
            uid,
            status,
            now.0,
            kind,
            from,
            until
        )
        .fetch_one(&mut *self.tx)
        .await?
        .total;
        let rows = order_query!(
            r#"WHERE (CAST($1 AS BIGINT) IS NULL OR o.uid = $1) AND (CAST($2 AS BIGINT) IS NULL OR o.uid = $2)
                AND (CAST($3 AS BIGINT) IS NULL
                    OR $3 = CASE WHEN o.status = 0 AND o.expire_at < $4 THEN 2 ELSE o.status END)
                AND (CAST($5 AS TEXT) IS NULL OR o.kind = $5)
                AND (CAST($6 AS BIGINT) IS NULL OR o.created_at >= $6)
                AND (CAST($7 AS BIGINT) IS NULL OR o.created_at < $7)
            ORDER BY o.id DESC LIMIT $8 OFFSET $9"#,
            owner,
            uid,
            status,
            now.0,
            kind,
            from,
            until,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(Listed { items: rows.into_iter().map(Order::try_from).collect::<StoreResult<_>>()?, total })
    }

    async fn cancel_order(&mut self, scope: Scope, id: OrderId) -> StoreResult<bool> {
        let owner = scope.owner();
        let done = query!(
            "UPDATE recharge_orders SET status = 4
            WHERE id = $1 AND status = 0 AND (CAST($2 AS BIGINT) IS NULL OR uid = $2)",
            id.0,
            owner
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn payable_order(
        &mut self,
        address: &str,
        amount: Usdt,
        block_time: Timestamp,
        skew: i64,
    ) -> StoreResult<Option<Order>> {
        let row = fetch_locked!(
            self,
            order_query!(
                "WHERE o.address = $1 AND o.amount = $2 AND o.status <> 1
                AND o.created_at - CAST($4 AS BIGINT) <= $3 AND CAST($3 AS BIGINT) <= o.expire_at
            ORDER BY o.created_at DESC LIMIT 1"
                    + " FOR UPDATE OF o",
                address,
                amount.0,
                block_time.0,
                skew
            )
        )?;
        one(row)
    }

    async fn overdue_order(
        &mut self,
        address: &str,
        amount: Usdt,
        block_time: Timestamp,
    ) -> StoreResult<Option<Order>> {
        let row = fetch_locked!(
            self,
            order_query!(
                "WHERE o.address = $1 AND o.amount = $2 AND o.status <> 1
                AND o.expire_at < $3 AND CAST($3 AS BIGINT) <= o.reserved_until
            ORDER BY o.created_at DESC LIMIT 1"
                    + " FOR UPDATE OF o",
                address,
                amount.0,
                block_time.0
            )
        )?;
        one(row)
    }

    async fn mark_paid(&mut self, id: OrderId, txid: &str, at: Timestamp) -> StoreResult<bool> {
        let done = query!(
            "UPDATE recharge_orders SET status = 1, paid_at = $1, txid = $2 WHERE id = $3 AND status <> 1",
            at.0,
            txid,
            id.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn mark_late(&mut self, id: OrderId) -> StoreResult<()> {
        query!("UPDATE recharge_orders SET status = 3 WHERE id = $1 AND status <> 1", id.0)
            .execute(&mut *self.tx)
            .await?;
        Ok(())
    }

    async fn add_deposit(&mut self, new: &NewDeposit) -> StoreResult<Option<DepositId>> {
        let row = query!(
            r#"INSERT INTO deposits (txid, log_index, address, sender, amount, block_time, seen_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (txid, log_index) DO NOTHING RETURNING id AS "id!""#,
            new.txid,
            new.log_index,
            new.address,
            new.sender,
            new.amount.0,
            new.block_time.0,
            new.seen_at.0
        )
        .fetch_optional(&mut *self.tx)
        .await?;
        Ok(row.map(|row| DepositId(row.id)))
    }

    async fn deposit(&mut self, id: DepositId) -> StoreResult<Option<Deposit>> {
        let row = fetch_locked!(self, deposit_query!("WHERE d.id = $1" + " FOR UPDATE OF d", id.0))?;
        row.map(Deposit::try_from).transpose()
    }

    async fn deposits(&mut self, filter: &DepositFilter, page: Page) -> StoreResult<Listed<Deposit>> {
        let (status, uid) = (filter.status.map(DepositStatus::as_str), filter.uid.map(|uid| uid.0));
        let total = query!(
            r#"SELECT COUNT(*) AS "total!: i64" FROM deposits d
            WHERE (CAST($1 AS TEXT) IS NULL OR d.status = $1) AND (CAST($2 AS TEXT) IS NULL OR d.txid = $2)
                AND (CAST($3 AS BIGINT) IS NULL OR d.uid = $3)"#,
            status,
            filter.txid,
            uid
        )
        .fetch_one(&mut *self.tx)
        .await?
        .total;
        let rows = deposit_query!(
            r#"WHERE (CAST($1 AS TEXT) IS NULL OR d.status = $1) AND (CAST($2 AS TEXT) IS NULL OR d.txid = $2)
                AND (CAST($3 AS BIGINT) IS NULL OR d.uid = $3)
            ORDER BY d.id DESC LIMIT $4 OFFSET $5"#,
            status,
            filter.txid,
            uid,
            page.limit,
            page.offset
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(Listed { items: rows.into_iter().map(Deposit::try_from).collect::<StoreResult<_>>()?, total })
    }

    async fn deposited(&mut self, from: Timestamp) -> StoreResult<Vec<(Timestamp, Usdt)>> {
        let rows = query!(
            r#"SELECT block_time / 86400 AS "day!: i64", CAST(SUM(amount) AS BIGINT) AS "amount!: i64"
            FROM deposits WHERE block_time >= $1 GROUP BY 1 ORDER BY 1"#,
            from.0
        )
        .fetch_all(&mut *self.tx)
        .await?;
        Ok(rows.into_iter().map(|row| (Timestamp(row.day * 86_400), Usdt(row.amount))).collect())
    }

    async fn decide_deposit(&mut self, id: DepositId, decision: &Decision) -> StoreResult<bool> {
        let (order, uid) = (decision.order.map(|order| order.0), decision.uid.map(|uid| uid.0));
        let (status, by) = (decision.status.as_str(), decision.by.map(|uid| uid.0));
        let done = query!(
            "UPDATE deposits SET status = $1, order_id = $2, uid = $3, decided_by = $4, reason = $5
            WHERE id = $6 AND status = 'unmatched'",
            status,
            order,
            uid,
            by,
            decision.reason,
            id.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(done.rows_affected() == 1)
    }

    async fn watched(&mut self) -> StoreResult<Vec<Watched>> {
        let rows = query!(
            r#"SELECT w.address, o.since AS "since!: i64", c.cursor_ms AS "cursor_ms?: i64"
            FROM wallets w
            JOIN (SELECT address, MIN(created_at) AS since, MAX(reserved_until) AS last
                FROM recharge_orders GROUP BY address) o ON o.address = w.address
            LEFT JOIN chain_cursors c ON c.address = w.address
            WHERE c.polled_at IS NULL OR o.last >= c.polled_at ORDER BY w.id"#
        )
        .fetch_all(&mut *self.tx)
        .await?;
        let watched = rows.into_iter().map(|row| Watched {
            address: row.address,
            since: Timestamp(row.since),
            cursor_ms: row.cursor_ms,
        });
        Ok(watched.collect())
    }

    async fn note_watched(&mut self, address: &str, cursor_ms: i64, at: Timestamp) -> StoreResult<()> {
        query!(
            "INSERT INTO chain_cursors AS c (address, cursor_ms, polled_at) VALUES ($1, $2, $3)
            ON CONFLICT (address) DO UPDATE SET cursor_ms = CASE WHEN excluded.cursor_ms > c.cursor_ms
                    THEN excluded.cursor_ms ELSE c.cursor_ms END,
                polled_at = CASE WHEN excluded.polled_at > c.polled_at THEN excluded.polled_at ELSE c.polled_at END",
            address,
            cursor_ms,
            at.0
        )
        .execute(&mut *self.tx)
        .await?;
        Ok(())
    }
}
