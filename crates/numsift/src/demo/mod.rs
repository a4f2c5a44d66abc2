//! The demo: simulated payments, simulated providers and what its accounts did so far.

pub mod history;
pub mod providers;
pub mod topup;
