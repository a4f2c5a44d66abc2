//! Creation of orders.

use std::collections::BTreeSet;

use numsift_model::money::Usdt;
use numsift_model::recharge::{OrderKind, OrderStatus};
use numsift_topup::TopUpError;

use crate::world::{World, on_both_stores};

on_both_stores!(
    the_same_amount_returns_the_same_order,
    three_orders_can_be_pending,
    amounts_out_of_range_are_refused,
    concurrent_orders_have_different_amounts,
    an_error_is_returned_if_all_amounts_are_taken,
    an_amount_is_free_again_three_hours_after_expiry,
    an_invalid_wallet_is_rejected,
);

async fn the_same_amount_returns_the_same_order(world: World) {
    let ann = world.account("ann").await;
    let asks: Vec<_> = (0..8)
        .map(|_| {
            let (topups, ann) = (world.topups.clone(), ann.clone());
            tokio::spawn(async move { topups.order(&ann, OrderKind::Points, Usdt::ONE).await.unwrap().id })
        })
        .collect();
    let mut ids = BTreeSet::new();
    for ask in asks {
        ids.insert(ask.await.unwrap());
    }
    assert_eq!(ids.len(), 1);
    world.clock.advance(20 * 60 + 1);
    assert!(!ids.contains(&world.order(&ann, "1").await.id), "an expired order is not returned");
}

async fn three_orders_can_be_pending(world: World) {
    let ann = world.account("ann").await;
    for usdt in ["1", "2", "3"] {
        world.order(&ann, usdt).await;
    }
    let fourth = world.topups.order(&ann, OrderKind::Points, Usdt(4_000_000)).await;
    assert!(matches!(fourth, Err(TopUpError::TooManyPending)), "{fourth:?}");
    world.order(&world.account("bob").await, "4").await;
    world.clock.advance(20 * 60 + 1);
    world.order(&ann, "4").await;
}

async fn amounts_out_of_range_are_refused(world: World) {
    let ann = world.account("ann").await;
    for micro in [0, -1, 999_999, 990_000, 100_000_010_000, 1_000_001, i64::MAX] {
        let refused = world.topups.order(&ann, OrderKind::Points, Usdt(micro)).await;
        assert!(matches!(refused, Err(TopUpError::AmountRange)), "{micro}: {refused:?}");
    }
    for usdt in ["1", "100000"] {
        world.order(&ann, usdt).await;
    }
}

async fn concurrent_orders_have_different_amounts(world: World) {
    let mut accounts = Vec::new();
    for n in 0..12 {
        accounts.push(world.account(&format!("user{n}")).await);
    }
    let asks: Vec<_> = accounts
        .into_iter()
        .map(|who| {
            let topups = world.topups.clone();
            tokio::spawn(async move {
                topups.order(&who, OrderKind::Points, Usdt(7_000_000)).await.unwrap().asked.amount
            })
        })
        .collect();
    let mut amounts = BTreeSet::new();
    for ask in asks {
        amounts.insert(ask.await.unwrap().0);
    }
    assert_eq!(amounts, (0..12).map(|n| 7_000_000 + n * 10_000).collect());
}

async fn an_error_is_returned_if_all_amounts_are_taken(world: World) {
    let mut tx = world.store.begin().await.unwrap();
    let mut settings = tx.settings().await.unwrap();
    settings.order_lifetime_s = 60;
    let version = tx.settings_version().await.unwrap();
    tx.put_settings(&settings, version, numsift_store::conformance::NOW).await.unwrap().unwrap();
    tx.save().await.unwrap();
    let ann = world.account("ann").await;
    // Expired orders keep their amounts, so one account can take them all.
    for n in 0..100 {
        world.order(&ann, "5").await;
        world.clock.advance(if n == 99 { 0 } else { 61 });
    }
    let bob = world.account("bob").await;
    let full = world.topups.order(&bob, OrderKind::Points, Usdt(5_000_000)).await;
    assert!(matches!(full, Err(TopUpError::AmountsTaken)), "{full:?}");
    world.order(&bob, "6").await;
}

async fn an_amount_is_free_again_three_hours_after_expiry(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let first = world.order(&ann, "5").await;
    world.clock.advance(20 * 60 + 3 * 3600 - 7);
    world.poll().await;
    assert_eq!(world.status(first.id).await, OrderStatus::Expired);
    assert_eq!(world.order(&bob, "5").await.asked.amount, Usdt(5_010_000));
    world.poll().await;
    world.poll().await;
    assert_eq!(world.order(&world.account("cat").await, "5").await.asked.amount, Usdt(5_000_000));
}

async fn an_invalid_wallet_is_rejected(world: World) {
    let wrong = {
        let mut tx = world.store.begin().await.unwrap();
        world.topups.use_wallet(&mut *tx, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6T", "typo").await
    };
    assert!(matches!(wrong, Err(TopUpError::Address(_))), "{wrong:?}");
    let ann = world.account("ann").await;
    let order = world.order(&ann, "5").await;
    assert_eq!(order.asked.address, crate::world::wallet(1), "the wallet did not change");
}
