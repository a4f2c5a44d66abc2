//! Faults: workers that die, late commits, chunks that always fail, several processes on one task.

use numsift_model::clock::Timestamp;
use numsift_model::id::{ListId, TaskId};
use numsift_model::task::{ChunkDone, TaskMode, TaskState};
use numsift_screening::{WorkerSettings, run_workers};
use numsift_store::{PassOver, Scope};
use tokio::sync::watch;

use crate::world::{GIFT, World, on_both_stores};

on_both_stores!(
    a_late_commit_changes_nothing,
    the_chunk_of_a_dead_worker_is_done_by_another_process,
    a_chunk_that_always_fails_is_given_up_free_of_charge,
    two_processes_share_a_task,
    two_processes_share_the_limits_of_a_channel,
    stopped_workers_release_their_chunks,
    accounts_are_served_in_turn,
    a_slow_task_does_not_delay_other_tasks,
);

async fn started(world: &World, numbers: u64, project: &str) -> TaskId {
    let list = world.mobiles(numbers).await;
    world.start(World::task(list.id, TaskMode::Single, &[project])).await.unwrap()
}

async fn claim(world: &World) -> numsift_model::task::ClaimedChunk {
    use numsift_model::clock::Clock;
    let mut tx = world.store.begin().await.unwrap();
    let chunk = tx.claim_chunk(world.clock.now().plus(60), &PassOver::default()).await.unwrap().unwrap();
    tx.save().await.unwrap();
    chunk
}

async fn a_late_commit_changes_nothing(world: &World) {
    let id = started(world, 10, "hygiene").await;
    let dead = claim(world).await;
    world.clock.advance(61);
    world.screening.reclaim_expired().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.progress.done), (TaskState::Completed, 10));
    let late = ChunkDone {
        object: "tasks/1/late".to_owned(),
        histogram: Vec::new(),
        charged_answers: 10,
        charged: numsift_model::money::Points(20),
        failed: 0,
        unknown: 0,
        answers: 10,
        hits: 10,
        suppressed: 0,
        at: Timestamp(0),
        used: Vec::new(),
        spent: [("hygiene".to_owned(), numsift_model::money::Points(1))].into(),
    };
    let mut tx = world.store.begin().await.unwrap();
    assert_eq!(tx.commit_chunk(&dead, &late).await.unwrap(), None);
    drop(tx);
    assert_eq!(world.get_task(id).await.progress, task.progress);
    assert_eq!(world.spendable().await, GIFT - 20);
}

async fn the_chunk_of_a_dead_worker_is_done_by_another_process(world: &World) {
    world.sync_channel().await;
    let id = started(world, 2000, "whatsapp").await;
    claim(world).await;
    world.screening.run_until_idle().await.unwrap();
    let half = world.get_task(id).await;
    assert_eq!((half.state, half.progress.done, half.progress.running), (TaskState::Running, 1000, 1));
    world.clock.advance(61);
    let other = world.another_process();
    other.reclaim_expired().await.unwrap();
    other.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.progress.done), (TaskState::Completed, 2000));
}

async fn a_chunk_that_always_fails_is_given_up_free_of_charge(world: &World) {
    let id = started(world, 10, "hygiene").await;
    let task = world.get_task(id).await;
    let list = world.get_list(task.asked.list).await;
    for segment in numsift_screening::ListDocument::of(&list).unwrap().segments {
        world.screening.objects.delete(&segment.object).await.unwrap();
    }
    for _ in 0..10 {
        let chunk = claim(world).await;
        let mut tx = world.store.begin().await.unwrap();
        tx.give_back_chunk(&chunk, true, 10).await.unwrap().unwrap();
        tx.save().await.unwrap();
    }

    let mut tx = world.store.read().await.unwrap();
    let task = tx.task(Scope::All, id).await.unwrap().unwrap();
    assert_eq!((task.progress.pending, task.progress.running), (0, 0));
    drop(tx);
    let mut tx = world.store.begin().await.unwrap();
    world.screening.tasks.end_if_over(&mut *tx, id).await.unwrap();
    tx.save().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.reason.as_str()), (TaskState::Completed, "unprocessed"));
    assert_eq!((task.progress.done, world.spendable().await), (0, GIFT));
}

async fn two_processes_share_a_task(world: &World) {
    world.sync_channel().await;
    let id = started(world, 8000, "whatsapp").await;
    let other = world.another_process();
    let (one, two) = tokio::join!(world.screening.run_until_idle(), other.run_until_idle());
    one.unwrap();
    two.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.progress.done, task.progress.done_chunks), (TaskState::Completed, 8000, 8));
}

