//! Segments over real folders, against the plain way of doing the same.
#![allow(clippy::unwrap_used)] // What fails here must stop the test.

mod damage;
mod exports;
mod objects;
mod pages;
mod support;
