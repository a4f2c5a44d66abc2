//! Exports and pages of every row of a list: the numbers merged with the rows that were set aside.

use std::collections::HashMap;
use std::sync::Arc;

use bytes::Bytes;
use futures_util::TryStreamExt;
use numsift_segments::*;
use proptest::prelude::*;

use crate::support::block_on;

/// What a row of the upload holds, as small numbers that proptest can shrink.
#[derive(Clone, Copy, Debug)]
enum Row {
    /// A number, which may repeat.
    Number(u8),
    Suppressed(u8),
    Refused,
}

fn row() -> impl Strategy<Value = Row> {
    prop_oneof![
        6 => (0_u8..40).prop_map(Row::Number),
        1 => (0_u8..40).prop_map(Row::Suppressed),
        1 => Just(Row::Refused),
    ]
}

fn number(place: u8) -> u64 {
    491_700_000_000 + u64::from(place)
}

/// The status of a number, by its digits.
fn status(number: u64) -> u8 {
    u8::try_from(number % 4).unwrap()
}

fn layout() -> Layout {
    Layout {
        checks: vec![CheckLayout::new("check", ["active", "inactive"])],
        carried: vec!["name".to_owned()],
        ..Layout::default()
    }
}

/// The line of a row. Some lines of the upload are blank.
fn line(at: usize) -> u64 {
    at as u64 * 2 + 2
}

