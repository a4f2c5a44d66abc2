//! Simulated external services on loopback, for the demo and for tests: a chain node, providers, and a replay of the
//! documented answers of real providers.

mod chain;
mod chain_node;
pub mod providers;
mod replay;

pub use chain::{Chain, Fault, NotAnAddress, Token, Transaction, Transfer};
pub use chain_node::ChainNode;
pub use providers::{ProviderSettings, Providers, ProvidersNode, demo_channels};
pub use replay::{Credentials, ReplayNode};
