//! Several senders at the same time, and stopping one of them.

use std::collections::HashSet;

use numsift_model::webhook::DeliveryState;
use numsift_webhooks::TIMEOUT;
use tokio::sync::watch;

use crate::world::{Answering, World, on_both_stores};

on_both_stores!(
    the_sender_delivers_events,
    stopping_returns_unfinished_deliveries,
    two_processes_share_the_work,
    events_of_dropped_transactions_are_not_sent,
);

async fn the_sender_delivers_events(mut world: World) {
    let (_, secret) = world.endpoint().await;
    let (stop, stopped) = watch::channel(false);
    let running = tokio::spawn(world.webhooks.clone().run(stopped));
    world.emit(1).await;
    world.webhooks.wake();
    assert!(world.next_request().await.is_signed_with(&secret));
    stop.send_replace(true);
    running.await.unwrap();
}

async fn stopping_returns_unfinished_deliveries(mut world: World) {
    world.endpoint().await;
    world.answer(Answering::Never);
    world.emit(1).await;
    let (stop, stopped) = watch::channel(false);
    let running = tokio::spawn(world.webhooks.clone().run(stopped));
    world.next_request().await;
    stop.send_replace(true);
    running.await.unwrap();
    world.answer_with(200);
    let other = world.another_process(&["127.0.0.1"], TIMEOUT);
    assert_eq!(other.send_due().await.unwrap(), 1, "at once, not when the lease expires");
    let done = world.deliveries().await.remove(0);
    assert_eq!((done.state, done.tries), (DeliveryState::Delivered, 1));
}

async fn two_processes_share_the_work(mut world: World) {
    world.endpoint().await;
    for order in 1..=20 {
        world.emit(order).await;
    }
    let other = world.another_process(&["127.0.0.1"], TIMEOUT);
    let (mine, theirs) = tokio::join!(world.webhooks.send_due(), other.send_due());
    assert_eq!(mine.unwrap() + theirs.unwrap(), 20);
    let received = world.received();
    let ids: HashSet<_> = received.iter().map(|one| one.header("webhook-id").to_owned()).collect();
    assert_eq!((received.len(), ids.len()), (20, 20));
}

async fn events_of_dropped_transactions_are_not_sent(mut world: World) {
    world.endpoint().await;
    let mut tx = world.store.begin().await.unwrap();
    let data = serde_json::json!({});
    let at = numsift_model::clock::Clock::now(&*world.clock);
    let event = numsift_model::webhook::WebhookEvent::OrderPaid;
    tx.tell_webhooks(&numsift_store::NewMessage::new(world.uid, event, 1, at, data)).await.unwrap();
    drop(tx);
    assert_eq!(world.webhooks.send_due().await.unwrap(), 0);
    assert!(world.received().is_empty());
}
