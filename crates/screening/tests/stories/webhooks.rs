//! Webhook messages at the end of a task.

use numsift_model::clock::Clock;
use numsift_model::page::Page;
use numsift_model::task::TaskMode;
use numsift_model::webhook::{WebhookEvent, WebhookSettings};
use numsift_store::DeliveryFilter;
use serde_json::{Value, json};

use crate::world::{World, on_both_stores};

on_both_stores!(
    a_stopped_task_is_announced_as_failed,
    a_completed_task_is_announced,
    progress_is_told_every_ten_seconds,
    an_analysed_list_is_told,
    a_cancelled_task_is_not_announced,
);

async fn endpoint(world: &World) {
    endpoint_for(world, &[WebhookEvent::TaskCompleted, WebhookEvent::TaskFailed]).await;
}

async fn endpoint_for(world: &World, events: &[WebhookEvent]) {
    let settings = WebhookSettings {
        url: "https://example.com/hook".to_owned(),
        description: String::new(),
        events: events.iter().copied().collect(),
        enabled: true,
    };
    let mut tx = world.store.begin().await.unwrap();
    tx.add_webhook(world.account.uid, &settings, world.clock.now(), 1).await.unwrap().unwrap();
    tx.save().await.unwrap();
}

/// The queued messages: event, id and payload.
async fn waiting(world: &World) -> Vec<(WebhookEvent, String, Value)> {
    let page = Page::new(1, 50).unwrap();
    let mut tx = world.store.read().await.unwrap();
    let all = tx.deliveries(world.account.uid, DeliveryFilter::default(), page).await.unwrap();
    let told = |payload: &str| serde_json::from_str(payload).unwrap();
    all.items.into_iter().map(|one| (one.event, one.message_id, told(&one.payload))).collect()
}

async fn a_stopped_task_is_announced_as_failed(world: &World) {
    endpoint(world).await;
    world.sync_channel().await;
    let list = world.mobiles(3000).await;
    let mut start = World::task(list.id, TaskMode::Single, &["whatsapp"]);
    start.error_threshold = Some(1);
    let id = world.start(start).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let progress = world.get_task(id).await.progress;
    assert!(progress.unknown > 0 && progress.charged.0 > 0);
    let told = json!({
        "type": "task.failed",
        "timestamp": world.clock.now().rfc3339(),
        "data": {
            "id": id, "name": "a task", "state": "failed", "reason": "too_many_unknown", "total": 3000,
            "done": 1000, "hits": progress.hits, "unknown": progress.unknown, "failed": 0,
            "charged": progress.charged,
        },
    });
    assert_eq!(waiting(world).await, [(WebhookEvent::TaskFailed, format!("msg_task_failed_{id}"), told)]);
}

async fn a_completed_task_is_announced(world: &World) {
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

async fn a_cancelled_task_is_not_announced(world: &World) {
    endpoint(world).await;
    let list = world.mobiles(10).await;
    let id = world.start(World::task(list.id, TaskMode::Single, &["hygiene"])).await.unwrap();
    world.cancel(id).await;
    assert_eq!(waiting(world).await, []);
}

async fn progress_is_told_every_ten_seconds(world: &World) {
    endpoint_for(world, &[WebhookEvent::TaskProgress]).await;
    world.sync_channel().await;
    let list = world.mobiles(3000).await;
    let start = |list| World::task(list, TaskMode::Single, &["whatsapp"]);
    world.start(start(list.id)).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    assert_eq!(waiting(world).await, [], "it took less than ten seconds");

    let id = world.start(start(list.id)).await.unwrap();
    world.clock.advance(10);
    world.screening.run_until_idle().await.unwrap();
    let [(event, name, told)] = &waiting(world).await[..] else { panic!("one message within ten seconds") };
    let now = world.clock.now();
    assert_eq!((*event, name), (WebhookEvent::TaskProgress, &format!("msg_task_progress_{id}_{}", now.0)));
    let data = &told["data"];
    assert_eq!((&data["id"], &data["state"], &data["total"]), (&json!(id), &json!("running"), &json!(3000)));
    let done = data["done"].as_i64().unwrap();
    assert!((1..3000).contains(&done), "{told}");

    // Another process finds that the message was written.
    let mut tx = world.store.begin().await.unwrap();
    assert!(!tx.take_progress(id, now.plus(9), now.plus(-1)).await.unwrap());
    assert!(tx.take_progress(id, now.plus(10), now).await.unwrap());
    assert!(!tx.take_progress(id, now.plus(10), now).await.unwrap());
}

async fn an_analysed_list_is_told(world: &World) {
    endpoint_for(world, &[WebhookEvent::ListAnalysed]).await;
    let list = world.mobiles(10).await;
    let [(event, _, told)] = &waiting(world).await[..] else { panic!("one message") };
    assert_eq!(*event, WebhookEvent::ListAnalysed);
    let data = &told["data"];
    assert_eq!(
        (&data["id"], &data["state"], &data["kind"]),
        (&json!(list.id), &json!("ready"), &json!("upload"))
    );
    assert_eq!((&data["numbers"], &data["rows"], &data["error"]), (&json!(10), &json!(10), &Value::Null));
}
