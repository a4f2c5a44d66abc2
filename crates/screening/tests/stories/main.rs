//! Lists, tasks and results from the upload to the deletion, on both stores, with simulated providers and an object
//! store in a folder. After every test the ledger is verified.

#![allow(clippy::unwrap_used)] // A failure must stop the test.

mod book;
mod channels;
mod failing_objects;
mod faults;
mod files;
mod inputs;
mod lists;
mod lookups;
mod money;
mod outages;
mod results;
mod routing;
mod schedules;
mod sweep;
mod tasks;
mod webhooks;
mod world;
