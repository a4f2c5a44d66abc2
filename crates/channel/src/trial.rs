//! A channel tried with one number: what was sent, what came back, what it means.

use serde::Serialize;
use utoipa::ToSchema;

use crate::fault::Fault;
use crate::outcome::Outcome;

/// A channel tried with one number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Trial {
    /// Everything that was sent and came back, in its order: one exchange in mode `sync`, several in
    /// mode `poll`, the submission and the delivery in mode `callback`.
    pub exchanges: Vec<Exchange>,
    /// The row that it gives, when the channel served it.
    pub mapped: Option<Outcome>,
    /// Why the channel did not serve it.
    pub error: Option<String>,
    /// What is wrong with the configuration.
    pub faults: Vec<Fault>,
    /// Milliseconds from the start to the result.
    pub latency_ms: u64,
}

/// A request and its answer, secrets masked in both.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, ToSchema)]
pub struct Exchange {
    /// The raw request: its line, headers and body. Empty for a delivery.
    pub request: String,
    /// The answer, when there was one.
    pub response: Option<Shown>,
}

/// An answer as it came, cut to a length that can be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Shown {
    /// The HTTP status; 0 for a delivery.
    pub status: u16,
    /// The headers.
    pub headers: Vec<(String, String)>,
    /// The body, cut.
    pub body: String,
    /// Whether the body was cut.
    pub cut: bool,
}
