//! A node that misbehaves.

use numsift_model::account::{AccountType, NewAccount};
use numsift_model::recharge::OrderStatus;
use numsift_sim::Fault;
use numsift_store::conformance::customer;
use numsift_topup::{Tick, Watcher};

use crate::world::{World, on_both_stores};

on_both_stores!(
    duplicates_count_once,
    reordered_pages_lose_nothing,
    a_page_that_is_lost_once_is_read_the_next_time,
    too_many_requests_for_minutes,
    a_node_that_fails_for_minutes,
    a_silence_is_told_once,
    a_long_silence_is_caught_up_with,
    a_node_that_asks_to_wait_is_left_alone,
    two_watchers_at_once_credit_once,
);

/// Twelve payments that fill several small pages.
async fn many(world: &World) -> Vec<numsift_model::recharge::Order> {
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
    let orders = many(&world).await;
    world.chain.duplicate(true);
    assert_eq!(world.look().await, Tick::Looked { transfers: 12 });
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
    assert_all_paid(&world, &orders).await;
}

async fn reordered_pages_lose_nothing(mut world: World) {
    let orders = many(&world).await;
    world.chain.reverse(true);
    assert_eq!(world.look().await, Tick::Looked { transfers: 12 });
    assert_all_paid(&world, &orders).await;
}

async fn a_page_that_is_lost_once_is_read_the_next_time(mut world: World) {
    let orders = many(&world).await;
    // Newest first, so that the cursor is already ahead of what the lost pages hold.
    world.chain.reverse(true);
    world.chain.break_next([Fault::LosePage]);
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
    // Now the first page arrives, and what follows it is lost.
    let mut fresh = Watcher::new(world.topups.clone());
    std::mem::swap(&mut fresh, &mut world.watcher);
    world.chain.reverse(false);
    assert_eq!(world.look().await, Tick::Looked { transfers: 12 });
    assert_all_paid(&world, &orders).await;
}

async fn broken_for_minutes(mut world: World, status: u16) {
    let orders = many(&world).await;
    world.chain.break_next(std::iter::repeat_n(Fault::Status(status), 8));
    let began = world.chain.requests();
    let mut alarmed = false;
    let mut ticks = 0;
    // Eight refusals, each followed by a longer pause: minutes in all.
    while world.look().await != (Tick::Looked { transfers: 12 }) {
        alarmed |= world.watcher.is_alarmed();
        ticks += 1;
        assert!(ticks < 200, "it recovers");
    }
    assert!(alarmed, "somebody was told");
    assert!(!world.watcher.is_alarmed(), "and told that it is over");
    assert!(ticks > 30, "the node was given time: {ticks} moments of 7 s");
    assert!(world.chain.requests() - began < 40, "and was not asked again and again");
    assert_all_paid(&world, &orders).await;
}

async fn too_many_requests_for_minutes(world: World) {
    broken_for_minutes(world, 429).await;
}

async fn a_node_that_fails_for_minutes(world: World) {
    broken_for_minutes(world, 503).await;
}

/// Two nodes of an installation see the same silences.
async fn a_silence_is_told_once(mut world: World) {
    let root = NewAccount { account_type: AccountType::SuperAdministrator, ..customer("root") };
    let root = world.account_with(root).await;
    let ann = world.account("ann").await;
    world.order(&ann, "10").await;
    let mut second = Watcher::new(world.topups.clone());
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
    for silences in 1..=2 {
        world.chain.break_next(std::iter::repeat_n(Fault::Status(500), 8));
        let mut alarmed = false;
        while !alarmed || world.watcher.is_alarmed() || second.is_alarmed() {
            world.look().await;
            second.tick().await.unwrap();
            alarmed |= world.watcher.is_alarmed() && second.is_alarmed();
        }
        let told = world.told(root.uid).await;
        assert_eq!(told, vec!["The chain is silent"; silences], "once for each");
    }
    assert!(world.told(ann.uid).await.is_empty(), "customers are not bothered");
}

async fn a_long_silence_is_caught_up_with(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
    world.pay(&order);
    // The node is down for longer than the amount is reserved.
    world.chain.break_next(std::iter::repeat_n(Fault::Status(500), 5));
    for _ in 0..5 {
        world.clock.advance(3600);
        assert_eq!(world.look().await, Tick::Failed);
    }
    world.clock.advance(3600);
    assert_eq!(world.look().await, Tick::Looked { transfers: 1 });
    assert_eq!(world.status(order.id).await, OrderStatus::Paid, "it was paid in time");
    world.assert_balanced().await;
}

async fn a_node_that_asks_to_wait_is_left_alone(mut world: World) {
    let ann = world.account("ann").await;
    world.order(&ann, "10").await;
    world.chain.break_next([Fault::Status(403)]);
    assert_eq!(world.look().await, Tick::Failed);
    let asked = world.chain.requests();
    assert_eq!(world.look().await, Tick::Waiting);
    assert_eq!(world.chain.requests(), asked, "nothing was sent");
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
}

async fn two_watchers_at_once_credit_once(world: World) {
    let orders = many(&world).await;
    let watchers: Vec<_> = (0..3)
        .map(|_| {
            let mut watcher = Watcher::new(world.topups.clone());
            tokio::spawn(async move { watcher.tick().await.unwrap() })
        })
        .collect();
    let mut found = 0;
    for watcher in watchers {
        match watcher.await.unwrap() {
            Tick::Looked { transfers } => found += transfers,
            other => panic!("{other:?}"),
        }
    }
    assert_eq!(found, 12, "each was new to one of them");
    assert_all_paid(&world, &orders).await;
}
