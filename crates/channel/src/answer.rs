//! What a provider sends back: what a reply means, the answers in it, and deliveries to the callback URL.

pub(crate) mod callback;
pub(crate) mod classify;
pub(crate) mod delivery;
pub(crate) mod extract;
pub(crate) mod path;
mod pattern;
