//! Compares exports with a simple implementation, read back by other readers where possible.

use std::io::{Cursor, Read};
use std::sync::atomic::{AtomicBool, Ordering};

use crate::support::*;
use bytes::Bytes;
use futures_util::TryStreamExt;
use numsift_model::clock::Timestamp;
use numsift_model::project::Answerer;
use numsift_model::task::NumberColumn;
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

/// The fields of an answer by a JSON parser.
fn field(detail: &str, name: &str) -> String {
    match serde_json::from_str::<serde_json::Value>(detail).ok().and_then(|all| all.get(name).cloned()) {
        Some(serde_json::Value::String(text)) => text,
        Some(value @ (serde_json::Value::Number(_) | serde_json::Value::Bool(_))) => value.to_string(),
        _ => String::new(),
    }
}

/// The fields of the generated answers.
fn fields() -> Vec<DetailFields> {
    let plain: std::collections::BTreeSet<String> = ["a", "b"].map(str::to_owned).into();
    vec![DetailFields { plain: plain.clone(), rest: true }, DetailFields { plain, rest: false }]
}

/// A row in the columns of `ExportColumn::all`.
fn cells(layout: &Layout, row: &ResultRow, defuse: bool) -> Vec<String> {
    let text = |text: &str| if defuse { defused(text) } else { text.to_owned() };
    let mut cells = vec![row.written.clone()];
    cells.extend(row.carried.iter().map(|value| text(value)));
    cells.push(row.line.to_string());
    let skipped = row.checks.iter().all(|check| check.status == SKIPPED);
    cells.push(if skipped { "skipped" } else { "answered" }.to_owned());
    cells.extend([String::new(), String::new(), format!("+{}", row.number)]);
    cells.push(country_code(row.country).to_string());
    cells.push(Kind::from_code(row.kind).name().to_owned());
    cells.push(text(&row.carrier));
    for (at, check) in row.checks.iter().enumerate() {
        let asked = check.status != SKIPPED;
        cells.push(layout.status_name(at, check.status).to_owned());
        cells.extend(["a", "b"].map(|name| text(&field(&check.detail, name))));
        cells.push(text(&check.reason));
        cells.push(if asked { "channel" } else { "" }.to_owned());
        let days = ["2020-01-01", "1970-01-02", "1970-01-03", "1970-01-04"];
        let day = days[usize::try_from(check.at / 86_400).unwrap()];
        cells.push(if asked { format!("{day}T00:00:00Z") } else { String::new() });
        if at == 0 {
            cells.push(check.detail.clone());
        }
    }
    cells
}

/// 2020-01-01, for answers without a time.
const ANSWERED_AT: u64 = 1_577_836_800;

