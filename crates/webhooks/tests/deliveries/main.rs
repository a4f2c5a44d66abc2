//! Webhooks against a real receiver on this machine, with a clock that the test moves; every story is told on both
//! stores.

#![allow(clippy::unwrap_used)] // What fails here must stop the test.

mod addresses;
mod endings;
mod nodes;
mod signatures;
mod world;
