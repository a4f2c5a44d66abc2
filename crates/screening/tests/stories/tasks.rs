//! Tasks: run, paused, cancelled, sampled and deleted; aggregated tasks.

use numsift_model::project::Answerer;
use numsift_model::task::{Condition, TaskMode, TaskState};
use numsift_screening::{CheckFault, ListDocument, ScreeningError};
use numsift_segments::{Filter, Sort};

use crate::world::{GIFT, World, on_both_stores};

on_both_stores!(
    the_number_engine_answers_without_a_provider,
    only_definite_answers_of_a_provider_are_charged,
    a_quote_says_how_long_tasks_like_it_took,
    a_task_does_not_start_without_enough_points,
    a_task_does_not_start_without_a_channel_or_confirmation,
    a_paused_task_waits_and_a_cancelled_one_releases_its_hold,
    a_sample_is_free,
    a_waterfall_checks_only_numbers_that_meet_the_condition,
    a_parallel_task_checks_every_number,
    unknown_numbers_can_be_checked_again,
    recent_answers_are_reused_free_of_charge,
    an_answer_whose_status_is_gone_is_asked_again_and_charged,
    too_many_unknown_answers_stop_a_task,
    the_files_of_a_deleted_task_are_deleted,
    owners_are_notified_before_results_expire,
    internal_accounts_are_not_charged,
);

async fn the_number_engine_answers_without_a_provider(world: &World) {
    let list =
        world.list(numsift_model::list::ListKind::Upload, "a.txt", b"+8613812345678\n+442083661177\n").await;
    let task = world.run(list.id, "carrier").await;
    assert_eq!((task.state, task.progress.done), (TaskState::Completed, 2));
    // The fixed line has no known carrier, so it is unknown and free.
    assert_eq!((task.progress.hits, task.progress.unknown, task.progress.charged.0), (1, 1, 10));
    let page = world.screening.results.page(&task, &Filter::default(), &Sort::Input, 0, 10).await.unwrap();
    assert_eq!((page.total, page.rows[0].carrier.as_str()), (2, "China Mobile"));
    let clean = world.run(list.id, "hygiene").await;
    assert_eq!((clean.progress.hits, clean.progress.charged.0), (2, 4));
    assert_eq!(world.spendable().await, GIFT - 14);
}

async fn only_definite_answers_of_a_provider_are_charged(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(2500).await;
    let task = world.run(list.id, "whatsapp").await;
    let progress = task.progress;
    assert_eq!((task.state, progress.done, progress.done_chunks), (TaskState::Completed, 2500, 3));
    assert_eq!(progress.answers, 2500);
    assert!(progress.unknown > 0 && progress.hits > 1000, "{progress:?}");
    assert_eq!(progress.charged_answers, 2500 - progress.unknown);
    assert_eq!(progress.charged.0, progress.charged_answers * 100);
    assert_eq!(world.spendable().await, GIFT - progress.charged.0);
    // The job that the end of the task has queued.
    assert!(task.compacted);
    let breakdown = world.screening.results.breakdown(&task).await.unwrap();
    assert_eq!(breakdown.rows, 2500);
    assert_eq!(breakdown.by_country[0].country, "CN");
}

async fn a_quote_says_how_long_tasks_like_it_took(world: &World) {
    let list = world.mobiles(100).await;
    let seconds = async |projects: &[&str]| world.quote(list.id, TaskMode::Parallel, projects).await.seconds;
    assert_eq!(seconds(&["hygiene", "carrier"]).await, None, "no tasks yet");
    for (project, took) in [("hygiene", 40), ("carrier", 7)] {
        world.start(World::task(list.id, TaskMode::Single, &[project])).await.unwrap();
        world.clock.advance(took);
        world.screening.run_until_idle().await.unwrap();
    }
    assert_eq!(seconds(&["hygiene", "carrier"]).await, Some(40), "the slowest check decides");
    let double = world.mobiles(200).await;
    assert_eq!(world.quote(double.id, TaskMode::Single, &["carrier"]).await.seconds, Some(14));
}

async fn a_task_does_not_start_without_enough_points(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(10_001).await;
    let refused = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await;
    let Err(ScreeningError::Ledger(numsift_ledger::LedgerError::NotEnough { missing })) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(missing.0, 10_001 * 100 - GIFT);
    assert_eq!(world.spendable().await, GIFT);
    let quote = world.quote(list.id, TaskMode::Single, &["whatsapp"]).await;
    assert_eq!((quote.price.0, quote.split), (1_000_100, None));
}

async fn a_task_does_not_start_without_a_channel_or_confirmation(world: &World) {
    let list = world.mobiles(3).await;
    let refused = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await;
    assert!(matches!(refused, Err(ScreeningError::NotUsable(_))));
    let mut unconfirmed = World::task(list.id, TaskMode::Single, &["hygiene"]);
    unconfirmed.confirmed = false;
    assert!(matches!(world.start(unconfirmed).await, Err(ScreeningError::NotConfirmed)));
}