fn spec(format: Format, layout: &Layout) -> ExportSpec {
    ExportSpec { answered_at: ANSWERED_AT, ..ExportSpec::new(format, layout, &fields()) }
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
                ExportColumn::all(&layout, &fields()).into_iter().map(|column| column.header).collect();

            let mut spec = ExportSpec { filter: filter.clone(), ..spec(Format::Csv, &layout) };
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

            spec.format = Format::Jsonl;
            let (bytes, _) = exported(&stored.set, &spec).await;
            let lines: Vec<serde_json::Map<String, serde_json::Value>> = String::from_utf8(bytes)
                .unwrap()
                .lines()
                .map(|line| serde_json::from_str(line).unwrap())
                .collect();
            prop_assert_eq!(lines.len(), rows.len());
            for (line, row) in lines.iter().zip(&rows) {
                // Maps are sorted by name.
                prop_assert_eq!(line.len(), header.len());
                for (name, cell) in header.iter().zip(cells(&layout, row, false)) {
                    let expected = match name.as_str() {
                        _ if cell.is_empty() => serde_json::Value::Null,
                        "row" => cell.parse::<u64>().unwrap().into(),
                        "check0_details" => serde_json::from_str(&cell).unwrap(),
                        _ => cell.into(),
                    };
                    prop_assert_eq!(&line[name], &expected, "{}", name);
                }
            }

            spec.format = Format::Parquet;
            let (bytes, _) = exported(&stored.set, &spec).await;
            let reader = SerializedFileReader::new(Bytes::from(bytes)).unwrap();
            let schema = reader.metadata().file_metadata().schema_descr();
            let names: Vec<&str> = schema.columns().iter().map(|column| column.name()).collect();
            prop_assert_eq!(&names, &header.iter().map(String::as_str).collect::<Vec<_>>());
            let read: Vec<_> = reader.get_row_iter(None).unwrap().map(std::result::Result::unwrap).collect();
            prop_assert_eq!(read.len(), rows.len());
            for (read, row) in read.iter().zip(&rows) {
                for (at, text) in cells(&layout, row, false).iter().enumerate() {
                    let value = match names[at] {
                        "row" => read.get_long(at).unwrap().to_string(),
                        "duplicate_of" => {
                            prop_assert!(read.get_long(at).is_err());
                            continue;
                        }
                        time if time.ends_with("_checked_at") => match read.get_timestamp_millis(at) {
                            Ok(time) => Timestamp(time / 1000).rfc3339(),
                            Err(_) => String::new(),
                        },
                        _ => read.get_string(at).unwrap().clone(),
                    };
                    prop_assert_eq!(&value, text, "{}", names[at]);
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
    let (bytes, done) = exported(&stored.set, &spec(Format::Xlsx, &layout)).await;
    assert_eq!(done.rows, 2);
    let files = unzipped(bytes);
    let sheet = files.iter().find(|(name, _)| name == "xl/worksheets/sheet1.xml").unwrap();
    let sheet = String::from_utf8(sheet.1.clone()).unwrap();
    assert!(!sheet.contains("<f>"), "{sheet}");
    for part in [
        "+491700000001",
        "=1+1",
        "a&lt;b",
        "inactive",
        "=Gamma",
        "check0_reason",
        "<autoFilter",
        "<cols>",
        "ySplit",
    ] {
        assert!(sheet.contains(part), "{part}: {sheet}");
    }
    let mut spec = spec(Format::Xlsx, &layout);
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
    let mut spec = spec(Format::Csv, &layout);
    spec.bom = true;
    spec.kinds = vec![String::new(), "Mobil".to_owned()];
    spec.statuses = vec![vec![String::new(), String::new(), "aktiv".to_owned()]];
    spec.words = [("channel", "Anbieter"), ("answered", "beantwortet")]
        .map(|(code, word)| (code.to_owned(), word.to_owned()))
        .into();
    let wanted = ["number", "row", "outcome", "type", "check0", "check0_a", "check0_source"];
    spec.columns.retain(|column| wanted.contains(&column.header.as_str()));
    spec.columns[0].header = "=Nummer".to_owned();
    let (bytes, _) = exported(&stored.set, &spec).await;
    let text = String::from_utf8(bytes).unwrap();
    assert_eq!(
        text,
        "\u{feff}'=Nummer,row,outcome,type,check0,check0_a,check0_source\r\n\
         0170/1 ,1,beantwortet,Mobil,aktiv,1,Anbieter\r\n"
    );
}

#[tokio::test]
async fn numbers_are_written_as_text_for_spreadsheets() {
    let layout = layout(1, 1);
    let stored = store(&layout, &[vec![seed(2, "x")]]).await;
    let mut spec = spec(Format::Csv, &layout);
    spec.columns.retain(|column| column.header == "e164");
    let (plain, _) = exported(&stored.set, &spec).await;
    spec.text_numbers = true;
    let (text, _) = exported(&stored.set, &spec).await;
    let (plain, text) = (String::from_utf8(plain).unwrap(), String::from_utf8(text).unwrap());
    let number = plain.lines().nth(1).unwrap();
    assert!(number.starts_with('+'), "{plain}");
    assert_eq!(text, format!("e164\r\n\"=\"\"{number}\"\"\"\r\n"));
}

#[test]
fn headers_of_the_upload_come_first_and_stay_unique() {
    let mut layout = layout(1, 0);
    layout.carried = ["country", "", "row"].map(str::to_owned).to_vec();
    layout.number = NumberColumn { header: "Handy".to_owned(), position: 1 };
    layout.checks[0] = layout.checks[0].clone().answered_by(Answerer::Carrier);
    let headers: Vec<String> =
        ExportColumn::all(&layout, &[]).into_iter().map(|column| column.header).collect();
    let expected = [
        "country",
        "Handy",
        "column_3",
        "row",
        "row_2",
        "outcome",
        "outcome_reason",
        "duplicate_of",
        "e164",
        "country_2",
        "type",
        "original_carrier",
        "check0",
        "check0_carrier",
        "check0_reason",
        "check0_source",
        "check0_checked_at",
    ];
    assert_eq!(headers, expected);
}

#[tokio::test]
async fn an_export_stops_on_cancellation_and_on_errors() {
    let layout = layout(1, 0);
    let stored = store(&layout, &vec![vec![seed(2, "")]; 20]).await;
    for format in [Format::Csv, Format::Txt, Format::Xlsx, Format::Parquet, Format::Jsonl] {
        for one_file_a_class in [None, Some(0)] {
            let spec = ExportSpec { one_file_a_class, ..spec(format, &layout) };
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
    let mut spec = spec(Format::Csv, &layout);
    spec.columns[0].column = Column::Carried(3);
    let refused =
        export(&stored.set, &spec, &mut Collected(Vec::new()), |_| {}, &AtomicBool::new(false)).await;
    assert!(matches!(refused, Err(SegmentError::Invalid(_))));

    stored.set.objects.put(&stored.set.chunks[7].place.object, Bytes::from_static(b"junk")).await.unwrap();
    for format in [Format::Csv, Format::Parquet] {
        let spec = ExportSpec::new(format, &layout, &[]);
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
    let spec = spec(Format::Txt, &layout);
    let mut writer = stored.set.objects.writer("exports/1.txt").unwrap();
    export(&stored.set, &spec, &mut writer, |_| {}, &AtomicBool::new(false)).await.unwrap();
    writer.finish().await.unwrap();
    let text = stored.set.objects.get("exports/1.txt").await.unwrap();
    assert_eq!(&text[..], "+491700000001\n".repeat(9).as_bytes());
}

#[test]
fn export_specs_survive_json() {
    let layout = layout(2, 1);
    let mut spec = spec(Format::Parquet, &layout);
    spec.filter = Filter::default().and_status(1, 2);
    let kept = serde_json::to_string(&(&spec, &layout)).unwrap();
    let read: (ExportSpec, Layout) = serde_json::from_str(&kept).unwrap();
    assert_eq!(read, (spec, layout));
    assert_eq!(serde_json::from_str::<Filter>("{}").unwrap(), Filter::default());
}
