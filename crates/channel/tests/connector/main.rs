//! Channels against the simulated providers, over real HTTP on loopback.

#![allow(clippy::unwrap_used)] // What fails here must stop the test.

mod auth;
mod breaker;
mod config;
mod faults;
mod guard;
mod limits;
mod modes;
mod throttle;
mod trial;
mod world;
