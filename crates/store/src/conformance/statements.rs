//! Charges of tasks by price, and the conditions of channels.

use numsift_model::account::{AccountType, NewAccount};
use numsift_model::channel::{ChannelCondition, ChannelState};
use numsift_model::id::TaskId;
use numsift_model::money::Points;
use numsift_model::task::TaskCharge;
use numsift_model::webhook::{WebhookEvent, WebhookSettings};

use super::screening::{claim, done, with_task};
use super::{Checked, NOW, customer, stored};

pub async fn charges_of_a_task_add_up_by_price(store: Checked) {
    let (_, _, task) = with_task(&store).await;
    let charge = |project: &str, price, numbers| TaskCharge {
        project: project.to_owned(),
        price: Points(price),
        numbers,
    };
    let mut tx = store.begin().await.unwrap();
    assert_eq!(tx.task_charges(task).await.unwrap(), []);
    tx.add_task_charges(task, &[charge("whatsapp", 100, 3), charge("whatsapp", 40, 1)]).await.unwrap();
    tx.add_task_charges(task, &[charge("whatsapp", 100, 4), charge("carrier", 7, 2)]).await.unwrap();
    tx.add_task_charges(task, &[]).await.unwrap();
    let expected = [charge("carrier", 7, 2), charge("whatsapp", 40, 1), charge("whatsapp", 100, 7)];
    assert_eq!(tx.task_charges(task).await.unwrap(), expected);
    assert_eq!(tx.task_charges(TaskId(task.0 + 1)).await.unwrap(), []);
    assert_eq!(tx.task_bookings(task).await.unwrap(), [], "nothing is posted");
}

pub async fn failures_of_chunks_are_counted(store: Checked) {
    let (_, _, task) = with_task(&store).await;
    for failed in [2, 0, 1] {
        let chunk = claim(&store).await.unwrap();
        let mut tx = store.begin().await.unwrap();
        let answered = numsift_model::task::ChunkDone { failed, ..done(1) };
        tx.commit_chunk(&chunk, &answered).await.unwrap().unwrap();
        tx.save().await.unwrap();
    }
    let mut tx = store.read().await.unwrap();
    assert_eq!(tx.task(crate::Scope::All, task).await.unwrap().unwrap().progress.failed, 3);
}

pub async fn the_condition_of_a_channel_changes_once(store: Checked) {
    let state = |condition, after| ChannelState {
        channel: "hlr".to_owned(),
        condition,
        since: NOW.plus(after),
        detail: "HTTP 503".to_owned(),
    };
    let (down, working) = (state(ChannelCondition::Down, 1), state(ChannelCondition::Working, 9));
    let change = async |new: &ChannelState, was| {
        let mut tx = store.begin().await.unwrap();
        let changed = tx.change_channel_state(new, was).await.unwrap();
        tx.save().await.unwrap();
        changed
    };
    let states = async || store.read().await.unwrap().channel_states().await.unwrap();
    assert_eq!(states().await, []);
    assert!(change(&down, ChannelCondition::Working).await, "a channel without a row works");
    assert!(!change(&down, ChannelCondition::Working).await, "another node was faster");
    assert_eq!(states().await, [down]);
    assert!(change(&working, ChannelCondition::Down).await);
    assert!(!change(&working, ChannelCondition::Down).await);
    assert_eq!(states().await, [working]);
    let mut tx = store.begin().await.unwrap();
    tx.forget_channel_state("hlr").await.unwrap();
    assert_eq!(tx.channel_states().await.unwrap(), []);
}

pub async fn staff_endpoints_are_found(store: Checked) {
    let ann = stored(&store, &customer("ann")).await;
    let boss = NewAccount {
        account_type: AccountType::Operator,
        roles: AccountType::Operator.default_roles(),
        ..customer("boss")
    };
    let boss = stored(&store, &boss).await;
    let settings = |enabled| WebhookSettings {
        url: "https://example.com/".to_owned(),
        description: String::new(),
        events: [WebhookEvent::ChannelChanged].into(),
        enabled,
    };
    let mut tx = store.begin().await.unwrap();
    tx.add_webhook(ann, &settings(true), NOW, 9).await.unwrap().unwrap();
    tx.add_webhook(boss, &settings(false), NOW, 9).await.unwrap().unwrap();
    assert_eq!(tx.staff_with_webhooks().await.unwrap(), []);
    for _ in 0..2 {
        tx.add_webhook(boss, &settings(true), NOW, 9).await.unwrap().unwrap();
    }
    assert_eq!(tx.staff_with_webhooks().await.unwrap(), [boss]);
}
