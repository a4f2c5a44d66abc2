//! The demo: simulated payments and simulated providers.

pub mod providers;
pub mod topup;
