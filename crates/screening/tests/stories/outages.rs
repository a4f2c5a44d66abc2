//! Providers that fail: tasks say why they wait and end with failures, staff are told once per change, and the numbers
//! can be checked again without paying twice.

use numsift_model::account::{AccountType, NewAccount};
use numsift_model::channel::ChannelCondition;
use numsift_model::clock::{Clock, Timestamp};
use numsift_model::id::{TaskId, Uid};
use numsift_model::page::Page;
use numsift_model::task::{TaskMode, TaskState};
use numsift_model::username::Username;
use numsift_model::webhook::{WebhookEvent, WebhookSettings};
use numsift_screening::{Screening, Waiting};
use numsift_sim::providers::{Fault, Provider};
use numsift_store::{DeliveryFilter, Scope};
use serde_json::Value;

use crate::world::{GIFT, World, on_both_stores};

on_both_stores!(
    staff_are_told_once_when_a_channel_fails_and_when_it_recovers,
    a_refused_channel_is_announced_once,
    an_expired_contract_is_announced,
    a_task_waits_until_its_provider_answers_again,
    a_task_gives_up_when_its_provider_failed_for_an_hour,
    a_task_without_answers_completes_with_failures,
    a_rerun_does_not_charge_paid_answers_again,
    a_waterfall_is_estimated_from_recent_hit_rates,
);

/// A channel whose breaker opens after two failures.
async fn fragile_channel(world: &World) {
    let mut config = world.sync_config();
    (config.breaker.failures, config.breaker.open_s, config.retry.max) = (2, 1, 0);
    world.add_channel(config, 10).await;
}

/// A member of staff with an endpoint for channel changes.
async fn staff(world: &World) -> Uid {
    let new = NewAccount {
        uid: None,
        username: Username::parse("boss").unwrap(),
        password_hash: "hash".into(),
        account_type: AccountType::Operator,
        roles: AccountType::Operator.default_roles(),
        invite_code: "CODE-boss".to_owned(),
        inviter: None,
        created_at: world.clock.now(),
    };
    let settings = WebhookSettings {
        url: "https://example.com/hook".to_owned(),
        description: String::new(),
        events: [WebhookEvent::ChannelChanged].into(),
        enabled: true,
    };
    let mut tx = world.store.begin().await.unwrap();
    let uid = tx.create_account(&new).await.unwrap();
    tx.add_webhook(uid, &settings, world.clock.now(), 1).await.unwrap().unwrap();
    tx.save().await.unwrap();
    uid
}

/// What a process does every few seconds.
async fn watch(process: &Screening) {
    process.channels.publish_health().await.unwrap();
    process.channels.watch().await.unwrap();
}

/// The conditions that the endpoint was told, oldest first.
async fn told(world: &World, staff: Uid) -> Vec<String> {
    let mut tx = world.store.read().await.unwrap();
    let page = Page::new(1, 50).unwrap();
    let all = tx.deliveries(staff, DeliveryFilter::default(), page).await.unwrap();
    let condition = |payload: &str| {
        let payload: Value = serde_json::from_str(payload).unwrap();
        payload["data"]["condition"].as_str().unwrap().to_owned()
    };
    all.items.iter().rev().map(|one| condition(&one.payload)).collect()
}

/// Live events about channels.
async fn channel_events(world: &World) -> usize {
    let events = world.store.read().await.unwrap().events(Timestamp(0), 0).await.unwrap();
    events.iter().filter(|event| event.kind == "channel" && event.uid.is_none() && event.data == "{}").count()
}

async fn waiting(world: &World, task: TaskId) -> Option<Waiting> {
    let mut tx = world.store.read().await.unwrap();
    let states = world.screening.channels.states(&mut *tx).await.unwrap();
    let task = tx.task(Scope::All, task).await.unwrap().unwrap();
    states.waiting(&task)
}

