//! Lists: uploaded, analysed, rejected, saved, suppressed and deleted.

use std::collections::{HashMap, HashSet};
use std::path::PathBuf;

use futures_util::stream;
use numsift_intake::{About, Hints, Why};
use numsift_model::clock::Clock as _;
use numsift_model::list::{ListKind, ListState};
use numsift_model::settings::Settings;
use numsift_model::task::TaskMode;
use numsift_screening::{ListDocument, ScreeningError, UploadLimits};
use numsift_segments::{Filter, SKIPPED, Sort};

use crate::results::every_row;
use crate::world::{World, on_both_stores};

on_both_stores!(
    a_list_is_analysed,
    a_file_that_cannot_be_read_is_rejected_and_deleted,
    an_upload_that_ends_early_or_is_too_large_leaves_no_file,
    a_preview_has_a_limit_on_columns_and_sheets,
    an_upload_with_known_content_names_the_earlier_list,
    an_unclear_country_is_asked_about_and_remembered,
    suppressed_numbers_are_neither_imported_nor_checked,
    a_list_larger_than_the_memory_is_read_completely,
    a_list_with_more_numbers_than_the_settings_allow_leaves_nothing,
    the_files_of_a_deleted_list_are_deleted,
    uploads_expire_and_saved_lists_do_not,
);

