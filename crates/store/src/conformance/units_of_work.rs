//! Transactions.

use numsift_model::page::{Direction, Page};
use numsift_model::settings::Settings;

use super::{Checked, NOW, customer, stored};
use crate::{AccountFilter, AccountSort, Scope};

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

pub async fn concurrent_transactions_succeed_or_fail_alone(store: Checked) {
    let many = (0..60).map(|n| {
        let store = store.clone();
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let uid = tx.create_account(&customer(&format!("user{n}"))).await.unwrap();
            match n % 3 {
                // Dropped.
                0 => return None,
                // Fails, and is dropped.
                1 => assert!(tx.create_account(&customer(&format!("user{n}"))).await.is_err()),
                _ => {
                    tx.save().await.unwrap();
                    let saved = store.read().await.unwrap().account(uid).await.unwrap();
                    assert!(saved.is_some(), "saved means committed");
                    return Some(n);
                }
            }
            None
        })
    });
    let mut expected = Vec::new();
    for one in many.collect::<Vec<_>>() {
        expected.extend(one.await.unwrap().map(|n| format!("user{n}")));
    }
    // A transaction that is not saved does not take others with it, and none stays open.
    let mut tx = store.begin().await.unwrap();
    tx.create_account(&customer("last")).await.unwrap();
    tx.save().await.unwrap();
    expected.push("last".to_owned());
    expected.sort();
    let mut tx = store.read().await.unwrap();
    let (everyone, page) = (AccountFilter::default(), Page::new(1, 200).unwrap());
    let sort = (AccountSort::Uid, Direction::Ascending);
    let all = tx.accounts(Scope::All, &everyone, sort, page).await.unwrap();
    let mut names: Vec<_> = all.items.into_iter().map(|account| account.username).collect();
    names.sort();
    assert_eq!(names, expected);
}
