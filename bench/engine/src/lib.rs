//! What every Rust peer of the benchmark shares: the lines, the clock and the answers.

use std::fmt::Write as _;
use std::hint::black_box;
use std::time::Instant;

/// The answer of a peer about one line.
#[derive(Default)]
pub struct Answer {
    /// Whether the number is valid.
    pub valid: bool,
    /// The type, in libphonenumber's lower-case names.
    pub kind: String,
    /// The region.
    pub region: String,
    /// The number in E.164.
    pub e164: String,
}

/// Arguments of a peer: file of lines, rounds, most lines, file for answers.
pub struct Arguments {
    /// The lines.
    pub text: String,
    /// How often to run.
    pub rounds: usize,
    /// Where to write the answers.
    pub answers: String,
}

impl Arguments {
    /// Reads them from the command line.
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

/// Times `run` over all lines and prints the result as JSON.
pub fn measure(name: &str, version: &str, lines: usize, rounds: usize, mut run: impl FnMut() -> u64) {
    black_box(run());
    let mut seconds = Vec::new();
    for _ in 0..rounds {
        let start = Instant::now();
        black_box(run());
        seconds.push(start.elapsed().as_secs_f64());
    }
    println!("{{\"name\":\"{name}\",\"version\":\"{version}\",\"lines\":{lines},\"seconds\":{seconds:?}}}");
}

/// Writes the answers of a peer, one line each.
pub fn write_answers(arguments: &Arguments, answer: impl Fn(&str) -> Answer) {
    let mut out = String::new();
    for line in arguments.text.lines() {
        let Answer { valid, kind, region, e164 } = answer(line);
        let _ = writeln!(out, "{}\t{kind}\t{region}\t{e164}", u8::from(valid));
    }
    std::fs::write(&arguments.answers, out).expect("the answers are writable");
}
