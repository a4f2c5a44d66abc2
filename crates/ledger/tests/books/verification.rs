//! Verification of the ledger: what it detects, and how much it keeps in memory.

use numsift_ledger::{
    Checked, Refund, Reserve, Settle, refund, release, reserve, settle, verify, verify_in_pages,
};
use numsift_model::id::{TaskId, Uid};
use numsift_model::ledger::{Bucket, LedgerAccount};
use numsift_model::money::Points;
use sqlx::Connection as _;

use crate::places::{Place, by, on_both_stores};

on_both_stores!(memory_does_not_grow_with_tasks_and_settlements);

fn chunk(task: i64, chunk: i64, amount: i64) -> Settle<'static> {
    Settle {
        task: TaskId(task),
        chunk,
        amount: Points(amount),
        project: "hygiene",
        numbers: 1,
        commission_rate_bp: 500,
    }
}

/// Runs tasks of four chunks each. Every second one is released and refunded.
async fn run_tasks(place: &Place, uid: Uid, tasks: std::ops::Range<i64>) {
    for task in tasks {
        let mut tx = place.store.begin().await.unwrap();
        reserve(&mut *tx, by(), Reserve { uid, task: TaskId(task), amount: Points(100) }).await.unwrap();
        for seq in 0..4 {
            settle(&mut *tx, by(), chunk(task, seq, 20)).await.unwrap();
        }
        if task % 2 == 0 {
            release(&mut *tx, by(), TaskId(task)).await.unwrap();
            let back = Refund { task: TaskId(task), chunk: 1, amount: Points(20), numbers: 1, note: "" };
            refund(&mut *tx, by(), back).await.unwrap();
        }
        tx.save().await.unwrap();
    }
}

async fn memory_does_not_grow_with_tasks_and_settlements(place: Place) {
    const PAGE: i64 = 8;
    let boss = place.account("boss", None).await;
    let ann = place.account("ann", Some(boss)).await;
    place.give(ann, Bucket::Points, 1_000_000).await;
    run_tasks(&place, ann, 0..12).await;
    let few: Checked = verify_in_pages(&*place.store, PAGE).await.unwrap();
    run_tasks(&place, ann, 12..72).await;
    let many = verify_in_pages(&*place.store, PAGE).await.unwrap();
    assert_eq!((few.holds, many.holds), (12, 72));
    assert!(many.postings > 5 * few.postings);
    assert_eq!(few.peak_kept, many.peak_kept);
    // Pages of another size find the same.
    let whole = verify(&*place.store).await.unwrap();
    assert_eq!(Checked { peak_kept: many.peak_kept, ..whole }, many);
}

const BOB: i64 = 10_003;

/// A ledger with every kind of posting of tasks: task 1 is settled, released and refunded, task 2 is settled, task
/// 3 is only held.
async fn ledger() -> Place {
    let place = Place::sqlite().await;
    let boss = place.account("boss", None).await;
    let ann = place.account("ann", Some(boss)).await;
    let bob = place.account("bob", None).await;
    assert_eq!(bob, Uid(BOB));
    place.give(ann, Bucket::Credit, 300).await;
    place.give(ann, Bucket::Points, 1000).await;
    let mut tx = place.store.begin().await.unwrap();
    for (task, amount) in [(1, 800), (2, 100), (3, 50)] {
        let new = Reserve { uid: ann, task: TaskId(task), amount: Points(amount) };
        reserve(&mut *tx, by(), new).await.unwrap();
    }
    settle(&mut *tx, by(), chunk(1, 0, 410)).await.unwrap();
    settle(&mut *tx, by(), chunk(2, 0, 40)).await.unwrap();
    release(&mut *tx, by(), TaskId(1)).await.unwrap().unwrap();
    let back = Refund { task: TaskId(1), chunk: 0, amount: Points(205), numbers: 1, note: "" };
    refund(&mut *tx, by(), back).await.unwrap();
    tx.save().await.unwrap();
    place.give(bob, Bucket::Points, 100).await;
    place.assert_balanced().await;
    place
}

