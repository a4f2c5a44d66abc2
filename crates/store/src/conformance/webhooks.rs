//! Webhooks.

use numsift_model::clock::Timestamp;
use numsift_model::id::{DeliveryId, Uid, WebhookId};
use numsift_model::page::Page;
use numsift_model::webhook::{
    Delivery, DeliveryAttempt, DeliveryFault, DeliveryState, DisabledReason, SealedSecrets, WebhookEvent,
    WebhookSettings,
};
use serde_json::json;

use super::{Checked, NOW, customer, stored};
use crate::{DeliveryFilter, NewMessage, Scope, Tried, Tx};

fn settings(events: &[WebhookEvent]) -> WebhookSettings {
    WebhookSettings {
        url: "https://example.com/hook".into(),
        description: "mine".into(),
        events: events.iter().copied().collect(),
        enabled: true,
    }
}

fn message(uid: Uid, event: WebhookEvent, about: i64) -> NewMessage {
    NewMessage::new(uid, event, about, NOW, json!({ "id": about }))
}

async fn endpoint(tx: &mut dyn Tx, uid: Uid, events: &[WebhookEvent]) -> WebhookId {
    tx.add_webhook(uid, &settings(events), NOW, 100).await.unwrap().unwrap()
}

async fn all_of(tx: &mut dyn Tx, uid: Uid) -> Vec<Delivery> {
    let page = Page::new(1, 100).unwrap();
    tx.deliveries(uid, DeliveryFilter::default(), page).await.unwrap().items
}

async fn claim(tx: &mut dyn Tx, now: Timestamp, only: Option<DeliveryId>) -> Option<Delivery> {
    tx.claim_delivery(now, now.plus(60), 2, only).await.unwrap().map(|(delivery, _)| delivery)
}

fn tried(delivery: Delivery, at: Timestamp, state: DeliveryState) -> Tried {
    let good = state == DeliveryState::Delivered;
    let attempt = DeliveryAttempt {
        at,
        status: Some(if good { 204 } else { 500 }),
        error: (!good).then_some(DeliveryFault::Status),
        duration_ms: 12,
        answer: "so".into(),
    };
    Tried { delivery, attempt, state, next_try_at: at.plus(5) }
}

pub async fn endpoints_belong_to_their_account(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    let mut wanted = settings(&[WebhookEvent::OrderPaid, WebhookEvent::TaskFailed]);
    let first = tx.add_webhook(ann, &wanted, NOW, 2).await.unwrap().unwrap();
    let second = tx.add_webhook(ann, &wanted, NOW, 2).await.unwrap().unwrap();
    assert_eq!(tx.add_webhook(ann, &wanted, NOW, 2).await.unwrap(), None, "the limit is reached");
    assert!(tx.add_webhook(bob, &wanted, NOW, 2).await.unwrap().is_some());
    let secrets = SealedSecrets { current: vec![1, 2, 0, 255], old: Some((vec![3], NOW.plus(3600))) };
    tx.set_webhook_secrets(first, &secrets).await.unwrap();
    let read = tx.webhook(ann, first).await.unwrap().unwrap();
    assert_eq!((&read.settings, &read.secrets, read.created_at), (&wanted, &secrets, NOW));
    assert_eq!((read.last, read.failing_since, read.pending), (None, None, 0));
    assert!(tx.webhook(bob, first).await.unwrap().is_none(), "another account");
    wanted.url = "https://example.com/other".into();
    wanted.events = [WebhookEvent::BalanceLow].into();
    tx.edit_webhook(first, &wanted).await.unwrap();
    let ids: Vec<_> = tx.webhooks(ann).await.unwrap().into_iter().map(|one| (one.id, one.settings)).collect();
    assert_eq!(ids[0], (first, wanted));
    assert_eq!(ids[1].0, second);
    assert!(!tx.remove_webhook(bob, first).await.unwrap(), "another account");
    assert!(tx.remove_webhook(ann, first).await.unwrap());
    assert!(!tx.remove_webhook(ann, first).await.unwrap());
    assert_eq!(tx.webhooks(ann).await.unwrap().len(), 1);
    tx.save().await.unwrap();
}

