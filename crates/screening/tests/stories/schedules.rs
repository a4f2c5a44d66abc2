//! Scheduled runs: started once per due time, skipped with a notice, compared with the run before, ended with the list.

use numsift_model::account::AccountEdit;
use numsift_model::id::{ScheduleId, TaskId};
use numsift_model::lang::Lang;
use numsift_model::limits::SCHEDULES;
use numsift_model::money::Points;
use numsift_model::page::Page;
use numsift_model::schedule::{Every, RunOutcome, Schedule};
use numsift_model::task::{TaskMode, TaskState};
use numsift_screening::{
    AddSchedule, Change, Comparison, ComparisonState, DifferenceFilter, Result, ScreeningError,
};
use numsift_store::{Scope, TaskFilter};

use crate::world::{GIFT, World, account, on_both_stores};

const DAY: i64 = 86_400;

on_both_stores!(
    a_list_is_checked_again_and_the_results_are_compared,
    processes_at_the_same_time_start_one_run,
    missed_times_are_left_out,
    a_run_without_points_is_skipped_with_a_notice,
    a_run_above_the_price_ceiling_is_skipped,
    a_run_is_skipped_if_the_account_may_not_start_tasks,
    a_run_is_skipped_if_no_channel_can_answer,
    a_deleted_list_ends_its_schedules,
    the_number_of_schedules_is_limited,
    only_finished_tasks_of_the_account_can_be_scheduled,
    without_earlier_results_nothing_is_compared,
);

async fn add(world: &World, task: TaskId, every: Every, max_price: i64) -> Result<Schedule> {
    let mut tx = world.store.begin().await?;
    let add = AddSchedule { task, every, max_price: Points(max_price) };
    let schedule = world.screening.schedules.add(&mut *tx, world.account.uid, add).await?;
    tx.save().await?;
    Ok(schedule)
}

async fn get(world: &World, id: ScheduleId) -> Schedule {
    world.store.read().await.unwrap().schedule(Scope::All, id).await.unwrap().unwrap()
}

async fn count_tasks(world: &World) -> i64 {
    let (all, page) = (TaskFilter::default(), Page::new(1, 10).unwrap());
    world.store.read().await.unwrap().tasks(Scope::All, &all, page).await.unwrap().total
}

/// Titles of the account's notices, newest first.
async fn notices(world: &World) -> Vec<String> {
    let mut tx = world.store.read().await.unwrap();
    let found = tx.notifications_for(world.account.uid, false, Page::new(1, 50).unwrap()).await.unwrap();
    found.items.iter().map(|notice| notice.texts.in_language(Lang::En).unwrap().title.clone()).collect()
}

/// Starts the run that is due and runs it to its end.
async fn run_due(world: &World, id: ScheduleId) -> TaskId {
    assert_eq!(world.screening.schedules.run_due().await.unwrap(), 1);
    world.screening.run_until_idle().await.unwrap();
    get(world, id).await.last_task
}

async fn compared(world: &World, task: TaskId) -> Comparison {
    match world.screening.results.comparison(task).await.unwrap() {
        ComparisonState::Done(comparison) => comparison,
        other => panic!("{other:?}"),
    }
}

