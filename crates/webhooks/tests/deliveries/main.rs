//! Webhooks against a local receiver with a manual clock, on both stores.

#![allow(clippy::unwrap_used)]

mod addresses;
mod endings;
mod nodes;
mod signatures;
mod world;
