//! Results: filtered, sorted, paged and exported.

use std::collections::BTreeSet;

use numsift_intake::Mapping;
use numsift_model::clock::Clock as _;
use numsift_model::list::ListKind;
use numsift_model::task::{JobKind, Task, TaskMode};
use numsift_screening::{ExportRequest, ExportResult, ListDocument};
use numsift_segments::{ClassColumn, Filter, Format, Sort};
use numsift_store::{PassOver, Scope};

use crate::world::{World, on_both_stores};

on_both_stores!(
    pages_match_the_complete_results,
    an_export_contains_the_filtered_rows,
    an_export_contains_the_rows_that_were_not_processed,
    a_row_with_several_numbers_has_an_answer_to_each,
    reused_answers_keep_their_time,
);

async fn pages_match_the_complete_results(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(2300).await;
    let task = world.run(list.id, "whatsapp").await;
    let all = world.screening.results.page(&task, &Filter::default(), &Sort::Input, 0, 2300).await.unwrap();
    assert_eq!((all.total, all.rows.len()), (2300, 2300));
    let registered = all.layout.status(0, "active").unwrap();
    let filter = Filter { statuses: vec![Some(BTreeSet::from([registered]))], ..Filter::default() };
    let wanted: Vec<u64> =
        all.rows.iter().filter(|row| row.checks[0].status == registered).map(|row| row.number).collect();
    for offset in [0, 17, 999, wanted.len() - 3] {
        let page =
            world.screening.results.page(&task, &filter, &Sort::Input, offset as u64, 10).await.unwrap();
        assert_eq!(page.total, wanted.len() as u64);
        let numbers: Vec<u64> = page.rows.iter().map(|row| row.number).collect();
        assert_eq!(numbers, wanted[offset..wanted.len().min(offset + 10)]);
    }
    // Statuses sort in the order of the layout, not alphabetically; rows of one status keep the order of the list.
    let mut expected: Vec<_> = all.rows.iter().map(|row| (row.checks[0].status, row.number)).collect();
    expected.sort_by_key(|(status, _)| *status);
    let sort = Sort::By { column: ClassColumn::Status(0), descending: false };
    let sorted = world.screening.results.page(&task, &Filter::default(), &sort, 0, 2300).await.unwrap();
    let found: Vec<_> = sorted.rows.iter().map(|row| (row.checks[0].status, row.number)).collect();
    assert_eq!(found, expected);
    let filter = Filter { number_prefix: Some("8613800000012".to_owned()), ..Filter::default() };
    let found = world.screening.results.page(&task, &filter, &Sort::Input, 0, 100).await.unwrap();
    assert_eq!(found.total, 1);
}

