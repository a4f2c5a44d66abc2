//! Tasks: run, paused, cancelled, sampled, deleted; several projects over one list.

use numsift_model::project::Answerer;
use numsift_model::task::{Condition, TaskMode, TaskState};
use numsift_screening::{CheckRequest, ListDocument, ScreeningError};
use numsift_segments::{Filter, Sort};

use crate::world::{GIFT, World, on_both_stores};

on_both_stores!(
    the_number_engine_answers_by_itself,
    a_provider_is_asked_and_only_answers_are_charged,
    without_points_nothing_starts,
    without_a_channel_nothing_starts,
    a_paused_task_waits_and_a_cancelled_one_gives_back,
    a_sample_is_free,
    a_waterfall_asks_only_those_that_pass,
    all_at_once_asks_everyone,
    unknown_ones_can_be_asked_again,
    fresh_answers_are_used_again_for_nothing,
    too_many_unknown_ones_end_a_task,
    a_deleted_task_takes_its_files_along,
    owners_are_told_before_results_go,
    the_house_pays_nothing,
);

async fn the_number_engine_answers_by_itself(world: &World) {
    let list =
        world.list(numsift_model::list::ListKind::Upload, "a.txt", b"+8613812345678\n+442083661177\n").await;
    let task = world.run(list.id, "carrier").await;
    assert_eq!((task.state, task.progress.done), (TaskState::Completed, 2));
    // The fixed line has no carrier that anybody knows of, and costs nothing.
    assert_eq!((task.progress.hits, task.progress.unknown, task.progress.charged.0), (1, 1, 10));
    let page = world.screening.result_page(&task, &Filter::default(), &Sort::Input, 0, 10).await.unwrap();
    assert_eq!((page.total, page.rows[0].carrier.as_str()), (2, "China Mobile"));
    let clean = world.run(list.id, "hygiene").await;
    assert_eq!((clean.progress.hits, clean.progress.charged.0), (2, 4));
    assert_eq!(world.spendable().await, GIFT - 14);
}

async fn a_provider_is_asked_and_only_answers_are_charged(world: &World) {
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
    // Compacted by the job that its end has queued.
    assert!(task.compacted);
    let breakdown = world.screening.breakdown(&task).await.unwrap();
    assert_eq!(breakdown.rows, 2500);
    assert_eq!(breakdown.by_country[0].country, "CN");
}

async fn without_points_nothing_starts(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(10_001).await;
    let refused = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await;
    let Err(ScreeningError::Ledger(numsift_ledger::LedgerError::NotEnough { missing })) = refused else {
        panic!("{refused:?}")
    };
    assert_eq!(missing.0, 10_001 * 100 - GIFT);
    assert_eq!(world.spendable().await, GIFT);
    let quote = world
        .screening
        .quote(&world.account, world.scope(), list.id, TaskMode::Single, &checks(&["whatsapp"]))
        .await
        .unwrap();
    assert_eq!((quote.price.0, quote.split), (1_000_100, None));
}

fn checks(projects: &[&str]) -> Vec<CheckRequest> {
    projects.iter().map(|slug| CheckRequest { project: (*slug).to_owned(), condition: None }).collect()
}

async fn without_a_channel_nothing_starts(world: &World) {
    let list = world.mobiles(3).await;
    let refused = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await;
    assert!(matches!(refused, Err(ScreeningError::NotUsable(_))));
    let mut unconfirmed = World::task(list.id, TaskMode::Single, &["hygiene"]);
    unconfirmed.confirmed = false;
    assert!(matches!(world.start(unconfirmed).await, Err(ScreeningError::NotConfirmed)));
}

async fn a_paused_task_waits_and_a_cancelled_one_gives_back(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(2000).await;
    let id = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    assert_eq!(world.spendable().await, GIFT - 200_000);
    let mut tx = world.store.begin().await.unwrap();
    world.screening.pause(&mut *tx, world.scope(), id).await.unwrap();
    tx.save().await.unwrap();
    world.screening.work_off().await.unwrap();
    assert_eq!(world.get_task(id).await.progress.done, 0);
    let mut tx = world.store.begin().await.unwrap();
    world.screening.resume(&mut *tx, world.scope(), id).await.unwrap();
    assert!(matches!(
        world.screening.resume(&mut *tx, world.scope(), id).await,
        Err(ScreeningError::WrongState)
    ));
    tx.save().await.unwrap();
    let mut tx = world.store.begin().await.unwrap();
    let task = world.screening.cancel(&mut *tx, world.scope(), id).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(task.state, TaskState::Cancelled);
    assert_eq!(world.spendable().await, GIFT);
    world.screening.work_off().await.unwrap();
    assert_eq!(world.get_task(id).await.progress.done, 0);
}

async fn a_sample_is_free(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(100).await;
    let id = world.screening.sample(&world.account, world.scope(), list.id, "whatsapp").await.unwrap();
    world.screening.work_off().await.unwrap();
    let sample = world.get_task(id).await;
    assert_eq!(
        (sample.state, sample.progress.done, sample.progress.charged.0),
        (TaskState::Completed, 20, 0)
    );
    assert_eq!(world.spendable().await, GIFT);
    for _ in 1..20 {
        world.screening.sample(&world.account, world.scope(), list.id, "whatsapp").await.unwrap();
    }
    let refused = world.screening.sample(&world.account, world.scope(), list.id, "whatsapp").await;
    assert!(matches!(refused, Err(ScreeningError::NoSampleLeft)));
    world.screening.work_off().await.unwrap();
}

