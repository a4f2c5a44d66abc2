//! Lookups: charged once, kept as rows, reused, cancelled when they take too long.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use numsift_ledger::verify;
use numsift_model::api_key::{OnceClaim, OnceRequest};
use numsift_model::audit::AuditEntry;
use numsift_model::clock::Clock;
use numsift_model::list::ListKind;
use numsift_model::lookup::{KnownAnswer, Lookup, LookupState, Source};
use numsift_model::session::TokenHash;
use numsift_model::task::TaskMode;
use numsift_screening::{AskLookups, AskedNumber, NewLookups, NumberInfo, Result, StartedLookups};
use numsift_sim::providers::Provider;
use numsift_store::{LookupFilter, Scope};

use crate::world::{GIFT, World, cost, on_both_stores};

on_both_stores!(
    answers_are_charged_once_and_leave_no_file,
    unknown_answers_are_free,
    lookups_and_tasks_share_their_answers,
    suppressed_numbers_are_not_asked_about,
    a_late_answer_changes_nothing,
    answers_that_arrived_in_time_are_returned,
    damaged_fields_are_asked_for_again,
    known_answers_hold_nothing_and_are_stored_at_once,
    several_lookups_are_returned_as_they_are_stored,
    lookups_that_start_at_the_same_time_share_a_hold,
    a_refused_request_does_not_affect_others,
    lookups_of_a_dead_process_are_cancelled,
    lookups_and_their_answers_expire,
);

const PRICE: i64 = 100;
const LONG: Duration = Duration::from_mins(1);

fn numbers(count: u64) -> Vec<AskedNumber> {
    let number = |n: u64| format!("+86138{n:08}");
    (0..count)
        .map(|n| AskedNumber {
            sent: number(n),
            info: NumberInfo::of(&number(n), None),
            inputs: BTreeMap::new(),
        })
        .collect()
}

async fn start(world: &World, numbers: &[AskedNumber], max_age_days: i64) -> Result<StartedLookups> {
    let projects = ["whatsapp".to_owned()];
    let ask = AskLookups { numbers, projects: &projects, max_age_days, key: None, request_id: "r" };
    let uid = world.account.uid;
    let reusable = world.screening.lookups.reusable(uid, &ask).await?;
    let mut tx = world.store.begin().await?;
    let started = world.screening.lookups.start(&mut *tx, uid, &world.account, ask, reusable).await?;
    tx.save().await?;
    Ok(started)
}

async fn look_up(world: &World, numbers: &[AskedNumber], max_age_days: i64) -> Vec<Lookup> {
    let started = start(world, numbers, max_age_days).await.unwrap();
    world.screening.lookups.run(started, LONG).await.unwrap()
}

fn charged(lookups: &[Lookup]) -> i64 {
    lookups.iter().map(|lookup| lookup.charged.0).sum()
}

fn definite(lookups: &[Lookup]) -> usize {
    lookups.iter().filter(|lookup| lookup.answers[0].status != "unknown").count()
}

async fn held(world: &World) -> i64 {
    world.store.read().await.unwrap().balances(world.account.uid).await.unwrap().held().0
}

async fn answers_are_charged_once_and_leave_no_file(world: &World) {
    let mut config = world.sync_config();
    config.cost.points = numsift_model::money::Points(7);
    world.add_channel(config, 10).await;
    let found = look_up(world, &numbers(60), 0).await;
    let sent: Vec<_> = found.iter().map(|lookup| lookup.asked.sent.clone()).collect();
    assert_eq!(sent, numbers(60).into_iter().map(|number| number.sent).collect::<Vec<_>>(), "in order");
    assert!(found.iter().all(|lookup| lookup.state == LookupState::Done && lookup.first == found[0].id));
    let paid = i64::try_from(definite(&found)).unwrap() * PRICE;
    assert!(paid > 0);
    assert_eq!((charged(&found), world.spendable().await, held(world).await), (paid, GIFT - paid, 0));
    assert_eq!(cost(world).await, 60 * 7);
    assert!(world.files().is_empty(), "{:?}", world.files());
    let mut tx = world.store.read().await.unwrap();
    let usage = tx.usage(Scope::Own(world.account.uid), world.clock.now().plus_days(-1)).await.unwrap();
    assert_eq!((usage[0].answers, usage[0].charged), (60, paid));
    let income = tx.income(Scope::All, None, None).await.unwrap();
    assert_eq!((income[0].charged.0, income[0].numbers), (paid, paid / PRICE));
    let tasks = tx.account_usage(world.account.uid, world.clock.now().plus_days(-1)).await.unwrap();
    assert_eq!((tasks.tasks, tasks.spent.0), (0, paid));
}

