//! Files of numbers.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

/// Valid beginnings in four countries; eight digits follow, whatever they are.
const BEGINNINGS: [&str; 4] = ["+86138", "+9198", "+55119", "+4474"];
const ENDS: u64 = 100_000_000;
/// Odd and no multiple of five: each end comes up once before any comes again.
const STEP: u64 = 36_878_733;

/// The number at a place: all are different, in no order, a quarter of them in each country.
pub fn number(place: u64) -> String {
    let countries = BEGINNINGS.len() as u64;
    let beginning = BEGINNINGS[usize::try_from(place % countries).unwrap_or(0)];
    format!("{beginning}{:08}", place / countries * STEP % ENDS)
}

/// Writes so many of them, one a line.
pub fn write_numbers(path: &Path, count: u64) -> anyhow::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    for place in 0..count {
        writeln!(file, "{}", number(place))?;
    }
    file.flush()?;
    Ok(())
}