/// Stores a list with a chunk size; chunks of which `open` says so have no results.
async fn store(
    objects: &Objects,
    rows: &[Row],
    chunk_size: usize,
    group_rows: usize,
    open: impl Fn(usize) -> bool,
) -> ResultSet {
    let layout = layout();
    let mut numbers = Numbers::with_carried(1);
    let mut aside = SetAside::with_carried(1);
    let mut seen: HashMap<u8, u64> = HashMap::new();
    let mut writer = SetAsideWriter::create(objects, "aside", 1).unwrap();
    for (at, row) in rows.iter().enumerate() {
        let first = match row {
            Row::Number(place) => seen.get(place).copied(),
            _ => None,
        };
        let push = |numbers: &mut Numbers, digits: u64| {
            numbers.line.push(line(at));
            numbers.number.push(digits);
            numbers.country.push(if digits == 0 { 0 } else { pack_country("DE") });
            numbers.kind.push(u8::from(digits != 0));
            numbers.written.push(if digits == 0 {
                "n/a"
            } else if at % 2 == 0 {
                ""
            } else {
                "0170"
            });
            numbers.carried[0].push(&format!("row {at}"));
        };
        let (outcome, reason) = match (row, first) {
            (Row::Number(place), None) => {
                seen.insert(*place, numbers.len() as u64);
                push(&mut numbers, number(*place));
                continue;
            }
            (Row::Number(place), Some(_)) => {
                push(&mut aside.numbers, number(*place));
                (Outcome::Duplicate, "")
            }
            (Row::Suppressed(place), _) => {
                push(&mut aside.numbers, number(*place));
                (Outcome::Suppressed, "")
            }
            (Row::Refused, _) => {
                push(&mut aside.numbers, 0);
                (Outcome::Refused, "not_a_number")
            }
        };
        let reason = aside.intern_reason(reason);
        aside.outcome.push(outcome.code());
        aside.first.push(first.unwrap_or(0));
        aside.reason.push(reason);
        if aside.len() == group_rows {
            writer.push(std::mem::replace(&mut aside, SetAside::with_carried(1))).await.unwrap();
        }
    }
    writer.push(aside).await.unwrap();
    writer.finish().await.unwrap();
    objects.put("input", write_input(1, &numbers).unwrap()).await.unwrap();
    let input =
        ChunkPlace { object: "input".to_owned(), row_group: 0, rows: u32::try_from(numbers.len()).unwrap() };
    let (mut chunks, mut parts) = (Vec::new(), Vec::new());
    for (at, start) in (0..numbers.len()).step_by(chunk_size).enumerate() {
        let end = numbers.len().min(start + chunk_size);
        if open(at) {
            let rows = u32::try_from(start).unwrap()..u32::try_from(end).unwrap();
            parts.push(Part::Open { place: input.clone(), rows });
            continue;
        }
        let mut results = Results::new(numbers.slice(start..end), &layout);
        results.carriers.push(format!("Carrier {at}"));
        results.carrier.fill(1);
        results.checks[0] = CheckColumn::default();
        for digits in &results.numbers.number {
            let reason = if status(*digits) == UNKNOWN { format!("reason {at}") } else { String::new() };
            let detail = format!(r#"{{"tail":"{}"}}"#, digits % 100);
            results.checks[0].push_at(status(*digits), &reason, &detail, 86_400);
        }
        let object = format!("results-{at}");
        objects.put(&object, write_results(&layout, &results).unwrap()).await.unwrap();
        parts.push(Part::Done(chunks.len()));
        chunks.push(Chunk {
            place: ChunkPlace { object, row_group: 0, rows: u32::try_from(results.len()).unwrap() },
            histogram: Arc::new(Histogram::of(&results)),
        });
    }
    let set = ResultSet::new(objects.clone(), layout, chunks);
    let original = Original::new(parts, &set.chunks, Some("aside".to_owned()));
    set.with_original(original)
}

/// The expected rows of an export, by a simple loop.
fn expected(rows: &[Row], chunk_size: usize, open: impl Fn(usize) -> bool) -> Vec<Vec<String>> {
    let mut first_of: HashMap<u8, (usize, usize)> = HashMap::new();
    let mut found = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let next = first_of.len();
        let (digits, outcome, reason, first) = match row {
            Row::Refused => (0, "refused", "not_a_number", None),
            Row::Suppressed(place) => (number(*place), "suppressed", "", None),
            Row::Number(place) => {
                let known = first_of.get(place).copied();
                let first = *first_of.entry(*place).or_insert((at, next));
                (number(*place), if known.is_some() { "duplicate" } else { "" }, "", Some(first))
            }
        };
        let processed = first.is_some_and(|(_, index)| !open(index / chunk_size));
        let code = status(digits);
        let outcome = match outcome {
            "" if !processed => "unprocessed",
            "" if code == SKIPPED => "skipped",
            "" => "answered",
            other => other,
        };
        let chunk = first.map_or(0, |(_, index)| index / chunk_size);
        let duplicate_of = if outcome == "duplicate" {
            first.map_or(0, |(at, _)| line(at)).to_string()
        } else {
            String::new()
        };
        let e164 = if digits == 0 { String::new() } else { format!("+{digits}") };
        let written = if digits == 0 {
            "n/a".to_owned()
        } else if at % 2 == 0 {
            e164.clone()
        } else {
            "0170".to_owned()
        };
        let answer = |text: String| if processed { text } else { String::new() };
        let asked = |text: &str| if code == SKIPPED { String::new() } else { answer(text.to_owned()) };
        found.push(vec![
            written,
            format!("row {at}"),
            line(at).to_string(),
            outcome.to_owned(),
            reason.to_owned(),
            duplicate_of,
            e164,
            if digits == 0 { String::new() } else { "DE".to_owned() },
            if digits == 0 { String::new() } else { "mobile".to_owned() },
            answer(format!("Carrier {chunk}")),
            answer(layout().status_name(0, code).to_owned()),
            answer(format!("{}", digits % 100)),
            answer(if code == UNKNOWN { format!("reason {chunk}") } else { String::new() }),
            asked("channel"),
            asked("1970-01-02T00:00:00Z"),
        ]);
    }
    found
}

/// The values of a row that [`expected`] has as well: columns 0 to 5, 9, 10 and 12.
fn compared(row: &ListRow) -> Vec<String> {
    let values = &row.values;
    let check = &values.checks[0];
    vec![
        values.written.clone(),
        values.carried[0].clone(),
        values.line.to_string(),
        row.outcome.name().to_owned(),
        row.reason.clone(),
        row.duplicate_of.map(|line| line.to_string()).unwrap_or_default(),
        values.carrier.clone(),
        layout().status_name(0, check.status).to_owned(),
        check.reason.clone(),
    ]
}

