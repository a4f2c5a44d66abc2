//! Crediting of deposits that match no order.

use numsift_model::id::{DepositId, OrderId, Uid};
use numsift_model::recharge::{DepositStatus, OrderStatus};
use numsift_topup::{CreditTo, TopUpError};

use crate::world::{World, on_both_stores};

on_both_stores!(
    a_late_payment_is_credited_to_its_order,
    an_over_payment_is_credited_to_an_account,
    a_reason_and_an_existing_recipient_are_required,
    concurrent_credits_count_once,
);

async fn credit(world: &World, id: DepositId, to: CreditTo, reason: &str) -> Result<(), TopUpError> {
    let mut tx = world.store.begin().await?;
    world.topups.credit(&mut *tx, id, to, reason, Uid(1)).await?;
    tx.save().await?;
    Ok(())
}

async fn a_late_payment_is_credited_to_its_order(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, 0, 21 * 60);
    world.clock.advance(22 * 60);
    world.poll().await;
    let late = world.unmatched().await.remove(0);
    credit(&world, late.id, CreditTo::Order(order.id), "the bank was slow").await.unwrap();
    assert_eq!(world.status(order.id).await, OrderStatus::Paid);
    assert_eq!(world.points(ann.uid).await, 10_000_000);
    let again = credit(&world, late.id, CreditTo::Account(ann.uid), "again").await;
    assert!(matches!(again, Err(TopUpError::AlreadyDecided)), "{again:?}");
    let decided = world.deposits().await.remove(0);
    assert_eq!(
        (decided.status, decided.decided_by, decided.reason.as_str()),
        (DepositStatus::Credited, Some(Uid(1)), "the bank was slow")
    );
    world.assert_balanced().await;
}

async fn an_over_payment_is_credited_to_an_account(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay(&order);
    world.pay_in(&order, 2_500_000, 0);
    world.poll().await;
    let over = world.unmatched().await.remove(0);
    let paid = credit(&world, over.id, CreditTo::Order(order.id), "r").await;
    assert!(matches!(paid, Err(TopUpError::AlreadyPaid)), "{paid:?}");
    credit(&world, over.id, CreditTo::Account(ann.uid), "paid twice").await.unwrap();
    assert_eq!(world.points(ann.uid).await, 10_000_000 + 12_500_000);
    world.assert_balanced().await;
}

async fn a_reason_and_an_existing_recipient_are_required(mut world: World) {
    let ann = world.account("ann").await;
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, 1, 0);
    world.poll().await;
    let id = world.unmatched().await.remove(0).id;
    for (id, to, reason) in [
        (id, CreditTo::Account(ann.uid), "  "),
        (id, CreditTo::Account(Uid(77)), "r"),
        (id, CreditTo::Order(OrderId(77)), "r"),
        (DepositId(77), CreditTo::Account(ann.uid), "r"),
    ] {
        let refused = credit(&world, id, to, reason).await;
        assert!(
            matches!(refused, Err(TopUpError::ReasonRequired | TopUpError::NotFound)),
            "{to:?}: {refused:?}"
        );
    }
    assert_eq!(world.points(ann.uid).await, 0);
    world.assert_balanced().await;
}

async fn concurrent_credits_count_once(mut world: World) {
    let (ann, bob) = (world.account("ann").await, world.account("bob").await);
    let order = world.order(&ann, "10").await;
    world.pay_in(&order, 1, 0);
    world.poll().await;
    let id = world.unmatched().await.remove(0).id;
    let clicks: Vec<_> = (0..8)
        .map(|n| {
            let (store, topups) = (world.store.clone(), world.topups.clone());
            let to = CreditTo::Account(if n % 2 == 0 { ann.uid } else { bob.uid });
            tokio::spawn(async move {
                let mut tx = store.begin().await.unwrap();
                let credited = topups.credit(&mut *tx, id, to, "click", Uid(1)).await.is_ok();
                if credited {
                    tx.save().await.unwrap();
                }
                usize::from(credited)
            })
        })
        .collect();
    let mut done = 0;
    for click in clicks {
        done += click.await.unwrap();
    }
    assert_eq!(done, 1);
    assert_eq!(world.points(ann.uid).await + world.points(bob.uid).await, 10_000_001);
    world.assert_balanced().await;
}
