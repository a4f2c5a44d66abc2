//! Reads a whole file: normalises, removes duplicates and suppressed numbers, and counts.

use std::io::{Read, Seek};
use std::sync::atomic::AtomicBool;

use crate::analysis::Analysis;
use crate::error::IntakeError;
use crate::mapping::{Limits, Mapping};
use crate::set::Suppressed;
use crate::sink::Sink;

/// How the caller follows and stops a reading.
pub struct Watch<'a> {
    /// Called now and then with the bytes of the file that are done.
    pub progress: &'a dyn Fn(u64),
    /// Once true, reading stops with [`IntakeError::Cancelled`].
    pub cancel: &'a AtomicBool,
}

/// Reads a whole file.
pub fn read<F: Read + Seek>(
    _file: F,
    _file_name: &str,
    _mapping: &Mapping,
    _limits: &Limits,
    _known: &dyn Suppressed,
    _sink: &mut dyn Sink,
    _watch: &Watch<'_>,
) -> Result<Analysis, IntakeError> {
    Err(IntakeError::Empty)
}
