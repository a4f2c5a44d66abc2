//! Runs several processes on one database and one object store, and kills one of them, or the database, in the middle of
//! a task.

#![allow(clippy::unwrap_used)] // A panic fails the test.

mod admin;
mod api;
mod api_examples;
mod backup;
mod bucket;
mod console;
mod crash;
mod data;
mod database;
mod example;
mod installation;
mod killed;
mod leases;
mod mcp;
mod monitoring;
mod moving;
mod names;
mod postgres;
mod process;
mod rolling;
mod traces;
mod upgrade;
mod uploads;
mod workers;

use std::time::{Duration, Instant};

/// Timeout for everything that a test waits for. Generous: it only ends tests that hang.
const DEADLINE: Duration = Duration::from_mins(2);

/// Calls `poll` until it returns a value.
async fn until<T>(what: &str, mut poll: impl AsyncFnMut() -> Option<T>) -> T {
    let deadline = Instant::now() + DEADLINE;
    loop {
        if let Some(value) = poll().await {
            return value;
        }
        assert!(Instant::now() < deadline, "timed out waiting until {what}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
