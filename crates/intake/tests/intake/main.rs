//! Files of every kind, good and bad, read as a user's upload is.

mod bad_files;
mod formats;
mod guesses;
mod helpers;
mod properties;
mod rows;
