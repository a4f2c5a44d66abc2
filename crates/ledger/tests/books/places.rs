//! The databases under test.

use std::sync::Arc;

use numsift_ledger::{Adjust, By, adjust, verify};
use numsift_model::account::NewAccount;
use numsift_model::clock::Timestamp;
use numsift_model::id::Uid;
use numsift_model::ledger::Bucket;
use numsift_model::money::Points;
use numsift_store::Store;
use numsift_store::conformance::{NOW, customer, stored};
use numsift_store_pg::testing::TestDatabase;
use numsift_store_sqlite::SqliteStore;

/// A store, and the address by which another process can open it.
pub struct Place {
    pub store: Arc<dyn Store>,
    pub address: String,
    _folder: Option<tempfile::TempDir>,
}

impl Place {
    pub async fn sqlite() -> Self {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("numsift.db");
        let store = Arc::new(SqliteStore::open(&file).await.unwrap());
        Self { store, address: file.to_str().unwrap().to_owned(), _folder: Some(folder) }
    }

    pub async fn postgres() -> Self {
        let database = TestDatabase::create().await;
        Self { store: database.store().await, address: database.url().to_owned(), _folder: None }
    }

    /// Opens a database that another process created.
    pub async fn at(address: &str) -> Arc<dyn Store> {
        if address.starts_with("postgres") {
            Arc::new(numsift_store_pg::PgStore::connect(address, 4).await.unwrap())
        } else {
            Arc::new(SqliteStore::open(std::path::Path::new(address)).await.unwrap())
        }
    }

    pub async fn account(&self, name: &str, inviter: Option<Uid>) -> Uid {
        stored(&self.store, &NewAccount { inviter, ..customer(name) }).await
    }

    pub async fn give(&self, uid: Uid, bucket: Bucket, amount: i64) {
        let id = format!("gift-{uid}-{}-{amount}", bucket.as_str());
        let new = Adjust { uid, bucket, amount: Points(amount), request_id: &id, reason: "gift" };
        let mut tx = self.store.begin().await.unwrap();
        adjust(&mut *tx, by(), new).await.unwrap();
        tx.save().await.unwrap();
    }

    pub async fn balances(&self, uid: Uid) -> (i64, i64, i64) {
        let balances = self.store.read().await.unwrap().balances(uid).await.unwrap();
        (balances.points.0, balances.credit.0, balances.total_income.0)
    }

    pub async fn assert_balanced(&self) {
        verify(&*self.store).await.unwrap();
    }
}

pub fn by() -> By {
    By::system(NOW)
}

pub fn at(seconds: i64) -> By {
    By::system(Timestamp(NOW.0 + seconds))
}

/// Runs each test on SQLite and on PostgreSQL.
macro_rules! on_both_stores {
    ($($story:ident),* $(,)?) => {
        mod sqlite {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story($crate::places::Place::sqlite().await).await;
            })*
        }
        mod postgres {
            $(#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
            async fn $story() {
                super::$story($crate::places::Place::postgres().await).await;
            })*
        }
    };
}
pub(crate) use on_both_stores;
