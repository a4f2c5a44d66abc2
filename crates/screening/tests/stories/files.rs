//! An object store that cannot be written, interrupted jobs, and results that move while they are read.

use std::time::Duration;

use futures_util::stream;
use numsift_model::clock::Clock;
use numsift_model::list::{ListKind, ListState};
use numsift_model::money::Points;
use numsift_model::task::{JobKind, JobState, TaskMode, TaskState};
use numsift_screening::{
    ExportRequest, ExportResult, ListDocument, ScreeningError, UploadLimits, WorkerSettings, run_workers,
};
use numsift_segments::{Filter, Format, SegmentError};
use numsift_sim::providers::{Fault, Provider};
use numsift_store::PassOver;
use tokio::sync::watch;

use crate::world::{GIFT, World, cost, on_both_stores};

on_both_stores!(
    jobs_of_a_stopped_process_can_be_claimed_at_once,
    an_export_survives_a_concurrent_compaction,
    tasks_wait_while_the_disk_is_full_and_nothing_is_charged,
    bought_answers_survive_a_restart_during_an_outage,
);

const ONE_OF_EACH: WorkerSettings = WorkerSettings { chunks: 1, jobs: 1, lease_s: 60 };

async fn jobs_of_a_stopped_process_can_be_claimed_at_once(world: &World) {
    let list = world.upload(ListKind::Upload, "a.txt", b"+8613812345678\n+442083661177\n").await.unwrap().0;
    let mapping = ListDocument::of(&list).unwrap().preview.unwrap().mapping;
    world.begin_analysis(list.id, mapping).await;
    let (worker, switches) = world.process_with_failing_objects();
    switches.hold_writes();
    let (stop, stopped) = watch::channel(false);
    let working = tokio::spawn(run_workers(worker, ONE_OF_EACH, stopped));
    switches.held(1).await;
    stop.send_replace(true);
    working.await.unwrap();
    let job = world.store.read().await.unwrap().job_of_list(list.id).await.unwrap().unwrap();
    assert_eq!((job.state, job.tries), (JobState::Pending, 0));
    // The clock has not moved, so no lease has expired.
    world.screening.run_until_idle().await.unwrap();
    let read = world.get_list(list.id).await;
    assert_eq!((read.data.state, read.data.numbers), (ListState::Ready, 2));
}

async fn an_export_survives_a_concurrent_compaction(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(3000).await;
    let id = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    // The first chunk is claimed, the others are done.
    let mut tx = world.store.begin().await.unwrap();
    let first = tx.claim_chunk(world.clock.now().plus(60), &PassOver::default()).await.unwrap().unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.progress.done_chunks, task.compacted), (2, false));
    let request = ExportRequest {
        filter: Filter::default(),
        format: Format::Txt,
        one_file_a_class: None,
        every_row: false,
        bom: false,
        text_numbers: false,
        names: Vec::new(),
        labels: None,
        file_stem: "results".to_owned(),
    };
    let mut tx = world.store.begin().await.unwrap();
    world.screening.results.begin_export(&mut *tx, &task, &request).await.unwrap();
    tx.save().await.unwrap();
    let (worker, switches) = world.process_with_failing_objects();
    switches.hold_reads();
    let exporting = tokio::spawn(async move { worker.run_until_idle().await });
    switches.held(1).await;
    // The export has loaded the places of the results, but read none of them. Now compaction moves them.
    switches.let_others_pass();
    let mut tx = world.store.begin().await.unwrap();
    tx.give_back_chunk(&first, false, 10).await.unwrap().unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    assert!(world.get_task(id).await.compacted);
    switches.release();
    exporting.await.unwrap().unwrap();
    let jobs = world.store.read().await.unwrap().jobs_of_task(id, JobKind::Export).await.unwrap();
    assert_eq!(jobs[0].state, JobState::Done, "{jobs:?}");
    let result: ExportResult = serde_json::from_str(&jobs[0].result).unwrap();
    let text = world.screening.objects.get(&result.object).await.unwrap();
    let numbers: std::collections::BTreeSet<_> = text.split(|byte| *byte == b'\n').collect();
    // Each number once, and an empty text after the last line break.
    assert_eq!((result.rows, numbers.len()), (3000, 3001));
}

async fn tasks_wait_while_the_disk_is_full_and_nothing_is_charged(world: &World) {
    let mut config = world.sync_config();
    config.cost.points = Points(7);
    world.add_channel(config, 10).await;
    let gate = world.control();
    gate.close_gate();
    let list = world.mobiles(2000).await;
    let id = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    let (worker, switches) = world.process_with_failing_objects();
    let (stop, stopped) = watch::channel(false);
    let working = tokio::spawn(run_workers(worker.clone(), ONE_OF_EACH, stopped));
    gate.wait_for_held(1).await;
    switches.set_full(true);
    gate.open_gate();
    // Neither the results nor anything else can be written.
    switches.refused(2).await;
    let upload = world.upload_of(ListKind::Upload, "a.txt");
    let body = stream::iter([Ok::<_, String>(bytes::Bytes::from_static(b"+8613812345678\n"))]);
    let refused = worker.lists.receive(upload, UploadLimits::LIST, body).await;
    assert!(matches!(refused, Err(ScreeningError::Files(SegmentError::Full { .. }))), "{refused:?}");
    // The task waits with the answers of one chunk: nothing was charged, and no other chunk is claimed.
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.progress.pending, task.progress.running), (TaskState::Running, 1, 1));
    assert_eq!((task.progress.done, task.progress.charged.0), (0, 0));
    assert_eq!(world.spendable().await, GIFT - task.asked.held.0);
    switches.set_full(false);
    while world.get_task(id).await.state == TaskState::Running {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stop.send_replace(true);
    working.await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.reason.as_str(), task.progress.done), (TaskState::Completed, "", 2000));
    assert_eq!(cost(world).await, 2000 * 7, "no number was asked twice");
    assert_eq!(spooled(world), 0);
    assert_eq!(world.spendable().await, GIFT - task.progress.charged.0);
}

/// Number of files in the spool.
fn spooled(world: &World) -> usize {
    std::fs::read_dir(world.folder.path().join("spool")).map_or(0, Iterator::count)
}

async fn bought_answers_survive_a_restart_during_an_outage(world: &World) {
    let mut config = world.sync_config();
    config.cost.points = Points(7);
    world.add_channel(config, 10).await;
    let gate = world.control();
    gate.close_gate();
    let list = world.mobiles(1000).await;
    let id = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    let (worker, switches) = world.process_with_failing_objects();
    let (stop, stopped) = watch::channel(false);
    let working = tokio::spawn(run_workers(worker, ONE_OF_EACH, stopped));
    gate.wait_for_held(1).await;
    switches.set_full(true);
    gate.open_gate();
    while spooled(world) == 0 {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    stop.send_replace(true);
    working.await.unwrap();
    assert_eq!(cost(world).await, 1000 * 7, "the provider charges for the answers");
    // The provider fails from now on: the answers come from the spool.
    gate.set_fault(Provider::Sync, Fault::Down);
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.state, task.reason.as_str(), task.progress.done), (TaskState::Completed, "", 1000));
    assert_eq!((cost(world).await, task.progress.failed), (1000 * 7, 0), "booked once");
    assert_eq!(world.spendable().await, GIFT - task.progress.charged.0);
    assert!(task.progress.charged.0 > 0);
    assert_eq!(spooled(world), 0);
}
