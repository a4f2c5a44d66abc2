//! Compares pages, compaction and histograms with all rows in memory.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::support::*;
use numsift_segments::*;
use proptest::prelude::*;

const CHECKS: usize = 2;

fn sort() -> impl Strategy<Value = Sort> {
    let column = prop_oneof![
        (0..CHECKS).prop_map(ClassColumn::Status),
        Just(ClassColumn::Country),
        Just(ClassColumn::Kind),
        Just(ClassColumn::Carrier),
    ];
    prop_oneof![
        Just(Sort::Input),
        (column, any::<bool>()).prop_map(|(column, descending)| Sort::By { column, descending }),
    ]
}

fn compare(sort: &Sort, a: &ResultRow, b: &ResultRow) -> Ordering {
    let Sort::By { column, descending } = sort else { return Ordering::Equal };
    let order = match column {
        ClassColumn::Status(check) => a.checks[*check].status.cmp(&b.checks[*check].status),
        ClassColumn::Country => a.country.cmp(&b.country),
        ClassColumn::Kind => a.kind.cmp(&b.kind),
        ClassColumn::Carrier => a.carrier.cmp(&b.carrier),
    };
    if *descending { order.reverse() } else { order }
}

fn naive(rows: &[ResultRow], filter: &Filter, sort: &Sort) -> Vec<ResultRow> {
    let mut rows: Vec<ResultRow> = rows.iter().filter(|row| wanted(filter, row)).cloned().collect();
    rows.sort_by(|a, b| compare(sort, a, b));
    rows
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn pages_agree_with_filtering_and_sorting_all_rows(
        chunks in prop::collection::vec(seeds(CHECKS, 0..12), 0..6),
        questions in prop::collection::vec((filter(CHECKS), sort(), 0_u64..40, 0_usize..20), 1..8),
        rows_per_file in 1_u64..40,
    ) {
        block_on(async {
            let layout = layout(CHECKS, 1);
            let stored = store(&layout, &chunks).await;
            let places: Vec<ChunkPlace> = stored.set.chunks.iter().map(|chunk| chunk.place.clone()).collect();
            let objects = &stored.set.objects;
            let moved = compact(objects, &layout, &places, rows_per_file, |at| format!("task/big-{at}.parquet"))
                .await
                .unwrap();
            let compacted = ResultSet {
                chunks: stored
                    .set
                    .chunks
                    .iter()
                    .zip(moved)
                    .map(|(chunk, place)| Chunk { place, histogram: chunk.histogram.clone() })
                    .collect(),
                ..stored.set.clone()
            };
            for (filter, sort, offset, limit) in &questions {
                let all = naive(&stored.rows, filter, sort);
                let skip = usize::try_from(*offset).unwrap();
                let expected: Vec<ResultRow> = all.iter().skip(skip).take(*limit).cloned().collect();
                for set in [&stored.set, &compacted] {
                    let page = set.page(filter, sort, *offset, *limit).await.unwrap();
                    prop_assert_eq!(page.total, all.len() as u64);
                    prop_assert_eq!(&page.rows, &expected);
                }
            }
            Ok(())
        })?;
    }

    #[test]
    fn histograms_agree_with_counting_rows(
        chunks in prop::collection::vec(seeds(CHECKS, 0..30), 1..4),
        filter in filter(CHECKS),
        cut in any::<prop::sample::Index>(),
        flip in any::<(prop::sample::Index, u8)>(),
    ) {
        let layout = layout(CHECKS, 0);
        let parts: Vec<Results> = chunks.iter().map(|seeds| results(&layout, seeds, 1)).collect();
        let rows: Vec<ResultRow> =
            parts.iter().flat_map(|part| (0..part.len()).map(|row| part.row(row)).collect::<Vec<_>>()).collect();
        let histograms: Vec<Histogram> = parts.iter().map(Histogram::of).collect();
        let mut all = Histogram::default();
        for histogram in &histograms {
            all.merge(histogram);
        }
        prop_assert_eq!(&all, &Histogram::sum(&histograms));
        prop_assert_eq!(all.rows(), rows.len() as u64);
        let filter = Filter { number_prefix: None, ..filter };
        let matching = rows.iter().filter(|row| wanted(&filter, row)).count() as u64;
        prop_assert_eq!(all.matching(&filter), matching);
        prop_assert_eq!(all.by_status(1), counts(rows.iter().map(|row| row.checks[1].status)));
        prop_assert_eq!(all.by_country(), counts(rows.iter().map(|row| row.country)));
        prop_assert_eq!(all.by_kind(), counts(rows.iter().map(|row| row.kind)));
        prop_assert_eq!(all.by_carrier(), counts(rows.iter().map(|row| row.carrier.clone())));
        let bytes = all.to_bytes();
        if all.rows() > 0 {
            prop_assert_eq!(&Histogram::from_bytes(&bytes).unwrap(), &all);
        }
        // Damaged bytes are refused or read as something else, without a panic.
        prop_assert!(Histogram::from_bytes(&bytes[..cut.index(bytes.len())]).is_err());
        let mut flipped = bytes;
        let at = flip.0.index(flipped.len());
        flipped[at] ^= flip.1;
        if let Ok(odd) = Histogram::from_bytes(&flipped) {
            let _ = (odd.by_carrier(), odd.matching(&filter), odd.by_status(0));
            let _ = plan_page(&[odd], &filter, &Sort::By { column: ClassColumn::Carrier, descending: true }, 1, 5);
        }
    }

    #[test]
    fn any_bytes_are_read_or_refused(bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = Histogram::from_bytes(&bytes);
    }
}

