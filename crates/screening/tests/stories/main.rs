//! Lists, tasks and results from the upload to the last file, on both stores, against simulated
//! providers and a real folder of files. After every story the books are balanced.

#![allow(clippy::unwrap_used)] // What fails here must stop the test.

mod faults;
mod files;
mod lists;
mod money;
mod results;
mod switched;
mod tasks;
mod told;
mod world;