async fn a_waterfall_asks_only_those_that_pass(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(300).await;
    let mut start = World::task(list.id, TaskMode::Waterfall, &["whatsapp", "telegram"]);
    start.checks[1].condition =
        Some(Condition { step: Some(0), statuses: vec!["active".into()], ..Condition::default() });
    let id = world.start(start).await.unwrap();
    world.screening.work_off().await.unwrap();
    let task = world.get_task(id).await;
    let page = world.screening.result_page(&task, &Filter::default(), &Sort::Input, 0, 300).await.unwrap();
    assert_eq!(page.rows.len(), 300);
    for row in &page.rows {
        let passed = page.layout.status_name(0, row.checks[0].status) == "active";
        assert_eq!(page.layout.status_name(1, row.checks[1].status) != "skipped", passed);
    }
    let skipped = page.rows.iter().filter(|row| row.checks[1].status == 1).count();
    assert_eq!(task.progress.answers, 600 - i64::try_from(skipped).unwrap());
    assert_eq!(task.progress.charged.0, (task.progress.answers - task.progress.unknown) * 100);
}

async fn all_at_once_asks_everyone(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(200).await;
    let id = world.start(World::task(list.id, TaskMode::Parallel, &["hygiene", "whatsapp"])).await.unwrap();
    world.screening.work_off().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.progress.answers), (TaskState::Completed, 400));
    let twice = world.start(World::task(list.id, TaskMode::Parallel, &["hygiene", "hygiene"])).await;
    assert!(matches!(twice, Err(ScreeningError::Invalid("checks"))));
}

async fn unknown_ones_can_be_asked_again(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(500).await;
    let task = world.run(list.id, "whatsapp").await;
    assert!(task.progress.unknown > 0);
    let mut tx = world.store.begin().await.unwrap();
    let again = world.screening.rerun(&mut *tx, &task).await.unwrap();
    tx.save().await.unwrap();
    world.screening.work_off().await.unwrap();
    let again = world.get_list(again.id).await;
    assert_eq!(again.data.numbers, task.progress.unknown);
    let analysis = ListDocument::of(&again).unwrap().analysis.unwrap();
    assert_eq!(i64::try_from(analysis.by_country["CN"]).unwrap(), task.progress.unknown);
    let second = world.run(again.id, "whatsapp").await;
    assert_eq!(second.progress.done, task.progress.unknown);
}

async fn fresh_answers_are_used_again_for_nothing(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(200).await;
    let first = world.run(list.id, "whatsapp").await;
    let before = world.spendable().await;
    let mut start = World::task(list.id, TaskMode::Single, &["whatsapp"]);
    start.freshness_days = 7;
    let id = world.start(start).await.unwrap();
    world.screening.work_off().await.unwrap();
    let second = world.get_task(id).await;
    assert_eq!(second.progress.hits, first.progress.hits);
    assert_eq!((second.progress.charged.0, world.spendable().await), (0, before));
}

async fn too_many_unknown_ones_end_a_task(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(3000).await;
    let mut start = World::task(list.id, TaskMode::Single, &["whatsapp"]);
    start.error_threshold = Some(1);
    let id = world.start(start).await.unwrap();
    world.screening.work_off().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.reason.as_str()), (TaskState::Stopped, "too_many_unknown"));
    assert_eq!(task.progress.done, 1000);
    assert_eq!(world.spendable().await, GIFT - task.progress.charged.0);
}

async fn a_deleted_task_takes_its_files_along(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let folder = world.folder.path().join(format!("files/tasks/{}", task.id));
    let count = || std::fs::read_dir(&folder).map_or(0, Iterator::count);
    assert_eq!(count(), 1);
    let mut tx = world.store.begin().await.unwrap();
    let task = tx.task(world.scope(), task.id).await.unwrap().unwrap();
    world.screening.remove_task(&mut *tx, &task).await.unwrap();
    tx.save().await.unwrap();
    world.screening.work_off().await.unwrap();
    assert_eq!(count(), 0);
}

async fn owners_are_told_before_results_go(world: &World) {
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
        world.screening.keep_retention().await.unwrap();
        assert_eq!(told().await, done + notices, "after {day} more days");
    }
    world.clock.advance(3 * 86_400);
    world.screening.keep_retention().await.unwrap();
    assert_eq!(world.get_task(task.id).await.state, TaskState::Deleted);
    world.screening.work_off().await.unwrap();
}

async fn the_house_pays_nothing(world: &World) {
    let mut house = world.account.clone();
    house.internal = true;
    let list = world.mobiles(10).await;
    let mut tx = world.store.begin().await.unwrap();
    let start = World::task(list.id, TaskMode::Single, &["hygiene"]);
    let id = world.screening.start(&mut *tx, &house, world.scope(), start).await.unwrap();
    tx.save().await.unwrap();
    world.screening.work_off().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.progress.hits, task.progress.charged.0, task.asked.held.0), (10, 0, 0));
    assert_eq!(world.spendable().await, GIFT);
    assert_eq!(task.asked.plan.checks[0].answerer, Answerer::Hygiene);
}
