//! Tests of channels against the simulated providers, over HTTP on loopback.

#![allow(clippy::unwrap_used)]

mod auth;
mod breaker;
mod callbacks;
mod config;
mod csv;
mod faults;
mod guard;
mod inputs;
mod limits;
mod modes;
mod outcomes;
mod test_report;
mod throttle;
mod world;
