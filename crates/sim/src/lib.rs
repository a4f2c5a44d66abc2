//! Stand-ins for what the outside world runs, on loopback, for the demo and for tests.

mod chain;
pub mod providers;
mod serve;

pub use chain::{Chain, Fault, NotAnAddress, Token, Transaction, Transfer};
pub use providers::{ProviderSettings, Providers, ProvidersNode, ready_channels};
pub use serve::ChainNode;
