//! The sweep of objects that no row refers to.

use futures_util::stream;
use numsift_model::list::ListKind;
use numsift_screening::UploadLimits;
use numsift_segments::{Filter, Sort};

use crate::world::{World, on_both_stores};

on_both_stores!(
    results_without_a_chunk_are_swept,
    an_upload_without_a_list_is_swept,
    objects_of_lists_and_tasks_are_kept,
    the_sweep_handles_more_objects_than_a_page,
);

/// Long enough for an object to count as orphaned.
const SIX_HOURS: i64 = 6 * 3600 + 60;

async fn results_without_a_chunk_are_swept(world: &World) {
    let list = world.mobiles(10).await;
    let task = world.run(list.id, "hygiene").await;
    let orphan = format!("tasks/{}/0-99.parquet", task.id);
    world.screening.objects.put(&orphan, bytes::Bytes::from_static(b"left behind")).await.unwrap();
    assert_eq!(world.screening.sweep.run().await.unwrap(), 0, "its chunk may not be committed yet");
    world.clock.advance(SIX_HOURS);
    assert_eq!(world.screening.sweep.run().await.unwrap(), 1);
    let page = world.screening.results.page(&task, &Filter::default(), &Sort::Input, 0, 10).await.unwrap();
    assert_eq!(page.rows.len(), 10);
}

async fn an_upload_without_a_list_is_swept(world: &World) {
    // As after a crash between the upload and its row.
    let body = stream::iter([Ok::<_, String>(bytes::Bytes::from_static(b"+8613812345678\n"))]);
    let upload = world.upload_of(ListKind::Upload, "a.txt");
    world.screening.lists.receive(upload, UploadLimits::LIST, body).await.unwrap();
    assert_eq!(world.files().len(), 1);
    assert_eq!(world.screening.sweep.run().await.unwrap(), 0, "its row may not be saved yet");
    assert_eq!(world.files().len(), 1);
    world.clock.advance(SIX_HOURS);
    assert_eq!(world.screening.sweep.run().await.unwrap(), 1);
    assert_eq!(world.files(), Vec::<std::path::PathBuf>::new());
}

async fn objects_of_lists_and_tasks_are_kept(world: &World) {
    let (uploaded, _) = world.upload(ListKind::Upload, "a.txt", b"+8613812345678\n").await.unwrap();
    let list = world.mobiles(10).await;
    world.run(list.id, "hygiene").await;
    let files = world.files();
    world.clock.advance(SIX_HOURS);
    assert_eq!(world.screening.sweep.run().await.unwrap(), 0);
    assert_eq!(world.files(), files);
    // The objects of a deleted list are orphans, even if its purge job never succeeds.
    let mut tx = world.store.begin().await.unwrap();
    world.screening.lists.remove(&mut *tx, uploaded).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(world.screening.sweep.run().await.unwrap(), 1);
}

async fn the_sweep_handles_more_objects_than_a_page(world: &World) {
    let list = world.mobiles(10).await;
    for number in 0..1100 {
        let folder = world.folder.path().join(format!("files/lists/1/ORPHAN{number}"));
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("source"), b"+8613812345678\n").unwrap();
    }
    world.clock.advance(SIX_HOURS);
    assert_eq!(world.screening.sweep.run().await.unwrap(), 1100);
    assert_eq!(world.run(list.id, "hygiene").await.progress.done, 10);
}