async fn a_list_is_checked_again_and_the_results_are_compared(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(2500).await;
    let first = world.run(list.id, "whatsapp").await;
    let schedule = add(world, first.id, Every::Month, GIFT).await.unwrap();
    assert_eq!(world.screening.schedules.run_due().await.unwrap(), 0, "nothing is due");

    // Now the provider means something else: all three kinds of answers differ.
    let mut config = world.sync_config();
    let status = &mut config.map[0];
    status.values =
        [("live", "inactive"), ("dead", "unknown")].map(|(from, to)| (from.into(), to.into())).into();
    status.default = Some("active".to_owned());
    let mut tx = world.store.begin().await.unwrap();
    let mut row = tx.channels().await.unwrap().remove(0);
    row.document = world.screening.channels.sealed(config).unwrap().0;
    tx.put_channel(&row).await.unwrap().unwrap();
    tx.save().await.unwrap();

    // The results would have expired; the schedule keeps them and the list.
    world.clock.advance(schedule.next_at.since(schedule.asked.created_at) + 5);
    world.screening.retention.run().await.unwrap();
    let second = world.get_task(run_due(world, schedule.id).await).await;
    assert_eq!((second.state, second.asked.list), (TaskState::Completed, list.id));
    assert_eq!(second.asked.plan.checks[0].project, "whatsapp");
    assert!(second.asked.name.starts_with("a task 20"), "{}", second.asked.name);
    let comparison = compared(world, second.id).await;
    let check = &comparison.checks[0];
    let definite = first.progress.answers - first.progress.unknown;
    assert_eq!(check.project, "whatsapp");
    assert_eq!(check.changed, first.progress.hits);
    assert_eq!(check.gone, definite - first.progress.hits);
    assert_eq!(check.new, first.progress.unknown);
    assert!(check.changed > 0 && check.gone > 0 && check.new > 0, "{check:?}");

    let results = &world.screening.results;
    let all = results.differences(&comparison, DifferenceFilter::default(), 0, 5000).await.unwrap();
    assert_eq!((all.0.len(), all.1), (2500, 2500));
    assert!(all.0.is_sorted_by_key(|row| row.line), "in the order of the list");
    let only = DifferenceFilter { check: Some(0), change: Some(Change::New) };
    let new: Vec<_> = all.0.iter().copied().filter(|row| row.change == Change::New).collect();
    let (page, total) = results.differences(&comparison, only, 3, 4).await.unwrap();
    assert_eq!((page.as_slice(), total), (&new[3..7], new.len() as u64));
    let status = |at: u8| check.statuses[usize::from(at)].as_str();
    assert_eq!((status(page[0].before), status(page[0].after)), ("unknown", "active"));
    assert!(results.differences(&comparison, only, 5000, 4).await.unwrap().0.is_empty());

    // The same answers once more: no difference.
    world.clock.advance(32 * DAY);
    let third = run_due(world, schedule.id).await;
    let comparison = compared(world, third).await;
    let check = &comparison.checks[0];
    assert_eq!((check.changed, check.new, check.gone), (0, 0, 0));
    assert_eq!(get(world, schedule.id).await.runs, 2);
    // A schedule keeps the results of its last two runs.
    world.screening.retention.run().await.unwrap();
    assert_eq!(world.get_task(first.id).await.state, TaskState::Deleted);
    assert_eq!(world.get_task(second.id).await.state, TaskState::Completed);
}

async fn processes_at_the_same_time_start_one_run(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let schedule = add(world, task.id, Every::Day, GIFT).await.unwrap();
    world.clock.advance(DAY);
    let others = [world.another_process(), world.another_process()];
    let (one, two, three) = tokio::join!(
        world.screening.schedules.run_due(),
        others[0].schedules.run_due(),
        others[1].schedules.run_due()
    );
    assert_eq!(one.unwrap() + two.unwrap() + three.unwrap(), 1);
    assert_eq!(count_tasks(world).await, 2);
    let found = get(world, schedule.id).await;
    assert_eq!((found.runs, found.outcome), (1, Some(RunOutcome::Started)));
    assert_eq!(found.next_at, schedule.next_at.plus(DAY));
    world.screening.run_until_idle().await.unwrap();
}

async fn missed_times_are_left_out(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let schedule = add(world, task.id, Every::Day, GIFT).await.unwrap();
    // The installation was off for more than three days.
    world.clock.advance(3 * DAY + 100);
    run_due(world, schedule.id).await;
    assert_eq!(world.screening.schedules.run_due().await.unwrap(), 0);
    let found = get(world, schedule.id).await;
    assert_eq!((found.runs, found.next_at), (1, schedule.asked.created_at.plus(4 * DAY)));
}

async fn a_run_without_points_is_skipped_with_a_notice(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(6000).await;
    let task = world.run(list.id, "whatsapp").await;
    let schedule = add(world, task.id, Every::Week, GIFT).await.unwrap();
    let (left, tasks) = (world.spendable().await, count_tasks(world).await);
    assert!(left < 6000 * 100, "not enough for a second run");
    world.clock.advance(7 * DAY);
    assert_eq!(world.screening.schedules.run_due().await.unwrap(), 0);
    let found = get(world, schedule.id).await;
    assert_eq!((found.outcome, found.runs, found.last_task), (Some(RunOutcome::NoPoints), 0, task.id));
    assert_eq!(found.next_at, schedule.next_at.plus(7 * DAY), "it is tried again when the next run is due");
    assert_eq!((world.spendable().await, count_tasks(world).await), (left, tasks), "nothing is half started");
    assert_eq!(notices(world).await[0], "Scheduled run skipped");
    let told = notices(world).await.len();
    assert_eq!(world.screening.schedules.run_due().await.unwrap(), 0);
    assert_eq!(notices(world).await.len(), told, "one notice per run");
}