async fn unknown_answers_are_free(world: &World) {
    let mut config = world.sync_config();
    // The provider answers with words that the project does not have.
    for word in config.map[0].values.values_mut() {
        "something".clone_into(word);
    }
    world.add_channel(config, 10).await;
    let found = look_up(world, &numbers(3), 0).await;
    assert!(found.iter().all(|lookup| lookup.answers[0].status == "unknown"), "{found:?}");
    assert_eq!((charged(&found), world.spendable().await, held(world).await), (0, GIFT, 0));
}

async fn known_answers_hold_nothing_and_are_stored_at_once(world: &World) {
    world.sync_channel().await;
    let first = look_up(world, &numbers(20), 0).await;
    let known = |number: &AskedNumber| {
        let lookup = first.iter().find(|lookup| Some(lookup.asked.number) == number.info.digits());
        lookup.is_some_and(|lookup| lookup.answers[0].status != "unknown")
    };
    let known: Vec<_> = numbers(20).into_iter().filter(known).collect();
    let (asked, left) = (world.control().requests(Provider::Sync), world.spendable().await);
    let started = start(world, &known, 1).await.unwrap();
    assert_eq!((started.held().0, held(world).await, world.spendable().await), (0, 0, left));
    // They are over before they run.
    let stored = stored(world, &started).await;
    assert!(stored.iter().all(|lookup| lookup.state == LookupState::Done), "{stored:?}");
    let found = world.screening.lookups.run(started, LONG).await.unwrap();
    assert_eq!((found.len(), &found), (known.len(), &stored));
    assert!(found.iter().all(|lookup| lookup.answers[0].source == Source::Fresh));
    assert_eq!(world.control().requests(Provider::Sync), asked, "nobody is asked");
    // Only the number that is not known is held for.
    let mut more = known;
    more.extend(numbers(21).into_iter().skip(20));
    assert_eq!(start(world, &more, 1).await.unwrap().held().0, PRICE);
}

async fn several_lookups_are_returned_as_they_are_stored(world: &World) {
    world.sync_channel().await;
    let started = start(world, &numbers(5), 0).await.unwrap();
    let ids = started.ids().to_vec();
    let found = world.screening.lookups.run(started, LONG).await.unwrap();
    let mut tx = world.store.read().await.unwrap();
    assert_eq!(tx.lookups_of_request(ids[0]).await.unwrap(), found);
    assert_eq!(found.iter().map(|lookup| lookup.id).collect::<Vec<_>>(), ids);
}

/// A request for one number, and whether it is started.
fn request(world: &World, number: AskedNumber, starts: bool) -> NewLookups {
    let uid = world.account.uid;
    // Another node has taken the request over.
    let lost = OnceRequest { uid, key: "lost".to_owned(), hash: TokenHash([0; 32]) };
    NewLookups {
        actor: world.account.uid,
        account: world.account.clone(),
        numbers: vec![number],
        projects: vec!["whatsapp".to_owned()],
        key: None,
        request_id: "r".to_owned(),
        reusable: Arc::default(),
        claim: (!starts).then_some(OnceClaim { request: lost, epoch: 1, lookup: None, task: None }),
        entry: AuditEntry {
            at: world.clock.now(),
            actor: Some(uid),
            subject: Some(uid),
            action: "task/lookup".to_owned(),
            ip: String::new(),
            detail: "{}".to_owned(),
        },
    }
}

/// Begins requests at the same time.
async fn begin_together(world: &World, requests: Vec<NewLookups>) -> Vec<Option<StartedLookups>> {
    let lookups = &world.screening.lookups;
    let begun = requests.into_iter().map(|request| lookups.begin(request));
    join_all(begun).await.into_iter().map(Result::unwrap).collect()
}

async fn lookups_that_start_at_the_same_time_share_a_hold(world: &World) {
    world.sync_channel().await;
    let requests = numbers(20).into_iter().map(|number| request(world, number, true)).collect();
    let started: Vec<_> = begin_together(world, requests).await.into_iter().flatten().collect();
    assert_eq!((started.len(), held(world).await), (20, 20 * PRICE));
    let mut holds = BTreeMap::<_, usize>::new();
    for started in &started {
        *holds.entry(stored(world, started).await[0].hold).or_default() += 1;
    }
    assert!(holds.len() < started.len(), "{holds:?}");

    // One is cancelled: only its part is returned.
    let mut started = started;
    let cancelled = started.pop().unwrap();
    let ended = world.screening.lookups.end(cancelled.first()).await.unwrap();
    assert_eq!((ended[0].state, held(world).await), (LookupState::Cancelled, 19 * PRICE));

    let lookups = &world.screening.lookups;
    let found = join_all(started.into_iter().map(|started| lookups.run(started, LONG))).await;
    let found: Vec<_> = found.into_iter().flat_map(Result::unwrap).collect();
    let paid = i64::try_from(definite(&found)).unwrap() * PRICE;
    assert!(paid > 0 && charged(&found) == paid, "{found:?}");
    assert_eq!((world.spendable().await, held(world).await), (GIFT - paid, 0));
    for lookup in found {
        assert_eq!(world.store.read().await.unwrap().lookups_of_request(lookup.id).await.unwrap(), [lookup]);
    }
    verify(&*world.store).await.unwrap();
}

