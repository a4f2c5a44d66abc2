//! The process is killed after each statement while a payment is credited.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};
use std::sync::Arc;

use numsift_model::clock::{Clock, ManualClock, Timestamp};
use numsift_model::recharge::OrderStatus;
use numsift_store::Store;
use numsift_topup::{Node, Tick, TopUps, Watcher};

use crate::world::{World, on_both_stores};

on_both_stores!(killed_while_crediting_a_payment);

/// The child process: this test binary, controlled by environment variables.
#[tokio::test]
async fn child() {
    let Ok(place) = std::env::var("NUMSIFT_CRASH_PLACE") else { return };
    let now = Timestamp(std::env::var("NUMSIFT_CRASH_NOW").unwrap().parse().unwrap());
    let store: Arc<dyn Store> = if place.starts_with("postgres") {
        Arc::new(numsift_store_pg::PgStore::connect(&place, 4).await.unwrap())
    } else {
        Arc::new(numsift_store_sqlite::SqliteStore::open(std::path::Path::new(&place)).await.unwrap())
    };
    let topups = TopUps::new(store, Arc::new(ManualClock::at(now)), Node::new(None).unwrap());
    Watcher::new(topups).tick().await.unwrap();
    println!("finished");
}

fn killed_at(world: &World, point: &str) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "crash::child", "--nocapture"])
        .env("NUMSIFT_CRASH_PLACE", &world.place)
        .env("NUMSIFT_CRASH_NOW", world.clock.now().0.to_string())
        .env("NUMSIFT_BREAK", point)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    loop {
        let line = lines.next().expect("the child prints how it ends").unwrap();
        assert!(!line.contains("finished"), "{point} was not reached");
        if line.contains("reached ") {
            break;
        }
    }
    // SIGKILL: no destructors run.
    child.kill().unwrap();
    child.wait().unwrap();
}

async fn killed_while_crediting_a_payment(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay(&order);
    // The first save records expired orders; the second one credits.
    let posting: &[_] = if world.place.starts_with("postgres") {
        // One statement, and another one if the ledger account is new.
        &["ledger/posted:1", "ledger/moved:1"]
    } else {
        &["ledger/claimed:1", "ledger/moved:1", "ledger/entered:1"]
    };
    let before = ["save:1", "topup/noted:1"];
    let after = ["topup/posted:1", "topup/marked:1", "save:2"];
    for point in before.iter().chain(posting).chain(&after) {
        killed_at(&world, point);
        assert_eq!(world.points(ann.uid).await, 0, "{point}");
        assert_eq!(world.status(order.id).await, OrderStatus::Pending, "{point}");
        assert!(world.deposits().await.is_empty(), "{point}");
        world.assert_balanced().await;
    }
    // Killed after the commit, before the cursor is saved.
    killed_at(&world, "saved:2");
    assert_eq!(world.points(ann.uid).await, 10_000_000);
    world.assert_balanced().await;
    // The next poll finds the payment again and does not credit it twice.
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    assert_eq!(world.points(ann.uid).await, 10_000_000);
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    world.assert_balanced().await;
}
