//! What decides whether a channel may send a request now, and how the channel is doing.

pub(crate) mod breaker;
pub(crate) mod health;
pub(crate) mod limiter;
pub(crate) mod permits;
