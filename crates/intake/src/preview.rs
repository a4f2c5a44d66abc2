//! Reads the beginning of a file and guesses its mapping.

use std::io::{Read, Seek};
use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

use crate::detect::{self, Beginning};
use crate::error::IntakeError;
use crate::guess::guess;
use crate::mapping::{Delimiter, Hints, Limits, Mapping};
use crate::source::{List, ReadSeek, extension, walk};
use crate::workbook::Workbook;

/// The format of a file after unpacking.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Format {
    /// Text with several cells per line.
    Csv,
    /// Text with one cell per line.
    Txt,
    /// An Excel workbook.
    Xlsx,
}

/// How a file is packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Packing {
    /// Not packed.
    None,
    /// A gzip stream.
    Gzip,
    /// A zip archive.
    Zip,
}

/// A column of the list.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Column {
    /// The name from the header; empty if there is none. A repeated name gets its position appended, as in
    /// `phone (3)`.
    pub name: String,
    /// The share of non-empty cells with a valid number, from 0 to 1.
    pub valid: f64,
}

/// The beginning of a file and its guessed mapping.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Preview {
    /// The format after unpacking.
    pub format: Format,
    /// How the file is packed.
    pub packing: Packing,
    /// The lists in a zip archive, in reading order.
    pub members: Vec<String>,
    /// The sheets of a workbook.
    pub sheets: Vec<String>,
    /// The guessed mapping.
    pub mapping: Mapping,
    pub columns: Vec<Column>,
    /// The first ten rows that are not blank, without the header.
    pub rows: Vec<Vec<String>>,
}

/// Rows of text that are examined.
const TEXT_ROWS: usize = 1000;

/// Rows per sheet that are examined.
const SHEET_ROWS: usize = 200;

/// Sheets that are examined.
const SHEETS: usize = 16;

/// Rows in the preview.
const SHOWN_ROWS: usize = 10;

/// Reads the beginning of a file and guesses its mapping, except for what the hints state.
///
/// The content decides the format; the file name only breaks ties. In an archive, the first list that is
/// not blank is examined.
pub fn preview<F: Read + Seek>(mut file: F, file_name: &str, hints: &Hints) -> Result<Preview, IntakeError> {
    let mut found = None;
    let limits = Limits::default();
    let walked = walk(&mut file, file_name, &limits, &mut |list| {
        let result = match list {
            List::Text(text) => text_preview(text, file_name, hints),
            List::Workbook(file) => workbook_preview(file, hints, &limits),
        };
        match result {
            Ok(preview) => found = Some(preview),
            Err(IntakeError::Empty) => return Ok(ControlFlow::Continue(())),
            Err(error) => return Err(error),
        }
        Ok(ControlFlow::Break(()))
    })?;
    let mut preview = found.ok_or(IntakeError::Empty)?;
    preview.packing = walked.packing;
    preview.members = walked.members;
    Ok(preview)
}

fn text_preview(text: &mut dyn Read, file_name: &str, hints: &Hints) -> Result<Preview, IntakeError> {
    let (encoding, text) = Beginning::read(text)?.text(hints)?;
    let (declared, text) = detect::separator_line(&text);
    let tabs =
        matches!(extension(file_name).as_str(), "tsv" | "tab") && memchr::memchr(b'\t', text).is_some();
    let delimiter = hints.delimiter.or(declared).or(tabs.then_some(Delimiter::Tab));
    let delimiter = delimiter.unwrap_or_else(|| detect::delimiter(text, hints));
    let rows = detect::rows(text, delimiter, TEXT_ROWS);
    if rows.is_empty() {
        return Err(IntakeError::Empty);
    }
    let mut preview = preview_rows(rows, hints);
    preview.format = if delimiter == Delimiter::None { Format::Txt } else { Format::Csv };
    preview.mapping.encoding = encoding;
    preview.mapping.delimiter = delimiter;
    Ok(preview)
}

fn workbook_preview(file: &mut dyn ReadSeek, hints: &Hints, limits: &Limits) -> Result<Preview, IntakeError> {
    let mut workbook = Workbook::open(file, limits)?;
    let sheets = workbook.sheets();
    let candidates = match &hints.sheet {
        Some(name) if !sheets.contains(name) => return Err(IntakeError::NoSuchSheet { name: name.clone() }),
        Some(name) => vec![name.clone()],
        None => sheets.iter().take(SHEETS).cloned().collect(),
    };
    // The sheet with the most numbers; the first of equals.
    let mut best: Option<(f64, String, Vec<Vec<String>>)> = None;
    for sheet in candidates {
        let rows = sheet_rows(&mut workbook, &sheet)?;
        #[allow(clippy::cast_precision_loss, reason = "at most some hundred")]
        let score = guess(&rows, hints).best * rows.len() as f64;
        let better = best.as_ref().is_none_or(|(so_far, ..)| score > *so_far);
        if !rows.is_empty() && better {
            best = Some((score, sheet, rows));
        }
    }
    let (_, sheet, rows) = best.ok_or(IntakeError::Empty)?;
    let mut preview = preview_rows(rows, hints);
    preview.sheets = sheets;
    preview.mapping.sheet = Some(sheet);
    Ok(preview)
}

fn sheet_rows(workbook: &mut Workbook<'_>, sheet: &str) -> Result<Vec<Vec<String>>, IntakeError> {
    let mut rows = Vec::new();
    workbook.rows(sheet, &mut |row| {
        let cells = 0..row.width().min(detect::MAX_COLUMNS);
        rows.push(cells.map(|column| row.text(column).chars().take(200).collect()).collect());
        Ok(rows.len() < SHEET_ROWS)
    })?;
    Ok(rows)
}

/// The preview of rows that are not blank.
fn preview_rows(mut rows: Vec<Vec<String>>, hints: &Hints) -> Preview {
    let guess = guess(&rows, hints);
    let names = if guess.header && !rows.is_empty() { rows.remove(0) } else { Vec::new() };
    rows.truncate(SHOWN_ROWS);
    let columns = guess.valid.iter().enumerate().map(|(place, &valid)| {
        let name = names.get(place).map_or("", |name| name.trim());
        let before = names.iter().take(place).any(|other| !name.is_empty() && other.trim() == name);
        let name = if before { format!("{name} ({})", place + 1) } else { name.to_owned() };
        Column { name, valid }
    });
    Preview {
        format: Format::Xlsx,
        packing: Packing::None,
        members: Vec::new(),
        sheets: Vec::new(),
        columns: columns.collect(),
        mapping: Mapping {
            header: guess.header,
            column: guess.column,
            default_country: guess.country,
            ..Mapping::default()
        },
        rows,
    }
}
