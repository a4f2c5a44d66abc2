//! Scenarios of a task, the lists of movements and income, and append-only rows.

use numsift_ledger::{
    Adjust, LedgerError, Refund, Reserve, Settle, TopUp, adjust, refund, release, reserve, settle, top_up,
    verify,
};
use numsift_model::clock::Timestamp;
use numsift_model::id::TaskId;
use numsift_model::ledger::{Bucket, Fund, PostingKind};
use numsift_model::money::Points;
use numsift_model::page::Page;
use numsift_store::conformance::NOW;
use numsift_store::{MovementFilter, ProviderCost, Scope, StoreError};
use sqlx::Connection as _;

use crate::places::{Place, at, by, on_both_stores};

on_both_stores!(
    a_task_from_hold_to_refund,
    movements_are_scoped_filtered_and_paged,
    income_is_counted_by_project_and_day,
    inviters_see_the_commission_per_invited_account,
    a_claimed_posting_without_entries_cannot_be_saved,
    crossing_the_threshold_is_reported_once,
);

fn chunk(task: i64, chunk: i64, amount: i64) -> Settle<'static> {
    Settle {
        task: TaskId(task),
        chunk,
        amount: Points(amount),
        project: "hygiene",
        numbers: amount / 10,
        commission_rate_bp: 500,
    }
}

async fn a_task_from_hold_to_refund(place: Place) {
    let boss = place.account("boss", None).await;
    let ann = place.account("ann", Some(boss)).await;
    place.give(ann, Bucket::Credit, 300).await;
    place.give(ann, Bucket::Points, 1000).await;
    let mut tx = place.store.begin().await.unwrap();
    reserve(&mut *tx, by(), Reserve { uid: ann, task: TaskId(1), amount: Points(800) }).await.unwrap();
    settle(&mut *tx, by(), chunk(1, 0, 410)).await.unwrap();
    release(&mut *tx, by(), TaskId(1)).await.unwrap().unwrap();
    tx.save().await.unwrap();
    // Quota is charged first: 300 of it, and 110 points.
    assert_eq!(place.balances(ann).await, (890, 0, 0));
    assert_eq!(place.balances(boss).await, (0, 0, 20));
    let mut tx = place.store.begin().await.unwrap();
    let late = settle(&mut *tx, by(), chunk(1, 1, 10)).await;
    assert!(matches!(late, Err(LedgerError::HoldClosed)), "{late:?}");
    drop(tx);
    let mut tx = place.store.begin().await.unwrap();
    let back = Refund { task: TaskId(1), chunk: 0, amount: Points(205), numbers: 20, note: "provider" };
    refund(&mut *tx, by(), back).await.unwrap();
    tx.save().await.unwrap();
    // Points are refunded first. Half of the charge remains, and half of the commission.
    assert_eq!(place.balances(ann).await, (1000, 95, 0));
    assert_eq!(place.balances(boss).await, (0, 0, 10));
    let checked = verify(&*place.store).await.unwrap();
    assert_eq!((checked.postings, checked.holds), (8, 1));
}

