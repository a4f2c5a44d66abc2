//! Measures size and speed of segments: `cargo run --release -p numsift-segments --example measure -- 10000000`.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use numsift_segments::{
    CheckLayout, Chunk, ChunkPlace, ClassColumn, ExportSpec, Filter, Format, Histogram, InputWriter, Kind,
    Layout, Numbers, Objects, ResultSet, Results, Sort, compact, export, pack_country, read_input,
    write_results,
};

/// Rows per chunk.
const CHUNK: u64 = 10_000;

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let rows: u64 = std::env::args().nth(1).map_or(Ok(200_000), |rows| rows.parse())?;
    let folder = tempfile::tempdir()?;
    let objects = Objects::folder(folder.path())?;
    let layout = Layout {
        checks: vec![CheckLayout::new("reachable", ["active", "inactive"])],
        carried: vec!["name".to_owned()],
        ..Layout::default()
    };

    let start = Instant::now();
    let mut writer = InputWriter::create(&objects, "input", 0, usize::try_from(CHUNK)?)?;
    for chunk in 0..rows.div_ceil(CHUNK) {
        let mut numbers = numbers(chunk * CHUNK..rows.min((chunk + 1) * CHUNK));
        numbers.carried.clear();
        writer.push(&numbers).await?;
    }
    let input = writer.finish().await?;
    say("input written", rows, start);
    println!("  {:.1} MB, {:.2} bytes a number", mb(input.bytes), ratio(input.bytes, rows));
    let start = Instant::now();
    for place in input.places() {
        read_input(&objects, 0, &place).await?;
    }
    say("input read", rows, start);

    let start = Instant::now();
    let (mut places, mut histograms) = (Vec::new(), Vec::new());
    for chunk in 0..rows.div_ceil(CHUNK) {
        let results = results(&layout, numbers(chunk * CHUNK..rows.min((chunk + 1) * CHUNK)));
        let object = format!("results/{chunk}");
        objects.put(&object, write_results(&layout, &results)?).await?;
        places.push(ChunkPlace { object, row_group: 0, rows: u32::try_from(results.len())? });
        histograms.push(Arc::new(Histogram::of(&results)));
    }
    say("results written and counted", rows, start);
    let counted: u64 = histograms.iter().map(|histogram| histogram.to_bytes().len() as u64).sum();
    println!("  {:.2} MB of histograms, {} classes in the first", mb(counted), histograms[0].classes());

    let start = Instant::now();
    let moved = compact(&objects, &layout, &places, 1_000_000, |at| format!("compacted/{at}")).await?;
    say("compacted", rows, start);
    let mut bytes = 0;
    for name in moved.iter().map(|place| &place.object).collect::<std::collections::BTreeSet<_>>() {
        bytes += objects.size(name).await?;
    }
    println!("  {:.1} MB, {:.2} bytes a row", mb(bytes), ratio(bytes, rows));
    let chunks =
        moved.into_iter().zip(histograms).map(|(place, histogram)| Chunk { place, histogram }).collect();
    let set = ResultSet::new(objects.clone(), layout.clone(), chunks);

    let active = Filter::default().and_status(0, 2);
    let number = Filter { number_prefix: Some("+491712".to_owned()), ..Filter::default() };
    let carrier = Sort::By { column: ClassColumn::Carrier, descending: true };
    for (name, filter, sort) in [
        ("page, input order", &Filter::default(), &Sort::Input),
        ("page, again", &Filter::default(), &Sort::Input),
        ("page, active only", &active, &Sort::Input),
        ("page, active by carrier", &active, &carrier),
        ("page, by number", &number, &Sort::Input),
    ] {
        let start = Instant::now();
        let page = set.page(filter, sort, rows / 4, 20).await?;
        println!("{name}: {} of {} rows in {:?}", page.rows.len(), page.total, start.elapsed());
    }

    for format in [Format::Csv, Format::Txt, Format::Jsonl, Format::Parquet, Format::Xlsx] {
        let start = Instant::now();
        let spec = ExportSpec::new(format, &layout, &set.fields().await?);
        let mut writer = objects.writer(&format!("exports/{}", spec.extension()))?;
        export(&set, &spec, &mut writer, |_| {}, &AtomicBool::new(false)).await?;
        let bytes = writer.finish().await?;
        say(&format!("{format:?}"), rows, start);
        println!("  {:.1} MB", mb(bytes));
    }
    Ok(())
}

/// Numbers with a few prefixes in random order.
fn numbers(rows: std::ops::Range<u64>) -> Numbers {
    let scattered = |row: u64| row.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    Numbers {
        line: rows.clone().map(|row| row + 1).collect(),
        number: rows.clone().map(|row| 491_700_000_000 + scattered(row) % 90_000_000).collect(),
        country: rows.clone().map(|_| pack_country("DE")).collect(),
        kind: rows
            .clone()
            .map(|row| if scattered(row) % 5 == 0 { Kind::FixedLine } else { Kind::Mobile }.code())
            .collect(),
        carried: vec![rows.clone().map(|row| format!("Person {}", scattered(row) % 5000)).collect()],
        written: rows.map(|_| "").collect(),
    }
}

fn results(layout: &Layout, numbers: Numbers) -> Results {
    let mut results = Results::new(numbers, layout);
    results.carriers.extend((1..20).map(|carrier| format!("Carrier {carrier}")));
    for (row, number) in results.numbers.number.iter().enumerate() {
        results.carrier[row] = u32::try_from(number % 20).unwrap_or(0);
        results.checks[0].status[row] = u8::try_from(number / 7 % 3).unwrap_or(0) + 1;
    }
    results
}

#[expect(clippy::cast_precision_loss)]
fn ratio(a: u64, b: u64) -> f64 {
    a as f64 / b.max(1) as f64
}

fn mb(bytes: u64) -> f64 {
    ratio(bytes, 1_000_000)
}

fn say(what: &str, rows: u64, start: Instant) {
    let took = start.elapsed();
    let a_second = ratio(rows, 1_000_000) / took.as_secs_f64();
    println!("{what}: {rows} rows in {took:?}, {a_second:.2} M rows/s");
}
