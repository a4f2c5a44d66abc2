//! Top-ups in USDT (TRC20): orders with an exact amount, a watcher that reads the chain, a verifier
//! that believes only final receipts, and what administrators do with payments that fit no order.

pub mod address;
mod deposits;
mod error;
mod node;
mod notices;
mod orders;
mod reconcile;
mod verifier;
mod wallets;
mod watcher;

use std::sync::Arc;

pub use deposits::{CreditTo, Recorded};
pub use error::TopUpError;
pub use node::{Node, NodeError};
use numsift_model::clock::Clock;
use numsift_store::Store;
pub use orders::{LARGEST, SMALLEST};
pub use reconcile::reconcile;
pub use watcher::{Tick, Watcher};

/// The network that payments come over.
pub const NETWORK: &str = "TRC20";
/// A block may seem to be older than its order by so many seconds: clocks differ.
pub const SKEW_S: i64 = 60;
/// An order's amount stays reserved for so many seconds after its end.
pub const RESERVED_S: i64 = 3 * 3600;

/// The top-ups of an installation. Cheap to clone.
#[derive(Clone)]
pub struct TopUps {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    node: Node,
}

impl TopUps {
    /// Puts the parts together.
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, node: Node) -> Self {
        Self { store, clock, node }
    }
}