async fn movements_are_scoped_filtered_and_paged(place: Place) {
    let ann = place.account("ann", None).await;
    let bob = place.account("bob", None).await;
    for n in 0..7 {
        for uid in [ann, bob] {
            let mut tx = place.store.begin().await.unwrap();
            let txid = format!("{uid}-{n}");
            let new = TopUp { uid, points: Points(n + 1), txid: &txid, log_index: 0, order: None, note: "" };
            top_up(&mut *tx, at(n * 100), new).await.unwrap();
            tx.save().await.unwrap();
        }
    }
    place.give(ann, Bucket::Credit, 5).await;
    let mut tx = place.store.read().await.unwrap();
    let points = MovementFilter::default();
    let mut walked = Vec::new();
    let mut cursor = None;
    loop {
        let rows = tx.movements(Scope::Own(ann), &points, cursor, 3).await.unwrap();
        let Some(last) = rows.last() else { break };
        cursor = Some(last.id);
        walked.extend(rows);
    }
    let amounts: Vec<_> = walked.iter().map(|row| row.amount.0).collect();
    assert_eq!(amounts, [7, 6, 5, 4, 3, 2, 1]);
    let running: Vec<_> = walked.iter().map(|row| row.balance_after.0).collect();
    assert_eq!(running, [28, 21, 15, 10, 6, 3, 1]);
    assert!(walked.iter().all(|row| row.uid == ann && row.username == "ann"));
    // Another account's movements are an empty list, not an error that reveals whether there are any.
    let others = MovementFilter { uid: Some(bob), ..MovementFilter::default() };
    assert!(tx.movements(Scope::Own(ann), &others, None, 9).await.unwrap().is_empty());
    assert_eq!(tx.movement_totals(Scope::Own(ann), &others).await.unwrap().count, 0);
    assert_eq!(tx.movements(Scope::All, &others, None, 9).await.unwrap().len(), 7);
    let everyone = tx.movement_totals(Scope::All, &MovementFilter::default()).await.unwrap();
    assert_eq!((everyone.count, everyone.incoming.0, everyone.outgoing.0), (14, 56, 0));
    let quota = MovementFilter { fund: Fund::Credit, ..MovementFilter::default() };
    let everyone = tx.movement_totals(Scope::All, &quota).await.unwrap();
    assert_eq!((everyone.count, everyone.incoming.0, everyone.outgoing.0), (1, 5, 0));
    let window = MovementFilter {
        kind: Some(PostingKind::TopUp),
        from: Some(Timestamp(NOW.0 + 100)),
        until: Some(Timestamp(NOW.0 + 300)),
        ..MovementFilter::default()
    };
    let rows = tx.movements(Scope::All, &window, None, 99).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.amount.0).sum::<i64>(), 2 * (2 + 3));
}

async fn income_is_counted_by_project_and_day(place: Place) {
    let boss = place.account("boss", None).await;
    let ann = place.account("ann", Some(boss)).await;
    place.give(ann, Bucket::Points, 10_000).await;
    let day = numsift_model::clock::DAY_S;
    let mut tx = place.store.begin().await.unwrap();
    reserve(&mut *tx, by(), Reserve { uid: ann, task: TaskId(1), amount: Points(5000) }).await.unwrap();
    settle(&mut *tx, at(0), chunk(1, 0, 1000)).await.unwrap();
    settle(&mut *tx, at(day), chunk(1, 1, 2000)).await.unwrap();
    settle(&mut *tx, at(day), Settle { project: "carrier", ..chunk(1, 2, 400) }).await.unwrap();
    let back = Refund { task: TaskId(1), chunk: 1, amount: Points(500), numbers: 50, note: "" };
    refund(&mut *tx, at(day), back).await.unwrap();
    for (chunk, project, after) in [(0, "hygiene", 0), (1, "hygiene", day), (2, "carrier", day)] {
        let at = Timestamp(NOW.0 + after);
        let cost = ProviderCost { task: TaskId(1), chunk, attempt: 1, project, cost: Points(250), at };
        tx.add_provider_costs(&[cost]).await.unwrap();
    }
    tx.save().await.unwrap();
    let mut tx = place.store.read().await.unwrap();
    let rows = tx.income(Scope::All, None, None).await.unwrap();
    let shown: Vec<_> = rows
        .iter()
        .map(|row| (row.project.as_str(), row.numbers, row.charged.0, row.cost.0, row.commission.0))
        .collect();
    assert_eq!(
        shown,
        [("carrier", 40, 400, 250, 20), ("hygiene", 150, 1500, 250, 75), ("hygiene", 100, 1000, 250, 50)]
    );
    assert_eq!(rows[0].day.0 % day, 0);
    let own = tx.income(Scope::Own(boss), Some(Timestamp(NOW.0 + day / 2)), None).await.unwrap();
    assert_eq!(
        own.iter().map(|row| (row.charged.0, row.commission.0)).collect::<Vec<_>>(),
        [(0, 20), (0, 75)]
    );
    assert!(tx.income(Scope::Own(ann), None, None).await.unwrap().is_empty());
}