async fn an_export_contains_the_filtered_rows(world: &World) {
    let text = "name;phone\n=cmd();+8613812345678\nMia;+442083661177\n";
    let list = world.list(numsift_model::list::ListKind::Upload, "people.csv", text.as_bytes()).await;
    let task = world.run(list.id, "carrier").await;
    for (format, part) in [(Format::Csv, "'=cmd()"), (Format::Txt, "+8613812345678")] {
        let request = ExportRequest {
            filter: Filter { statuses: vec![Some(BTreeSet::from([2]))], ..Filter::default() },
            format,
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
        world.screening.run_until_idle().await.unwrap();
        let jobs = world.store.read().await.unwrap().jobs_of_task(task.id, JobKind::Export).await.unwrap();
        let result: ExportResult = serde_json::from_str(&jobs[0].result).unwrap();
        assert_eq!(result.rows, 1, "{jobs:?}");
        let bytes = world.screening.objects.get(&result.object).await.unwrap();
        let text = String::from_utf8(bytes.to_vec()).unwrap();
        assert!(text.contains(part) && !text.contains("442083661177"), "{text}");
    }
}

/// Exports every row of a task as CSV and returns the chosen columns.
pub async fn every_row(world: &World, task: &Task, names: &[&str]) -> Vec<String> {
    let request = ExportRequest {
        filter: Filter::default(),
        format: Format::Csv,
        one_file_a_class: None,
        every_row: true,
        bom: false,
        text_numbers: false,
        names: names.iter().map(ToString::to_string).collect(),
        labels: None,
        file_stem: "results".to_owned(),
    };
    let mut tx = world.store.begin().await.unwrap();
    let job = world.screening.results.begin_export(&mut *tx, task, &request).await.unwrap();
    tx.save().await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let job = world.store.read().await.unwrap().job(Scope::All, job).await.unwrap().unwrap();
    let result: ExportResult = serde_json::from_str(&job.result).unwrap_or_else(|_| panic!("{job:?}"));
    assert_eq!(result.file_name, format!("results_{}.csv", job.id));
    let bytes = world.screening.objects.get(&result.object).await.unwrap();
    String::from_utf8(bytes.to_vec()).unwrap().lines().map(str::to_owned).collect()
}

async fn an_export_contains_the_rows_that_were_not_processed(world: &World) {
    world.sync_channel().await;
    let number = |place: u64| format!("+{}\n", 8_613_800_000_000 + place);
    // The last row repeats a number that is processed, the one before a number that is not.
    let text: String = (0..2500).chain([2400, 3]).map(number).collect();
    let list = world.list(ListKind::Upload, "many.txt", text.as_bytes()).await;
    let id = world.start(World::task(list.id, TaskMode::Single, &["whatsapp"])).await.unwrap();
    // Only the first chunk is claimed and finished before the task is cancelled.
    let mut tx = world.store.begin().await.unwrap();
    let chunks: Vec<_> = [
        tx.claim_chunk(world.clock.now().plus(60), &PassOver::default()).await.unwrap().unwrap(),
        tx.claim_chunk(world.clock.now().plus(60), &PassOver::default()).await.unwrap().unwrap(),
    ]
    .into();
    tx.save().await.unwrap();
    assert_eq!((chunks[0].seq, chunks[1].seq), (0, 1));
    world.screening.run_until_idle().await.unwrap();
    let task = world.cancel(id).await;
    // The third chunk was free; those that are still claimed are lost by the cancellation.
    assert_eq!(task.progress.done, 500);
    let rows = world.screening.results.row_counts(&task).await.unwrap().unwrap();
    assert_eq!((rows.sent, rows.answered, rows.unprocessed, rows.duplicates), (2502, 500, 2000, 2));
    let lines =
        every_row(world, &task, &["number", "row", "outcome", "duplicate_of", "whatsapp_source"]).await;
    assert_eq!(lines.len(), 2503);
    assert_eq!(lines[0], "number,row,outcome,duplicate_of,whatsapp_source");
    assert_eq!(lines[1], "+8613800000000,1,unprocessed,,");
    assert_eq!(lines[2000], "+8613800001999,2000,unprocessed,,");
    assert_eq!(lines[2001], "+8613800002000,2001,answered,,channel");
    assert_eq!(lines[2501], "+8613800002400,2501,duplicate,2401,channel");
    assert_eq!(lines[2502], "+8613800000003,2502,duplicate,4,");

    // A list that is deleted takes its other rows along; the results stay.
    let mut tx = world.store.begin().await.unwrap();
    let list = tx.list(Scope::All, list.id).await.unwrap().unwrap();
    world.screening.lists.remove(&mut *tx, list).await.unwrap();
    tx.save().await.unwrap();
    assert_eq!(every_row(world, &task, &["row"]).await.len(), 501);
}

async fn a_row_with_several_numbers_has_an_answer_to_each(world: &World) {
    world.sync_channel().await;
    let text = "name,mobile,home\n\
                Ann,07400123456,07400123457\n\
                Bob,,07400123456\n\
                Cy,07400123458,none\n";
    let (list, _) = world.upload(ListKind::Upload, "people.csv", text.as_bytes()).await.unwrap();
    let mapping = Mapping {
        more_columns: vec![2],
        carried: vec![0, 1, 2],
        default_country: Some("GB".to_owned()),
        ..ListDocument::of(&list).unwrap().preview.unwrap().mapping
    };
    assert_eq!(mapping.column, 1);
    world.begin_analysis(list.id, mapping).await;
    world.screening.run_until_idle().await.unwrap();
    let task = world.run(list.id, "whatsapp").await;
    let rows = world.screening.results.row_counts(&task).await.unwrap().unwrap();
    assert_eq!((rows.sent, rows.answered, rows.duplicates, rows.refused), (5, 3, 1, 1));
    let lines = every_row(world, &task, &["number", "name", "mobile", "home", "row", "outcome"]).await;
    assert_eq!(
        lines,
        [
            "number,name,mobile,home,row,outcome",
            "07400123456,Ann,07400123456,07400123457,2,answered",
            "07400123457,Ann,07400123456,07400123457,2,answered",
            "07400123456,Bob,,07400123456,3,duplicate",
            "07400123458,Cy,07400123458,none,4,answered",
            "none,Cy,07400123458,none,4,refused",
        ]
    );
}

async fn reused_answers_keep_their_time(world: &World) {
    world.sync_channel().await;
    let list = world.mobiles(3).await;
    let first = world.run(list.id, "whatsapp").await;
    let answered_at = world.clock.now();
    world.clock.advance(3600);
    let mut again = World::task(list.id, TaskMode::Single, &["whatsapp"]);
    again.freshness_days = 1;
    let id = world.start(again).await.unwrap();
    world.screening.run_until_idle().await.unwrap();
    let task = world.get_task(id).await;
    let lines = every_row(world, &task, &["whatsapp", "whatsapp_source", "whatsapp_checked_at"]).await;
    let before = every_row(world, &first, &["whatsapp", "whatsapp_source", "whatsapp_checked_at"]).await;
    for (line, before) in lines.iter().zip(&before).skip(1) {
        let (status, _) = before.split_once(',').unwrap();
        if status != "unknown" {
            assert_eq!(line, &format!("{status},fresh,{}", answered_at.rfc3339()));
        }
    }
    assert!(lines.iter().any(|line| line.contains(",fresh,")), "{lines:?}");
}
