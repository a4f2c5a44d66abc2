//! Tests of channels against the simulated providers, over HTTP on loopback.

#![allow(clippy::unwrap_used)]

mod auth;
mod breaker;
mod config;
mod faults;
mod guard;
mod limits;
mod modes;
mod outcomes;
mod test_report;
mod throttle;
mod world;
