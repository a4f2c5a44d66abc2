//! Rows of a workbook, one after the other, without holding a sheet in memory.

use std::io::{self, Read};

use calamine::{DataRef, Reader, SheetType, Xlsx, XlsxError};

use crate::error::IntakeError;
use crate::mapping::Limits;
use crate::source::{ReadSeek, open_zip, zip_error};

/// How much the parts of a workbook other than its sheets may unpack to: they are held in memory.
const MAX_SHARED: u64 = 256 << 20;

/// How far apart the tags of a part may be: as much is held in memory. A cell holds 32,767 characters.
const MAX_STRETCH: usize = 4 << 20;

/// Columns of a sheet.
const MAX_COLUMNS: usize = 16_384;

/// The last day that a spreadsheet program knows, 31 December 9999.
const LAST_DAY: f64 = 2_958_465.0;

/// A workbook.
pub(crate) struct Workbook<'a> {
    inner: Xlsx<&'a mut dyn ReadSeek>,
    max_row: usize,
}

/// A row of a sheet.
#[derive(Default)]
pub(crate) struct Row {
    /// Its number, counted from 1.
    pub(crate) number: u64,
    /// Its cells that are not empty, by column.
    cells: Vec<(usize, Value)>,
    bytes: usize,
    too_long: bool,
}

/// A cell that is not empty.
struct Value {
    text: String,
    /// A date or a time, which must not be taken for a number.
    is_date: bool,
}

impl Row {
    /// Adds a cell, unless the row holds more than any row should.
    fn push(&mut self, column: usize, value: Value, max_bytes: usize) {
        self.bytes += value.text.len();
        self.too_long |= self.bytes > max_bytes || self.cells.len() >= MAX_COLUMNS;
        if !self.too_long || self.cells.is_empty() {
            self.cells.push((column, value));
        }
    }

    fn clear(&mut self) {
        self.cells.clear();
        self.bytes = 0;
        self.too_long = false;
    }

    /// Whether the row is longer than is let in; then some of its cells are missing.
    pub(crate) fn is_too_long(&self) -> bool {
        self.too_long
    }

    /// The text of a cell; empty if there is none.
    pub(crate) fn text(&self, column: usize) -> &str {
        self.find(column).map_or("", |value| &value.text)
    }

    /// Whether a cell is a date or a time.
    pub(crate) fn is_date(&self, column: usize) -> bool {
        self.find(column).is_some_and(|value| value.is_date)
    }

    fn find(&self, column: usize) -> Option<&Value> {
        self.cells.iter().find(|cell| cell.0 == column).map(|cell| &cell.1)
    }

    /// How many columns it reaches over.
    pub(crate) fn width(&self) -> usize {
        self.cells.iter().map(|cell| cell.0 + 1).max().unwrap_or(0)
    }

    /// All its texts, as one line.
    pub(crate) fn line(&self) -> String {
        self.cells.iter().map(|cell| cell.1.text.as_str()).collect::<Vec<_>>().join("\t")
    }
}

impl<'a> Workbook<'a> {
    /// Opens a workbook after a look at how much it unpacks to.
    pub(crate) fn open(file: &'a mut dyn ReadSeek, limits: &Limits) -> Result<Self, IntakeError> {
        guard(file, limits)?;
        file.rewind()?;
        Ok(Self { inner: Xlsx::new(file).map_err(xlsx_error)?, max_row: limits.max_line })
    }

    /// The names of its sheets that can hold rows.
    pub(crate) fn sheets(&self) -> Vec<String> {
        let sheets = self.inner.sheets_metadata().iter();
        sheets.filter(|sheet| sheet.typ == SheetType::WorkSheet).map(|sheet| sheet.name.clone()).collect()
    }

