//! Simulated providers on loopback: four of them, with different interfaces and different ways to
//! answer, to throttle and to fail.

mod answers;
mod auth;
mod callback;
mod jobs;
mod node;
mod ready;
mod state;

pub use answers::{Verdict, carrier, verdict};
pub use auth::Requirement;
pub use node::ProvidersNode;
pub use ready::{DEMO_WEBHOOK_SECRET, ready_channels};
pub use state::{Fault, Provider, ProviderSettings, Providers, Throttle};