async fn a_paused_task_waits_and_a_cancelled_one_releases_its_hold(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(2000).await;
    let id = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    assert_eq!(world.spendable().await, GIFT - 200_000);
    let mut tx = world.store.begin().await.unwrap();
    world.screening.tasks.pause(&mut *tx, world.scope(), id).await.unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    assert_eq!(world.get_task(id).await.progress.done, 0);
    let mut tx = world.store.begin().await.unwrap();
    world.screening.tasks.resume(&mut *tx, world.scope(), id).await.unwrap();
    assert!(matches!(
        world.screening.tasks.resume(&mut *tx, world.scope(), id).await,
        Err(ScreeningError::WrongState)
    ));
    tx.save().await.unwrap();
    let task = world.cancel(id).await;
    assert_eq!(task.state, TaskState::Cancelled);
    assert_eq!(world.spendable().await, GIFT);
    world.screening.run_until_idle().await.unwrap();
    assert_eq!(world.get_task(id).await.progress.done, 0);
}

async fn a_sample_is_free(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(100).await;
    let id = world.sample(list.id, "whatsapp").await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let sample = world.get_task(id).await;
    assert_eq!(
        (sample.state, sample.progress.done, sample.progress.charged.0),
        (TaskState::Completed, 20, 0)
    );
    assert_eq!(world.spendable().await, GIFT);
    for _ in 1..20 {
        world.sample(list.id, "whatsapp").await.unwrap();
    }
    let refused = world.sample(list.id, "whatsapp").await;
    assert!(matches!(refused, Err(ScreeningError::NoSampleLeft)));
    world.screening.run_until_idle().await.unwrap();
}

async fn a_waterfall_checks_only_numbers_that_meet_the_condition(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(300).await;
    let mut start = World::task(list.id, TaskMode::Waterfall, &["whatsapp", "telegram"]);
    start.checks[1].condition =
        Some(Condition { step: Some(0), statuses: vec!["active".into()], ..Condition::default() });
    let id = world.start(start).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    let page = world.screening.results.page(&task, &Filter::default(), &Sort::Input, 0, 300).await.unwrap();
    assert_eq!(page.rows.len(), 300);
    for row in &page.rows {
        let passed = page.layout.status_name(0, row.checks[0].status) == "active";
        assert_eq!(page.layout.status_name(1, row.checks[1].status) != "skipped", passed);
    }
    let skipped = page.rows.iter().filter(|row| row.checks[1].status == 1).count();
    assert_eq!(task.progress.answers, 600 - i64::try_from(skipped).unwrap());
    assert_eq!(task.progress.charged.0, (task.progress.answers - task.progress.unknown) * 100);
}

async fn a_parallel_task_checks_every_number(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(200).await;
    let id = world.start(World::task(list.id, TaskMode::Parallel, &["hygiene", "whatsapp"])).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.progress.answers), (TaskState::Completed, 400));
    let twice = world.start(World::task(list.id, TaskMode::Parallel, &["hygiene", "hygiene"])).await;
    let twice = twice.map_err(|error| error.to_string());
    assert_eq!(twice, Err("the project is listed twice".to_owned()));
    let wrong = world.start(World::task(list.id, TaskMode::Parallel, &["hygiene", "watsapp"])).await;
    let meant = CheckFault::Unknown { slug: "watsapp".to_owned(), meant: Some("whatsapp".to_owned()) };
    assert!(matches!(wrong, Err(ScreeningError::Checks { place: Some(1), fault }) if fault == meant));
    let single = world.start(World::task(list.id, TaskMode::Single, &["hygiene", "whatsapp"])).await;
    let single = single.map_err(|error| error.to_string());
    assert_eq!(single, Err("mode `single` takes exactly one check".to_owned()));
}

async fn unknown_numbers_can_be_checked_again(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(500).await;
    let task = world.run(list.id, "whatsapp").await;
    assert!(task.progress.unknown > 0);
    let mut tx = world.store.begin().await.unwrap();
    let again = world.screening.lists.from_unknowns(&mut *tx, &task).await.unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let again = world.get_list(again.id).await;
    assert_eq!(again.data.numbers, task.progress.unknown);
    let analysis = ListDocument::of(&again).unwrap().analysis.unwrap();
    assert_eq!(i64::try_from(analysis.by_country["CN"]).unwrap(), task.progress.unknown);
    let second = world.run(again.id, "whatsapp").await;
    assert_eq!(second.progress.done, task.progress.unknown);
}