async fn a_list_is_analysed(world: &World) {
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

async fn a_file_that_cannot_be_read_is_rejected_and_deleted(world: &World) {
    for (name, content) in [("empty.csv", &b""[..]), ("junk.csv", &[0, 159, 146, 150, 255, 0, 1, 2][..])] {
        let refused = world.upload(ListKind::Upload, name, content).await.unwrap_err();
        assert!(refused.intake_code().is_some(), "{refused}");
    }
    assert_eq!(world.files(), Vec::<PathBuf>::new());
    // A list without a valid number is ready, but cannot be checked.
    let list = world.list(ListKind::Upload, "short.txt", b"12\n13\n").await;
    assert_eq!((list.data.state, list.data.numbers), (ListState::Ready, 0));
    let refused = world.start(World::task(list.id, TaskMode::Single, &["hygiene"])).await;
    assert!(matches!(refused, Err(ScreeningError::WrongState)));
}

async fn an_upload_that_ends_early_or_is_too_large_leaves_no_file(world: &World) {
    let upload = || world.upload_of(ListKind::Upload, "a.txt");
    let part = || Ok::<_, String>(bytes::Bytes::from_static(b"+8613812345678\n"));
    let cut = stream::iter([part(), Err("gone".to_owned())]);
    let refused = world.screening.lists.receive(upload(), UploadLimits::LIST, cut).await;
    assert!(matches!(refused, Err(ScreeningError::CutOff)));
    let long = stream::iter([part(), part(), part()]);
    let refused = world.screening.lists.receive(upload(), UploadLimits { bytes: 30 }, long).await;
    assert!(matches!(refused, Err(ScreeningError::TooLarge { limit: 30 })));
    assert_eq!(world.files(), Vec::<PathBuf>::new());
}

async fn an_unclear_country_is_asked_about_and_remembered(world: &World) {
    // Valid in Saudi Arabia and in the United Arab Emirates.
    let numbers = b"0501234567\n0541234568\n0551234569\n0561234560\n";
    let (list, _) = world.upload(ListKind::Upload, "a.txt", numbers).await.unwrap();
    let asked = ListDocument::of(&list).unwrap().preview.unwrap().confidence;
    assert!(!asked.sure);
    assert_eq!(asked.questions[0].about, About::Country);
    let offered: Vec<_> =
        asked.questions[0].options.iter().filter_map(|answer| answer.default_country.clone()).collect();
    assert_eq!(offered.len(), 2);
    assert!(offered.contains(&"SA".to_owned()) && offered.contains(&"AE".to_owned()), "{offered:?}");

    let answer = Hints { default_country: Some("AE".to_owned()), ..Hints::default() };
    let list = world.screening.lists.preview_again(world.scope(), list.id, answer).await.unwrap();
    let preview = ListDocument::of(&list).unwrap().preview.unwrap();
    assert!(preview.confidence.sure);
    world.begin_analysis(list.id, preview.mapping).await;
    world.screening.run_until_idle().await.unwrap();
    let analysis = ListDocument::of(&world.get_list(list.id).await).unwrap().analysis.unwrap();
    assert_eq!(analysis.by_country["AE"], 4);

    // The next list of the account is rather from the same country.
    let numbers = b"0502234567\n0542234568\n0552234569\n0562234560\n";
    let (next, _) = world.upload(ListKind::Upload, "b.txt", numbers).await.unwrap();
    let preview = ListDocument::of(&next).unwrap().preview.unwrap();
    assert_eq!(preview.mapping.default_country.as_deref(), Some("AE"));
    assert!(preview.confidence.reasons.iter().any(|reason| reason.code == Why::EarlierLists));
}

async fn a_preview_has_a_limit_on_columns_and_sheets(world: &World) {
    let (list, _) = world.upload(ListKind::Upload, "a.csv", b"a,b\n+8613812345678,1\n").await.unwrap();
    for (hints, field) in [
        (Hints { more_columns: (1..17).collect(), ..Hints::default() }, "mapping.more_columns"),
        (Hints { more_columns: vec![10_001], ..Hints::default() }, "mapping.more_columns"),
        (Hints { more_sheets: vec!["a".to_owned(); 1000], ..Hints::default() }, "mapping.more_sheets"),
    ] {
        let refused = world.screening.lists.preview_again(world.scope(), list.id, hints).await;
        assert!(matches!(refused, Err(ScreeningError::Invalid(found)) if found == field), "{refused:?}");
    }
    let allowed = Hints { more_columns: (1..16).collect(), ..Hints::default() };
    world.screening.lists.preview_again(world.scope(), list.id, allowed).await.unwrap();
}

async fn an_upload_with_known_content_names_the_earlier_list(world: &World) {
    let (first, same) = world.upload(ListKind::Upload, "a.txt", b"+8613812345678\n").await.unwrap();
    assert_eq!(same, None);
    let (_, same) = world.upload(ListKind::Upload, "a.txt", b"+8613812345678\n").await.unwrap();
    assert_eq!(same, Some(first.id));
}

/// The world holds 2000 numbers in memory.
async fn a_list_larger_than_the_memory_is_read_completely(world: &World) {
    world.list(ListKind::Suppression, "never.txt", b"+8613800000007\n").await;
    // Every third row repeats a number that comes before it.
    let number = |row: u64| if row % 3 == 2 { row / 2 } else { row };
    let rows: Vec<_> = (0..9000).map(|row| format!("{row},+86138{:08}", number(row))).collect();
    let list = world
        .list(ListKind::Upload, "large.csv", format!("id,phone\n{}\n12,nobody\n", rows.join("\n")).as_bytes())
        .await;
    assert_eq!(list.data.state, ListState::Ready);
    let document = ListDocument::of(&list).unwrap();
    let analysis = document.analysis.unwrap();

    let (mut known, mut different, mut suppressed) = (HashSet::new(), 0, 0);
    for row in 0..9000 {
        match number(row) {
            7 => suppressed += 1,
            number => different += u64::from(known.insert(number)),
        }
    }
    assert!(different > 2000);
    assert_eq!((analysis.accepted, analysis.suppressed, analysis.invalid), (different, suppressed, 1));
    assert_eq!(analysis.duplicates, 9000 - different - suppressed);
    assert_eq!(document.segments.iter().map(|segment| segment.rows).sum::<u64>(), different);
    // Nothing is left of the reading that gave up.
    let (all, expected) = (world.files(), ["input-0.parquet", "rejected.csv", "set-aside.parquet"]);
    let of_list = |path: &&PathBuf| {
        let path = path.to_string_lossy();
        path.contains(&document.folder) && !path.ends_with("/source")
    };
    let names: Vec<_> = all.iter().filter(of_list).filter_map(|path| path.file_name()?.to_str()).collect();
    assert_eq!(names, expected, "{all:?}");
    assert_eq!(std::fs::read_dir(world.folder.path().join("scratch")).unwrap().count(), 0);

    let task = world.run(list.id, "hygiene").await;
    assert_eq!(task.progress.done, i64::try_from(different).unwrap());
    let lines = every_row(world, &task, &["row", "outcome", "duplicate_of"]).await;
    assert_eq!(lines.len(), 1 + 9001);
    // The header is row 1.
    let mut first = HashMap::new();
    for (row, line) in (0..9000).zip(&lines[1..]) {
        let at = row + 2;
        let earlier = *first.entry(number(row)).or_insert(at);
        let expected = match number(row) {
            7 => format!("{at},suppressed,"),
            _ if earlier != at => format!("{at},duplicate,{earlier}"),
            _ => format!("{at},answered,"),
        };
        assert_eq!(*line, expected);
    }
}

async fn a_list_with_more_numbers_than_the_settings_allow_leaves_nothing(world: &World) {
    for most in [1500, 3000] {
        let mut tx = world.store.begin().await.unwrap();
        let version = tx.settings_version().await.unwrap();
        let settings = Settings { list_numbers: most, ..tx.settings().await.unwrap() };
        tx.put_settings(&settings, version, world.clock.now()).await.unwrap();
        tx.save().await.unwrap();
        let count = u64::try_from(most).unwrap();
        let rows =
            |count: u64| (0..count).map(|row| format!("+86138{row:08}")).collect::<Vec<_>>().join("\n");
        let list = world.list(ListKind::Upload, "few.txt", rows(count).as_bytes()).await;
        assert_eq!((list.data.state, list.data.numbers), (ListState::Ready, most));
        let before = world.files();
        let list = world.list(ListKind::Upload, "many.txt", rows(count + 1).as_bytes()).await;
        assert_eq!(list.data.state, ListState::Failed);
        let (code, _) = ListDocument::of(&list).unwrap().error.unwrap();
        assert_eq!(code, "too_many");
        assert_eq!(world.files().len(), before.len() + 1, "only the upload itself is kept");
    }
}

async fn suppressed_numbers_are_neither_imported_nor_checked(world: &World) {
    let never = world.list(ListKind::Suppression, "never.txt", b"+8613800000001\n+8613800000003\n").await;
    assert_eq!((never.data.state, never.data.expires_at), (ListState::Ready, None));
    let list = world.mobiles(5).await;
    let analysis = ListDocument::of(&list).unwrap().analysis.unwrap();
    assert_eq!((analysis.accepted, analysis.suppressed), (3, 2));
    // Numbers that are suppressed after the analysis are not sent to providers either.
    world.sync_channel().await;
    let late = world.list(ListKind::Suppression, "late.txt", b"+8613800000002\n").await;
    assert_eq!(late.data.numbers, 1);
    let task = world.run(list.id, "whatsapp").await;
    assert_eq!((task.progress.done, task.progress.answers, task.progress.suppressed), (3, 2, 1));
    assert!(task.progress.charged_answers <= 2, "it is not charged");
    let rows = world.screening.results.row_counts(&task).await.unwrap().unwrap();
    assert_eq!((rows.sent, rows.answered, rows.skipped, rows.suppressed), (5, 2, 0, 3), "{rows:?}");
    let page = world.screening.results.page(&task, &Filter::default(), &Sort::Input, 0, 10).await.unwrap();
    let late = page.rows.iter().find(|row| row.number == 8_613_800_000_002).unwrap();
    assert_eq!((late.checks[0].status, late.checks[0].reason.as_str()), (SKIPPED, "suppressed"));

    // A number that another check has answered is answered.
    let id = world.start(World::task(list.id, TaskMode::Parallel, &["hygiene", "whatsapp"])).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    assert_eq!((task.progress.answers, task.progress.suppressed), (5, 0));
    let rows = world.screening.results.row_counts(&task).await.unwrap().unwrap();
    assert_eq!((rows.sent, rows.answered, rows.skipped, rows.suppressed), (5, 3, 0, 2), "{rows:?}");
}

async fn the_files_of_a_deleted_list_are_deleted(world: &World) {
    let list = world.mobiles(10).await;
    assert!(!world.files().is_empty());
    let mut tx = world.store.begin().await.unwrap();
    world.screening.lists.remove(&mut *tx, list).await.unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    assert_eq!(world.files(), Vec::<PathBuf>::new());
}

async fn uploads_expire_and_saved_lists_do_not(world: &World) {
    let gone = world.mobiles(3).await;
    let kept = world.list(ListKind::Upload, "kept.txt", b"+442083661177\n").await;
    let mut tx = world.store.begin().await.unwrap();
    world.screening.lists.keep(&mut *tx, world.scope(), kept.id, "kept").await.unwrap();
    tx.save().await.unwrap();
    world.clock.advance(31 * 86_400);
    world.screening.retention.run().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    assert_eq!(world.get_list(gone.id).await.data.state, ListState::Deleted);
    assert_eq!(world.get_list(kept.id).await.data.state, ListState::Ready);
    assert!(world.files().iter().all(|file| !file.ends_with("mobiles.txt")));
}
