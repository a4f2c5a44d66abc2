//! Peer: the crate `phonelib`.

use engine_bench::{Answer, Arguments, measure, snake, write_answers};
use phonelib::PhoneNumber;

fn main() {
    let arguments = Arguments::read();
    let lines: Vec<&str> = arguments.text.lines().collect();
    measure("phonelib", "2.1", lines.len(), arguments.rounds, || {
        lines.iter().fold(0, |sum, line| match PhoneNumber::parse(line) {
            Some(number) => {
                sum + number.e164().len() as u64 + number.phone_type() as u64 + number.country().code.len() as u64
            }
            None => sum,
        })
    });
    write_answers(&arguments, |line| match PhoneNumber::parse(line) {
        Some(number) => Answer {
            valid: true,
            kind: snake(&format!("{:?}", number.phone_type())),
            region: number.country().code.to_owned(),
            e164: number.e164().to_owned(),
        },
        None => Answer::default(),
    });
}