pub async fn a_message_also_goes_to_the_endpoint_it_names(store: Checked) {
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    let named = endpoint(&mut *tx, ann, &[]).await;
    let both = endpoint(&mut *tx, ann, &[WebhookEvent::TaskCompleted]).await;
    let theirs = endpoint(&mut *tx, bob, &[]).await;
    let told = |about| message(ann, WebhookEvent::TaskCompleted, about);
    tx.tell_webhooks(&told(1).also_to(Some(named))).await.unwrap();
    tx.tell_webhooks(&told(2).also_to(Some(both))).await.unwrap();
    tx.tell_webhooks(&told(3).also_to(Some(theirs))).await.unwrap();
    let mut sent: Vec<_> =
        all_of(&mut *tx, ann).await.into_iter().map(|one| (one.message_id, one.webhook)).collect();
    sent.sort();
    let id = |about: i64| format!("msg_task_completed_{about}");
    assert_eq!(sent, [(id(1), named), (id(1), both), (id(2), both), (id(3), both)]);
    assert_eq!(all_of(&mut *tx, bob).await.len(), 0, "an endpoint of another account");
    let off = WebhookSettings { enabled: false, ..settings(&[]) };
    tx.edit_webhook(named, &off).await.unwrap();
    tx.tell_webhooks(&told(4).also_to(Some(named))).await.unwrap();
    assert!(all_of(&mut *tx, ann).await.iter().all(|one| one.webhook != named || one.message_id == id(1)));
    tx.save().await.unwrap();
}

pub async fn a_message_is_sent_once_to_subscribers(store: Checked) {
    use WebhookEvent::{OrderPaid, TaskCompleted};
    let (ann, bob) = (stored(&store, &customer("ann")).await, stored(&store, &customer("bob")).await);
    let mut tx = store.begin().await.unwrap();
    let both = endpoint(&mut *tx, ann, &[TaskCompleted, OrderPaid]).await;
    let orders = endpoint(&mut *tx, ann, &[OrderPaid]).await;
    let off = endpoint(&mut *tx, ann, &[OrderPaid]).await;
    assert!(tx.disable_webhook(off, DisabledReason::Gone).await.unwrap());
    endpoint(&mut *tx, bob, &[TaskCompleted, OrderPaid]).await;
    for _ in 0..2 {
        tx.tell_webhooks(&message(ann, TaskCompleted, 7)).await.unwrap();
        tx.tell_webhooks(&message(ann, OrderPaid, 7)).await.unwrap();
        tx.tell_webhooks(&message(ann, WebhookEvent::BalanceLow, 7)).await.unwrap();
    }
    let made = all_of(&mut *tx, ann).await;
    let found: Vec<_> = made.iter().map(|one| (one.webhook, one.event)).collect();
    assert_eq!(found, [(orders, OrderPaid), (both, OrderPaid), (both, TaskCompleted)]);
    assert_eq!((made[0].message_id.as_str(), made[0].state), ("msg_order_paid_7", DeliveryState::Pending));
    assert_eq!(made[0].message_id, made[1].message_id);
    let body: serde_json::Value = serde_json::from_str(&made[2].payload).unwrap();
    let expected = json!({"type": "task.completed", "timestamp": "2027-01-15T08:00:00Z", "data": {"id": 7}});
    assert_eq!(body, expected);
    assert!(all_of(&mut *tx, bob).await.is_empty(), "another account");
    assert!(tx.delivery(Scope::Own(bob), made[0].id).await.unwrap().is_none(), "another account");
    assert_eq!(tx.delivery(Scope::Own(ann), made[0].id).await.unwrap().as_ref(), Some(&made[0]));
    assert_eq!(tx.webhook(ann, both).await.unwrap().unwrap().pending, 2);
    let filter = DeliveryFilter { webhook: Some(both), state: Some(DeliveryState::Pending) };
    let page = tx.deliveries(ann, filter, Page::new(2, 1).unwrap()).await.unwrap();
    assert_eq!((page.total, page.items[0].id), (2, made[2].id));
    let ids = |found: Vec<Delivery>| found.into_iter().map(|delivery| delivery.id).collect::<Vec<_>>();
    let newest = ids(tx.deliveries_before(ann, filter, None, 1).await.unwrap());
    assert_eq!(ids(tx.deliveries_before(ann, filter, Some(newest[0]), 1).await.unwrap()), [made[2].id]);
    assert!(tx.deliveries_before(ann, filter, Some(made[2].id), 1).await.unwrap().is_empty());
    assert!(tx.deliveries_before(bob, DeliveryFilter::default(), None, 9).await.unwrap().is_empty());
    let filter = DeliveryFilter { webhook: None, state: Some(DeliveryState::Failed) };
    assert!(tx.deliveries_before(ann, filter, None, 1).await.unwrap().is_empty());
    assert_eq!(tx.deliveries(ann, filter, Page::new(1, 1).unwrap()).await.unwrap().total, 0);
    // A test message is sent to a disabled endpoint, too.
    let test = tx.tell_webhook(off, &message(ann, WebhookEvent::Test, 1)).await.unwrap();
    assert_eq!(tx.delivery(Scope::Own(ann), test).await.unwrap().unwrap().webhook, off);
    tx.save().await.unwrap();
}

