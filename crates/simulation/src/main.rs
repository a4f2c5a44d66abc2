//! Runs many seeds, or one with its trace.

use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Instant;

use numsift_simulation::{Bug, Report, simulate};

const USAGE: &str = "numsift-simulate SEEDS [FIRST]      runs this many seeds
numsift-simulate --seed SEED [BUG]  runs one seed and prints its trace";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    let arguments: Vec<_> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["--seed", seed, ref bug @ ..] => {
            let bug = bug.first().and_then(|name| Bug::from_name(name));
            let Ok(seed) = seed.parse() else { return usage() };
            replay(&simulate(seed, bug))
        }
        [count, ref first @ ..] => {
            let first = first.first().map_or(Ok(1), |first| first.parse());
            let (Ok(count), Ok(first)) = (count.parse(), first) else { return usage() };
            run(first, count)
        }
        [] => usage(),
    }
}

fn usage() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn replay(report: &Report) -> ExitCode {
    for line in &report.trace {
        println!("{line}");
    }
    if let Some(rule) = &report.broken {
        println!("seed {}: {rule}", report.seed);
        return ExitCode::FAILURE;
    }
    println!(
        "seed {}: all rules hold after {} steps in {:.0} virtual seconds, {} tasks completed",
        report.seed, report.steps, report.virtual_s, report.completed
    );
    ExitCode::SUCCESS
}

fn run(first: u64, count: u64) -> ExitCode {
    let began = Instant::now();
    let (next, steps, completed) = (AtomicU64::new(0), AtomicU64::new(0), AtomicU64::new(0));
    let failed = AtomicBool::new(false);
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let place = next.fetch_add(1, Ordering::Relaxed);
                    if place >= count {
                        return;
                    }
                    let report = simulate(first + place, None);
                    steps.fetch_add(report.steps, Ordering::Relaxed);
                    completed.fetch_add(report.completed as u64, Ordering::Relaxed);
                    if let Some(rule) = &report.broken {
                        failed.store(true, Ordering::Relaxed);
                        println!("seed {}: {rule}\n  make simulate SEED={}", report.seed, report.seed);
                    }
                    if place % 1000 == 999 {
                        eprintln!("{} of {count}", place + 1);
                    }
                }
            });
        }
    });
    println!(
        "{count} seeds, {} steps, {} tasks completed, {:.0} s",
        steps.into_inner(),
        completed.into_inner(),
        began.elapsed().as_secs_f64()
    );
    if failed.into_inner() { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
