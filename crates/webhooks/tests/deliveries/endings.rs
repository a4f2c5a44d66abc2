//! Retries, failures, disabled endpoints, tests and replays.

use std::time::Duration;

use numsift_model::clock::{Clock as _, DAY_S};
use numsift_model::webhook::{DeliveryFault, DeliveryState, DisabledReason, WebhookEvent};
use numsift_webhooks::{RETRY_DELAYS_S, WebhookError};

use crate::world::{Answering, World, on_both_stores};

on_both_stores!(
    failures_are_retried_on_schedule,
    a_410_disables_the_endpoint,
    days_of_failures_disable_the_endpoint,
    responses_are_cut_and_redirects_are_not_followed,
    attempts_time_out,
    deliveries_can_be_replayed,
    tests_are_sent_once,
    messages_are_kept_for_a_month,
);

/// Advances the clock until the newest delivery is due and sends it. Returns the delay.
async fn next_try(world: &World) -> i64 {
    let next = world.deliveries().await[0].next_try_at;
    let wait = next.since(world.clock.now());
    world.clock.advance(wait - 1);
    assert_eq!(world.webhooks.send_due().await.unwrap(), 0, "not due yet");
    world.clock.advance(1);
    assert_eq!(world.webhooks.send_due().await.unwrap(), 1);
    wait
}

async fn failures_are_retried_on_schedule(mut world: World) {
    world.endpoint().await;
    world.answer_with(500);
    world.emit(1).await;
    assert_eq!(world.webhooks.send_due().await.unwrap(), 1);
    for (tried, wait) in RETRY_DELAYS_S.iter().enumerate().skip(1) {
        let state = &world.deliveries().await[0];
        assert_eq!((state.state, state.tries), (DeliveryState::Pending, i64::try_from(tried).unwrap()));
        assert_eq!((state.last_status, state.last_error), (Some(500), Some(DeliveryFault::Status)));
        let waited = next_try(&world).await;
        assert!((*wait..=wait + wait / 5).contains(&waited), "{waited} for {wait}");
    }
    let over = &world.deliveries().await[0];
    assert_eq!((over.state, over.tries, over.attempts.len()), (DeliveryState::Failed, 10, 10));
    let received = world.received();
    assert_eq!(received.len(), 10);
    assert!(received.iter().all(|one| one.header("webhook-id") == "msg_order_paid_1"));
    world.clock.advance(10 * DAY_S);
    assert_eq!(world.webhooks.send_due().await.unwrap(), 0, "no attempts are left");
}

async fn a_410_disables_the_endpoint(world: World) {
    let (id, _) = world.endpoint().await;
    world.answer_with(410);
    world.emit(1).await;
    world.emit(2).await;
    assert_eq!(world.webhooks.send_due().await.unwrap(), 1, "the pending delivery is cancelled");
    let off = world.webhook(id).await;
    assert_eq!((off.settings.enabled, off.disabled_reason), (false, Some(DisabledReason::Gone)));
    let deliveries = world.deliveries().await;
    assert!(deliveries.iter().all(|one| one.state == DeliveryState::Failed));
    assert_eq!(deliveries[0].last_error, Some(DeliveryFault::Disabled));
    assert_eq!(world.notification_titles().await, ["Webhook disabled"]);
    world.emit(3).await;
    assert_eq!(world.deliveries().await.len(), 2, "no new deliveries");
    let mut tx = world.store.begin().await.unwrap();
    let refused = world.webhooks.replay(&mut *tx, world.uid, deliveries[0].id).await;
    assert!(matches!(refused, Err(WebhookError::Off)));
}

async fn days_of_failures_disable_the_endpoint(world: World) {
    let (id, _) = world.endpoint().await;
    world.answer_with(503);
    for order in 1..=2 {
        world.emit(order).await;
        world.webhooks.send_due().await.unwrap();
        while world.deliveries().await[0].state == DeliveryState::Pending {
            assert!(world.webhook(id).await.settings.enabled);
            next_try(&world).await;
        }
    }
    let off = world.webhook(id).await;
    assert_eq!((off.settings.enabled, off.disabled_reason), (false, Some(DisabledReason::Failing)));
    assert_eq!(
        world.notification_titles().await,
        ["Webhook disabled"],
        "once, and not after the first failed delivery"
    );
}

