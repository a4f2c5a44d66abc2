//! Files that were written by version 1 of the format, which had neither numbers as written nor times.

use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt;
use numsift_model::project::Answerer;
use numsift_segments::*;

const INPUT: &[u8] = include_bytes!("../fixtures/version-1/input.parquet");
const RESULTS: &[u8] = include_bytes!("../fixtures/version-1/results.parquet");
const HISTOGRAM: &[u8] = include_bytes!("../fixtures/version-1/histogram.bin");

fn layout() -> Layout {
    Layout {
        checks: vec![
            CheckLayout::new("hlr_carrier", ["active", "inactive"]),
            CheckLayout::new("carrier", ["known"]).answered_by(Answerer::Carrier),
        ],
        carried: ["id", "name", "city"].map(str::to_owned).to_vec(),
        ..Layout::default()
    }
}

async fn stored() -> (tempfile::TempDir, Objects, ChunkPlace) {
    let folder = tempfile::tempdir().unwrap();
    let objects = Objects::folder(folder.path()).unwrap();
    objects.put("input", Bytes::from_static(INPUT)).await.unwrap();
    objects.put("results", Bytes::from_static(RESULTS)).await.unwrap();
    (folder, objects, ChunkPlace { object: "results".to_owned(), row_group: 0, rows: 3 })
}

#[tokio::test]
async fn lists_and_results_are_readable() {
    let (_folder, objects, place) = stored().await;
    assert_eq!(input_groups(&objects, 3, "input").await.unwrap(), [3]);
    let numbers =
        read_input(&objects, 3, &ChunkPlace { object: "input".to_owned(), ..place.clone() }).await.unwrap();
    assert_eq!(numbers.line, [2, 4, 6]);
    assert_eq!(numbers.number, [8_613_812_345_678, 442_083_661_177, 8_613_912_345_678]);
    assert_eq!(numbers.carried[1].iter().collect::<Vec<_>>(), ["Ana", "=cmd; x", "Eve"]);
    assert_eq!(numbers.as_written(1), "+442083661177");
    let results = read_results(&objects, &layout(), &place).await.unwrap();
    assert_eq!(results.numbers, numbers);
    let row = results.row(1);
    assert_eq!((row.checks[0].status, row.checks[0].detail.as_str()), (3, r#"{"carrier":"Blue Mobile"}"#));
    assert_eq!((row.checks[1].status, row.checks[0].at), (UNKNOWN, 0));
}

#[tokio::test]
async fn results_are_exported_with_their_fields_also_after_compaction() {
    let (_folder, objects, place) = stored().await;
    let histogram = Histogram::from_bytes(HISTOGRAM).unwrap();
    assert_eq!((histogram.rows(), histogram.fields()), (3, None));
    assert_eq!(histogram.to_bytes(), HISTOGRAM);
    // A chunk of this version follows, as after an upgrade during a task.
    let layout = layout();
    let results = read_results(&objects, &layout, &place).await.unwrap();
    objects.put("new", write_results(&layout, &results).unwrap()).await.unwrap();
    let places = [place.clone(), ChunkPlace { object: "new".to_owned(), ..place }];
    let moved = compact(&objects, &layout, &places, 1000, |at| format!("compacted/{at}")).await.unwrap();
    for places in [&places[..], &moved] {
        let histograms = [histogram.clone(), Histogram::of(&results)];
        let chunks = places.iter().cloned().zip(histograms);
        let chunks =
            chunks.map(|(place, histogram)| Chunk { place, histogram: Arc::new(histogram) }).collect();
        let set = ResultSet::new(objects.clone(), layout.clone(), chunks);
        let fields = set.fields().await.unwrap();
        assert_eq!(fields[0].plain.iter().collect::<Vec<_>>(), ["carrier"]);
        let mut spec = ExportSpec::new(Format::Csv, &layout, &fields);
        spec.answered_at = 1_577_836_800;
        let wanted = [
            "number",
            "hlr_carrier",
            "hlr_carrier_carrier",
            "carrier_carrier",
            "carrier_reason",
            "hlr_carrier_checked_at",
        ];
        spec.columns.retain(|column| wanted.contains(&column.header.as_str()));
        let bytes: Vec<Bytes> = export_stream(set, spec).try_collect().await.unwrap();
        let text = String::from_utf8(bytes.concat()).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[0],
            "number,hlr_carrier,hlr_carrier_carrier,hlr_carrier_checked_at,carrier_carrier,carrier_reason"
        );
        assert_eq!(lines[2], "+442083661177,inactive,Blue Mobile,2020-01-01T00:00:00Z,,no_carrier");
        assert_eq!(lines[3], "+8613912345678,inactive,Castell,2020-01-01T00:00:00Z,China Mobile,");
        assert_eq!(lines[1..4], lines[4..]);
    }
}
