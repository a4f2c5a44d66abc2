//! The caller may be cancelled while a transaction begins.

#![allow(clippy::unwrap_used)]

use std::future::Future as _;
use std::pin::pin;
use std::task::{Context, Waker};

use numsift_store::Store as _;
use numsift_store::conformance::NOW;
use numsift_store_pg::PgStore;
use numsift_store_pg::testing::TestDatabase;

/// Polls the start of a read-only transaction this many times, then drops it.
async fn begin_and_cancel(store: &PgStore, polls: u32) {
    let mut begin = pin!(store.read());
    for _ in 0..polls {
        if begin.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_cancelled_read_leaves_no_transaction_open() {
    let database = TestDatabase::create().await;
    // With one connection, the next transaction reuses the one that was cancelled.
    let store = PgStore::connect(database.url(), 1).await.unwrap();
    for polls in 1..200 {
        begin_and_cancel(&store, polls).await;
        let mut tx = store.begin().await.unwrap();
        tx.emit(None, "test", "{}", NOW).await.unwrap();
        tx.save().await.unwrap();
    }
}
