//! Measures lines per second with generated lists of one and three columns, and the peak memory. With `large`, the lists are read
//! as those that do not fit into memory; the files are in TMPDIR.
//!
//! `cargo run --release -p numsift-intake --example throughput -- 10000000 [large]`

use std::cell::RefCell;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use numsift_intake::{
    Accepted, Chain, Delimiter, Limits, Mapping, Rejected, SetAside, Sink, SinkError, Stage, Watch, read,
    read_large,
};

/// Counts rows and drops them.
struct Count(usize);

impl Sink for Count {
    fn accepted(&mut self, batch: &Accepted) -> Result<(), SinkError> {
        self.0 += batch.len();
        Ok(())
    }

    fn rejected(&mut self, _: &Rejected) -> Result<(), SinkError> {
        Ok(())
    }

    fn set_aside(&mut self, _: &SetAside) -> Result<(), SinkError> {
        Ok(())
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let lines: u64 = std::env::args().nth(1).map_or(Ok(1_000_000), |count| count.parse())?;
    let large = std::env::args().nth(2).is_some_and(|how| how == "large");
    let commas = Mapping { delimiter: Delimiter::Comma, header: true, column: 1, ..Mapping::default() };
    let carried = Mapping { carried: vec![0, 2], ..commas.clone() };
    for (name, mapping, quoted) in [
        ("one column", Mapping::default(), false),
        ("three columns", commas, false),
        ("three columns, two carried", carried.clone(), false),
        ("the same in quotes", carried, true),
    ] {
        let mut file = tempfile::tempfile()?;
        write_list(&mut file, lines, &mapping, quoted)?;
        let cancel = AtomicBool::new(false);
        let start = Instant::now();
        let begun = RefCell::new(Vec::<(Stage, f64)>::new());
        let progress = |stage, _| {
            let mut begun = begun.borrow_mut();
            if begun.last().is_none_or(|(last, _)| *last != stage) {
                begun.push((stage, start.elapsed().as_secs_f64()));
            }
        };
        let watch = Watch { progress: &progress, cancel: &cancel };
        let (mut count, limits, known) = (Count(0), Limits::default(), Chain::default());
        let sums = if large {
            let scratch = std::env::temp_dir();
            read_large(file, "list", &mapping, &limits, &known, &mut count, &watch, &scratch)?
        } else {
            read(file, "list", &mapping, &limits, &known, &mut count, &watch)?
        };
        #[allow(clippy::cast_precision_loss, reason = "for people")]
        let rate = sums.total as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("{name}: {} of {} accepted, {rate:.1} million lines/s", count.0, sums.total);
        if large {
            println!("  stages began after (s) {:.1?}; peak memory so far {}", begun.into_inner(), peak()?);
        }
    }
    Ok(())
}

/// The peak memory of this process.
fn peak() -> std::io::Result<String> {
    let status = std::fs::read_to_string("/proc/self/status")?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    Ok(line.unwrap_or_default().trim().to_owned())
}

/// Chinese mobile numbers in random order; every tenth occurs twice.
fn write_list(file: &mut File, lines: u64, mapping: &Mapping, quoted: bool) -> std::io::Result<()> {
    let mut out = BufWriter::new(file);
    if mapping.header {
        writeln!(out, "name,phone,city")?;
    }
    for place in 0..lines {
        let place = if place % 10 == 9 { place / 2 } else { place };
        let number = 8_613_800_000_000 + place.wrapping_mul(7_919_317) % 199_999_991;
        match (mapping.delimiter, quoted) {
            (Delimiter::None, _) => writeln!(out, "+{number}")?,
            (_, false) => writeln!(out, "user{place},+{number},Shanghai")?,
            (_, true) => writeln!(out, "\"user{place}\",\"+{number}\",\"Shanghai\"")?,
        }
    }
    out.flush()
}
