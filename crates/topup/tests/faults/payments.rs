//! Payments, exact and deviating.

use numsift_model::account::{AccountType, NewAccount};
use numsift_model::id::Uid;
use numsift_model::money::Usdt;
use numsift_model::recharge::{OrderKind, OrderStatus};
use numsift_sim::Token;
use numsift_store::Scope;
use numsift_store::conformance::customer;
use numsift_topup::{Tick, TopUpError};

use crate::world::{World, on_both_stores};

on_both_stores!(
    a_payment_is_credited_as_points,
    a_quota_order_is_credited_as_quota,
    orders_with_the_same_base_amount_are_distinguished,
    a_deviating_amount_stays_unmatched,
    a_payment_one_second_late_stays_unmatched,
    a_payment_in_the_last_second_counts,
    a_payment_before_the_order_does_not_count,
    clocks_may_differ_by_a_minute,
    a_look_alike_token_is_ignored,
    a_failed_receipt_is_ignored,
    a_zero_value_transfer_is_ignored,
    two_transfers_in_one_transaction_both_count,
    the_same_order_paid_twice_is_credited_once,
    the_old_wallet_is_watched_while_it_has_open_orders,
    a_receipt_that_is_not_final_is_requested_again,
    a_customer_reports_the_transaction_of_an_expired_order,
    a_payment_of_a_cancelled_order_is_credited,
);

async fn a_payment_is_credited_as_points(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    assert_eq!(world.status(order.id).await, OrderStatus::Pending);
    let txid = world.pay(&order);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 1 });
    let paid = world.topups.find(Scope::Own(ann.uid), order.id).await.unwrap();
    assert_eq!((paid.status, paid.txid), (OrderStatus::Paid, Some(txid)));
    // 10 USDT at 100 points per USDT.
    assert_eq!(world.points(ann.uid).await, 10 * 100 * 10_000);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    world.assert_balanced().await;
}

async fn a_quota_order_is_credited_as_quota(mut world: World) {
    let ann = world.account("ann").await;
    let refused = world.topups.order(&ann, OrderKind::Quota, Usdt::ONE).await;
    assert!(matches!(refused, Err(TopUpError::NoQuota)), "{refused:?}");
    let special = NewAccount {
        uid: Some(Uid::QUOTA_CUSTOMER),
        account_type: AccountType::Credit,
        ..customer("special")
    };
    let special = world.account_with(special).await;
    let order = world.topups.order(&special, OrderKind::Quota, Usdt(5 * Usdt::ONE.0)).await.unwrap();
    world.pay(&order);
    world.poll().await;
    let balances = world.store.read().await.unwrap().balances(special.uid).await.unwrap();
    assert_eq!((balances.points.0, balances.credit.0), (0, 5_000_000));
    world.assert_balanced().await;
}

async fn orders_with_the_same_base_amount_are_distinguished(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let (first, second) = (world.order(&ann, "25").await, world.order(&bob, "25").await);
    assert_eq!((first.asked.amount, second.asked.amount), (Usdt(25_000_000), Usdt(25_010_000)));
    world.pay(&second);
    world.poll().await;
    assert_eq!((world.points(ann.uid).await, world.points(bob.uid).await), (0, 25_010_000));
    assert_eq!(world.status(first.id).await, OrderStatus::Pending);
    world.pay(&first);
    world.poll().await;
    assert_eq!((world.points(ann.uid).await, world.points(bob.uid).await), (25_000_000, 25_010_000));
    world.assert_balanced().await;
}

async fn a_deviating_amount_stays_unmatched(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, -1, 0);
    world.pay_in(&order, 1, 0);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 2 });
    assert_eq!((world.points(ann.uid).await, world.unmatched().await.len()), (0, 2));
    assert_eq!(world.status(order.id).await, OrderStatus::Pending, "the exact amount can still be paid");
    world.pay(&order);
    world.poll().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    world.assert_balanced().await;
}