async fn csv(set: &ResultSet, spec: ExportSpec) -> Vec<Vec<String>> {
    let bytes: Vec<Bytes> = export_stream(set.clone(), spec).try_collect().await.unwrap();
    let bytes = bytes.concat();
    let mut reader = csv::ReaderBuilder::new().from_reader(&bytes[..]);
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn every_row_is_exported_once_and_in_order(
        rows in prop::collection::vec(row(), 0..60),
        chunk_size in 1_usize..12,
        group_rows in 1_usize..9,
        page_rows in 1_usize..9,
        open: u64,
        wanted in prop::option::of(0_u8..4),
    ) {
        block_on(async {
            let open = |chunk: usize| open >> (chunk % 64) & 3 == 3;
            let folder = tempfile::tempdir().unwrap();
            let objects = Objects::folder(folder.path()).unwrap();
            let set = store(&objects, &rows, chunk_size, group_rows, open).await;
            let all = expected(&rows, chunk_size, open);
            let fields = set.fields().await.unwrap();
            let mut fields = fields;
            fields[0].plain.insert("tail".to_owned());
            let mut spec = ExportSpec::new(Format::Csv, &set.layout, &fields);
            spec.every_row = true;
            if let Some(status) = wanted {
                // Duplicates follow the answers of the first occurrence.
                spec.filter = Filter::default().and_status(0, status);
                let name = set.layout.status_name(0, status).to_owned();
                let matching: Vec<_> = all.into_iter().filter(|row| row[10] == name).collect();
                prop_assert_eq!(csv(&set, spec).await, matching);
                return Ok(());
            }
            prop_assert_eq!(csv(&set, spec.clone()).await, all.clone());

            // Pages of any size contain the same.
            let (mut place, mut paged) = (Some(RowPlace::default()), Vec::new());
            while let Some(from) = place {
                let page = set.row_page(from, page_rows).await.unwrap();
                prop_assert!(page.next.is_none() || page.rows.len() == page_rows);
                paged.extend(page.rows.iter().map(compared));
                place = page.next;
            }
            let columns = [0, 1, 2, 3, 4, 5, 9, 10, 12];
            let some: Vec<Vec<String>> =
                all.iter().map(|row| columns.map(|at| row[at].clone()).to_vec()).collect();
            prop_assert_eq!(paged, some);
            let (mut place, mut refused) = (Some(0), Vec::new());
            while let Some(from) = place {
                let page = read_refused(&objects, 1, "aside", from, page_rows).await.unwrap();
                prop_assert!(page.next.is_none() || page.rows.len() == page_rows);
                refused.extend(page.rows.into_iter().map(|row| (row.line.to_string(), row.reason, row.carried)));
                place = page.next;
            }
            let some = all.iter().filter(|row| row[3] == "refused");
            let some: Vec<_> =
                some.map(|row| (row[2].clone(), row[4].clone(), vec![row[1].clone()])).collect();
            prop_assert_eq!(refused, some);

            // One file per status: together they contain every row once.
            spec.one_file_a_class = Some(0);
            let bytes: Vec<Bytes> = export_stream(set.clone(), spec.clone()).try_collect().await.unwrap();
            let mut archive = zip::ZipArchive::new(std::io::Cursor::new(bytes.concat())).unwrap();
            let mut found = Vec::new();
            for at in 0..archive.len() {
                let file = archive.by_index(at).unwrap();
                let mut reader = csv::ReaderBuilder::new().from_reader(file);
                found.extend(reader.records().map(|row| row.unwrap()[2].parse::<u64>().unwrap()));
            }
            found.sort_unstable();
            prop_assert_eq!(found, (0..rows.len()).map(line).collect::<Vec<_>>());

            // Each number once, as far as it has results.
            (spec.one_file_a_class, spec.every_row) = (None, false);
            let unique: Vec<_> =
                all.into_iter().filter(|row| row[3] == "answered" || row[3] == "skipped").collect();
            prop_assert_eq!(csv(&set, spec).await, unique);
            Ok(())
        })?;
    }
}
