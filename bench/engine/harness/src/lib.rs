//! Shared by the Rust peers of the benchmark: arguments, timing and answers.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

/// The answer of a peer about one line.
#[derive(Default)]
pub struct Answer {
    pub valid: bool,
    /// The type, by its libphonenumber name in lower case.
    pub kind: String,
    pub region: String,
    pub e164: String,
}

/// Arguments of a peer: file of lines, rounds, most lines, file for answers.
pub struct Arguments {
    pub text: String,
    /// Number of timed runs.
    pub rounds: usize,
    /// File for the answers.
    pub answers: String,
}

impl Arguments {
    pub fn read() -> Self {
        let arguments: Vec<String> = std::env::args().skip(1).collect();
        let [file, rounds, limit, answers] = arguments.as_slice() else {
            panic!("usage: LINES ROUNDS LIMIT ANSWERS");
        };
        let text = std::fs::read_to_string(file).expect("the lines are readable text");
        let limit: usize = limit.parse().expect("a number of lines");
        let text = match text.match_indices('\n').nth(limit.saturating_sub(1)) {
            Some((end, _)) => text[..=end].to_owned(),
            None => text,
        };
        Self { text, rounds: rounds.parse().expect("a number of rounds"), answers: answers.clone() }
    }
}

/// Times `run` over all lines and prints the result as JSON. Measures the CPU time of the thread,
/// which does not depend on other processes.
pub fn measure(name: &str, version: &str, lines: usize, rounds: usize, run: impl FnMut() -> u64) {
    timed(name, version, lines, rounds, cpu_seconds, run);
}

/// Like [`measure`], but with wall-clock time, for work on several threads.
pub fn measure_wall(name: &str, version: &str, lines: usize, rounds: usize, run: impl FnMut() -> u64) {
    let start = Instant::now();
    timed(name, version, lines, rounds, move || start.elapsed().as_secs_f64(), run);
}

fn cpu_seconds() -> f64 {
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the pointer is to a local of the right type.
    let failed = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &raw mut time) };
    assert_eq!(failed, 0, "the clock is missing");
    time.tv_sec as f64 + time.tv_nsec as f64 / 1e9
}

fn timed(
    name: &str,
    version: &str,
    lines: usize,
    rounds: usize,
    clock: impl Fn() -> f64,
    mut run: impl FnMut() -> u64,
) {
    black_box(run());
    let mut seconds = Vec::new();
    for _ in 0..rounds {
        let start = clock();
        black_box(run());
        seconds.push(clock() - start);
    }
    println!("{{\"name\":\"{name}\",\"version\":\"{version}\",\"lines\":{lines},\"seconds\":{seconds:?}}}");
}

/// Writes the answers of a peer, one per line.
pub fn write_answers(arguments: &Arguments, answer: impl Fn(&str) -> Answer) {
    let mut out = String::new();
    for line in arguments.text.lines() {
        let Answer { valid, kind, region, e164 } = answer(line);
        let _ = writeln!(out, "{}\t{kind}\t{region}\t{e164}", u8::from(valid));
    }
    std::fs::write(&arguments.answers, out).expect("the answers are writable");
}

/// Converts the name of a Rust variant to the libphonenumber name in lower case.
pub fn snake(variant: &str) -> String {
    let mut out = String::new();
    for (at, c) in variant.chars().enumerate() {
        if c.is_uppercase() && at > 0 {
            out.push('_');
        }
        out.extend(c.to_lowercase());
    }
    out.replace("vo_i_p", "voip").replace("vo_ip", "voip").replace("u_a_n", "uan")
}
