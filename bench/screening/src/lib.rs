//! What several benches need: files of numbers, and a server in a separate process.

pub mod numbers;
pub mod server;
