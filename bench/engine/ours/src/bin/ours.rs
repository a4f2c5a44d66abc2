//! Measures `numplan`: plain loop, batches, with carriers, on two threads; unrank and draws.

use std::time::Instant;

use engine_bench::{Answer, Arguments, measure, measure_wall, write_answers};
use numplan::space::Space;
use numplan::{NumberType, Options, Region, Verdict, batch, check};

/// Passes over the lines per wall-clock measurement.
const AGAIN: usize = 10;
const VERSION: &str = env!("CARGO_PKG_VERSION");

fn main() {
    let started = Instant::now();
    let first = check(b"+8613812345678", None);
    let first_answer = started.elapsed();
    assert!(first.is_valid());

    let arguments = Arguments::read();
    let text = arguments.text.as_bytes();
    let lines: Vec<&[u8]> = batch::lines(text).collect();
    let rounds = arguments.rounds;

    measure("numplan, plain loop", VERSION, lines.len(), rounds, || plain(&lines));
    measure("numplan, plain loop with carrier", VERSION, lines.len(), rounds, || with_carrier(&lines));
    measure("numplan, batch", VERSION, lines.len(), rounds, || batched(text, use_verdict));
    measure("numplan, batch with carrier", VERSION, lines.len(), rounds, || batched(text, use_carrier));
    let middle = text[..text.len() / 2].iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    let (left, right) = text.split_at(middle);
    // Several passes, so that an idle core has time to wake up.
    let again = |text| (0..AGAIN).map(|_| batched(text, use_verdict)).sum::<u64>();
    let times = lines.len() * AGAIN;
    measure_wall("numplan, batch, 1 thread, wall clock", VERSION, times, rounds, || again(text));
    measure_wall("numplan, batch, 2 threads, wall clock", VERSION, times, rounds, || {
        std::thread::scope(|scope| {
            let other = scope.spawn(|| again(right));
            again(left) + other.join().expect("no panic")
        })
    });
    unrank(rounds);
    println!("{{\"name\":\"first answer\",\"nanoseconds\":{}}}", first_answer.as_nanos());

    write_answers(&arguments, |line| {
        let verdict = check(line.as_bytes(), None);
        Answer {
            valid: verdict.is_valid(),
            kind: verdict.number_type().to_string(),
            region: verdict.region().map(|region| region.to_string()).unwrap_or_default(),
            e164: verdict.e164().to_string(),
        }
    });
}

/// Valid, type, region and E.164 of a verdict.
fn use_verdict(verdict: Verdict) -> u64 {
    let region = verdict.region().map_or(0, |region| region.index() as u64);
    let e164 = verdict.e164();
    u64::from(verdict.is_valid()) + verdict.number_type() as u64 + region + u64::from(e164.as_bytes().last().map_or(0, |b| *b))
}

fn use_carrier(verdict: Verdict) -> u64 {
    use_verdict(verdict) + verdict.carrier().map_or(0, |carrier| u64::from(carrier.index()))
}

fn plain(lines: &[&[u8]]) -> u64 {
    lines.iter().map(|line| use_verdict(check(line, None))).sum()
}

fn with_carrier(lines: &[&[u8]]) -> u64 {
    lines.iter().map(|line| use_carrier(check(line, None))).sum()
}

fn batched(mut text: &[u8], take: impl Fn(Verdict) -> u64) -> u64 {
    let mut verdicts = vec![Verdict::default(); 1024];
    let mut sum = 0;
    while !text.is_empty() {
        let done = batch::check(text, Options::default(), &mut verdicts);
        sum += verdicts[..done.lines].iter().map(|verdict| take(*verdict)).sum::<u64>();
        text = &text[done.bytes..];
    }
    sum
}

/// Random members of the mobiles of China, and of the whole world.
fn unrank(rounds: usize) {
    let china = Space::query().region(Region::from_code("CN").expect("a region")).kind(NumberType::Mobile);
    for (name, query) in [("unrank, CN mobile", china), ("unrank, world", Space::query())] {
        let space = query.build().expect("a space");
        let step = space.count() / 1_000_003;
        measure(name, VERSION, 1_000_000, rounds, || {
            (0..1_000_000u64).filter_map(|at| space.unrank(at * step)).map(|number| number.national_number()).sum()
        });
        measure(&name.replace("unrank", "random draw"), VERSION, 1_000_000, rounds, || {
            space.draw(1).take(1_000_000).map(|number| number.national_number()).sum()
        });
    }
}
