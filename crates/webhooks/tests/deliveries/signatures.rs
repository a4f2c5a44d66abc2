//! Signatures, checked with the published library.

use numsift_model::clock::Clock as _;
use numsift_model::webhook::DeliveryState;

use crate::world::{World, on_both_stores};

on_both_stores!(
    messages_are_signed,
    both_secrets_sign_while_they_overlap,
    secrets_are_sealed_for_their_endpoint
);

async fn messages_are_signed(mut world: World) {
    let (id, secret) = world.endpoint().await;
    let (_, other) = world.endpoint().await;
    world.emit(7).await;
    assert_eq!(world.webhooks.send_due().await.unwrap(), 2);
    let received = world.received();
    assert_eq!(received.len(), 2);
    for secret in [&secret, &other] {
        assert_eq!(received.iter().filter(|one| one.is_signed_with(secret)).count(), 1);
    }
    for one in &received {
        assert_eq!(one.header("webhook-id"), "msg_order_paid_7");
        assert_eq!(one.header("webhook-timestamp"), world.clock.now().0.to_string());
        assert_eq!(one.header("content-type"), "application/json");
        let body: serde_json::Value = serde_json::from_slice(&one.body).unwrap();
        assert_eq!((&body["type"], &body["data"]["note"]), (&"order.paid".into(), &"“é”".into()));
        assert_eq!(body["timestamp"], world.clock.now().rfc3339());
    }
    let mut forged = received[0].clone();
    forged.body.push(b' ');
    assert!(!forged.is_signed_with(&secret) && !forged.is_signed_with(&other));
    let done = &world.deliveries().await[0];
    assert_eq!((done.state, done.tries, done.last_status), (DeliveryState::Delivered, 1, Some(204)));
    assert_eq!(world.webhook(id).await.last, Some((DeliveryState::Delivered, world.clock.now())));
    assert_eq!(world.webhooks.send_due().await.unwrap(), 0, "delivered once");
}

async fn both_secrets_sign_while_they_overlap(mut world: World) {
    let (id, first) = world.endpoint().await;
    let rotate = async |hours| {
        let mut tx = world.store.begin().await.unwrap();
        let rotated = world.webhooks.rotate(&mut *tx, world.uid, id, hours).await;
        tx.save().await.unwrap();
        rotated
    };
    assert!(rotate(-1).await.is_err() && rotate(169).await.is_err());
    let (webhook, second) = rotate(1).await.unwrap();
    assert_eq!(webhook.secrets.old.unwrap().1, world.clock.now().plus(3600));
    let (_, third) = rotate(1).await.unwrap();
    world.emit(1).await;
    world.webhooks.send_due().await.unwrap();
    let received = world.next_request().await;
    assert!(received.is_signed_with(&second) && received.is_signed_with(&third));
    assert!(!received.is_signed_with(&first), "only one old secret signs");
    world.clock.advance(3600);
    world.emit(2).await;
    world.webhooks.send_due().await.unwrap();
    let received = world.next_request().await;
    assert!(!received.header("webhook-signature").contains(' '), "the overlap is over");
    // The library's `verify` uses the system clock, so the signature is compared directly.
    let theirs = standardwebhooks::Webhook::new(&third).unwrap();
    let at = received.header("webhook-timestamp").parse().unwrap();
    let expected = theirs.sign(received.header("webhook-id"), at, &received.body).unwrap();
    assert_eq!(received.header("webhook-signature"), expected);
}

async fn secrets_are_sealed_for_their_endpoint(mut world: World) {
    let (first, secret) = world.endpoint().await;
    let (second, _) = world.endpoint().await;
    let stolen = world.webhook(first).await.secrets;
    let text = secret.strip_prefix("whsec_").unwrap();
    assert!(!String::from_utf8_lossy(&stolen.current).contains(text));
    let mut tx = world.store.begin().await.unwrap();
    tx.set_webhook_secrets(second, &stolen).await.unwrap();
    assert!(tx.remove_webhook(world.uid, first).await.unwrap());
    tx.save().await.unwrap();
    world.emit(1).await;
    assert!(world.webhooks.send_due().await.is_err(), "the secret cannot be opened for another endpoint");
    assert!(world.received().is_empty(), "nothing is sent unsigned");
}
