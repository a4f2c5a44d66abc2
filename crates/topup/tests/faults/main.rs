//! Everything that can go wrong between a customer's wallet and the ledger, against the simulated
//! chain, on both stores: nothing is lost, nothing is credited twice, and the books balance.

#![allow(clippy::unwrap_used)] // What fails here must stop the test.

mod admin;
mod crash;
mod node;
mod orders;
mod payments;
mod world;