async fn recent_answers_are_reused_free_of_charge(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(200).await;
    let first = world.run(list.id, "whatsapp").await;
    let before = world.spendable().await;
    let mut start = World::task(list.id, TaskMode::Single, &["whatsapp"]);
    start.freshness_days = 7;
    let id = world.start(start).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let second = world.get_task(id).await;
    assert_eq!(second.progress.hits, first.progress.hits);
    assert_eq!((second.progress.charged.0, world.spendable().await), (0, before));
}

/// Sets the statuses of the project `whatsapp`.
async fn set_statuses(world: &World, statuses: [&str; 2]) {
    let mut tx = world.store.begin().await.unwrap();
    let mut project = tx.project("whatsapp").await.unwrap().unwrap();
    project.details.statuses = statuses.map(str::to_owned).into();
    assert!(tx.put_project(&project).await.unwrap());
    tx.save().await.unwrap();
}

async fn an_answer_whose_status_is_gone_is_asked_again_and_charged(world: &World) {
    // The first task is answered with `registered`, which the project loses afterwards.
    set_statuses(world, ["registered", "inactive"]).await;
    let mut config = world.sync_config();
    "old".clone_into(&mut config.name);
    config.map[0].values.insert("live".to_owned(), "registered".to_owned());
    world.add_channel(config, 10).await;
    let list = world.mobiles(200).await;
    let first = world.run(list.id, "whatsapp").await.progress;
    let inactive = first.answers - first.unknown - first.hits;
    assert!(first.hits > 0 && inactive > 0, "{first:?}");
    set_statuses(world, ["active", "inactive"]).await;
    let mut tx = world.store.begin().await.unwrap();
    assert!(tx.disable_channel("old", "replaced").await.unwrap());
    tx.save().await.unwrap();
    world.sync_channel().await;

    let mut start = World::task(list.id, TaskMode::Single, &["whatsapp"]);
    start.freshness_days = 7;
    let id = world.start(start).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let second = world.get_task(id).await.progress;
    // Only the inactive ones are reused; every other definite answer was bought again.
    assert!(second.hits > 0, "{second:?}");
    assert_eq!(second.charged_answers, second.answers - second.unknown - inactive);
    assert_eq!(second.charged.0, second.charged_answers * 100);
}

async fn too_many_unknown_answers_stop_a_task(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(3000).await;
    let mut start = World::task(list.id, TaskMode::Single, &["whatsapp"]);
    start.error_threshold = Some(1);
    let id = world.start(start).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.reason.as_str()), (TaskState::Stopped, "too_many_unknown"));
    assert_eq!(task.progress.done, 1000);
    assert_eq!(world.spendable().await, GIFT - task.progress.charged.0);
}

async fn the_files_of_a_deleted_task_are_deleted(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let folder = world.folder.path().join(format!("files/tasks/{}", task.id));
    let count = || std::fs::read_dir(&folder).map_or(0, Iterator::count);
    assert_eq!(count(), 1);
    let mut tx = world.store.begin().await.unwrap();
    let task = tx.task(world.scope(), task.id).await.unwrap().unwrap();
    world.screening.tasks.remove(&mut *tx, &task).await.unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    assert_eq!(count(), 0);
}

async fn owners_are_notified_before_results_expire(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let told = async || {
        let page = numsift_model::page::Page::new(1, 50).unwrap();
        let mut tx = world.store.read().await.unwrap();
        tx.notifications_for(world.account.uid, false, page).await.unwrap().total
    };
    let done = told().await;
    for (day, notices) in [(22, 0), (2, 1), (0, 1), (5, 2), (0, 2)] {
        world.clock.advance(day * 86_400);
        world.screening.retention.run().await.unwrap();
        assert_eq!(told().await, done + notices, "after {day} more days");
    }
    world.clock.advance(3 * 86_400);
    world.screening.retention.run().await.unwrap();
    assert_eq!(world.get_task(task.id).await.state, TaskState::Deleted);
    world.screening.run_until_idle().await.unwrap();

    // After weeks without a run, the owner is told once.
    let list = world.mobiles(10).await;
    world.run(list.id, "hygiene").await;
    let done = told().await;
    world.clock.advance(29 * 86_400);
    world.screening.retention.run().await.unwrap();
    assert_eq!(told().await, done + 1);
}

async fn internal_accounts_are_not_charged(world: &World) {
    let mut internal = world.account.clone();
    internal.internal = true;
    let list = world.mobiles(10).await;
    let mut tx = world.store.begin().await.unwrap();
    let start = World::task(list.id, TaskMode::Single, &["hygiene"]);
    let id = world.screening.tasks.start(&mut *tx, &internal, world.scope(), start).await.unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.progress.hits, task.progress.charged.0, task.asked.held.0), (10, 0, 0));
    assert_eq!(world.spendable().await, GIFT);
    assert_eq!(task.asked.plan.checks[0].answerer, Answerer::Hygiene);
}