async fn staff_are_told_once_when_a_channel_fails_and_when_it_recovers(world: &World) {
    fragile_channel(world).await;
    let staff = staff(world).await;
    let list = world.mobiles(300).await;
    watch(&world.screening).await;
    assert_eq!(channel_events(world).await, 0, "a new channel works");
    world.control().set_fault(Provider::Sync, Fault::Down);
    world.run(list.id, "whatsapp").await;
    // Several processes look at it, several times.
    for process in [&world.screening, &world.another_process(), &world.screening] {
        watch(process).await;
    }
    assert_eq!((told(world, staff).await, channel_events(world).await), (vec!["down".to_owned()], 1));
    let page = Page::new(1, 50).unwrap();
    let inbox = world.store.read().await.unwrap().notifications_for(staff, false, page).await.unwrap();
    assert_eq!(inbox.total, 1, "one notice");
    let id = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    let why = waiting(world, id).await.unwrap();
    assert_eq!((why.channels, why.failing.len(), why.stopped), (1, 1, true));
    assert_eq!(why.failing[0].condition, ChannelCondition::Down);
    assert_eq!(why.since, world.clock.now());

    world.control().set_fault(Provider::Sync, Fault::None);
    world.clock.advance(5);
    world.screening.run_until_idle().await.unwrap();
    assert_eq!(world.get_task(id).await.state, TaskState::Completed);
    for process in [&world.screening, &world.another_process(), &world.screening] {
        watch(process).await;
    }
    assert_eq!(told(world, staff).await, ["down", "working"]);
    assert_eq!(channel_events(world).await, 2);
    let next = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    assert_eq!(waiting(world, next).await, None);
    world.cancel(next).await;
}

async fn a_refused_channel_is_announced_once(world: &World) {
    fragile_channel(world).await;
    let staff = staff(world).await;
    let list = world.mobiles(10).await;
    // The credit is used up.
    world.control().set_fault(Provider::Sync, Fault::Status(402));
    let task = world.run(list.id, "whatsapp").await;
    assert_eq!((task.progress.failed, task.reason.as_str()), (10, "provider_failures"));
    watch(&world.screening).await;
    watch(&world.another_process()).await;
    assert_eq!(told(world, staff).await, ["refused"]);
}

async fn an_expired_contract_is_announced(world: &World) {
    let mut config = world.sync_config();
    let contract = config.contract.as_mut().unwrap();
    "2099-01-01".clone_into(&mut contract.expires);
    world.add_channel(config, 10).await;
    let staff = staff(world).await;
    watch(&world.screening).await;
    assert!(told(world, staff).await.is_empty());
    world.clock.advance(100 * 365 * 86_400);
    watch(&world.screening).await;
    watch(&world.screening).await;
    assert_eq!(told(world, staff).await, ["expired"]);
}

/// How long tasks wait for a provider, in seconds.
const PATIENCE: i64 = 3600;

async fn a_task_waits_until_its_provider_answers_again(world: &World) {
    fragile_channel(world).await;
    let list = world.mobiles(300).await;
    world.control().set_fault(Provider::Sync, Fault::Down);
    let task = world.run(list.id, "whatsapp").await;
    // Most of an hour later it has still lost nothing.
    world.clock.advance(PATIENCE - 10);
    world.screening.run_until_idle().await.unwrap();
    let waits = world.get_task(task.id).await;
    assert_eq!((waits.state, waits.progress.done, waits.progress.unknown), (TaskState::Running, 0, 0));
    world.control().set_fault(Provider::Sync, Fault::None);
    world.clock.advance(5);
    world.screening.run_until_idle().await.unwrap();
    let done = world.get_task(task.id).await;
    assert_eq!((done.state, done.reason.as_str()), (TaskState::Completed, ""));
    assert_eq!((done.progress.done, done.progress.failed), (300, 0));
}

async fn a_task_gives_up_when_its_provider_failed_for_an_hour(world: &World) {
    fragile_channel(world).await;
    let list = world.mobiles(300).await;
    world.control().set_fault(Provider::Sync, Fault::Down);
    let task = world.run(list.id, "whatsapp").await;
    assert_eq!(task.state, TaskState::Running);
    world.clock.advance(PATIENCE);
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(task.id).await;
    assert_eq!((task.state, task.reason.as_str()), (TaskState::Completed, "provider_failures"));
    assert_eq!((task.progress.failed, world.spendable().await), (300, GIFT));
}