async fn a_refused_request_does_not_affect_others(world: &World) {
    world.sync_channel().await;
    let all = numbers(3).into_iter().enumerate();
    let requests = all.map(|(place, number)| request(world, number, place != 1)).collect();
    let started = begin_together(world, requests).await;
    assert_eq!(started.iter().map(Option::is_some).collect::<Vec<_>>(), [true, false, true]);
    assert_eq!(held(world).await, 2 * PRICE);
    let mut tx = world.store.read().await.unwrap();
    let stored = tx.lookups(Scope::All, &LookupFilter::default(), None, 9).await.unwrap();
    assert_eq!(stored.len(), 2, "nothing of the refused request is stored");
}

async fn stored(world: &World, started: &StartedLookups) -> Vec<Lookup> {
    world.store.read().await.unwrap().lookups_of_request(started.first()).await.unwrap()
}

async fn lookups_and_tasks_share_their_answers(world: &World) {
    world.sync_channel().await;
    let first = look_up(world, &numbers(20), 0).await;
    let asked = world.control().requests(Provider::Sync);
    let known = definite(&first);
    assert!(known > 0);
    // A lookup reuses the answers of lookups.
    world.clock.advance(3600);
    let again = look_up(world, &numbers(20), 1).await;
    let fresh = |lookup: &&Lookup| lookup.answers[0].source == Source::Fresh;
    assert_eq!(again.iter().filter(fresh).count(), known);
    for (first, again) in first.iter().zip(&again).filter(|(_, again)| fresh(again)) {
        assert_eq!(
            (&first.answers[0].status, first.answers[0].at),
            (&again.answers[0].status, again.answers[0].at)
        );
        assert_eq!((&first.answers[0].fields, again.charged.0), (&again.answers[0].fields, 0));
    }
    assert!(world.control().requests(Provider::Sync) > asked || known == 20, "unknown ones are asked again");
    // So does a task, and lookups reuse the answers of tasks.
    let before = world.spendable().await;
    let list = world.mobiles(40).await;
    let mut task = World::task(list.id, TaskMode::Single, &["whatsapp"]);
    task.freshness_days = 1;
    let id = world.start(task).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let progress = world.get_task(id).await.progress;
    assert!(progress.charged_answers <= 40 - i64::try_from(known).unwrap(), "{progress:?}");
    assert_eq!(world.spendable().await, before - progress.charged.0);
    let third = look_up(world, &numbers(40), 1).await;
    let reused = i64::try_from(third.iter().filter(fresh).count()).unwrap();
    assert_eq!(reused, progress.answers - progress.unknown);
    // The answers are too old for a lookup two days later.
    world.clock.advance(2 * 86_400);
    let late = look_up(world, &numbers(40), 1).await;
    assert_eq!(late.iter().filter(fresh).count(), 0);
    assert!(charged(&late) > 0);
}

async fn suppressed_numbers_are_not_asked_about(world: &World) {
    world.sync_channel().await;
    world.list(ListKind::Suppression, "no.txt", b"+8613800000000\n+8613800000001\n").await;
    let found = look_up(world, &numbers(2), 30).await;
    for lookup in &found {
        let answer = &lookup.answers[0];
        assert_eq!((answer.status.as_str(), answer.reason.as_str()), ("unknown", "suppressed"));
    }
    assert_eq!((world.control().requests(Provider::Sync), world.spendable().await), (0, GIFT));
}

async fn a_late_answer_changes_nothing(world: &World) {
    let mut config = world.sync_config();
    config.cost.points = numsift_model::money::Points(7);
    world.add_channel(config, 10).await;
    let gate = world.control();
    gate.close_gate();
    let started = start(world, &numbers(3), 0).await.unwrap();
    assert_eq!((held(world).await, started.held().0), (3 * PRICE, 3 * PRICE));
    let found = world.screening.lookups.run(started, Duration::from_millis(1)).await.unwrap();
    assert!(found.iter().all(|lookup| lookup.state == LookupState::Cancelled && lookup.answers.is_empty()));
    gate.open_gate();
    assert_eq!((held(world).await, world.spendable().await), (0, GIFT));

    // Another process takes over while the first one still waits for its provider.
    gate.close_gate();
    let started = start(world, &numbers(3), 0).await.unwrap();
    let (first, other) = (started.first(), world.another_process());
    let waiting = tokio::spawn({
        let lookups = world.screening.lookups.clone();
        async move { lookups.run(started, LONG).await }
    });
    gate.wait_for_held(1).await;
    let ended = other.lookups.end(first).await.unwrap();
    assert!(ended.iter().all(|lookup| lookup.state == LookupState::Cancelled));
    gate.open_gate();
    let found = waiting.await.unwrap().unwrap();
    assert_eq!(found, ended, "the late answer is discarded");
    assert_eq!((held(world).await, world.spendable().await), (0, GIFT));
    assert!(cost(world).await >= 3 * 7, "providers charge for it anyway");
}

