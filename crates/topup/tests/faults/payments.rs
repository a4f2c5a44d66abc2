//! Payments that are not quite what the order asked for.

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
    a_payment_becomes_points,
    a_quota_order_becomes_quota,
    two_orders_of_the_same_base_amount_are_told_apart,
    one_unit_short_or_over_is_left_to_an_administrator,
    one_second_late_is_left_to_an_administrator,
    in_the_last_second_is_in_time,
    a_payment_before_the_order_was_made_does_not_count,
    clocks_may_differ_by_a_minute,
    a_look_alike_token_is_nothing,
    a_failed_receipt_is_nothing,
    a_zero_value_transfer_is_nothing,
    two_transfers_in_one_transaction_both_count,
    the_same_order_paid_twice_is_credited_once,
    a_wallet_changed_while_an_order_is_open_still_receives,
    a_receipt_that_is_not_final_yet_is_asked_for_again,
    a_user_names_the_transaction_of_an_expired_order,
    a_payment_of_a_cancelled_order_is_not_lost,
);

async fn a_payment_becomes_points(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
    assert_eq!(world.status(order.id).await, OrderStatus::Pending);
    let txid = world.pay(&order);
    assert_eq!(world.look().await, Tick::Looked { transfers: 1 });
    let paid = world.topups.find(Scope::Own(ann.uid), order.id).await.unwrap();
    assert_eq!((paid.status, paid.txid), (OrderStatus::Paid, Some(txid)));
    // 10 USDT at 100 points, in ten-thousandths.
    assert_eq!(world.points(ann.uid).await, 10 * 100 * 10_000);
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
    world.assert_balanced().await;
}

async fn a_quota_order_becomes_quota(mut world: World) {
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
    world.look().await;
    let balances = world.store.read().await.unwrap().balances(special.uid).await.unwrap();
    assert_eq!((balances.points.0, balances.credit.0), (0, 5_000_000));
    world.assert_balanced().await;
}

async fn two_orders_of_the_same_base_amount_are_told_apart(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let (first, second) = (world.order(&ann, "25").await, world.order(&bob, "25").await);
    assert_eq!((first.asked.amount, second.asked.amount), (Usdt(25_000_000), Usdt(25_010_000)));
    world.pay(&second);
    world.look().await;
    assert_eq!((world.points(ann.uid).await, world.points(bob.uid).await), (0, 25_010_000));
    assert_eq!(world.status(first.id).await, OrderStatus::Pending);
    world.pay(&first);
    world.look().await;
    assert_eq!((world.points(ann.uid).await, world.points(bob.uid).await), (25_000_000, 25_010_000));
    world.assert_balanced().await;
}

async fn one_unit_short_or_over_is_left_to_an_administrator(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, -1, 0);
    world.pay_in(&order, 1, 0);
    assert_eq!(world.look().await, Tick::Looked { transfers: 2 });
    assert_eq!((world.points(ann.uid).await, world.unmatched().await.len()), (0, 2));
    assert_eq!(world.status(order.id).await, OrderStatus::Pending, "the right amount can still come");
    world.pay(&order);
    world.look().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    world.assert_balanced().await;
}

async fn one_second_late_is_left_to_an_administrator(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, 0, 20 * 60 + 1);
    world.clock.advance(20 * 60 + 30);
    world.look().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Late);
    assert_eq!(world.points(ann.uid).await, 0);
    let waiting = world.unmatched().await;
    assert_eq!(
        (waiting[0].order, waiting[0].uid),
        (Some(order.id), Some(ann.uid)),
        "it says whose it may be"
    );
    assert_eq!(world.told(ann.uid).await, ["Late payment"]);
    world.assert_balanced().await;
}

async fn in_the_last_second_is_in_time(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, 0, 20 * 60);
    // The order is noted as expired before anybody sees the payment.
    world.chain.break_next([numsift_sim::Fault::Status(503)]);
    world.clock.advance(21 * 60);
    assert_eq!(world.look().await, Tick::Failed);
    assert_eq!(world.status(order.id).await, OrderStatus::Expired);
    world.clock.advance(60);
    world.look().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    world.assert_balanced().await;
}

async fn a_payment_before_the_order_was_made_does_not_count(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, 0, -61);
    world.look().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Pending);
    assert_eq!((world.points(ann.uid).await, world.unmatched().await.len()), (0, 1));
    world.assert_balanced().await;
}

async fn clocks_may_differ_by_a_minute(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let (behind, ahead) = (world.order(&ann, "10").await, world.order(&bob, "20").await);
    // The chain's clock is a minute behind ours, or a minute ahead.
    world.pay_in(&behind, 0, -60);
    world.pay_in(&ahead, 0, 60);
    world.look().await;
    for order in [behind, ahead] {
        assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    }
    // What came from the future must not hide what comes now.
    let order = world.order(&ann, "30").await;
    world.pay(&order);
    world.look().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    world.assert_balanced().await;
}

async fn a_look_alike_token_is_nothing(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.put(&order, |transaction| transaction.transfers[0].token = Token::LookAlike);
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
    assert!(world.deposits().await.is_empty());
    assert_eq!(world.status(order.id).await, OrderStatus::Pending);
    world.assert_balanced().await;
}

