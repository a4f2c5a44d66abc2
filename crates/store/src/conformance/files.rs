//! Which files the database still refers to.

use numsift_model::id::TaskId;
use numsift_model::list::{ListKind, ListState};

use super::screening::{claim, done, list_of, with_task};
use super::{Checked, customer, stored};
use crate::Scope;

pub async fn list_folders_are_in_use_until_the_list_is_deleted(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let mut ids = Vec::new();
    for folder in ["lists/1/a", "lists/1/b", "lists/1/'c"] {
        let mut list = list_of(uid, ListKind::Upload);
        list.document = serde_json::json!({ "preview": "\0", "folder": folder }).to_string();
        ids.push(tx.add_list(&list).await.unwrap());
    }
    let mut deleted = tx.list(Scope::All, ids[1]).await.unwrap().unwrap();
    deleted.data.state = ListState::Deleted;
    assert!(tx.put_list(&deleted).await.unwrap());
    tx.add_list(&list_of(uid, ListKind::Upload)).await.unwrap();
    tx.save().await.unwrap();

    let mut tx = store.read().await.unwrap();
    let asked = ["lists/1/a", "lists/1/b", "lists/1/'c", "lists/1/d"].map(str::to_owned);
    let used = tx.list_folders_in_use(&asked).await.unwrap();
    assert_eq!(used, ["lists/1/a", "lists/1/'c"].map(str::to_owned).into());
    assert!(tx.list_folders_in_use(&[]).await.unwrap().is_empty());
    let latest = tx.latest_lists(uid, 2).await.unwrap();
    assert_eq!(latest.iter().map(|list| list.data.name.as_str()).collect::<Vec<_>>(), ["Spring", "Spring"]);
    assert!(latest.iter().all(|list| list.data.state == ListState::Ready && list.id != ids[1]));
}

pub async fn objects_are_in_use_once_their_chunk_is_committed(store: Checked) {
    let (_, _, task) = with_task(&store).await;
    let chunk = claim(&store).await.unwrap();
    let (used, other) = (format!("tasks/{task}/0-1"), format!("tasks/{task}/0-2"));
    let asked = [(task, used.clone()), (task, other), (TaskId(task.0 + 1), used.clone())];
    let mut tx = store.begin().await.unwrap();
    assert!(tx.objects_in_use(&asked).await.unwrap().is_empty());
    let mut results = done(5);
    results.object.clone_from(&used);
    tx.commit_chunk(&chunk, &results).await.unwrap().unwrap();
    assert_eq!(tx.objects_in_use(&asked).await.unwrap(), [used].into());
    assert!(tx.objects_in_use(&[]).await.unwrap().is_empty());
    tx.save().await.unwrap();
}
