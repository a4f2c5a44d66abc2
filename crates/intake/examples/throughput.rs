//! Measures lines per second with generated lists of one and three columns.
//!
//! `cargo run --release -p numsift-intake --example throughput -- 10000000`

use std::fs::File;
use std::io::{BufWriter, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use numsift_intake::{
    Accepted, Chain, Delimiter, Limits, Mapping, Rejected, SetAside, Sink, SinkError, Watch, read,
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
        let watch = Watch { progress: &|_| (), cancel: &cancel };
        let mut count = Count(0);
        let start = Instant::now();
        let sums = read(file, "list", &mapping, &Limits::default(), &Chain::default(), &mut count, &watch)?;
        #[allow(clippy::cast_precision_loss, reason = "for people")]
        let rate = sums.total as f64 / start.elapsed().as_secs_f64() / 1e6;
        println!("{name}: {} of {} accepted, {rate:.1} million lines/s", count.0, sums.total);
    }
    Ok(())
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