pub async fn only_the_claim_holder_records_an_attempt(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let hook = endpoint(&mut *tx, ann, &[WebhookEvent::OrderPaid]).await;
    assert!(!tx.delivery_is_due(NOW).await.unwrap());
    for order in 1..=3 {
        tx.tell_webhooks(&message(ann, WebhookEvent::OrderPaid, order)).await.unwrap();
    }
    assert!(!tx.delivery_is_due(NOW.plus(-1)).await.unwrap());
    assert!(tx.delivery_is_due(NOW).await.unwrap());
    let early = tx.backlog(NOW.plus(-1)).await.unwrap();
    assert_eq!((early.pending_deliveries, early.due_deliveries, early.oldest_delivery_s), (3, 0, 0));
    let late = tx.backlog(NOW.plus(4)).await.unwrap();
    assert_eq!((late.pending_deliveries, late.due_deliveries, late.oldest_delivery_s), (3, 3, 4));
    let first = claim(&mut *tx, NOW, None).await.unwrap();
    let second = claim(&mut *tx, NOW, None).await.unwrap();
    assert!(first.id < second.id, "oldest first");
    assert!(claim(&mut *tx, NOW, None).await.is_none(), "at most two at a time per endpoint");
    assert!(claim(&mut *tx, NOW, Some(first.id)).await.is_none(), "claimed");

    assert!(tx.note_attempt(&tried(first.clone(), NOW, DeliveryState::Delivered)).await.unwrap());
    assert!(
        !tx.note_attempt(&tried(first.clone(), NOW, DeliveryState::Failed)).await.unwrap(),
        "already decided"
    );
    tx.give_back_delivery(second.id, second.epoch).await.unwrap();
    let again = claim(&mut *tx, NOW, Some(second.id)).await.unwrap();
    assert_eq!((again.epoch, again.tries), (second.epoch + 1, 0), "given back untried");
    assert!(
        !tx.note_attempt(&tried(second, NOW, DeliveryState::Failed)).await.unwrap(),
        "of an earlier taker"
    );

    assert!(tx.note_attempt(&tried(again.clone(), NOW, DeliveryState::Pending)).await.unwrap());
    let waits = tx.delivery(Scope::All, again.id).await.unwrap().unwrap();
    assert_eq!((waits.step, waits.tries, waits.next_try_at), (1, 1, NOW.plus(5)));
    assert_eq!((waits.last_status, waits.last_error), (Some(500), Some(DeliveryFault::Status)));
    assert_eq!((waits.attempts.len(), waits.attempts[0].answer.as_str()), (1, "so"));
    let seen = tx.webhook(ann, hook).await.unwrap().unwrap();
    assert_eq!((seen.last, seen.failing_since), (Some((DeliveryState::Pending, NOW)), Some(NOW)));
    assert!(claim(&mut *tx, NOW.plus(4), Some(again.id)).await.is_none(), "not yet");
    let late = claim(&mut *tx, NOW.plus(5), Some(again.id)).await.unwrap();
    assert!(claim(&mut *tx, NOW.plus(65), Some(late.id)).await.is_none(), "still leased");
    let late = claim(&mut *tx, NOW.plus(66), Some(late.id)).await.unwrap();
    assert!(tx.note_attempt(&tried(late, NOW.plus(66), DeliveryState::Failed)).await.unwrap());
    assert_eq!(tx.webhook(ann, hook).await.unwrap().unwrap().failing_since, Some(NOW));

    assert!(tx.replay_delivery(again.id, NOW.plus(70)).await.unwrap());
    let anew = claim(&mut *tx, NOW.plus(70), Some(again.id)).await.unwrap();
    assert_eq!((anew.step, anew.tries, anew.attempts.len()), (0, 2, 2));
    assert!(!tx.replay_delivery(again.id, NOW.plus(71)).await.unwrap(), "somebody is at it");
    assert!(tx.note_attempt(&tried(anew, NOW.plus(71), DeliveryState::Delivered)).await.unwrap());
    let seen = tx.webhook(ann, hook).await.unwrap().unwrap();
    assert_eq!((seen.last, seen.failing_since), (Some((DeliveryState::Delivered, NOW.plus(71))), None));
    tx.save().await.unwrap();
}

