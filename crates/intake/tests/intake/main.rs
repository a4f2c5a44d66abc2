//! Files of every kind, good and bad, read as a user's upload is.

#![allow(clippy::unwrap_used, clippy::format_collect, reason = "files are made for the test")]

mod bad_files;
mod formats;
mod guesses;
mod helpers;
mod properties;
mod rows;
