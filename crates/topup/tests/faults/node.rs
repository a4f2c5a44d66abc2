//! Faults of the TRON node.

use numsift_model::account::{AccountType, NewAccount};
use numsift_model::recharge::OrderStatus;
use numsift_sim::Fault;
use numsift_store::conformance::customer;
use numsift_topup::{Tick, Watcher};

use crate::world::{World, on_both_stores};

on_both_stores!(
    duplicates_count_once,
    reordered_pages_lose_nothing,
    a_lost_page_is_read_by_the_next_poll,
    rate_limited_for_minutes,
    failing_for_minutes,
    an_outage_is_reported_once,
    payments_during_a_long_outage_are_credited,
    the_back_off_of_the_node_is_respected,
    concurrent_watchers_credit_once,
);

/// Makes twelve payments, which fill several small pages.
async fn pay_twelve_orders(world: &World) -> Vec<numsift_model::recharge::Order> {
    world.chain.set_page_size(3);
    let mut orders = Vec::new();
    for n in 0..4 {
        let who = world.account(&format!("user{n}")).await;
        for usdt in ["10", "20", "30"] {
            let order = world.order(&who, usdt).await;
            world.pay_in(&order, 0, i64::try_from(orders.len()).unwrap());
            orders.push(order);
        }
    }
    orders
}

async fn assert_all_paid(world: &World, orders: &[numsift_model::recharge::Order]) {
    for order in orders {
        assert_eq!(world.status(order.id).await, OrderStatus::Paid, "{}", order.id);
    }
    let mut credited = 0;
    for uid in orders.iter().map(|order| order.asked.uid).collect::<std::collections::BTreeSet<_>>() {
        credited += world.points(uid).await;
    }
    assert_eq!(credited, orders.iter().map(|order| order.asked.amount.0).sum::<i64>());
    assert_eq!(world.deposits().await.len(), orders.len());
    world.assert_balanced().await;
}

async fn duplicates_count_once(mut world: World) {
    let orders = pay_twelve_orders(&world).await;
    world.chain.duplicate(true);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 12 });
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    assert_all_paid(&world, &orders).await;
}

async fn reordered_pages_lose_nothing(mut world: World) {
    let orders = pay_twelve_orders(&world).await;
    world.chain.reverse(true);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 12 });
    assert_all_paid(&world, &orders).await;
}

async fn a_lost_page_is_read_by_the_next_poll(mut world: World) {
    let orders = pay_twelve_orders(&world).await;
    // Newest first, so that the cursor is ahead of the lost pages.
    world.chain.reverse(true);
    world.chain.fail_next([Fault::LosePage]);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    // A new watcher without memory reads all pages.
    let mut fresh = Watcher::new(world.topups.clone());
    std::mem::swap(&mut fresh, &mut world.watcher);
    world.chain.reverse(false);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 12 });
    assert_all_paid(&world, &orders).await;
}

async fn broken_for_minutes(mut world: World, status: u16) {
    let orders = pay_twelve_orders(&world).await;
    world.chain.fail_next(std::iter::repeat_n(Fault::Status(status), 8));
    let began = world.chain.requests();
    let mut alarmed = false;
    let mut ticks = 0;
    // Eight failures, each followed by a longer back-off: minutes in total.
    while world.poll().await != (Tick::Polled { transfers: 12 }) {
        alarmed |= world.watcher.is_alarmed();
        ticks += 1;
        assert!(ticks < 200, "it does not recover");
    }
    assert!(alarmed, "the alarm was raised");
    assert!(!world.watcher.is_alarmed(), "the alarm was cleared");
    assert!(ticks > 30, "backed off for only {ticks} ticks of 7 s");
    assert!(world.chain.requests() - began < 40, "too many requests");
    assert_all_paid(&world, &orders).await;
}

async fn rate_limited_for_minutes(world: World) {
    broken_for_minutes(world, 429).await;
}

async fn failing_for_minutes(world: World) {
    broken_for_minutes(world, 503).await;
}

/// Two nodes of an installation see the same outages.
async fn an_outage_is_reported_once(mut world: World) {
    let root = NewAccount { account_type: AccountType::SuperAdministrator, ..customer("root") };
    let root = world.account_with(root).await;
    let ann = world.account("ann").await;
    world.order(&ann, "10").await;
    let mut second = Watcher::new(world.topups.clone());
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    for outages in 1..=2 {
        world.chain.fail_next(std::iter::repeat_n(Fault::Status(500), 8));
        let mut alarmed = false;
        while !alarmed || world.watcher.is_alarmed() || second.is_alarmed() {
            world.poll().await;
            second.tick().await.unwrap();
            alarmed |= world.watcher.is_alarmed() && second.is_alarmed();
        }
        let told = world.notification_titles(root.uid).await;
        assert_eq!(told, vec!["TRON node not responding"; outages], "once per outage");
    }
    assert!(world.notification_titles(ann.uid).await.is_empty(), "customers are not notified");
}

async fn payments_during_a_long_outage_are_credited(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    world.pay(&order);
    // The outage is longer than the reservation of the amount.
    world.chain.fail_next(std::iter::repeat_n(Fault::Status(500), 5));
    for _ in 0..5 {
        world.clock.advance(3600);
        assert_eq!(world.poll().await, Tick::Failed);
    }
    world.clock.advance(3600);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 1 });
    assert_eq!(world.status(order.id).await, OrderStatus::Paid, "the block is in time");
    world.assert_balanced().await;
}

async fn the_back_off_of_the_node_is_respected(mut world: World) {
    let ann = world.account("ann").await;
    world.order(&ann, "10").await;
    world.chain.fail_next([Fault::Status(403)]);
    assert_eq!(world.poll().await, Tick::Failed);
    let asked = world.chain.requests();
    assert_eq!(world.poll().await, Tick::Waiting);
    assert_eq!(world.chain.requests(), asked, "nothing was sent");
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
}

async fn concurrent_watchers_credit_once(world: World) {
    let orders = pay_twelve_orders(&world).await;
    let watchers: Vec<_> = (0..3)
        .map(|_| {
            let mut watcher = Watcher::new(world.topups.clone());
            tokio::spawn(async move { watcher.tick().await.unwrap() })
        })
        .collect();
    let mut found = 0;
    for watcher in watchers {
        match watcher.await.unwrap() {
            Tick::Polled { transfers } => found += transfers,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(found, 12, "each transfer is new to one watcher");
    assert_all_paid(&world, &orders).await;
}
