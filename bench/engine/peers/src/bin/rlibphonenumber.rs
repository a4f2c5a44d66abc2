//! Peer: the crate `rlibphonenumber`.

use engine_bench::{Answer, Arguments, measure, snake, write_answers};
use rlibphonenumber::{PHONE_NUMBER_UTIL, PhoneNumberFormat};

fn main() {
    let arguments = Arguments::read();
    let lines: Vec<&str> = arguments.text.lines().collect();
    let util = &*PHONE_NUMBER_UTIL;
    measure("rlibphonenumber", "2.2", lines.len(), arguments.rounds, || {
        lines.iter().fold(0, |sum, line| {
            let Ok(number) = util.parse(line, None) else { return sum };
            let kind = util.get_number_type(&number) as u64;
            let region = u64::from(util.get_region_for_number(&number).is_some());
            sum + u64::from(util.is_valid_number(&number))
                + kind
                + region
                + util.format(&number, PhoneNumberFormat::E164).len() as u64
        })
    });
    write_answers(&arguments, |line| {
        let Ok(number) = util.parse(line, None) else { return Answer::default() };
        Answer {
            valid: util.is_valid_number(&number),
            kind: snake(&format!("{:?}", util.get_number_type(&number))),
            region: util.get_region_for_number(&number).map(|region| region.to_string()).unwrap_or_default(),
            e164: util.format(&number, PhoneNumberFormat::E164).to_string(),
        }
    });
}