async fn a_payment_one_second_late_stays_unmatched(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, 0, 20 * 60 + 1);
    world.clock.advance(20 * 60 + 30);
    world.poll().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Late);
    assert_eq!(world.points(ann.uid).await, 0);
    let waiting = world.unmatched().await;
    assert_eq!(
        (waiting[0].order, waiting[0].uid),
        (Some(order.id), Some(ann.uid)),
        "the deposit refers to the order it would have paid"
    );
    assert_eq!(world.notification_titles(ann.uid).await, ["Late payment"]);
    world.assert_balanced().await;
}

async fn a_payment_in_the_last_second_counts(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, 0, 20 * 60);
    // The order is marked as expired before the payment is seen.
    world.chain.fail_next([numsift_sim::Fault::Status(503)]);
    world.clock.advance(21 * 60);
    assert_eq!(world.poll().await, Tick::Failed);
    assert_eq!(world.status(order.id).await, OrderStatus::Expired);
    world.clock.advance(60);
    world.poll().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    world.assert_balanced().await;
}

async fn a_payment_before_the_order_does_not_count(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, 0, -61);
    world.poll().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Pending);
    assert_eq!((world.points(ann.uid).await, world.unmatched().await.len()), (0, 1));
    world.assert_balanced().await;
}

async fn clocks_may_differ_by_a_minute(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let (behind, ahead) = (world.order(&ann, "10").await, world.order(&bob, "20").await);
    // The clock of the chain is a minute behind, or a minute ahead.
    world.pay_in(&behind, 0, -60);
    world.pay_in(&ahead, 0, 60);
    world.poll().await;
    for order in [behind, ahead] {
        assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    }
    // A block time in the future must not hide later payments.
    let order = world.order(&ann, "30").await;
    world.pay(&order);
    world.poll().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    world.assert_balanced().await;
}

async fn a_look_alike_token_is_ignored(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.put(&order, |transaction| transaction.transfers[0].token = Token::LookAlike);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    assert!(world.deposits().await.is_empty());
    assert_eq!(world.status(order.id).await, OrderStatus::Pending);
    world.assert_balanced().await;
}

async fn a_failed_receipt_is_ignored(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.put(&order, |transaction| transaction.success = false);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    assert_eq!((world.points(ann.uid).await, world.deposits().await.len()), (0, 0));
    world.assert_balanced().await;
}

async fn a_zero_value_transfer_is_ignored(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.put(&order, |transaction| transaction.transfers[0].value = 0);
    assert_eq!(world.poll().await, Tick::Polled { transfers: 0 });
    assert!(world.deposits().await.is_empty());
    world.assert_balanced().await;
}

async fn two_transfers_in_one_transaction_both_count(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let (first, second) = (world.order(&ann, "10").await, world.order(&bob, "20").await);
    world.put(&first, |transaction| {
        let mut other = transaction.transfers[0].clone();
        other.value = u64::try_from(second.asked.amount.0).unwrap();
        transaction.transfers.push(other);
    });
    assert_eq!(world.poll().await, Tick::Polled { transfers: 2 });
    assert_eq!((world.points(ann.uid).await, world.points(bob.uid).await), (10_000_000, 20_000_000));
    let mut logs: Vec<_> = world.deposits().await.iter().map(|deposit| deposit.seen.log_index).collect();
    logs.sort_unstable();
    assert_eq!(logs, [0, 1]);
    world.assert_balanced().await;
}

async fn the_same_order_paid_twice_is_credited_once(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let order = world.order(&ann, "10").await;
    world.pay(&order);
    world.pay(&order);
    world.poll().await;
    assert_eq!((world.points(ann.uid).await, world.unmatched().await.len()), (10_000_000, 1));
    // The amount stays reserved, so the second payment cannot pay another order.
    let other = world.order(&bob, "10").await;
    assert_ne!(other.asked.amount, order.asked.amount);
    world.assert_balanced().await;
}

