//! Concurrent operations: balances stay above their floor, keys count once, and no points are lost.

use std::collections::BTreeSet;
use std::sync::Arc;

use numsift_ledger::{
    Adjust, LedgerError, Posted, Refund, Reserve, Settle, adjust, refund, release, reserve, settle,
};
use numsift_model::id::{TaskId, Uid};
use numsift_model::ledger::Bucket;
use numsift_model::money::Points;
use numsift_store::Store;

use crate::machine::{lists_agree, purse};
use crate::places::{Place, by, on_both_stores};

on_both_stores!(
    concurrent_holds_never_overdraw,
    concurrent_requests_with_one_key_make_one_posting,
    a_different_request_under_the_same_key_is_a_conflict,
    concurrent_settle_and_release_conserve_the_total,
    concurrent_refunds_of_a_chunk_count_once,
    concurrent_first_movements_of_a_bucket_all_count,
    commission_of_many_invited_accounts_adds_up,
    lists_of_concurrent_postings_have_running_balances,
);

/// Runs all jobs concurrently and returns their results in order.
async fn at_once<T: Send + 'static, F: Future<Output = T> + Send + 'static>(
    jobs: impl IntoIterator<Item = F>,
) -> Vec<T> {
    let running: Vec<_> = jobs.into_iter().map(tokio::spawn).collect();
    let mut answers = Vec::new();
    for job in running {
        answers.push(job.await.unwrap());
    }
    answers
}

async fn hold(store: Arc<dyn Store>, uid: Uid, task: i64, amount: i64) -> Result<Posted, LedgerError> {
    let mut tx = store.begin().await?;
    let posted = reserve(&mut *tx, by(), Reserve { uid, task: TaskId(task), amount: Points(amount) }).await?;
    tx.save().await?;
    Ok(posted)
}

async fn charge(store: Arc<dyn Store>, task: i64, chunk: i64, amount: i64) -> Result<Posted, LedgerError> {
    let mut tx = store.begin().await?;
    let new = Settle {
        task: TaskId(task),
        chunk,
        amount: Points(amount),
        project: "hygiene",
        numbers: 1,
        commission_rate_bp: 500,
    };
    let posted = settle(&mut *tx, by(), new).await?;
    tx.save().await?;
    Ok(posted)
}

async fn end(store: Arc<dyn Store>, task: i64) -> Result<Option<Posted>, LedgerError> {
    let mut tx = store.begin().await?;
    let posted = release(&mut *tx, by(), TaskId(task)).await?;
    tx.save().await?;
    Ok(posted)
}

async fn concurrent_holds_never_overdraw(place: Place) {
    let ann = place.account("ann", None).await;
    place.give(ann, Bucket::Credit, 35).await;
    place.give(ann, Bucket::Points, 70).await;
    // 40 holds of 10 each; the balance covers 10 of them, and 5 are left.
    let answers = at_once((0..40).map(|task| hold(place.store.clone(), ann, task, 10))).await;
    let good = answers.iter().filter(|answer| answer.is_ok()).count();
    let short = answers.iter().filter(|answer| matches!(answer, Err(LedgerError::NotEnough { .. }))).count();
    assert_eq!((good, short), (10, 30));
    assert_eq!(place.balances(ann).await, (5, 0, 0));
    place.assert_balanced().await;
}

async fn concurrent_requests_with_one_key_make_one_posting(place: Place) {
    let ann = place.account("ann", None).await;
    place.give(ann, Bucket::Points, 15).await;
    // The balance covers only one hold, so all others must get the first posting.
    let answers = at_once((0..16).map(|_| hold(place.store.clone(), ann, 7, 10))).await;
    let postings: Vec<_> = answers.into_iter().map(|answer| answer.unwrap()).collect();
    assert_eq!(postings.iter().filter(|posted| posted.fresh).count(), 1);
    assert!(postings.iter().all(|posted| posted.posting == postings[0].posting));
    assert_eq!(place.balances(ann).await, (5, 0, 0));
    place.assert_balanced().await;
}

async fn a_different_request_under_the_same_key_is_a_conflict(place: Place) {
    let ann = place.account("ann", None).await;
    let bob = place.account("bob", None).await;
    let answers = at_once((0..12).map(|n| {
        let store = place.store.clone();
        async move {
            let mut tx = store.begin().await?;
            let uid = if n % 2 == 0 { ann } else { bob };
            let new = Adjust { uid, bucket: Bucket::Points, amount: Points(9), request_id: "x", reason: "r" };
            let posted = adjust(&mut *tx, by(), new).await?;
            tx.save().await?;
            Ok::<_, LedgerError>(posted)
        }
    }))
    .await;
    let good = answers.iter().filter(|answer| answer.is_ok()).count();
    let conflicts = answers.iter().filter(|answer| matches!(answer, Err(LedgerError::Conflict))).count();
    assert_eq!((good, conflicts), (6, 6));
    assert_eq!(place.balances(ann).await.0 + place.balances(bob).await.0, 9);
    place.assert_balanced().await;
}

