//! Any text as the YAML of a channel.
#![no_main]

use libfuzzer_sys::fuzz_target;
use numsift_channel::ChannelConfig;

fuzz_target!(|input: &str| {
    if let Ok(config) = ChannelConfig::from_yaml(input) {
        let _ = config.validate();
        // What is shown can be read again.
        let yaml = config.to_yaml().expect("a configuration that was read can be written");
        assert!(ChannelConfig::from_yaml(&yaml).is_ok(), "{yaml}");
    }
});