async fn inviters_see_the_commission_per_invited_account(place: Place) {
    let boss = place.account("boss", None).await;
    let rival = place.account("rival", None).await;
    let (ann, bob) = (place.account("ann", Some(boss)).await, place.account("bob", Some(boss)).await);
    let eve = place.account("eve", Some(rival)).await;
    for (task, uid, amount) in [(1, ann, 1000), (2, bob, 400), (3, eve, 4000)] {
        place.give(uid, Bucket::Points, 9000).await;
        let mut tx = place.store.begin().await.unwrap();
        reserve(&mut *tx, by(), Reserve { uid, task: TaskId(task), amount: Points(9000) }).await.unwrap();
        settle(&mut *tx, by(), chunk(task, 0, amount)).await.unwrap();
        settle(&mut *tx, by(), chunk(task, 1, amount)).await.unwrap();
        tx.save().await.unwrap();
    }
    let mut tx = place.store.begin().await.unwrap();
    let back = Refund { task: TaskId(1), chunk: 1, amount: Points(1000), numbers: 100, note: "" };
    refund(&mut *tx, by(), back).await.unwrap();
    tx.save().await.unwrap();
    let mut tx = place.store.read().await.unwrap();
    let page = Page::new(1, 10).unwrap();
    let brought = tx.invited_by(boss, page).await.unwrap();
    let shown: Vec<_> = brought.items.iter().map(|one| (one.username.as_str(), one.income.0)).collect();
    assert_eq!(shown, [("bob", 40), ("ann", 50)]);
    assert_eq!(
        tx.balances(boss).await.unwrap().total_income.0,
        90,
        "this is all of the inviter's commission"
    );
    assert_eq!(tx.account_usage(ann, Timestamp(0)).await.unwrap().spent.0, 1000);
    assert_eq!(tx.account_usage(ann, NOW.plus(1)).await.unwrap().spent.0, 0);
    assert!(tx.invited_by(ann, page).await.unwrap().items.is_empty());
}

async fn a_claimed_posting_without_entries_cannot_be_saved(place: Place) {
    let ann = place.account("ann", None).await;
    let mut tx = place.store.begin().await.unwrap();
    let more = Adjust { uid: ann, bucket: Bucket::Points, amount: Points(-1), request_id: "x", reason: "r" };
    let refused = adjust(&mut *tx, by(), more).await;
    assert!(matches!(refused, Err(LedgerError::NotEnough { missing: Points(1) })), "{refused:?}");
    let saved = tx.save().await;
    assert!(matches!(saved, Err(StoreError::Unfinished)), "{saved:?}");
    place.assert_balanced().await;
    assert!(place.store.read().await.unwrap().posting("adjust:x").await.unwrap().is_none());
}

async fn crossing_the_threshold_is_reported_once(place: Place) {
    let ann = place.account("ann", None).await;
    place.give(ann, Bucket::Credit, 30).await;
    place.give(ann, Bucket::Points, 70).await;
    let mut told = Vec::new();
    for (task, amount) in [(1, 20), (2, 40), (3, 10), (3, 10)] {
        let mut tx = place.store.begin().await.unwrap();
        let new = Reserve { uid: ann, task: TaskId(task), amount: Points(amount) };
        let posted = reserve(&mut *tx, by(), new).await.unwrap();
        let left = tx.balances(ann).await.unwrap();
        let left = Points(left.points.0 + left.credit.0);
        told.push(posted.crossed_below(ann, Points(50), left));
        tx.save().await.unwrap();
    }
    assert_eq!(told, [false, true, false, false]);
}

#[tokio::test]
async fn ledger_rows_are_append_only() {
    let sqlite = Place::sqlite().await;
    let postgres = Place::postgres().await;
    for place in [&sqlite, &postgres] {
        let ann = place.account("ann", None).await;
        place.give(ann, Bucket::Points, 100).await;
    }
    let mut lite = sqlx::SqliteConnection::connect(&sqlite.address).await.unwrap();
    let mut pg = sqlx::PgConnection::connect(&postgres.address).await.unwrap();
    for change in [
        "UPDATE ledger_transactions SET amount = 1",
        "DELETE FROM ledger_transactions",
        "UPDATE ledger_entries SET amount = 1",
        "DELETE FROM ledger_entries",
        "DELETE FROM ledger_accounts",
    ] {
        let refused = sqlx::query(change).execute(&mut lite).await.unwrap_err();
        assert!(refused.to_string().contains("append-only"), "{change}: {refused}");
        let refused = sqlx::query(change).execute(&mut pg).await.unwrap_err();
        assert!(refused.to_string().contains("append-only"), "{change}: {refused}");
    }
    let refused = sqlx::query("TRUNCATE ledger_entries").execute(&mut pg).await.unwrap_err();
    assert!(refused.to_string().contains("append-only"), "{refused}");
    let below = "UPDATE ledger_accounts SET balance = -1 WHERE owner > 0";
    assert!(sqlx::query(below).execute(&mut lite).await.is_err());
    assert!(sqlx::query(below).execute(&mut pg).await.is_err());
}
