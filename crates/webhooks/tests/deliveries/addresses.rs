//! Internal addresses are refused when an endpoint is saved and when it is called.

use numsift_model::webhook::{DeliveryFault, DeliveryState};
use numsift_webhooks::{MAX_ENDPOINTS, TIMEOUT, UrlFault, WebhookError};

use crate::world::{World, on_both_stores};

on_both_stores!(
    urls_are_checked_when_an_endpoint_is_saved,
    urls_are_checked_again_before_every_attempt,
    the_number_of_endpoints_is_limited,
);

async fn urls_are_checked_when_an_endpoint_is_saved(world: World) {
    use UrlFault::{Internal, Malformed, NotHttps};
    let strict = world.another_process(&[], TIMEOUT);
    for (url, fault) in [
        ("https://127.0.0.1/", Internal),
        ("https://2130706433/", Internal),
        ("https://10.1.2.3/hook", Internal),
        ("https://169.254.169.254/latest/meta-data", Internal),
        ("https://[::1]:8443/", Internal),
        ("https://[::ffff:192.168.0.1]/", Internal),
        ("https://localhost/", Internal),
        ("http://1.1.1.1/", NotHttps),
        ("ftp://1.1.1.1/", NotHttps),
        ("https://ann:secret@1.1.1.1/", Malformed),
        ("https://1.1.1.1/#here", Malformed),
        ("1.1.1.1/hook", Malformed),
        ("data:text/plain,x", Malformed),
        ("", Malformed),
        (&format!("https://1.1.1.1/{}", "a".repeat(500)), Malformed),
    ] {
        match strict.check(World::request(url)).await {
            Err(WebhookError::Url(found)) => assert_eq!(found, fault, "{url}"),
            other => panic!("{url}: {other:?}"),
        }
    }
    let valid = strict.check(World::request(" https://1.1.1.1:8443/hook?a=b ")).await.unwrap();
    assert_eq!(valid.url, "https://1.1.1.1:8443/hook?a=b");
    assert!(
        world.webhooks.check(World::request("http://127.0.0.1:9/")).await.is_ok(),
        "allowed by the operator"
    );
    let mut without_events = World::request("https://1.1.1.1/");
    without_events.events.clear();
    assert!(matches!(strict.check(without_events).await, Err(WebhookError::Invalid("events", _))));
}

async fn urls_are_checked_again_before_every_attempt(mut world: World) {
    world.endpoint().await;
    world.emit(1).await;
    let strict = world.another_process(&[], TIMEOUT);
    assert_eq!(strict.send_due().await.unwrap(), 1);
    let waits = world.deliveries().await.remove(0);
    assert_eq!(
        (waits.state, waits.last_error),
        (DeliveryState::Pending, Some(DeliveryFault::RefusedAddress))
    );
    // The same for a host name that resolves to an internal address.
    let (id, _) = world.endpoint().await;
    let mut tx = world.store.begin().await.unwrap();
    let mut settings = tx.webhook(world.uid, id).await.unwrap().unwrap().settings;
    settings.url = world.url.replace("127.0.0.1", "localhost");
    tx.edit_webhook(id, &settings).await.unwrap();
    tx.save().await.unwrap();
    world.emit(2).await;
    assert_eq!(strict.send_due().await.unwrap(), 2);
    let refused = world.deliveries().await;
    assert!(refused.iter().all(|one| one.last_error == Some(DeliveryFault::RefusedAddress)));
    assert!(world.received().is_empty());
}

async fn the_number_of_endpoints_is_limited(world: World) {
    for _ in 0..MAX_ENDPOINTS {
        world.endpoint().await;
    }
    let settings = world.webhooks.check(World::request(&world.url)).await.unwrap();
    let mut tx = world.store.begin().await.unwrap();
    let refused = world.webhooks.create(&mut *tx, world.uid, &settings).await;
    assert!(matches!(refused, Err(WebhookError::TooMany { most: MAX_ENDPOINTS })));
}
