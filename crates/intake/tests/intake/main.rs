//! Tests with files of every format, valid and invalid.

#![allow(clippy::unwrap_used, clippy::format_collect, reason = "files are made for the test")]

mod bad_files;
mod corpus;
mod formats;
mod guesses;
mod helpers;
mod properties;
mod rows;
