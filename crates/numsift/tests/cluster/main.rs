//! Several processes of the real binary on one database and one object store, and what happens when
//! one of them, or the database, is killed in the middle of a task.

#![allow(clippy::unwrap_used)] // What fails here must stop the test.

mod api;
mod api_examples;
mod bucket;
mod console;
mod crash;
mod database;
mod example;
mod installation;
mod killed;
mod leases;
mod postgres;
mod process;
mod workers;

use std::time::{Duration, Instant};

/// How long something may take that must happen. Generous: it ends tests that hang, and decides nothing else.
const DEADLINE: Duration = Duration::from_mins(2);

/// Looks again and again until there is something to see.
async fn until<T>(what: &str, mut look: impl AsyncFnMut() -> Option<T>) -> T {
    let latest = Instant::now() + DEADLINE;
    loop {
        if let Some(seen) = look().await {
            return seen;
        }
        assert!(Instant::now() < latest, "it never came to this: {what}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}
