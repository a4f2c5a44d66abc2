//! Faults between a customer's wallet and the ledger, on the simulated chain and on both stores. No payment is lost
//! or credited twice, and the ledger balances.

#![allow(clippy::unwrap_used)]

mod admin;
mod crash;
mod node;
mod orders;
mod payments;
mod world;
