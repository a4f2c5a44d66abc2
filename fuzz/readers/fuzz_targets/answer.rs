//! Any bytes as the answer of a provider.
#![no_main]

mod channel;

use libfuzzer_sys::fuzz_target;
use numsift_channel::answers_in;

fuzz_target!(|input: (u8, &[u8])| {
    let (kind, body) = input;
    let by = ["digits", "e164", "correlation_id", "order"][usize::from(kind % 4)];
    let items = ["$.items[*]", "$", "$..items", "$.items"][usize::from(kind / 4 % 4)];
    let config = channel::config(|config| {
        config["match"]["by"] = by.into();
        config["items"] = items.into();
    });
    let numbers: Vec<u64> = (12_025_550_100..).take(20).collect();
    let Some(config) = config else { return };
    let answers = answers_in(&config, body.to_vec(), &numbers);
    assert!(answers.is_empty() || answers.iter().map(|answer| answer.number).eq(numbers), "one answer per number");
});