async fn a_task_without_answers_completes_with_failures(world: &World) {
    fragile_channel(world).await;
    let list = world.mobiles(40).await;
    world.control().set_fault(Provider::Sync, Fault::Down);
    // One request fails, which does not open the breaker.
    let task = world.run(list.id, "whatsapp").await;
    assert_eq!((task.state, task.reason.as_str()), (TaskState::Completed, "provider_failures"));
    assert_eq!((task.progress.unknown, task.progress.failed), (40, 40));
    assert_eq!(world.spendable().await, GIFT);
    world.control().set_fault(Provider::Sync, Fault::None);
    world.clock.advance(5);
    let good = world.run(list.id, "whatsapp").await;
    assert_eq!((good.reason.as_str(), good.progress.failed), ("", 0));
}

async fn a_rerun_does_not_charge_paid_answers_again(world: &World) {
    fragile_channel(world).await;
    let list = world.mobiles(50).await;
    world.control().set_fault(Provider::Sync, Fault::Down);
    let first =
        world.start(World::task(list.id, TaskMode::Parallel, &["hygiene", "whatsapp"])).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let first = world.get_task(first).await;
    // Every number is cleaned and paid for, none is found.
    assert_eq!((first.progress.charged_answers, first.progress.failed), (50, 50));
    let paid = first.progress.charged.0;
    world.control().set_fault(Provider::Sync, Fault::None);
    world.clock.advance(5);
    let mut tx = world.store.begin().await.unwrap();
    let rest = world.screening.lists.from_unknowns(&mut *tx, &first).await.unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let mut again = World::task(rest.id, TaskMode::Parallel, &["hygiene", "whatsapp"]);
    again.freshness_days = 2;
    let again = world.start(again).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let again = world.get_task(again).await;
    assert_eq!((again.progress.done, again.progress.failed), (50, 0));
    let mut tx = world.store.read().await.unwrap();
    let statement = world.screening.tasks.statement(&mut *tx, &again).await.unwrap();
    let charged: Vec<_> = statement.lines.iter().map(|line| line.project.as_str()).collect();
    assert_eq!(charged, ["whatsapp"], "the paid answers are free");
    drop(tx);
    assert_eq!(world.spendable().await, GIFT - paid - again.progress.charged.0);
}

async fn a_waterfall_is_estimated_from_recent_hit_rates(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(400).await;
    let mut checks = crate::world::checks(&["whatsapp", "telegram"]);
    let mut tx = world.store.read().await.unwrap();
    let (tasks, mode) = (&world.screening.tasks, TaskMode::Waterfall);
    let hit = tx.project("whatsapp").await.unwrap().unwrap().details.statuses[0].clone();
    checks[1].condition = Some(numsift_model::task::Condition {
        step: Some(0),
        statuses: vec![hit],
        ..numsift_model::task::Condition::default()
    });
    let before = tasks.quote(&mut *tx, &world.account, world.scope(), list.id, mode, &checks).await.unwrap();
    assert_eq!((before.expected, before.price), (None, before.full_price), "nothing is known yet");
    drop(tx);
    let task = world.run(list.id, "whatsapp").await;
    let mut tx = world.store.read().await.unwrap();
    let quote = tasks.quote(&mut *tx, &world.account, world.scope(), list.id, mode, &checks).await.unwrap();
    let (first, second) = (&quote.checks[0], &quote.checks[1]);
    assert_eq!(first.expected, Some(first.price), "every number is asked about first");
    let share = task.progress.hits * 10_000 / task.progress.answers;
    assert_eq!(second.expected.unwrap().0, second.price.0 * share / 10_000);
    assert_eq!(quote.expected.unwrap().0, first.price.0 + second.expected.unwrap().0);
    assert!(share > 0 && share < 10_000 && quote.expected.unwrap() < quote.price);
}
