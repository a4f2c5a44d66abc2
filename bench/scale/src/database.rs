//! What the database has done so far, from its own statistics.

use std::time::Duration;

use anyhow::Context;
use sqlx::postgres::{PgPool, PgPoolOptions};

/// Statistics of a connection become visible when it is idle for at most this long.
const DELAYED: Duration = Duration::from_secs(2);
/// Time between two looks at the state of a task.
const POLL: Duration = Duration::from_millis(20);

#[derive(Clone, Copy)]
pub struct Work {
    pub transactions: f64,
    /// Without those that begin and end transactions and the bench's own, with those that look for work and events.
    pub statements: f64,
    pub read: f64,
    pub written: f64,
    pub wal_bytes: f64,
    pub statement_ms: f64,
}

impl Work {
    /// What was done since an earlier look.
    pub fn since(&self, earlier: &Self) -> Self {
        Self {
            transactions: self.transactions - earlier.transactions,
            statements: self.statements - earlier.statements,
            read: self.read - earlier.read,
            written: self.written - earlier.written,
            wal_bytes: self.wal_bytes - earlier.wal_bytes,
            statement_ms: self.statement_ms - earlier.statement_ms,
        }
    }
}

pub struct Database(PgPool);

impl Database {
    pub async fn connect(url: &str) -> anyhow::Result<Self> {
        let pool = PgPoolOptions::new().max_connections(1).connect(url).await?;
        sqlx::query("CREATE EXTENSION IF NOT EXISTS pg_stat_statements").execute(&pool).await?;
        Ok(Self(pool))
    }

    /// Waits until the statistics of earlier work are visible.
    pub async fn settled(&self) -> anyhow::Result<()> {
        tokio::time::sleep(DELAYED).await;
        Ok(())
    }

    /// Waits until a task has ended, and returns how many transactions that took. Asking the server instead would cost
    /// more statements than the task itself.
    pub async fn until_ended(&self, task: i64) -> anyhow::Result<f64> {
        let mut transactions = 0.0;
        loop {
            transactions += 1.0;
            let state: String = sqlx::query_scalar("SELECT state FROM tasks WHERE id = $1 /* bench */")
                .bind(task)
                .fetch_one(&self.0)
                .await
                .context("the state of the task")?;
            if state != "running" {
                return Ok(transactions);
            }
            tokio::time::sleep(POLL).await;
        }
    }

    pub async fn work(&self) -> anyhow::Result<Work> {
        let (transactions, read, written): (f64, f64, f64) = sqlx::query_as(
            "/* bench */ SELECT xact_commit::float8, tup_fetched::float8, (tup_inserted + tup_updated + tup_deleted)::float8
             FROM pg_stat_database WHERE datname = current_database()",
        )
        .fetch_one(&self.0)
        .await
        .context("pg_stat_database")?;
        let (statements, statement_ms): (f64, f64) = sqlx::query_as(
            "/* bench */ SELECT COALESCE(SUM(calls), 0)::float8,
                    COALESCE(SUM(total_exec_time), 0)::float8
             FROM pg_stat_statements WHERE query NOT LIKE 'BEGIN%' AND query NOT IN ('COMMIT', 'ROLLBACK') AND query NOT LIKE '%/* bench */%'",
        )
        .fetch_one(&self.0)
        .await
        .context("pg_stat_statements")?;
        let wal_bytes: f64 = sqlx::query_scalar("/* bench */ SELECT (pg_current_wal_lsn() - '0/0')::float8")
            .fetch_one(&self.0)
            .await
            .context("the position of the log")?;
        Ok(Work { transactions, statements, read, written, wal_bytes, statement_ms })
    }
}