fn counts<T: Ord>(values: impl Iterator<Item = T>) -> Vec<(T, u64)> {
    let mut counts = BTreeMap::new();
    for value in values {
        *counts.entry(value).or_insert(0) += 1;
    }
    counts.into_iter().collect()
}

#[test]
fn a_late_page_reads_one_chunk() {
    let layout = layout(1, 0);
    let seeds: Vec<Seed> = (0..100_u8)
        .map(|at| Seed {
            number: 49_000 + u64::from(at),
            country: 1,
            kind: 1,
            carrier: 0,
            statuses: vec![at % 3],
            text: String::new(),
        })
        .collect();
    let histogram = Arc::new(Histogram::of(&results(&layout, &seeds, 1)));
    let histograms = vec![histogram; 1000];
    let plan = plan_page(&histograms, &Filter::default(), &Sort::Input, 50_050, 20).unwrap();
    assert_eq!(plan.total, 100_000);
    assert_eq!(plan.slices, [Slice { chunk: 500, only: None, skip: 50, take: 20 }]);
    let active = Filter::default().and_status(0, 2);
    let plan = plan_page(&histograms, &active, &Sort::Input, 32, 5).unwrap();
    assert_eq!(plan.total, 33_000);
    let parts: Vec<(usize, u64, u64)> =
        plan.slices.iter().map(|slice| (slice.chunk, slice.skip, slice.take)).collect();
    assert_eq!(parts, [(0, 32, 1), (1, 0, 4)]);
    let numbers = Filter { number_prefix: Some("49".to_owned()), ..Filter::default() };
    assert!(plan_page(&histograms, &numbers, &Sort::Input, 0, 5).is_err());
}

#[tokio::test]
async fn a_failed_compaction_leaves_no_files() {
    let layout = layout(1, 0);
    let seed = Seed { number: 1, country: 1, kind: 1, carrier: 1, statuses: vec![2], text: String::new() };
    let stored = store(&layout, &[vec![seed.clone(); 3], vec![seed; 3]]).await;
    let mut places: Vec<ChunkPlace> = stored.set.chunks.iter().map(|chunk| chunk.place.clone()).collect();
    places.push(ChunkPlace { object: "task/none.parquet".to_owned(), row_group: 0, rows: 1 });
    let objects = &stored.set.objects;
    let failed = compact(objects, &layout, &places, 3, |at| format!("new/{at}")).await;
    assert!(matches!(failed, Err(SegmentError::NotFound { object }) if object == "task/none.parquet"));
    let left: Vec<_> = futures_util::TryStreamExt::try_collect(objects.list("new")).await.unwrap();
    assert_eq!(left, [] as [ObjectInfo; 0]);
}

#[tokio::test]
async fn texts_are_found_in_numbers_and_carried_columns() {
    let layout = layout(1, 2);
    let seed = |number, kind, text: &str| Seed {
        number,
        country: 1,
        kind,
        carrier: 0,
        statuses: vec![2],
        text: text.to_owned(),
    };
    let chunks = [
        vec![seed(491_701, 0, "Anna É"), seed(491_702, 1, "bob"), seed(491_799, 0, "bo")],
        vec![seed(491_703, 0, "ANNA")],
    ];
    let stored = store(&layout, &chunks).await;
    let found = async |filter: Filter| {
        let page = stored.set.page(&filter, &Sort::Input, 0, 10).await.unwrap();
        assert_eq!(page.total, page.rows.len() as u64);
        page.rows.iter().map(|row| row.line).collect::<Vec<_>>()
    };
    let search = |text: &str| Filter { search: Some(text.to_owned()), ..Filter::default() };
    assert_eq!(found(search("anna")).await, [1, 4]);
    assert_eq!(found(search("é")).await, [1]);
    assert_eq!(found(search("0170/")).await, [2]);
    assert_eq!(found(search("+4917")).await, [1, 2, 3, 4]);
    assert_eq!(found(search("1799")).await, [3]);
    assert_eq!(found(search("nobody")).await, [0_u64; 0]);
    let column =
        |at: usize, text: &str| Filter { carried: [(at, text.to_owned())].into(), ..Filter::default() };
    assert_eq!(found(column(1, "BO")).await, [2, 3]);
    assert_eq!(found(column(7, "bo")).await, [0_u64; 0]);
    let both = Filter { search: Some("1702".to_owned()), ..column(0, "bo") };
    assert_eq!(found(both).await, [2]);
}
