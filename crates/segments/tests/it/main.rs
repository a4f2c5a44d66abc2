//! Tests of segments in local folders, compared with simple implementations.
#![allow(clippy::unwrap_used)] // What fails here must stop the test.

mod damage;
mod earlier_versions;
mod every_row;
mod exports;
mod objects;
mod pages;
mod runs;
mod support;