async fn a_failed_receipt_is_nothing(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.put(&order, |transaction| transaction.success = false);
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
    assert_eq!((world.points(ann.uid).await, world.deposits().await.len()), (0, 0));
    world.assert_balanced().await;
}

async fn a_zero_value_transfer_is_nothing(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.put(&order, |transaction| transaction.transfers[0].value = 0);
    assert_eq!(world.look().await, Tick::Looked { transfers: 0 });
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
    assert_eq!(world.look().await, Tick::Looked { transfers: 2 });
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
    world.look().await;
    assert_eq!((world.points(ann.uid).await, world.unmatched().await.len()), (10_000_000, 1));
    // The amount stays reserved: the second payment of one can never pay another's order.
    let other = world.order(&bob, "10").await;
    assert_ne!(other.asked.amount, order.asked.amount);
    world.assert_balanced().await;
}

async fn a_wallet_changed_while_an_order_is_open_still_receives(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let old = world.order(&ann, "10").await;
    let mut tx = world.store.begin().await.unwrap();
    world.topups.use_wallet(&mut *tx, &crate::world::wallet(2), "second").await.unwrap();
    tx.save().await.unwrap();
    let new = world.order(&bob, "10").await;
    assert_ne!(old.asked.address, new.asked.address);
    assert_eq!(old.asked.amount, new.asked.amount, "another address, so the same amount is free");
    assert_eq!(world.order(&ann, "10").await.id, old.id, "the open order stays the same");
    world.pay(&old);
    world.pay(&new);
    world.look().await;
    for order in [&old, &new] {
        assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    }
    // The old address is watched until its last reservation is over, and then no more.
    let watched = async |world: &World| {
        let watched = world.store.read().await.unwrap().watched().await.unwrap();
        watched.into_iter().map(|one| one.address).collect::<Vec<_>>()
    };
    world.clock.advance(20 * 60 + 3 * 3600 - 60);
    world.look().await;
    assert!(watched(&world).await.contains(&old.asked.address));
    world.clock.advance(10 * 60);
    world.look().await;
    assert!(watched(&world).await.is_empty());
    world.assert_balanced().await;
}

async fn a_receipt_that_is_not_final_yet_is_asked_for_again(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    let txid = world.put(&order, |transaction| transaction.is_final = false);
    // Other payments go on meanwhile, for longer than the overlap of two looks.
    for minutes in 0..5 {
        assert_eq!(world.look().await, Tick::Looked { transfers: usize::from(minutes > 0) });
        world.clock.advance(15 * 60);
        world.pay_in(&order, 5 + minutes, 0);
    }
    assert_eq!(world.status(order.id).await, OrderStatus::Expired);
    world.chain.make_final(&txid);
    world.look().await;
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    world.assert_balanced().await;
}

async fn a_user_names_the_transaction_of_an_expired_order(world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let (late, missed) = (world.order(&ann, "10").await, world.order(&bob, "20").await);
    let in_time = world.pay_in(&missed, 0, 5);
    let too_late = world.pay_in(&late, 0, 21 * 60);
    let foreign = world.chain.pay(&crate::world::wallet(9), 10_000_000).unwrap();
    world.clock.advance(22 * 60);
    let look = async |who, order: &numsift_model::recharge::Order, txid: &str| {
        world.topups.look_at(Scope::Own(who), order.id, txid).await
    };
    // Nobody watched: the user says where the money is.
    let found = look(bob.uid, &missed, &in_time.to_ascii_uppercase()).await.unwrap();
    assert_eq!(found.status, OrderStatus::Paid);
    assert_eq!(look(bob.uid, &missed, &in_time).await.unwrap().status, OrderStatus::Paid);
    // Somebody else's payment does nothing for the one who names it.
    assert_eq!(look(ann.uid, &late, &in_time).await.unwrap().status, OrderStatus::Pending);
    assert_eq!(look(ann.uid, &late, &too_late).await.unwrap().status, OrderStatus::Late);
    assert!(matches!(look(ann.uid, &late, &foreign).await, Err(TopUpError::PaysNothing)));
    assert!(matches!(look(ann.uid, &late, &"0".repeat(64)).await, Err(TopUpError::NotFinal)));
    assert!(matches!(look(ann.uid, &late, "../../x").await, Err(TopUpError::NotATransaction)));
    assert!(matches!(look(ann.uid, &missed, &in_time).await, Err(TopUpError::NotFound)), "not her order");
    assert_eq!((world.points(ann.uid).await, world.points(bob.uid).await), (0, 20_000_000));
    // Each look costs the operator a request to the node: there is a limit.
    for _ in 0..20 {
        let _ = look(ann.uid, &late, &too_late).await;
    }
    assert!(matches!(look(ann.uid, &late, &too_late).await, Err(TopUpError::TooMany { .. })));
    world.assert_balanced().await;
}

async fn a_payment_of_a_cancelled_order_is_not_lost(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    let cancelled = world.topups.cancel(Scope::Own(ann.uid), order.id).await.unwrap();
    assert_eq!(cancelled.status, OrderStatus::Cancelled);
    world.pay(&order);
    world.look().await;
    assert_eq!(world.points(ann.uid).await, 10_000_000);
    world.assert_balanced().await;
}