async fn concurrent_settle_and_release_conserve_the_total(place: Place) {
    let ann = place.account("ann", None).await;
    place.give(ann, Bucket::Credit, 300).await;
    place.give(ann, Bucket::Points, 700).await;
    for round in 0..6 {
        hold(place.store.clone(), ann, round, 100).await.unwrap();
        let chunks = (0..8).map(|chunk| {
            let store = place.store.clone();
            async move { charge(store, round, chunk, 10).await.map(|_| 10) }
        });
        let running: Vec<_> = chunks.map(tokio::spawn).collect();
        let ends = at_once((0..3).map(|_| end(place.store.clone(), round))).await;
        let mut charged = 0;
        for job in running {
            match job.await.unwrap() {
                Ok(amount) => charged += amount,
                Err(LedgerError::HoldClosed) => {}
                Err(error) => panic!("{error}"),
            }
        }
        let ends: Vec<_> =
            ends.into_iter().map(|end| end.unwrap().expect("a part of the hold is released")).collect();
        assert!(ends.iter().all(|end| end.posting == ends[0].posting), "one release, returned three times");
        let hold = place.store.read().await.unwrap().hold(TaskId(round)).await.unwrap().unwrap();
        assert_eq!(hold.settled.total().0, charged);
        assert_eq!(hold.reserved.total().0, charged + hold.released.total().0);
        place.assert_balanced().await;
    }
}

async fn concurrent_refunds_of_a_chunk_count_once(place: Place) {
    let ann = place.account("ann", None).await;
    place.give(ann, Bucket::Points, 100).await;
    hold(place.store.clone(), ann, 1, 100).await.unwrap();
    charge(place.store.clone(), 1, 0, 60).await.unwrap();
    let answers = at_once((0..10).map(|n| {
        let store = place.store.clone();
        async move {
            let mut tx = store.begin().await?;
            let amount = Points(if n < 5 { 40 } else { 60 });
            let new = Refund { task: TaskId(1), chunk: 0, amount, numbers: 0, note: "" };
            let posted = refund(&mut *tx, by(), new).await?;
            tx.save().await?;
            Ok::<_, LedgerError>(posted.posting)
        }
    }))
    .await;
    let good: BTreeSet<_> = answers.iter().filter_map(|answer| answer.as_ref().ok()).map(|p| p.id).collect();
    assert_eq!((good.len(), answers.iter().filter(|answer| answer.is_err()).count()), (1, 5));
    let back = place.balances(ann).await.0;
    assert!(back == 40 || back == 60, "{back}");
    place.assert_balanced().await;
}

async fn concurrent_first_movements_of_a_bucket_all_count(place: Place) {
    let ann = place.account("ann", None).await;
    at_once((1..=12).map(|n| {
        let store = place.store.clone();
        async move {
            let mut tx = store.begin().await.unwrap();
            let id = n.to_string();
            let new =
                Adjust { uid: ann, bucket: Bucket::Credit, amount: Points(n), request_id: &id, reason: "r" };
            adjust(&mut *tx, by(), new).await.unwrap();
            tx.save().await.unwrap();
        }
    }))
    .await;
    assert_eq!(place.balances(ann).await, (0, 78, 0));
    place.assert_balanced().await;
}

async fn commission_of_many_invited_accounts_adds_up(place: Place) {
    let boss = place.account("boss", None).await;
    let mut guests = Vec::new();
    for n in 0..8 {
        let guest = place.account(&format!("guest{n}"), Some(boss)).await;
        place.give(guest, Bucket::Points, 10_000).await;
        hold(place.store.clone(), guest, n, 9_999).await.unwrap();
        guests.push(n);
    }
    let jobs = guests.iter().flat_map(|task| (0..3).map(|chunk| (*task, chunk)));
    let jobs: Vec<_> = jobs.map(|(task, chunk)| charge(place.store.clone(), task, chunk, 3333)).collect();
    for answer in at_once(jobs).await {
        answer.unwrap();
    }
    // 5 % of 3333 is 166.65, rounded down for each of the 24 charges.
    assert_eq!(place.balances(boss).await.2, 24 * 166);
    place.assert_balanced().await;
}

/// Holds, charges, releases and corrections of one account at once. A hold moves two balances, and a charge may come
/// between them; the running balances of the lists must still follow from the amounts.
async fn lists_of_concurrent_postings_have_running_balances(place: Place) {
    let ann = place.account("ann", None).await;
    place.give(ann, Bucket::Credit, 700).await;
    place.give(ann, Bucket::Points, 100_000).await;
    let tasks = (0..8).map(|task| {
        let store = place.store.clone();
        async move {
            hold(store.clone(), ann, task, 500).await.unwrap();
            for chunk in 0..6 {
                charge(store.clone(), task, chunk, 10 + chunk).await.unwrap();
            }
            end(store, task).await.unwrap();
        }
    });
    let gifts = (0..30).map(|n| {
        let store = place.store.clone();
        async move {
            let id = format!("gift-{n:04}");
            let new = Adjust {
                uid: ann,
                bucket: Bucket::Points,
                amount: Points(n + 1),
                request_id: &id,
                reason: "gift",
            };
            let mut tx = store.begin().await.unwrap();
            adjust(&mut *tx, by(), new).await.unwrap();
            tx.save().await.unwrap();
        }
    });
    let (tasks, gifts) = (at_once(tasks), at_once(gifts));
    tokio::join!(tasks, gifts);
    let now = purse(&place, ann).await;
    assert_eq!(now.points_held + now.credit_held, 0);
    let mut tx = place.store.read().await.unwrap();
    lists_agree(&mut *tx, ann, now).await.unwrap();
    drop(tx);
    place.assert_balanced().await;
}
