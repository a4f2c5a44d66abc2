//! A look at the beginning of a file, and a guess at how to read it.

use std::io::{Read, Seek};

use serde::{Deserialize, Serialize};

use crate::error::IntakeError;
use crate::mapping::{Hints, Mapping};

/// What a file is, once unpacked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Text with several cells a line.
    Csv,
    /// Text with one cell a line.
    Txt,
    /// A workbook.
    Xlsx,
}

/// What a file is packed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Packing {
    /// Nothing.
    None,
    /// A gzip stream.
    Gzip,
    /// A zip archive.
    Zip,
}

/// A column of the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Column {
    /// Its name by the header; empty if it has none. A name that stood before gets its position
    /// added, as in `phone (3)`.
    pub name: String,
    /// The share of its filled cells that hold a valid number, from 0 to 1.
    pub valid: f64,
}

/// What a file looks like.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Preview {
    /// What the file is, once unpacked.
    pub format: Format,
    /// What it is packed in.
    pub packing: Packing,
    /// The lists in a zip archive, in the order in which they are read.
    pub members: Vec<String>,
    /// The sheets of a workbook.
    pub sheets: Vec<String>,
    /// How to read it, as far as can be guessed.
    pub mapping: Mapping,
    /// The columns.
    pub columns: Vec<Column>,
    /// The first ten rows that are not blank, without the header.
    pub rows: Vec<Vec<String>>,
}

/// Looks at the beginning of a file and guesses how to read it.
pub fn preview<F: Read + Seek>(_file: F, _file_name: &str, _hints: &Hints) -> Result<Preview, IntakeError> {
    Err(IntakeError::Empty)
}
