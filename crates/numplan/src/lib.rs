//! Phone numbers: parsed, validated, classified and formatted as Google's libphonenumber does,
//! at tens of millions of lines a second.
//!
//! The metadata's patterns are compiled ahead of time to one digit automaton, so that a single
//! walk over the digits answers region, type, validity and how much of a trunk prefix to drop.
//! The crate does no I/O, allocates nothing, builds nothing at start, and has no dependencies.
//!
//! - [`parse`] turns text into a [`PhoneNumber`], which answers questions and formats itself;
//! - [`check`] answers the questions of screening about one line, packed in a [`Verdict`];
//! - [`mod@batch`] does the same for many lines at once.
#![forbid(unsafe_op_in_unsafe_fn)]

mod kinds;
mod number;

pub use kinds::{Format, NumberType, ParseError, Possible, Reason, Status};
pub use number::{Digits, MAX_EXTENSION, MAX_NSN, PhoneNumber};