pub async fn a_disabled_endpoint_has_no_pending_deliveries(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    let hook = endpoint(&mut *tx, ann, &[WebhookEvent::OrderPaid]).await;
    tx.tell_webhooks(&message(ann, WebhookEvent::OrderPaid, 1)).await.unwrap();
    let taken = claim(&mut *tx, NOW, None).await.unwrap();
    assert!(tx.disable_webhook(hook, DisabledReason::Failing).await.unwrap());
    assert!(!tx.disable_webhook(hook, DisabledReason::Gone).await.unwrap(), "it is off");
    let off = tx.webhook(ann, hook).await.unwrap().unwrap();
    assert_eq!(
        (off.settings.enabled, off.disabled_reason, off.pending),
        (false, Some(DisabledReason::Failing), 0)
    );
    assert!(!tx.note_attempt(&tried(taken.clone(), NOW, DeliveryState::Delivered)).await.unwrap());
    let over = tx.delivery(Scope::All, taken.id).await.unwrap().unwrap();
    assert_eq!((over.state, over.last_error), (DeliveryState::Failed, Some(DeliveryFault::Disabled)));
    tx.tell_webhooks(&message(ann, WebhookEvent::OrderPaid, 2)).await.unwrap();
    assert_eq!(all_of(&mut *tx, ann).await.len(), 1, "nothing is told while it is off");
    tx.edit_webhook(hook, &off.settings).await.unwrap();
    assert_eq!(tx.webhook(ann, hook).await.unwrap().unwrap().disabled_reason, Some(DisabledReason::Failing));
    tx.edit_webhook(hook, &WebhookSettings { enabled: true, ..off.settings }).await.unwrap();
    let on = tx.webhook(ann, hook).await.unwrap().unwrap();
    assert_eq!((on.settings.enabled, on.disabled_reason, on.failing_since), (true, None, None));
    assert!(tx.replay_delivery(taken.id, NOW.plus(9)).await.unwrap());
    assert_eq!(tx.sweep_messages(NOW).await.unwrap(), 0);
    assert_eq!(tx.sweep_messages(NOW.plus(1)).await.unwrap(), 1);
    assert!(all_of(&mut *tx, ann).await.is_empty());
    tx.save().await.unwrap();
}

pub async fn concurrent_claims_never_share_a_delivery(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let mut tx = store.begin().await.unwrap();
    for _ in 0..4 {
        endpoint(&mut *tx, ann, &[WebhookEvent::OrderPaid]).await;
    }
    for order in 1..=5 {
        tx.tell_webhooks(&message(ann, WebhookEvent::OrderPaid, order)).await.unwrap();
    }
    tx.save().await.unwrap();
    let mut takers = Vec::new();
    for _ in 0..4 {
        let store = store.clone();
        takers.push(tokio::spawn(async move {
            let mut mine = Vec::new();
            for _ in 0..5 {
                let mut tx = store.begin().await.unwrap();
                let taken = tx.claim_delivery(NOW, NOW.plus(60), 100, None).await.unwrap();
                tx.save().await.unwrap();
                mine.extend(taken.map(|(delivery, _)| delivery.id));
            }
            mine
        }));
    }
    let mut taken = Vec::new();
    for taker in takers {
        taken.extend(taker.await.unwrap());
    }
    let count = taken.len();
    taken.sort_unstable();
    taken.dedup();
    assert_eq!((count, taken.len()), (20, 20));
}
