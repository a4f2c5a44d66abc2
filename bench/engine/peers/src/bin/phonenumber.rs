//! Peer: the crate `phonenumber`.

use engine_bench::{Answer, Arguments, measure, snake, write_answers};
use phonenumber::{Mode, metadata::DATABASE};

fn main() {
    let arguments = Arguments::read();
    let lines: Vec<&str> = arguments.text.lines().collect();
    measure("phonenumber", "0.3", lines.len(), arguments.rounds, || {
        lines.iter().fold(0, |sum, line| {
            let Ok(number) = phonenumber::parse(None, line) else { return sum };
            let kind = number.number_type(&DATABASE) as u64;
            let region = u64::from(number.country().id().is_some());
            let e164 = number.format().mode(Mode::E164).to_string();
            sum + u64::from(number.is_valid()) + kind + region + e164.len() as u64
        })
    });
    write_answers(&arguments, |line| {
        let Ok(number) = phonenumber::parse(None, line) else { return Answer::default() };
        Answer {
            valid: number.is_valid(),
            kind: snake(&format!("{:?}", number.number_type(&DATABASE))),
            region: number.country().id().map(|id| id.as_ref().to_owned()).unwrap_or_default(),
            e164: number.format().mode(Mode::E164).to_string(),
        }
    });
}
