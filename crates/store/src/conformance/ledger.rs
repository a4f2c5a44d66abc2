//! Reads that verify the ledger in bounded memory.

use numsift_model::id::{PostingId, TaskId, Uid};
use numsift_model::ledger::{
    Asset, Bucket, LedgerAccount, NewPosting, Posting, PostingKind, Reference, SystemBook,
};
use numsift_model::money::Points;

use super::{Checked, NOW, customer, stored};
use crate::{BadRefund, Outcome};

/// Posts `amount` from the account to the system, or back for a negative amount.
async fn post(store: &Checked, uid: Uid, kind: PostingKind, amount: i64, about: Reference) -> PostingId {
    let mut tx = store.begin().await.unwrap();
    let key = format!("{}:{}:{:?}:{:?}", kind.as_str(), amount, about.task, about.about);
    let moves = [
        (LedgerAccount::of(uid, Bucket::Points), -amount),
        (LedgerAccount::system(SystemBook::Revenue, Asset::Points, uid), amount),
    ];
    let new = NewPosting {
        kind,
        key,
        request_hash: [0; 32],
        actor: None,
        subject: uid,
        reference: about,
        amount: Points(amount.abs()),
        at: NOW,
    };
    let Outcome::Done(id, entries) = tx.post(&new, &moves).await.unwrap() else { panic!("not posted") };
    assert_eq!(entries.len(), 2);
    tx.save().await.unwrap();
    id
}

fn of_task(task: i64) -> Reference {
    Reference { task: Some(TaskId(task)), ..Reference::default() }
}

fn of_posting(about: PostingId) -> Reference {
    Reference { about: Some(about), ..Reference::default() }
}

pub async fn postings_of_tasks_are_read_in_the_order_of_tasks(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    post(&store, uid, PostingKind::TopUp, -1000, Reference::default()).await;
    let mut expected = Vec::new();
    for (task, amount) in [(7, 1), (3, 2), (7, 3), (3, 4), (5, 5)] {
        expected.push((task, post(&store, uid, PostingKind::Settle, amount, of_task(task)).await));
    }
    expected.sort_unstable();

    let mut tx = store.read().await.unwrap();
    assert_eq!(tx.ledger_imbalance().await.unwrap(), 0);
    let mut after = (TaskId(i64::MIN), PostingId(0));
    let mut read = Vec::new();
    loop {
        let page: Vec<Posting> = tx.postings_by_task(after, 2).await.unwrap();
        let Some(last) = page.last() else { break };
        after = (last.asked.reference.task.unwrap(), last.id);
        assert!(page.iter().all(|posting| posting.entries.len() == 2));
        read.extend(page.iter().map(|posting| (posting.asked.reference.task.unwrap().0, posting.id)));
    }
    assert_eq!(read, expected);
}

pub async fn refunds_beyond_their_charge_are_found(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let bad = async || store.read().await.unwrap().first_bad_refund().await.unwrap();
    post(&store, uid, PostingKind::TopUp, -1000, Reference::default()).await;
    let charge = post(&store, uid, PostingKind::Settle, 50, of_task(1)).await;
    let other = post(&store, uid, PostingKind::Settle, 60, of_task(2)).await;
    post(&store, uid, PostingKind::Refund, -50, of_posting(charge)).await;
    assert_eq!(bad().await, None);

    let twice = post(&store, uid, PostingKind::Refund, -10, of_posting(charge)).await;
    let second = BadRefund { id: twice, amount: Points(10), charged: None };
    assert_eq!(bad().await, Some(second), "a charge is refunded once");
    post(&store, uid, PostingKind::Refund, -61, of_posting(other)).await;
    assert_eq!(bad().await, Some(second), "the first bad refund is reported");
}

pub async fn refunds_of_too_much_or_of_nothing_are_found(store: Checked) {
    let uid = stored(&store, &customer("ann")).await;
    let bad = async || store.read().await.unwrap().first_bad_refund().await.unwrap();
    post(&store, uid, PostingKind::TopUp, -1000, Reference::default()).await;
    let charge = post(&store, uid, PostingKind::Settle, 50, of_task(1)).await;
    let large = post(&store, uid, PostingKind::Refund, -51, of_posting(charge)).await;
    assert_eq!(bad().await, Some(BadRefund { id: large, amount: Points(51), charged: Some(Points(50)) }));

    let top_up = post(&store, uid, PostingKind::TopUp, -7, Reference::default()).await;
    post(&store, uid, PostingKind::Refund, -7, of_posting(top_up)).await;
    assert_eq!(bad().await.unwrap().id, large);
}