    /// Shows the rows of a sheet that are not blank to a visitor, until that says it is enough.
    pub(crate) fn rows(
        &mut self,
        sheet: &str,
        visit: &mut dyn FnMut(&Row) -> Result<bool, IntakeError>,
    ) -> Result<(), IntakeError> {
        let max_row = self.max_row;
        let mut cells = self.inner.worksheet_cells_reader(sheet).map_err(xlsx_error)?;
        let mut row = Row::default();
        while let Some(cell) = cells.next_cell().map_err(xlsx_error)? {
            let Some(value) = value(cell.get_value()) else { continue };
            let (number, column) = cell.get_position();
            let number = u64::from(number) + 1;
            if number != row.number && !row.cells.is_empty() {
                if !visit(&row)? {
                    return Ok(());
                }
                row.clear();
            }
            row.number = number;
            row.push(column as usize, value, max_row);
        }
        if !row.cells.is_empty() {
            visit(&row)?;
        }
        Ok(())
    }
}

/// The text of a cell; none if it is blank.
fn value(data: &DataRef<'_>) -> Option<Value> {
    let mut is_date = false;
    let text = match data {
        DataRef::Empty => return None,
        DataRef::Int(number) => number.to_string(),
        DataRef::Float(number) => float(*number),
        DataRef::String(text) => text.clone(),
        DataRef::SharedString(text) => (*text).to_owned(),
        DataRef::Bool(true) => "TRUE".to_owned(),
        DataRef::Bool(false) => "FALSE".to_owned(),
        // A number that somebody formatted as a date, as happens to whole columns.
        DataRef::DateTime(time) if time.as_f64() > LAST_DAY => float(time.as_f64()),
        DataRef::DateTime(time) => {
            is_date = true;
            let (year, month, day, hour, minute, second, _) = time.to_ymd_hms_milli();
            if time.is_duration() {
                float(time.as_f64())
            } else if (hour, minute, second) == (0, 0, 0) {
                format!("{year:04}-{month:02}-{day:02}")
            } else {
                format!("{year:04}-{month:02}-{day:02} {hour:02}:{minute:02}:{second:02}")
            }
        }
        DataRef::DateTimeIso(text) | DataRef::DurationIso(text) => {
            is_date = true;
            text.clone()
        }
        DataRef::Error(error) => error.to_string(),
    };
    (!text.trim().is_empty()).then_some(Value { text, is_date })
}

/// A number as it was typed: whole ones digit by digit, never as 8.6E12.
fn float(number: f64) -> String {
    if number.fract() == 0.0 { format!("{number:.0}") } else { number.to_string() }
}

/// Unpacks all parts once without keeping them, to see that none is made to fill the memory. Any
/// part may turn out to be a sheet, whatever its name.
fn guard(file: &mut dyn ReadSeek, limits: &Limits) -> Result<(), IntakeError> {
    let mut archive = open_zip(file)?;
    let (mut shared, mut sheets) = (0, 0);
    let mut buffer = vec![0; 64 << 10];
    for place in 0..archive.len() {
        let entry = archive.by_index_data(place).map_err(zip_error)?;
        let name = String::from_utf8_lossy(entry.name_raw()).to_ascii_lowercase();
        if entry.encrypted() {
            return Err(IntakeError::Encrypted);
        }
        let is_sheet = name.starts_with("xl/worksheets/");
        let (total, limit) =
            if is_sheet { (&mut sheets, limits.max_unpacked) } else { (&mut shared, MAX_SHARED) };
        let limit = limit.min(limits.max_unpacked);
        let mut part = archive.by_index(place).map_err(zip_error)?;
        let mut stretch = 0;
        loop {
            let read = match part.read(&mut buffer) {
                Ok(0) => break,
                Ok(read) => read,
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error.into()),
            };
            *total += read as u64;
            match memchr::memrchr(b'<', &buffer[..read]) {
                Some(tag) => stretch = read - tag,
                None => stretch += read,
            }
            if *total > limit || stretch > MAX_STRETCH {
                return Err(IntakeError::UnpacksTooLarge { limit });
            }
        }
    }
    Ok(())
}

fn xlsx_error(error: XlsxError) -> IntakeError {
    match error {
        XlsxError::Password => IntakeError::Encrypted,
        XlsxError::Io(error) => error.into(),
        XlsxError::Zip(error) => IntakeError::damaged(&error),
        XlsxError::WorksheetNotFound(name) => IntakeError::NoSuchSheet { name },
        other => IntakeError::damaged(&other),
    }
}
