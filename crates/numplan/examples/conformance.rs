//! Compares the engine with answers of the reference on standard input. Prints the first differences and a
//! summary; fails if there are any differences.

use std::collections::BTreeMap;
use std::io::BufRead;
use std::process::ExitCode;

#[path = "../tests/conformance/compare.rs"]
mod compare;

/// Number of differences that are printed; the others are only counted.
const SHOWN: u64 = 20;

fn main() -> std::io::Result<ExitCode> {
    let mut lines: u64 = 0;
    let mut kinds: BTreeMap<&'static str, u64> = BTreeMap::new();
    let mut input = std::io::stdin().lock();
    let mut line = String::new();
    let mut batches = compare::Batches::default();
    let mut note = |difference: compare::Difference| {
        if kinds.values().sum::<u64>() < SHOWN {
            println!("{difference}");
        }
        *kinds.entry(difference.field).or_default() += 1;
    };
    while input.read_line(&mut line)? > 0 {
        lines += 1;
        let record = line.trim_end_matches('\n');
        compare::compare(record).into_iter().chain(batches.add(record)).for_each(&mut note);
        line.clear();
    }
    batches.finish().into_iter().for_each(&mut note);
    let different: u64 = kinds.values().sum();
    println!("{lines} lines, {different} differences {kinds:?}");
    Ok(if different == 0 && lines > 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}
