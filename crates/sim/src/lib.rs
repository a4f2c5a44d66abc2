//! Stand-ins for what the outside world runs, on loopback, for the demo and for tests.

mod chain;
mod serve;

pub use chain::{Chain, Fault, NotAnAddress, Token, Transaction, Transfer};
pub use serve::ChainNode;
