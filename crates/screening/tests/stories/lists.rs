//! Uploads: read, refused, kept, suppressed, deleted.

use futures_util::stream;
use numsift_model::list::{ListKind, ListState};
use numsift_screening::{ListDocument, ScreeningError, Upload, UploadLimits};

use crate::world::{World, on_both_stores};

on_both_stores!(
    a_list_is_read_and_counted,
    a_file_that_is_no_list_is_refused_and_leaves_nothing,
    an_upload_that_is_cut_off_or_too_large_leaves_nothing,
    the_same_file_is_recognised,
    suppressed_numbers_are_left_out,
    a_deleted_list_takes_its_files_along,
    expired_uploads_go_and_kept_lists_stay,
);

fn files(world: &World) -> Vec<std::path::PathBuf> {
    fn below(folder: &std::path::Path, found: &mut Vec<std::path::PathBuf>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() { below(&path, found) } else { found.push(path) }
        }
    }
    let mut found = Vec::new();
    below(&world.folder.path().join("files"), &mut found);
    found
}

async fn a_list_is_read_and_counted(world: &World) {
    let text = "name,phone\nAnn,+8613812345678\nBob,138 1234 5678\nBob,+8613812345678\nEve,12\n\nMia,+442083661177\n";
    let list = world.list(ListKind::Upload, "people.csv", text.as_bytes()).await;
    assert_eq!(list.data.state, ListState::Ready);
    let document = ListDocument::of(&list).unwrap();
    let analysis = document.analysis.unwrap();
    assert_eq!(document.carried, ["name"]);
    assert_eq!(analysis.accepted + analysis.duplicates + analysis.invalid + analysis.blank, analysis.total);
    assert_eq!(
        (list.data.numbers, analysis.by_country["GB"]),
        (i64::try_from(analysis.accepted).unwrap(), 1)
    );
    assert!(document.rejected.is_some());
    assert_eq!(document.segments.len(), 1);
}

async fn a_file_that_is_no_list_is_refused_and_leaves_nothing(world: &World) {
    for (name, content) in [("empty.csv", &b""[..]), ("junk.csv", &[0, 159, 146, 150, 255, 0, 1, 2][..])] {
        let refused = world.upload(ListKind::Upload, name, content).await.unwrap_err();
        assert!(refused.intake_code().is_some(), "{refused}");
    }
    assert_eq!(files(world), Vec::<std::path::PathBuf>::new());
    // One that turns out to have no valid number can be read, but not be checked.
    let list = world.list(ListKind::Upload, "short.txt", b"12\n13\n").await;
    assert_eq!((list.data.state, list.data.numbers), (ListState::Ready, 0));
    let refused =
        world.start(World::task(list.id, numsift_model::task::TaskMode::Single, &["hygiene"])).await;
    assert!(matches!(refused, Err(ScreeningError::WrongState)));
}

async fn an_upload_that_is_cut_off_or_too_large_leaves_nothing(world: &World) {
    let upload = || Upload {
        uid: world.account.uid,
        kind: ListKind::Upload,
        name: String::new(),
        file_name: "a.txt".into(),
    };
    let part = || Ok::<_, String>(bytes::Bytes::from_static(b"+8613812345678\n"));
    let cut = stream::iter([part(), Err("gone".to_owned())]);
    let refused = world.screening.upload(upload(), UploadLimits::default(), cut).await;
    assert!(matches!(refused, Err(ScreeningError::CutOff)));
    let long = stream::iter([part(), part(), part()]);
    let refused = world.screening.upload(upload(), UploadLimits { bytes: 30 }, long).await;
    assert!(matches!(refused, Err(ScreeningError::TooLarge { limit: 30 })));
    assert_eq!(files(world), Vec::<std::path::PathBuf>::new());
}

async fn the_same_file_is_recognised(world: &World) {
    let upload = || Upload {
        uid: world.account.uid,
        kind: ListKind::Upload,
        name: String::new(),
        file_name: "a.txt".into(),
    };
    let body = || stream::iter([Ok::<_, String>(bytes::Bytes::from_static(b"+8613812345678\n"))]);
    let (first, same) = world.screening.upload(upload(), UploadLimits::default(), body()).await.unwrap();
    assert_eq!(same, None);
    let (_, same) = world.screening.upload(upload(), UploadLimits::default(), body()).await.unwrap();
    assert_eq!(same, Some(first.id));
}

async fn suppressed_numbers_are_left_out(world: &World) {
    let never = world.list(ListKind::Suppression, "never.txt", b"+8613800000001\n+8613800000003\n").await;
    assert_eq!((never.data.state, never.data.expires_at), (ListState::Ready, None));
    let list = world.mobiles(5).await;
    let analysis = ListDocument::of(&list).unwrap().analysis.unwrap();
    assert_eq!((analysis.accepted, analysis.suppressed), (3, 2));
    // A list that was read before is not asked about either.
    world.sync_channel().await;
    let late = world.list(ListKind::Suppression, "late.txt", b"+8613800000002\n").await;
    assert_eq!(late.data.numbers, 1);
    let task = world.run(list.id, "whatsapp").await;
    assert_eq!(task.progress.done, 3);
    assert!(task.progress.unknown >= 1);
    let page = world
        .screening
        .result_page(&task, &numsift_segments::Filter::default(), &numsift_segments::Sort::Input, 0, 10)
        .await
        .unwrap();
    let late = page.rows.iter().find(|row| row.number == 8_613_800_000_002).unwrap();
    assert_eq!((late.checks[0].status, late.checks[0].reason.as_str()), (0, "suppressed"));
}

async fn a_deleted_list_takes_its_files_along(world: &World) {
    let list = world.mobiles(10).await;
    assert!(!files(world).is_empty());
    let mut tx = world.store.begin().await.unwrap();
    world.screening.remove_list(&mut *tx, list).await.unwrap();
    tx.save().await.unwrap();
    world.screening.work_off().await.unwrap();
    assert_eq!(files(world), Vec::<std::path::PathBuf>::new());
}

async fn expired_uploads_go_and_kept_lists_stay(world: &World) {
    let gone = world.mobiles(3).await;
    let kept = world.list(ListKind::Upload, "kept.txt", b"+442083661177\n").await;
    world.screening.keep_list(world.scope(), kept.id, "kept").await.unwrap();
    world.clock.advance(31 * 86_400);
    world.screening.keep_retention().await.unwrap();
    world.screening.work_off().await.unwrap();
    assert_eq!(world.get_list(gone.id).await.data.state, ListState::Deleted);
    assert_eq!(world.get_list(kept.id).await.data.state, ListState::Ready);
    assert!(files(world).iter().all(|file| !file.ends_with("mobiles.txt")));
}
