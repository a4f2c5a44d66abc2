//! Simulated providers: four of them, with different interfaces and configurable faults.

mod answers;
mod auth;
mod callback;
mod demo_channels;
mod items;
mod node;
mod state;

pub use answers::{Verdict, carrier, verdict};
pub use auth::Requirement;
pub use callback::DeliveryReply;
pub use demo_channels::{DEMO_WEBHOOK_SECRET, demo_channels};
pub use node::ProvidersNode;
pub use state::{Fault, Provider, ProviderSettings, Providers, Throttle};
