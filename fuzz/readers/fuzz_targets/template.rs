//! Any text as the template of a body and of a path.
#![no_main]

mod channel;

use libfuzzer_sys::fuzz_target;

// libFuzzer's limits on memory and time find templates that the bounds let through.
fuzz_target!(|input: &str| {
    for field in ["body", "path"] {
        let config = channel::config(|config| config["submit"][field] = input.into());
        let _ = config.map(|config| config.validate());
    }
});