async fn answers_that_arrived_in_time_are_returned(world: &World) {
    world.sync_channel().await;
    let known = definite(&look_up(world, &numbers(10), 0).await);
    let before = world.spendable().await;
    assert!(known > 0);
    let gate = world.control();
    gate.close_gate();
    let started = start(world, &numbers(30), 1).await.unwrap();
    let found = world.screening.lookups.run(started, Duration::from_millis(300)).await.unwrap();
    gate.open_gate();
    assert!(found.iter().all(|lookup| lookup.state == LookupState::Done));
    assert_eq!((found.len(), definite(&found), charged(&found)), (30, known, 0));
    let late = found.iter().filter(|lookup| lookup.answers[0].reason == "timeout").count();
    assert_eq!(late, 30 - known);
    assert_eq!((held(world).await, world.spendable().await), (0, before));
}

async fn damaged_fields_are_asked_for_again(world: &World) {
    world.sync_channel().await;
    let first = look_up(world, &numbers(5), 0).await;
    let known = first.iter().find(|lookup| lookup.answers[0].status != "unknown").unwrap();
    let damaged = KnownAnswer {
        number: known.asked.number,
        status: known.answers[0].status.clone(),
        fields: "{\"network\":".to_owned(),
        at: known.answers[0].at,
    };
    let mut tx = world.store.begin().await.unwrap();
    let (uid, expires_at) = (world.account.uid, known.asked.expires_at);
    tx.remember_answers(uid, "whatsapp", &[damaged], expires_at).await.unwrap();
    tx.save().await.unwrap();
    let again = look_up(world, &numbers(5), 1).await;
    for (first, again) in first.iter().zip(&again) {
        let asked_again = first.id == known.id || first.answers[0].status == "unknown";
        assert_eq!(again.answers[0].source == Source::Channel, asked_again);
        assert_eq!(again.answers[0].fields, first.answers[0].fields);
    }
    let third = look_up(world, &numbers(5), 1).await;
    assert_eq!(
        third.iter().filter(|lookup| lookup.answers[0].source == Source::Fresh).count(),
        definite(&first)
    );
}

async fn lookups_of_a_dead_process_are_cancelled(world: &World) {
    world.sync_channel().await;
    let started = start(world, &numbers(2), 0).await.unwrap();
    world.screening.reclaim_expired().await.unwrap();
    assert_eq!(held(world).await, 2 * PRICE, "it may still run");
    world.clock.advance(119);
    world.screening.reclaim_expired().await.unwrap();
    assert_eq!(held(world).await, 2 * PRICE, "its settlement may still be tried");
    world.clock.advance(2);
    world.screening.reclaim_expired().await.unwrap();
    assert_eq!((held(world).await, world.spendable().await), (0, GIFT));
    let ended = world.screening.lookups.end(started.first()).await.unwrap();
    assert!(ended.iter().all(|lookup| lookup.state == LookupState::Cancelled));
    let mut tx = world.store.begin().await.unwrap();
    let mut project = tx.project("whatsapp").await.unwrap().unwrap();
    project.details.price = GIFT / 50;
    assert!(tx.put_project(&project).await.unwrap());
    tx.save().await.unwrap();
    assert!(start(world, &numbers(100), 0).await.is_err(), "not enough points");
    assert_eq!((held(world).await, world.spendable().await), (0, GIFT));
}

async fn lookups_and_their_answers_expire(world: &World) {
    world.sync_channel().await;
    look_up(world, &numbers(20), 0).await;
    let uid = world.account.uid;
    let now = world.clock.now();
    let days = world.store.read().await.unwrap().settings().await.unwrap().retention_days;
    let left = async || {
        let mut tx = world.store.read().await.unwrap();
        let lookups = tx.lookups(Scope::All, &LookupFilter::default(), None, 100).await.unwrap().len();
        (lookups, tx.remembered_after(uid, "whatsapp", now, 0, 100).await.unwrap().len())
    };
    world.clock.advance(days * 86_400 - 1);
    world.screening.retention.run().await.unwrap();
    let (lookups, answers) = left().await;
    assert!(lookups == 20 && answers > 0);
    world.clock.advance(1);
    world.screening.retention.run().await.unwrap();
    assert_eq!(left().await, (0, 0));
}
