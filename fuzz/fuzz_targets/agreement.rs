//! Any text under any default region: the engine does not panic and agrees with the reference.
#![no_main]

#[path = "../../crates/numplan/tests/agreement/mod.rs"]
mod agreement;
mod region;

use libfuzzer_sys::fuzz_target;

fuzz_target!(|input: (u8, &str)| {
    let (region, text) = input;
    agreement::assert_agreement(text, region::by_byte(region));
});