async fn responses_are_cut_and_redirects_are_not_followed(mut world: World) {
    world.endpoint().await;
    let mut long = vec![b'a'; 100_000];
    long[5] = 0;
    long[6] = 0xff;
    world.answer(Answering::With(200, long));
    world.emit(1).await;
    world.webhooks.send_due().await.unwrap();
    let done = world.deliveries().await.remove(0);
    assert_eq!(done.state, DeliveryState::Delivered);
    let answer = &done.attempts[0].answer;
    assert_eq!((answer.chars().count(), &answer[..5]), (1024, "aaaaa"));
    assert!(!answer.contains('\0'));
    world.answer(Answering::Redirecting);
    world.emit(2).await;
    world.webhooks.send_due().await.unwrap();
    let waits = world.deliveries().await.remove(0);
    assert_eq!((waits.state, waits.last_status), (DeliveryState::Pending, Some(302)));
    assert_eq!(waits.last_error, Some(DeliveryFault::Redirect));
    assert_eq!(world.received().len(), 2);
}

async fn attempts_time_out(world: World) {
    world.endpoint().await;
    world.answer(Answering::Never);
    world.emit(1).await;
    let hasty = world.another_process(&["127.0.0.1"], Duration::from_millis(50));
    assert_eq!(hasty.send_due().await.unwrap(), 1);
    let waits = world.deliveries().await.remove(0);
    assert_eq!((waits.state, waits.last_status), (DeliveryState::Pending, None));
    assert_eq!(waits.last_error, Some(DeliveryFault::Timeout));
}

async fn deliveries_can_be_replayed(mut world: World) {
    world.endpoint().await;
    world.answer_with(500);
    world.emit(1).await;
    world.webhooks.send_due().await.unwrap();
    while world.deliveries().await[0].state == DeliveryState::Pending {
        next_try(&world).await;
    }
    world.received();
    let id = world.deliveries().await[0].id;
    world.answer_with(200);
    for round in 1..=2 {
        let mut tx = world.store.begin().await.unwrap();
        let again = world.webhooks.replay(&mut *tx, world.uid, id).await.unwrap();
        tx.save().await.unwrap();
        assert_eq!((again.state, again.message_id.as_str()), (DeliveryState::Pending, "msg_order_paid_1"));
        assert_eq!(world.webhooks.send_due().await.unwrap(), 1);
        let done = &world.deliveries().await[0];
        assert_eq!((done.state, done.tries), (DeliveryState::Delivered, 10 + round));
        assert_eq!(world.next_request().await.header("webhook-id"), "msg_order_paid_1");
    }
}

async fn tests_are_sent_once(mut world: World) {
    let (id, secret) = world.endpoint().await;
    world.answer_with(500);
    let begin = async || {
        let mut tx = world.store.begin().await.unwrap();
        let begun = world.webhooks.begin_test(&mut *tx, world.uid, id).await;
        tx.save().await.unwrap();
        begun
    };
    world.webhooks.deliver(begin().await.unwrap()).await.unwrap();
    let failed = world.deliveries().await.remove(0);
    assert_eq!((failed.state, failed.event, failed.tries), (DeliveryState::Failed, WebhookEvent::Test, 1));
    let mut refused = None;
    for _ in 0..30 {
        refused = begin().await.err();
    }
    assert!(matches!(refused, Some(WebhookError::TooOften { .. })), "{refused:?}");
    assert!(world.next_request().await.is_signed_with(&secret));
}

async fn messages_are_kept_for_a_month(world: World) {
    world.endpoint().await;
    world.emit(1).await;
    world.webhooks.send_due().await.unwrap();
    world.clock.advance(30 * DAY_S);
    world.emit(2).await;
    assert_eq!(world.webhooks.sweep().await.unwrap(), 0);
    world.clock.advance(1);
    assert_eq!(world.webhooks.sweep().await.unwrap(), 1);
    assert_eq!(world.deliveries().await.len(), 1);
}
