//! Compares exports with a simple implementation, read back by other readers where possible.

use std::io::{Cursor, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::support::*;
use bytes::Bytes;
use futures_util::TryStreamExt;
use numsift_segments::*;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::RowAccessor;
use proptest::prelude::*;

struct Collected(Vec<u8>);

impl Sink for Collected {
    async fn write(&mut self, bytes: Bytes) -> Result<()> {
        self.0.extend_from_slice(&bytes);
        Ok(())
    }
}

async fn exported(set: &ResultSet, spec: &ExportSpec) -> (Vec<u8>, Exported) {
    let mut sink = Collected(Vec::new());
    let mut seen = 0;
    let done = export(set, spec, &mut sink, |rows| seen = rows, &AtomicBool::new(false)).await.unwrap();
    assert_eq!(done.bytes, sink.0.len() as u64);
    assert_eq!(done.rows, seen);
    let streamed: Vec<Bytes> = export_stream(set.clone(), spec.clone()).try_collect().await.unwrap();
    if !matches!(spec.format, Format::Xlsx) && spec.one_file_a_class.is_none() {
        assert!(streamed.concat() == sink.0);
    }
    (sink.0, done)
}

/// The tests use no phone numbers or amounts as text.
fn defused(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// A row in the columns of `ExportColumn::all`.
fn cells(layout: &Layout, row: &ResultRow, defuse: bool) -> Vec<String> {
    let text = |text: &str| if defuse { defused(text) } else { text.to_owned() };
    let mut cells = vec![format!("+{}", row.number)];
    cells.extend(row.carried.iter().map(|value| text(value)));
    cells.push(country_code(row.country).to_string());
    cells.push(Kind::from_code(row.kind).name().to_owned());
    cells.push(text(&row.carrier));
    for (at, check) in row.checks.iter().enumerate() {
        cells.push(layout.status_name(at, check.status).to_owned());
        cells.push(text(&check.reason));
    }
    cells
}

fn csv_rows(bytes: &[u8]) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(bytes);
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

fn unzipped(bytes: Vec<u8>) -> Vec<(String, Vec<u8>)> {
    let mut archive = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
    (0..archive.len())
        .map(|at| {
            let mut file = archive.by_index(at).unwrap();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            (file.name().unwrap().into_owned(), content)
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn exports_contain_the_matching_rows_in_order(
        chunks in prop::collection::vec(seeds(2, 0..12), 0..5),
        filter in filter(2),
    ) {
        block_on(async {
            let layout = layout(2, 2);
            let stored = store(&layout, &chunks).await;
            let rows: Vec<&ResultRow> = stored.rows.iter().filter(|row| wanted(&filter, row)).collect();
            let header: Vec<String> =
                ExportColumn::all(&layout).into_iter().map(|column| column.header).collect();

            let mut spec = ExportSpec { filter: filter.clone(), ..ExportSpec::new(Format::Csv, &layout) };
            let (bytes, done) = exported(&stored.set, &spec).await;
            prop_assert_eq!(done.rows, rows.len() as u64);
            let mut expected = vec![header.clone()];
            expected.extend(rows.iter().map(|row| cells(&layout, row, true)));
            prop_assert_eq!(csv_rows(&bytes), expected);

            spec.one_file_a_class = Some(1);
            let files = unzipped(exported(&stored.set, &spec).await.0);
            let mut total = 0;
            for (name, content) in &files {
                let status = name.strip_prefix("results-").unwrap().strip_suffix(".csv").unwrap();
                let code = layout.status(1, status).unwrap();
                let mut expected = vec![header.clone()];
                let class = rows.iter().filter(|row| row.checks[1].status == code);
                expected.extend(class.map(|row| cells(&layout, row, true)));
                total += expected.len() - 1;
                prop_assert_eq!(csv_rows(content), expected);
            }
            prop_assert_eq!(total, rows.len());
            prop_assert!(!files.is_empty());

            spec.one_file_a_class = None;
            spec.format = Format::Txt;
            let (bytes, _) = exported(&stored.set, &spec).await;
            let text = String::from_utf8(bytes).unwrap();
            prop_assert!(text.is_empty() || text.ends_with('\n'));
            let expected: Vec<String> = rows.iter().map(|row| format!("+{}", row.number)).collect();
            prop_assert_eq!(text.lines().collect::<Vec<_>>(), expected);

            spec.format = Format::Parquet;
            spec.columns.insert(0, ExportColumn { column: Column::Line, header: "line".to_owned() });
            let (bytes, _) = exported(&stored.set, &spec).await;
            let reader = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
            let read: Vec<_> = reader.get_row_iter(None).unwrap().map(std::result::Result::unwrap).collect();
            prop_assert_eq!(read.len(), rows.len());
            for (read, row) in read.iter().zip(&rows) {
                prop_assert_eq!(read.get_long(0).unwrap().cast_unsigned(), row.line);
                prop_assert_eq!(read.get_long(1).unwrap().cast_unsigned(), row.number);
                let texts = cells(&layout, row, false);
                for (at, text) in texts.iter().enumerate().skip(1) {
                    prop_assert_eq!(read.get_string(at + 1).unwrap(), text);
                }
            }
            Ok(())
        })?;
    }
}

fn seed(status: u8, text: &str) -> Seed {
    Seed {
        number: 491_700_000_001,
        country: 1,
        kind: 1,
        carrier: 3,
        statuses: vec![status],
        text: text.to_owned(),
    }
}

#[tokio::test]
async fn workbook_cells_are_text_not_formulas() {
    let layout = layout(1, 1);
    let stored = store(&layout, &[vec![seed(2, "=1+1")], vec![seed(3, "a<b")]]).await;
    let (bytes, done) = exported(&stored.set, &ExportSpec::new(Format::Xlsx, &layout)).await;
    assert_eq!(done.rows, 2);
    let files = unzipped(bytes);
    let sheet = files.iter().find(|(name, _)| name == "xl/worksheets/sheet1.xml").unwrap();
    let sheet = String::from_utf8(sheet.1.clone()).unwrap();
    assert!(!sheet.contains("<f>"), "{sheet}");
    for part in ["+491700000001", "=1+1", "a&lt;b", "inactive", "=Gamma", "check0 reason"] {
        assert!(sheet.contains(part), "{part}: {sheet}");
    }
    let mut spec = ExportSpec::new(Format::Xlsx, &layout);
    spec.one_file_a_class = Some(0);
    let files = unzipped(exported(&stored.set, &spec).await.0);
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["results-active.xlsx", "results-inactive.xlsx"]);
    assert!(unzipped(files[0].1.clone()).iter().any(|(name, _)| name == "xl/workbook.xml"));
}

#[tokio::test]
async fn labels_and_byte_order_mark_are_configurable() {
    let layout = layout(1, 1);
    let stored = store(&layout, &[vec![seed(2, "x")]]).await;
    let mut spec = ExportSpec::new(Format::Csv, &layout);
    spec.bom = true;
    spec.kinds = vec![String::new(), "Mobil".to_owned()];
    spec.statuses = vec![vec![String::new(), String::new(), "aktiv".to_owned()]];
    spec.columns[0].header = "=Nummer".to_owned();
    let (bytes, _) = exported(&stored.set, &spec).await;
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(
        text,
        "\u{feff}'=Nummer,col0,country,type,carrier,check0,check0 reason\r\n\
         +491700000001,x,DE,Mobil,'=Gamma,aktiv,\r\n"
    );
}

#[tokio::test]
async fn an_export_stops_on_cancellation_and_on_errors() {
    let layout = layout(1, 0);
    let stored = store(&layout, &vec![vec![seed(2, "")]; 20]).await;
    for format in [Format::Csv, Format::Txt, Format::Xlsx, Format::Parquet] {
        for one_file_a_class in [None, Some(0)] {
            let spec = ExportSpec { one_file_a_class, ..ExportSpec::new(format, &layout) };
            let cancel = AtomicBool::new(false);
            let mut sink = Collected(Vec::new());
            let stop = |rows| {
                if rows >= 3 {
                    cancel.store(true, Ordering::Relaxed);
                }
            };
            let stopped = export(&stored.set, &spec, &mut sink, stop, &cancel).await;
            assert!(matches!(stopped, Err(SegmentError::Cancelled)), "{stopped:?}");
        }
    }
    let mut spec = ExportSpec::new(Format::Csv, &layout);
    spec.columns[0].column = Column::Carried(3);
    let refused =
        export(&stored.set, &spec, &mut Collected(Vec::new()), |_| {}, &AtomicBool::new(false)).await;
    assert!(matches!(refused, Err(SegmentError::Invalid(_))));

    stored.set.objects.put(&stored.set.chunks[7].place.object, Bytes::from_static(b"junk")).await.unwrap();
    for format in [Format::Csv, Format::Parquet] {
        let spec = ExportSpec::new(format, &layout);
        let broken: Result<Vec<Bytes>> = export_stream(stored.set.clone(), spec).try_collect().await;
        assert!(
            matches!(&broken, Err(SegmentError::Damaged { object, .. }) if object == "task/7/1.parquet"),
            "{broken:?}"
        );
    }
}

#[tokio::test]
async fn an_export_can_be_written_to_an_object() {
    let layout = layout(1, 0);
    let stored = store(&layout, &vec![vec![seed(2, ""); 3]; 3]).await;
    let spec = ExportSpec::new(Format::Txt, &layout);
    let mut writer = stored.set.objects.writer("exports/1.txt").unwrap();
    export(&stored.set, &spec, &mut writer, |_| {}, &AtomicBool::new(false)).await.unwrap();
    writer.finish().await.unwrap();
    let text = stored.set.objects.get("exports/1.txt").await.unwrap();
    assert_eq!(&text[..], "+491700000001\n".repeat(9).as_bytes());
}

#[test]
fn export_specs_survive_json() {
    let layout = layout(2, 1);
    let mut spec = ExportSpec::new(Format::Parquet, &layout);
    spec.filter = Filter::default().and_status(1, 2);
    let kept = serde_json::to_string(&(&spec, &layout)).unwrap();
    let read: (ExportSpec, Layout) = serde_json::from_str(&kept).unwrap();
    assert_eq!(read, (spec, layout));
    assert_eq!(serde_json::from_str::<Filter>("{}").unwrap(), Filter::default());
}
