//! Files that are sent in parts.

use numsift_model::allowance::Resource;
use numsift_model::file::{FileCounts, FilePart, FileProgress, NewFile};
use numsift_model::id::Uid;
use numsift_model::list::ListKind;

use super::screening::list_of;
use super::{Checked, NOW, customer, stored};
use crate::Scope;

fn new(uid: Uid, folder: &str, bytes: i64) -> NewFile {
    NewFile {
        uid,
        name: "numbers.csv".to_owned(),
        bytes,
        folder: folder.to_owned(),
        created_at: NOW,
        expires_at: NOW.plus(100),
    }
}

fn part(at: i64, bytes: i64) -> FilePart {
    FilePart { at, bytes, object: format!("files/1/a/{at}") }
}

fn progress(state: &str, sha256: Option<&str>) -> FileProgress {
    FileProgress {
        hash_state: state.to_owned(),
        sha256: sha256.map(str::to_owned),
        expires_at: NOW.plus(200),
    }
}

pub async fn parts_of_a_file_follow_each_other(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let id = tx.add_file(&new(uid, "files/1/a", 10)).await.unwrap();
    let file = tx.file(Scope::All, id).await.unwrap().unwrap();
    assert_eq!((file.received, file.parts, file.is_complete()), (0, 0, false));
    assert!(!tx.add_file_part(id, &part(3, 7), &progress("", None)).await.unwrap(), "a gap");
    assert!(tx.add_file_part(id, &part(0, 4), &progress("abcd", None)).await.unwrap());
    assert!(!tx.add_file_part(id, &part(0, 4), &progress("abcd", None)).await.unwrap(), "twice");
    let file = tx.file(Scope::All, id).await.unwrap().unwrap();
    assert_eq!((file.received, file.hash_state.as_str()), (4, "abcd"));
    tx.save().await.unwrap();

    // Nodes that receive the same part at the same time: one of them adds it.
    let add = || {
        let store = store.clone();
        tokio::spawn(async move {
            let mut tx = store.begin().await.unwrap();
            let added = tx.add_file_part(id, &part(4, 6), &progress("", Some("hash"))).await.unwrap();
            tx.save().await.unwrap();
            added
        })
    };
    let mut added = 0;
    for node in [add(), add(), add()] {
        added += i32::from(node.await.unwrap());
    }
    assert_eq!(added, 1);
    let mut tx = store.begin().await.unwrap();
    let file = tx.file(Scope::Own(uid), id).await.unwrap().unwrap();
    assert_eq!((file.received, file.parts, file.sha256.as_deref()), (10, 2, Some("hash")));
    assert_eq!(file.new.expires_at, NOW.plus(200));
    assert_eq!(tx.file_parts(id).await.unwrap(), [part(0, 4), part(4, 6)]);
    assert!(tx.add_file_part(id, &part(10, 1), &progress("", None)).await.is_ok_and(|added| !added));
    assert!(tx.remove_file(id).await.unwrap());
    assert!(!tx.remove_file(id).await.unwrap());
    assert!(tx.file_parts(id).await.unwrap().is_empty());
}

pub async fn files_are_scoped_counted_and_expire(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let bob = stored(&store, &customer("bob")).await;
    let mut tx = store.begin().await.unwrap();
    let open = tx.add_file(&new(uid, "files/1/a", 10)).await.unwrap();
    let whole = tx.add_file(&new(uid, "files/1/b", 5)).await.unwrap();
    assert!(tx.add_file_part(whole, &part(0, 5), &progress("", Some("hash"))).await.unwrap());
    assert_eq!(tx.count_files(uid).await.unwrap(), FileCounts { open: 1, all: 2 });
    assert_eq!(tx.count_files(bob).await.unwrap(), FileCounts::default());
    assert!(tx.file(Scope::Own(bob), open).await.unwrap().is_none());
    let ids =
        |files: Vec<numsift_model::file::StoredFile>| files.iter().map(|file| file.id).collect::<Vec<_>>();
    assert_eq!(ids(tx.files(uid, None, 9).await.unwrap()), [whole, open]);
    assert_eq!(ids(tx.files(uid, Some(whole), 9).await.unwrap()), [open]);
    assert_eq!(ids(tx.files(uid, None, 1).await.unwrap()), [whole]);
    assert!(tx.files(bob, None, 9).await.unwrap().is_empty());
    let room = tx.room(uid, &[Resource::StoredBytes]).await.unwrap();
    assert_eq!(room[&Resource::StoredBytes].used, 15, "what is still to come counts, too");

    assert_eq!(ids(tx.expired_files(NOW.plus(100), 9).await.unwrap()), [open]);
    tx.keep_file(open, NOW.plus(150)).await.unwrap();
    tx.keep_file(open, NOW.plus(50)).await.unwrap();
    assert!(tx.expired_files(NOW.plus(149), 9).await.unwrap().is_empty());
    let asked = ["files/1/a", "files/1/b", "files/1/c"].map(str::to_owned);
    assert_eq!(tx.file_folders_in_use(&asked).await.unwrap().len(), 2);

    let list = tx.add_list(&list_of(uid, ListKind::Upload)).await.unwrap();
    let before = tx.room(uid, &[Resource::StoredBytes]).await.unwrap()[&Resource::StoredBytes].used;
    assert!(tx.file_became_list(whole, list).await.unwrap());
    assert!(!tx.file_became_list(whole, list).await.unwrap());
    assert_eq!(tx.file(Scope::Own(uid), whole).await.unwrap().unwrap().list, Some(list));
    assert_eq!(ids(tx.files(uid, None, 9).await.unwrap()), [open]);
    assert_eq!(tx.count_files(uid).await.unwrap(), FileCounts { open: 1, all: 1 });
    let after = tx.room(uid, &[Resource::StoredBytes]).await.unwrap()[&Resource::StoredBytes].used;
    assert_eq!(before - after, 5);
    assert_eq!(tx.file_folders_in_use(&asked).await.unwrap(), ["files/1/a".to_owned()].into());
    assert!(tx.file_folders_in_use(&[]).await.unwrap().is_empty());
    assert_eq!(ids(tx.expired_files(NOW.plus(200), 9).await.unwrap()), [open, whole]);
    tx.save().await.unwrap();
}
