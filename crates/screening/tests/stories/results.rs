//! Results: filtered, sorted, paged and exported.

use std::collections::BTreeSet;

use numsift_model::task::JobKind;
use numsift_screening::{ExportRequest, ExportResult};
use numsift_segments::{ClassColumn, Filter, Format, Sort};

use crate::world::{World, on_both_stores};

on_both_stores!(pages_match_the_complete_results, an_export_contains_the_filtered_rows,);

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
            columns: Vec::new(),
            kinds: Vec::new(),
            statuses: Vec::new(),
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
