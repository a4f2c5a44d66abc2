//! Transactions.

use numsift_model::settings::Settings;

use super::{Checked, NOW, customer, stored};

pub async fn a_dropped_transaction_is_rolled_back(store: Checked) {
    let mut tx = store.begin().await.unwrap();
    let uid = tx.create_account(&customer("ann")).await.unwrap();
    assert!(tx.account(uid).await.unwrap().is_some());
    drop(tx);
    assert!(store.read().await.unwrap().account(uid).await.unwrap().is_none());
    // The dropped transaction holds no lock.
    stored(&store, &customer("ann")).await;
}

pub async fn a_read_only_transaction_refuses_to_write(store: Checked) {
    let mut tx = store.read().await.unwrap();
    assert!(tx.put_settings(&Settings::default(), 0, NOW).await.is_err());
    store.ping().await.unwrap();
}

pub async fn a_read_only_transaction_sees_one_snapshot(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let mut reading = store.read().await.unwrap();
    assert!(reading.account(uid).await.unwrap().is_some());
    let bob = stored(&store, &customer("bob")).await;
    assert!(reading.account(bob).await.unwrap().is_none());
    drop(reading);
    assert!(store.read().await.unwrap().account(bob).await.unwrap().is_some());
}