async fn a_run_above_the_price_ceiling_is_skipped(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "carrier").await;
    let price = task.asked.held.0;
    let (exact, low) =
        (add(world, task.id, Every::Day, price).await.unwrap(), add(world, task.id, Every::Day, price - 1));
    let low = low.await.unwrap();
    let left = world.spendable().await;
    world.clock.advance(DAY);
    assert_eq!(world.screening.schedules.run_due().await.unwrap(), 1);
    assert_eq!(get(world, low.id).await.outcome, Some(RunOutcome::TooExpensive));
    assert_eq!(get(world, exact.id).await.outcome, Some(RunOutcome::Started));
    assert_eq!(world.spendable().await, left - price, "one run is held");
    world.screening.run_until_idle().await.unwrap();
}

async fn a_run_is_skipped_if_the_account_may_not_start_tasks(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let schedule = add(world, task.id, Every::Day, GIFT).await.unwrap();
    let mut tx = world.store.begin().await.unwrap();
    let account = tx.account(world.account.uid).await.unwrap().unwrap();
    let edit = AccountEdit { enabled: false, ..account.as_edit() };
    tx.edit_account(account.uid, account.version, &edit).await.unwrap();
    tx.save().await.unwrap();
    world.clock.advance(DAY);
    assert_eq!(world.screening.schedules.run_due().await.unwrap(), 0);
    assert_eq!(get(world, schedule.id).await.outcome, Some(RunOutcome::NotPermitted));
    assert_eq!(count_tasks(world).await, 1);
}

async fn a_run_is_skipped_if_no_channel_can_answer(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "whatsapp").await;
    let schedule = add(world, task.id, Every::Day, GIFT).await.unwrap();
    let mut tx = world.store.begin().await.unwrap();
    let row = tx.channels().await.unwrap().remove(0);
    assert!(tx.remove_channel(&row.name, row.version).await.unwrap());
    tx.save().await.unwrap();
    world.clock.advance(DAY);
    assert_eq!(world.screening.schedules.run_due().await.unwrap(), 0);
    assert_eq!(get(world, schedule.id).await.outcome, Some(RunOutcome::NotUsable));
}

async fn a_deleted_list_ends_its_schedules(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let schedule = add(world, task.id, Every::Day, GIFT).await.unwrap();
    let mut tx = world.store.begin().await.unwrap();
    let list = tx.list(Scope::All, list.id).await.unwrap().unwrap();
    world.screening.lists.remove(&mut *tx, list).await.unwrap();
    tx.save().await.unwrap();
    assert!(world.store.read().await.unwrap().schedule(Scope::All, schedule.id).await.unwrap().is_none());
    world.clock.advance(DAY);
    assert_eq!(world.screening.schedules.run_due().await.unwrap(), 0);
    assert_eq!(count_tasks(world).await, 1);
    world.screening.run_until_idle().await.unwrap();
}

async fn the_number_of_schedules_is_limited(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let mut latest = None;
    for _ in 0..SCHEDULES {
        latest = Some(add(world, task.id, Every::Day, GIFT).await.unwrap());
    }
    let refused = add(world, task.id, Every::Day, GIFT).await;
    assert!(matches!(refused, Err(ScreeningError::TooManySchedules { most: SCHEDULES })), "{refused:?}");
    let mut tx = world.store.begin().await.unwrap();
    world.screening.schedules.end(&mut *tx, world.scope(), latest.unwrap().id).await.unwrap();
    tx.save().await.unwrap();
    add(world, task.id, Every::Day, GIFT).await.unwrap();
}

async fn only_finished_tasks_of_the_account_can_be_scheduled(world: &World) {
    let list = world.mobiles(10).await;
    let running = world.start(World::task(list.id, TaskMode::Single, &["hygiene"])).await.unwrap();
    assert!(matches!(add(world, running, Every::Day, 0).await, Err(ScreeningError::WrongState)));
    let sample = world.sample(list.id, "hygiene").await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    assert!(matches!(add(world, sample, Every::Day, 0).await, Err(ScreeningError::WrongState)));
    let refused = add(world, running, Every::Day, -1).await;
    assert!(matches!(refused, Err(ScreeningError::Wrong("max_price", _))), "{refused:?}");
    let bob = account(&*world.store, "bob", None).await;
    let mut tx = world.store.begin().await.unwrap();
    let request = AddSchedule { task: running, every: Every::Day, max_price: Points(0) };
    let refused = world.screening.schedules.add(&mut *tx, bob, request).await;
    assert!(matches!(refused, Err(ScreeningError::NotFound)), "{refused:?}");
}

async fn without_earlier_results_nothing_is_compared(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let schedule = add(world, task.id, Every::Day, GIFT).await.unwrap();
    let mut tx = world.store.begin().await.unwrap();
    world.screening.tasks.remove(&mut *tx, &task).await.unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    world.clock.advance(DAY);
    let run = run_due(world, schedule.id).await;
    let comparison = compared(world, run).await;
    assert!(comparison.missing && comparison.checks.is_empty());
}