async fn the_old_wallet_is_watched_while_it_has_open_orders(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let old = world.order(&ann, "10").await;
    let mut tx = world.store.begin().await.unwrap();
    world.topups.use_wallet(&mut *tx, &crate::world::wallet(2), "second").await.unwrap();
    tx.save().await.unwrap();
    let new = world.order(&bob, "10").await;
    assert_ne!(old.asked.address, new.asked.address);
    assert_eq!(old.asked.amount, new.asked.amount, "the amount is free at the new address");
    assert_eq!(world.order(&ann, "10").await.id, old.id, "the open order is not replaced");
    world.pay(&old);
    world.pay(&new);
    world.poll().await;
    for order in [&old, &new] {
        assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    }
    // The old address is watched until its last reservation ends.
    let watched = async |world: &World| {
        let watched = world.store.read().await.unwrap().watched().await.unwrap();
        watched.into_iter().map(|one| one.address).collect::<Vec<_>>()
    };
    world.clock.advance(20 * 60 + 3 * 3600 - 60);
    world.poll().await;
    assert!(watched(&world).await.contains(&old.asked.address));
    world.clock.advance(10 * 60);
    world.poll().await;
    assert!(watched(&world).await.is_empty());
    world.assert_balanced().await;
}

async fn a_receipt_that_is_not_final_is_requested_again(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    let txid = world.put(&order, |transaction| transaction.is_final = false);
    // Other payments arrive for longer than the overlap of two polls.
    for minutes in 0..5 {
        assert_eq!(world.poll().await, Tick::Polled { transfers: usize::from(minutes > 0) });
        world.clock.advance(15 * 60);
        world.pay_in(&order, 5 + minutes, 0);
    }
    assert_eq!(world.status(order.id).await, OrderStatus::Expired);
    world.chain.make_final(&txid);
    world.poll().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    world.assert_balanced().await;
}

async fn a_customer_reports_the_transaction_of_an_expired_order(world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let (late, missed) = (world.order(&ann, "10").await, world.order(&bob, "20").await);
    let in_time = world.pay_in(&missed, 0, 5);
    let too_late = world.pay_in(&late, 0, 21 * 60);
    let foreign = world.chain.pay(&crate::world::wallet(9), 10_000_000).unwrap();
    world.clock.advance(22 * 60);
    let report = async |who, order: &numsift_model::recharge::Order, txid: &str| {
        world.topups.verify_transaction(Scope::Own(who), order.id, txid).await
    };
    // No watcher was running.
    let found = report(bob.uid, &missed, &in_time.to_ascii_uppercase()).await.unwrap();
    assert_eq!(found.status, OrderStatus::Paid);
    assert_eq!(report(bob.uid, &missed, &in_time).await.unwrap().status, OrderStatus::Paid);
    // Reporting another customer's payment does not credit it to the reporter.
    assert_eq!(report(ann.uid, &late, &in_time).await.unwrap().status, OrderStatus::Pending);
    assert_eq!(report(ann.uid, &late, &too_late).await.unwrap().status, OrderStatus::Late);
    assert!(matches!(report(ann.uid, &late, &foreign).await, Err(TopUpError::PaysNothing)));
    assert!(matches!(report(ann.uid, &late, &"0".repeat(64)).await, Err(TopUpError::NotFinal)));
    assert!(matches!(report(ann.uid, &late, "../../x").await, Err(TopUpError::NotATransaction)));
    assert!(
        matches!(report(ann.uid, &missed, &in_time).await, Err(TopUpError::NotFound)),
        "another account's order"
    );
    assert_eq!((world.points(ann.uid).await, world.points(bob.uid).await), (0, 20_000_000));
    // Each report costs a request to the node, so the number is limited.
    for _ in 0..20 {
        let _ = report(ann.uid, &late, &too_late).await;
    }
    assert!(matches!(report(ann.uid, &late, &too_late).await, Err(TopUpError::TooMany { .. })));
    world.assert_balanced().await;
}

async fn a_payment_of_a_cancelled_order_is_credited(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    let cancelled = world.topups.cancel(Scope::Own(ann.uid), order.id).await.unwrap();
    assert_eq!(cancelled.status, OrderStatus::Cancelled);
    world.pay(&order);
    world.poll().await;
    assert_eq!(world.points(ann.uid).await, 10_000_000);
    world.assert_balanced().await;
}
