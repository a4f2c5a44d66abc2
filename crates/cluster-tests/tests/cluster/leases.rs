//! Expires leases, so that tests need not wait for them.

use std::path::Path;

use numsift_store_pg::testing::TestDatabase;
use sqlx::postgres::PgPool;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

/// A connection to the database of an installation.
pub enum Leases {
    Postgres(PgPool),
    Sqlite(SqlitePool),
}

impl Leases {
    pub async fn on_postgres(database: &TestDatabase) -> Self {
        Self::at(database.url()).await
    }

    /// Of the PostgreSQL at this URL.
    pub async fn at(url: &str) -> Self {
        Self::Postgres(PgPool::connect(url).await.unwrap())
    }

    pub async fn on_sqlite(file: &Path) -> Self {
        Self::Sqlite(SqlitePool::connect_with(SqliteConnectOptions::new().filename(file)).await.unwrap())
    }

    /// Expires all leases, as if enough time had passed.
    pub async fn expire_all(&self) {
        for statement in [
            "UPDATE chunks SET lease_until = 1 WHERE lease_until > 1",
            "UPDATE jobs SET lease_until = 1 WHERE lease_until > 1",
            "UPDATE channel_slots SET until_ms = 1 WHERE until_ms > 1",
            "UPDATE lookups SET lease_until = 1 WHERE lease_until > 1",
            "UPDATE api_once SET lease_until = 1 WHERE lease_until > 1",
            "UPDATE webhook_deliveries SET lease_until = 1 WHERE lease_until > 1",
        ] {
            match self {
                Self::Postgres(pool) => drop(sqlx::query(statement).execute(pool).await.unwrap()),
                Self::Sqlite(pool) => drop(sqlx::query(statement).execute(pool).await.unwrap()),
            }
        }
    }
}
