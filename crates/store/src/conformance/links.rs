//! Links that expire, and what accounts save for themselves.

use numsift_model::id::{SavedFilterId, Uid};
use numsift_model::session::TokenHash;

use super::screening::with_task;
use super::{Checked, NOW, customer, stored};
use crate::{NewResultLink, NewSavedFilter, PasswordLink, StoreError};

fn token(byte: u8) -> TokenHash {
    TokenHash([byte; 32])
}

pub async fn a_password_link_is_taken_once(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let bob = stored(&store, &customer("bob")).await;
    let link =
        PasswordLink { uid: ann, created_by: bob, end_keys: true, created_at: NOW, expires_at: NOW.plus(60) };
    let mut tx = store.begin().await.unwrap();
    tx.put_password_link(&token(1), &link).await.unwrap();
    tx.put_password_link(&token(2), &PasswordLink { end_keys: false, ..link }).await.unwrap();
    tx.put_password_link(&token(3), &PasswordLink { uid: bob, ..link }).await.unwrap();
    tx.save().await.unwrap();

    let mut tx = store.read().await.unwrap();
    assert_eq!(tx.password_link(&token(1), NOW).await.unwrap(), None, "replaced");
    let newest = PasswordLink { end_keys: false, ..link };
    assert_eq!(tx.password_link(&token(2), NOW.plus(59)).await.unwrap(), Some(newest));
    assert_eq!(tx.password_link(&token(2), NOW.plus(60)).await.unwrap(), None, "expired");
    drop(tx);

    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.take_password_link(&token(2), NOW.plus(60)).await.unwrap(), None, "expired");
    drop(tx);
    let take = || {
        let store = store.clone();
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let taken = tx.take_password_link(&token(2), NOW).await.unwrap();
            tx.save().await.unwrap();
            taken.is_some()
        })
    };
    let mut taken = 0;
    for call in [take(), take(), take()] {
        taken += i32::from(call.await.unwrap());
    }
    assert_eq!(taken, 1);
    let mut tx = store.begin().await.unwrap();
    assert!(tx.password_link(&token(3), NOW).await.unwrap().is_some(), "of another account");
    tx.remove_password_link(bob).await.unwrap();
    assert_eq!(tx.password_link(&token(3), NOW).await.unwrap(), None);
}

pub async fn links_to_results_end(store: Checked) {
    let (_, _, task) = with_task(&store).await;
    let new = NewResultLink { task, masked: true, created_at: NOW, expires_at: NOW.plus(60) };
    let mut tx = store.begin().await.unwrap();
    let first = tx.add_result_link(&token(1), &new).await.unwrap();
    let open = NewResultLink { masked: false, expires_at: NOW.plus(90), ..new };
    let second = tx.add_result_link(&token(2), &open).await.unwrap();
    let ids = |links: Vec<crate::ResultLink>| links.into_iter().map(|link| link.id).collect::<Vec<_>>();
    assert_eq!(ids(tx.result_links(task, NOW).await.unwrap()), [second, first]);
    assert_eq!(ids(tx.result_links(task, NOW.plus(60)).await.unwrap()), [second]);
    let found = tx.result_link(&token(1), NOW).await.unwrap().unwrap();
    assert_eq!((found.id, found.made, found.looks, found.last_look_at), (first, new, 0, None));
    assert!(tx.result_link(&token(1), NOW.plus(60)).await.unwrap().is_none());
    assert!(tx.result_link(&token(3), NOW).await.unwrap().is_none());
    tx.note_look(first, NOW.plus(1)).await.unwrap();
    tx.note_look(first, NOW.plus(2)).await.unwrap();
    let found = tx.result_link(&token(1), NOW).await.unwrap().unwrap();
    assert_eq!((found.looks, found.last_look_at), (2, Some(NOW.plus(2))));

    assert!(!tx.revoke_result_link(numsift_model::id::TaskId(task.0 + 1), first, NOW).await.unwrap());
    assert!(tx.revoke_result_link(task, first, NOW).await.unwrap());
    assert!(!tx.revoke_result_link(task, first, NOW).await.unwrap(), "once");
    assert!(tx.result_link(&token(1), NOW).await.unwrap().is_none());
    assert_eq!(ids(tx.result_links(task, NOW).await.unwrap()), [second]);
}

pub async fn saved_filters_belong_to_their_account(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let bob = stored(&store, &customer("bob")).await;
    let new = |uid: Uid, page: &str, name: &str| NewSavedFilter {
        uid,
        page: page.to_owned(),
        name: name.to_owned(),
        query: "state=running".to_owned(),
        created_at: NOW,
    };
    let mut tx = store.begin().await.unwrap();
    let mine = tx.save_filter(&new(ann, "tasks", "Mine"), 2).await.unwrap().unwrap();
    let other = tx.save_filter(&new(ann, "tasks", "Other"), 2).await.unwrap().unwrap();
    assert_eq!(tx.save_filter(&new(ann, "tasks", "Third"), 2).await.unwrap(), None, "above the limit");
    assert!(tx.save_filter(&new(ann, "users", "Third"), 2).await.unwrap().is_some(), "of another page");
    assert!(tx.save_filter(&new(bob, "tasks", "Mine"), 2).await.unwrap().is_some(), "of another account");
    let changed = NewSavedFilter { query: "state=paused".to_owned(), ..new(ann, "tasks", "Mine") };
    assert_eq!(tx.save_filter(&changed, 2).await.unwrap(), Some(mine), "the same name");
    let listed = tx.saved_filters(ann, "tasks").await.unwrap();
    let shown: Vec<_> = listed.iter().map(|saved| (saved.name.as_str(), saved.query.as_str())).collect();
    assert_eq!(shown, [("Mine", "state=paused"), ("Other", "state=running")]);

    assert!(!tx.rename_filter(bob, mine, "His").await.unwrap());
    assert!(!tx.remove_filter(bob, mine).await.unwrap());
    assert!(!tx.remove_filter(ann, SavedFilterId(99_999)).await.unwrap());
    assert!(tx.rename_filter(ann, other, "Next").await.unwrap());
    assert!(tx.remove_filter(ann, mine).await.unwrap());
    assert_eq!(tx.saved_filters(ann, "tasks").await.unwrap()[0].name, "Next");
    let again = tx.save_filter(&new(ann, "tasks", "Again"), 2).await.unwrap().unwrap();
    tx.save().await.unwrap();
    let mut tx = store.begin().await.unwrap();
    let taken = tx.rename_filter(ann, again, "Next").await;
    assert!(matches!(taken, Err(StoreError::Taken("name"))), "{taken:?}");
}