/// Changes rows directly in the database, without triggers and constraints. Returns what the verification reports.
async fn damaged(changes: &str) -> String {
    let place = ledger().await;
    let mut connection = sqlx::SqliteConnection::connect(&place.address).await.unwrap();
    let triggers: Vec<String> = sqlx::query_scalar("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        .fetch_all(&mut connection)
        .await
        .unwrap();
    let drops = triggers.iter().map(|name| format!("DROP TRIGGER {name};")).collect::<Vec<_>>().join(" ");
    let all = format!("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON; {drops} {changes}");
    sqlx::raw_sql(sqlx::AssertSqlSafe(all)).execute(&mut connection).await.unwrap();
    let errors = [verify(&*place.store).await, verify_in_pages(&*place.store, 2).await];
    let [found, in_pages] = errors.map(|error| error.expect_err(changes).to_string());
    assert_eq!(found, in_pages, "{changes}");
    found
}

/// Bob's points, which have a single entry.
fn bobs_account() -> i64 {
    LedgerAccount::of(Uid(BOB), Bucket::Points).id()
}

/// The last posting, which is Bob's only one.
fn gift() -> String {
    format!("(SELECT id FROM ledger_transactions WHERE key = 'adjust:gift-{BOB}-points-100')")
}

async fn assert_detected(cases: impl IntoIterator<Item = (String, &str)>) {
    for (changes, expected) in cases {
        let found = damaged(&changes).await;
        assert!(found.contains(expected), "{changes}: {found}");
    }
}

#[tokio::test]
async fn damaged_entries_are_detected() {
    let bob = bobs_account();
    assert_detected([
        ("UPDATE ledger_entries SET account = 7 WHERE id = 1".to_owned(), "7 is not a ledger account"),
        (
            format!("UPDATE ledger_entries SET amount = 101 WHERE account = {bob}"),
            "is 101, but 100 is recorded",
        ),
        (
            format!("UPDATE ledger_entries SET amount = -1, balance_after = -1 WHERE account = {bob}"),
            "falls to -1",
        ),
        (
            "UPDATE ledger_entries SET amount = 9223372036854775807 WHERE id = \
             (SELECT MAX(id) FROM ledger_entries WHERE balance_after > amount AND amount > 0)"
                .to_owned(),
            "overflows",
        ),
    ])
    .await;
}

#[tokio::test]
async fn damaged_balances_are_detected() {
    let bob = bobs_account();
    assert_detected([
        (
            format!("UPDATE ledger_accounts SET balance = 101 WHERE id = {bob}"),
            "has a balance of 101, its entries sum to 100",
        ),
        (format!("DELETE FROM ledger_accounts WHERE id = {bob}"), "has entries but no balance"),
        (
            "INSERT INTO ledger_accounts VALUES (7, 0, 'x', 'points', 0, 0, NULL)".to_owned(),
            "balance 7 does not",
        ),
    ])
    .await;
}

#[tokio::test]
async fn damaged_postings_are_detected() {
    let bob = bobs_account();
    let gift = gift();
    assert_detected([
        (
            format!(
                "UPDATE ledger_entries SET amount = 101, balance_after = 101 WHERE account = {bob}; \
                 UPDATE ledger_accounts SET balance = 101 WHERE id = {bob}"
            ),
            "does not balance",
        ),
        (format!("UPDATE ledger_transactions SET amount = 101 WHERE id = {gift}"), "its entries move 100"),
        (
            format!("UPDATE ledger_entries SET id = id + 1000 WHERE posting = {gift} AND account < 1024"),
            "not applied in the order of its accounts",
        ),
        (
            format!(
                "DELETE FROM ledger_entries WHERE account = {bob}; \
                 UPDATE ledger_accounts SET balance = 0 WHERE id = {bob}"
            ),
            "has 1 entries",
        ),
        (format!("DELETE FROM ledger_transactions WHERE id = {gift}"), "but the postings have"),
        (format!("UPDATE ledger_transactions SET task = 5 WHERE id = {gift}"), "is a Adjust with task"),
        (
            "UPDATE ledger_transactions SET task = NULL WHERE key = 'hold:2'".to_owned(),
            "is a Hold with task None",
        ),
        (
            "UPDATE ledger_transactions SET task = NULL WHERE key = 'settle:2:0'".to_owned(),
            "is a Settle with task",
        ),
        (
            "UPDATE ledger_transactions SET kind = 'release' WHERE key = 'settle:2:0'".to_owned(),
            "moves revenue",
        ),
    ])
    .await;
}

#[tokio::test]
async fn damaged_refunds_are_detected() {
    assert_detected([
        (
            "UPDATE ledger_transactions SET about = (SELECT id FROM ledger_transactions WHERE key = 'settle:2:0') \
             WHERE key = 'refund:1:0'"
                .to_owned(),
            "refunds 205 of a charge of 40",
        ),
        ("UPDATE ledger_transactions SET about = 1 WHERE key = 'refund:1:0'".to_owned(), "refunds 205 of"),
        ("UPDATE ledger_transactions SET about = NULL WHERE key = 'refund:1:0'".to_owned(), "refunds 205 of"),
        (
            "UPDATE ledger_transactions SET kind = 'refund', about = \
             (SELECT id FROM ledger_transactions WHERE key = 'settle:1:0') WHERE key = 'release:1'"
                .to_owned(),
            "refunds",
        ),
    ])
    .await;
}

#[tokio::test]
async fn damaged_holds_are_detected() {
    assert_detected([
        (
            "INSERT INTO ledger_holds VALUES (0, 10002, 1, 0, 0, 0, 0, 0, 0)".to_owned(),
            "task 0 has a hold but no posting",
        ),
        (
            "INSERT INTO ledger_holds VALUES (9, 10002, 1, 0, 0, 0, 0, 0, 0)".to_owned(),
            "task 9 has a hold but no posting",
        ),
        ("DELETE FROM ledger_holds WHERE task = 1".to_owned(), "task 1 has a posting but no hold"),
        ("DELETE FROM ledger_holds WHERE task = 3".to_owned(), "task 3 has a posting but no hold"),
        ("UPDATE ledger_transactions SET task = 0 WHERE key = 'settle:2:0'".to_owned(), "task 0 has no hold"),
        (
            "UPDATE ledger_transactions SET task = 1 WHERE key = 'hold:2'".to_owned(),
            "a second hold for task 1",
        ),
        (
            "UPDATE ledger_holds SET points_settled = points_settled + 1 WHERE task = 2".to_owned(),
            "the hold of task 2 is",
        ),
        ("UPDATE ledger_holds SET closed = 1 WHERE task = 3".to_owned(), "the hold of task 3 is"),
        ("UPDATE ledger_holds SET uid = 10003 WHERE task = 3".to_owned(), "the hold of task 3 is"),
        (
            "UPDATE ledger_transactions SET kind = 'adjust', task = NULL WHERE key = 'hold:3'; \
             DELETE FROM ledger_holds WHERE task = 3"
                .to_owned(),
            "uid 10002 has 110 held, but its open holds are 60",
        ),
    ])
    .await;
}
