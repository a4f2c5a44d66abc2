//! Whoever waits for a unit of work may go away while it begins.

#![allow(clippy::unwrap_used)] // What fails here must stop the test.

use std::future::Future as _;
use std::pin::pin;
use std::task::{Context, Waker};

use numsift_store::Store as _;
use numsift_store::conformance::NOW;
use numsift_store_pg::PgStore;
use numsift_store_pg::testing::TestDatabase;

/// Looks at a reading's beginning so many times, and turns away.
async fn begin_and_go_away(store: &PgStore, looks: u32) {
    let mut reading = pin!(store.read());
    for _ in 0..looks {
        if reading.as_mut().poll(&mut Context::from_waker(Waker::noop())).is_ready() {
            return;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_reading_that_is_broken_off_while_it_begins_spoils_no_writing() {
    let database = TestDatabase::create().await;
    // One connection: the next one gets what the last one left.
    let store = PgStore::connect(database.url(), 1).await.unwrap();
    for looks in 1..200 {
        begin_and_go_away(&store, looks).await;
        let mut tx = store.begin().await.unwrap();
        tx.emit(None, "test", "{}", NOW).await.unwrap();
        tx.save().await.unwrap();
    }
}
