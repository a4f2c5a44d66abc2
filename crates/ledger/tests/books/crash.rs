//! A process is killed after each statement of a posting in turn. Nothing of the posting may be left, and
//! repeating the request makes it once.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

use numsift_ledger::{Refund, Reserve, Settle, refund, release, reserve, settle};
use numsift_model::id::{TaskId, Uid};
use numsift_model::ledger::Bucket;
use numsift_model::money::Points;
use numsift_store::Store;

use crate::places::{Place, by, on_both_stores};

on_both_stores!(
    killed_while_reserving,
    killed_while_settling,
    killed_while_releasing,
    killed_while_refunding,
    killed_after_the_commit,
);

const WORK: [&str; 4] = ["reserve", "settle", "release", "refund"];

/// One operation of the child process.
async fn work(store: &dyn Store, what: &str, uid: Uid, keep: bool) {
    let task = TaskId(1);
    let mut tx = store.begin().await.unwrap();
    match what {
        "reserve" => {
            reserve(&mut *tx, by(), Reserve { uid, task, amount: Points(80) }).await.unwrap();
        }
        "settle" => {
            let new = Settle {
                task,
                chunk: 0,
                amount: Points(50),
                project: "hygiene",
                numbers: 5,
                commission_rate_bp: 1000,
            };
            settle(&mut *tx, by(), new).await.unwrap();
        }
        "release" => {
            release(&mut *tx, by(), task).await.unwrap();
        }
        "refund" => {
            let new = Refund { task, chunk: 0, amount: Points(50), numbers: 5, note: "" };
            refund(&mut *tx, by(), new).await.unwrap();
        }
        other => panic!("{other}"),
    }
    if keep {
        tx.save().await.unwrap();
    }
}

/// The child process: this test binary, controlled by environment variables.
#[tokio::test]
async fn child() {
    let Ok(address) = std::env::var("NUMSIFT_CRASH_PLACE") else { return };
    let what = std::env::var("NUMSIFT_CRASH_WORK").unwrap();
    let uid = Uid(std::env::var("NUMSIFT_CRASH_UID").unwrap().parse().unwrap());
    // A child that does not reach its breakpoint must not change the database.
    let keep = std::env::var("NUMSIFT_BREAK").unwrap().starts_with("save");
    work(&*Place::at(&address).await, &what, uid, keep).await;
    println!("finished");
}

/// Runs the child until it reaches a breakpoint and kills it there. Returns `false` if it never does.
fn killed_at(place: &Place, what: &str, uid: Uid, point: &str) -> bool {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::child", "--nocapture"])
        .env("NUMSIFT_CRASH_PLACE", &place.address)
        .env("NUMSIFT_CRASH_WORK", what)
        .env("NUMSIFT_CRASH_UID", uid.to_string())
        .env("NUMSIFT_BREAK", point)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let stopped = loop {
        let line = lines.next().expect("the child prints how it ends").unwrap();
        if line.contains("reached ") {
            break true;
        }
        if line.contains("finished") {
            break false;
        }
    };
    // SIGKILL: no destructors run.
    child.kill().unwrap();
    child.wait().unwrap();
    stopped
}

/// The breakpoints between the statements of a posting.
const BREAKPOINTS: [&str; 8] = [
    "ledger/claimed",
    "ledger/posted",
    "ledger/moved",
    "ledger/entered",
    "ledger/held",
    "ledger/hold-settled",
    "ledger/hold-closed",
    "save",
];

/// The balances of the account after each operation, and the commission of its inviter.
const AFTER: [(&str, (i64, i64, i64), i64); 5] = [
    ("", (70, 30, 0), 0),
    ("reserve", (20, 0, 0), 0),
    ("settle", (20, 0, 0), 5),
    ("release", (50, 0, 0), 5),
    ("refund", (70, 30, 0), 0),
];

async fn killed_while(place: Place, what: &str) {
    let boss = place.account("boss", None).await;
    let ann = place.account("ann", Some(boss)).await;
    place.give(ann, Bucket::Credit, 30).await;
    place.give(ann, Bucket::Points, 70).await;
    let step = WORK.iter().position(|name| *name == what).unwrap();
    for before in &WORK[..step] {
        work(&*place.store, before, ann, true).await;
    }
    let mut stops = 0;
    for point in BREAKPOINTS {
        // Each time the operation passes the breakpoint.
        for time in 1.. {
            if (point == "save" && time > 1) || !killed_at(&place, what, ann, &format!("{point}:{time}")) {
                break;
            }
            stops += 1;
            let (_, balances, commission) = AFTER[step];
            assert_eq!(place.balances(ann).await, balances, "nothing is left ({point}:{time})");
            assert_eq!(place.balances(boss).await.2, commission);
            place.assert_balanced().await;
        }
    }
    // PostgreSQL makes some postings in one statement.
    let least = if place.address.starts_with("postgres") { 3 } else { 5 };
    assert!(stops >= least, "stopped only {stops} times");
    work(&*place.store, what, ann, true).await;
    let (_, balances, commission) = AFTER[step + 1];
    assert_eq!(place.balances(ann).await, balances, "the repeated request is applied once");
    assert_eq!(place.balances(boss).await.2, commission);
    place.assert_balanced().await;
}

async fn killed_while_reserving(place: Place) {
    killed_while(place, "reserve").await;
}

async fn killed_while_settling(place: Place) {
    killed_while(place, "settle").await;
}

async fn killed_while_releasing(place: Place) {
    killed_while(place, "release").await;
}

async fn killed_while_refunding(place: Place) {
    killed_while(place, "refund").await;
}

async fn killed_after_the_commit(place: Place) {
    let boss = place.account("boss", None).await;
    let ann = place.account("ann", Some(boss)).await;
    place.give(ann, Bucket::Credit, 30).await;
    place.give(ann, Bucket::Points, 70).await;
    for (step, what) in WORK.into_iter().enumerate() {
        assert!(killed_at(&place, what, ann, "saved:1"), "{what}");
        // The child was killed before it saw the result, so the request is repeated.
        work(&*place.store, what, ann, true).await;
        let (_, balances, commission) = AFTER[step + 1];
        assert_eq!(place.balances(ann).await, balances, "{what}");
        assert_eq!(place.balances(boss).await.2, commission, "{what}");
        place.assert_balanced().await;
    }
}