async fn two_processes_share_the_limits_of_a_channel(world: &World) {
    let mut config = world.sync_config();
    (config.limit.concurrency, config.limit.rps, config.limit.burst) = (3, 1000, 1000);
    world.add_channel(config, 10).await;
    let gate = world.control();
    gate.close_gate();
    let id = started(world, 4000, "whatsapp").await;
    let (stop, stopped) = watch::channel(false);
    let settings = WorkerSettings { chunks: 2, jobs: 1, ..WorkerSettings::default() };
    let first = tokio::spawn(run_workers(world.screening.clone(), settings, stopped.clone()));
    // The first process uses all slots when the second one starts.
    gate.wait_for_held(3).await;
    let second = tokio::spawn(run_workers(world.another_process(), settings, stopped));
    until(|| async { world.get_task(id).await.progress.running == 4 }).await;
    gate.open_gate();
    until(|| async { world.get_task(id).await.state != TaskState::Running }).await;
    stop.send_replace(true);
    first.await.unwrap();
    second.await.unwrap();
    assert_eq!((world.get_task(id).await.progress.done, gate.max_in_flight()), (4000, 3));
}

async fn stopped_workers_release_their_chunks(world: &World) {
    world.sync_channel().await;
    let gate = world.control();
    gate.close_gate();
    let id = started(world, 3000, "whatsapp").await;
    let (stop, stopped) = watch::channel(false);
    let settings = WorkerSettings { chunks: 2, jobs: 1, ..WorkerSettings::default() };
    let working = tokio::spawn(run_workers(world.screening.clone(), settings, stopped));
    until(|| async { world.get_task(id).await.progress.running == 2 }).await;
    stop.send_replace(true);
    working.await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.progress.running, task.progress.pending), (0, 3));
    gate.open_gate();
    world.another_process().run_until_idle().await.unwrap();
    assert_eq!(world.get_task(id).await.progress.done, 3000);
}

async fn accounts_are_served_in_turn(world: &World) {
    use numsift_model::clock::Clock;
    world.sync_channel().await;
    let first = started(world, 3000, "whatsapp").await;
    let list = world.get_task(first).await.asked.list;
    let second = started_by_another(world, list, "whatsapp").await;
    let mut turns = Vec::new();
    for _ in 0..4 {
        let mut tx = world.store.begin().await.unwrap();
        turns.push(
            tx.claim_chunk(world.clock.now().plus(60), &PassOver::default()).await.unwrap().unwrap().task,
        );
        tx.save().await.unwrap();
    }
    assert_eq!(turns, [first, second, first, second]);
    world.clock.advance(61);
    world.screening.reclaim_expired().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
}

async fn started_by_another(world: &World, list: ListId, project: &str) -> TaskId {
    let bob = crate::world::account(&*world.store, "bob", None).await;
    crate::world::give(&*world.store, bob, GIFT, &*world.clock).await;
    let mut tx = world.store.begin().await.unwrap();
    let account = tx.account(bob).await.unwrap().unwrap();
    let start = World::task(list, TaskMode::Single, &[project]);
    let id = world.screening.tasks.start(&mut *tx, &account, Scope::All, start).await.unwrap();
    tx.save().await.unwrap();
    id
}

/// The provider of the slow task does not answer, and the task has more chunks than there are places.
async fn a_slow_task_does_not_delay_other_tasks(world: &World) {
    world.sync_channel().await;
    let gate = world.control();
    gate.close_gate();
    let slow = started(world, 8000, "whatsapp").await;
    let (stop, stopped) = watch::channel(false);
    let settings = WorkerSettings { chunks: 2, jobs: 1, ..WorkerSettings::default() };
    let working = tokio::spawn(run_workers(world.screening.clone(), settings, stopped));
    until(|| async { world.get_task(slow).await.progress.running == 2 }).await;

    let list = world.get_task(slow).await.asked.list;
    let own = world.start(World::task(list, TaskMode::Single, &["hygiene"])).await.unwrap();
    let others = started_by_another(world, list, "hygiene").await;
    for quick in [own, others] {
        until(|| async { world.get_task(quick).await.state == TaskState::Completed }).await;
    }
    let task = world.get_task(slow).await;
    assert_eq!((task.progress.done, task.progress.running), (0, 2));
    gate.open_gate();
    until(|| async { world.get_task(slow).await.state == TaskState::Completed }).await;
    stop.send_replace(true);
    working.await.unwrap();
}

/// Polls until a condition holds. Workers of other processes do not signal their progress.
async fn until<F: Future<Output = bool>>(holds: impl Fn() -> F) {
    while !holds().await {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
}
