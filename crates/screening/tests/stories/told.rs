//! What an account's own programs are told when a task ends.

use numsift_model::clock::Clock;
use numsift_model::page::Page;
use numsift_model::task::TaskMode;
use numsift_model::webhook::{WebhookEvent, WebhookSettings};
use numsift_store::DeliveryFilter;
use serde_json::{Value, json};

use crate::world::{World, on_both_stores};

on_both_stores!(
    endpoints_are_told_that_a_task_failed,
    endpoints_are_told_that_a_task_is_done,
    a_task_that_its_owner_cancels_is_no_news,
);

async fn endpoint(world: &World) {
    let settings = WebhookSettings {
        url: "https://example.com/hook".to_owned(),
        description: String::new(),
        events: [WebhookEvent::TaskCompleted, WebhookEvent::TaskFailed].into(),
        enabled: true,
    };
    let mut tx = world.store.begin().await.unwrap();
    tx.add_webhook(world.account.uid, &settings, world.clock.now(), 1).await.unwrap().unwrap();
    tx.save().await.unwrap();
}

/// What waits to be sent: each message's event, name and body.
async fn waiting(world: &World) -> Vec<(WebhookEvent, String, Value)> {
    let page = Page::new(1, 50).unwrap();
    let mut tx = world.store.read().await.unwrap();
    let all = tx.deliveries(world.account.uid, DeliveryFilter::default(), page).await.unwrap();
    let told = |payload: &str| serde_json::from_str(payload).unwrap();
    all.items.into_iter().map(|one| (one.event, one.message_id, told(&one.payload))).collect()
}

async fn endpoints_are_told_that_a_task_failed(world: &World) {
    endpoint(world).await;
    world.sync_channel().await;
    let list = world.mobiles(3000).await;
    let mut start = World::task(list.id, TaskMode::Single, &["whatsapp"]);
    start.error_threshold = Some(1);
    let id = world.start(start).await.unwrap();
    world.screening.work_off().await.unwrap();
    let progress = world.get_task(id).await.progress;
    assert!(progress.unknown > 0 && progress.charged.0 > 0);
    let told = json!({
        "type": "task.failed",
        "timestamp": world.clock.now().rfc3339(),
        "data": {
            "id": id, "name": "a task", "state": "failed", "reason": "too_many_unknown", "total": 3000,
            "done": 1000, "hits": progress.hits, "unknown": progress.unknown, "charged": progress.charged,
        },
    });
    assert_eq!(waiting(world).await, [(WebhookEvent::TaskFailed, format!("msg_task_failed_{id}"), told)]);
}

async fn endpoints_are_told_that_a_task_is_done(world: &World) {
    endpoint(world).await;
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let [(event, name, told)] = &waiting(world).await[..] else { panic!("one message") };
    assert_eq!(
        (*event, name.as_str()),
        (WebhookEvent::TaskCompleted, &*format!("msg_task_completed_{}", task.id))
    );
    assert_eq!((&told["type"], &told["data"]["state"]), (&json!("task.completed"), &json!("done")));
    assert_eq!((&told["data"]["reason"], &told["data"]["done"]), (&Value::Null, &json!(10)));
}

async fn a_task_that_its_owner_cancels_is_no_news(world: &World) {
    endpoint(world).await;
    let list = world.mobiles(10).await;
    let id = world.start(World::task(list.id, TaskMode::Single, &["hygiene"])).await.unwrap();
    let mut tx = world.store.begin().await.unwrap();
    world.screening.cancel(&mut *tx, world.scope(), id).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(waiting(world).await, []);
}
