//! Top-ups in USDT (TRC20): orders with an exact amount, a watcher that reads the chain, a verifier that
//! accepts only final receipts, and the crediting of deposits that match no order.

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
use numsift_model::clock::{Clock, HOUR_S};
use numsift_store::Store;
pub use orders::{LARGEST, SMALLEST};
pub use reconcile::reconcile;
pub use wallets::receiving_wallet;
pub use watcher::{Tick, Watcher};

/// The network of all payments.
pub const NETWORK: &str = "TRC20";
/// Clocks differ, so a block may be this many seconds older than the order it pays.
pub const SKEW_S: i64 = 60;
/// The amount of an order stays reserved for this many seconds after the order expires.
pub const RESERVED_S: i64 = 3 * HOUR_S;

/// The top-up service. Cheap to clone.
#[derive(Clone)]
pub struct TopUps {
    store: Arc<dyn Store>,
    clock: Arc<dyn Clock>,
    node: Node,
}

impl TopUps {
    pub fn new(store: Arc<dyn Store>, clock: Arc<dyn Clock>, node: Node) -> Self {
        Self { store, clock, node }
    }
}
