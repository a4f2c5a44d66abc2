//! The ledger under random operations, under concurrency, and when the process is killed, on both databases.

#![allow(clippy::unwrap_used)]

mod crash;
mod machine;
mod oracle;
mod parallel;
mod places;
mod stories;
mod verification;
