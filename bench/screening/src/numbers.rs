//! Files of valid, unique numbers.

use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

/// Prefixes in four countries; any eight digits make them valid numbers.
const PREFIXES: [&str; 4] = ["+86138", "+9198", "+55119", "+4474"];
/// Countries of the numbers.
pub const COUNTRIES: u64 = PREFIXES.len() as u64;
const SUFFIXES: u64 = 100_000_000;
/// Coprime with [`SUFFIXES`], so that every suffix is used once before one repeats.
const STEP: u64 = 36_878_733;

/// The number at a position: all are different and unordered, a quarter of them per country.
pub fn number(position: u64) -> String {
    let prefix = PREFIXES[usize::try_from(position % COUNTRIES).unwrap_or(0)];
    format!("{prefix}{:08}", position / COUNTRIES * STEP % SUFFIXES)
}

/// The digits of one of `count` evenly spaced numbers of a country. Countries and places in ascending order give numbers in
/// ascending order.
pub fn nth_in_order(country: u64, place: u64, count: u64) -> u64 {
    let mut prefixes = PREFIXES.map(|prefix| prefix.trim_start_matches('+').parse::<u64>().unwrap_or(0));
    prefixes.sort_by_key(|prefix| prefix * SUFFIXES);
    let prefix = prefixes[usize::try_from(country % COUNTRIES).unwrap_or(0)];
    prefix * SUFFIXES + place * (SUFFIXES / count)
}

/// Writes numbers, one per line.
pub fn write_numbers(path: &Path, count: u64) -> anyhow::Result<()> {
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    for position in 0..count {
        writeln!(file, "{}", number(position))?;
    }
    file.flush()?;
    Ok(())
}

/// Writes a compressed table of 20 columns, the second of which contains the numbers. Ten million rows are larger than the
/// largest file that may be uploaded uncompressed.
pub fn write_table(path: &Path, count: u64) -> anyhow::Result<()> {
    let file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    let mut file = BufWriter::with_capacity(1 << 20, GzEncoder::new(file, Compression::fast()));
    let headers: Vec<String> = (3..=20).map(|column| format!("column {column}")).collect();
    writeln!(file, "name,phone,{}", headers.join(","))?;
    for position in 0..count {
        write!(file, "customer {position},{}", number(position))?;
        for column in 3..=20 {
            write!(file, ",c{column}-{}", position % 1000)?;
        }
        writeln!(file)?;
    }
    file.into_inner()?.finish()?.flush()?;
    Ok(())
}
